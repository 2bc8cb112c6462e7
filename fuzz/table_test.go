package fuzz

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"swarjson/internal/difftest"
)

// A row is a target and documents for it. Each pair of them is a case, which runs
// through every road that leads to a decoder: Unmarshal plain, with UseNumber,
// with DisallowUnknownFields; a Decoder that gets the document whole, byte by
// byte, and in odd pieces.
type row struct {
	line int
	mk   func() any
	docs []string
}

// zero makes a row whose target is a new T.
func zero[T any](docs ...string) row {
	return row{line(), func() any { return new(T) }, docs}
}

// with makes a row whose target is what mk returns, which must be the same for
// every call.
func with(mk func() any, docs ...string) row { return row{line(), mk, docs} }

// line returns the number of the table's line that is being evaluated.
func line() int {
	_, _, n, _ := runtime.Caller(2)
	return n
}

func ptr[T any](v T) *T { return &v }

// feeds are the ways in which a row's document reaches the Decoder.
var feeds = []difftest.Feed{
	{},
	{Chunks: []difftest.Chunk{{N: 1}}},
	{Chunks: []difftest.Chunk{{N: 1}, {N: 0}, {N: 7}, {N: 3}}, EOFWith: true, Scratch: true},
}

func runTable(t *testing.T, table []row) {
	classic(t)
	ref, sub := difftest.Std(), Subject()
	cases := 0
	for _, r := range table {
		for _, doc := range r.docs {
			cases++
			for _, opt := range []difftest.Options{{}, {UseNumber: true}, {DisallowUnknownFields: true}} {
				if err := difftest.Unmarshal(ref, sub, opt, []byte(doc), r.mk); err != nil {
					t.Errorf("line %d: Unmarshal(%s, %T) %+v: %v", r.line, short(doc), r.mk(), opt, err)
					break
				}
			}
			if err := difftest.Valid(ref, sub, []byte(doc)); err != nil {
				t.Errorf("line %d: %s: %v", r.line, short(doc), err)
			}
			for i, feed := range feeds {
				if len(doc) > 4000 && i > 0 {
					break
				}
				s := difftest.Script{
					Doc:  []byte(doc),
					Feed: feed,
					Steps: []difftest.Step{
						{Op: difftest.OpDecode, Make: r.mk},
						{Op: difftest.OpMore},
						{Op: difftest.OpDecode, Make: r.mk},
						{Op: difftest.OpAgain},
					},
				}
				if err := s.Run(ref, sub); err != nil {
					t.Errorf("line %d: Decoder, feed %d, %s, %T: %v", r.line, i, short(doc), r.mk(), err)
					break
				}
			}
		}
	}
	t.Logf("%d cases", cases)
}

func short(doc string) string {
	if len(doc) > 200 {
		return fmt.Sprintf("%q…%q (%d bytes)", doc[:80], doc[len(doc)-40:], len(doc))
	}
	return fmt.Sprintf("%q", doc)
}

// basics are documents of every kind and shape, for every target.
var basics = []string{
	``, ` `, `null`, ` null `, `true`, `false`, `0`, `-0`, `-1`, `1`, `127`, `128`, `255`, `256`, `-129`, `65536`, `4294967296`, `9223372036854775808`, `18446744073709551616`, `1.0`, `1.5`, `-0.0`, `1e2`, `1E400`, `1e-400`,
	`16777217`, `3.4028236e38`, `""`, `"x"`, `"null"`, `"12"`, `"1.5"`, `"true"`, `"AQID"`, `"AQ=="`, `"A"`, `"é\u00e9\ud83d\ude00\ud800"`, "\"\xff\"", `"2024-02-29T12:34:56Z"`, `"1.2.3.4"`,
	`[]`, `[ ]`, `[null]`, `[1]`, `[1,2,3,4,5]`, `["a","b"]`, `[true]`, `[{}]`, `[[]]`, `[1,"a",null,true,{},[]]`, `[null,null]`, `[1.5]`, `[300]`, `[{"a":1,"b":"x","c":{"a":2}},{"a":"bad"}]`,
	`{}`, `{ }`, `{"a":null}`, `{"a":1}`, `{"a":"x","b":2}`, `{"A":1,"B":"y"}`, `{"1":1,"2":"b"}`, `{"a":{"b":{"c":[1,{"d":null}]}}}`, `{"":0}`, `{"a":1,"a":2,"A":3}`, `{"a":[1,2],"a":[3]}`, `{"next":{"next":{"n":1}}}`,
	`{"X":1,"V":2,"N":"n","ID":7,"Name":"nm","I":1,"Own":9,"S":"s","M":{"M":{}}}`, `{"Int":1,"String":2,"Bool":"x","Raw":[ 1 ],"Any":{"a":1}}`, `{"x":`, `{"x"`, `[1,`, `[1 2]`, `{"a" 1}`, `{a:1}`, `nul`, `tru`, `"abc`, `01`, `1.`, `-`, `+1`, `{}x`, `1 2`, `[1]]`,
	`"\x"`, "\"\n\"", "\ufeff1", "1\x00", `[1,]`, `{"a":1,}`, `/**/1`, `'a'`, `NaN`, "\u00a01", `[[[[[[]]]]]]`, `{"a":1}{"b":2}`,
}

// TestBasics decodes the basic documents into every target of the registry, empty
// and with contents.
func TestBasics(t *testing.T) {
	classic(t)
	ref, sub := difftest.Std(), Subject()
	fills := []uint64{0, 1, 2, 3, 4}
	if testing.Short() {
		fills = fills[:2]
	}
	cases, failed := 0, 0
	for _, tg := range difftest.Targets() {
		for _, doc := range basics {
			for _, fill := range fills {
				c := difftest.Case{Target: tg.Name, Fill: fill, Doc: doc, Opt: difftest.Options{DisallowUnknownFields: fill == 4, UseNumber: fill == 3}}
				cases++
				if err := c.Run(ref, sub); err != nil {
					t.Errorf("%s", c.Snippet(err))
					if failed++; failed > 40 {
						t.Fatal("too many differences: stopped")
					}
				}
			}
		}
	}
	t.Logf("%d cases", cases)
}

// TestBasicsTruncated cuts documents at every byte.
func TestBasicsTruncated(t *testing.T) {
	classic(t)
	docs := []string{
		`{"a":1,"b":"x\u00e9\\y","c":{"a":-2.5e+3,"b":null,"c":{}},"unknown":[true,false,null,{"x":[1,2]}]}`,
		` [ 1 , "two" , [ ] , { } , null , true , -0.5E-7 , "\ud83d\ude00" ] `,
		`{"Int":12,"Str":"abc","Slice":[1,2,3],"Map":{"k":1},"Any":[{}],"Struct":{"a":1}}`,
	}
	for _, target := range []string{"any", "Small", "Pointers", "Scalars", "[]any", "map[string]any", "RawMessage", "Raw"} {
		for _, doc := range docs {
			for i := range len(doc) {
				check(t, difftest.Case{Target: target, Doc: doc[:i]})
				check(t, difftest.Case{Target: target, Doc: doc[:i] + "\x00"})
				if t.Failed() {
					return
				}
			}
		}
	}
}

var deepArray = strings.Repeat("[", 10000) + strings.Repeat("]", 10000)
