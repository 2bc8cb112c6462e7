package scan

import (
	"math/bits"

	"swarjson/internal/mem"
)

// This file: questions about eight bytes in one word, and the small tables.
//
// Notation: a word w has eight lanes of eight bits; lo is 0x01 in every lane, hi
// 0x80, and c*lo is the byte c in every lane. A mask has its bits at hi only. "Above"
// means towards the high lanes, that is, later in memory.

const (
	lo = ^uint64(0) / 0xff // 0x0101…01
	hi = lo << 7           // 0x8080…80
)

// First is a mask of lanes of which only the lowest is sure: lanes above it may be lit that
// should not be, and none is missing. Hence it says whether any lane matches and
// which one is first, and nothing else.
//
// The lanes in excess come from borrows or carries between lanes; the functions that
// return a First say when.
type First uint64

// Any reports whether a lane matches.
func (m First) Any() bool { return m != 0 }

// Lane returns the index of the first lane that matches, 0 to 7, or 8 if there is none.
func (m First) Lane() int { return bits.TrailingZeros64(uint64(m)) >> 3 }

// Exact is a mask in which every lane is right.
type Exact uint64

// Any reports whether a lane matches.
func (m Exact) Any() bool { return m != 0 }

// Lane returns the index of the first lane that matches, 0 to 7, or 8 if there is none.
func (m Exact) Lane() int { return bits.TrailingZeros64(uint64(m)) >> 3 }

// Count returns how many lanes match.
func (m Exact) Count() int { return bits.OnesCount64(uint64(m)) }

// Last returns the index of the last lane that matches, 0 to 7, or -1 if there is none.
func (m Exact) Last() int { return (bits.Len64(uint64(m))+7)>>3 - 1 }

// Next returns m without its first lane.
func (m Exact) Next() Exact { return m & (m - 1) }

// SpecialString finds the first byte of w that ends the plain part of a string: a
// quote, a backslash, or a control character (below 0x20). Nine operations:
//
//	(((w ^ '"'*lo) - lo) | ((w ^ '\\'*lo) - lo) | (w - 0x20*lo)) &^ w & hi
//
// In a lane that no borrow enters, x - 1 has its top bit set and x has not only for x = 0
// (for 1 to 0x7f, x-1 is 0 to 0x7e), and w - 0x20 has and w has not only for
// w < 0x20. XOR with an ASCII byte leaves the top bit, so that &^ w serves all
// three. A borrow leaves a lane only if its value is below what is subtracted, which
// is just when the lane matches: up to the first match there is no borrow. Above it
// a borrow may light a lane that holds 1 more than a match (such as '#' after '"', or a
// space after a control character), but cannot put a match out: x = 0 gives 0xfe
// instead of 0xff, and w < 0x20 at least 0xdf.
//
// Proved by TestWords.
func SpecialString(w uint64) First {
	return First((((w ^ '"'*lo) - lo) | ((w ^ '\\'*lo) - lo) | (w - 0x20*lo)) &^ w & hi)
}

// FirstBackslash finds the first backslash of w. Excess: ']' directly above a match.
func FirstBackslash(w uint64) First {
	x := w ^ '\\'*lo
	return First((x - lo) &^ x & hi)
}

// Equal finds all bytes of w that are c.
//
// A lane's seven low bits plus 0x7f reach the top bit unless they are all zero, and as
// their sum is 0xfe at most, nothing is carried into the lane above. With x's own
// top bit OR'd in, the top bit is clear only for x = 0.
func Equal(w uint64, c byte) Exact {
	x := w ^ uint64(c)*lo
	return Exact(^((x&^hi + 0x7f*lo) | x) & hi)
}

// Below finds all bytes of w that are less than c, for c <= 0x80.
//
// w | 0x80 minus c keeps its top bit just if the seven low bits are c or more, and
// never borrows from the lane above, as 0x80 - c >= 0.
func Below(w uint64, c byte) Exact {
	return Exact(^(((w | hi) - uint64(c)*lo) | w) & hi)
}

// NonASCIIBytes finds all bytes of w that are 0x80 or above.
func NonASCIIBytes(w uint64) Exact { return Exact(w & hi) }

// NonDigit finds the first byte of w that is not '0' to '9'; its Lane is the number of
// leading digits. XOR with '0' brings digits to 0…9 and all other bytes to 10…255;
// adding 0x76 = 0x80-10 lights the top bit from 10 up to 0x89, and
// x's own top bit does for the rest. A carry leaves only lanes of 0x8a and above, which
// match: excess is a '9' directly above such a byte.
func NonDigit(w uint64) First {
	x := w ^ '0'*lo
	return First(((x + 0x76*lo) | x) & hi)
}

// IsEightDigits reports whether all eight bytes of w are '0' to '9'. The carries that blur
// NonDigit do not matter, as a lane that sends one is itself no digit.
func IsEightDigits(w uint64) bool {
	x := w ^ '0'*lo
	return ((x+0x76*lo)|x)&hi == 0
}

// spaceTab[c] is 1 if c is white space.
var spaceTab = [256]uint8{' ': 1, '\t': 1, '\n': 1, '\r': 1}

// IsSpace reports whether c is one of JSON's four white space characters: space, \t,
// \n or \r.
func IsSpace(c byte) bool { return spaceTab[c] != 0 }

// hexLow[c] is the value of the hex digit c, hexHigh[c] 16 times that, and both
// are -1 if c is no hex digit.
var hexLow, hexHigh = func() (low, high [256]int16) {
	for c := range 256 {
		v := -1
		switch {
		case '0' <= c && c <= '9':
			v = c - '0'
		case 'a' <= c && c <= 'f':
			v = c - 'a' + 10
		case 'A' <= c && c <= 'F':
			v = c - 'A' + 10
		}
		low[c], high[c] = int16(v), int16(v)
		if v >= 0 {
			high[c] = int16(v << 4)
		}
	}
	return low, high
}()

// Hex4 returns the value, 0 to 0xffff, of the four hex digits at p (of either case), or a negative
// number if one of the four bytes is no hex digit. It reads exactly four bytes.
//
// -1 has all bits set: OR'd with anything it stays -1, shifted left it stays negative. So one
// test of the result's sign, by the caller, judges all four digits.
func Hex4(p mem.Ptr) int32 {
	return int32(hexHigh[p.U8(0)]|hexLow[p.U8(1)])<<8 | int32(hexHigh[p.U8(2)]|hexLow[p.U8(3)])
}
