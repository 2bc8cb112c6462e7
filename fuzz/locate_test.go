package fuzz

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"swarjson/decoder"
	"swarjson/internal/syntax"
)

// located are targets that many documents have type errors for.
var located = []func() any{
	func() any { return new(any) },
	func() any { return new(int8) },
	func() any { return new([]string) },
	func() any { return new(map[string]map[int8]bool) },
	func() any {
		return new(struct {
			A int
			B []struct{ C string }
			D map[int]float32
			E int `json:",string"`
		})
	},
}

// FuzzLocate locates the errors of documents, and checks each place against definitions
// that need no decoder: where a syntax error is, the bytes before can begin a JSON
// text and those with the place's cannot; where a type error is, a value or
// a name of its kind begins, and a walk by Token gives the same pointer.
func FuzzLocate(f *testing.F) {
	for _, doc := range []string{
		"", " \n", `{"a": "x"}`, `{"b": [{"c": 1}, {"c": "\"\\"}]}`, `{"d": {"x": 1, "2": "\u00e9"}}`,
		"{\n \"a\": 1\n \"b\": 2}", `{"e": "1x", "x": "12"}`, `[1e999, "日本語", tru]`, "[\"\\\xff\"]",
		"\ufeff{}", `{"x/~": {"y": [[1, 2, {"z": ]`, "[\"a\r\n\"]", `["\ud800\u12"]`, `[[[[[[[[[`, `["é", nul`,
	} {
		f.Add([]byte(doc))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, target := range located {
			v := target()
			checkLocated(t, data, json.Unmarshal(data, v))
			checkLocated(t, data, decoder.Unmarshal(data, target()))
		}
	})
}

func checkLocated(t *testing.T, data []byte, err error) {
	t.Helper()
	p, ok := decoder.Locate(data, err)
	var syntaxError *json.SyntaxError
	var typeError *json.UnmarshalTypeError
	isSyntax, isType := errors.As(err, &syntaxError), errors.As(err, &typeError)
	if ok != (isSyntax || isType) {
		t.Fatalf("%q: %v: located: %v", data, err, ok)
	}
	if !ok {
		return
	}
	off := int(p.Offset)
	if off < 0 || off > len(data) {
		t.Fatalf("%q: %v: at %d", data, err, off)
	}
	checkCounts(t, data, off, p)
	checkShown(t, data, p)

	if isType {
		rest := data[off:]
		kind, _, _ := strings.Cut(typeError.Value, " ")
		begins := map[string]string{"string": `"`, "number": `-0123456789"`, "bool": "tf", "array": "[", "object": "{", "null": "n"}[kind]
		if len(rest) == 0 || strings.IndexByte(begins, rest[0]) < 0 {
			t.Fatalf("%q: %v: no %s begins at %d", data, err, kind, off)
		}
		if want, ok := tokenPointer(data, off); !ok || p.Pointer() != want {
			t.Fatalf("%q: %v: at %d, pointer %q, want %q %v", data, err, off, p.Pointer(), want, ok)
		}
		return
	}
	if strings.Contains(err.Error(), "invalid escape sequence") {
		return // since go1.27, about several bytes
	}
	var s syntax.Scanner
	if scans(&s, data[:off]) == syntax.Bad {
		t.Fatalf("%q: %v: the fault is before %d", data, err, off)
	}
	if off == len(data) {
		if s.Complete() {
			t.Fatalf("%q: %v: at the end, but that is complete", data, err)
		}
	} else if scans(&s, data[off:off+1]) != syntax.Bad {
		t.Fatalf("%q: %v: no fault is at %d", data, err, off)
	}
}

// scans scans b, also the white space behind the value, and says what comes of it.
func scans(s *syntax.Scanner, b []byte) syntax.Verdict {
	n, v := s.Scan(b)
	if v == syntax.Done && n < len(b) {
		_, v = s.Scan(b[n:])
	}
	return v
}

func checkCounts(t *testing.T, data []byte, off int, p decoder.Position) {
	t.Helper()
	line, column, chars := int64(1), 1, 0
	for _, c := range data[:off] {
		column++
		if c < 0x80 || c >= 0xC0 {
			chars++
		}
		if c == '\n' {
			line, column, chars = line+1, 1, 0
		}
	}
	if off == len(data) || utf8.RuneStart(data[off]) || chars == 0 {
		chars++
	}
	if p.Line != line || p.Column != column || p.CharColumn != chars {
		t.Fatalf("%q: %#v, want line %d, column %d, character %d", data, p, line, column, chars)
	}
}

func checkShown(t *testing.T, data []byte, p decoder.Position) {
	t.Helper()
	if s := p.String(); strings.ContainsAny(s, "\r\n") || !strings.HasPrefix(s, fmt.Sprintf("%d:%d: ", p.Line, p.Column)) {
		t.Fatalf("%q: String() is %q", data, s)
	}
	shown := p.Excerpt()
	lines := strings.Split(shown, "\n")
	caret, ok := strings.CutSuffix(lines[max(len(lines)-2, 0)], "^")
	if !ok || strings.Trim(caret, " ") != "" || len(lines) < 3 || len(lines) > 4 || lines[len(lines)-1] != "" || !utf8.ValidString(shown) {
		t.Fatalf("%q: Excerpt() is\n%s", data, shown)
	}
}

// tokenPointer finds the JSON Pointer of the value or name that begins at data[off],
// where data is valid, by encoding/json's tokens.
func tokenPointer(data []byte, off int) (string, bool) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	type level struct {
		object bool
		n      int // values or, in an object, names and values so far
		name   string
	}
	var open []level
	for {
		token, err := dec.Token()
		if err != nil {
			return "", false
		}
		// Where the token begins: behind what separates it from the one before.
		end := int(dec.InputOffset())
		start := end - 1
		if _, ok := token.(json.Delim); !ok {
			start = tokenStart(data, token, end)
		}
		if d, ok := token.(json.Delim); ok && (d == ']' || d == '}') {
			open = open[:len(open)-1]
		}
		isName := false
		if n := len(open); n > 0 && !reflect.DeepEqual(token, json.Delim(']')) && !reflect.DeepEqual(token, json.Delim('}')) {
			top := &open[n-1]
			if isName = top.object && top.n%2 == 0; isName {
				top.name = token.(string)
			}
		}
		if start == off {
			var b strings.Builder
			for _, l := range open {
				if l.object {
					b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(l.name))
				} else {
					fmt.Fprintf(&b, "/%d", l.n)
				}
			}
			return b.String(), true
		}
		switch token {
		case json.Delim('['), json.Delim('{'):
			open = append(open, level{object: token == json.Delim('{')})
			continue
		}
		if n := len(open); n > 0 {
			open[n-1].n++
		}
	}
}

// tokenStart returns where the scalar token that ends at data[:end] begins.
func tokenStart(data []byte, token json.Token, end int) int {
	switch v := token.(type) {
	case nil:
		return end - len("null")
	case bool:
		return end - len(fmt.Sprint(v))
	case json.Number:
		return end - len(v)
	}
	// A string: the quote before it from which on it is one.
	for i := end - 2; ; i-- {
		if data[i] == '"' && json.Valid(data[i:end]) {
			// "\"" ends with a string too: `""`, unless the quote is escaped.
			n := 0
			for i-n > 0 && data[i-n-1] == '\\' {
				n++
			}
			if n%2 == 0 {
				return i
			}
		}
	}
}
