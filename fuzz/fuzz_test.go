package fuzz

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"swarjson/internal/difftest"
)

// The targets of go test -fuzz. Under plain go test they run over their seeds: the
// files of testdata/fuzz, the project's own suite, and, where they are present, a
// part of JSONTestSuite and of go-fuzz-corpus. README.md says how to run them.

// seeds calls add for every document that is at hand.
func seeds(f *testing.F, add func(doc []byte)) {
	for _, doc := range basics {
		add([]byte(doc))
	}
	for _, doc := range stringDocs {
		if len(doc) < 300 {
			add([]byte(doc))
		}
	}
	own, err := filepath.Glob(filepath.Join("testdata", "suite", "*.json"))
	if err != nil || len(own) == 0 {
		f.Fatalf("no seeds: %v", err)
	}
	for _, name := range own {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		var docs []string
		if err := json.Unmarshal(text, &docs); err != nil {
			f.Fatalf("%s: %v", name, err)
		}
		for _, d := range docs {
			add([]byte(d))
		}
	}
	for _, e := range []struct {
		env, pattern string
		every        int
	}{
		{"SWARJSON_TESTSUITE", "../../shared/JSONTestSuite/test_parsing/*.json", 1},
		{"SWARJSON_FUZZCORPUS", "../../shared/go-fuzz-corpus/json/corpus/*", 4},
	} {
		pattern := filepath.FromSlash(e.pattern)
		if dir := os.Getenv(e.env); dir != "" {
			pattern = filepath.Join(dir, filepath.Base(pattern))
			if e.env == "SWARJSON_TESTSUITE" {
				pattern = filepath.Join(dir, "test_parsing", "*.json")
			}
		}
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Logf("no seeds from %s: set %s", pattern, e.env)
			continue
		}
		for i, name := range files {
			if i%e.every != 0 {
				continue
			}
			if doc, err := os.ReadFile(name); err == nil && len(doc) < 4096 {
				add(doc)
			}
		}
	}
}

// FuzzUTF8 is the mission's own: whatever bytes stand in a string, escapes and
// surrogates and broken UTF-8 among them, come out as encoding/json makes them, in
// a value, in a key, in a slice, in a struct and in a stream. What comes out is
// valid UTF-8.
func FuzzUTF8(f *testing.F) {
	if !difftest.ClassicOracle {
		f.Skip("encoding/json runs on the v2 engine here")
	}
	seeds(f, func(doc []byte) { f.Add(bytes.Trim(doc, `"`), uint8(len(doc))) })
	f.Fuzz(func(t *testing.T, text []byte, pad uint8) {
		p := strings.Repeat("p", int(pad%70))
		lit := `"` + p + string(text) + `"`
		var want string
		if err := json.Unmarshal([]byte(lit), &want); err == nil && !utf8.ValidString(want) {
			t.Fatalf("the oracle makes invalid UTF-8 of %q", lit)
		}
		for _, c := range []difftest.Case{
			{Target: "string", Doc: lit},
			{Target: "any", Doc: lit},
			{Target: "MyString", Doc: " " + lit + " "},
			{Target: "[]string", Doc: "[" + lit + "," + lit + "]"},
			{Target: "map[string]string", Doc: "{" + lit + ":" + lit + "}"},
			{Target: "any", Doc: "{" + lit + ":" + lit + `,"a":` + lit + "}"},
			{Target: "Folding", Doc: "{" + lit + ":1}", Opt: difftest.Options{DisallowUnknownFields: true}},
			{Target: "Small", Doc: `{"b":` + lit + `,` + lit + `:` + lit + "}"},
			{Target: "Text", Doc: lit},
			{Target: "[]byte", Doc: lit},
			{Doc: "[" + lit + ",{" + lit + ":" + lit + "}]", Script: &difftest.Script{Feed: difftest.Feed{Chunks: []difftest.Chunk{{N: 1 + int(pad%13)}}}, Steps: ops("t t t t t d:string t t")}},
			{Doc: lit + lit + "1", Script: &difftest.Script{Feed: difftest.Feed{Chunks: []difftest.Chunk{{N: 1}}}, Steps: ops("d:string d:any d:int d")}},
		} {
			check(t, c)
		}
	})
}

// FuzzAny decodes any bytes into an interface, with both ways to keep numbers.
func FuzzAny(f *testing.F) {
	if !difftest.ClassicOracle {
		f.Skip("encoding/json runs on the v2 engine here")
	}
	seeds(f, func(doc []byte) { f.Add(doc) })
	f.Fuzz(func(t *testing.T, doc []byte) {
		check(t, difftest.Case{Target: "any", Doc: string(doc)})
		check(t, difftest.Case{Target: "any", Doc: string(doc), Opt: difftest.Options{UseNumber: true}})
		check(t, difftest.Case{Target: "map[string]any", Doc: string(doc)})
		check(t, difftest.Case{Target: "[]any", Doc: string(doc), Fill: 3})
	})
}

// FuzzTyped decodes any bytes into one of the registry's targets.
func FuzzTyped(f *testing.F) {
	if !difftest.ClassicOracle {
		f.Skip("encoding/json runs on the v2 engine here")
	}
	n := uint16(0)
	seeds(f, func(doc []byte) {
		f.Add(doc, n, n%5, n%3 == 0)
		n++
	})
	for i, tg := range difftest.Targets() {
		f.Add(difftest.Document(difftest.NewRand(uint64(i)), tg.Type), uint16(i), uint16(i%3), false)
	}
	f.Fuzz(func(t *testing.T, doc []byte, target, fill uint16, unknown bool) {
		ts := difftest.Targets()
		check(t, difftest.Case{Target: ts[int(target)%len(ts)].Name, Fill: uint64(fill % 64), Doc: string(doc), Opt: difftest.Options{DisallowUnknownFields: unknown}})
	})
}

// FuzzStructured makes the document itself, from a seed: the fuzzer looks for
// seeds whose documents reach new code.
func FuzzStructured(f *testing.F) {
	if !difftest.ClassicOracle {
		f.Skip("encoding/json runs on the v2 engine here")
	}
	for i := range uint64(64) {
		f.Add(i)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { check(t, difftest.RandomCase(seed)) })
}

// FuzzStream plays scripts over any bytes, in pieces that the fuzzer cuts. And a
// stream gives what Unmarshal gives, however it is cut.
func FuzzStream(f *testing.F) {
	if !difftest.ClassicOracle {
		f.Skip("encoding/json runs on the v2 engine here")
	}
	n := 0
	scripts := []string{"ddddd", "tttttttttttttttttttt", "tdtdtd", "mdmdmd", "dodbdo", "tmtmtmdmo", "aaaa", "undaut"}
	seeds(f, func(doc []byte) {
		f.Add(doc, []byte{byte(n), byte(n / 3), 1}, []byte(scripts[n%len(scripts)]), uint8(n))
		n++
	})
	f.Fuzz(func(t *testing.T, doc, cuts, script []byte, target uint8) {
		if len(script) > 64 || len(cuts) > 64 || len(doc) > 1<<16 {
			return
		}
		ts := difftest.Targets()
		name := ts[int(target)%len(ts)].Name
		s := difftest.Script{Drain: target%2 == 0, Feed: difftest.Feed{EOFWith: target%3 == 0, Scratch: target%5 == 0}}
		for _, c := range cuts {
			s.Feed.Chunks = append(s.Feed.Chunks, difftest.Chunk{N: int(c), Fail: c == 251})
		}
		for _, op := range script {
			switch difftest.Op(op) {
			case difftest.OpDecode, difftest.OpAgain, difftest.OpToken, difftest.OpMore, difftest.OpBuffered, difftest.OpOffset, difftest.OpNumber, difftest.OpUnknown:
				s.Steps = append(s.Steps, difftest.Step{Op: difftest.Op(op), Target: name})
			}
		}
		check(t, difftest.Case{Doc: string(doc), Script: &s})

		// Whole against cut.
		var whole, cut any
		err := Subject().Unmarshal(noOptions, doc, &whole)
		if err != nil {
			return
		}
		if err := Subject().NewDecoder(feedOf(doc, cuts)).Decode(&cut); err != nil {
			t.Fatalf("Unmarshal accepts %q, a Decoder does not: %v", doc, err)
		}
		if !reflect.DeepEqual(whole, cut) {
			t.Fatalf("%q: whole %v, in pieces %v", doc, whole, cut)
		}
	})
}

// A cutReader hands out a document in pieces of given sizes.
type cutReader struct {
	doc, cuts []byte
	n         int
}

func feedOf(doc, cuts []byte) *cutReader { return &cutReader{doc, cuts, 0} }

func (r *cutReader) Read(p []byte) (int, error) {
	if len(r.doc) == 0 {
		return 0, io.EOF
	}
	n := len(r.doc)
	if len(r.cuts) > 0 {
		n = 1 + int(r.cuts[r.n%len(r.cuts)])
		r.n++
	}
	n = copy(p[:min(n, len(p))], r.doc)
	r.doc = r.doc[n:]
	return n, nil
}

// FuzzNumber decodes any text as a number into every numeric kind, and compares
// with strconv: the public API is as exact as it.
func FuzzNumber(f *testing.F) {
	for _, list := range [][]string{ints, floats} {
		for _, s := range list {
			f.Add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string) {
		sub := Subject()
		if !sub.Valid([]byte(s)) || s != strings.Trim(s, " \t\r\n") || !strings.ContainsAny(s[:1], "-0123456789") {
			return
		}
		var f64 float64
		want, wantErr := strconv.ParseFloat(s, 64)
		if err := sub.Unmarshal(noOptions, []byte(s), &f64); (err == nil) != (wantErr == nil) || err == nil && math.Float64bits(f64) != math.Float64bits(want) {
			t.Errorf("float64 of %s: want %v, %v, got %v, %v", s, want, wantErr, f64, err)
		}
		var f32 float32
		want, wantErr = strconv.ParseFloat(s, 32)
		if err := sub.Unmarshal(noOptions, []byte(s), &f32); (err == nil) != (wantErr == nil) || err == nil && math.Float32bits(f32) != math.Float32bits(float32(want)) {
			t.Errorf("float32 of %s: want %v, %v, got %v, %v", s, want, wantErr, f32, err)
		}
		var pair [2]float64
		if err := sub.Unmarshal(noOptions, []byte("["+s+","+s+"]"), &pair); err == nil && (math.Float64bits(pair[0]) != math.Float64bits(f64) || pair[0] != pair[1]) {
			t.Errorf("[%s,%s]: got %v, alone %v", s, s, pair, f64)
		}
		var i64 int64
		wantI, wantErr := strconv.ParseInt(s, 10, 64)
		if err := sub.Unmarshal(noOptions, []byte(s), &i64); (err == nil) != (wantErr == nil) || err == nil && i64 != wantI {
			t.Errorf("int64 of %s: want %v, %v, got %v, %v", s, wantI, wantErr, i64, err)
		}
		var u64 uint64
		wantU, wantErr := strconv.ParseUint(s, 10, 64)
		if err := sub.Unmarshal(noOptions, []byte(s), &u64); (err == nil) != (wantErr == nil) || err == nil && u64 != wantU {
			t.Errorf("uint64 of %s: want %v, %v, got %v, %v", s, wantU, wantErr, u64, err)
		}
		var i8 int8
		wantI, wantErr = strconv.ParseInt(s, 10, 8)
		if err := sub.Unmarshal(noOptions, []byte(s), &i8); (err == nil) != (wantErr == nil) || err == nil && int64(i8) != wantI {
			t.Errorf("int8 of %s: want %v, %v, got %v, %v", s, wantI, wantErr, i8, err)
		}
		var num json.Number
		if err := sub.Unmarshal(noOptions, []byte(s), &num); err != nil || string(num) != s {
			t.Errorf("Number of %s: %s, %v", s, num, err)
		}
	})
}

// FuzzValid compares Valid, with the document slid over all offsets in a word.
func FuzzValid(f *testing.F) {
	seeds(f, func(doc []byte) { f.Add(doc) })
	f.Fuzz(func(t *testing.T, doc []byte) {
		want := json.Valid(doc)
		for off := range 9 {
			b := append(bytes.Repeat([]byte(" "), off), doc...)
			if got := Subject().Valid(b); got != want {
				t.Fatalf("Valid(%q) behind %d spaces: want %v, got %v", doc, off, want, got)
			}
		}
		if err := Subject().Unmarshal(noOptions, doc, new(any)); err != nil && want {
			if _, ok := err.(*json.SyntaxError); ok {
				t.Fatalf("Unmarshal(%q): %v", doc, err)
			}
		}
	})
}
