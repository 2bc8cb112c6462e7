package decoder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"swarjson/internal/syntax"
)

// The errors here come from encoding/json, which this package's errors equal. What
// differs since go1.27, unless it is built without v2, is said where it matters.

// jsonError returns encoding/json's error for data into a new T.
func jsonError[T any](data string) error {
	var v T
	return json.Unmarshal([]byte(data), &v)
}

// classic reports whether encoding/json is the classic one.
var classic = jsonError[any]("[tru").Error() != jsonError[any]("").Error()

func TestLocateSyntax(t *testing.T) {
	for _, doc := range []string{ // the place is behind the mark ↓
		"↓",
		"  \n↓",
		"↓x",
		"↓é",
		"↓\xe9",
		"↓\xff",
		"↓\ufeff{}",
		"[↓\u00a0]",
		"[1,2↓",
		"[1,2,↓",
		"[1 ↓2]",
		"[1,↓]",
		"{↓'a': 1}",
		`{"a" ↓1}`,
		`{"a": ↓}`,
		`{"a": 1 ↓"b": 2}`,
		`{"a": 1,↓}`,
		"[tru↓",
		"[tru↓x]",
		"[tr↓x]",
		"[tru↓ ]",
		"[nul↓]",
		"[1e↓",
		"[1e↓]",
		"[1e+↓ ]",
		"[-↓",
		"[0↓1]",
		"[1.↓x]",
		"[1↓é]",
		"[\"abc↓",
		"[\"abc↓\n\"]",
		"[\"é日😀↓\x00\"]",
		"[\"\\u12↓",
		"[\"\\↓",
		"[\"\xe6\x97↓",
		"[]↓]",
		"{} ↓é",
		"1 ↓2",
		"{\"a\": [1, {\"b\": \"c\"}↓}",
		strings.Repeat("[", 10000) + "↓[",
		strings.Repeat(`{"a":`, 10000) + "↓{",
	} {
		before, after, _ := strings.Cut(doc, "↓")
		data := []byte(before + after)
		err := json.Unmarshal(data, new(any))
		p, ok := Locate(data, err)
		if !ok || p.Offset != int64(len(before)) || p.Err != err {
			t.Errorf("%.80q: got %#v %v, want offset %d; %#v", doc, p, ok, len(before), err)
		}
		checkPosition(t, data, len(before))
	}
}

// TestLocateEscapes: since go1.27, a bad escape is found at one of its bytes.
func TestLocateEscapes(t *testing.T) {
	for _, doc := range []string{
		`["é\↓x"]`,
		`["é\u12↓x4"]`,
		`["é\u↓"]`,
		`["\ud83d\u↓g000"]`,
		"[\"\\↓\xff\"]",
		"[\"\\↓é\"]",
		"[\"\\u00↓é\"]",
	} {
		before, after, _ := strings.Cut(doc, "↓")
		data := []byte(before + after)
		p, ok := Locate(data, json.Unmarshal(data, new(any)))
		escape := strings.LastIndex(before, `\`)
		switch off := int(p.Offset); {
		case !ok, classic && off != len(before), off < escape, off > escape+len(`\u0000`):
			t.Errorf("%q: got %#v %v, want offset %d", doc, p, ok, len(before))
		}
	}
}

// checkFault checks that a syntax error of data is located where it is: that
// the bytes before the place can begin a JSON text, and those with it cannot.
func checkFault(t *testing.T, data []byte) {
	t.Helper()
	err := json.Unmarshal(data, new(any))
	if err == nil {
		return
	}
	if _, ok := err.(*SyntaxError); !ok {
		return // a number that is too large
	}
	p, ok := Locate(data, err)
	if !ok {
		t.Fatalf("%.300q: %#v is not located", data, err)
	}
	off := int(p.Offset)
	checkPosition(t, data, off)
	checkExcerpt(t, data, off)
	if !classic && strings.Contains(err.Error(), "escape") {
		return // the whole escape is meant: see TestLocateEscapes
	}
	checkPointer(t, data, off)
	var s syntax.Scanner
	if n, verdict := scanAll(&s, data[:off]); verdict == syntax.Bad {
		t.Fatalf("%.300q: located at %d, but the fault is at %d: %#v", data, off, n, err)
	}
	if off == len(data) {
		if s.Complete() {
			t.Fatalf("%.300q: located at its end, but it is complete: %#v", data, err)
		}
	} else if n, verdict := scanAll(&s, data[off:off+1]); verdict != syntax.Bad {
		t.Fatalf("%.300q: located at %d, but no fault is there (%d %v): %#v", data, off, n, verdict, err)
	}
}

// scanAll takes white space behind the value too.
func scanAll(s *syntax.Scanner, b []byte) (int, syntax.Verdict) {
	n, v := s.Scan(b)
	if v == syntax.Done && n < len(b) {
		var m int
		m, v = s.Scan(b[n:])
		n += m
	}
	return n, v
}

// TestLocateEveryByte corrupts each byte of documents in turn, in several ways, and cuts
// the documents off there.
func TestLocateEveryByte(t *testing.T) {
	for _, doc := range docs() {
		for i := 0; i < len(doc); i += stride(7) {
			for _, c := range []byte("\x00\n \"\\{}[],:0-eatxu\x80\xc3\xff") {
				b := bytes.Clone(doc)
				b[i] = c
				checkFault(t, b)
			}
			checkFault(t, doc[:i])
			checkFault(t, append(bytes.Clone(doc[:i]), doc[i+1:]...))
			checkFault(t, append(append(bytes.Clone(doc[:i]), '"'), doc[i:]...))
		}
	}
}

// stride is 1, and n with -short.
func stride(n int) int {
	if testing.Short() {
		return n
	}
	return 1
}

// TestLocateWindows corrupts a large document around the borders of windows, and at
// places between them.
func TestLocateWindows(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	doc := []byte("[")
	for len(doc) < 3*windowSize {
		if len(doc) > 1 {
			doc = append(doc, ',', '\n')
		}
		doc = randomValue(r, doc, 5)
	}
	doc = append(doc, ']')
	var places []int
	for _, border := range []int{pathWindow, firstPiece, windowSize, 2 * windowSize, len(doc) - 3} {
		for i := border - 2; i < border+2; i++ {
			places = append(places, i)
		}
	}
	places = append(places, 0, 1)
	for range 40 / stride(4) {
		places = append(places, r.IntN(len(doc)))
	}
	for _, i := range places {
		b := bytes.Clone(doc)
		b[i] = "\x00\"x}"[r.IntN(4)]
		checkFault(t, b)
		checkFault(t, doc[:i])
	}
}

// typed is what TestLocateType's documents are decoded into.
type typed struct {
	Int    int8
	Float  float32
	Text   string
	Bool   bool
	List   []typed
	Array  [2]bool
	Ints   map[int8]string
	Names  map[string]*typed
	Quoted int `json:",string"`
	Any    any
	Reader io.Reader
	Bytes  []byte
}

func TestLocateType(t *testing.T) {
	for _, doc := range []string{ // the wrong value begins behind the mark ↓
		`↓1`, `↓"x"`, ` ↓true `, `↓[1]`, "\n↓[ ]",
		`{"int":↓"x"}`, `{"int": ↓"\"x\\\"\\" }`, `{"int":↓""}`, `{"int":↓true}`, `{"int":↓false ,"text":""}`,
		`{"int":↓[1]}`, `{"int": ↓{}}`, `{"int":↓300}`, `{"int":↓1.5}`, `{"int" : ↓-129}`, `{"int":↓1e2}`,
		`{"text":↓1}`, `{"text":↓-1.5e3}`, `{"text":↓true}`, `{"text":↓[[]]}`, `{"text":↓{"x":[]}}`,
		`{"float":↓1e99}`, `{"float":↓"1"}`, `{"bool":↓0}`, `{"bool":↓"true"}`,
		`{"list":↓1}`, `{"list":↓{}}`, `{"list":↓"x"}`, `{"list":[{},↓1]}`, `{"list":[↓[]]}`, `{"list":[{"list":[{"int":1},{"int":↓"1"}]}]}`,
		`{"array":[true,↓1]}`, `{"array":[↓"true"]}`, `{"array":↓{}}`,
		`{"ints":{"1":↓2}}`, `{"ints":{↓"x":"y"}}`, `{"ints":{"1":"\"",↓"300":"y"}}`, `{"ints":{ ↓"" : "y"}}`,
		`{"ints":{↓"\u0031x":"y"}}`, `{"ints":{"1": "a", ↓":\",": "y"}}`, `{"ints":{↓"1.5":""}}`, `{"ints":↓[]}`, "{\"ints\":{↓\"\xff\":\"\"}}",
		`{"names":{"x":↓1}}`, `{"names":{"x":{"int":↓[]}}}`, `{"names":{"x":{"ints":{↓"y":"z"}}}}`,
		`{"quoted":↓"1x"}`, `{"quoted": ↓"99999999999999999999" }`, `{"quoted":↓"1\"x"}`, `{"quoted":↓"1\":2,\""}`,
		`{"quoted":↓"1.5", "x": 1}`, `{"quoted":↓"\u0031x","1x":""}`, `{"quoted":↓"1,"}`,
		`{"any":↓1e999}`, `{"any":[0,↓-1e999 ,2]}`, `{"any":{"x":↓1e999}}`, `{"any":[↓1e999]}`,
		`{"reader":↓1}`, `{"reader": ↓"x"}`, `{"reader": ↓[1]}`, `{"reader":↓{}}`, `{"reader":↓true}`,
		`{"bytes":↓1}`, `{"bytes":↓{}}`, `{"bytes":[1, ↓"x"]}`, `{"bytes":[1,↓300]}`,
	} {
		before, after, _ := strings.Cut(doc, "↓")
		data := []byte(before + after)
		err := jsonError[typed](string(data))
		var typeError *UnmarshalTypeError
		if !errors.As(err, &typeError) {
			t.Errorf("%s: encoding/json says %v", doc, err)
			continue
		}
		p, ok := Locate(data, err)
		if !ok || p.Offset != int64(len(before)) || p.Err != err {
			t.Errorf("%s: got %#v %v, want offset %d; %#v", doc, p, ok, len(before), err)
		}
		checkPosition(t, data, len(before))
		checkPointer(t, data, len(before))
		checkExcerpt(t, data, len(before))
	}
	for _, doc := range []string{`↓1e999`, ` ↓1e999 `, `↓-1e400`, "[[↓1e999],\n2]", `[1e99,↓1e999,3e3]`} {
		before, after, _ := strings.Cut(doc, "↓")
		data := []byte(before + after)
		err := jsonError[any](string(data))
		p, ok := Locate(data, err)
		if !ok || p.Offset != int64(len(before)) {
			t.Errorf("%s: got %#v %v, want offset %d; %#v", doc, p, ok, len(before), err)
		}
	}
}

// TestLocateRandomType makes documents with one value that does not fit.
func TestLocateRandomType(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 20000 / stride(10) {
		g := misfit{r: r}
		g.object(3)
		if g.wrong < 0 {
			continue
		}
		data := g.b
		err := jsonError[typed](string(data))
		p, ok := Locate(data, err)
		if !ok || p.Offset != int64(g.wrong) {
			t.Fatalf("%s\ngot %#v %v, want offset %d; %#v", data, p, ok, g.wrong, err)
		}
		checkPointer(t, data, g.wrong)
	}
}

// misfit generates an object for typed. wrong becomes the offset of the value that
// does not fit; until then, and from then on, all do.
type misfit struct {
	r     *rand.Rand
	b     []byte
	wrong int
}

func (g *misfit) space() {
	for g.r.IntN(4) == 0 {
		g.b = append(g.b, " \t\r\n"[g.r.IntN(4)])
	}
}

func (g *misfit) add(s string) {
	g.space()
	g.b = append(g.b, s...)
	g.space()
}

func (g *misfit) text() string {
	parts := []string{"a", `\"`, `\\`, "{", "[", ",", ":", "é", `\u0022`, " ", "1", "true"}
	s := `"`
	for range g.r.IntN(6) {
		s += parts[g.r.IntN(len(parts))]
	}
	return s + `"`
}

// scalar adds a value that fits, or, with a low probability and once, one of bad.
func (g *misfit) scalar(good string, bad ...string) {
	if g.wrong <= 0 && g.r.IntN(12) == 0 {
		g.space()
		g.wrong = len(g.b)
		g.b = append(g.b, bad[g.r.IntN(len(bad))]...)
		g.space()
		return
	}
	g.add(good)
}

func (g *misfit) object(depth int) {
	if len(g.b) == 0 {
		g.wrong = -1
	}
	g.add("{")
	for i := range g.r.IntN(6) {
		if i > 0 {
			g.add(",")
		}
		kind := g.r.IntN(9)
		if depth == 0 {
			kind = g.r.IntN(6)
		}
		switch kind {
		case 0:
			g.add(`"int":`)
			g.scalar("12", g.text(), "true", "300", "1.5", "[1,2]", `{"a":1}`)
		case 1:
			g.add(`"text":`)
			g.scalar(g.text(), "12", "-1.5e-3", "false", `["x"]`, `{"a":"b"}`)
		case 2:
			g.add(`"bool":`)
			g.scalar("true", g.text(), "0", "[]", "{}")
		case 3:
			g.add(`"quoted":`)
			g.scalar(`"12"`, `"1x"`, `"1\"\\"`, `"99999999999999999999999"`, `"1,"`)
		case 4:
			g.add(`"any":`)
			g.scalar(`[1, {"x": "]"}]`, "1e999")
		case 5:
			g.add(`"ints":`)
			g.add("{")
			for j := range g.r.IntN(3) {
				if j > 0 {
					g.add(",")
				}
				g.scalar(`"12"`, `"300"`, `""`, `"x\""`, `":"`, `",\\"`, `"\u0031\u0030x"`)
				g.add(":")
				g.scalar(g.text(), "1", "true", "{}")
			}
			g.add("}")
		case 6:
			g.add(`"list":`)
			g.add("[")
			for j := range g.r.IntN(4) {
				if j > 0 {
					g.add(",")
				}
				g.object(depth - 1)
			}
			g.add("]")
		case 7:
			g.add(`"list":`)
			g.scalar("null", g.text(), "1", "{}")
		default:
			g.add(`"names":`)
			g.add("{")
			g.add(g.text())
			g.add(":")
			g.object(depth - 1)
			g.add("}")
		}
	}
	g.add("}")
}

// other is an error of another package.
type other struct{ asType *UnmarshalTypeError }

func (o other) Error() string { return "other" }

func (o other) As(target any) bool {
	t, ok := target.(**UnmarshalTypeError)
	if ok {
		*t = o.asType
	}
	return ok
}

func TestLocateWrapped(t *testing.T) {
	data := []byte("{\n\"int\": \"x\",\n\"text\": 1}")
	first := jsonError[typed](string(data)).(*UnmarshalTypeError)
	second := *first
	second.Value, second.Offset = "number", int64(len(data)-1)
	broken := jsonError[any](string(data[:4])) // not about data
	short := io.ErrUnexpectedEOF
	for i, c := range []struct {
		err  error
		want string // places that LocateAll finds
	}{
		{nil, ""},
		{io.EOF, ""},
		{errors.New("x"), ""},
		{first, "2:8"},
		{fmt.Errorf("reading: %w", first), "2:8"},
		{fmt.Errorf("a: %w", fmt.Errorf("b: %w", first)), "2:8"},
		{errors.Join(first, &second), "2:8 3:9"},
		{errors.Join(&second, first), "3:9 2:8"},
		{errors.Join(errors.New("x"), nil, fmt.Errorf("y: %w", &second), first), "3:9 2:8"},
		{fmt.Errorf("%w and %w", &second, short), "3:9 3:11"},
		{short, "3:11"},
		{fmt.Errorf("x: %w", short), "3:11"},
		{other{first}, "2:8"},
		{errors.Join(other{&second}, first), "3:9 2:8"},
		{other{nil}, ""},
		{(*SyntaxError)(nil), ""},
		{(*UnmarshalTypeError)(nil), ""},
		{broken, ""},
		{&SyntaxError{Offset: 3}, "2:1"},
		{&SyntaxError{Offset: 0}, "1:1"},
		{&SyntaxError{Offset: -1}, ""},
		{&SyntaxError{Offset: int64(len(data)) + 1}, ""},
		{&UnmarshalTypeError{Value: "string", Offset: 0}, ""},
		{&UnmarshalTypeError{Value: "string", Offset: -5}, ""},
		{&UnmarshalTypeError{Value: "string", Offset: 1 << 40}, ""},
		{&UnmarshalTypeError{Value: "string", Offset: first.Offset + 1}, ""},
		{&UnmarshalTypeError{Value: "number", Offset: first.Offset}, "2:8"}, // as if quoted
		{&UnmarshalTypeError{Value: "array", Offset: first.Offset}, ""},
		{&UnmarshalTypeError{Value: "date", Offset: first.Offset}, "2:8"},
		{&UnmarshalTypeError{Value: "number 7", Offset: int64(len(data)) + 1}, ""},
	} {
		var got []string
		var o other
		isOther := c.want != "" && errors.As(c.err, &o)
		for _, p := range LocateAll(data, c.err) {
			if !errors.Is(c.err, p.Err) && !isOther {
				t.Errorf("%d: Err is %v, not in %v", i, p.Err, c.err)
			}
			p.Err = nil
			got = append(got, p.String())
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%d: %v: got %q, want %q", i, c.err, s, c.want)
		}
		p, ok := Locate(data, c.err)
		p.Err = nil
		if ok != (c.want != "") || ok && p.String() != got[0] {
			t.Errorf("%d: %v: Locate gives %v %v, want the first of %q", i, c.err, p, ok, c.want)
		}
	}
}

// inner decodes itself with an error whose offset is not the document's.
type inner struct{ N int }

func (n *inner) UnmarshalJSON(b []byte) error {
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	return json.Unmarshal([]byte(text), &n.N)
}

// TestLocateForeign: offsets that a method counted elsewhere are not taken for the
// document's.
func TestLocateForeign(t *testing.T) {
	for _, doc := range []string{
		`{"x": ["a", "b"], "inner": "[1]"}`,
		`{"some": "text", "inner": "tru"}`,
		`{"some": "text", "inner": "\"abc\""}`,
		`{"some": "text", "inner": "1x"}`,
		`{"some": "text", "inner": ""}`,
	} {
		err := jsonError[struct{ Inner inner }](doc)
		if p, ok := Locate([]byte(doc), err); ok || err == nil {
			t.Errorf("%s: %v is located at %#v", doc, err, p)
		}
	}
}

// TestLocateToken: errors of Token point at the byte that is wrong, not behind it.
func TestLocateToken(t *testing.T) {
	for _, doc := range []string{"[1 ↓2]", `{"a" ↓1}`, `{"a": 1 ↓"b"`, "{↓x", "↓}", "[1,2↓}", "{}↓,"} {
		before, after, _ := strings.Cut(doc, "↓")
		data := []byte(before + after)
		dec := json.NewDecoder(bytes.NewReader(data))
		var err error
		for err == nil {
			_, err = dec.Token()
		}
		if p, ok := Locate(data, err); !ok || p.Offset != int64(len(before)) {
			t.Errorf("%s: %#v: got %#v %v, want offset %d", doc, err, p, ok, len(before))
		}
	}
}

// TestLocateDecoder: the first value of a stream is a document.
func TestLocateDecoder(t *testing.T) {
	for _, doc := range []string{"[1,↓", "{\"a\": \"b↓", "[1,↓x] {}", "[1\n↓:"} {
		before, after, _ := strings.Cut(doc, "↓")
		data := []byte(before + after)
		err := json.NewDecoder(bytes.NewReader(data)).Decode(new(any))
		if p, ok := Locate(data, err); !ok || p.Offset != int64(len(before)) {
			t.Errorf("%s: %#v: got %#v %v, want offset %d", doc, err, p, ok, len(before))
		}
	}
}

func TestLocateAllocs(t *testing.T) {
	data := []byte("{\n\"int\": \"x\\\"\",\n\"text\": 1}")
	for _, err := range []error{
		jsonError[typed](string(data)),
		fmt.Errorf("x: %w", io.ErrUnexpectedEOF),
		&SyntaxError{Offset: 3},
	} {
		if n := testing.AllocsPerRun(100, func() { Locate(data, err) }); n != 0 {
			t.Errorf("Locate(data, %v) allocates %v times", err, n)
		}
	}
}

// FuzzLocateOffsets: any error is taken, and no position lies outside of its
// document.
func FuzzLocateOffsets(f *testing.F) {
	f.Add([]byte(`{"a": "\"1"}`), "number 1", int64(11), 3)
	f.Add([]byte(`[1e999`), "number 1e999", int64(7), 1)
	f.Fuzz(func(t *testing.T, data []byte, value string, offset int64, at int) {
		for _, err := range []error{&UnmarshalTypeError{Value: value, Offset: offset}, &SyntaxError{Offset: offset}} {
			if p, ok := Locate(data, err); ok {
				if p.Offset < 0 || p.Offset > int64(len(data)) {
					t.Fatalf("%q: %#v: at %d", data, err, p.Offset)
				}
				checkPosition(t, data, int(p.Offset))
				checkExcerpt(t, data, int(p.Offset))
				p.Pointer()
			}
		}
		if at >= 0 && at <= len(data) {
			checkPosition(t, data, at)
			checkExcerpt(t, data, at)
			pointerAt(data, at)
		}
	})
}
