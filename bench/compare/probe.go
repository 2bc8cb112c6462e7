package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"

	"swarjson/bench/workload"
)

// A Probe is what a contender does with a small document that shows what it leaves out. A
// decoder that does not look for errors has less to do.
type Probe struct {
	Contender string `json:"contender"`
	Question  string `json:"question"`
	// Essential says whether a decoder that does otherwise has less work to do.
	Essential bool `json:"essential"`
	// Yes says whether it behaves as encoding/json does.
	Yes bool `json:"yes"`
	// Outcome is what it did, for the reader of the raw results.
	Outcome string `json:"outcome"`
}

// probes are the questions. Each runs a contender's Unmarshal and returns the outcome as a
// text; what encoding/json's outcome is, is right.
var probes = []struct {
	question  string
	essential bool
	run       func(unmarshal func([]byte, any) error) string
}{
	{"replaces invalid UTF-8", true, intoAny("[\"a\xffb\"]")},
	{"replaces lone surrogates", true, intoAny(`["a\ud800b"]`)},
	{"refuses control characters in strings", true, intoAny("[\"a\x01b\"]")},
	{"refuses unknown escapes", true, intoAny(`["a\qb"]`)},
	{"refuses numbers such as 01", true, intoAny(`[01]`)},
	{"refuses numbers such as 1.", true, intoAny(`[1.]`)},
	{"refuses data after the value", true, intoAny(`[1] x`)},
	{"checks the syntax of what it skips", true, skipping("[1,,2]", `{"a":tru}`, `"\q"`, `01`, `-`, "\"a\x01b\"", `"\u12g4"`)},
	{"takes names in any case", false, func(unmarshal func([]byte, any) error) string {
		var v struct{ Name string }
		return outcome(unmarshal([]byte(`{"nAME":"x"}`), &v), v.Name)
	}},
	{"leaves the target alone on a syntax error", false, func(unmarshal func([]byte, any) error) string {
		v := struct{ A, B int }{1, 2}
		err := unmarshal([]byte(`{"A":3,"B":}`), &v)
		return fmt.Sprintf("refused: %t, left %v", err != nil, v)
	}},
	{"goes on after a type error", false, func(unmarshal func([]byte, any) error) string {
		var v struct {
			A int
			B string
		}
		var typeError *json.UnmarshalTypeError
		err := unmarshal([]byte(`{"A":"x","B":"y"}`), &v)
		return fmt.Sprintf("%v, an UnmarshalTypeError: %t", v, errors.As(err, &typeError))
	}},
	{"returns encoding/json's syntax errors", false, func(unmarshal func([]byte, any) error) string {
		var v any
		err := unmarshal([]byte(`{"a" 1}`), &v)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			return fmt.Sprintf("%v at %d", syntax, syntax.Offset)
		}
		return fmt.Sprintf("%T", err)
	}},
	{"refuses nesting beyond 10,000 levels", false, func(unmarshal func([]byte, any) error) string {
		var v any
		deep := strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)
		return outcome(unmarshal([]byte(deep), &v), "")
	}},
	{"copies strings out of the input", true, func(unmarshal func([]byte, any) error) string {
		var v []string
		data := []byte(`["a string of some length"]`)
		if err := unmarshal(data, &v); err != nil || len(v) != 1 {
			return "failed"
		}
		for i := range data {
			data[i] = '#'
		}
		return v[0]
	}},
	{"lets go of the document when the result is small", true, keepsLittle},
}

// keepsLittle decodes a short string out of a long document, drops the document, and
// looks whether its memory is free.
func keepsLittle(unmarshal func([]byte, any) error) string {
	const filler = 8 << 20
	heap := func() int64 {
		// Twice, since what lies in a sync.Pool survives the first.
		runtime.GC()
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return int64(stats.HeapAlloc)
	}
	var v struct {
		Filler string `json:"filler"`
		Name   string `json:"name"`
	}
	before := heap()
	err := unmarshal([]byte(`{"filler":"`+strings.Repeat("x", filler)+`","name":"a short string"}`), &v)
	name := v.Name
	v.Filler, v.Name = "", ""
	kept := heap() - before
	runtime.KeepAlive(name)
	if err != nil || name != "a short string" {
		return "failed"
	}
	if kept > filler/2 {
		return "the document is kept"
	}
	return "the document is free"
}

// outcome puts an error's presence and a value into one text.
func outcome(err error, v any) string {
	if err != nil {
		return "refused"
	}
	return fmt.Sprintf("taken as %q", fmt.Sprint(v))
}

// intoAny decodes a document into an interface.
func intoAny(document string) func(func([]byte, any) error) string {
	return func(unmarshal func([]byte, any) error) string {
		var v any
		return outcome(unmarshal([]byte(document), &v), v)
	}
}

// skipping decodes objects with a member that the target does not have.
func skipping(values ...string) func(func([]byte, any) error) string {
	return func(unmarshal func([]byte, any) error) string {
		var taken []string
		for _, value := range values {
			var v struct{ Known int }
			if err := unmarshal([]byte(`{"skipped":`+value+`,"known":1}`), &v); err == nil {
				taken = append(taken, value)
			}
		}
		return fmt.Sprintf("taken: %q", taken)
	}
}

// probe asks a contender all questions.
func probe(c workload.Contender) []Probe {
	if c.Unmarshal == nil {
		return nil
	}
	list := make([]Probe, len(probes))
	for i, p := range probes {
		want, got := ask(p.run, json.Unmarshal), ask(p.run, c.Unmarshal)
		list[i] = Probe{Contender: c.Name, Question: p.question, Essential: p.essential, Yes: reflect.DeepEqual(want, got), Outcome: got}
	}
	return list
}

// ask runs a probe; a panic is an outcome, too.
func ask(run func(func([]byte, any) error) string, unmarshal func([]byte, any) error) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprintf("panic: %v", p)
		}
	}()
	return run(unmarshal)
}
