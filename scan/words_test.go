package scan

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"strconv"
	"testing"

	"swarjson/internal/mem"
)

// lanes returns the word and calls want for each of its bytes.
func lanes(b *[8]byte, want func(c byte) bool) (w uint64, first, count int) {
	first = 8
	for i, c := range b {
		if want(c) {
			first = min(first, i)
			count++
		}
	}
	return binary.LittleEndian.Uint64(b[:]), first, count
}

func isSpecial(c byte) bool   { return c == '"' || c == '\\' || c < 0x20 }
func isBackslash(c byte) bool { return c == '\\' }
func notDigit(c byte) bool    { return c < '0' || c > '9' }

// checkWord compares every mask of the word b with what its bytes say.
func checkWord(t *testing.T, b *[8]byte) {
	t.Helper()
	check := func(name string, got First, want func(byte) bool) {
		w, first, _ := lanes(b, want)
		if got.Lane() != first || got.Any() != (first < 8) {
			t.Fatalf("%s(%#x): first lane %d, any %v; want %d", name, w, got.Lane(), got.Any(), first)
		}
	}
	exact := func(name string, got Exact, want func(byte) bool) {
		w, first, count := lanes(b, want)
		if got.Lane() != first || got.Any() != (first < 8) || got.Count() != count {
			t.Fatalf("%s(%#x): first lane %d, any %v, count %d; want %d and %d", name, w, got.Lane(), got.Any(), got.Count(), first, count)
		}
		if last := got.Last(); last >= 0 && !want(b[last]) || (last < 0) != (count == 0) {
			t.Fatalf("%s(%#x): last lane %d", name, w, last)
		}
		for i, c := range b {
			if want(c) {
				if i > got.Last() {
					t.Fatalf("%s(%#x): last lane %d, but %d matches", name, w, got.Last(), i)
				}
				if got.Lane() != i {
					t.Fatalf("%s(%#x): iteration arrives at %d; want %d", name, w, got.Lane(), i)
				}
				got = got.Next()
			}
		}
	}
	w := binary.LittleEndian.Uint64(b[:])
	check("SpecialString", SpecialString(w), isSpecial)
	check("FirstBackslash", FirstBackslash(w), isBackslash)
	check("NonDigit", NonDigit(w), notDigit)
	exact("Equal '\\n'", Equal(w, '\n'), func(c byte) bool { return c == '\n' })
	exact("Equal 0", Equal(w, 0), func(c byte) bool { return c == 0 })
	exact("Equal 0xff", Equal(w, 0xff), func(c byte) bool { return c == 0xff })
	exact("Below 0x20", Below(w, 0x20), func(c byte) bool { return c < 0x20 })
	exact("Below 0x80", Below(w, 0x80), func(c byte) bool { return c < 0x80 })
	exact("Below 1", Below(w, 1), func(c byte) bool { return c < 1 })
	exact("NonASCIIBytes", NonASCIIBytes(w), func(c byte) bool { return c >= 0x80 })
	if _, first, _ := lanes(b, notDigit); IsEightDigits(w) != (first == 8) {
		t.Fatalf("IsEightDigits(%#x) = %v", w, IsEightDigits(w))
	}
}

// TestWords tries every pair of bytes in neighbouring lanes, at each of the seven places, in several
// surroundings: that is where borrows and carries happen.
func TestWords(t *testing.T) {
	fills, places := []byte{'a', '0', '"', 0xff}, []int{0, 1, 2, 3, 4, 5, 6}
	if testing.Short() {
		fills, places = fills[1:2], []int{0, 6}
	}
	for _, fill := range fills {
		for _, at := range places {
			for pair := range 1 << 16 {
				var b [8]byte
				for i := range b {
					b[i] = fill
				}
				b[at], b[at+1] = byte(pair), byte(pair>>8)
				checkWord(t, &b)
			}
		}
	}
}

// TestWordsRandom draws all eight bytes, half of the time from those next to a border.
func TestWordsRandom(t *testing.T) {
	edges := []byte("\x00\x01\x1f\x20\x21\"#[\\]/09:\x7f\x80\x8a\xa2\xdc\xff")
	r := rand.New(rand.NewPCG(1, 2))
	rounds := 200_000
	if testing.Short() {
		rounds /= 10
	}
	for range rounds {
		var b [8]byte
		for i := range b {
			b[i] = byte(r.Uint32())
			if r.IntN(2) == 0 {
				b[i] = edges[r.IntN(len(edges))]
			}
		}
		checkWord(t, &b)
	}
}

// TestFirstExcess shows that a First mask is no Exact one: the reason for two types.
func TestFirstExcess(t *testing.T) {
	w, _, count := lanes(&[8]byte{'a', '"', '#', 'a', 'a', 'a', 'a', 'a'}, isSpecial)
	if got := Exact(SpecialString(w)).Count(); count != 1 || got != 2 {
		t.Errorf("lanes lit %d, lanes right %d; want 2 and 1", got, count)
	}
}

func TestIsSpace(t *testing.T) {
	for c := range 256 {
		if got, want := IsSpace(byte(c)), bytes.IndexByte([]byte(" \t\n\r"), byte(c)) >= 0; got != want {
			t.Errorf("IsSpace(%#x) = %v", c, got)
		}
	}
}

// TestHex4 tries every value in both cases and mixed, and every byte at every place.
func TestHex4(t *testing.T) {
	const upper = "0123456789ABCDEF"
	const lower = "0123456789abcdef"
	for v := range 1 << 16 {
		for mix := range 16 {
			b := []byte{upper[v>>12], upper[v>>8&15], upper[v>>4&15], upper[v&15]}
			for i := range b {
				if mix>>i&1 != 0 {
					b[i] = lower[v>>(12-4*i)&15]
				}
			}
			if got := Hex4(mem.Of(b)); got != int32(v) {
				t.Fatalf("Hex4(%q) = %#x", b, got)
			}
		}
	}
	for at := range 4 {
		for c := range 256 {
			for _, fill := range []string{"0000", "ffff", "7A1c", "\x00\xffgG"} {
				b := []byte(fill)
				b[at] = byte(c)
				want := int32(-1)
				if v, err := strconv.ParseUint(string(b), 16, 16); err == nil {
					want = int32(v)
				}
				if got := Hex4(mem.Of(b)); got != want && (got >= 0 || want >= 0) {
					t.Fatalf("Hex4(%q) = %d, want %d", b, got, want)
				}
			}
		}
	}
}
