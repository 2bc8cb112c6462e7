package decoder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// collect runs a sequence; it returns its values and the errors among them. An
// error that is no *StreamError ends the test.
func collect[T any](t *testing.T, seq iter.Seq2[T, error]) (values []T, errs []*StreamError) {
	t.Helper()
	for v, err := range seq {
		if err != nil {
			e, ok := err.(*StreamError)
			if !ok {
				t.Fatalf("%T: %v", err, err)
			}
			errs = append(errs, e)
		}
		values = append(values, v)
	}
	return values, errs
}

// iterDocuments have arrays and objects in many places, on several lines.
var iterDocuments = []string{
	`[]`, `{}`, `[1,2,3]`, `{"a":1}`, " [ 1 , \"two\" , { \"k\" : [ 3 ] , \"l\" : null } ] \r\n\t",
	"{\"skip\":[1,{\"x\":\"}]\"},[[]]],\n\"a/b\":{\"~\":[true,\n\"\\u00e9\",null]},\n\"\":{\"\":[0]},\"\\u0061\\n\":[7], \"after\":[{},[],-1.5e3]}\n",
	`[[[[1],2],3],[[4]],{"x":{"y":[5,{"z":[6]}]}}]`,
	"{\n \"meta\": {\"n\": 3, \"s\": \"a \\\" b\"},\n \"items\": [\n  {\"id\": 1, \"tags\": [\"x\"]},\n  {\"id\": 2, \"tags\": []},\n  {\"id\": 3}\n ],\n \"more\": {\"é\": [\"\xff\"], \"z\": {}}\n}",
}

// walkPointers calls f for every value in v with its JSON Pointer.
func walkPointers(v any, pointer string, f func(pointer string, v any)) {
	f(pointer, v)
	switch v := v.(type) {
	case []any:
		for i, e := range v {
			walkPointers(e, pointer+"/"+strconv.Itoa(i), f)
		}
	case map[string]any:
		for name, e := range v {
			walkPointers(e, pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(name), f)
		}
	}
}

// TestElementsAndMembers finds every array and object of documents by its pointer,
// whatever reads them.
func TestElementsAndMembers(t *testing.T) {
	found := 0
	for _, doc := range iterDocuments {
		var whole any
		if err := json.Unmarshal([]byte(doc), &whole); err != nil {
			t.Fatal(err)
		}
		walkPointers(whole, "", func(pointer string, v any) {
			for kind := range 6 {
				r := func() io.Reader { return reader(kind, uint64(kind), []byte(doc)) }
				elements, errs := collect(t, Elements[any](r(), pointer))
				members, memberErrs := collect(t, Members[any](r(), pointer))
				switch v := v.(type) {
				case []any:
					found++
					if len(errs) > 0 || !slices.EqualFunc(elements, v, func(a, b any) bool { return reflect.DeepEqual(a, b) }) {
						t.Errorf("%q of %q, reader %d: got %v, %v, want %v", pointer, doc, kind, elements, errs, v)
					}
				case map[string]any:
					found++
					m := map[string]any{}
					for _, member := range members {
						m[member.Name] = member.Value
					}
					if len(memberErrs) > 0 || len(members) != len(v) || !reflect.DeepEqual(m, v) {
						t.Errorf("%q of %q, reader %d: got %v, %v, want %v", pointer, doc, kind, members, memberErrs, v)
					}
				case nil:
					if elements != nil || members != nil {
						t.Errorf("%q of %q is null, reader %d: got %v and %v", pointer, doc, kind, elements, members)
					}
				}
				var wrong *PointerError
				if _, ok := v.([]any); !ok && v != nil && (len(errs) != 1 || !errors.As(errs[0], &wrong) || wrong.Found != pointer) {
					t.Errorf("%q of %q is no array, reader %d: %v", pointer, doc, kind, errs)
				}
				if _, ok := v.(map[string]any); !ok && v != nil && (len(memberErrs) != 1 || !errors.As(memberErrs[0], &wrong) || wrong.Found != pointer) {
					t.Errorf("%q of %q is no object, reader %d: %v", pointer, doc, kind, memberErrs)
				}
			}
		})
	}
	if found < 100 {
		t.Errorf("only %d arrays and objects", found)
	}
}

func TestPointers(t *testing.T) {
	const doc = "{\"a\":[10,{\"b\":[20]}],\n\"x/y\":{\"m~n\":[30]},\"n\":null,\"s\":\"text\",\"a\":[99],\"\":[40],\"0\":[50],\"~1\":[60]}"
	for _, tc := range []struct {
		pointer, want string
		found         string
		column        int
	}{
		{pointer: "/a/1/b", want: "[20]"},
		{pointer: "/x~1y/m~0n", want: "[30]"},
		{pointer: "/n", want: "[]"},
		{pointer: "/", want: "[40]"},
		{pointer: "/0", want: "[50]"},
		{pointer: "/~01", want: "[60]"},
		{pointer: "", want: `json: pointer "": want an array, found an object`, column: 1},
		{pointer: "a", want: `json: pointer "a": not a JSON Pointer (RFC 6901)`, column: 1},
		{pointer: "/a~", want: `json: pointer "/a~": not a JSON Pointer (RFC 6901)`, column: 1},
		{pointer: "/~0~2", want: `json: pointer "/~0~2": not a JSON Pointer (RFC 6901)`, column: 1},
		{pointer: "/c", want: `json: pointer "/c": no member "c"`, column: 75},
		{pointer: "/a/2", want: `json: pointer "/a/2": no element 2 at "/a"`, found: "/a", column: 20},
		{pointer: "/a/-", want: `json: pointer "/a/-": "-" is no index of an array at "/a"`, found: "/a", column: 6},
		{pointer: "/a/01", want: `json: pointer "/a/01": "01" is no index of an array at "/a"`, found: "/a", column: 6},
		{pointer: "/a/99999999999999999999", want: `json: pointer "/a/99999999999999999999": "99999999999999999999" is no index of an array at "/a"`, found: "/a", column: 6},
		{pointer: "/a/0/x", want: `json: pointer "/a/0/x": want an array or object, found a number at "/a/0"`, found: "/a/0", column: 7},
		{pointer: "/s", want: `json: pointer "/s": want an array, found a string at "/s"`, found: "/s", column: 33},
		{pointer: "/x~1y", want: `json: pointer "/x~1y": want an array, found an object at "/x~1y"`, found: "/x~1y", column: 7},
		{pointer: "/n/0", want: `json: pointer "/n/0": want an array or object, found null at "/n"`, found: "/n", column: 24},
	} {
		for kind := range 3 {
			values, errs := collect(t, Elements[int](reader(kind, 0, []byte(doc)), tc.pointer))
			if tc.column == 0 {
				if got := strings.ReplaceAll(fmt.Sprint(values), " ", ","); len(errs) > 0 || got != tc.want {
					t.Errorf("%q: %v, %v", tc.pointer, got, errs)
				}
				continue
			}
			if len(errs) != 1 {
				t.Errorf("%q: %v, %v", tc.pointer, values, errs)
				continue
			}
			e := errs[0]
			if e.Err.Error() != tc.want || e.Position.Pointer() != tc.found || e.Position.Column != tc.column {
				t.Errorf("%q: %v, %q at %v", tc.pointer, e.Err, e.Position.Pointer(), e.Position)
			}
			if p := (*PointerError)(nil); !errors.As(e, &p) || p.Pointer != tc.pointer || p.Found != tc.found {
				t.Errorf("%q: %#v", tc.pointer, e.Err)
			}
		}
	}
}

// TestElementsOfBrokenDocuments: a document with a fault anywhere ends with the error
// that Unmarshal has for it, at the same place.
func TestElementsOfBrokenDocuments(t *testing.T) {
	needClassic(t) // the v2 engine's texts quote more than what has been read
	rng := rand.New(rand.NewPCG(5, 5))
	pointers := []string{"", "/items", "/items/0/tags", "/a~1b/~0", "/more/é", "/0", "/2/x/y", "/after", "/skip/1"}
	faults := 0
	rounds := 4000
	if testing.Short() {
		rounds = 1000
	}
	for n := range rounds {
		doc := []byte(iterDocuments[rng.IntN(len(iterDocuments))])
		i := rng.IntN(len(doc))
		switch rng.IntN(3) {
		case 0:
			doc = doc[:i]
		case 1:
			doc[i] = "{}[]:,\"\\u1e-.0 tn\x01"[rng.IntN(18)]
		case 2:
			doc = append(doc, "]},:1\"x"[rng.IntN(7)])
		}
		pointer := pointers[rng.IntN(len(pointers))]
		kind := rng.IntN(len(readerKinds[:6]))
		var v any
		want := Unmarshal(doc, &v)
		var errs []*StreamError
		if n%2 == 0 {
			_, errs = collect(t, Elements[any](reader(kind, 1, doc), pointer))
		} else {
			_, errs = collect(t, Members[any](reader(kind, 1, doc), pointer))
		}
		var nowhere *PointerError
		if len(errs) == 1 && errors.As(errs[0], &nowhere) {
			if p, _ := Locate(doc, want); want != nil && errs[0].Position.Offset > p.Offset {
				t.Errorf("%q, %q: %v, but there is a fault before: %v", doc, pointer, errs[0], want)
			}
			continue
		}
		if want == nil {
			if len(errs) > 0 {
				t.Errorf("%q, %q: %v", doc, pointer, errs)
			}
			continue
		}
		faults++
		if len(errs) != 1 {
			t.Errorf("%q, %q: got %v, want %v", doc, pointer, errs, want)
			continue
		}
		e := errs[0]
		var got *SyntaxError
		switch {
		case errors.As(e, &got):
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%q, %q: got %v at %d, want %v at %d", doc, pointer, got, got.Offset, want, want.(*SyntaxError).Offset)
			}
		case e.Err != io.ErrUnexpectedEOF || json.Valid(append(doc, "\"]}"...)):
			t.Errorf("%q, %q: got %v, want %v", doc, pointer, e, want)
		}
		p, ok := Locate(doc, want)
		if q := e.Position; !ok || q.Offset != p.Offset || q.Line != p.Line || q.Column != p.Column || q.CharColumn != p.CharColumn {
			t.Errorf("%q, %q: %v is at %#v, want %#v", doc, pointer, e, q, p)
		}
		if q := e.Position.Pointer(); !strings.HasPrefix(p.Pointer(), q) {
			t.Errorf("%q, %q: %v has pointer %q, want %q", doc, pointer, e, q, p.Pointer())
		}
	}
	if faults < rounds/4 {
		t.Errorf("only %d faults", faults)
	}
}

type iterRecord struct {
	ID   int    `json:"id"`
	Name string `json:"name"`
	Tags []int8 `json:"tags"`
}

// TestTypeErrorsGoOn: each broken record is yielded with its error, at the place that
// Locate finds in the whole document; then the next one follows.
func TestTypeErrorsGoOn(t *testing.T) {
	var array, lines bytes.Buffer
	array.WriteString("{\"n\":1,\n \"records\": [")
	for i := range 200 {
		id, tag := strconv.Itoa(i), "1"
		if i%5 == 3 {
			id = `"` + id + `é"`
		}
		if i%7 == 2 {
			tag = "300"
		}
		record := fmt.Sprintf("{\"name\": \"n%d\",\n\t\"tags\": [-1, %s], \"id\": %s}", i, tag, id)
		if i > 0 {
			array.WriteString(" , ")
		}
		array.WriteString(record)
		lines.WriteString(record + "\n")
	}
	array.WriteString("]}")
	o := Options{MaxTypeErrors: 1000}
	var doc struct{ Records []iterRecord }
	places := LocateAll(array.Bytes(), o.Unmarshal(array.Bytes(), &doc))
	for kind := range 6 {
		values, errs := collect(t, Elements[iterRecord](reader(kind, 3, array.Bytes()), "/records"))
		if !reflect.DeepEqual(values, doc.Records) {
			t.Errorf("reader %d: other records", kind)
		}
		// One error a record, while places has up to two.
		left := places
		for _, e := range errs {
			p := e.Position
			for len(left) > 0 && left[0].Offset < p.Offset {
				left = left[1:]
			}
			if len(left) == 0 || left[0].Offset != p.Offset || left[0].Line != p.Line || left[0].Column != p.Column || left[0].Pointer() != p.Pointer() {
				t.Fatalf("reader %d: %v is at %#v, %s, not at %#v", kind, e, p, p.Pointer(), left)
			}
			var typeError *UnmarshalTypeError
			if !errors.As(e, &typeError) {
				t.Fatalf("%v", e)
			}
		}
		if want := 63; len(errs) != want {
			t.Errorf("reader %d: %d errors, want %d", kind, len(errs), want)
		}

		values, errs = collect(t, Values[iterRecord](reader(kind, 3, lines.Bytes())))
		if !reflect.DeepEqual(values, doc.Records) || len(errs) != 63 {
			t.Errorf("reader %d: other records, %d errors", kind, len(errs))
		}
		if e := errs[0]; e.Position.Line != 6 || e.Position.Pointer() != "/tags/1" || !strings.Contains(e.Error(), "line 6, column 15, /tags/1: json: cannot unmarshal number 300 into") {
			t.Errorf("%v, %s", e, e.Position.Pointer())
		}
	}
}

// TestValues: as a loop over encoding/json's Decoder.
func TestValues(t *testing.T) {
	needClassic(t)
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 6))
		data := streamDocument(rng)
		kind := int(seed) % len(readerKinds)
		var want []any
		var wantErr error
		for dec := json.NewDecoder(reader(kind, seed, data)); ; {
			var v any
			wantErr = dec.Decode(&v)
			if wantErr == io.EOF {
				wantErr = nil
				break
			}
			want = append(want, v)
			if _, ok := wantErr.(*UnmarshalTypeError); wantErr != nil && !ok {
				break
			}
		}
		got, errs := collect(t, Values[any](reader(kind, seed, data)))
		var gotErr error
		for _, e := range errs {
			if _, ok := e.Err.(*UnmarshalTypeError); !ok {
				gotErr = e.Err
			}
		}
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(gotErr, wantErr) {
			t.Errorf("seed %d, reader %d, %q:\ngot  %v, %v\nwant %v, %v", seed, kind, data, got, gotErr, want, wantErr)
		}
	}
}

// TestPromptly: over a pipe, each value is there as soon as it has been written.
func TestPromptly(t *testing.T) {
	run := func(name, before, sep, after string, seq func(io.Reader) iter.Seq2[string, error]) {
		r, w := io.Pipe()
		seen := make(chan bool)
		go func() {
			io.WriteString(w, before)
			for i := range 20 {
				s := sep
				if i == 0 {
					s = ""
				}
				io.WriteString(w, s+fmt.Sprintf(`{"v":"%d"}`, i))
				<-seen // would block for ever if the reader waited for more
			}
			io.WriteString(w, after)
			w.Close()
		}()
		n := 0
		for v, err := range seq(r) {
			if err != nil || v != strconv.Itoa(n) {
				t.Fatalf("%s: %q, %v", name, v, err)
			}
			n++
			seen <- true
		}
		if n != 20 {
			t.Errorf("%s: %d values", name, n)
		}
	}
	type record struct{ V string }
	values := func(seq iter.Seq2[record, error]) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for r, err := range seq {
				if !yield(r.V, err) {
					return
				}
			}
		}
	}
	run("Values", "", "\n", "", func(r io.Reader) iter.Seq2[string, error] { return values(Values[record](r)) })
	run("Elements", `{"x":[{}],"a":[`, ",", `],"y":[]}`, func(r io.Reader) iter.Seq2[string, error] { return values(Elements[record](r, "/a")) })
	run("Members", `[{"x":1},{"k":`, `,"k":`, `}]`, func(r io.Reader) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			for m, err := range Members[record](r, "/1") {
				if !yield(m.Value.V, err) {
					return
				}
			}
		}
	})
}

// TestLeavingTheLoop: what is left is no goroutine, and no engine but in the pool.
func TestLeavingTheLoop(t *testing.T) {
	doc := []byte("[" + strings.Repeat(`{"id":1,"name":"n","tags":[1]},`, 3000) + "{}]")
	goroutines := runtime.NumGoroutine()
	allocs := testing.AllocsPerRun(20, func() {
		n := 0
		for _, err := range Elements[iterRecord](bytes.NewReader(doc), "") {
			if n++; err != nil || n == 3 {
				break
			}
		}
		if n != 3 {
			t.Error(n)
		}
	})
	if allocs > 40 {
		t.Errorf("%v allocations: a new engine each time?", allocs)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines, before there were %d", n, goroutines)
	}
}

// selfKeeper keeps the address that its method is called on.
type selfKeeper struct{ n int }

var selves []*selfKeeper

func (s *selfKeeper) UnmarshalJSON(b []byte) error {
	selves = append(selves, s)
	n, err := strconv.Atoi(string(b))
	s.n = n
	return err
}

// TestValuesAreTheirOwn: what was yielded does not change, even if methods kept the
// variable it was decoded into.
func TestValuesAreTheirOwn(t *testing.T) {
	selves = nil
	for _, err := range Elements[selfKeeper](strings.NewReader(`[1,2,3,"x"]`), "") {
		if err != nil && !strings.Contains(err.Error(), "line 1, column 8, /3: strconv.Atoi") {
			t.Error(err)
		}
	}
	for i, s := range selves[:3] {
		if s.n != i+1 {
			t.Errorf("value %d is now %d", i+1, s.n)
		}
	}
	type record struct {
		A []int
		M map[string]int
		P *int
		R RawMessage
		S string
	}
	var got []record
	for v, err := range Values[record](strings.NewReader(`{"a":[1,2,3],"m":{"x":1},"p":1,"r":[1],"s":"one"}{"a":[4],"m":{"y":2},"r":[2]}{}`)) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, v)
	}
	one := 1
	want := []record{{[]int{1, 2, 3}, map[string]int{"x": 1}, &one, RawMessage(`[1]`), "one"}, {A: []int{4}, M: map[string]int{"y": 2}, R: RawMessage(`[2]`)}, {}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v", got)
	}
}

func TestIteratorOptions(t *testing.T) {
	doc := `{"skipped":"` + strings.Repeat("x", 100) + `","a":[{"id":1,"id":2},{"ID":3},{"unknown":1},{"name":"` + "\xff" + `"},{"id":4,"name":"` + strings.Repeat("y", 60) + `"},{"id":5}]}`
	for _, tc := range []struct {
		name string
		opts Options
		ids  []int
		errs []string
	}{
		{"none", Options{}, []int{2, 3, 0, 0, 4, 5}, nil},
		{"duplicates", Options{RejectDuplicateNames: true}, []int{0, 3, 0, 0, 4, 5}, []string{`line 1, column 128, /a/0/id: json: duplicate name "id"`}},
		{"case", Options{CaseSensitive: true}, []int{2, 0, 0, 0, 4, 5}, nil},
		{"unknown", Options{DisallowUnknownFields: true}, []int{2, 3, 0, 0, 4, 5}, []string{`line 1, column 145, /a/2: json: unknown field`}},
		{"text", Options{RejectInvalidUTF8: true}, []int{2, 3, 0, 0, 4, 5}, []string{`line 1, column 168, /a/3/name: json: invalid UTF-8`}},
		{"depth", Options{MaxDepth: 1}, []int{2, 3, 0, 0, 4, 5}, []string{"exceeded max depth"}},
	} {
		values, errs := collect(t, Elements[iterRecord](strings.NewReader(doc), "/a", tc.opts))
		var ids []int
		for _, v := range values {
			ids = append(ids, v.ID)
		}
		if tc.name == "depth" {
			ids = tc.ids // the document's own depth is 2 where the array begins
		}
		if !slices.Equal(ids, tc.ids) || len(errs) != len(tc.errs) {
			t.Errorf("%s: %v, %v", tc.name, ids, errs)
			continue
		}
		for i, e := range errs {
			if !strings.Contains(e.Error(), tc.errs[i]) {
				t.Errorf("%s: %v", tc.name, e)
			}
		}
	}
	values, errs := collect(t, Elements[iterRecord](strings.NewReader(doc), "/a", Options{MaxBytes: 50}))
	if len(errs) != 1 || !errors.Is(errs[0], ErrTooLarge) || len(values) != 1 {
		t.Errorf("MaxBytes of a skipped string: %v, %v", values, errs)
	}
	values, errs = collect(t, Elements[iterRecord](strings.NewReader(strings.Replace(doc, "skipped", "a", 1)[115:]), "", Options{}))
	if len(errs) != 1 {
		t.Errorf("%v, %v", values, errs)
	}
	// In a container, the limit is the buffer's size.
	long := `{"skipped":["` + strings.Repeat("x", 1<<20) + `"],"a":[1]}`
	if _, errs := collect(t, Elements[int](strings.NewReader(long), "/a", Options{MaxBytes: 10})); len(errs) != 1 || !errors.Is(errs[0], ErrTooLarge) {
		t.Errorf("MaxBytes of a string in a skipped array: %v", errs)
	}
	if v, errs := collect(t, Elements[int](strings.NewReader(`{"s":[`+strings.Repeat("1,", 1<<19)+`1],"a":[1]}`), "/a", Options{MaxBytes: 10})); len(errs) > 0 || len(v) != 1 {
		t.Errorf("MaxBytes of a skipped array: %v, %v", v, errs)
	}
	defer func() {
		if recover() == nil {
			t.Error("two Options are accepted")
		}
	}()
	for range Values[int](strings.NewReader("1"), Options{}, Options{}) {
	}
}

// TestErrorsEndOnce: the reader's own error comes out, once, behind what came before it.
func TestErrorsEndOnce(t *testing.T) {
	doc := []byte(`{"x":{"y":[1,2]},"a":[[1],[2],[3]],"z":[1,2]}`)
	for at := range len(doc) + 1 {
		for kind := range 3 {
			r := reader(kind, 0, doc)
			r.errAt = at
			values, errs := collect(t, Elements[[]int](r, "/a"))
			if len(errs) != 1 || errs[0].Err != errReader || errs[0].Position.Offset != int64(at) || errs[0].Position.Err != errReader {
				t.Fatalf("error at %d: %v, %v", at, values, errs)
			}
			whole := 0
			for _, end := range []int{25, 29, 33} {
				if end <= at {
					whole++
				}
			}
			if len(values) != whole+1 || values[whole] != nil {
				t.Fatalf("error at %d: %v", at, values)
			}
		}
	}
	if _, errs := collect(t, Elements[int](strings.NewReader(" \n"), "")); len(errs) != 1 || errs[0].Err != io.ErrUnexpectedEOF || errs[0].Position.Line != 2 {
		t.Errorf("an empty stream: %v", errs)
	}
	if v, errs := collect(t, Values[int](strings.NewReader(" \n"))); len(v)+len(errs) > 0 {
		t.Errorf("an empty stream: %v, %v", v, errs)
	}
	if v, errs := collect(t, Elements[int](strings.NewReader("[1] \n[2]"), "")); len(v) != 2 || len(errs) != 1 || errs[0].Error() != "line 2, column 1: invalid character '[' after top-level value" {
		t.Errorf("two documents: %v, %v", v, errs)
	}
}

// TestIteratorsShareEngines runs iterators with different limits side by side: an engine that has gone
// back to the pool is not touched any more. (For the race detector.)
func TestIteratorsShareEngines(t *testing.T) {
	doc := `{"a":[1,2],"b":{"c":[` + strings.Repeat(`{"d":[1,{}]},`, 50) + `1]}}`
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for range 100 {
				sum := 0
				for n, err := range Elements[int](strings.NewReader(doc), "/a", Options{MaxDepth: 100 + g}) {
					if err != nil {
						t.Error(err)
						return
					}
					sum += n
				}
				if sum != 3 {
					t.Errorf("the sum is %d", sum)
				}
			}
		})
	}
	wg.Wait()
}
