package fuzz

import (
	"reflect"
	"strings"
	"testing"

	"swarjson/internal/difftest"
)

// TestLeftovers makes calls that go wrong in every way, and after each of them
// calls that go well, or wrong in another way: what a call leaves in pooled
// state must not show in the next one. Both orders, Unmarshal and Decoder.
func TestLeftovers(t *testing.T) {
	classic(t)
	ref, sub := difftest.Std(), Subject()
	long := "[" + strings.Repeat(`{"a":1,"b":"`+strings.Repeat("y", 100)+`"},`, 700)
	dirty := []difftest.Case{
		{Target: "any", Doc: `[1e999,x]`}, {Target: "any", Doc: `{"a":{"b":1e999},"c":`}, {Target: "any", Doc: `[1e999`}, {Target: "any", Doc: `1e999`}, {Target: "any", Doc: `{"a":[1,2,3`}, {Target: "any", Doc: `{"abc":1,"def":{"ghi":[{"jkl":x`},
		{Target: "[]any", Doc: `[1e999,[1e999,}`}, {Target: "Ifaces", Doc: `{"A":1e999,"N":5,"B":x`}, {Target: "Ifaces", Doc: `{"N":1e999}`}, {Target: "Quoted", Doc: `{"Int":1e999,"F64":x`}, {Target: "Quoted", Doc: `{"Int":1e999}`}, {Target: "Quoted", Doc: `{"Int":"x","Str":"\"\\x\""}`},
		{Target: "Small", Doc: `{"a":"bad","c":{"c":{"c":[}`}, {Target: "Small", Doc: `{"a":"bad"}`}, {Target: "Small", Doc: `{"c":{"c":{"c":{"c":{"a":"bad","b":`}, {Target: "Small", Doc: `{"zzz":1}`, Opt: difftest.Options{DisallowUnknownFields: true}}, {Target: "any", Doc: `[1,2`, Opt: difftest.Options{UseNumber: true}},
		{Target: "Picky", Doc: `"panic"`}, {Target: "Users", Doc: `{"Raw":1,"Picky":"panic"}`}, {Target: "Users", Doc: `{"Raw":{"x":[1]},"Picky":"other","Any":1}`}, {Target: "Users", Doc: `{"Re":{"A":1,"B":[{"A":"x"}]},"Picky":"type error"}`}, {Target: "map[string]Raw", Doc: `{"a":1,"b":}`},
		{Target: "any", Doc: strings.Repeat("[", 10001)}, {Target: "Small", Doc: strings.Repeat(`{"c":`, 10001)}, {Target: "int", Doc: strings.Repeat(`[`, 5000)}, {Target: "[]Small", Doc: long}, {Target: "any", Doc: long + "x"}, {Target: "[]Small", Doc: long + "{}]"}, {Target: "int", Doc: long + "1e999,\x01]"}, {Target: "any", Doc: `"` + strings.Repeat(`\u00e9`, 40_000) + `\x"`},
		{Target: "string", Doc: `"\ud800\udc0x"`}, {Target: "any", Doc: "[\"\xff\xfe\",\"\n\"]"}, {Target: "map[int8]string", Doc: `{"300":"x","1":2,"x":"y"}`}, {Target: "map[TextStruct]TextInt", Doc: `{"none":1,"a:b":"bad"}`}, {Target: "[]byte", Doc: `"*"`}, {Target: "Number", Doc: `"x"`}, {Target: "time.Time", Doc: `"x"`}, {Target: "EmbHidden", Doc: `{"Shown":1,"Own":x`}, {Target: "[3]int", Doc: `[1,2,3,4,[x`}, {Target: "Tree", Doc: `{"kids":[{"by_id":{"a":{"V":"bad"}}}]`},
	}
	clean := []difftest.Case{
		{Target: "Namer", Doc: `5`}, {Target: "any", Doc: `5`}, {Target: "any", Doc: `{"abc":1,"def":[1,{"ghi":"x"}]}`}, {Target: "any", Doc: `1e999`}, {Target: "Ifaces", Doc: `{"N":5,"A":1}`}, {Target: "Ifaces", Doc: `{"A":[1,{"a":2}],"N":{},"E":1.5}`}, {Target: "Small", Doc: `{"a":1,"b":"x","c":{"a":"bad"}}`}, {Target: "Small", Doc: `{"zzz":{"a":[1]},"A":1}`},
		{Target: "Quoted", Doc: `{"PInt":1.5,"Int":"5","RawBool":1}`}, {Target: "Users", Doc: `{"Raw":1,"Re":{"A":1},"Picky":2}`}, {Target: "any", Doc: `1.5`, Opt: difftest.Options{UseNumber: true}}, {Target: "[]Small", Doc: long + "{}]"}, {Target: "[]string", Doc: `["\u00e9","\ud800",""]`}, {Target: "string", Doc: `"plain"`}, {Target: "map[string]int", Doc: `{"a":1,"b":"x"}`}, {Target: "RecSlice", Doc: strings.Repeat("[", 10000) + strings.Repeat("]", 10000)}, {Target: "[]byte", Doc: `"AQID"`}, {Target: "int", Doc: `x`},
	}
	run := func(c difftest.Case) error {
		if err := c.Run(ref, sub); err != nil {
			return err
		}
		s := difftest.Script{Doc: []byte(c.Doc + ` {"a":1} 2`), Steps: []difftest.Step{{Op: difftest.OpDecode, Target: c.Target}, {Op: difftest.OpDecode, Target: "Small"}, {Op: difftest.OpToken}, {Op: difftest.OpDecode, Target: "any"}}}
		return s.Run(ref, sub)
	}
	for i, c := range clean {
		if err := run(c); err != nil {
			t.Fatalf("clean case %d by itself: %v", i, err)
		}
	}
	for i, first := range dirty {
		for j, second := range clean {
			if testing.Short() && (i+j)%3 != 0 && len(first.Doc)+len(second.Doc) > 5000 {
				continue
			}
			for _, c := range []difftest.Case{first, second, first, second} {
				if err := run(c); err != nil {
					t.Errorf("after %s into %s: %s into %s: %v", short(first.Doc), first.Target, short(second.Doc), second.Target, err)
					break
				}
			}
		}
		if t.Failed() {
			return
		}
	}
}

// TestOptionsAgree decodes with options and without in turn: one call's options do not
// stay for the next.
func TestOptionsAgree(t *testing.T) {
	sub := Subject()
	doc := []byte(`{"a":1,"zzz":[1.5,{"x":2}]}`)
	for i := range 50 {
		var v, n any
		if err := sub.Unmarshal(noOptions, doc, &v); err != nil {
			t.Fatal(err)
		}
		if err := sub.Unmarshal(difftest.Options{UseNumber: true}, doc, &n); err != nil {
			t.Fatal(err)
		}
		if reflect.TypeOf(v.(map[string]any)["a"]).String() != "float64" || reflect.TypeOf(n.(map[string]any)["a"]).String() != "json.Number" {
			t.Fatalf("round %d: %T, %T", i, v.(map[string]any)["a"], n.(map[string]any)["a"])
		}
		var s difftest.Small
		if err := sub.Unmarshal(difftest.Options{DisallowUnknownFields: true}, doc, &s); err == nil {
			t.Fatalf("round %d: an unknown field passed", i)
		}
		if err := sub.Unmarshal(noOptions, doc, &s); err != nil {
			t.Fatalf("round %d: %v", i, err)
		}
	}
}
