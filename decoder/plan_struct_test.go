package decoder

import (
	"testing"
	"unicode"
)

// TestCaseBits tries every character below 0x80 in every lane, between others that might carry.
func TestCaseBits(t *testing.T) {
	for c := range uint64(0x80) {
		for _, other := range []uint64{0, 0x7f, 'a', 'Z', '@', '[', '`', '{'} {
			for lane := range 8 {
				shift := 8 * lane
				word := lanes*other&^(0xff<<shift) | c<<shift
				want := uint64(0)
				if unicode.IsLetter(rune(c)) {
					want = 0x20
				}
				if got := caseBits(word) >> shift & 0xff; got != want {
					t.Fatalf("lane %d of %#016x: %#x, want %#x", lane, word, got, want)
				}
			}
		}
	}
}
