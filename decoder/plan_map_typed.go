// Maps with string keys and common elements: map[string]string, map[string]any,
// and those of ints and float64s. They are filled by Go's own map assignment,
// not through reflect, whose calls cost several times what such an element does.

package decoder

import (
	"reflect"

	"swarjson/internal/mem"
	"swarjson/internal/syntax"
)

// fillFunc is mapPlan.fill for one type of maps; p points to the map variable. A nil map
// is made first.
type fillFunc func(m *mapPlan, d *engine, k int, p mem.Ptr) int

// typedFill returns the fillFunc of map type t, nil if there is none. Types with other
// names but the same key and element types are the same to it: pointers to them
// could be converted into each other.
func typedFill(t reflect.Type) fillFunc {
	if t.Key() != reflect.TypeFor[string]() {
		return nil
	}
	switch t.Elem() {
	case reflect.TypeFor[string]():
		return fillMap[string]
	case reflect.TypeFor[any]():
		return fillAnyMap
	case reflect.TypeFor[int]():
		return fillMap[int]
	case reflect.TypeFor[int64]():
		return fillMap[int64]
	case reflect.TypeFor[float64]():
		return fillMap[float64]
	}
	return nil
}

// madeMap returns the map at p, which it makes if it is nil, with room for the members from
// the name at entry k on.
func madeMap[V any](d *engine, k int, p mem.Ptr) map[string]V {
	// SAFETY: typedFill has compared the types.
	to := mem.At[map[string]V](p)
	if *to == nil {
		n, _ := d.count(k)
		*to = make(map[string]V, n)
	}
	return *to
}

// fillMap decodes members from the name at entry k on, to the object's end, into the map at p.
func fillMap[V any](m *mapPlan, d *engine, k int, p mem.Ptr) int {
	to := madeMap[V](d, k, p)
	event := 0 // all ones once a value has raised one
	for {
		name, ok := d.memberName(k)
		if !ok {
			return -1
		}
		var v V
		if next := d.store(m.elemKind, k+3, mem.PtrTo(&v)); next > 0 {
			k = next
			to[name] = v
		} else {
			slow := new(V) // not v, which would be on the heap for it each time
			if k = m.set(d, k+3, mem.PtrTo(slow)); k < 0 {
				if k = d.unwindMember(k, nil, nil); k < 0 {
					return k
				}
				event = -1
			}
			to[name] = *slow
		}
		more := false
		if k, more = d.nextMember(k); !more {
			if k < 0 {
				return k
			}
			return k ^ event
		}
	}
}

// fillAnyMap is fillMap for map[string]any.
func fillAnyMap(_ *mapPlan, d *engine, k int, p mem.Ptr) int {
	to := madeMap[any](d, k, p)
	event := 0
	for {
		name, ok := d.memberName(k)
		if !ok {
			return -1
		}
		var v any
		if k = d.setAny(k+3, &v); k < 0 {
			if k = d.unwindMember(k, nil, nil); k < 0 {
				return k
			}
			event = -1
		}
		to[name] = v
		more := false
		if k, more = d.nextMember(k); !more {
			if k < 0 {
				return k
			}
			return k ^ event
		}
	}
}

// memberName returns the name at entry k; false means that it, or the colon behind it,
// has a fault.
func (d *engine) memberName(k int) (name string, ok bool) {
	if d.tok(k+2) == ':' {
		if name, ok = d.name(k); !ok {
			d.fail(k, syntax.Key)
		}
		return name, ok
	}
	if d.flags&flagsSpecial != 0 && !d.checkString(k) {
		d.fail(k, syntax.Key)
	} else {
		d.fail(k+2, syntax.Colon)
	}
	return "", false
}

// nextMember goes on from entry k, behind a member's value: to the next member's name or,
// if there is none, to the entry behind the object, or to a fault, which is negative.
func (d *engine) nextMember(k int) (next int, more bool) {
	switch d.tok(k) {
	case ',':
		k++
		if k > d.lim {
			k = d.refill(k)
		}
		if d.tok(k) != '"' {
			return d.fail(k, syntax.Key), false
		}
		return k, true
	case '}':
		return d.leave(k), false
	}
	return d.fail(k, syntax.AfterMember), false
}
