// Unmarshal and Valid: which way a call takes, and what becomes of its target.
//
// encoding/json validates a document before it touches the target. Here most
// calls decode at once, and a target whose memory was all zero is zeroed again
// if a syntax error turns up: the caller cannot tell. Where he could (the target
// holds something, or its types call user code) the document is validated first.

package decoder

import (
	"encoding/json"
	"reflect"

	"swarjson/internal/mem"
	"swarjson/internal/syntax"
)

// Unmarshal parses the JSON document data and stores the result in the value
// pointed to by v. It does what [json.Unmarshal] does: the same values, the same
// errors, the same effect on a target that holds something already. It keeps
// no reference to data and never writes to it.
func Unmarshal(data []byte, v any) error { return unmarshal(nil, data, v, false) }

// Valid reports whether data is a valid JSON document, as [json.Valid] does.
func Valid(data []byte) bool {
	d := newEngine()
	d.setOptions(nil)
	d.data = data
	d.start()
	ok := d.validate()
	if d.tooLong {
		ok = json.Valid(data)
	}
	d.release()
	return ok
}

// Unmarshal is [Unmarshal] with options.
func (o Options) Unmarshal(data []byte, v any) error { return unmarshal(&o, data, v, false) }

// decodeValue stores data, one valid JSON value, in v. Offsets of errors count
// from data's start.
func (o *Options) decodeValue(data []byte, v any) error { return unmarshal(o, data, v, true) }

// validate reports whether the document is valid; if not, fault* tell where.
func (d *engine) validate() bool {
	k := d.skip(0)
	return d.finish(k) >= 0
}

// finish checks that nothing but white space follows the top-level value, behind
// which entry k stands.
func (d *engine) finish(k int) int {
	if k < 0 {
		d.failedIn(syntax.Top)
		return k
	}
	for k >= d.cnt && d.lim != noLimit {
		k = d.refill(k)
	}
	if k < d.cnt {
		return d.fail(k, syntax.End)
	}
	if k > d.cnt {
		// A string whose closing quote is a sentinel: the document's only token.
		d.failed, d.faultOff, d.faultKind = true, 0, syntax.Top
		return -1
	}
	return k
}

// unmarshal is behind Unmarshal and all its siblings; o may be nil. valid says
// that data is known to be a valid document.
func unmarshal(o *Options, data []byte, v any, valid bool) error {
	if o != nil && o.MaxBytes > 0 && int64(len(data)) > o.MaxBytes {
		return ErrTooLarge
	}
	d := newEngine()
	p, at := d.target(v)
	if p == nil {
		d.release()
		// A document with a syntax error is told so first.
		if !valid {
			if err := syntax.CheckDepth(data, o.depthLimit()); err != nil {
				return err
			}
		}
		return &InvalidUnmarshalError{Type: reflect.TypeOf(v)}
	}
	d.setOptions(o)
	d.data = data
	d.start()
	fresh := valid || p.isFresh(at)
	strict := o != nil && o.isStrict()
	if !valid && (!fresh || strict) {
		if !d.validate() {
			err := d.faultError(o, data, v)
			d.release()
			return err
		}
		d.start()
	}
	if strict {
		if err := d.strict(); err != nil {
			d.release()
			return err
		}
		d.start()
	}
	// If a method panics the engine is not given back, which does no harm.
	var err error
	if k := p.decode(d, 0, at); d.finish(k) < 0 {
		if fresh {
			reflect.ValueOf(v).Elem().SetZero()
		}
		err = d.faultError(o, data, v)
	} else {
		err = d.result()
	}
	d.release()
	return err
}

// target returns the plan of what v points to, and where that is; the plan is nil if v is no
// pointer, or a nil one. Programs decode into few types, so the last one is tried first.
func (d *engine) target(v any) (*plan, mem.Ptr) {
	typ, at := mem.PointerIn(v)
	if typ == d.lastType && !at.IsNil() {
		return d.lastPlan, at
	}
	p, at := targetOf(v)
	if p != nil {
		d.lastType, d.lastPlan = typ, p
	}
	return p, at
}

// targetOf is target for callers without an engine, which knows the last type.
func targetOf(v any) (*plan, mem.Ptr) {
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Pointer || rv.IsNil() {
		return nil, mem.Ptr{}
	}
	return planOf(rv.Type().Elem()), mem.From(rv.UnsafePointer())
}

// isFresh reports whether the variable of p's type at v can be decoded
// into before the document is known to be valid: nobody sees how it is done, and
// zero is what it was before.
func (p *plan) isFresh(v mem.Ptr) bool { return !p.userCode && mem.IsZero(v, p.size) }

// decode decodes the top-level value at entry k into the variable at v, and returns
// the entry behind it; it is negative for a syntax fault only.
func (p *plan) decode(d *engine, k int, v mem.Ptr) int {
	if p.byReflect {
		k = d.generic(k, reflect.NewAt(p.typ, v.Pointer()))
	} else {
		k = p.pointee(d, k, v)
	}
	if k < 0 && !d.failed {
		return ^k
	}
	return k
}

// result is the error of a walk that reached the end.
func (d *engine) result() error {
	if d.fatal.err != nil {
		return d.fatal.settle()
	}
	return d.savedError()
}

// faultError is the error of a walk that stopped. A document with a token too long for
// positions is decoded here, by encoding/json; as that knows no Options, it is an error
// with any.
func (d *engine) faultError(o *Options, data []byte, v any) error {
	if d.tooLong {
		if o != nil && *o != (Options{}) {
			return errLongToken
		}
		return json.Unmarshal(data, v)
	}
	if err := d.syntaxError(data); err != nil {
		return err
	}
	// The engine found a fault where the exact grammar finds none: never seen, but if it
	// happens the document is decoded all the same.
	return json.Unmarshal(data, v)
}

// depthLimit is o.MaxDepth, also for no options.
func (o *Options) depthLimit() int {
	if o == nil {
		return 0
	}
	return o.MaxDepth
}
