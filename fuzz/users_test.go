package fuzz

// Methods of the user's that do what they should not: they panic, call the decoder again, change
// the target or the input under it. None of it may do harm beyond the call.

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"

	"swarjson/decoder"
)

// hook is what an unruly's method does: tests set it. They do not run in parallel.
var hook func(b []byte) error

// unruly calls hook, by UnmarshalJSON.
type unruly struct{ Got string }

func (u *unruly) UnmarshalJSON(b []byte) error {
	u.Got = string(b)
	return hook(b)
}

// unrulyText is unruly by UnmarshalText, also as a key.
type unrulyText string

func (u *unrulyText) UnmarshalText(b []byte) error {
	*u = unrulyText(b)
	return hook(b)
}

// club has unruly members everywhere.
type club struct {
	Before []int
	U      *unruly
	T      unrulyText
	List   []unruly
	Map    map[unrulyText]unruly
	After  map[string]any
}

var clubDoc = []byte(`{"Before":[1,2,3],"U":{"a":[1,2]},"T":"text\n","List":[1,"two",[3]],"Map":{"key":{"x":1},"k2":null},"After":{"x":[1,{"y":"z"}],"` + strings.Repeat("long", 600) + `":"` + strings.Repeat("long", 9000) + `"}}`)

// recovered runs do and returns what it panicked with, or nil.
func recovered(do func()) (e any) {
	defer func() { e = recover() }()
	do()
	return nil
}

// TestPanics: the n-th call of a method panics. The caller recovers; the target is what encoding/json
// would have left, the next calls work, and so does the Decoder that it happened in.
func TestPanics(t *testing.T) {
	classic(t)
	quiet := func([]byte) error { return nil }
	hook = quiet
	var whole club
	if err := json.Unmarshal(clubDoc, &whole); err != nil {
		t.Fatal(err)
	}
	fail := errors.New("panic")
	for n := 1; ; n++ {
		calls := 0
		arm := func() {
			calls = 0
			hook = func([]byte) error {
				if calls++; calls == n {
					panic(fail)
				}
				return nil
			}
		}
		var want, got, streamed club
		arm()
		wantPanic := recovered(func() { _ = json.Unmarshal(clubDoc, &want) })
		if wantPanic == nil {
			if n < 9 {
				t.Errorf("only %d calls", n-1)
			}
			break
		}
		arm()
		if e := recovered(func() { _ = decoder.Unmarshal(clubDoc, &got) }); e != fail {
			t.Fatalf("call %d: panic %v", n, e)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("call %d: the target is another one", n)
		}
		arm()
		stream := bytes.Repeat(append(bytes.Clone(clubDoc), " [1,2] "...), 3)
		dec := decoder.NewDecoder(&piecesReader{stream, 777})
		if e := recovered(func() { _ = dec.Decode(&streamed) }); e != fail {
			t.Fatalf("call %d: panic %v", n, e)
		}
		if !reflect.DeepEqual(streamed, want) {
			t.Errorf("call %d: the target of the stream is another one", n)
		}
		// The rest of the stream.
		hook = quiet
		for i := range 3 {
			var ints []int
			if err := dec.Decode(&ints); err != nil || !reflect.DeepEqual(ints, []int{1, 2}) {
				t.Fatalf("call %d: after the panic: %v, %v", n, ints, err)
			}
			if i == 2 {
				break
			}
			var again club
			if err := dec.Decode(&again); err != nil || !reflect.DeepEqual(again, whole) {
				t.Fatalf("call %d: after the panic: %v", n, err)
			}
		}
		if err := dec.Decode(new(any)); err != io.EOF {
			t.Errorf("call %d: at the end: %v", n, err)
		}
		var again club
		if err := decoder.Unmarshal(clubDoc, &again); err != nil || !reflect.DeepEqual(again, whole) {
			t.Fatalf("call %d: the next Unmarshal: %v", n, err)
		}
	}
}

// TestReaderPanics: a reader panics in the middle of a value.
func TestReaderPanics(t *testing.T) {
	hook = func([]byte) error { return nil }
	for n := range 60 {
		r := &panicReader{piecesReader{clubDoc, 700}, n}
		for _, v := range []any{new(any), new(club), new(Prey), new(int)} {
			dec := decoder.NewDecoder(r)
			_ = recovered(func() { _ = dec.Decode(v) })
			_ = recovered(func() { _, _ = dec.Token() })
			_ = recovered(func() { _ = dec.Decode(v) })
		}
		var want, got Prey
		doc := []byte(`{"A":1,"B":[1,2]}`)
		if err := decoder.Unmarshal(doc, &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(doc, &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatal(err, got)
		}
	}
}

// panicReader panics after so many reads.
type panicReader struct {
	piecesReader
	left int
}

func (r *panicReader) Read(p []byte) (int, error) {
	if r.left--; r.left < 0 {
		panic("reader")
	}
	return r.piecesReader.Read(p)
}

// TestReentrant: a method calls the decoder again, for the same type, for the same Decoder, while the
// outer call is in the middle of its work.
func TestReentrant(t *testing.T) {
	depth := 0
	var inner func() error
	hook = func(b []byte) error {
		if depth > 3 {
			return nil
		}
		depth++
		defer func() { depth-- }()
		return inner()
	}
	quiet := func(do func() error) error {
		saved := hook
		hook = func([]byte) error { return nil }
		defer func() { hook = saved }()
		return do()
	}
	var want club
	if err := quiet(func() error { return json.Unmarshal(clubDoc, &want) }); err != nil {
		t.Fatal(err)
	}
	inner = func() error {
		var c club
		if err := decoder.Unmarshal(clubDoc, &c); err != nil || !reflect.DeepEqual(c, want) {
			t.Errorf("inner call: %v", err)
		}
		var v any
		if decoder.Unmarshal(clubDoc[:len(clubDoc)-1], &v) == nil || !decoder.Valid(clubDoc) {
			t.Error("inner Valid")
		}
		return nil
	}
	var got club
	small := []byte(`{"Before":[1],"U":1,"List":[{}],"Map":{"k":1},"T":"t","After":{"a":["b"]}}`)
	if err := decoder.Unmarshal(small, &got); err != nil {
		t.Fatal(err)
	}
	var wantSmall club
	if err := quiet(func() error { return json.Unmarshal(small, &wantSmall) }); err != nil || !reflect.DeepEqual(got, wantSmall) {
		t.Errorf("outer call: %v, %+v", err, got)
	}

	// The same Decoder: the method takes values out of the stream that are behind its own. (encoding/json
	// loses its place here, and panics.)
	for _, pieces := range []int{1, 7, 1000} {
		const one = `{"U":1,"Before":[7],"List":[{}]} {"inner":1} [[2]] "behind" `
		dec := decoder.NewDecoder(&piecesReader{[]byte(strings.Repeat(one, 100)), pieces})
		var taken []any
		hook = func([]byte) error {
			var v any
			err := dec.Decode(&v)
			taken = append(taken, v)
			return err
		}
		for i := range 100 {
			taken = nil
			var c club
			if err := dec.Decode(&c); err != nil {
				t.Fatalf("%d bytes at a time, value %d: %v", pieces, i, err)
			}
			if !reflect.DeepEqual(c, club{U: &unruly{"1"}, Before: []int{7}, List: []unruly{{"{}"}}}) ||
				!reflect.DeepEqual(taken, []any{map[string]any{"inner": 1.0}, []any{[]any{2.0}}}) {
				t.Fatalf("%d bytes at a time, value %d: %+v, inside %v", pieces, i, c, taken)
			}
			var s string
			if err := dec.Decode(&s); err != nil || s != "behind" {
				t.Fatalf("%d bytes at a time, value %d: %q, %v", pieces, i, s, err)
			}
		}
		if err := dec.Decode(new(any)); err != io.EOF {
			t.Errorf("at the end: %v", err)
		}
	}
}

// TestTargetChangesUnderway: a method takes away, or replaces, what the decoder is just filling.
// Whatever comes of it, memory that is not the target's stays as it is.
func TestTargetChangesUnderway(t *testing.T) {
	var c *club
	for name, change := range map[string]func(){
		"slices go":    func() { c.Before, c.List = nil, nil },
		"maps go":      func() { c.Map, c.After = nil, nil },
		"pointers go":  func() { c.U = nil },
		"all goes":     func() { *c = club{} },
		"slices grow":  func() { c.List = append(c.List, unruly{"x"}, unruly{"y"}) },
		"slices moved": func() { c.List = append(make([]unruly, 0, 100), c.List...) },
		"maps grow": func() {
			if c.Map != nil {
				c.Map["more"] = unruly{}
				clear(c.Map)
			}
		},
	} {
		for _, r := range roads {
			calls := 0
			hook = func([]byte) error {
				calls++
				change()
				return nil
			}
			fence := [2]uint64{0x1122334455667788, 0x99aabbccddeeff00}
			around := struct {
				low  [2]uint64
				c    club
				high [2]uint64
			}{fence, club{}, fence}
			c = &around.c
			e := recovered(func() { _ = r.decode(clubDoc, c) })
			if around.low != fence || around.high != fence {
				t.Errorf("%s, %s: memory around the target changed", name, r.name)
			}
			if calls < 3 {
				t.Errorf("%s, %s: %d calls, panic %v", name, r.name, calls, e)
			}
		}
	}
	var v any
	if err := decoder.Unmarshal(clubDoc, &v); err != nil {
		t.Error(err)
	}
}

// TestInputChangesUnderway: a method overwrites the bytes that it was given, and the document around
// them (which it can reach, since the caller has it). There is no right result, but
// no crash either, and strings that were decoded before do not change.
func TestInputChangesUnderway(t *testing.T) {
	for _, junk := range []byte{0, ' ', '"', '\\', '[', ']', '{', '}', ',', ':', '9', '-', 'x', 'n', 0x80, 0xff} {
		for _, at := range []int{1, 2, 4} {
			doc := bytes.Clone(clubDoc)
			calls := 0
			hook = func(b []byte) error {
				for i := range b {
					b[i] = junk
				}
				if calls++; calls == at {
					for i := range doc {
						doc[i] = junk
					}
				}
				return nil
			}
			var c club
			_ = recovered(func() { _ = decoder.Unmarshal(doc, &c) })
			if !reflect.DeepEqual(c.Before, []int{1, 2, 3}) {
				t.Errorf("%q: %v", junk, c.Before)
			}
			if at > 2 && c.T != "text\n" {
				t.Errorf("%q: %q", junk, c.T)
			}
		}
	}
}
