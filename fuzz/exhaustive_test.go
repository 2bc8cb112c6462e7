package fuzz

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// cases4 are the ways to write four hexadecimal digits: lower, upper, and the two
// that alternate.
var cases4 = [4]func(uint32) string{
	func(v uint32) string { return fmt.Sprintf("%04x", v) },
	func(v uint32) string { return fmt.Sprintf("%04X", v) },
	func(v uint32) string { return alternate(v, 0) },
	func(v uint32) string { return alternate(v, 1) },
}

func alternate(v uint32, odd int) string {
	b := []byte(fmt.Sprintf("%04x", v))
	for i := range b {
		if i%2 == odd && b[i] >= 'a' {
			b[i] -= 'a' - 'A'
		}
	}
	return string(b)
}

// decodeAll decodes an array of strings, and says what must come out of each. For
// a million strings comparing with a formula is faster, and more independent, than
// encoding/json.
func decodeAll(t *testing.T, doc []byte, want func(i int) string) {
	t.Helper()
	var got []string
	if err := Subject().Unmarshal(noOptions, doc, &got); err != nil {
		t.Fatal(err)
	}
	var anys []any
	if err := Subject().Unmarshal(noOptions, doc, &anys); err != nil {
		t.Fatal(err)
	}
	if len(got) != len(anys) {
		t.Fatalf("%d strings, %d values", len(got), len(anys))
	}
	for i, s := range got {
		if w := want(i); s != w || anys[i] != any(w) {
			t.Fatalf("string %d: want %q, got %q and %q", i, w, s, anys[i])
		}
	}
}

// TestEveryEscape decodes all 65,536 \uXXXX in four patterns of letter case, alone
// and between other characters.
func TestEveryEscape(t *testing.T) {
	for p, hex := range cases4 {
		var sb strings.Builder
		sb.WriteByte('[')
		for v := range uint32(1 << 16) {
			if v > 0 {
				sb.WriteByte(',')
			}
			sb.WriteString(`"\u` + hex(v) + `"`)
		}
		sb.WriteByte(']')
		decodeAll(t, []byte(sb.String()), func(i int) string { return string(rune(i)) })

		// The same between other bytes, as keys too: at every offset in a word.
		var obj strings.Builder
		obj.WriteByte('{')
		for v := uint32(p); v < 1<<16; v += 7 {
			if v > uint32(p) {
				obj.WriteByte(',')
			}
			fmt.Fprintf(&obj, `"%s\u%s%d":"%s\u%s\\"`, strings.Repeat("k", int(v%9)), hex(v), v, strings.Repeat("v", int(v%17)), hex(v))
		}
		obj.WriteByte('}')
		var a, b map[string]string
		if err := json.Unmarshal([]byte(obj.String()), &a); err != nil {
			t.Fatal(err)
		}
		if err := Subject().Unmarshal(noOptions, []byte(obj.String()), &b); err != nil {
			t.Fatal(err)
		}
		if len(a) != len(b) {
			t.Fatalf("%d keys, want %d", len(b), len(a))
		}
		for k, v := range a {
			if b[k] != v {
				t.Fatalf("key %q: want %q, got %q", k, v, b[k])
			}
		}
	}
}

// TestEveryPair decodes all 2^20 pairs of a high and a low surrogate, and all
// neighbours that are no pair: two high ones, two low ones, swapped.
func TestEveryPair(t *testing.T) {
	for block := range uint32(16) { // 64 high surrogates each
		var sb strings.Builder
		sb.Grow(1 << 20)
		sb.WriteByte('[')
		for i := range uint32(1 << 16) {
			if i > 0 {
				sb.WriteByte(',')
			}
			hi, lo := 0xd800+block*64+i>>10, 0xdc00+i&0x3ff
			sb.WriteString(`"\u`)
			writeHex(&sb, hi, i&1 == 0)
			sb.WriteString(`\u`)
			writeHex(&sb, lo, i&2 == 0)
			sb.WriteByte('"')
		}
		sb.WriteByte(']')
		decodeAll(t, []byte(sb.String()), func(i int) string { return string(rune(0x10000 + block<<16 + uint32(i))) })
	}
	const bad = string(utf8.RuneError)
	var sb strings.Builder
	sb.WriteByte('[')
	n := 0
	for hi := uint32(0xd800); hi < 0xdc00; hi++ {
		lo := hi + 0x400
		if hi > 0xd800 {
			sb.WriteByte(',')
		}
		fmt.Fprintf(&sb, `"\u%04x\u%04x","\u%04x\u%04x","\u%04x\u%04x","\u%04xx","\u%04x\u%04x\u%04x"`, hi, hi, lo, lo, lo, hi, hi, hi, hi, lo)
		n += 5
	}
	sb.WriteByte(']')
	decodeAll(t, []byte(sb.String()), func(i int) string {
		switch i % 5 {
		case 3:
			return bad + "x"
		case 4:
			hi := 0xd800 + i/5
			return bad + string(rune((hi-0xd800)<<10+(hi-0xd800)+0x10000))
		}
		return bad + bad
	})
	if n != 5*1024 {
		t.Fatal(n)
	}
}

func writeHex(sb *strings.Builder, v uint32, upper bool) {
	digits := "0123456789abcdef"
	if upper {
		digits = "0123456789ABCDEF"
	}
	for shift := 12; shift >= 0; shift -= 4 {
		sb.WriteByte(digits[v>>shift&15])
	}
}

// TestEveryRune decodes every code point as raw UTF-8, and the three bytes of
// every surrogate, which are not.
func TestEveryRune(t *testing.T) {
	var sb strings.Builder
	var want []string
	sb.WriteByte('[')
	for r := rune(0); r <= utf8.MaxRune; r += 1 + r>>14 { // every one below 0x4000, then ever fewer
		if r < 0x20 || r == '"' || r == '\\' {
			continue
		}
		if len(want) > 0 {
			sb.WriteByte(',')
		}
		s := string(r)
		if r >= 0xd800 && r < 0xe000 {
			sb.WriteString("\"" + string([]byte{0xed, 0x80 | byte(r>>6&0x3f), 0x80 | byte(r&0x3f)}) + "\"")
			s = strings.Repeat(string(utf8.RuneError), 3)
		} else {
			sb.WriteString(`"` + s + `"`)
		}
		want = append(want, s)
	}
	sb.WriteByte(']')
	decodeAll(t, []byte(sb.String()), func(i int) string { return want[i] })
}

// TestEveryByte puts every byte, and every pair of bytes, into a string at every
// offset of a word: in a value, in a key, and at the string's end.
func TestEveryByte(t *testing.T) {
	classic(t)
	sub := Subject()
	for off := range 9 {
		pad := strings.Repeat("p", off)
		for x := range 256 {
			step := 1
			if testing.Short() || off > 0 {
				step = 7
			}
			for y := x % step; y < 256; y += step {
				for _, doc := range [...]string{
					`["` + pad + string([]byte{byte(x), byte(y)}) + `"]`,
					`{"` + pad + string([]byte{byte(x), byte(y)}) + `":1}`,
				} {
					var a, b any
					ea, eb := json.Unmarshal([]byte(doc), &a), sub.Unmarshal(noOptions, []byte(doc), &b)
					if (ea == nil) != (eb == nil) || ea != nil && ea.Error() != eb.Error() || !reflect.DeepEqual(a, b) {
						t.Fatalf("%q: want %v, %v, got %v, %v", doc, a, ea, b, eb)
					}
				}
			}
		}
	}
}
