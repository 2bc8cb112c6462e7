package decoder

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// The tests of Decoder are differential: the same script of calls runs on ours and
// on encoding/json's, over readers that behave alike. What each call returned,
// and where the decoder then stands, must be equal.

// classicStream reports whether encoding/json's Decoder is the classic one, not
// that of the v2 engine (the default from go1.27 on), whose errors and offsets
// differ throughout.
func classicStream() bool {
	dec := json.NewDecoder(strings.NewReader(`{"a"`))
	dec.Token()
	var v any
	return dec.Decode(&v) != nil
}

func needClassic(t *testing.T) {
	t.Helper()
	if !classicStream() {
		t.Skip("compares with the classic Decoder, and encoding/json runs on its v2 engine here, which GO127.md is about; with GOEXPERIMENT=nojsonv2 it runs")
	}
}

// jsonDecoder is the method set of both.
type jsonDecoder interface {
	Decode(v any) error
	Token() (json.Token, error)
	More() bool
	Buffered() io.Reader
	InputOffset() int64
	UseNumber()
	DisallowUnknownFields()
}

var errReader = errors.New("the reader's own error")

// chunked is a reader whose n-th Read behaves as its fields say, whatever room it
// is offered (at least 512 bytes, as encoding/json does).
type chunked struct {
	data    []byte
	pos     int
	size    func(pos int) int // bytes of the Read at pos; 0 is (0, nil)
	withEOF bool              // the last bytes come along with io.EOF
	errAt   int               // < 0: never; else the position at which reads fail
	errWith bool              // the bytes before errAt come along with the error
	once    bool              // the error is reported once only
	end     error             // what follows the data, if not io.EOF
	reads   int
}

func (r *chunked) Read(p []byte) (int, error) {
	r.reads++
	limit := len(r.data)
	if r.errAt >= r.pos {
		limit = min(limit, r.errAt)
		if r.errAt == r.pos {
			if r.once {
				r.errAt = -1
			}
			return 0, errReader
		}
	}
	n := min(r.size(r.pos), len(p), limit-r.pos)
	copy(p, r.data[r.pos:r.pos+n])
	r.pos += n
	switch {
	case r.pos == r.errAt && r.errWith && n > 0:
		if r.once {
			r.errAt = -1
		}
		return n, errReader
	case r.pos == len(r.data) && (r.withEOF || n == 0):
		if r.end != nil {
			return n, r.end
		}
		return n, io.EOF
	}
	return n, nil
}

// readerKinds are made for a document of n bytes.
var readerKinds = []struct {
	name string
	make func(rng *rand.Rand, data []byte) chunked
}{
	{"byte", func(rng *rand.Rand, data []byte) chunked { return chunked{size: fixed(1), errAt: -1} }},
	{"byte+EOF", func(rng *rand.Rand, data []byte) chunked { return chunked{size: fixed(1), errAt: -1, withEOF: true} }},
	{"whole", func(rng *rand.Rand, data []byte) chunked { return chunked{size: fixed(1 << 20), errAt: -1} }},
	{"whole+EOF", func(rng *rand.Rand, data []byte) chunked {
		return chunked{size: fixed(512), errAt: -1, withEOF: true}
	}},
	{"small", func(rng *rand.Rand, data []byte) chunked { return chunked{size: fixed(1 + rng.IntN(9)), errAt: -1} }},
	{"random", func(rng *rand.Rand, data []byte) chunked {
		seed := rng.Uint64()
		return chunked{errAt: -1, withEOF: rng.IntN(2) == 0, size: func(pos int) int {
			return 1 + int((seed+uint64(pos)*0x9e3779b97f4a7c15)>>40)%40
		}}
	}},
	{"empty reads", func(rng *rand.Rand, data []byte) chunked {
		empty := false
		return chunked{errAt: -1, size: func(pos int) int {
			if empty = !empty; empty && pos < len(data) {
				return 0
			}
			return 1 + rng.IntN(4)
		}}
	}},
	{"error", func(rng *rand.Rand, data []byte) chunked {
		return chunked{size: fixed(1 + rng.IntN(20)), errAt: rng.IntN(len(data) + 1), errWith: rng.IntN(2) == 0}
	}},
	{"error once", func(rng *rand.Rand, data []byte) chunked {
		return chunked{size: fixed(1 + rng.IntN(20)), errAt: rng.IntN(len(data) + 1), errWith: rng.IntN(2) == 0, once: true}
	}},
	{"other end", func(rng *rand.Rand, data []byte) chunked {
		return chunked{size: fixed(1 + rng.IntN(20)), errAt: -1, withEOF: rng.IntN(2) == 0, end: io.ErrUnexpectedEOF}
	}},
}

func fixed(n int) func(int) int { return func(int) int { return n } }

// reader returns a reader of a kind; the same for the same seed.
func reader(kind int, seed uint64, data []byte) *chunked {
	r := readerKinds[kind].make(rand.New(rand.NewPCG(seed, 1)), data)
	r.data = data
	return &r
}

// streamTargets are what scripts decode into.
var streamTargets = []func() any{
	func() any { return new(any) },
	func() any { return new(any) },
	func() any { return new(json.RawMessage) },
	func() any { return new(string) },
	func() any { return new(int) },
	func() any { return new(float64) },
	func() any { return new(bool) },
	func() any { return new([]any) },
	func() any { return new([]int) },
	func() any { return new(map[string]any) },
	func() any { return new(json.Number) },
	func() any {
		return new(struct {
			A int
			B []string
			C *bool
		})
	},
	func() any { return nil },
	func() any { return 7 },
	func() any { return (*int)(nil) },
}

// call runs the call number op on dec and describes what came out.
func call(dec jsonDecoder, op int, rest func() []byte) (what string, result []any) {
	switch {
	case op < 40:
		tok, err := dec.Token()
		return "Token", []any{tok, err}
	case op < 65:
		v := streamTargets[op%len(streamTargets)]()
		err := dec.Decode(v)
		return fmt.Sprintf("Decode(%T)", v), []any{v, err}
	case op < 85:
		return "More", []any{dec.More()}
	case op < 93:
		b, err := io.ReadAll(dec.Buffered())
		// How much is read ahead is the decoder's affair, what follows is not.
		return "Buffered", []any{string(b) + string(rest()), err}
	case op == 93:
		dec.UseNumber()
		return "UseNumber", nil
	case op == 94:
		dec.DisallowUnknownFields()
		return "DisallowUnknownFields", nil
	default:
		v := new(any)
		err := dec.Decode(v)
		return "Decode(*any)", []any{v, err}
	}
}

var streamDocuments = []string{
	`{"a":1,"B":["x","y"],"c":true}`,
	`[1,-2.5e3,"s\u00e9\n",true,false,null,{},[]]`,
	`{"a":{"b":{"c":[[],[{}],{"d":null}]}},"e":"f"}`,
	`"string"`, `123`, `-0.5`, `true`, `false`, `null`, `[]`, `{}`, `""`, `1e999`, `[1e999,2]`,
	" [ 1 , \"two\" , { \"k\" : [ 3 ] , \"l\" : null } ] \r\n\t",
	`{"unknown":1,"a":"wrong","b":[1,"x"]}`,
	"\"\x80\xff é 😀 \\ud83d\\ude00 \\ud800\"",
	`[[[[[[[[[[1]]]]]]]]]]`,
	`{"":{"":{"":0}}}`,
	`   `, ``,
	`[1 2]`, `{"a" 1}`, `{"a":1 "b":2}`, `{,}`, `[,]`, `[1,]`, `{"a":1,}`, `]`, `}`, `:`, `,`, `{1:2}`, `{"a"::1}`, `[1}`, `{"a":1]`, `nul`, `truex`, `01`, `+1`, `1.`, `"a`, `"\x"`, `"` + "\n" + `"`,
}

// streamDocument makes a document: some values in a row, perhaps damaged.
func streamDocument(rng *rand.Rand) []byte {
	var doc []byte
	sep := []string{" ", "\n", "", ",", "\r\n  "}[rng.IntN(5)]
	for range 1 + rng.IntN(4) {
		doc = append(doc, streamDocuments[rng.IntN(len(streamDocuments))]...)
		doc = append(doc, sep...)
	}
	if rng.IntN(10) == 0 {
		long := append(bytes.Repeat([]byte("long "), 300+rng.IntN(3000)), `"`...)
		doc = append(append(doc, '"'), long...)
	}
	switch rng.IntN(4) {
	case 0:
		doc = doc[:rng.IntN(len(doc)+1)]
	case 1:
		if len(doc) > 0 {
			doc[rng.IntN(len(doc))] = `{}[]:,"\u1e-.0 tnfx`[rng.IntN(19)]
		}
	}
	return doc
}

func TestDecoderAsEncodingJSON(t *testing.T) {
	needClassic(t)
	cases := 2500
	if testing.Short() {
		cases = 800
	}
	for seed := range uint64(cases) {
		for kind := range readerKinds {
			if int(seed)%3 != kind%3 {
				continue
			}
			if !compareScript(t, seed, kind) {
				return
			}
		}
	}
}

// compareScript runs the script that seed stands for on both decoders.
func compareScript(t *testing.T, seed uint64, kind int) bool {
	rng := rand.New(rand.NewPCG(seed, uint64(kind)))
	data := streamDocument(rng)
	ourReader, theirReader := reader(kind, seed, data), reader(kind, seed, data)
	ours, theirs := jsonDecoder(NewDecoder(ourReader)), jsonDecoder(json.NewDecoder(theirReader))
	mode := rng.IntN(5) // mostly Token, mostly Decode, or a mix
	var script []string
	for range 12 + len(data)/8 {
		op := rng.IntN(100)
		switch mode {
		case 0:
			op %= 40
		case 1:
			op = 40 + op%60
		}
		if len(script) > 60 {
			break
		}
		what, got := call(ours, op, func() []byte { return data[ourReader.pos:] })
		_, want := call(theirs, op, func() []byte { return data[theirReader.pos:] })
		script = append(script, what)
		got, want = append(got, ours.InputOffset()), append(want, theirs.InputOffset())
		if kind < 2 {
			// With a byte at a time it shows who reads more than he needs.
			got, want = append(got, ourReader.pos, ourReader.reads), append(want, theirReader.pos, theirReader.reads)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("seed %d, reader %q, %.300q:\n%s\ngot  %s\nwant %s", seed, readerKinds[kind].name, data, strings.Join(script, ", "), describe(got), describe(want))
			return false
		}
	}
	return true
}

func describe(results []any) string {
	var b strings.Builder
	for _, r := range results {
		switch r := r.(type) {
		case *json.SyntaxError:
			fmt.Fprintf(&b, " %T{%q at %d}", r, r, r.Offset)
		case *json.UnmarshalTypeError:
			fmt.Fprintf(&b, " %T{%q at %d, %s, %s}", r, r, r.Offset, r.Struct, r.Field)
		case error:
			fmt.Fprintf(&b, " %T{%q}", r, r)
		default:
			if v := reflect.ValueOf(r); v.Kind() == reflect.Pointer && !v.IsNil() {
				r = v.Elem().Interface()
			}
			fmt.Fprintf(&b, " %#v", r)
		}
	}
	return b.String()
}

// TestEveryTruncation takes documents apart by Token and by Decode, cut at every byte.
func TestEveryTruncation(t *testing.T) {
	needClassic(t)
	for _, doc := range streamDocuments {
		doc += " " + doc
		for cut := range len(doc) + 1 {
			for kind := range 4 {
				for _, op := range []int{0, 98} {
					data := []byte(doc[:cut])
					ours, theirs := jsonDecoder(NewDecoder(reader(kind, 0, data))), jsonDecoder(json.NewDecoder(reader(kind, 0, data)))
					for range 50 {
						what, got := call(ours, op, nil)
						_, want := call(theirs, op, nil)
						got, want = append(got, ours.InputOffset()), append(want, theirs.InputOffset())
						if !reflect.DeepEqual(got, want) {
							t.Fatalf("%s of %q, reader %q:\ngot  %s\nwant %s", what, data, readerKinds[kind].name, describe(got), describe(want))
						}
						if got[1] != nil {
							break
						}
					}
				}
			}
		}
	}
}

// TestEveryState calls every method after every number of tokens.
func TestEveryState(t *testing.T) {
	needClassic(t)
	tails := []string{"", " ", "1", "x", ",1", ":1", "]", "}", `"k"`, `,"k"`, `:"k"`, "[", "{", ",]", ",}", " ,", " :", ",,", "tru"}
	for _, prefix := range []string{`[`, `[1`, `[1,`, `[[]`, `{`, `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":{}`, `[{"a":[1`, ``, `1 `} {
		for _, tail := range tails {
			data := []byte(prefix + tail)
			for _, ops := range [][]int{{0}, {98}, {66}, {98, 0}, {66, 98}, {0, 98}, {66, 0, 66, 98, 0, 98}} {
				for tokens := range 7 {
					ours, theirs := jsonDecoder(NewDecoder(bytes.NewReader(data))), jsonDecoder(json.NewDecoder(bytes.NewReader(data)))
					script := append(make([]int, tokens), ops...)
					for i, op := range script {
						what, got := call(ours, op, nil)
						_, want := call(theirs, op, nil)
						got, want = append(got, ours.InputOffset()), append(want, theirs.InputOffset())
						if !reflect.DeepEqual(got, want) {
							t.Fatalf("%q, call %d of %v, %s:\ngot  %s\nwant %s", data, i, script, what, describe(got), describe(want))
						}
					}
				}
			}
		}
	}
}

// TestTokenAllocations: beside the results, which share memory, a token costs nothing.
func TestTokenAllocations(t *testing.T) {
	for _, tc := range []struct {
		name, value string
		most        float64 // allocations per token
	}{
		{"brackets", `[]`, 0}, {"braces", `{}`, 0},
		{"literals", `true,false,null`, 0},
		{"floats", `-1.5e3`, 1. / 50},
		{"short strings", `"0123456789"`, 1./16 + 1./90},
		{"names", `{"name":{"name":0}}`, 1. / 16},
		{"non-ASCII", `"é😀"`, 1./16 + 1./90},
		{"escapes", `"\u00e9\n"`, 1./16 + 1./60},
	} {
		const values = 2000
		doc := "[" + strings.Repeat(tc.value+",", values) + "0]"
		count := 0
		n := testing.AllocsPerRun(5, func() {
			count = 0
			dec := NewDecoder(strings.NewReader(doc))
			for {
				if _, err := dec.Token(); err != nil {
					break
				}
				count++
			}
		})
		// Fixed, beside the tokens: 7 on a quiet day, more if pools were emptied (see TestBuffersAreShared).
		if n > 100+tc.most*float64(count) {
			t.Errorf("%s: %v allocations for %d tokens", tc.name, n, count)
		}
	}
}

// TestTokensAreKept: a token does not change when later ones are read.
func TestTokensAreKept(t *testing.T) {
	var doc bytes.Buffer
	var want []any
	for i := range 3000 {
		s := strings.Repeat(string(rune('a'+i%26)), i%300)
		if i%3 == 0 {
			s += "\n\"é\\"
		}
		f := float64(i) / 8
		quoted, _ := json.Marshal(s)
		fmt.Fprintf(&doc, "%s %v ", quoted, f)
		want = append(want, s, f)
	}
	for _, size := range []int{1, 600, 1 << 24} {
		dec := NewDecoder(&chunked{data: doc.Bytes(), size: fixed(size), errAt: -1})
		var got []any
		for {
			tok, err := dec.Token()
			if err != nil {
				break
			}
			got = append(got, tok)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("reads of %d: other tokens", size)
		}
	}
}
