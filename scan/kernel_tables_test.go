//go:build (amd64 || arm64) && !purego

package scan

import (
	"math/bits"
	"testing"
	"unicode/utf8"
)

// runKernel makes an implementation of a kernel: Index without its choice, for every length that the kernel takes.
func runKernel(kernel func(*Indexer, *byte, int, uint32, *uint32, *uint64) (int, Flags)) func(*Indexer, []byte, uint32, []uint32, []uint64) (int, Flags) {
	return func(x *Indexer, src []byte, off uint32, pos []uint32, esc []uint64) (int, Flags) {
		if len(src) < 3 {
			return x.indexGeneric(src, off, pos, esc)
		}
		n, flags := kernel(x, &src[0], len(src), off, &pos[0], &esc[0])
		if flags&NonASCII != 0 || x.pendLen != 0 {
			flags |= x.pendAfterKernel(src)
		}
		return n, flags
	}
}

// TestNibbleTables looks all bytes up as the kernels do.
func TestNibbleTables(t *testing.T) {
	look := func(table *[16]byte, c byte) byte { // VPSHUFB
		if c >= 0x80 {
			return 0
		}
		return table[c&15]
	}
	for i := range 256 {
		c := byte(i)
		if got := look(&spaceByNibble, c) == c; got != IsSpace(c) {
			t.Errorf("%#x: white space: %v", c, got)
		}
		got := look(&structuralByNibble, c) == c|0x20
		if want := classTab[c] == classStructural || c == 0x0c || c == 0x1a; got != want {
			t.Errorf("%#x: structural: %v", c, got)
		}
	}
}

// TestUTF8Tables: a pair of bytes has an error other than errTwoConts just if no valid sequence has these bytes
// one after the other, and errTwoConts alone just if both are continuations.
func TestUTF8Tables(t *testing.T) {
	var follows [256][256]bool
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if s := string(r); utf8.ValidRune(r) {
			for i := 1; i < len(s); i++ {
				follows[s[i-1]][s[i]] = true
			}
		}
	}
	for a := range 256 {
		for b := range 256 {
			want := follows[a][b]
			if (a < 0x80 || a >= 0xc0) && (b < 0x80 || b >= 0xc0) {
				// Between sequences: after ASCII anything may start. Whether b starts something valid is not this pair's question.
				want = a < 0x80
			}
			got := utf8Errors[0][a>>4] & utf8Errors[1][a&15] & utf8Errors[2][b>>4]
			if a>>6 == 2 { // a continuation
				if conts := b>>6 == 2; conts && got != errTwoConts || !conts && got != 0 {
					t.Errorf("%#x %#x: errors %08b", a, b, got)
				}
			} else if (got == 0) != want || got&errTwoConts != 0 {
				t.Errorf("%#x %#x: errors %08b, but valid is %v", a, b, got, want)
			}
		}
	}
}

func TestBitTable(t *testing.T) {
	for m, row := range bitTable {
		rest := uint8(m)
		for _, i := range row[:bits.OnesCount8(rest)] {
			if int(i) != bits.TrailingZeros8(rest) {
				t.Errorf("bitTable[%#x] = %v", m, row)
			}
			rest &= rest - 1
		}
	}
}

func TestLaneMasks(t *testing.T) {
	for r := range 65 {
		for i, v := range laneMasks[64-r:][:64] {
			if (v == 0xff) != (i < r) || (v == 0) != (i >= r) {
				t.Errorf("%d lanes: lane %d is %#x", r, i, v)
			}
		}
	}
}
