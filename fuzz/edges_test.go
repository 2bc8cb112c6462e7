package fuzz

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"swarjson/internal/difftest"
)

// edgeScalars are values whose end only the byte behind them tells, and others.
var edgeScalars = []string{"0", "12345", "-1", "1.5", "1e9", "20000000000000000000000000000000000000000000", "true", "false", "null", `"x"`, `""`, `"\n"`, "{}", "[]", "[1]", `{"a":1}`, "-", "1.", "tru", `"x`, "[", "1e999"}

// TestEveryLength lets every kind of value end, and begin, at every position around
// and between the sizes of words, blocks, scratch and windows: white space in front
// of it, behind it, and inside of an array or object.
func TestEveryLength(t *testing.T) {
	classic(t)
	sub := Subject()
	lengths := make([]int, 0, 1500)
	for n := range 300 {
		lengths = append(lengths, n)
	}
	for _, at := range []int{512, 1024, 1088, 1536, 2048, 4096, 16 << 10, 32 << 10, 64 << 10} {
		step, width := 1, 70
		if at > 2048 {
			step = 7
		}
		if testing.Short() && at > 4096 {
			continue
		}
		for n := at - width; n <= at+width; n += step {
			lengths = append(lengths, n)
		}
		lengths = append(lengths, at-64, at, at+64)
	}
	spaces := strings.Repeat(" ", 70<<10)
	compare := func(doc string) bool {
		var a, b any
		data := []byte(doc)
		ea, eb := json.Unmarshal(data, &a), sub.Unmarshal(noOptions, data, &b)
		if !sameError(ea, eb) || !reflect.DeepEqual(a, b) || json.Valid(data) != sub.Valid(data) {
			t.Errorf("%d bytes, %s: want %v, %v, got %v, %v, Valid %v", len(doc), short(strings.TrimSpace(doc)), a, ea, b, eb, sub.Valid(data))
			return false
		}
		var x, y any
		dec := sub.NewDecoder(strings.NewReader(doc))
		ex, ey := json.NewDecoder(strings.NewReader(doc)).Decode(&x), dec.Decode(&y)
		if !sameError(ex, ey) || !reflect.DeepEqual(x, y) {
			t.Errorf("Decoder, %d bytes, %s: want %v, %v, got %v, %v", len(doc), short(strings.TrimSpace(doc)), x, ex, y, ey)
			return false
		}
		return true
	}
	for _, v := range edgeScalars {
		for i, n := range lengths {
			if n < len(v) {
				continue
			}
			pad := spaces[:n-len(v)]
			ok := compare(pad+v) && compare(v+pad)
			if ok && i%3 == 0 {
				ok = compare("["+pad+v+"]") && compare("["+v+pad+"]") && compare(`{"k":`+pad+v+"}") && compare(`{"k"`+pad+":"+v+pad+"}")
			}
			if !ok {
				break
			}
		}
	}
}

// TestEveryLengthTyped is TestEveryLength for the set functions of typed targets: each
// ends a value by itself.
func TestEveryLengthTyped(t *testing.T) {
	classic(t)
	spaces := strings.Repeat(" ", 200)
	for _, c := range []struct{ target, doc string }{
		{"int", "12345"}, {"int8", "-128"}, {"uint64", "18446744073709551615"}, {"float64", "1.25e3"}, {"float32", "1.25"}, {"bool", "true"}, {"bool", "false"}, {"string", `"abc"`}, {"*int", "7"}, {"***string", `"x"`}, {"Number", "1.5"}, {"RawMessage", "12"}, {"RawMessage", `"x"`},
		{"[]byte", `"AQID"`}, {"Raw", "1"}, {"Raw", "null"}, {"Text", `"t"`}, {"Picky", "1"}, {"time.Time", `"2024-02-29T12:34:56Z"`}, {"big.Int", "123"}, {"Namer", "null"}, {"[]int", "[1,2]"}, {"[]int", "null"}, {"[3]int", "[1]"}, {"map[string]int", `{"a":1}`}, {"Small", `{"a":1,"b":"x"}`}, {"Small", "5"}, {"Quoted", `{"Int":"5"}`}, {"Users", `{"Raw":1}`}, {"struct{}", "1"}, {"map[int8]string", "5"}, {"Pointers", `{"Int":5}`},
	} {
		for n := len(c.doc); n <= 200; n++ {
			pad := spaces[:n-len(c.doc)]
			for _, doc := range []string{pad + c.doc, c.doc + pad} {
				check(t, difftest.Case{Target: c.target, Doc: doc})
				check(t, difftest.Case{Target: c.target, Doc: doc, Fill: 3})
				check(t, difftest.Case{Doc: doc, Script: &difftest.Script{Steps: []difftest.Step{{Op: difftest.OpDecode, Target: c.target}, {Op: difftest.OpDecode, Target: c.target}}}})
				if t.Failed() {
					return
				}
			}
		}
	}
}

// TestLongSpace puts long white space in front of values in a stream, behind them,
// and between their tokens, for targets of every sort: fresh ones, ones with contents,
// ones with methods, ones that need the value's bytes.
func TestLongSpace(t *testing.T) {
	classic(t)
	targets := []struct {
		name string
		fill uint64
		doc  []string // tokens, between which the space goes
	}{
		{"any", 0, []string{"{", `"a"`, ":", "[", "1", ",", "2", "]", "}"}},
		{"any", 2, []string{"[", "1", ",", `"x"`, "]"}},
		{"Small", 0, []string{"{", `"a"`, ":", "1", ",", `"b"`, ":", `"x"`, "}"}},
		{"Small", 5, []string{"{", `"a"`, ":", "1", ",", `"zzz"`, ":", "{", "}", "}"}},
		{"Users", 0, []string{"{", `"Raw"`, ":", "[", "1", "]", ",", `"Text"`, ":", `"t"`, "}"}},
		{"Raw", 0, []string{"{", `"a"`, ":", "1", "}"}},
		{"Raw", 0, []string{"5"}},
		{"RawMessage", 0, []string{"[", "1", ",", "2", "]"}},
		{"[]int", 3, []string{"[", "1", ",", "2", "]"}},
		{"[]Raw", 0, []string{"[", "1", ",", `"x"`, ",", "{", "}", "]"}},
		{"map[string]int", 4, []string{"{", `"a"`, ":", "1", "}"}},
		{"int", 0, []string{"12345"}},
		{"string", 0, []string{`"x"`}},
		{"Text", 0, []string{`"x"`}},
		{"Tree", 0, []string{"{", `"kids"`, ":", "[", "{", `"V"`, ":", "1", "}", "]", "}"}},
	}
	sizes := []int{500, 1000, 1024, 4096, 16 << 10, 32<<10 - 20, 32 << 10, 64<<10 - 20, 64 << 10, 65 << 10, 100_000, 200_000}
	if testing.Short() {
		sizes = []int{1000, 33_000, 65_516, 70_000}
	}
	for _, size := range sizes {
		space := strings.Repeat(" ", size)
		for _, tg := range targets {
			for at := range len(tg.doc) + 1 {
				if size > 5000 && at > 2 && at < len(tg.doc) && at != len(tg.doc)/2 {
					continue
				}
				doc := strings.Join(tg.doc[:at], "") + space + strings.Join(tg.doc[at:], "") + " 7"
				for _, chunks := range [][]difftest.Chunk{nil, {{N: 512}}, {{N: 5000}}} {
					check(t, difftest.Case{Doc: doc, Script: &difftest.Script{
						Feed:  difftest.Feed{Chunks: chunks},
						Steps: []difftest.Step{{Op: difftest.OpDecode, Target: tg.name, Fill: tg.fill}, {Op: difftest.OpMore}, {Op: difftest.OpDecode, Target: "int"}, {Op: difftest.OpDecode, Target: "any"}},
					}})
				}
				check(t, difftest.Case{Target: tg.name, Fill: tg.fill, Doc: doc[:len(doc)-2]})
				if t.Failed() {
					return
				}
			}
		}
	}
}
