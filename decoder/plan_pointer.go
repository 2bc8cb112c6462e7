// Plans for pointers and interfaces.

package decoder

import (
	"fmt"
	"reflect"

	"swarjson/internal/mem"
)

// pointer compiles *T: null stores nil; anything else goes to what it points to,
// which is allocated first if it is nil.
func (c *compiler) pointer(p *plan, t reflect.Type) setFunc {
	elem := t.Elem()
	target := c.part(p, elem)
	if fast := native(elem); fast != nil {
		return (&pointerPlan{elem: elem, set: fast}).decode
	}
	base := pointerBase(t)
	if base == nil {
		// type P *P: encoding/json follows it, allocating, for ever.
		p.userCode = true
		return func(d *engine, k int, p mem.Ptr) int {
			if d.tok(k) == 'n' && isNull(d.ptr(k)) {
				*mem.At[mem.Ptr](p) = mem.Ptr{}
				return k + 1
			}
			if k = d.skip(k); k < 0 {
				return k
			}
			return d.stop(k, fmt.Errorf("json: cannot unmarshal into Go value of type %v, a pointer to itself", t))
		}
	}
	if has, _ := methodsOf(base); has && base.Kind() != reflect.Interface {
		// Errors of such values name the type of the first pointer of the chain: by
		// reflect from here on.
		p.byReflect = true
		return func(d *engine, k int, p mem.Ptr) int {
			return d.generic(k, reflect.NewAt(t, p.Pointer()).Elem())
		}
	}
	to := &pointerPlan{elem: elem}
	if size := int(elem.Size()); 0 < size && size <= mostFlat && isFlat(elem) {
		to.flat = size
	}
	c.link(func() { to.set = target.pointee })
	return to.decode
}

// pointerBase returns what the chain of pointers that starts with type t leads to, or
// nil if it leads back into itself.
func pointerBase(t reflect.Type) reflect.Type {
	seen := t
	for step := 1; t.Kind() == reflect.Pointer; step++ {
		if t = t.Elem(); t == seen {
			return nil
		}
		if step&(step-1) == 0 {
			seen = t // Brent's way to find any cycle
		}
	}
	return t
}

// pointerPlan decodes into what a pointer points to.
type pointerPlan struct {
	elem reflect.Type
	set  setFunc
	flat int // size of a small elem without pointers, otherwise 0
}

// mostFlat is the size up to which variables without pointers, such as what a *int64 points
// to, share chunks with small slices.
const mostFlat = 16

// decode is the set function.
func (to *pointerPlan) decode(d *engine, k int, p mem.Ptr) int {
	slot := mem.At[mem.Ptr](p)
	if d.tok(k) == 'n' {
		if !isNull(d.ptr(k)) {
			return d.fail(k, faultValue)
		}
		*slot = mem.Ptr{}
		return k + 1
	}
	if slot.IsNil() && to.flat > 0 {
		*slot = mem.Of(d.flatRoom(to.flat))
	} else if slot.IsNil() {
		*slot = mem.From(reflect.New(to.elem).UnsafePointer())
	}
	return to.set(d, k, *slot)
}

// interfacePlan compiles an interface type. A fresh value replaces whatever an
// empty interface holds, unless that is a pointer, which is decoded into.
func interfacePlan(p *plan, t reflect.Type) setFunc {
	if t.NumMethod() != 0 {
		return func(d *engine, k int, p mem.Ptr) int {
			v := reflect.NewAt(t, p.Pointer()).Elem()
			if e := v.Elem(); e.Kind() == reflect.Pointer && !e.IsNil() {
				return d.generic(k, v)
			}
			return d.foreignInterface(k, v)
		}
	}
	return func(d *engine, k int, p mem.Ptr) int {
		slot := mem.At[any](p)
		if *slot != nil {
			if e := reflect.ValueOf(*slot); e.Kind() == reflect.Pointer && !e.IsNil() {
				return d.generic(k, reflect.NewAt(t, p.Pointer()).Elem())
			}
		}
		return d.setAny(k, slot)
	}
}

// interfacePointee is interfacePlan for an interface reached through a pointer:
// errors name the pointer's type.
func interfacePointee(p *plan, t reflect.Type) setFunc {
	return func(d *engine, k int, q mem.Ptr) int {
		v := reflect.NewAt(t, q.Pointer())
		if e := v.Elem().Elem(); e.Kind() == reflect.Pointer && !e.IsNil() {
			return d.generic(k, v)
		}
		return p.kind(d, k, q)
	}
}

// setAny decodes the value at entry k and stores it in an empty interface.
func (d *engine) setAny(k int, slot *any) int {
	c := d.tok(k)
	v, k := d.any(k)
	if k < 0 {
		d.anyError = false // the engine will be used again
		return k
	}
	if v != nil || c != '-' && c-'0' > 9 {
		*slot = v // a number out of range leaves what there was
	}
	if d.anyError {
		d.anyError = false
		// What the value had open inside of it names no field.
		for i := len(d.saved) - 1; i >= 0 && d.saved[i].level > d.depth; i-- {
			if e := &d.saved[i]; e.level != noLimit {
				e.level = d.depth
			}
		}
		return ^k
	}
	return k
}

// foreignInterface handles a value for an interface with methods, v, that holds
// nothing to decode into: null empties it, all else is a type error.
func (d *engine) foreignInterface(k int, v reflect.Value) int {
	c := d.tok(k)
	switch {
	case c == 'n' && isNull(d.ptr(k)):
		v.SetZero()
		return k + 1
	case c == '-' || c-'0' <= 9:
		// encoding/json converts the number before it looks at the interface.
		var v any
		if next := d.setAny(k, &v); next < 0 {
			return next
		}
	}
	return d.mismatch(k, v.Type())
}
