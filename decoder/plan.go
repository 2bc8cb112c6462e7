// Plans: what the engine knows of a Go type, found out once.
//
// A type has three set functions, because encoding/json looks for methods in
// three ways, depending on how a value was reached:
//
//	kind      methods are not looked at: what is left after a method was looked
//	          for and not found
//	value     a variable of the type, such as a field or an element: methods of
//	          the type's pointer count if the type has a name
//	pointee   reached through a pointer: methods of the pointer count, named or not

package decoder

import (
	"encoding"
	"reflect"
	"sync"

	"swarjson/internal/mem"
)

// plan is compiled once per type and never changes after it was published.
type plan struct {
	typ     reflect.Type
	size    int // of a variable, in bytes
	kind    setFunc
	value   setFunc
	pointee setFunc

	// byReflect: a pointer type whose values are decoded by generic.
	byReflect bool
	// userCode: decoding into a zero variable may call a method that could look
	// at, or change, anything: the document is validated before.
	userCode bool
	// parts are the plans that this one calls.
	parts []*plan
}

var (
	unmarshalerType     = reflect.TypeFor[Unmarshaler]()
	textUnmarshalerType = reflect.TypeFor[encoding.TextUnmarshaler]()
	numberType          = reflect.TypeFor[Number]()
	rawMessageType      = reflect.TypeFor[RawMessage]()
	float64Type         = reflect.TypeFor[float64]()
)

var (
	plans     sync.Map // reflect.Type → *plan, all of them complete
	planMutex sync.Mutex
)

// planOf returns t's plan.
func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	return compile(t)
}

// compile makes the plans of t and of every type it is made of. None is
// published before all are complete, so that no one walks half a plan.
func compile(t reflect.Type) *plan {
	planMutex.Lock()
	defer planMutex.Unlock()
	c := compiler{fresh: map[reflect.Type]*plan{}}
	p := c.plan(t)
	for _, link := range c.links {
		link()
	}
	c.spreadUserCode()
	for t, p := range c.fresh {
		plans.Store(t, p)
	}
	return p
}

// compiler holds the plans of one compile call, complete or in the making.
type compiler struct {
	fresh map[reflect.Type]*plan
	links []func() // what can be done only when all plans are complete
}

// link calls f when all plans are complete: recursive types make plans that need
// each other's set functions.
func (c *compiler) link(f func()) { c.links = append(c.links, f) }

// plan returns t's plan, which may still be in the making: only its address may
// be kept.
func (c *compiler) plan(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	if p := c.fresh[t]; p != nil {
		return p
	}
	p := &plan{typ: t, size: int(t.Size())}
	c.fresh[t] = p
	p.kind = c.kind(p, t)
	p.value, p.pointee = p.kind, p.kind
	switch t.Kind() {
	case reflect.Pointer:
		// What a pointer points to is asked for methods by the pointer's own set function.
	case reflect.Interface:
		p.pointee = interfacePointee(p, t)
	default:
		if has, user := methodsOf(t); has {
			p.pointee = methodSet(t)
			if t.Name() != "" {
				p.value = native(t)
				if p.value == nil {
					p.value = methodSetOfValue(t)
				}
			}
			p.userCode = p.userCode || user
		}
	}
	return p
}

// part returns t's plan and notes that p calls it.
func (c *compiler) part(p *plan, t reflect.Type) *plan {
	q := c.plan(t)
	p.parts = append(p.parts, q)
	return q
}

// spreadUserCode marks the plans that call a marked plan, in any number of steps.
func (c *compiler) spreadUserCode() {
	for changed := true; changed; {
		changed = false
		for _, p := range c.fresh {
			if p.userCode {
				continue
			}
			for _, q := range p.parts {
				if q.userCode {
					p.userCode, changed = true, true
					break
				}
			}
		}
	}
}

// methodsOf reports whether *t has UnmarshalJSON or UnmarshalText, or UnmarshalJSONFrom
// where that counts, and whether that
// is code whose effects are not known to end at its receiver.
func methodsOf(t reflect.Type) (has, user bool) {
	p := reflect.PointerTo(t)
	if !p.Implements(unmarshalerType) && !p.Implements(textUnmarshalerType) && !hasUnmarshalFrom(p) {
		return false, false
	}
	return true, !receiverOnly(t)
}

// kind compiles the set function that ignores methods.
func (c *compiler) kind(p *plan, t reflect.Type) setFunc {
	switch t.Kind() {
	case reflect.Bool:
		return boolPlan(t)
	case reflect.Int:
		return intPlan[int](t)
	case reflect.Int8:
		return intPlan[int8](t)
	case reflect.Int16:
		return intPlan[int16](t)
	case reflect.Int32:
		return intPlan[int32](t)
	case reflect.Int64:
		return intPlan[int64](t)
	case reflect.Uint:
		return uintPlan[uint](t)
	case reflect.Uint8:
		return uintPlan[uint8](t)
	case reflect.Uint16:
		return uintPlan[uint16](t)
	case reflect.Uint32:
		return uintPlan[uint32](t)
	case reflect.Uint64:
		return uintPlan[uint64](t)
	case reflect.Uintptr:
		return uintPlan[uintptr](t)
	case reflect.Float32:
		return float32Plan(t)
	case reflect.Float64:
		return float64Plan(t)
	case reflect.String:
		if t == numberType {
			return numberPlan(t)
		}
		return stringPlan(t)
	case reflect.Pointer:
		return c.pointer(p, t)
	case reflect.Interface:
		return interfacePlan(p, t)
	case reflect.Struct:
		return c.structure(p, t)
	case reflect.Slice:
		return c.slice(p, t)
	case reflect.Array:
		return c.array(p, t)
	case reflect.Map:
		return c.mapping(p, t)
	}
	// Channels, functions, complex numbers, unsafe pointers: nothing but null.
	return func(d *engine, k int, _ mem.Ptr) int { return d.mismatch(k, t) }
}
