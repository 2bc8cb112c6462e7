package decoder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// naivePointer finds the JSON Pointer of data[off] by recursive descent over single
// bytes. It may be asked for any offset up to data's first fault.
func naivePointer(data []byte, off int) (pointer string) {
	defer func() {
		if p, ok := recover().(foundPointer); ok {
			pointer = string(p)
		}
	}()
	f := pointerFinder{data: data, off: off}
	for {
		f.space("")
		f.value("")
	}
}

type foundPointer string

type pointerFinder struct {
	data   []byte
	i, off int
}

// take steps over a byte that belongs to the value of that pointer.
func (f *pointerFinder) take(pointer string) {
	if f.i == f.off || f.i == len(f.data) {
		panic(foundPointer(pointer))
	}
	f.i++
}

func (f *pointerFinder) peek() byte {
	if f.i == len(f.data) {
		return ' '
	}
	return f.data[f.i]
}

func (f *pointerFinder) space(pointer string) {
	for f.i == len(f.data) || strings.IndexByte(" \t\r\n", f.data[f.i]) >= 0 {
		f.take(pointer)
	}
}

// expect takes c, or ends the search here.
func (f *pointerFinder) expect(c byte, pointer string) {
	if f.peek() != c {
		panic(foundPointer(pointer))
	}
	f.take(pointer)
}

func (f *pointerFinder) value(pointer string) {
	switch c := f.peek(); c {
	case '"':
		f.take(pointer)
		for f.peek() != '"' {
			if f.peek() == '\\' {
				f.take(pointer)
			}
			f.take(pointer)
		}
		f.take(pointer)
	case '[':
		f.take(pointer)
		f.space(pointer)
		if f.peek() == ']' {
			f.take(pointer)
			return
		}
		for n := 0; ; n++ {
			elem := fmt.Sprintf("%s/%d", pointer, n)
			if n > 0 {
				f.space(elem)
			}
			f.value(elem)
			f.space(pointer)
			if f.peek() == ']' {
				f.take(pointer)
				return
			}
			f.expect(',', pointer)
		}
	case '{':
		f.take(pointer)
		f.space(pointer)
		if f.peek() == '}' {
			f.take(pointer)
			return
		}
		for {
			f.space(pointer)
			member := pointer
			if f.peek() != '"' {
				panic(foundPointer(pointer))
			}
			for i := f.i + 1; i < len(f.data); i++ {
				if f.data[i] == '\\' {
					i++
				} else if f.data[i] == '"' {
					var name string
					if json.Unmarshal(f.data[f.i:i+1], &name) == nil {
						name = strings.ReplaceAll(name, "~", "~0")
						member += "/" + strings.ReplaceAll(name, "/", "~1")
					}
					break
				}
			}
			f.value(member)
			f.space(member)
			f.expect(':', member)
			f.space(member)
			f.value(member)
			f.space(pointer)
			if f.peek() == '}' {
				f.take(pointer)
				return
			}
			f.expect(',', pointer)
		}
	case ',', ':', ']', '}':
		panic(foundPointer(pointer))
	default:
		from := f.i
		for f.i < len(f.data) && strings.IndexByte(" \t\r\n,:[]{}\"", f.data[f.i]) < 0 {
			f.take(pointer)
		}
		if f.i == f.off && !json.Valid(f.data[from:f.i]) {
			panic(foundPointer(pointer))
		}
	}
}

func checkPointer(t *testing.T, data []byte, off int) {
	t.Helper()
	if got, want := pointerAt(data, off), naivePointer(data, off); got != want {
		t.Fatalf("%.300q at %d: got %q, want %q", data, off, got, want)
	}
}

func TestPointer(t *testing.T) {
	for _, c := range []struct {
		doc  string // the place is behind the mark ↓
		want string
	}{
		{`↓`, ``},
		{`↓1`, ``},
		{`↓x`, ``},
		{`[↓1, 2]`, `/0`},
		{`[1↓, 2]`, ``},
		{`[1,↓ 2]`, `/1`},
		{`[1, ↓2]`, `/1`},
		{`[1, 2↓]`, ``},
		{`[1↓`, ``},
		{`[1.↓`, `/0`},
		{`[1,↓`, `/1`},
		{`[1,↓]`, `/1`},
		{`[↓`, ``},
		{`[↓]`, ``},
		{`[↓,`, `/0`},
		{`["abc↓`, `/0`},
		{`["abc↓"]`, `/0`},
		{`["abc"↓`, ``},
		{`["abc" ↓x]`, ``},
		{`{↓"a": 1}`, `/a`},
		{`{"a↓": 1}`, `/a`},
		{`{"a"↓: 1}`, `/a`},
		{`{"a":↓ 1}`, `/a`},
		{`{"a": ↓1}`, `/a`},
		{`{"a": 1↓}`, ``},
		{`{"a": 1↓x}`, `/a`},
		{`{"a": tru↓}`, `/a`},
		{`{"a": tru↓, "b": 1}`, `/a`},
		{`{"a": tru↓ }`, `/a`},
		{`{"a": 1 ↓}`, ``},
		{`{"a": ↓}`, `/a`},
		{`{"a"↓ 1}`, `/a`},
		{`{"a" ↓1}`, `/a`},
		{`{"a↓`, ``},
		{`{"a↓: 1`, ``},
		{"{\"a↓\n\": 1", ``},
		{`{"a\↓x": 1}`, ``},
		{`{↓'a': 1}`, ``},
		{`{"a": 1,↓}`, ``},
		{`{"a": 1↓ "b": 2}`, ``},
		{`{"a": 1 ↓"b": 2}`, ``},
		{`{"a": {"b": [0, {"c": ↓1}]}}`, `/a/b/1/c`},
		{`{"a": [[], [1], ↓x`, `/a/2`},
		{`{"a": {}, "b": ↓x`, `/b`},
		{`{"a/b~c": {"": {"~1": ↓x}}}`, `/a~1b~0c//~01`},
		{`{"\u00e9\n\"\\\/\ud83d\ude00\ud800": ↓x`, "/é\n\"\\~1😀\ufffd"},
		{"{\"\xff\x80é\xc3\": ↓x", "/\ufffd\ufffdé\ufffd"},
		{`{"a": 1}{"b": ↓x`, `/b`},
		{`{"a": 1} [2, ↓x`, `/1`},
		{`1 ↓x`, ``},
		// Beyond a break, the break.
		{`{"a": [1, }, "b": ↓2`, `/a/1`},
		{`{"a": [1 2, "b", ↓2`, `/a`},
		{`]]], [↓`, ``},
		{`{"a": 1, 2: {"b": ↓`, ``},
	} {
		before, after, _ := strings.Cut(c.doc, "↓")
		p := newPosition([]byte(before+after), len(before), nil)
		if got := p.Pointer(); got != c.want {
			t.Errorf("%s: got %q, want %q", c.doc, got, c.want)
		}
	}
}

// docs are valid documents of all sizes up to 1000 bytes, for tests that look at each byte.
func docs() [][]byte {
	r := rand.New(rand.NewPCG(5, 6))
	all := [][]byte{
		[]byte(`{"name": "x", "list": [1, -2.5e3, "é\"\\", null, true, {}, [], [[[0]]]], "a/b~": {"": {"ü\u0041": false}}}` + "\n"),
	}
	for total := 0; total < 3000; {
		if doc := randomValue(r, nil, 4); len(doc) < 1000 {
			all = append(all, doc)
			total += len(doc)
		}
	}
	return all
}

// randomValue appends a value with random white space.
func randomValue(r *rand.Rand, b []byte, depth int) []byte {
	space := func() {
		for r.IntN(3) == 0 {
			b = append(b, " \t\r\n"[r.IntN(4)])
		}
	}
	str := func() {
		b = append(b, '"')
		for range r.IntN(12) {
			b = append(b, []string{"a", "key", "/", "~", `\"`, `\\`, `\n`, `\u00e9`, `\ud83d\ude00`, `\ud800`, "é", "日本", "😀", "\xff", " ", "{", "]", ",", ":"}[r.IntN(19)]...)
		}
		b = append(b, '"')
	}
	space()
	kind := r.IntN(8)
	if depth == 0 {
		kind = r.IntN(4)
	}
	switch kind {
	case 0, 1:
		b = append(b, []string{"0", "-1.5", "12345678901234567890", "1e5", "2E-3"}[r.IntN(5)]...)
	case 2:
		b = append(b, []string{"true", "false", "null"}[r.IntN(3)]...)
	case 3:
		str()
	case 4, 5:
		b = append(b, '[')
		for i := range r.IntN(6) {
			if i > 0 {
				b = append(b, ',')
			}
			b = randomValue(r, b, depth-1)
		}
		space()
		b = append(b, ']')
	default:
		b = append(b, '{')
		for i := range r.IntN(6) {
			if i > 0 {
				b = append(b, ',')
			}
			space()
			str()
			space()
			b = append(b, ':')
			b = randomValue(r, b, depth-1)
		}
		space()
		b = append(b, '}')
	}
	space()
	return b
}

func TestPointerEveryByte(t *testing.T) {
	for _, doc := range docs() {
		if !json.Valid(doc) {
			t.Fatalf("not valid: %q", doc)
		}
		for off := 0; off <= len(doc); off += stride(3) {
			checkPointer(t, doc, off)
			checkPointer(t, doc[:off], off)
		}
	}
}

// TestPointerWindows moves a document over the borders of the walk's windows, and of the
// engine's.
func TestPointerWindows(t *testing.T) {
	doc := []byte(`"a": ["b\\\"", {"ke\"y": [12, {"x": "日本"}]}, tru`)
	for _, border := range []int{pathWindow, 2 * pathWindow, windowSize} {
		for shift := 0; shift < len(doc)+4; shift += max(border/(2*pathWindow), stride(5)) {
			data := []byte("{")
			for len(data) < border-shift-10 {
				data = append(data, `"p": [{}], `...)
			}
			data = append(data, bytes.Repeat([]byte{' '}, border-shift-len(data))...)
			from := len(data)
			data = append(data, doc...)
			// The padding is on no path.
			short := append([]byte("{"), doc...)
			for i := range len(doc) + 1 {
				if got, want := pointerAt(data, from+i), naivePointer(short, 1+i); got != want {
					t.Fatalf("document at %d, %d bytes in: got %q, want %q", from, i, got, want)
				}
			}
		}
	}
}

// TestPointerHostile: whatever is asked, it neither panics nor needs memory out of
// proportion.
func TestPointerHostile(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, doc := range docs() {
		for range 300 {
			b := bytes.Clone(doc)
			for range 1 + r.IntN(3) {
				b[r.IntN(len(b))] = "{}[]:,\"\\ \n\x000tn\xff"[r.IntN(15)]
			}
			p := newPosition(b, r.IntN(len(b)+1), nil)
			_ = p.Pointer()
			_ = p.Excerpt()
		}
	}
	deep := bytes.Repeat([]byte{'['}, 1<<20)
	if got, want := pointerAt(deep, len(deep)), strings.Repeat("/0", maxPathDepth); got != want {
		t.Errorf("in %d arrays: a pointer of %d bytes, want %d", len(deep), len(got), len(want))
	}
}
