package difftest

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"sync"
)

// one lets a single comparison run at a time: the log of calls of user methods
// belongs to it.
var one sync.Mutex

// tails follow the input in memory, beyond its length. A decoder that reads one
// byte too many sees a document that goes on.
var tails = []string{"0", `"`, "}", "]", ",", "e5", ".5", ":1}", " ", "\\", "true", "\xff", "\x80", "null"}

// An input is a document in a buffer of its own, with something behind it.
type input struct {
	buf, copy []byte
	n         int
}

func newInput(doc []byte) *input {
	tail := tails[(len(doc)*7+sum(doc))%len(tails)]
	buf := make([]byte, 0, len(doc)+64)
	buf = append(buf, doc...)
	for len(buf) < cap(buf) {
		buf = append(buf, tail...)
		if len(buf) > len(doc)+48 {
			break
		}
	}
	return &input{buf: buf, copy: bytes.Clone(buf), n: len(doc)}
}

func sum(b []byte) int {
	s := 0
	for _, c := range b[max(0, len(b)-8):] {
		s += int(c)
	}
	return s
}

func (in *input) data() []byte { return in.buf[:in.n:in.n] }

// finish reports a write to the buffer, and then overwrites it: what was decoded
// must not change with it.
func (in *input) finish() error {
	var err error
	if !bytes.Equal(in.buf, in.copy) {
		err = errors.New("the input was written to")
	}
	for i := range in.buf {
		in.buf[i] = 0xAA
	}
	return err
}

// calls is the log of calls of user methods that the targets' types keep.
var calls []string

func logCall(typ string, arg []byte) {
	if len(calls) < 10_000 {
		calls = append(calls, typ+" "+string(arg))
	}
}

func takeCalls() []string {
	c := calls
	calls = nil
	return c
}

// An outcome is all that one call leaves behind, its target aside.
type outcome struct {
	err   error
	panic any
	calls []string
	input error
}

// inside is what user methods that decode call: the package that called them.
var inside func(data []byte, v any) error

func (s Subject) enter() {
	calls = nil
	inside = func(data []byte, v any) error { return s.Unmarshal(Options{}, data, v) }
}

func unmarshal(s Subject, opt Options, doc []byte, v any) (o outcome) {
	in := newInput(doc)
	s.enter()
	func() {
		defer func() { o.panic = recover() }()
		o.err = s.Unmarshal(opt, in.data(), v)
	}()
	o.calls = takeCalls()
	o.input = in.finish()
	return o
}

func (c *comparer) outcomes(a, b outcome) error {
	if err := c.panics(a.panic, b.panic); err != nil {
		return err
	}
	if err := c.errs(a.err, b.err); err != nil {
		return err
	}
	for i := range max(len(a.calls), len(b.calls)) {
		x, y := "none", "none"
		if i < len(a.calls) {
			x = a.calls[i]
		}
		if i < len(b.calls) {
			y = b.calls[i]
		}
		if x != y {
			return fmt.Errorf("call %d of a user method: want %s, got %s", i, show(x), show(y))
		}
	}
	return b.input
}

// Unmarshal decodes doc with both subjects into what mk returns, which must be
// the same for every call, and returns the first difference, or nil.
func Unmarshal(ref, sub Subject, opt Options, doc []byte, mk func() any) error {
	one.Lock()
	defer one.Unlock()
	c := newComparer()
	va, vb := mk(), mk()
	a, b := reflect.ValueOf(va), reflect.ValueOf(vb)
	if err := c.anchor(a, b); err != nil {
		return fmt.Errorf("the target's constructor is not deterministic: %w", err)
	}
	oa := unmarshal(ref, opt, doc, va)
	ob := unmarshal(sub, opt, doc, vb)
	if err := c.outcomes(oa, ob); err != nil {
		return err
	}
	if err := c.after(a, b); err != nil {
		return fmt.Errorf("target %w", err)
	}
	return nil
}

// Valid compares the two subjects' Valid.
func Valid(ref, sub Subject, doc []byte) error {
	x, y := newInput(doc), newInput(doc)
	a, b := ref.Valid(x.data()), sub.Valid(y.data())
	if a != b {
		return fmt.Errorf("Valid: want %v, got %v", a, b)
	}
	return y.finish()
}
