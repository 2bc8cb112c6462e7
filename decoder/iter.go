// Iterators over streams: one value at a time, the rest of the stream skipped.
//
// They run on a Decoder of their own. Arrays and objects on the way to what is
// wanted are walked through as Token does, so that the first element is there as
// soon as its last byte is; what lies beside the way is skipped by the engine.

package decoder

import (
	"fmt"
	"io"
	"iter"
	"reflect"
)

// A Member is a name of an object and its value.
type Member[T any] struct {
	Name  string
	Value T
}

// A StreamError is an error of a value in a stream, and its place there. Iterators
// yield all their errors as *StreamError. It wraps Err.
type StreamError struct {
	// Position is where the error is: see [Decoder.Locate]. For errors that are about
	// the value as a whole, such as that of an UnmarshalJSON method, it is where the
	// value begins.
	Position Position

	// Err is the error as Decode returns it. Offsets of a SyntaxError count from the
	// stream's start, those of others from where the value before it ends.
	Err error
}

func (e *StreamError) Error() string {
	p := &e.Position
	if pointer := p.Pointer(); pointer != "" {
		return fmt.Sprintf("line %d, column %d, %s: %v", p.Line, p.Column, pointer, e.Err)
	}
	return fmt.Sprintf("line %d, column %d: %v", p.Line, p.Column, e.Err)
}

// Unwrap returns e.Err.
func (e *StreamError) Unwrap() error { return e.Err }

// Values returns the values of a stream, one after the other up to its end: with
// white space between them, such as newlines, or without. opts are the Options
// to decode with, one at the most.
//
//	for record, err := range decoder.Values[Record](r) {
//		if err != nil {
//			return err
//		}
//		…
//	}
//
// Each value is yielded as soon as its last byte has been read (for a number, or a
// string, true, false or null at the top level, the byte behind it). It may be kept.
//
// After an error of the reader or of syntax, or ErrTooLarge, which is yielded with
// what T's zero value is, there are no more values. After any other error, such as an
// UnmarshalTypeError, which is yielded with what could be decoded, the next value
// follows, unless the loop is left. Every error is a [*StreamError].
//
// The sequence reads from r, so it can be run once. When the loop is left, it has
// read more of r than the values it has yielded. It starts no goroutines.
func Values[T any](r io.Reader, opts ...Options) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		s := newSequence[T](r, opts)
		for dec := s.dec; dec.moreValues(); {
			s.decode()
			if !yield(s.result()) || dec.err != nil {
				dec.retire()
				return
			}
		}
		if s.dec.err != nil {
			yield(s.failure())
		}
		s.dec.retire()
	}
}

// Elements returns the elements of the array that pointer, a JSON Pointer (RFC 6901),
// leads to in the document that is read from r; "" is the document itself. If there
// is null, that is an array without elements.
//
//	for user, err := range decoder.Elements[User](r, "/response/users") { … }
//
// Everything else in the document is skipped: it is checked to be valid, and takes no
// memory, whatever its size, except that a single string or number is held as a
// whole. Where an object on the way has a name twice, the first one counts. Behind the last
// element the rest of the stream is read too: it must be the rest of this one document,
// as for Unmarshal, so that another value behind it is an error. (To be
// content with the elements, leave the loop.)
//
// Options concern each element: MaxDepth and MaxBytes count from where it begins. MaxDepth
// counts so for every value that is skipped, too. MaxBytes also concerns the strings, numbers
// and names of the arrays and objects on the way, and those that are deeper in what is skipped if they
// have more than 64 KiB. Names and text that are skipped may be duplicate or not Unicode.
//
// If pointer leads nowhere, or not to an array, or is none, that is a
// [*PointerError]. For all other errors, and what else there is to say, see [Values].
func Elements[T any](r io.Reader, pointer string, opts ...Options) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		s := newSequence[T](r, opts)
		dec := s.dec
		for more := dec.seek(pointer, '[') && dec.moreElements(); more; more = dec.moreElements() {
			s.decode()
			if !yield(s.result()) || dec.err != nil {
				dec.retire()
				return
			}
		}
		if !dec.finish() {
			yield(s.failure())
		}
		dec.retire()
	}
}

// Members returns the members of the object that pointer leads to, in the order of
// the document: all of them, also where a name comes twice (RejectDuplicateNames does
// not concern the names of this object, for they are not kept). It is otherwise like
// [Elements].
//
//	for m, err := range decoder.Members[Item](r, "/items") { … m.Name, m.Value … }
//
// With a type error, Name is set.
func Members[T any](r io.Reader, pointer string, opts ...Options) iter.Seq2[Member[T], error] {
	return func(yield func(Member[T], error) bool) {
		s := newSequence[T](r, opts)
		dec := s.dec
		for more := dec.seek(pointer, '{') && dec.moreMembers(); more; more = dec.moreMembers() {
			name, ok := dec.memberName()
			if !ok {
				break
			}
			s.decode()
			v, err := s.result()
			if !yield(Member[T]{name, v}, err) || dec.err != nil {
				dec.retire()
				return
			}
		}
		if !dec.finish() {
			_, err := s.failure()
			yield(Member[T]{}, err)
		}
		dec.retire()
	}
}

// sequence decodes values of a stream into one variable, of which copies are yielded.
type sequence[T any] struct {
	dec *stream
	v   *T
	err error

	// keep: methods of T, or of its parts, are called, and may have kept v.
	keep bool
}

func newSequence[T any](r io.Reader, opts []Options) *sequence[T] {
	var o Options
	switch len(opts) {
	case 0:
	case 1:
		o = opts[0]
	default:
		panic("json: more than one Options")
	}
	return &sequence[T]{dec: o.NewDecoder(r).awake(), v: new(T), keep: planOf(reflect.TypeFor[T]()).userCode}
}

// decode decodes the value that comes next.
func (s *sequence[T]) decode() {
	s.dec.scanned = s.dec.in.offset()
	s.err = s.dec.decode(s.v)
}

// result returns the value that decode has decoded, and its error.
func (s *sequence[T]) result() (v T, err error) {
	v = *s.v
	if s.keep {
		s.v = new(T)
	} else {
		var zero T
		*s.v = zero
	}
	if s.err != nil {
		err = s.dec.located(s.err)
	}
	return v, err
}

// failure returns a zero value and the error that the decoder stays failed with.
func (s *sequence[T]) failure() (zero T, err error) { return zero, s.dec.located(s.dec.err) }

// located returns err, one of the last value's, with its position.
func (dec *stream) located(err error) error {
	if e, ok := err.(*StreamError); ok && err == dec.err {
		return e
	}
	p, ok := dec.locate(err)
	if !ok {
		p = dec.valuePosition(err)
	}
	return &StreamError{Position: p, Err: err}
}
