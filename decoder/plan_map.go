// Plans for maps.
//
// A member's value is decoded into a variable of the element type, cleared before
// each, and stored under its key after it: encoding/json's order, which key types
// with methods can see.

package decoder

import (
	"reflect"
	"strconv"

	"swarjson/internal/mem"
	"swarjson/internal/syntax"
)

// mapPlan decodes objects into maps of one type.
type mapPlan struct {
	typ  reflect.Type
	key  reflect.Type
	keys keyKind
	elem reflect.Type
	set  setFunc // of an element

	typed    fillFunc  // plan_map_typed.go: instead of fill, for some types
	elemKind fieldKind // of an element, for typed
}

// keyKind is how a member's name becomes a key.
type keyKind uint8

const (
	keyNone   keyKind = iota // the key type has no way from a name
	keyString                // the name
	keyInt                   // a decimal number
	keyUint                  //
	keyText                  // by the key's methods
)

// mapping compiles map type t.
func (c *compiler) mapping(p *plan, t reflect.Type) setFunc {
	elem := c.part(p, t.Elem())
	m := &mapPlan{typ: t, key: t.Key(), elem: t.Elem(), typed: typedFill(t), elemKind: kindOf(t.Elem())}
	c.link(func() { m.set = elem.value })
	switch kind := m.key.Kind(); {
	case reflect.PointerTo(m.key).Implements(textUnmarshalerType):
		m.keys = keyText
		_, user := methodsOf(m.key)
		p.userCode = p.userCode || user
	case kind == reflect.String:
		m.keys = keyString
	case kind >= reflect.Int && kind <= reflect.Int64:
		m.keys = keyInt
	case kind >= reflect.Uint && kind <= reflect.Uintptr:
		m.keys = keyUint
	}
	return m.decode
}

// decode is the set function.
func (m *mapPlan) decode(d *engine, k int, p mem.Ptr) int {
	if d.tok(k) != '{' || m.keys == keyNone {
		if d.tok(k) == 'n' && isNull(d.ptr(k)) {
			reflect.NewAt(m.typ, p.Pointer()).Elem().SetZero()
			return k + 1
		}
		return d.mismatch(k, m.typ)
	}
	if d.depth >= d.maxDepth {
		return d.fail(k, faultValue)
	}
	d.enter('{')
	k++
	if k > d.lim {
		k = d.refill(k)
	}
	c := d.tok(k)
	if c == '"' && m.typed != nil {
		return m.typed(m, d, k, p) // before reflect has been asked for anything
	}
	v := reflect.NewAt(m.typ, p.Pointer()).Elem()
	if c != '"' {
		if c != '}' {
			return d.fail(k, syntax.FirstKey)
		}
		if v.IsNil() {
			v.Set(reflect.MakeMap(m.typ))
		}
		return d.leave(k)
	}
	if v.IsNil() {
		n, _ := d.count(k)
		v.Set(reflect.MakeMapWithSize(m.typ, n))
	}
	return m.fill(d, k, v, reflect.New(m.elem).Elem())
}

// fill decodes members from the name at entry k on, to the object's end, into map
// v, which is not nil. elem is the variable that values are decoded into.
func (m *mapPlan) fill(d *engine, k int, v, elem reflect.Value) int {
	p := mem.From(elem.Addr().UnsafePointer())
	event := 0 // all ones once a value or a key has raised one
	for {
		at := d.offset(k)
		name, ok := m.name(d, k)
		if !ok {
			return -1
		}
		k = m.set(d, k+3, p)
		if k < 0 {
			if k = d.unwindMember(k, nil, nil); k < 0 {
				return k
			}
			event = -1
		}
		if k = m.store(d, k, v, elem, name, at); k < 0 {
			// The key's error has no more context than the map itself.
			if k = d.unwindMember(k, nil, nil); k < 0 {
				return k
			}
			event = -1
		}
		elem.SetZero()
		more := false
		if k, more = d.nextMember(k); !more {
			if k < 0 {
				return k
			}
			return k ^ event
		}
	}
}

// name returns what store gets as the name at entry k. For a key with methods it is what
// they will get: the name with its quotes.
func (m *mapPlan) name(d *engine, k int) (name string, ok bool) {
	if m.keys != keyText || d.tok(k+2) != ':' {
		return d.memberName(k)
	}
	if d.flags&flagsSpecial != 0 && !d.checkString(k) {
		d.fail(k, syntax.Key)
		return "", false
	}
	return string(d.slice(d.offset(k), d.offset(k+1)+1)), true
}

// store stores elem under the key that name, which starts at offset at, stands for.
// k is the entry behind the value.
func (m *mapPlan) store(d *engine, k int, v, elem reflect.Value, name string, at int) int {
	var key reflect.Value
	switch m.keys {
	case keyString:
		d.keyString = name
		// SAFETY: m.key's kind is string, and so is d.keyString; SetMapIndex copies it.
		key = reflect.NewAt(m.key, mem.PtrTo(&d.keyString).Pointer()).Elem()
	case keyInt:
		n, err := strconv.ParseInt(name, 10, 64)
		key = reflect.New(m.key).Elem()
		if err != nil || key.OverflowInt(n) {
			return d.saveTypeError(k, "number "+name, m.key, at+1)
		}
		key.SetInt(n)
	case keyUint:
		n, err := strconv.ParseUint(name, 10, 64)
		key = reflect.New(m.key).Elem()
		if err != nil || key.OverflowUint(n) {
			return d.saveTypeError(k, "number "+name, m.key, at+1)
		}
		key.SetUint(n)
	case keyText:
		pointer := reflect.New(m.key)
		if k = d.storeQuoted(k, []byte(name), pointer, at); k < 0 {
			return k
		}
		key = pointer.Elem()
	}
	v.SetMapIndex(key, elem)
	return k
}
