package decoder

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestStrictOptions checks what each option refuses, where, that nothing else is
// refused, and that the target stays as it was.
func TestStrictOptions(t *testing.T) {
	many := func(n int, last string) string {
		var b strings.Builder
		b.WriteString("{")
		for i := range n {
			fmt.Fprintf(&b, `"n%d":%d,`, i, i)
		}
		return b.String() + last + ":0}"
	}
	dup := Options{RejectDuplicateNames: true}
	utf := Options{RejectInvalidUTF8: true}
	for _, c := range []struct {
		o      Options
		doc    string
		reason error
		name   string
		offset int64
	}{
		{dup, `{"a":1,"b":2}`, nil, "", 0},
		{dup, `{"a":1,"a":2}`, ErrDuplicateName, "a", 7},
		{dup, `{"a":1,"\u0061":2}`, ErrDuplicateName, "a", 7},
		{dup, `{"a":1,"A":2}`, nil, "", 0},
		{dup, `[{"a":1},{"a":2}]`, nil, "", 0},
		{dup, `{"a":{"a":[{"a":"a"}]},"b":"a","c":["a","a"]}`, nil, "", 0},
		{dup, `{"a":{"x":[],"x":[]}}`, ErrDuplicateName, "x", 13},
		{dup, `{"a":{"x":[{}]},"":1,"":2}`, ErrDuplicateName, "", 21},
		{dup, `{"` + "\xff" + `":1,"` + "\xfe" + `":2}`, ErrDuplicateName, "\ufffd", 7},
		{dup, many(15, `"n3"`), ErrDuplicateName, "n3", 116},
		{dup, many(40, `"n39"`), ErrDuplicateName, "n39", 341},
		{dup, many(40, `"n40"`), nil, "", 0},
		{dup, many(9000, `"n0"`), ErrDuplicateName, "n0", int64(strings.Index(many(9000, `"n0"`), `"n0":0}`))},
		{dup, `["` + "\xff" + `"]`, nil, "", 0},
		{utf, `{"a":1,"a":2}`, nil, "", 0},
		{utf, `["é","日本","\ud83d\ude00","\u0000","\\ud800"]`, nil, "", 0},
		{utf, `["ok","` + "b\xffd" + `"]`, ErrInvalidUTF8, "", 8},
		{utf, `{"` + "\xc0" + `":1}`, ErrInvalidUTF8, "", 2},
		{utf, `["a\ud800"]`, ErrInvalidUTF8, "", 3},
		{utf, `["\udc00\ud800"]`, ErrInvalidUTF8, "", 2},
		{utf, `["\ud83d\ude00\ud83d"]`, ErrInvalidUTF8, "", 14},
		{utf, `["\ud800\n` + "\xff" + `"]`, ErrInvalidUTF8, "", 2},
		{utf, `["` + "\xff" + `\ud800"]`, ErrInvalidUTF8, "", 2},
		{Options{RejectDuplicateNames: true, RejectInvalidUTF8: true}, `{"a":"\ud800","a":1}`, ErrInvalidUTF8, "", 6},
	} {
		for _, prefix := range []string{"", strings.Repeat(" ", 5000), strings.Repeat(" ", windowSize-3)} {
			doc := prefix + c.doc
			check := func(how string, target any, err error) {
				t.Helper()
				var r *RejectedError
				switch {
				case c.reason == nil && err != nil:
					t.Errorf("%s %.60q: %v", how, c.doc, err)
				case c.reason == nil:
				case !errors.As(err, &r) || !errors.Is(err, c.reason) || r.Name != c.name || r.Offset != c.offset+int64(len(prefix)):
					t.Errorf("%s %.60q: got %#v, want %v %q at %d", how, c.doc, err, c.reason, c.name, c.offset+int64(len(prefix)))
				case target != nil:
					t.Errorf("%s %.60q: the target was changed: %v", how, c.doc, target)
				}
			}
			var a, b any
			check("Unmarshal", a, c.o.Unmarshal([]byte(doc), &a))
			err := c.o.NewDecoder(strings.NewReader(doc)).Decode(&b)
			check("Decode", b, err)
		}
	}
	// A syntax error comes first, wherever it is.
	var v any
	var se *SyntaxError
	if err := dup.Unmarshal([]byte(`{"a":1,"a":2`), &v); !errors.As(err, &se) {
		t.Errorf("got %v, want a SyntaxError", err)
	}
}

// TestMaxTypeErrors checks that all type errors are found, with their context.
func TestMaxTypeErrors(t *testing.T) {
	type inner struct {
		N int
		M map[string]int8
	}
	type outer struct {
		A int
		B []inner
		C *inner
		D any
	}
	const doc = `{"A":"x","B":[{"N":true,"M":{"k":300,"l":1}},{"N":2},{"N":[]}],"C":{"M":{"a":"b"},"N":1.5},"D":{"x":[1e999]}}`
	want := []string{
		"string into Go struct field outer.A of type int",
		"bool into Go struct field inner.B.N of type int",
		"number 300 into Go struct field inner.B.M of type int8",
		"array into Go struct field inner.B.N of type int",
		"string into Go struct field inner.C.M of type int8",
		"number 1.5 into Go struct field inner.C.N of type int",
		"number 1e999 into Go struct field outer.D of type float64",
	}
	for limit := 0; limit <= len(want)+1; limit++ {
		var v outer
		err := Options{MaxTypeErrors: limit}.Unmarshal([]byte(doc), &v)
		n := min(max(limit, 1), len(want))
		lines := strings.Split(err.Error(), "\n")
		if len(lines) != n {
			t.Fatalf("limit %d: %d errors, want %d:\n%v", limit, len(lines), n, err)
		}
		for i, line := range lines {
			if line != "json: cannot unmarshal "+want[i] {
				t.Errorf("limit %d, error %d: got %q, want %q", limit, i, line, want[i])
			}
		}
		if v.B[1].N != 2 || v.B[0].M["l"] != 1 {
			t.Errorf("limit %d: decoding did not go on: %+v", limit, v)
		}
	}
}

// ownError is an error of a user's method that says where it is.
type ownError struct{ at int64 }

func (e ownError) Error() string      { return "own" }
func (e ownError) InputOffset() int64 { return e.at }

// TestLocateInputOffset checks that errors with an offset of their own are located,
// wrapped and joined ones too, and that impossible offsets are not.
func TestLocateInputOffset(t *testing.T) {
	doc := []byte("{\"a\":1,\n  \"a\":2}")
	var v any
	err := Options{RejectDuplicateNames: true}.Unmarshal(doc, &v)
	pos, ok := Locate(doc, fmt.Errorf("config: %w", err))
	if !ok || pos.Line != 2 || pos.Column != 3 || pos.Pointer() != "/a" {
		t.Errorf("RejectedError: got %v %v %q, want 2:3 and /a", pos, ok, pos.Pointer())
	}
	for _, c := range []struct {
		at int64
		ok bool
	}{{0, true}, {9, true}, {int64(len(doc)), true}, {int64(len(doc)) + 1, false}, {-1, false}} {
		pos, ok := Locate(doc, errors.Join(errors.New("x"), ownError{c.at}))
		if ok != c.ok || ok && pos.Offset != c.at {
			t.Errorf("offset %d: got %d %v, want %v", c.at, pos.Offset, ok, c.ok)
		}
	}
}
