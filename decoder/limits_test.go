package decoder

// Options.MaxDepth and MaxBytes: one below the limit, at it and one above, on every way that
// values come, however their bytes arrive.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"testing"
)

// limitReaders is how many of readerKinds bring all there is, in any pieces.
const limitReaders = 5

// limitNest can hold all that nests.
type limitNest struct {
	A *limitNest
	B []limitNest
}

func limitTargets() []any {
	return []any{new(any), new(json.RawMessage), new(struct{}), new([]any), new(map[string]any), new(limitNest), &limitNest{B: []limitNest{{}}}, nil}
}

// isTooDeep checks that err is a SyntaxError at an offset.
func isTooDeep(err error, offset int) bool {
	var e *SyntaxError
	return errors.As(err, &e) && strings.Contains(err.Error(), "exceeded max depth") && e.Offset == int64(offset)
}

func TestMaxDepthLimits(t *testing.T) {
	units := []struct{ open, inner, end string }{
		{"[", "", "]"}, {`{"A":`, `{}`, "}"}, {`[{"B":`, "[]", "}]"}, {" [ [1] , ", "[]", "]"},
	}
	large := []int{9999, 10000, 0, -1, 10001, math.MaxInt}
	if testing.Short() {
		large = large[1:3]
	}
	for _, max := range append([]int{1, 2, 3, 63, 64, 65, 66, 129}, large...) {
		limit := max
		if max <= 0 || max > 10000 {
			limit = 10000
		}
		o := Options{MaxDepth: max}
		for i, u := range units {
			if i > 0 && (max <= 0 || max > 10000) {
				break // the same limit again
			}
			for _, depth := range []int{limit - 1, limit, limit + 1} {
				perUnit := strings.Count(u.open, "[") - strings.Count(u.open, "]") + strings.Count(u.open, "{")
				own := 0 // containers of inner
				if u.inner != "" {
					own = 1
				}
				if depth < own || (depth-own)%perUnit != 0 {
					continue
				}
				doc := strings.Repeat(u.open, (depth-own)/perUnit) + u.inner + strings.Repeat(u.end, (depth-own)/perUnit)
				if doc == "" {
					continue
				}
				t.Run(fmt.Sprintf("max=%d/depth=%d/%q", max, depth, u.open), func(t *testing.T) {
					checkDepth(t, o, doc, depth > limit, tooDeepAt(doc, limit))
				})
			}
		}
	}
}

// tooDeepAt returns the offset behind the bracket that opens one container too many, the
// naive way: there are none in strings.
func tooDeepAt(doc string, limit int) int {
	depth := 0
	for i, c := range doc {
		switch c {
		case '[', '{':
			if depth++; depth > limit {
				return i + 1
			}
		case ']', '}':
			depth--
		}
	}
	return -1
}

// checkDepth decodes doc on every way. deep tells whether it is too deep, at offset at.
func checkDepth(t *testing.T, o Options, doc string, deep bool, at int) {
	t.Helper()
	// Type errors are none of this test's business.
	ok := func(way string, err error, before int) {
		t.Helper()
		if isTooDeep(err, before+at) != deep || !deep && errors.As(err, new(*SyntaxError)) {
			t.Errorf("%s: %v, want an error: %v, at %d", way, err, deep, before+at)
		}
	}
	for i, v := range limitTargets() {
		ok(fmt.Sprintf("Unmarshal into %T", v), o.Unmarshal([]byte(doc), v), 0)
		if len(doc) > 1000 && i > 2 {
			break
		}
	}
	long := len(doc) > 1000
	for kind := range limitReaders {
		if long && kind != 0 && kind != 3 || len(doc) > 50_000 && kind == 0 {
			continue
		}
		name := readerKinds[kind].name
		for i, v := range limitTargets() {
			dec := o.NewDecoder(reader(kind, 1, []byte(`0 `+doc)))
			if err := dec.Decode(new(any)); err != nil {
				t.Fatal(err)
			}
			err := dec.Decode(v)
			ok(fmt.Sprintf("%s: Decode into %T", name, v), err, 2)
			if again := dec.Decode(new(any)); deep && again != err {
				t.Errorf("%s: Decode again: %v, after %v", name, again, err)
			}
			if long && i > 0 {
				break
			}
		}

		// Inside of containers that Token has opened a value counts from where it begins.
		// (Offsets do without what Token has taken, as in encoding/json.)
		dec := o.NewDecoder(reader(kind, 1, []byte(`[[{"k":`+doc+`}]]`)))
		for range 4 {
			if _, err := dec.Token(); err != nil {
				t.Fatal(err)
			}
		}
		if !dec.More() {
			t.Errorf("%s: no more in front of a value", name)
		}
		err := dec.Decode(new(any))
		if deep != strings.Contains(fmt.Sprint(err), "exceeded max depth") || !deep && err != nil {
			t.Errorf("%s: Decode behind Token: %v", name, err)
		}

		// Token has no limit, and More none.
		dec = o.NewDecoder(reader(kind, 1, []byte(doc)))
		tokens := 0
		for {
			more := dec.More()
			token, err := dec.Token()
			if err == io.EOF && !more {
				break
			}
			if err != nil {
				t.Fatalf("%s: Token: %v", name, err)
			}
			if d, ok := token.(Delim); more == (ok && (d == ']' || d == '}')) {
				t.Fatalf("%s: More says %v in front of %v", name, more, token)
			}
			tokens++
		}
		if tokens < 2*strings.Count(doc, "[") {
			t.Errorf("%s: %d tokens", name, tokens)
		}

		for _, way := range []struct {
			name, before, end string
			run               func(r io.Reader) []error
		}{
			{"Values", "0\n", "", func(r io.Reader) (errs []error) {
				for _, err := range Values[any](r, o) {
					errs = append(errs, err)
				}
				return errs
			}},
			{"Elements", "[ 0, ", "]", func(r io.Reader) (errs []error) {
				for _, err := range Elements[any](r, "", o) {
					errs = append(errs, err)
				}
				return errs
			}},
			{"Members", `{"a":0, "b" : `, "}", func(r io.Reader) (errs []error) {
				for _, err := range Members[any](r, "", o) {
					errs = append(errs, err)
				}
				return errs
			}},
		} {
			errs := way.run(reader(kind, 1, []byte(way.before+doc+way.end)))
			if len(errs) != 2 || errs[0] != nil {
				t.Errorf("%s: %s: %v", name, way.name, errs)
				continue
			}
			ok(name+": "+way.name, errs[1], len(way.before))
		}
	}
}

// limitValues have n bytes, for even n from 8 on, and arrive in ways of their own.
var limitValues = []struct {
	name string
	make func(n int) string
}{
	{"array", func(n int) string { return "[" + strings.Repeat("1,", n/2-2) + "10]" }},
	{"array of a string", func(n int) string { return `["` + strings.Repeat("x", n-4) + `"]` }},
	{"object", func(n int) string { return `{"k":"` + strings.Repeat("é", n/2-4) + `"}` }},
	{"string", func(n int) string { return `"` + strings.Repeat("x", n-2) + `"` }},
	{"escapes", func(n int) string { return `"` + strings.Repeat(`\n`, n/2-1) + `"` }},
	{"number", func(n int) string { return "0." + strings.Repeat("0", n-3) + "1" }},
	{"white space inside", func(n int) string { return "[" + strings.Repeat(" ", n-2) + "]" }},
}

var limitSizes = []int{8, 16, 64, 128, 1022, 1024, 1026, 4096, 16 << 10, bigBuffer - 2, bigBuffer, bigBuffer + 2, 3 * bigBuffer}

func TestMaxBytesLimits(t *testing.T) {
	for _, v := range limitValues {
		for _, n := range limitSizes {
			doc := v.make(n)
			if len(doc) != n || !json.Valid([]byte(doc)) {
				t.Fatalf("%s of %d bytes: %.40s, %d", v.name, n, doc, len(doc))
			}
			for _, spare := range []int{-1, 0, 1} {
				for kind := range limitReaders {
					if n > 5000 && kind != 2 && (kind != 0 || n != bigBuffer) {
						continue
					}
					checkBytes(t, v.name, doc, kind, Options{MaxBytes: int64(n + spare)}, spare < 0)
				}
			}
		}
	}
}

// checkBytes decodes doc on every way, which is too large for o or not.
func checkBytes(t *testing.T, value, doc string, kind int, o Options, large bool) {
	t.Helper()
	name := fmt.Sprintf("%s of %d bytes, %s, at most %d", value, len(doc), readerKinds[kind].name, o.MaxBytes)
	ok := func(way string, err error) {
		t.Helper()
		if large && err != ErrTooLarge || !large && err != nil {
			t.Errorf("%s: %s: %v", name, way, err)
		}
	}
	// Unmarshal: white space on both sides counts; and size is looked at before anything else.
	ok("Unmarshal", o.Unmarshal([]byte(doc), new(any)))
	more := o
	more.MaxBytes += 3
	ok("Unmarshal, white space", more.Unmarshal([]byte(" \t"+doc+"\n"), new(any)))
	if large {
		ok("Unmarshal of nothing", o.Unmarshal([]byte(strings.Repeat("]", len(doc))), nil))
	}

	// Decode: white space in front counts, what follows does not.
	for _, c := range []struct {
		before, behind string
		o              Options
	}{{"", "", o}, {"", "   1", o}, {"\n \t", " 1", more}} {
		r := reader(kind, 2, []byte(c.before+doc+c.behind))
		dec := c.o.NewDecoder(r)
		var v any
		err := dec.Decode(&v)
		ok("Decode", err)
		if large != (v == nil) {
			t.Errorf("%s: %.40v", name, v)
		}
		if large && readerKinds[kind].name == "byte" && int64(r.pos) > c.o.MaxBytes+1 {
			t.Errorf("%s: %d bytes read", name, r.pos)
		}
		if again := dec.Decode(&v); large && again != err {
			t.Errorf("%s: Decode again: %v", name, again)
		}
	}

	// Behind Token it is the same. Brackets, and what is between tokens, are no values.
	dec := o.NewDecoder(reader(kind, 2, []byte(`[true,{"k":`+doc+`}]`)))
	for _, want := range []Token{Delim('['), true, Delim('{'), "k"} {
		if token, err := dec.Token(); token != want || err != nil {
			t.Fatalf("%s: Token %v, %v", name, token, err)
		}
	}
	if !dec.More() {
		t.Errorf("%s: no more", name)
	}
	ok("Decode behind Token", dec.Decode(new(any)))

	// Token: each literal is a value, arrays and objects are not.
	dec = o.NewDecoder(reader(kind, 2, []byte(doc)))
	n := 0
	var err error
	for err == nil {
		_, err = dec.Token()
		n++
	}
	if literal := doc[0] != '[' && doc[0] != '{'; literal && large {
		ok("Token", err)
	} else if !strings.HasPrefix(value, "white") && err != io.EOF {
		t.Errorf("%s: token %d: %v", name, n, err)
	}

	// Iterators: each value, white space in front of it left out.
	failing := func(way string, errs []error) {
		t.Helper()
		if len(errs) < 2 || errs[0] != nil {
			t.Errorf("%s: %s: %v", name, way, errs)
			return
		}
		if large {
			if e, is := errs[1].(*StreamError); !is || e.Err != ErrTooLarge || len(errs) != 2 {
				t.Errorf("%s: %s: %v", name, way, errs)
			}
			return
		}
		for _, err := range errs {
			ok(way, err)
		}
	}
	var errs []error
	for _, err := range Values[any](reader(kind, 2, []byte("0 "+doc+" 1")), o) {
		errs = append(errs, err)
	}
	failing("Values", errs)
	errs = nil
	for _, err := range Elements[any](reader(kind, 2, []byte("[0,  \n"+doc+" ,1]")), "", o) {
		errs = append(errs, err)
	}
	failing("Elements", errs)
	errs = nil
	for _, err := range Members[any](reader(kind, 2, []byte(`{"a":0, "b" :  `+doc+` ,"c":1}`)), "", o) {
		errs = append(errs, err)
	}
	failing("Members", errs)
}

// TestMaxBytesSpace: between tokens, white space counts by itself.
func TestMaxBytesSpace(t *testing.T) {
	const limit = 20
	for _, n := range []int{limit - 1, limit, limit + 1} {
		space := strings.Repeat(" ", n)
		for kind := range limitReaders {
			for _, before := range []string{``, `[`, `[1`, `[1,`, `{`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `[[]`} {
				dec := Options{MaxBytes: limit}.NewDecoder(reader(kind, 3, []byte(before+space+`"x"`)))
				// Commas and colons are taken together with what follows them.
				for range strings.Count(before, "[") + strings.Count(before, "{") + strings.Count(before, "]") + strings.Count(before, "1") + strings.Count(before, "a") {
					if _, err := dec.Token(); err != nil {
						t.Fatalf("%q: %v", before, err)
					}
				}
				if strings.HasSuffix(before, ",") || strings.HasSuffix(before, ":") {
					_, err := dec.Token()
					if (err == ErrTooLarge) != (n > limit) {
						t.Errorf("%q and %d bytes of space, %s: Token %v", before, n, readerKinds[kind].name, err)
					}
					continue
				}
				if more := dec.More(); more != (n <= limit) {
					t.Errorf("%q and %d bytes of space, %s: More %v", before, n, readerKinds[kind].name, more)
				}
				_, err := dec.Token()
				if (err == ErrTooLarge) != (n > limit) {
					t.Errorf("%q and %d bytes of space, %s: Token %v", before, n, readerKinds[kind].name, err)
				}
				if again, err := dec.Token(); n > limit && err != ErrTooLarge {
					t.Errorf("%q and %d bytes of space, %s: then %v, %v", before, n, readerKinds[kind].name, again, err)
				}
			}
		}
	}
}

// lastRead notes how much has been read, and how much by the last Read.
type lastRead struct {
	r           io.Reader
	total, last int
}

func (r *lastRead) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	r.total, r.last = r.total+n, n
	return n, err
}

// TestMaxBytesEndless: of values without an end, what is read beyond the limit came with
// the read that went there.
func TestMaxBytesEndless(t *testing.T) {
	for _, limit := range []int{1, 100, 1023, 1024, 5000, bigBuffer, 300_000} {
		o := Options{MaxBytes: int64(limit)}
		for _, c := range []struct{ head, unit string }{
			{"", " "}, {`"`, "x"}, {`["`, "é"}, {"[", "1,"}, {`{"a":{"`, `\n`}, {"1", "0"}, {"[[", " "}, {"[", `{"a":1},`},
		} {
			r := &lastRead{r: &endlessReader{head: c.head, unit: c.unit}}
			if err := o.NewDecoder(r).Decode(new(any)); err != ErrTooLarge {
				t.Errorf("%s%s…, at most %d: %v", c.head, c.unit, limit, err)
			}
			if r.total-r.last > limit {
				t.Errorf("%s%s…, at most %d: %d bytes read, the last %d at once", c.head, c.unit, limit, r.total, r.last)
			}
		}
		// Beside the way to what is wanted, a single token ends where a buffer does.
		for _, c := range []struct{ head, unit string }{{`{"s":["`, "x"}, {`{"s":[1`, "0"}, {`{"s":{"`, `\n`}} {
			r := &lastRead{r: &endlessReader{head: c.head, unit: c.unit}}
			errs := 0
			for _, err := range Elements[any](r, "/a", o) {
				if !errors.Is(err, ErrTooLarge) {
					t.Errorf("%s%s…, at most %d: %v", c.head, c.unit, limit, err)
				}
				errs++
			}
			if errs != 1 || r.total > 4*max(limit, bigBuffer) {
				t.Errorf("%s%s…, at most %d: %d errors, %d bytes read", c.head, c.unit, limit, errs, r.total)
			}
		}
	}
	for _, max := range []int64{0, -1} {
		var s string
		if err := (Options{MaxBytes: max}).NewDecoder(strings.NewReader(`"` + strings.Repeat("x", 1<<20) + `"`)).Decode(&s); err != nil || len(s) != 1<<20 {
			t.Errorf("MaxBytes %d: %d bytes, %v", max, len(s), err)
		}
	}
}
