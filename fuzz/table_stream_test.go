package fuzz

import (
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"swarjson/internal/difftest"
)

type jsonNumber = json.Number

// ops turns a word like "d:Small t m" into steps.
func ops(s string) []difftest.Step {
	var steps []difftest.Step
	for _, w := range strings.Fields(s) {
		op, target, _ := strings.Cut(w, ":")
		if target == "" {
			target = "any"
		}
		steps = append(steps, difftest.Step{Op: difftest.Op(op[0]), Target: target})
	}
	return steps
}

func TestScripts(t *testing.T) {
	classic(t)
	table := []struct {
		doc   string
		steps []string
	}{
		{`1 2 3`, []string{"d d d d d", "t t t t t", "d t d t", "m d m d m d m", "d:int d:string d:int a", "o d o d o d o"}},
		{`{"a":1}{"a":2}[3]"x"null true 4`, []string{"d:Small d:Small d:[]int d:string d:any d:bool d:int d", "a a a a a a a a", "t t t t t t t t t t t t t t t t t t"}},
		{`[1,2,3]`, []string{"t d d d t", "t m d m d m d m t m", "t t d t t", "d", "t d d d d", "t d d d d t", "t t t d", "t d:string d:int d:string t", "t m m m d", "t d b d b"}},
		{`{"a":1,"b":[2,{"c":3}],"d":{}}`, []string{"t t d t d t d t", "t d", "t t t d", "t t d d", "t m t m d m t m d m t m d m t m", "t t t t t t t t t t t t t t t t", "t t a t a t a t", "t t m d"}},
		{`[{"a":1,"b":"x"},{"a":"bad"},{"zzz":1},{"a":3}]`, []string{"t d:Small d:Small d:Small d:Small t", "u t d:Small d:Small d:Small d:Small t", "t a:Small a a a t", "n t d d d d t"}},
		{` [ 1 , 2 ] `, []string{"o t o d o m o d o m o t o d", "m o t m o", "b t b d b d b t b"}},
		{`[1 2]`, []string{"t d d", "t t t", "t d m d", "d d"}}, {`[1,]`, []string{"t d d t", "t t t t", "t d m t"}}, {`[,1]`, []string{"t d", "t t"}}, {`{"a" 1}`, []string{"t t d", "t t t", "t t m t"}}, {`{1:2}`, []string{"t t", "t d", "t m t"}}, {`{"a":1 "b":2}`, []string{"t t d t", "t t t t"}}, {`{"a":1,}`, []string{"t t t t", "t t d m t"}}, {`{,}`, []string{"t t"}}, {`[}`, []string{"t t"}}, {`{]`, []string{"t t"}}, {`]`, []string{"t", "d", "m t"}}, {`}`, []string{"t", "d"}}, {`,`, []string{"t", "d", "m"}}, {`:`, []string{"t", "d"}}, {`1,2`, []string{"d d", "t t", "d t", "d m d"}}, {`1:2`, []string{"d d", "t t"}},
		{``, []string{"d", "t", "m", "o b", "d d d", "t t"}}, {` `, []string{"d o", "t o", "m o", "b"}}, {"\n\n1\n\n", []string{"d o d o", "t o t o m o"}}, {`[`, []string{"d", "t d", "t t", "t m"}}, {`[1`, []string{"d", "t d d", "t t t"}}, {`[1,`, []string{"t d d", "t t t", "t d m d"}}, {`{"a":`, []string{"t t d", "t t t", "t t m"}}, {`"abc`, []string{"d d", "t t"}}, {`tru`, []string{"d", "t"}}, {`nulx 1`, []string{"d d t", "t t t", "t d"}},
		{`1x2`, []string{"d d", "t t t"}}, {`01`, []string{"d d d", "t t t"}}, {`1.5.5`, []string{"d d"}}, {`-`, []string{"d"}}, {`"a""b"`, []string{"d d d", "t t t"}}, {`truefalse`, []string{"d d", "t t"}}, {`nullnull`, []string{"d d"}}, {`{}{}[][]`, []string{"d d d d d", "t t t t t t t t t"}}, {`1[]2{}`, []string{"d d d d"}}, {`"a"1`, []string{"d d"}}, {`1"a"`, []string{"d d"}}, {`12 34`, []string{"d:int8 d:int8"}}, {`300 34`, []string{"d:int8 d:int8"}},
		{`{"a":"\x"} 1`, []string{"d d", "t t t t", "t t d d"}}, {"\"a\nb\" 1", []string{"d d", "t t"}}, {"\ufeff1", []string{"d", "t"}}, {"1\x00", []string{"d d", "t t"}}, {"[1\x002]", []string{"d", "t t t"}}, {"\x1e{\"a\":1}", []string{"d"}},
		{`[[1,2],[3]] 5`, []string{"t t d t d t", "t d t t d t t d", "t t t t t t t t t", "t d d t d"}}, {`{"a":{"b":[1,{"c":null}]}}`, []string{"t t t t t d t", "t t d t d"}}, {`{"k":[1,2],"k":[3]}`, []string{"t t d:[]int t d:[]int t", "t t a:[]int t a t"}}, {`{"\ud83d\ude00é":"\u0041"}`, []string{"t t t t", "t t d t"}}, {"{\"\xff\":\"\xff\"}", []string{"t t t t"}},
		{`[1e999,1]`, []string{"t t t t", "t d d t", "d d"}}, {`1e999 2`, []string{"d d", "t t"}}, {`[1.5,2]`, []string{"n t t t t", "n d", "t n t n t"}}, {`"x" 1`, []string{"d:int d:int", "d:int t"}}, {`{"a":"bad"} {"a":1}`, []string{"d:Small a", "d:Small d:Small"}}, {`{"zzz":1} {"a":2} {"yyy":1}`, []string{"u d:Small a a", "d:Small u d:Small d:Small"}},
		{`"panic" 1 2`, []string{"d:Picky d:Picky d:Picky", "d:Picky t t", "d:Picky o b d"}}, {`["panic",1]`, []string{"t d:Picky d:Picky t", "t d:Picky t t"}}, {`["other",1]`, []string{"t d:Picky d:Picky t"}}, {` {"a" : [1 , 2]} `, []string{"d:Raw", "t t d:Raw t", "t t d:RawMessage", "d:RawMessage"}}, {"1\n2\n\n3\n", []string{"d:Raw a a a", "d:RawMessage a a a"}},
		{`{"a":[1,2,3],"b":{"c":[4]}}`, []string{"t t t d:int t d:int t t d:Small", "t t d:[]int t t t t d:int t t t"}},
		{strings.Repeat(" ", 600) + `1` + strings.Repeat(" ", 600) + `[2]` + strings.Repeat("\n", 600), []string{"d o d o d o", "m o t o m o t o t o t o", "b d b d b"}}, {`"` + strings.Repeat("x", 2000) + `" [` + strings.Repeat("1,", 1000) + `1]`, []string{"d d d", "t t t t t d"}}, {`[` + strings.Repeat(`{"a":1,"b":"`+strings.Repeat("y", 50)+`"},`, 50) + `{}]`, []string{"t " + strings.Repeat("d:Small ", 52) + "t", "t " + strings.Repeat("t ", 30) + "d d d", "d:[]Small d", "t " + strings.Repeat("m a:Small o ", 52)}},
		{`[1,[2,[3]],4`, []string{"t d d d d", "t t t t t t t t t t", "t d d d t"}}, {`{"a":1`, []string{"t t d t", "t t d d"}}, {`{"a`, []string{"t t t"}}, {`{"a"`, []string{"t t t", "t t d"}}, {`[nul`, []string{"t d d", "t t t"}}, {`[1,2]]`, []string{"t d d t t", "d d", "d t"}}, {`{} }`, []string{"d d d", "d t t"}}, {`1 ] 2`, []string{"d d d", "d t t t"}}, {`[1}`, []string{"t d t", "t d d", "d"}}, {`{"a":1]`, []string{"t t d t"}},
	}
	feeds := map[string]difftest.Feed{
		"whole": {}, "bytes": {Chunks: []difftest.Chunk{{N: 1}}}, "idle": {Chunks: []difftest.Chunk{{N: 0}, {N: 2}}, Scratch: true}, "with EOF": {EOFWith: true}, "bytes with EOF": {Chunks: []difftest.Chunk{{N: 1}}, EOFWith: true}, "threes": {Chunks: []difftest.Chunk{{N: 3}}, Scratch: true},
		"breaks off": {Chunks: []difftest.Chunk{{N: 2}, {N: 0, Fail: true}}}, "breaks off with data": {Chunks: []difftest.Chunk{{N: 3}, {N: 1}, {N: 4, Fail: true}}}, "breaks off at once": {Chunks: []difftest.Chunk{{N: 0, Fail: true}, {N: 100}}},
	}
	n := 0
	for _, row := range table {
		for _, steps := range row.steps {
			for name, feed := range feeds {
				if len(row.doc) > 1000 && name != "whole" && name != "threes" {
					continue
				}
				for _, drain := range []bool{false, true} {
					n++
					s := difftest.Script{Doc: []byte(row.doc), Feed: feed, Steps: ops(steps), Drain: drain}
					if err := s.Run(difftest.Std(), Subject()); err != nil {
						t.Errorf("%s, %q, feed %s: %v", short(row.doc), steps, name, err)
						break
					}
				}
			}
		}
	}
	t.Logf("%d scripts", n)
}

// TestScriptsOptions: options that change between values which have come together, so that their index is kept.
func TestScriptsOptions(t *testing.T) {
	classic(t)
	doc := strings.Repeat(`{"a":1,"b":[2]} `, 2000)
	a, b := difftest.Std().NewDecoder(strings.NewReader(doc)), Subject().NewDecoder(strings.NewReader(doc))
	for i := range 200 {
		switch i {
		case 20:
			a.UseNumber()
			b.UseNumber()
		case 100:
			a.DisallowUnknownFields()
			b.DisallowUnknownFields()
		}
		var x, y struct{ A any }
		ex, ey := a.Decode(&x), b.Decode(&y)
		if !reflect.DeepEqual(x, y) || !reflect.DeepEqual(ex, ey) || a.InputOffset() != b.InputOffset() {
			t.Fatalf("value %d: want %#v, %v, got %#v, %v", i, x, ex, y, ey)
		}
	}
}

// TestReaders uses the standard library's own odd readers, and errors of all kinds.
func TestReaders(t *testing.T) {
	classic(t)
	doc := `{"a":1,"b":"x"} [1,2,3] "` + strings.Repeat("long ", 1200) + `" 5`
	boom := errors.New("boom")
	readers := map[string]func() io.Reader{
		"one byte":       func() io.Reader { return iotest.OneByteReader(strings.NewReader(doc)) },
		"half":           func() io.Reader { return iotest.HalfReader(strings.NewReader(doc)) },
		"data err":       func() io.Reader { return iotest.DataErrReader(strings.NewReader(doc)) },
		"timeout":        func() io.Reader { return iotest.TimeoutReader(strings.NewReader(doc)) },
		"err":            func() io.Reader { return iotest.ErrReader(boom) },
		"then err":       func() io.Reader { return io.MultiReader(strings.NewReader(doc), iotest.ErrReader(boom)) },
		"cut, then err":  func() io.Reader { return io.MultiReader(strings.NewReader(doc[:20]), iotest.ErrReader(boom)) },
		"unexpected EOF": func() io.Reader { return io.MultiReader(strings.NewReader(doc), iotest.ErrReader(io.ErrUnexpectedEOF)) },
		"spaces, err":    func() io.Reader { return io.MultiReader(strings.NewReader("  \n"), iotest.ErrReader(boom)) },
		"wrapped EOF":    func() io.Reader { return io.MultiReader(strings.NewReader("1"), iotest.ErrReader(wrapped{io.EOF})) },
		"limited":        func() io.Reader { return io.LimitReader(strings.NewReader(doc), 30) },
		"strings":        func() io.Reader { return strings.NewReader(doc) },
		"empty":          func() io.Reader { return strings.NewReader("") },
	}
	for name, mk := range readers {
		for _, useToken := range []bool{false, true} {
			a, b := difftest.Std().NewDecoder(mk()), Subject().NewDecoder(mk())
			for i := range 14 {
				var x, y any
				var ex, ey error
				if useToken {
					x, ex = a.Token()
					y, ey = b.Token()
				} else {
					ex, ey = a.Decode(&x), b.Decode(&y)
				}
				if jsonText(x) != jsonText(y) || !sameError(ex, ey) || a.InputOffset() != b.InputOffset() {
					t.Errorf("%s, token %v, call %d: want %v, %v at %d, got %v, %v at %d", name, useToken, i, x, ex, a.InputOffset(), y, ey, b.InputOffset())
					break
				}
			}
		}
	}
}

type wrapped struct{ error }

func (w wrapped) Unwrap() error { return w.error }

func sameError(a, b error) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Error() == b.Error() && errors.Is(a, io.EOF) == errors.Is(b, io.EOF) && (a == b || errors.As(a, new(*json.SyntaxError)) == errors.As(b, new(*json.SyntaxError)))
}

func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// TestBlocking shows that a Decoder asks for no byte that it can do without.
func TestBlocking(t *testing.T) {
	for _, doc := range []string{`{}`, `{"a":1}`, `[1,2]`, `[]`, ` {"a":[{}]}`, "1\n", "null ", `"x" `, "true\n", `{"a":{"b":"c"}}`} {
		r, w := io.Pipe()
		go func() {
			_, _ = io.WriteString(w, doc) // and then nothing: the writer stays open
		}()
		done := make(chan error, 1)
		go func() {
			var v any
			done <- Subject().NewDecoder(r).Decode(&v)
		}()
		if err := <-done; err != nil {
			t.Errorf("%q: %v", doc, err)
		}
		r.Close()
	}
}
