package fuzz

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"swarjson/internal/difftest"
)

type timeT = time.Time

// TestSyntaxErrors breaks a document with every byte in every grammatical state,
// and at every length of what stands before it up to beyond a block.
func TestSyntaxErrors(t *testing.T) {
	classic(t)
	states := []string{
		``, ` `, `[`, `[1`, `[1,`, `[ 1 `, `[[]`, `{`, `{"a"`, `{"a" `, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":{}`, `{"a":[]`, `{}`, `[]`, `1`, `1 `, `"a"`, `"a`, `"\`, `"\u`, `"\u1`, `"\u12`, `"\u123`, `"\u1234`, `"\ud800\`, `"\ud800\u`, `-`, `0`, `-0`, `12`, `1.`, `1.5`, `1e`, `1e+`, `1e5`, `1E-`, `1.0e`,
		`t`, `tr`, `tru`, `true`, `f`, `fa`, `fal`, `fals`, `false`, `n`, `nu`, `nul`, `null`, `[t`, `[nul`, `{"a":-`, `{"a":1.`, `{"a`, `{"\`, `[{"a":[{"b":"c`, `[1.5e`, `{"unknown":{"x":[`, `{"unknown":{"x":[1`, `{"unknown":"`,
	}
	targets := []string{"any", "Small", "int", "[]int", "RawMessage", "Raw", "Quoted", "map[int8]string"}
	for _, st := range states {
		for b := range 256 {
			tg := targets[(b+len(st))%len(targets)]
			check(t, difftest.Case{Target: tg, Doc: st + string([]byte{byte(b)})})
			check(t, difftest.Case{Target: "any", Doc: st + string([]byte{byte(b)}) + `"}]`})
			if t.Failed() {
				return
			}
		}
	}
	for pad := range 140 {
		for _, tail := range []string{"x", "\x00", "}", `"`, "", "é", "1e", "\"\n\"", `"\x"`, "nulx", "-", "1 2", "]"} {
			doc := "[" + strings.Repeat(" ", pad) + tail
			check(t, difftest.Case{Target: "any", Doc: doc})
			doc = `{"a":"` + strings.Repeat("s", pad) + `",` + tail
			check(t, difftest.Case{Target: "Small", Doc: doc})
			doc = `["` + strings.Repeat("s", pad) + "\x01" + tail
			check(t, difftest.Case{Target: "[]string", Doc: doc})
			if t.Failed() {
				return
			}
		}
	}
}

// TestErrorOrder mixes type errors, errors of methods and syntax errors: which one
// wins, and what the target holds then.
func TestErrorOrder(t *testing.T) {
	runTable(t, []row{
		zero[difftest.Small](`{"a":"bad","b":5}`, `{"b":5,"a":"bad"}`, `{"a":"bad","b":"ok"`, `{"a":"bad","b":"ok"}x`, `{"a":"bad","c":{"a":"bad2","b":"in"}}`, `{"a":1,"b":"x","c":{"a":{}}} `, `{"c":{"c":{"c":[]}}}`, `{"a":1.5,"b":[]}`, `{"c":{"a":1},"c":{"b":"x"},"c":5}`),
		zero[struct {
			A int
			P difftest.Picky
			B int8
			T difftest.Text
			M map[int8]difftest.Picky
			Q int `json:",string"`
			N jsonNumber
			E []byte
		}](`{"A":"bad","P":"err","B":1}`, `{"P":"err","A":"bad"}`, `{"A":"bad","P":"type error"}`, `{"B":300,"T":"bad","A":1}`, `{"T":5,"A":"bad","B":2}`, `{"M":{"x":1,"1":"err"},"A":1}`, `{"M":{"300":1,"1":2},"A":1}`, `{"A":"bad","Q":"x"}`, `{"Q":"1x","A":2}`, `{"Q":1,"A":"bad"}`, `{"N":"x","A":"bad"}`, `{"A":"bad","N":"x","B":3}`, `{"E":"*","A":"bad","B":3}`, `{"A":"bad","E":"*"}`, `{"P":"panic","A":1}`, `{"A":"bad","P":"panic"}`, `{"A":1,"P":1,"B":2}]`, `{"P":1,"A":nope}`, `{"T":"x","P":1`, `{"zzz":1,"A":"bad"}`, `{"A":"bad","zzz":1}`, `{"zzz":1,"yyy":2}`, `{"zzz":{"A":1},"P":"err"}`),
		zero[struct {
			Id struct{ Z0 map[string]any }
			S  []map[string]any
			I  any
		}](`{"Id":{"Z0":{"":{"":1e309}}}}`, `{"Id":{"Z0":{"a":[1e309]}}}`, `{"Id":{"Z0":{"a":1e309}}}`, `{"S":[{"a":{"b":[[1e309]]}}]}`, `{"I":{"a":1e309,"b":[1e309]}}`, `{"I":[[[1e309]]],"S":5}`),
		zero[difftest.Ifaces](`{"a":{"00":9e308}}`, `{"A":[{"x":[{"y":9e308}]},9e308]}`, `{"S":[[9e308]],"M":{"a":{"b":9e308}}}`, `{"P":[9e308]}`, `{"N":9e308}`, `{"E":[9e308]}`),
		zero[map[string]struct{ A []any }](`{"k":{"A":[[9e308]]}}`, `{"k":{"A":[9e308]},"l":{"A":"bad"}}`),
		zero[any](`[1e999,1e998]`, `{"a":1e999,"b":2}`, `[1e999`, `1e999`, `-1e999`, `[[1e999],2]`, ` 1e999 `, `{"a":[1,1e999 ]}`),
		zero[[]int](`[1,"a",{},3]`, `[1.5,"a"]`, `["a",1`, `["a"]x`, `[[],{}]`, `[99999999999999999999,"a"]`), zero[[2]int8](`[300,"a"]`, `[1,2,"skipped",{}]`, `[1,2,x]`), zero[map[string]int8](`{"a":300,"b":"x","c":1}`, `{"a":[],"b":{}}`),
		zero[map[string]difftest.Small](`{"a":{"a":"bad"},"b":{"b":1}}`, `{"a":{"c":{"a":"bad"}}}`), zero[[]difftest.Small](`[{"a":"bad"},{"b":1}]`), zero[map[int]map[uint8]int](`{"x":{"y":1}}`, `{"1":{"y":1,"2":"bad"}}`),
		with(func() any { return &difftest.Small{A: 7, B: "keep", C: &difftest.Small{A: 8}} }, `{"a":1,"b":"x","c":{"a":2}`, `{"a":1,"c":null}x`, `{"a":1,"b":2,"c":{"a":"bad","b":"set"}}`, `{"a":"\x"}`, `{"c":{"a":1},"zzz":[1,2,{]}`),
		with(func() any { return &map[string]int{"a": 1} }, `{"a":2,"b":3`, `{"b":3}x`, `{"b":"bad","c":4}`), with(func() any { return ptr(any(map[string]any{"a": 1})) }, `{"a":2`, `{"a":2}x`, `{"b":1e999}`), with(func() any { return &[]int{1, 2, 3} }, `[4,5`, `[4,5]x`, `[4,"bad"]`, `[]x`), with(func() any { return &[3]int{1, 2, 3} }, `[4,5`, `[4]x`),
	})
}

// TestDepth goes to the limit of nesting, and one over it, through everything that
// nests.
func TestDepth(t *testing.T) {
	classic(t)
	mixed := func(n int) string { // n levels, arrays and objects in turn
		var open, close strings.Builder
		for i := range n {
			if i%2 == 0 {
				open.WriteString("[")
			} else {
				open.WriteString(`{"k":`)
			}
		}
		for i := n - 1; i >= 0; i-- {
			close.WriteByte("]}"[i%2])
		}
		if n%2 == 0 {
			return open.String() + "1" + close.String()
		}
		return open.String() + close.String()
	}
	shapes := map[string]func(n int) string{
		"arrays":  func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) },
		"objects": func(n int) string { return strings.Repeat(`{"k":`, n-1) + "{}" + strings.Repeat("}", n-1) },
		"mixed":   mixed,
		"skipped": func(n int) string {
			return `{"unknown":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + `,"a":1}`
		},
		"skipped {": func(n int) string {
			return `{"unknown":` + strings.Repeat(`{"k":`, n-2) + "{}" + strings.Repeat("}", n-1)
		},
		"c": func(n int) string { return strings.Repeat(`{"c":`, n-1) + "{}" + strings.Repeat("}", n-1) },
		"kids": func(n int) string {
			return `{"kids":[` + strings.Repeat(`{"kids":[`, n/2-1) + strings.Repeat(`]}`, n/2)
		},
		"open": func(n int) string { return strings.Repeat("[", n) },
		"late": func(n int) string { return "[1,[2]," + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + ",3]" },
	}
	ns := []int{9998, 9999, 10000, 10001, 10002}
	if testing.Short() {
		ns = []int{10000, 10001}
	}
	for name, shape := range shapes {
		for _, n := range ns {
			targets := []string{"any", "Small", "Tree", "RecSlice", "RecMap", "RawMessage", "Raw", "[]any", "[0]int", "int"}
			if testing.Short() {
				targets = targets[:5]
			}
			for _, target := range targets {
				c := difftest.Case{Target: target, Doc: shape(n)}
				if err := c.Run(difftest.Std(), Subject()); err != nil {
					t.Errorf("%s, depth %d, into %s: %s", name, n, target, short(err.Error()))
				}
			}
			for _, steps := range [][]difftest.Step{
				{{Op: difftest.OpDecode, Target: "any"}, {Op: difftest.OpDecode, Target: "any"}},
				{{Op: difftest.OpToken}, {Op: difftest.OpDecode, Target: "any"}},
			} {
				s := difftest.Script{Doc: []byte(shape(n)), Steps: steps, Drain: true}
				if err := s.Run(difftest.Std(), Subject()); err != nil {
					t.Errorf("%s, depth %d, script: %s", name, n, short(err.Error()))
				}
			}
		}
	}
	// Token has no limit.
	dec := Subject().NewDecoder(strings.NewReader(strings.Repeat("[", 30_000)))
	for i := range 30_000 {
		if tok, err := dec.Token(); err != nil || fmt.Sprint(tok) != "[" {
			t.Fatalf("Token %d: %v, %v", i, tok, err)
		}
	}
}
