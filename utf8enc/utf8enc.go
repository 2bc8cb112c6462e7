// Package utf8enc turns code points into UTF-8, pairs of surrogates into code
// points, and tells valid UTF-8 from invalid, all faster than unicode/utf8 and
// to the same effect.
//
// It works on bytes in memory: it knows no escape sequences and no JSON. Only in
// AppendValid it takes a side, and replaces invalid bytes the way encoding/json does.
//
// # Map
//
//	utf8enc.go  code point → bytes (Encode, Append), surrogates
//	valid.go    the automaton: Valid, ValidPrefix, Validator
//	replace.go  AppendValid
package utf8enc

import (
	"slices"

	"swarjson/internal/mem"
)

const (
	replacement = '\uFFFD'

	// UTFMax is how many bytes Encode may write.
	UTFMax = 4
)

// IsSurrogate tells whether r is in U+D800…U+DFFF, the code points that UTF-16
// takes two of for one character, and that UTF-8 does not know.
func IsSurrogate(r rune) bool { return uint32(r)-0xd800 < 0x800 }

// IsHigh tells whether r is a surrogate that begins a pair, U+D800…U+DBFF.
func IsHigh(r rune) bool { return uint32(r)-0xd800 < 0x400 }

// IsLow tells whether r is a surrogate that ends a pair, U+DC00…U+DFFF.
func IsLow(r rune) bool { return uint32(r)-0xdc00 < 0x400 }

// Combine returns the code point of a pair of surrogates, U+10000…U+10FFFF. It is for the
// caller to know that IsHigh(hi) and IsLow(lo).
func Combine(hi, lo rune) rune {
	// Ten bits from each, the differences from 0xd800 and 0xdc00, and 0x10000 on top.
	return hi<<10 + lo - (0xd800<<10 + 0xdc00 - 0x10000)
}

// Encode writes the UTF-8 of r to p and returns its length, 1…4. A surrogate, and what is no code
// point at all, becomes U+FFFD.
//
// Whatever the length, the UTFMax bytes at p must be writable, and those
// behind the encoding may be overwritten.
func Encode(p mem.Ptr, r rune) int {
	c := uint32(r)
	// The six-bit groups of r go to a lane each, the first to the lowest, and the lanes' marks are
	// OR'd in: 10xxxxxx for all but the first.
	switch {
	case c < 0x80:
		p.Put8(0, byte(c))
		return 1
	case c < 0x800:
		p.Put16(0, uint16(c>>6|c&0x3f<<8|0x80c0))
		return 2
	case c < 0x10000:
		if c-0xd800 < 0x800 {
			c = replacement
		}
		p.Put32(0, c>>12|c>>6&0x3f<<8|c&0x3f<<16|0x8080e0)
		return 3
	case c <= 0x10ffff:
		p.Put32(0, c>>18|c>>12&0x3f<<8|c>>6&0x3f<<16|c&0x3f<<24|0x808080f0)
		return 4
	}
	p.Put32(0, 0xbdbfef) // U+FFFD
	return 3
}

// Append appends the UTF-8 of r to b as utf8.AppendRune does: a surrogate, and what is no code point
// at all, becomes U+FFFD. It may overwrite up to UTFMax bytes behind b's length, inside its capacity.
func Append(b []byte, r rune) []byte {
	n := len(b)
	if cap(b)-n < UTFMax {
		b = slices.Grow(b, UTFMax)
	}
	return b[:n+Encode(mem.Of(b).Add(n), r)]
}
