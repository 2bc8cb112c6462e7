package decoder

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
)

// panicReader gives size bytes at a time, and panics instead of the read with number at.
type panicReader struct {
	rest     string
	size, at int
}

func (r *panicReader) Read(p []byte) (int, error) {
	if r.at--; r.at == 0 {
		panic("reader")
	}
	if r.rest == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), r.size)], r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// tryDecode is dec.Decode(v), with a panic as an error.
func tryDecode(dec interface{ Decode(v any) error }, v any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return dec.Decode(v)
}

// TestReaderPanics: a reader's panic leaves the Decoder where it was before the call, as
// encoding/json's is.
func TestReaderPanics(t *testing.T) {
	needClassic(t)
	doc := `[1] [` + strings.Repeat(`["a",{"b":[2,3]}],`, 60) + `4] {"x":5} 6 `
	for at := 1; at < 30; at++ {
		for _, size := range []int{7, 50, 300} {
			want, got := json.NewDecoder(&panicReader{doc, size, at}), NewDecoder(&panicReader{doc, size, at})
			for range 6 {
				var a, b any
				ea, eb := tryDecode(want, &a), tryDecode(got, &b)
				if fmt.Sprint(ea) != fmt.Sprint(eb) || !reflect.DeepEqual(a, b) || want.InputOffset() != got.InputOffset() {
					t.Fatalf("panic at read %d of %d bytes: got %v, %v at %d, want %v, %v at %d", at, size, b, eb, got.InputOffset(), a, ea, want.InputOffset())
				}
				if ea != nil && !strings.HasPrefix(ea.Error(), "panic") {
					break
				}
			}
		}
	}
}

// TestReaderPanicsInLongValue: of a value that is longer than the buffer the beginning is gone, and
// the Decoder says so.
func TestReaderPanicsInLongValue(t *testing.T) {
	dec := NewDecoder(&panicReader{`["` + strings.Repeat(`x","`, 300_000) + `"]`, 1 << 20, 9})
	var v struct{ A int }
	if err := tryDecode(dec, &v); err == nil || !strings.HasPrefix(err.Error(), "panic") {
		t.Fatal(err)
	}
	for range 2 {
		if err := tryDecode(dec, &v); err != errAbandoned {
			t.Error(err)
		}
	}
}

// callingReader calls its Decoder in the middle of the read with number at.
type callingReader struct {
	rest string
	at   int
	call func()
}

func (r *callingReader) Read(p []byte) (int, error) {
	if r.at--; r.at == 0 {
		r.call()
	}
	if r.rest == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), 3000)], r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// TestReaderCalls: a reader that calls its own Decoder gets a panic, whatever is being read,
// and if it recovers nothing has happened.
func TestReaderCalls(t *testing.T) {
	doc := `{"a":["` + strings.Repeat(`some more text","`, 3_000) + `"]} 12 "` + strings.Repeat("y", 10_000) + `" [3]`
	calls := []func(dec *Decoder){
		func(dec *Decoder) { dec.Decode(new(any)) },
		func(dec *Decoder) { dec.Token() },
		func(dec *Decoder) { dec.More() },
	}
	harmless := func(dec *Decoder) {
		dec.Buffered()
		dec.InputOffset()
		dec.Position()
		dec.Locate(io.EOF)
	}
	run := func(call func(dec *Decoder), at int, tokens bool) (results []any) {
		r := &callingReader{rest: doc, at: at}
		dec := NewDecoder(r)
		r.call = func() {
			harmless(dec)
			if call == nil {
				return
			}
			defer func() {
				if p := recover(); p != readerCalls {
					t.Errorf("read %d: recovered %v", at, p)
				}
			}()
			call(dec)
			t.Errorf("read %d: the Decoder could be used", at)
		}
		for {
			var v any
			var err error
			if tokens {
				v, err = dec.Token()
			} else {
				err = dec.Decode(&v)
			}
			results = append(results, v, err, dec.InputOffset())
			if err != nil {
				return results
			}
		}
	}
	for _, tokens := range []bool{false, true} {
		want := run(nil, 0, tokens)
		for at := 1; at < 50; at++ {
			for _, call := range append(calls, nil) {
				if got := run(call, at, tokens); !reflect.DeepEqual(got, want) {
					t.Fatalf("tokens %v, read %d: %.200v, want %.200v", tokens, at, got, want)
				}
			}
		}
	}
}

// TestReaderPanicsZero: what was decoded before the reader panicked is not there afterwards.
func TestReaderPanicsZero(t *testing.T) {
	for _, o := range []Options{{}, {MaxBytes: 1 << 20}} {
		var v map[string]any
		dec := o.NewDecoder(&panicReader{`{"a":1,"b":[` + strings.Repeat("2,", 100_000) + `2]}`, 40_000, 3})
		if err := tryDecode(dec, &v); err == nil || v != nil {
			t.Errorf("%.100v, %v", v, err)
		}
	}
}

// optionReader sets an option of its Decoder in the middle of its stream.
type optionReader struct {
	parts []string
	at    int
	set   func()
}

func (r *optionReader) Read(p []byte) (int, error) {
	if len(r.parts) == 0 {
		return 0, io.EOF
	}
	if r.at--; r.at == 0 {
		r.set()
	}
	n := copy(p, r.parts[0])
	r.parts = r.parts[1:]
	return n, nil
}

// TestReaderSetsOption: an option that the reader sets while a long value arrives is for the next one. (In
// encoding/json it is for this one already, all of which has been read before any of it is decoded. So it is here with
// a short one.)
func TestReaderSetsOption(t *testing.T) {
	for i := range 8 {
		at, first := 1+i/2, "["+strings.Repeat("1,", 50)
		if i%2 > 0 {
			first = "[ " + strings.Repeat("1,", firstBuffer/2-1) // fills it
		}
		r := &optionReader{parts: []string{first, "2", ",3", "]", "[4]", "[5]"}, at: at}
		dec := NewDecoder(r)
		r.set = dec.UseNumber
		for i, want := range []reflect.Type{reflect.TypeFor[float64](), reflect.TypeFor[Number](), reflect.TypeFor[Number]()} {
			var v []any
			if err := dec.Decode(&v); err != nil || len(v) == 0 {
				t.Fatal(v, err)
			}
			if i == 0 && (at == 1 || len(first) < firstBuffer) {
				want = reflect.TypeFor[Number]() // with its first byte, or before it was decoded
			}
			for _, e := range v {
				if reflect.TypeOf(e) != want {
					t.Fatalf("option set in read %d: value %d has a %T among %d elements", at, i, e, len(v))
				}
			}
		}
	}
}

// unexportedPart is embedded by pointer, which reflect cannot set.
type unexportedPart struct{ A int }

// TestUnsettablePart: what panics in encoding/json panics here, with the same words, and not before the
// whole document is known to be valid.
func TestUnsettablePart(t *testing.T) {
	type whole struct {
		*unexportedPart `json:"x"`
		B               int
	}
	call := func(f func() (any, error)) (s string) {
		defer func() {
			if r := recover(); r != nil {
				// Go 1.27's v2 engine calls another method of reflect for null.
				s = strings.ReplaceAll(fmt.Sprint("panic: ", r), "SetZero", "Set")
			}
		}()
		v, err := f()
		return fmt.Sprintf("%+v, %v", v, err)
	}
	panics := 0
	for _, doc := range []string{`{"x":{"A":1},"B":2}`, `{"x":{"A":1},"B":x}`, `{"x":{"A":1}`, `{"x":null,"B":2}`, `{"B":2}`} {
		for _, target := range []func() any{func() any { return new(whole) }, func() any { return new(struct{ W []whole }) }} {
			doc := doc
			if _, nested := target().(*whole); !nested {
				doc = `{"W":[` + doc + `]}`
			}
			got := call(func() (any, error) { v := target(); return v, Unmarshal([]byte(doc), v) })
			want := call(func() (any, error) { v := target(); return v, json.Unmarshal([]byte(doc), v) })
			if got != want {
				t.Errorf("%s: %s, want %s", doc, got, want)
			}
			got = call(func() (any, error) { v := target(); return v, NewDecoder(strings.NewReader(doc)).Decode(v) })
			want = call(func() (any, error) { v := target(); return v, json.NewDecoder(strings.NewReader(doc)).Decode(v) })
			if got != want {
				t.Errorf("Decode of %s: %s, want %s", doc, got, want)
			}
			if strings.HasPrefix(got, "panic: ") {
				panics++
			}
		}
	}
	if panics == 0 {
		t.Error("nothing panics: is it still the case that is meant?")
	}
}
