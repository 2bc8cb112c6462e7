package difftest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
)

// An Op is one call on a Decoder.
type Op byte

// The calls of a script.
const (
	OpDecode   Op = 'd' // Decode into a new target of the step's type
	OpAgain    Op = 'a' // Decode into the target of the last Decode
	OpToken    Op = 't'
	OpMore     Op = 'm'
	OpBuffered Op = 'b' // read Buffered to its end
	OpOffset   Op = 'o'
	OpNumber   Op = 'n' // UseNumber
	OpUnknown  Op = 'u' // DisallowUnknownFields
)

// A Step is a call with its target: a name of the registry and the seed of its
// contents (0: a zero value), or, in tables written by hand, what Make returns.
type Step struct {
	Op     Op
	Target string
	Fill   uint64
	Make   func() any
}

// A Script is a Decoder's life: a document, how it arrives, and the calls. After
// the last step the script goes on with Token until the end of the input or an
// error, if Drain is set.
type Script struct {
	Doc   []byte
	Feed  Feed
	Steps []Step
	Drain bool
}

// A side is one subject's half of a running script.
type side struct {
	sub  Subject
	r    *feedReader
	dec  Decoder
	last any
	// broken is set when Decode fails for good, lost when that was in a long value.
	broken, lost bool
}

// one runs one call. What can be told about it is the returned outcome and value.
func (s *side) one(st Step, target any) (o outcome, val any) {
	s.sub.enter()
	func() {
		defer func() { o.panic = recover() }()
		switch st.Op {
		case OpDecode, OpAgain:
			o.err = s.dec.Decode(target)
		case OpToken:
			val, o.err = s.dec.Token()
		case OpMore:
			val = s.dec.More()
		case OpBuffered:
			val, o.err = io.ReadAll(s.dec.Buffered())
		case OpOffset:
			val = s.dec.InputOffset()
		case OpNumber:
			s.dec.UseNumber()
		case OpUnknown:
			s.dec.DisallowUnknownFields()
		}
	}()
	o.calls = takeCalls()
	return o, val
}

// Run plays the script on both subjects, call by call, and returns the first
// difference, or nil. After every call InputOffset and Buffered are compared too:
// they must not disturb anything.
func (sc Script) Run(ref, sub Subject) error {
	one.Lock()
	defer one.Unlock()
	var x, y side
	for i, s := range []*side{&x, &y} {
		s.r = &feedReader{feed: sc.Feed, data: bytes.Clone(sc.Doc)}
		s.sub = []Subject{ref, sub}[i]
		s.dec = s.sub.NewDecoder(s.r)
	}
	exact := sc.Feed.exact()
	for i, st := range sc.Steps {
		if _, err := step(&x, &y, st, exact, sc.look(i)); err != nil {
			return fmt.Errorf("step %d (%s): %w", i, st, err)
		}
		if y.lost {
			return nil
		}
	}
	for i := 0; sc.Drain && i < min(len(sc.Doc)+4, 2000); i++ {
		failed, err := step(&x, &y, Step{Op: OpToken}, exact, sc.look(i))
		if err != nil {
			return fmt.Errorf("draining, token %d: %w", i, err)
		}
		if failed {
			break
		}
	}
	return nil
}

func (st Step) String() string {
	name := map[Op]string{
		OpDecode: "Decode", OpAgain: "Decode into the last target", OpToken: "Token", OpMore: "More",
		OpBuffered: "Buffered", OpOffset: "InputOffset", OpNumber: "UseNumber", OpUnknown: "DisallowUnknownFields",
	}[st.Op]
	if st.Op == OpDecode {
		return fmt.Sprintf("%s %s/%d", name, st.Target, st.Fill)
	}
	return name
}

// look reports whether Buffered is compared after call i: always in a short
// document, now and then in a long one, whose buffer would be read over and over.
func (sc Script) look(i int) bool { return len(sc.Doc) < 2000 || i%61 < 2 }

// step runs one call on both sides. It reports whether both returned an error, the
// same one, and the first difference between them.
func step(x, y *side, st Step, exact, look bool) (failed bool, err error) {
	// Objects of earlier steps are not held, so their addresses may come again:
	// each step is compared by itself.
	c := newComparer()
	if st.Op == OpAgain && x.last == nil {
		st.Op = OpDecode
	}
	if st.Op == OpDecode {
		mk := st.Make
		if mk == nil {
			t, ok := Lookup(st.Target)
			if !ok {
				return false, fmt.Errorf("no target named %q", st.Target)
			}
			mk = func() any { return t.Make(st.Fill) }
		}
		x.last, y.last = mk(), mk()
	}
	decode := st.Op == OpDecode || st.Op == OpAgain
	c.grown = st.Op == OpAgain
	if decode {
		if err := c.anchor(reflect.ValueOf(x.last), reflect.ValueOf(y.last)); err != nil {
			return false, fmt.Errorf("the targets differ before the call: %w", err)
		}
	}
	oa, va := x.one(st, x.last)
	ob, vb := y.one(st, y.last)
	if err := c.outcomes(oa, ob); err != nil {
		return false, err
	}
	if decode {
		if err := c.after(reflect.ValueOf(x.last), reflect.ValueOf(y.last)); err != nil {
			return false, fmt.Errorf("target %w", err)
		}
	}
	if st.Op == OpBuffered {
		va = append(va.([]byte), x.r.rest()...)
		vb = append(vb.([]byte), y.r.rest()...)
	}
	if err := c.values(reflect.ValueOf(va), reflect.ValueOf(vb)); err != nil {
		return false, fmt.Errorf("result %w", err)
	}
	if a, b := x.dec.InputOffset(), y.dec.InputOffset(); a != b {
		return false, fmt.Errorf("then InputOffset: want %d, got %d", a, b)
	}
	if (st.Op == OpDecode || st.Op == OpAgain) && !x.broken && sticks(oa.err) {
		x.broken, look = true, true
	}
	if look {
		if err := buffered(x, y, exact); err != nil {
			return false, err
		}
	}
	if exact && x.r.reads != y.r.reads {
		return false, fmt.Errorf("calls of Read: want %d, got %d", x.r.reads, y.r.reads)
	}
	return oa.err != nil || oa.panic != nil, nil
}

// longValue is the length from which on a Decoder may treat a value that turns out to
// be broken, in its syntax or because the reader failed, unlike encoding/json: it
// holds a buffer, not the value, and cannot show the value's beginning to Buffered,
// More and Token. Decode returns the same error for ever then. This is the one
// allowance that the comparison makes: such a script ends there.
const longValue = 32 << 10

// sticks reports whether err is one that a Decoder returns from then on.
func sticks(err error) bool {
	_, syntax := err.(*json.SyntaxError)
	return syntax || err == io.EOF || err == io.ErrUnexpectedEOF || err == ErrFeed
}

func buffered(x, y *side, exact bool) error {
	a, err := io.ReadAll(x.dec.Buffered())
	if err != nil {
		return err
	}
	b, err := io.ReadAll(y.dec.Buffered())
	if err != nil {
		return fmt.Errorf("reading Buffered: %w", err)
	}
	if x.broken && len(a)+len(x.r.rest()) > longValue {
		y.lost = true
		return nil
	}
	if exact && !bytes.Equal(a, b) {
		return fmt.Errorf("then Buffered: want %s, got %s", show(string(a)), show(string(b)))
	}
	if !exact {
		// The two have read differently far: what is left in all must be the same.
		a, b = append(a, x.r.rest()...), append(b, y.r.rest()...)
		if !bytes.Equal(a, b) {
			return fmt.Errorf("then Buffered and the reader's rest: want %s, got %s", show(string(a)), show(string(b)))
		}
	}
	return nil
}

var _ Decoder = (*json.Decoder)(nil)
