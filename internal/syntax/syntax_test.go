package syntax

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

// The oracle: encoding/json's own verdict on a whole text.
func oracle(data []byte) error {
	// A pointer to RawMessage has nothing to say about types.
	var v json.RawMessage
	return json.Unmarshal(data, &v)
}

// same compares two errors whole: both nil, or both a *SyntaxError of equal text and
// offset.
func same(got, want error) error {
	if got == nil && want == nil {
		return nil
	}
	var g, w *json.SyntaxError
	if !errors.As(got, &g) || !errors.As(want, &w) || *g != *w {
		off := func(err error) string {
			if e, ok := err.(*json.SyntaxError); ok {
				return fmt.Sprintf("%q at %d", e, e.Offset)
			}
			return fmt.Sprintf("%T %v", err, err)
		}
		return fmt.Errorf("got %s, want %s", off(got), off(want))
	}
	return nil
}

func checkSame(t *testing.T, data []byte) {
	t.Helper()
	if err := same(Check(data), oracle(data)); err != nil {
		t.Errorf("Check(%q): %v", data, err)
	}
}

// TestEveryShortString checks every text over an alphabet that holds a byte for each
// row of the grammar.
func TestEveryShortString(t *testing.T) {
	alphabet := []byte("{}[]:,\"\\u1e-.0 tnf\x01\x80")
	maxLen := 4
	if testing.Short() {
		maxLen = 3
	}
	var walk func(prefix []byte)
	walk = func(prefix []byte) {
		checkSame(t, prefix)
		if len(prefix) == maxLen || t.Failed() {
			return
		}
		for _, c := range alphabet {
			walk(append(prefix, c))
		}
	}
	walk(make([]byte, 0, maxLen))

	if !testing.Short() {
		alphabet = []byte("{}[]:,\"\\1e-. x")
		maxLen = 5
		walk(make([]byte, 0, maxLen))
	}

	// One more byte inside a container and a string, over those that matter there.
	for _, open := range []string{`[`, `{"":`, `{`, `"`, `["\u`, `{"a\`} {
		alphabet = []byte("{}[]:,\"\\u1e-. x")
		maxLen = len(open) + 4
		if testing.Short() {
			maxLen = len(open) + 3
		}
		walk(append(make([]byte, 0, maxLen), open...))
	}
}

var documents = []string{
	`{"a":[1,2.5e+3,{"b":null}],"":"x\u00e9\n\"","c":true,"d":false,"e":{},"f":[],"g":-0.0E-1}`,
	` [ "é😀\ud83d\ude00" , { "k" : [ [ ] , { } ] } , 0 , -12 , 1E5 ] ` + "\r\n\t",
	`"a top-level \\ string with \/ \b\f\n\r\t"`,
	`-120.50e-7`,
	`true`, `false`, `null`, `0`, `[]`, `{}`,
	"[\"\x80\xff\xe2\x82\",{\"\xf0\x9f\":1}]",
	`{"statuses":[{"id":505874924095815681,"text":"@aym0566x \n\n名前:前田あゆみ","n":null}]}`,
}

// TestMutations damages documents in every place.
func TestMutations(t *testing.T) {
	replace := []byte("{}[]:,\"\\u1e-.0 tnfx\x00\x1f\x7f\x80\xc3\xe2\xf0\xff'`")
	for _, doc := range documents {
		d := []byte(doc)
		checkSame(t, d)
		for i := range d {
			checkSame(t, d[:i])                                  // cut
			checkSame(t, append(bytes.Clone(d[:i]), d[i+1:]...)) // delete
			checkSame(t, append(bytes.Clone(d[:i+1]), d[i:]...)) // double
			checkSame(t, append(bytes.Clone(d), d[i:]...))       // go on
			for _, c := range replace {
				m := bytes.Clone(d)
				m[i] = c
				checkSame(t, m)
				checkSame(t, m[:i+1])
				checkSame(t, append(append(bytes.Clone(d[:i]), c), d[i:]...)) // insert
			}
		}
	}
}

// starts holds, for each state that a scan may start in, documents that lead
// there, with the number of containers that they leave open.
var starts = []struct {
	st     State
	prefix string
	depth  int
}{
	{Top, ``, 0}, {Top, " \n", 0},
	{FirstElem, `[`, 1}, {FirstElem, `{"a":[`, 2}, {FirstElem, `[[0],[`, 2},
	{Elem, `[1,`, 1}, {Elem, `{"a":["x", `, 2},
	{AfterElem, `[1 `, 1}, {AfterElem, `[{}`, 1}, {AfterElem, `{"a":[""`, 2},
	{FirstKey, `{`, 1}, {FirstKey, `[{`, 2}, {FirstKey, `{"a":{`, 2},
	{Key, `{"a":1,`, 1}, {Key, `[[{"a":1, `, 3},
	{Colon, `{"a"`, 1}, {Colon, `[{"a" `, 2},
	{MemberValue, `{"a":`, 1}, {MemberValue, `[{"a": `, 2},
	{AfterMember, `{"a":1 `, 1}, {AfterMember, `[{"a":{}`, 2}, {AfterMember, `{"a":1,"b":""`, 1},
	{End, `1 `, 0}, {End, `{}`, 0}, {End, `""`, 0},
}

// tokens is what may stand at any of the starts, each cut and damaged.
var tokens = []string{
	`true`, `false`, `null`, `-1.5e+7`, `0.5`, `10E-2`, `""`, `"a\n\u12aF\\"`, `"\ud83d\udE00"`,
	`[]`, `{}`, `[1]`, `{"k":[]}`, `,`, `:`, `]`, `}`, `,1]`, `,"k":1}`, `:1}`, `]]`, `]}`, `}]`, `],`,
}

// TestFind lets a scan start at every state, and meet every byte value in every
// state behind it.
func TestFind(t *testing.T) {
	last := numStates
	for _, start := range starts {
		try := func(tail []byte) {
			data := append([]byte(start.prefix), tail...)
			want := oracle(data)
			if err := same(Find(data, len(start.prefix), start.st, start.depth), want); err != nil {
				// Find may give up where the container it started in is closed.
				if s := findVerdict(data, len(start.prefix), start.st, start.depth); s != Lost {
					t.Errorf("Find(%q, %d, %d, %d): %v", data, len(start.prefix), start.st, start.depth, err)
				} else if got := Find(data, len(start.prefix), start.st, start.depth); got != nil {
					t.Errorf("Find(%q, %d, %d, %d): %v after it was lost", data, len(start.prefix), start.st, start.depth, got)
				}
			}
		}
		first := start.st != last // of those for this state
		last = start.st
		for _, token := range tokens {
			for i := 0; i <= len(token); i++ {
				try([]byte(token[:i]))
				for c := range 256 {
					sample := (c+i)%13 == 0
					if sample || first && !testing.Short() {
						try(append([]byte(token[:i]), byte(c)))
					}
					if sample {
						try(append([]byte(token[:i]), byte(c), '0', 'f', '"', 'x', ']'))
						try(append([]byte(token[:i]), byte(c), 0x82, 0xac, 0x80, '"'))
					}
				}
			}
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}

// findVerdict is what stops a scan that starts as Find does.
func findVerdict(data []byte, from int, st State, depth int) Verdict {
	var s Scanner
	s.Start(st, depth)
	n, v := s.Scan(data[from:])
	if v == Done {
		_, v = s.Scan(data[from+n:])
	}
	return v
}

// TestFindGivesUp: what lies behind the known container is not guessed.
func TestFindGivesUp(t *testing.T) {
	data := []byte(`[[1]x`)
	if err := Find(data, 2, FirstElem, 2); err != nil {
		t.Errorf("fault in an unknown container reported: %v", err)
	}
	if err := Find(data, 1, FirstElem, 1); same(err, oracle(data)) != nil {
		t.Errorf("fault in a known container: %v", err)
	}
	if err := Find([]byte(`[1] `), 1, FirstElem, 1); err != nil {
		t.Errorf("good text: %v", err)
	}
	if err := Find([]byte(`[1] x`), 3, End, 0); err == nil {
		t.Errorf("no error behind the top-level value")
	}
}

// outcome of a scan of a stream's first value.
type outcome struct {
	n        int
	v        Verdict
	complete bool
	err      string
	offset   int64
}

func scanChunks(data []byte, cuts ...int) (o outcome) {
	var s Scanner
	from := 0
	for _, cut := range append(cuts, len(data)) {
		n, v := s.Scan(data[from:cut])
		o.n, o.v = from+n, v
		if v != More {
			break
		}
		if n != cut-from {
			panic("More, but not all bytes taken")
		}
		from = cut
	}
	o.complete = s.Complete()
	var e error
	switch {
	case o.v == Bad:
		e = s.Fault(data, o.n, int64(o.n)+1)
	case o.v == More && !o.complete:
		e = s.Truncated(data, int64(len(data)))
	}
	if e != nil {
		o.err, o.offset = e.Error(), e.(*json.SyntaxError).Offset
	}
	return o
}

// TestChunks: where the input is cut changes nothing.
func TestChunks(t *testing.T) {
	var inputs []string
	for _, doc := range documents {
		inputs = append(inputs, doc, doc+" 1", doc+"x", doc+doc)
		for i := range doc {
			if i%3 == 0 {
				inputs = append(inputs, doc[:i], doc[:i]+"\x01"+doc[i:], doc[:i]+"}"+doc[i:], doc[:i]+"e"+doc[i:])
			}
		}
	}
	for _, in := range inputs {
		data := []byte(in)
		want := scanChunks(data)
		var every []int
		for i := range data {
			every = append(every, i)
			if got := scanChunks(data, i); got != want {
				t.Fatalf("%q cut at %d: %+v, want %+v", in, i, got, want)
			}
		}
		if got := scanChunks(data, every...); got != want {
			t.Fatalf("%q byte by byte: %+v, want %+v", in, got, want)
		}
		if len(data) < 40 {
			for i := range data {
				for j := i; j < len(data); j++ {
					if got := scanChunks(data, i, j); got != want {
						t.Fatalf("%q cut at %d, %d: %+v, want %+v", in, i, j, got, want)
					}
				}
			}
		}
	}
}

// TestDone: where a value ends in a stream, and what it waits for.
func TestDone(t *testing.T) {
	for _, tc := range []struct {
		in       string
		n        int
		v        Verdict
		complete bool
	}{
		{`[]x`, 2, Done, true},
		{`{"a":[]}]`, 8, Done, true},
		{` [1] `, 4, Done, true},
		{`"a"`, 3, More, true},
		{`"a" `, 3, Done, true},
		{`"a"x`, 3, Done, true},
		{`true`, 4, More, true},
		{`truex`, 4, Done, true},
		{`null,`, 4, Done, true},
		{`12`, 2, More, true},
		{`12x`, 2, Done, true},
		{`01`, 1, Done, true},
		{`1.5]`, 3, Done, true},
		{`1.`, 2, More, false},
		{`1e+`, 3, More, false},
		{`-`, 1, More, false},
		{`-x`, 1, Bad, false},
		{` `, 1, More, false},
		{``, 0, More, false},
		{`"\u12`, 5, More, false},
		{`[1}`, 2, Bad, false},
	} {
		var s Scanner
		n, v := s.Scan([]byte(tc.in))
		if n != tc.n || v != tc.v || s.Complete() != tc.complete {
			t.Errorf("Scan(%q) = %d, %d, complete %v; want %d, %d, %v", tc.in, n, v, s.Complete(), tc.n, tc.v, tc.complete)
		}
	}
}

// TestDepth: the limit, from every side, and the stack of kinds across its words.
func TestDepth(t *testing.T) {
	for _, depth := range []int{1, 63, 64, 65, 127, 128, 129, 1000, MaxDepth - 1, MaxDepth, MaxDepth + 1} {
		arrays := strings.Repeat("[", depth)
		objects := strings.Repeat(`{"":`, depth)
		mixed := strings.Repeat(`[{"":`, depth/2)
		for _, in := range []string{
			arrays, arrays + strings.Repeat("]", depth), arrays + strings.Repeat("]", depth-1) + "}",
			objects, objects + "0" + strings.Repeat("}", depth), objects + "0" + strings.Repeat("}", depth-1) + "]",
			mixed + "0" + strings.Repeat("}]", depth/2), mixed + "0" + strings.Repeat("}]", depth/2-depth/4) + "]",
			arrays[1:] + "{", objects[4:] + "[", "[" + mixed + "{", arrays[1:] + "x", arrays[1:] + "1",
		} {
			checkSame(t, []byte(in))
		}
		if depth <= 129 {
			in := []byte(arrays[1:] + "{")
			if err := CheckDepth(in, depth); err == nil || strings.Contains(err.Error(), "depth") {
				t.Errorf("CheckDepth(…, %d) for that depth: %v", depth, err)
			}
			if depth > 1 {
				err := CheckDepth(in, depth-1)
				want := oracle([]byte(strings.Repeat("[", MaxDepth) + "{"))
				var g, w *json.SyntaxError
				if !errors.As(err, &g) || !errors.As(want, &w) || g.Error() != w.Error() || g.Offset-int64(depth) != w.Offset-(MaxDepth+1) {
					t.Errorf("CheckDepth(…, %d) one deeper: %v", depth-1, err)
				}
			}
		}
	}
	// Started in the middle, the containers outside count.
	for _, open := range []int{1, 2, 64, 65, MaxDepth - 1, MaxDepth} {
		data := []byte(strings.Repeat("[", MaxDepth+1))
		if err := same(Find(data, open, FirstElem, open), oracle(data)); err != nil {
			t.Errorf("Find started at depth %d: %v", open, err)
		}
		// Up and down again over the words of the stack.
		tail := strings.Repeat(`[{"":`, 70) + "[" + strings.Repeat("]}", 70) + "]"
		data = []byte(strings.Repeat("[", open) + tail + "x")
		if open+141 < MaxDepth {
			if err := same(Find(data, open, FirstElem, open), oracle(data)); err != nil {
				t.Errorf("Find up and down at depth %d: %v", open, err)
			}
		}
	}
}

// TestRandomNesting checks the stack of kinds against a text's own brackets.
func TestRandomNesting(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for range 300 {
		var open []byte
		var text []byte
		for range 400 {
			if len(open) > 0 && rng.Intn(5) < 2 {
				text = append(text, open[len(open)-1])
				open = open[:len(open)-1]
				if len(open) == 0 {
					break
				}
				continue
			}
			if len(text) > 0 && (text[len(text)-1] == ']' || text[len(text)-1] == '}') {
				text = append(text, ',')
			}
			if len(open) > 0 && open[len(open)-1] == '}' {
				text = append(text, `"k":`...)
			}
			if rng.Intn(2) == 0 {
				text, open = append(text, '['), append(open, ']')
			} else {
				text, open = append(text, '{'), append(open, '}')
			}
		}
		checkSame(t, text)
		for i := len(open) - 1; i >= 0; i-- {
			text = append(text, open[i])
		}
		checkSame(t, text)
		i := rng.Intn(len(text))
		text[i] ^= ']' ^ '}'
		checkSame(t, text)
	}
}

// TestTextsAreUnchangedBySize: the same fault, far into long tokens.
// TestGoOn: a Scanner that was told the brackets alone goes on like one that has read
// everything, at each place between tokens where it may.
func TestGoOn(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	places := 0
	for _, depth := range []int{1, 2, 5, 62, 63, 64, 65, 66, 127, 128, 129, 200} {
		for range 20 {
			doc, borders := goOnDocument(rng, depth)
			var open []byte
			read := 0
			for i, at := range borders {
				last := doc[at-1]
				for _, c := range doc[read:at] {
					switch c {
					case '{', '[':
						open = append(open, c)
					case '}', ']':
						open = open[:len(open)-1]
					}
				}
				read = at
				if len(open) == 0 {
					break
				}
				var all, on Scanner
				all.LimitDepth(depth + 1)
				if n, v := all.Scan(doc[:at]); n != at || v != More {
					t.Fatalf("%s: %d, %v at %d", doc, n, v, at)
				}
				on.LimitDepth(depth + 1)
				on.Start(Elem, 1) // something else first
				on.GoOn(open, last)
				rest := doc[at:]
				switch rng.Intn(3) {
				case 0:
					rest = append(bytes.Repeat([]byte("["), 3), rest...) // too deep, or not
				case 1:
					rest = append([]byte{"{}[],:\"n"[rng.Intn(8)]}, rest...)
				}
				n1, v1 := all.Scan(rest)
				n2, v2 := on.Scan(rest)
				if n1 != n2 || v1 != v2 || all.Depth() != on.Depth() || all.state != on.state {
					t.Fatalf("%s, border %d, after %q, %q: %d, %v, depth %d, state %d; want %d, %v, depth %d, state %d",
						doc, i, doc[:at], rest, n2, v2, on.Depth(), on.state, n1, v1, all.Depth(), all.state)
				}
				places++
			}
		}
	}
	if places < 5000 {
		t.Errorf("only %d places", places)
	}
}

// goOnDocument makes a document of this depth, and the places behind its brackets, values and
// commas. Values are digits and brackets, names are letters, strings have one letter.
func goOnDocument(rng *rand.Rand, depth int) (doc []byte, borders []int) {
	var kinds []byte
	border := func(s string) {
		doc = append(doc, s...)
		borders = append(borders, len(doc))
	}
	element := func(s string) {
		if len(kinds) > 0 && kinds[len(kinds)-1] == '}' {
			doc = append(doc, `"k":`...)
		}
		border(s)
	}
	closes := func() {
		border(string(kinds[len(kinds)-1]))
		kinds = kinds[:len(kinds)-1]
	}
	for range depth {
		for range rng.Intn(3) {
			if len(kinds) > 0 {
				element([]string{"1", `"s"`, "[]", "{}"}[rng.Intn(4)])
				border(",")
			}
		}
		if rng.Intn(2) == 0 {
			element("[")
			kinds = append(kinds, ']')
		} else {
			element("{")
			kinds = append(kinds, '}')
		}
	}
	for len(kinds) > 0 {
		closes()
		if len(kinds) > 0 && rng.Intn(2) == 0 {
			border(",")
			element("2")
		}
	}
	return doc, borders
}

func TestTextsAreUnchangedBySize(t *testing.T) {
	long := strings.Repeat("x", 1000)
	digits := strings.Repeat("7", 1000)
	for _, in := range []string{
		`"` + long + `\u12x`, `"` + long + "\x00", `"` + long + "\xe2\x82", `"` + long + `\u12`, `"` + long + `\`, `"` + long,
		`"` + long + `\ud83d\u12g4"`, `"` + long + `\q"`, `"` + long + "\\\xe2\x82\xac\"", `{"` + long + "\x1f",
		`[` + digits + `.`, `[` + digits + `.x`, `-` + digits + `e`, `-` + digits + `e+x`, digits + `.0e`, `[0.` + digits + `e-`, `[` + digits,
		`[` + digits + `x`, `{"a":` + digits + `]`, strings.Repeat(" ", 999) + "x", strings.Repeat(" ", 999),
		digits + " " + strings.Repeat(" ", 999) + "é", "[tr" + "é", "[1,,", "\ufeff[]", "[\xff", "[\xe2\x82\xac", "[\xe2\x82",
	} {
		checkSame(t, []byte(in))
	}
}

func TestAllocations(t *testing.T) {
	docs := [][]byte{[]byte(documents[0]), []byte(documents[1]), []byte(strings.Repeat("[", 2000) + strings.Repeat("]", 2000))}
	for _, d := range docs {
		Check(d) // the stack of a deep text is kept
	}
	if raceEnabled {
		t.Skip("under the race detector sync.Pool drops at random")
	}
	if n := testing.AllocsPerRun(100, func() {
		for _, d := range docs {
			if err := Check(d); err != nil {
				t.Error(err)
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations for valid texts", n)
	}
}

func TestIsSpace(t *testing.T) {
	for c := range 256 {
		if IsSpace(byte(c)) != json.Valid([]byte{byte(c), '0'}) && c != '-' && (c < '1' || c > '9') {
			t.Errorf("IsSpace(%q) = %v", byte(c), IsSpace(byte(c)))
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	doc := []byte("[" + strings.Repeat(documents[11]+",\n  ", 500) + "0]")
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		if err := Check(doc); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFault(b *testing.B) {
	b.ReportAllocs()
	doc := []byte(`[1,}`)
	for b.Loop() {
		if Check(doc) == nil {
			b.Fatal("accepted")
		}
	}
}

// TestFindRefuses: a state and a depth that do not go together have no answer.
func TestFindRefuses(t *testing.T) {
	for _, tc := range []struct {
		st    State
		depth int
	}{{Top, 1}, {End, 1}, {FirstElem, 0}, {AfterMember, 0}, {Elem, -1}, {End + 1, 1}, {0xff, 1}, {numStates, 0}} {
		if err := Find([]byte("x"), 0, tc.st, tc.depth); err != nil {
			t.Errorf("Find(x, 0, %d, %d): %v", tc.st, tc.depth, err)
		}
	}
	data := []byte("[[[x")
	if err := FindDepth(data, 1, FirstElem, 1, 2); same(err, TooDeep('[', 3)) != nil {
		t.Errorf("depth 3 of 2: %v", err)
	}
	if err := FindDepth(data, 1, FirstElem, 1, 3); same(err, oracle(data)) != nil {
		t.Errorf("depth 3 of 3: %v", err)
	}
}
