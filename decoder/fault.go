// What can go wrong, and how it travels.
//
// A set function reports an event by a negative result. There are three:
//
//   - a syntax fault (d.failed): everyone returns at once; the fault's place
//     and what the grammar expected there are in d, and the error is worded
//     later (syntaxError). The number returned has no meaning.
//   - a type error (in d.saved), the first of the call unless more are wanted
//     (maxErrors): decoding goes on. The result is ^k, where k is the entry to go on at. Struct
//     and Field of the error are filled in on the way up: each struct adds its
//     field's name, finishes its other members, and passes ^k on.
//   - a fatal error (d.fatal), from a method or a bad quoted number: nothing
//     more is stored. Also ^k; each container adds its name, skips (and thereby
//     validates) its other members, and passes ^k on.
//
// Whoever gets a negative number and is a container calls unwindElem or
// unwindMember, which tell these apart, and goes on if there is a way. The good path
// pays one sign test per value.

package decoder

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"swarjson/internal/syntax"
)

// fault says what the grammar expected where the walk stopped.
type fault = syntax.State

// faultValue: a value. The container that it is in, or the top level, makes it
// the state of the grammar that it knows.
const faultValue fault = 0xff

// fail records a syntax fault at entry k, or in the token there.
func (d *engine) fail(k int, expected fault) int {
	d.failed = true
	d.faultOff = d.offset(k)
	d.faultKind = expected
	return -1
}

// failedIn tells what kind of container a value that failed was in.
func (d *engine) failedIn(st fault) {
	if d.faultKind == faultValue {
		d.faultKind = st
	}
}

// typeError is a saved error that may still be on its way up.
type typeError struct {
	err error
	// level is how many containers are open where err needs context next; it is
	// out of reach if err takes none.
	level int
	// inContext: the innermost struct has named itself.
	inContext bool
	// path holds the fields on the way up, the innermost first. They are joined in
	// the end: ten thousand paths, each longer than the one before, are quadratic.
	path []string
}

// saveTypeError keeps a type error, if no more than maxErrors are kept by then, and
// returns the event for the caller: ^k if context is to be added on the way up,
// else k.
func (d *engine) saveTypeError(k int, value string, t reflect.Type, offset int) int {
	if len(d.saved) >= d.maxErrors {
		return k
	}
	err := &UnmarshalTypeError{Value: value, Type: t, Offset: int64(offset)}
	d.saved = append(d.saved, typeError{err: err, level: d.depth})
	return ^k
}

// saveError keeps an error that takes no context.
func (d *engine) saveError(err error) {
	if len(d.saved) < d.maxErrors {
		d.saved = append(d.saved, typeError{err: err, level: noLimit})
	}
}

// savedError is what was saved, as one error.
func (d *engine) savedError() error {
	switch len(d.saved) {
	case 0:
		return nil
	case 1:
		return d.saved[0].settle()
	}
	all := make([]error, len(d.saved))
	for i := range d.saved {
		all[i] = d.saved[i].settle()
	}
	return errors.Join(all...)
}

// stop makes err the call's error.
func (d *engine) stop(k int, err error) int {
	d.fatal = typeError{err: err}
	return ^k
}

// lift takes the errors that come from a value in the innermost container one
// level up. If that is a struct, of type t, f is the value's field.
func (d *engine) lift(t reflect.Type, f *field) {
	if d.fatal.err != nil {
		d.fatal.addContext(t, f)
		return
	}
	// Those that come from the value are the last ones, after all that are further up.
	for i := len(d.saved) - 1; i >= 0 && d.saved[i].level >= d.depth; i-- {
		if e := &d.saved[i]; e.level == d.depth {
			e.addContext(t, f)
			e.level--
		}
	}
}

// addContext prepends the field's path to the error's, as encoding/json names it.
func (te *typeError) addContext(t reflect.Type, f *field) {
	e, ok := te.err.(*UnmarshalTypeError)
	if !ok || f == nil {
		return
	}
	if !te.inContext {
		te.inContext = true
		e.Struct = t.Name()
	}
	te.path = append(te.path, f.path)
}

// settle returns the error with all of its context.
func (te *typeError) settle() error {
	if e, ok := te.err.(*UnmarshalTypeError); ok && len(te.path) > 0 {
		slices.Reverse(te.path)
		if e.Field != "" { // from a method of the user's
			te.path = append(te.path, e.Field)
		}
		e.Field = strings.Join(te.path, ".")
		te.path = nil
	}
	return te.err
}

// unwindElem handles a negative result of an element's set function. It returns the
// entry to go on at, or a negative result to pass on.
func (d *engine) unwindElem(k int) int { return d.unwind(k, syntax.Elem, nil, nil) }

// unwindMember is unwindElem for the value of a member, which for a struct of type t is
// field f.
func (d *engine) unwindMember(k int, t reflect.Type, f *field) int {
	return d.unwind(k, syntax.MemberValue, t, f)
}

// unwind is behind both; st is the grammar's state in which the value stood.
func (d *engine) unwind(k int, st fault, t reflect.Type, f *field) int {
	if d.failed {
		d.failedIn(st)
		return k
	}
	d.lift(t, f)
	k = ^k
	if d.fatal.err != nil {
		if k = d.skipRest(k, st == syntax.MemberValue); k >= 0 {
			k = ^k
		}
	}
	return k
}

// mismatch handles a value that a plan for type t cannot take. k is its entry.
// It saves the type error that encoding/json reports and skips the value.
func (d *engine) mismatch(k int, t reflect.Type) int {
	switch d.tok(k) {
	case '[', '{':
		value := "array"
		if d.tok(k) == '{' {
			value = "object"
		}
		offset := d.offset(k) + 1
		d.mark = offset - 1
		k = d.skip(k)
		if k < 0 {
			return k
		}
		return d.saveTypeError(k, value, t, offset)
	case '"':
		end := d.offset(k+1) + 1
		if k = d.skip(k); k < 0 {
			return k
		}
		return d.saveTypeError(k, "string", t, end)
	case 't', 'f':
		item := d.literal(k)
		if item == 0 {
			return d.fail(k, faultValue)
		}
		return d.saveTypeError(k+1, "bool", t, d.offset(k)+item)
	case 'n':
		// null leaves whatever is no pointer, interface, map or slice alone.
		if !isNull(d.ptr(k)) {
			return d.fail(k, faultValue)
		}
		return k + 1
	default:
		n := d.number(k)
		if n == 0 {
			return d.fail(k, faultValue)
		}
		return d.saveTypeError(k+1, "number", t, d.offset(k)+n)
	}
}

// mismatchNumber handles a number that does not fit type t, or anything else
// but a number.
func (d *engine) mismatchNumber(k int, t reflect.Type) int {
	c := d.tok(k)
	if c != '-' && c-'0' > 9 {
		return d.mismatch(k, t)
	}
	n := d.number(k)
	if n == 0 {
		return d.fail(k, faultValue)
	}
	return d.saveTypeError(k+1, "number "+string(d.ptr(k).Bytes(n)), t, d.offset(k)+n)
}

// syntaxError words the fault that the walk stopped at. data is the document.
func (d *engine) syntaxError(data []byte) error {
	if err := syntax.FindDepth(data, min(d.faultOff, len(data)), d.faultKind, d.depth, d.maxDepth); err != nil {
		return err
	}
	return syntax.CheckDepth(data, d.maxDepth)
}
