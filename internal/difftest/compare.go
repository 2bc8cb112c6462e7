package difftest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"sort"
	"strings"
)

// A ref identifies an object: its address, and the type it is seen as, because
// a struct and its first field share an address.
type ref struct {
	addr uintptr
	typ  reflect.Type
}

// A visit is one pair of references that has been compared in this pass. Length
// belongs to it because two slices may start at one element.
type visit struct {
	a, b ref
	n    int
}

// A comparer decides whether two object graphs are the same graph up to the
// addresses of their objects. It keeps a bijection between the addresses that it
// met on the two sides:
//
//	ab[x] == y  if and only if  ba[y] == x
//
// so that an object reached over two ways on one side must be one object on the
// other side too. anchor enters the objects that exist before a call, which makes
// "is it still the same object" part of the comparison.
type comparer struct {
	ab, ba  map[ref]ref
	visited map[visit]bool
	// anchors are the objects that existed before the call, also those that the
	// target no longer leads to after it. Holding them keeps their addresses from
	// being used again.
	anchors []anchorPair
	// collect is set during anchor.
	collect bool
	// loose are slices of targets that the two sides have grown by themselves, in an
	// earlier call, to different capacities: encoding/json does not say how it grows,
	// and from there on the two need not run out of room at the same time. Which
	// memory such a slice has is not compared.
	loose map[ref]bool
	// grown allows such slices.
	grown bool
	// fresh are the memory ranges of slices on side b that were not anchored.
	fresh []span
}

type anchorPair struct{ a, b reflect.Value }

type span struct{ from, to uintptr }

func newComparer() *comparer {
	return &comparer{ab: map[ref]ref{}, ba: map[ref]ref{}, visited: map[visit]bool{}, loose: map[ref]bool{}}
}

var rtype = reflect.TypeOf(reflect.TypeOf(0))

// anchor enters a and b, which must be the same graph, as existing before the
// call.
func (c *comparer) anchor(a, b reflect.Value) error {
	c.collect = true
	err := c.values(a, b)
	c.collect = false
	return err
}

// after compares what the target holds now, and all objects that existed before.
func (c *comparer) after(a, b reflect.Value) error {
	clear(c.visited)
	c.fresh = c.fresh[:0]
	if err := c.values(a, b); err != nil {
		return err
	}
	for i, p := range c.anchors {
		if err := c.values(p.a, p.b); err != nil {
			return fmt.Errorf("object %d of the target before the call (%v): %w", i, p.a.Type(), err)
		}
	}
	return c.overlaps()
}

// overlaps reports slices of the result whose capacities run into each other: an
// append to one would write into the other.
func (c *comparer) overlaps() error {
	if len(c.fresh) < 2 {
		return nil
	}
	sort.Slice(c.fresh, func(i, j int) bool { return c.fresh[i].from < c.fresh[j].from })
	for i := 1; i < len(c.fresh); i++ {
		if p, q := c.fresh[i-1], c.fresh[i]; q.from < p.to && q.from != p.from {
			return errors.New("two slices of the result share capacity")
		}
	}
	return nil
}

// pair enters the references x and y, and reports whether what they lead to has
// still to be compared.
func (c *comparer) pair(x, y ref, n int) (descend bool, err error) {
	if c.loose[x] || c.loose[y] {
		v := visit{x, y, n}
		seen := c.visited[v]
		c.visited[v] = true
		return !seen, nil
	}
	x2, okA := c.ab[x]
	y2, okB := c.ba[y]
	switch {
	case okA != okB:
		if okA {
			return false, errors.New("the reference keeps or shares an object where the other has a new one")
		}
		return false, errors.New("the other keeps or shares an object where the reference has a new one")
	case okA && (x2 != y || y2 != x):
		return false, errors.New("references lead to different ones of the known objects")
	case !okA:
		c.ab[x], c.ba[y] = y, x
	}
	v := visit{x, y, n}
	if c.visited[v] {
		return false, nil
	}
	c.visited[v] = true
	return true, nil
}

func in(where string, err error) error {
	if err == nil {
		return nil
	}
	return &pathError{where, err}
}

// A pathError says where in the graph a difference lies; the path is put together
// while unwinding.
type pathError struct {
	where string
	err   error
}

func (e *pathError) Unwrap() error { return e.err }

func (e *pathError) Error() string {
	var sb strings.Builder
	sb.WriteString("at $")
	var err error = e
	for {
		p, ok := err.(*pathError)
		if !ok {
			break
		}
		sb.WriteString(p.where)
		err = p.err
	}
	return sb.String() + ": " + err.Error()
}

func differ(a, b any) error { return fmt.Errorf("want %s, got %s", show(a), show(b)) }

func show(v any) string {
	s := fmt.Sprintf("%#v", v)
	if len(s) > 200 {
		s = s[:120] + "…" + s[len(s)-60:] + fmt.Sprintf(" (%d bytes)", len(s))
	}
	return s
}

func describe(v reflect.Value) string {
	if !v.IsValid() {
		return "nothing"
	}
	return v.Type().String()
}

func (c *comparer) values(a, b reflect.Value) error {
	if !a.IsValid() || !b.IsValid() {
		if a.IsValid() != b.IsValid() {
			return fmt.Errorf("want %s, got %s", describe(a), describe(b))
		}
		return nil
	}
	if a.Type() != b.Type() {
		return fmt.Errorf("want type %v, got type %v", a.Type(), b.Type())
	}
	switch a.Kind() {
	case reflect.Bool:
		if a.Bool() != b.Bool() {
			return differ(a.Bool(), b.Bool())
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if a.Int() != b.Int() {
			return differ(a.Int(), b.Int())
		}
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		if a.Uint() != b.Uint() {
			return differ(a.Uint(), b.Uint())
		}
	case reflect.Float32, reflect.Float64:
		if x, y := math.Float64bits(a.Float()), math.Float64bits(b.Float()); x != y {
			return fmt.Errorf("want %v (%#x), got %v (%#x)", a.Float(), x, b.Float(), y)
		}
	case reflect.Complex64, reflect.Complex128:
		if a.Complex() != b.Complex() {
			return differ(a.Complex(), b.Complex())
		}
	case reflect.String:
		if a.String() != b.String() {
			return differ(a.String(), b.String())
		}
	case reflect.Interface:
		if a.IsNil() || b.IsNil() {
			if a.IsNil() != b.IsNil() {
				return fmt.Errorf("want %s, got %s", describe(a.Elem()), describe(b.Elem()))
			}
			return nil
		}
		return c.values(a.Elem(), b.Elem())
	case reflect.Pointer:
		return c.pointers(a, b)
	case reflect.Struct:
		for i := range a.NumField() {
			if err := c.values(a.Field(i), b.Field(i)); err != nil {
				return in("."+a.Type().Field(i).Name, err)
			}
		}
	case reflect.Array:
		return c.elements(a, b)
	case reflect.Slice:
		return c.slices(a, b)
	case reflect.Map:
		return c.maps(a, b)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		if a.Pointer() != b.Pointer() {
			return fmt.Errorf("two different values of type %v", a.Type())
		}
	default:
		return fmt.Errorf("kind %v is not comparable here", a.Kind())
	}
	return nil
}

func (c *comparer) pointers(a, b reflect.Value) error {
	if a.IsNil() || b.IsNil() {
		if a.IsNil() != b.IsNil() {
			return fmt.Errorf("want nil pointer: %v, got nil pointer: %v", a.IsNil(), b.IsNil())
		}
		return nil
	}
	if a.Type() == rtype {
		if a.Pointer() != b.Pointer() {
			return errors.New("two different reflect.Types")
		}
		return nil
	}
	if a.Type().Elem().Size() != 0 { // objects without size have no identity
		x, y := ref{a.Pointer(), a.Type()}, ref{b.Pointer(), b.Type()}
		descend, err := c.pair(x, y, 0)
		if !descend {
			return err
		}
		if c.collect {
			c.anchors = append(c.anchors, anchorPair{a, b})
		}
	}
	return in("*", c.values(a.Elem(), b.Elem()))
}

func (c *comparer) slices(a, b reflect.Value) error {
	if a.IsNil() != b.IsNil() {
		return fmt.Errorf("want nil slice: %v (len %d), got nil slice: %v (len %d)", a.IsNil(), a.Len(), b.IsNil(), b.Len())
	}
	if a.Len() != b.Len() {
		return fmt.Errorf("want length %d, got length %d", a.Len(), b.Len())
	}
	if size := a.Type().Elem().Size(); size != 0 && a.Cap() != 0 && b.Cap() != 0 {
		x, y := ref{a.Pointer(), a.Type()}, ref{b.Pointer(), b.Type()}
		if _, known := c.ba[y]; !known && !c.collect {
			c.fresh = append(c.fresh, span{y.addr, y.addr + uintptr(b.Cap())*size})
		}
		n := a.Len()
		if c.collect && c.grown && a.Cap() != b.Cap() {
			c.loose[x], c.loose[y] = true, true
			// Hold them, so that their addresses do not come again.
			c.anchors = append(c.anchors, anchorPair{a.Slice(0, 0), b.Slice(0, 0)})
		} else if c.collect {
			// All of the capacity counts: a decoder may merge into stale elements.
			a, b = a.Slice3(0, a.Cap(), a.Cap()), b.Slice3(0, b.Cap(), b.Cap())
			if n = a.Len(); n != b.Len() {
				return errors.New("the two targets differ in a capacity before the call")
			}
		}
		descend, err := c.pair(x, y, n)
		if !descend {
			return err
		}
		if c.collect && !c.loose[x] {
			c.anchors = append(c.anchors, anchorPair{a, b})
		}
	}
	return c.elements(a, b)
}

func (c *comparer) elements(a, b reflect.Value) error {
	if a.Type().Elem().Kind() == reflect.Uint8 && a.Kind() == reflect.Slice {
		if x, y := a.Bytes(), b.Bytes(); !bytes.Equal(x, y) {
			return differ(x, y)
		}
		return nil
	}
	for i := range a.Len() {
		if err := c.values(a.Index(i), b.Index(i)); err != nil {
			return in(fmt.Sprintf("[%d]", i), err)
		}
	}
	return nil
}

func (c *comparer) maps(a, b reflect.Value) error {
	if a.IsNil() || b.IsNil() {
		if a.IsNil() != b.IsNil() {
			return fmt.Errorf("want nil map: %v, got nil map: %v", a.IsNil(), b.IsNil())
		}
		return nil
	}
	descend, err := c.pair(ref{a.Pointer(), a.Type()}, ref{b.Pointer(), b.Type()}, a.Len())
	if !descend {
		return err
	}
	if c.collect {
		c.anchors = append(c.anchors, anchorPair{a, b})
	}
	iter := a.MapRange()
	for iter.Next() {
		y := b.MapIndex(iter.Key())
		where := fmt.Sprintf("[%v]", iter.Key())
		if iter.Key().Kind() == reflect.String {
			where = fmt.Sprintf("[%q]", iter.Key().String())
		}
		if !y.IsValid() {
			return in(where, errors.New("no such key"))
		}
		if err := c.values(iter.Value(), y); err != nil {
			return in(where, err)
		}
	}
	if a.Len() != b.Len() {
		iter := b.MapRange()
		for iter.Next() {
			if !a.MapIndex(iter.Key()).IsValid() {
				return in(fmt.Sprintf("[%q]", fmt.Sprint(iter.Key())), errors.New("a key too many"))
			}
		}
		return fmt.Errorf("want %d keys, got %d", a.Len(), b.Len())
	}
	return nil
}

// errs compares two errors with all that they wrap: types, texts, fields.
func (c *comparer) errs(a, b error) error {
	switch {
	case a == nil && b == nil:
		return nil
	case a == nil:
		return fmt.Errorf("want no error, got %T %q", b, b)
	case b == nil:
		return fmt.Errorf("want %T %q, got no error", a, a)
	case reflect.TypeOf(a) != reflect.TypeOf(b):
		return fmt.Errorf("want %T %q, got %T %q", a, a, b, b)
	case a.Error() != b.Error():
		return fmt.Errorf("%T: want %q, got %q", a, a, b)
	}
	if err := c.values(reflect.ValueOf(a), reflect.ValueOf(b)); err != nil {
		return fmt.Errorf("%T %q: %w", a, a, err)
	}
	return c.errs(errors.Unwrap(a), errors.Unwrap(b))
}

// panics compares two recovered values.
func (c *comparer) panics(a, b any) error {
	if a == nil && b == nil {
		return nil
	}
	if reflect.TypeOf(a) != reflect.TypeOf(b) {
		return fmt.Errorf("want panic %T(%v), got panic %T(%v)", a, a, b, b)
	}
	if x, ok := a.(error); ok {
		if y := b.(error); x.Error() != y.Error() {
			return fmt.Errorf("want panic %q, got panic %q", x, y)
		}
		return nil
	}
	return c.values(reflect.ValueOf(a), reflect.ValueOf(b))
}
