package decoder

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// columns returns how many columns a line of an excerpt takes, and fails if it holds
// what it must not.
func columns(t *testing.T, line string) int {
	t.Helper()
	n := 0
	for i, r := range line {
		if r != ' ' && !strconv.IsPrint(r) || r == utf8.RuneError && !strings.HasPrefix(line[i:], "\ufffd") {
			t.Fatalf("%q is not printable", line)
		}
		n += naiveWidth(r)
	}
	return n
}

// naiveWidth is runeWidth from the properties in package unicode, for characters that
// tests use.
func naiveWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return 2
	case r >= 0x1F600 && r < 0x1F650:
		return 2
	}
	return 1
}

// checkExcerpt checks an excerpt's form: that the caret is under what the place holds.
func checkExcerpt(t *testing.T, data []byte, off int) {
	t.Helper()
	p := newPosition(data, off, nil)
	got := p.Excerpt()
	lines := strings.Split(got, "\n")
	if len(lines) != 3 && len(lines) != 4 || lines[len(lines)-1] != "" || !utf8.ValidString(got) {
		t.Fatalf("%.300q at %d: got\n%s", data, off, got)
	}
	line, pointer := lines[len(lines)-3], lines[len(lines)-2]
	for _, l := range lines {
		if utf8.ValidString(string(data)) && len(data) < 10000 && columnsOf(l) > excerptWidth {
			t.Fatalf("%.300q at %d: a line is too long:\n%s", data, off, got)
		}
	}
	before, ok := strings.CutSuffix(pointer, "^")
	if !ok || strings.Trim(before, " ") != "" {
		t.Fatalf("%.300q at %d: no caret\n%s", data, off, got)
	}
	// What stands above the caret?
	n := 0
	above := ""
	for i, r := range line {
		if n == len(before) && runeWidth(r) > 0 {
			above = line[i:]
			break
		}
		n += runeWidth(r)
	}
	if n != len(before) {
		t.Fatalf("%.300q at %d: no character begins above the caret\n%s", data, off, got)
	}
	want := ""
	if off < len(data) {
		for off > 0 && off < len(data) && !utf8.RuneStart(data[off]) && p.Column > 1 {
			back := charStart(data, 0, off)
			if back == off {
				break
			}
			off = back
		}
		switch c := data[off]; {
		case c == '\t':
			want = "    "
		case c < ' ':
			want = string(rune(0x2400 + int(c)))
		case c < 0x7f:
			want = string(rune(c))
		default:
			r, size := utf8.DecodeRune(data[off:])
			if strconv.IsPrint(r) && size > 1 && runeWidth(r) > 0 {
				want = string(r)
			} else if c == 0x7f {
				want = "␡"
			} else {
				want = "<"
			}
		}
	}
	if want == "" && above != "" || !strings.HasPrefix(above, want) {
		t.Fatalf("%.300q at %d: above the caret is %q, want %q\n%s", data, off, above, want, got)
	}
}

func columnsOf(s string) (n int) {
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func TestExcerpt(t *testing.T) {
	x, y := strings.Repeat("x", 500), strings.Repeat("y", 500)
	const under = "                                                                              "
	for _, c := range []struct {
		doc  string // the place is behind the mark ↓
		want string
	}{
		{"↓", "\n^\n"},
		{"↓x", "x\n^\n"},
		{"x↓", "x\n ^\n"},
		{"{\"a\": ↓x}", "{\"a\": x}\n      ^\n"},
		{"[\n\n1 ↓2\n\n]", "1 2\n  ^\n"},
		{"[1 ↓2\r\n]", "[1 2\n   ^\n"},
		{"\t[1 \t↓2]", "    [1     2]\n           ^\n"},
		{"\t↓\t[1]", "        [1]\n    ^\n"},
		// The line before, if the place is the first on its own.
		{"{\n  \"a\": 1\n  ↓\"b\": 2\n}", "  \"a\": 1\n  \"b\": 2\n  ^\n"},
		{"{\r\n\t\"a\": 1\r\n\t↓\"b\": 2\r\n}", "    \"a\": 1\n    \"b\": 2\n    ^\n"},
		{"[1,\n \n\n↓]", "[1,\n]\n^\n"},
		{"\n\n ↓x", " x\n ^\n"},
		{"{\n↓", "{\n\n^\n"},
		{"{\n  ↓", "{\n  \n  ^\n"},
		{x + "\n↓z", "..." + x[:75] + "\nz\n^\n"},
		{x[:78] + "\n↓z", x[:78] + "\nz\n^\n"},
		{x[:79] + "\n↓z", x[:75] + "...\nz\n^\n"},
		// Wide characters, and those of no width.
		{"[\"日本語\"↓x]", "[\"日本語\"x]\n         ^\n"},
		{"[\"↓日本語\"]", "[\"日本語\"]\n  ^\n"},
		{"[\"😀é\"↓x]", "[\"😀é\"x]\n      ^\n"},
		{"[\"e\u0301\u0301\"↓x]", "[\"e\u0301\u0301\"x]\n    ^\n"},
		{"[\"\u1112\u1161\u11ab\"↓x]", "[\"\u1112\u1161\u11ab\"x]\n     ^\n"},
		{"[↓\u0301]", "[<U+0301>]\n ^\n"},
		{"[ｱ↓x]", "[ｱx]\n  ^\n"},
		{"[Ａ↓x]", "[Ａx]\n   ^\n"},
		// What cannot be seen.
		{"↓\ufeff{}", "<U+FEFF>{}\n^\n"},
		{"{↓\u00a0}", "{<U+00A0>}\n ^\n"},
		{"[\u202e↓x]", "[<U+202E>x]\n         ^\n"},
		{"[\"\x00\x1b↓\x1f\"]", "[\"␀␛␟\"]\n    ^\n"},
		{"[\"\x7f↓\x7f\"]", "[\"␡␡\"]\n   ^\n"},
		{"[\"↓\xff\xfe\"]", "[\"<0xFF><0xFE>\"]\n  ^\n"},
		{"[\"\xe6\x97↓\"]", "[\"<0xE6><0x97>\"]\n              ^\n"},
		{"[\"\ufffd↓\ufffd\"]", "[\"\ufffd\ufffd\"]\n   ^\n"},
		{"[\"a↓\nb\"]", "[\"a␊\n   ^\n"},
		{"[\"a↓\r\nb\"]", "[\"a␍\n   ^\n"},
		{"[\"a\r↓\nb\"]", "[\"a␍␊\n    ^\n"},
		{"[\"a\r↓b\"]", "[\"a␍b\"]\n    ^\n"},
		// Cut on the right, on the left, on both sides.
		{"↓" + x, x[:75] + "...\n^\n"},
		{"[↓" + x, "[" + x[:74] + "...\n ^\n"},
		{x[:39] + "↓" + y, x[:39] + y[:36] + "...\n" + under[:39] + "^\n"},
		{x + "↓", "..." + x[:74] + "\n" + under[:77] + "^\n"},
		{x[:77] + "↓", x[:77] + "\n" + under[:77] + "^\n"},
		{x + "↓y", "..." + x[:74] + "y\n" + under[:77] + "^\n"},
		{x + "↓" + y[:39], "..." + x[:36] + y[:39] + "\n" + under[:39] + "^\n"},
		{x + "↓" + y, "..." + x[:36] + y[:36] + "...\n" + under[:39] + "^\n"},
		{x + "↓" + y[:10] + "\n" + y, "..." + x[:65] + y[:10] + "\n" + under[:68] + "^\n"},
		{x[:38] + "↓" + y[:40], x[:38] + y[:40] + "\n" + under[:38] + "^\n"},
		{x[:77] + "↓y", x[:77] + "y\n" + under[:77] + "^\n"},
		{strings.Repeat("日", 300) + "↓" + y, "..." + strings.Repeat("日", 18) + y[:36] + "...\n" + under[:39] + "^\n"},
		{x + "z↓" + strings.Repeat("日", 300), "..." + x[:35] + "z" + strings.Repeat("日", 18) + "...\n" + under[:39] + "^\n"},
	} {
		before, after, _ := strings.Cut(c.doc, "↓")
		p := newPosition([]byte(before+after), len(before), nil)
		if got := p.Excerpt(); got != c.want {
			t.Errorf("%q: got\n%swant\n%s", c.doc, got, c.want)
		}
		for _, line := range strings.Split(c.want, "\n") {
			if n := columns(t, line); n > excerptWidth {
				t.Errorf("%q: %d columns", line, n)
			}
		}
		checkExcerpt(t, []byte(before+after), len(before))
	}
}

// TestExcerptEveryByte puts the place on every byte of lines of all lengths.
func TestExcerptEveryByte(t *testing.T) {
	for _, line := range []string{
		strings.Repeat("x", 200),
		strings.Repeat("日", 100),
		strings.Repeat("a日é\t😀", 30),
		strings.Repeat("\x00\xff\u200b", 40),
		strings.Repeat("e\u0301\u0302", 60),
		strings.Repeat("\u0301", 300),
		strings.Repeat("\xe6\x97\xa5\xe6", 30),
	} {
		for n := 0; n < len(line); n += 1 + n*stride(4)/20 {
			for _, end := range []string{"", "\n", "\r\n]"} {
				doc := []byte("[\n" + line[:n] + end)
				for off := 0; off <= len(doc); off += 1 + n/40 {
					checkExcerpt(t, doc, off)
				}
			}
		}
	}
}

// TestExcerptLocal: nothing far from the place is looked at.
func TestExcerptLocal(t *testing.T) {
	for _, fill := range []string{"x", " ", "\t", "日", "\u0301", "\x80"} {
		doc := bytes.Repeat([]byte(fill), 1<<20)
		p := newPosition(doc, len(doc)/2, nil)
		n := testing.AllocsPerRun(1, func() { p.Excerpt() })
		if n > 4000 || len(p.Excerpt()) > 2000 {
			t.Errorf("%q: %v allocations, %d bytes", fill, n, len(p.Excerpt()))
		}
	}
}

func TestRuneWidth(t *testing.T) {
	last := rune(0)
	for _, w := range wide {
		if w.first <= last || w.last < w.first {
			t.Errorf("wide is not ascending at %U", w.first)
		}
		last = w.last
	}
	for r := range rune(unicode.MaxRune) {
		if !strconv.IsPrint(r) {
			continue
		}
		want := -1
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
			want = 0
		case 0xFF61 <= r && r <= 0xFFDC: // halfwidth forms
			want = 1
		case unicode.Is(unicode.Han, r), unicode.Is(unicode.Hiragana, r), unicode.Is(unicode.Katakana, r), unicode.Is(unicode.Tangut, r):
			want = 2
		case 0xAC00 <= r && r <= 0xD7A3, 0x1F600 <= r && r <= 0x1F64F, 0xFF01 <= r && r <= 0xFF5E:
			want = 2
		case unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Arabic, unicode.Hebrew, unicode.Thai, unicode.Devanagari, unicode.Sc, unicode.Braille) && r < 0xFE00:
			want = 1
		}
		if got := runeWidth(r); want >= 0 && got != want || got < 0 || got > 2 {
			t.Errorf("runeWidth(%U %c) = %d, want %d", r, r, got, want)
		}
	}
}
