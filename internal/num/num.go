// Package num parses JSON numbers (RFC 8259, section 6) out of memory: their
// extent, and their value as int64, uint64, float64 or float32, the same to
// the last bit as strconv's.
//
// It knows the grammar of a number and nothing else: neither what may follow
// one, nor Go types, nor errors with positions. It does not allocate, but for the
// error that strconv makes of the rare number whose range only strconv can judge.
//
// # Contract of the input
//
// Functions that take a mem.Ptr read whole words. If q is the byte where the
// number ends or breaks off (the first that the grammar does not take), then the
// bytes p … q+7 must be readable: no load starts after q (the "padded contract").
// What the bytes after q hold does not matter. Float64 and Float32 with room > 0, and Decimal, may besides
// read all of p … p+room-1, though the number ends or breaks off earlier; Decimal reads nothing else. ParseInt64 and its like take a
// string and need no padding.
//
// # Map
//
//	num.go     the SWAR tricks on eight digits, Scan
//	int.go     Int64, Uint64
//	float.go   Float64, Float32: grammar, Clinger's fast path, common case of
//	           the 128-bit product
//	kernel_*   the same for most decimals of 16 to 20 bytes, in AVX2
//	decimal.go what float.go leaves undecided: subnormals, borders, more than
//	           19 digits, and at last strconv
//	powers.go  generated: the powers of ten that both multiply with
//	string.go  the same for strings
package num

import (
	"math/bits"

	"swarjson/internal/mem"
)

const (
	lanes = 0x0101010101010101 // 1 in each lane
	highs = 0x80 * lanes       // the top bit of each lane
	zeros = '0' * lanes
)

// nonDigits takes a word that was XORed with zeros and tells where its first
// lane is that did not hold an ASCII digit: the lowest set bit of the result is the top
// bit of that lane. The result is 0 if and only if all eight are digits.
//
// '0'…'9' are 0x30…0x39, so a digit XOR '0' is its value 0…9, and every other
// byte gives 10…255. A lane v of at most 9 has no top bit, and neither has
// v+0x76 <= 0x7f; for 10 <= v <= 0x7f the sum is 0x80…0xf5; for v >= 0x80 v itself
// has it. Only in the last case can a sum carry out of its lane, into the lane
// above: lanes above the first hit may therefore be wrong, those below it and
// the hit itself never (first match only). TestNonDigits.
func nonDigits(x uint64) uint64 { return ((x + 0x76*lanes) | x) & highs }

// Eight returns the number whose eight decimal digits are the lanes of x, each
// 0…9, the most significant in the lowest lane.
//
// Call the lanes a b c d e f g h, a lowest. 10x + x>>8 has 10a+b in lane 0,
// 10c+d in lane 2, 10e+f in lane 4, 10g+h in lane 6 (and 10b+c … in the odd lanes:
// at most 99, so that nothing carries). Call these pairs A C E G. Now
//
//	(A + E<<32) * (100 + 1000000<<32) = 100A + (1000000A + 100E)<<32  mod 2^64
//	(C + G<<32) * (1   +   10000<<32) =    C + (  10000C +    G)<<32  mod 2^64
//
// and in the sum of both the upper half is what we want: the lower half, 100A+C,
// is less than 2^32. The two products do not wait for each other. TestEight.
func Eight(x uint64) uint64 {
	const even = 0xff | 0xff<<32
	x = x*10 + x>>8
	return ((x&even)*(100+1000000<<32) + (x>>16&even)*(1+10000<<32)) >> 32
}

// leadingZero tells whether the first lane of x, a word that was XORed with zeros, held the
// digit 0 and the second any digit, which means that the zero alone is the
// integer part. It is one comparison, since with the first lane on top this is a number of at most 9.
func leadingZero(x uint64) bool { return bits.ReverseBytes16(uint16(x)) <= 9 }

// pow10 holds 10^i, for the number of digits that two words can have. (Its length saves a bounds check.)
var pow10 = [32]uint64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
}

// skipDigits returns the index of the first byte at or after p+i that is not a
// digit.
func skipDigits(p mem.Ptr, i int) int {
	for {
		t := nonDigits(p.U64(i) ^ zeros)
		if t != 0 {
			return i + bits.TrailingZeros64(t)>>3
		}
		i += 8
	}
}

// Scan returns the length in bytes of the JSON number at p, or 0 if there is
// none. It stops at the first byte that cannot continue the number, and it is the
// caller's business what may follow: "01" has length 1. Where the number breaks off
// before it is complete ("-", "1.", "1.x", "1e+") there is none.
func Scan(p mem.Ptr) (n int) {
	i := 0
	c := p.U8(0)
	if c == '-' {
		i = 1
		c = p.U8(1)
	}
	if c == '0' {
		i++
	} else {
		j := skipDigits(p, i)
		if j == i {
			return 0
		}
		i = j
	}
	c = p.U8(i)
	if c != '.' && c|0x20 != 'e' {
		return i
	}
	return scanTail(p, i)
}

// maxPlain is the length of the longest number that Plain looks at.
const maxPlain = 24

// exactNonDigits is nonDigits with every lane right: the sum cannot carry,
// since only seven bits of each lane take part.
func exactNonDigits(x uint64) uint64 { return ((x&^highs + 0x76*lanes) | x) & highs }

// Plain reports whether the n bytes at p are, as a whole, a JSON number without an
// exponent, of at most 24 bytes. False means that Scan has to look. It takes no
// branch on the digits: for validation where the token's end is known, that is
// quicker than finding it. Whole words may be read 8 bytes beyond p+n.
func Plain(p mem.Ptr, n int) bool {
	if uint(n-1) >= maxPlain {
		return false
	}
	// One bit for each byte that is no digit: bit 7-w of lane i for byte 8w+i. In the last word
	// 1 to 8 lanes count.
	odd := exactNonDigits(p.U64(0) ^ zeros)
	last := ^uint64(0) >> (-uint(n) * 8 & 63)
	switch {
	case n <= 8:
		odd &= last
	case n <= 16:
		odd |= exactNonDigits(p.U64(8)^zeros) & last >> 1
	default:
		odd |= exactNonDigits(p.U64(8)^zeros)>>1 | exactNonDigits(p.U64(16)^zeros)&last>>2
	}
	i := 0 // where the digits begin
	if p.U8(0) == '-' {
		odd &^= 0x80
		i = 1
	}
	dot := n // where the integer part ends
	if odd != 0 {
		z := bits.TrailingZeros64(odd)
		dot = z>>3 + (7-z&7)*8
		if odd&(odd-1) != 0 || p.U8(dot) != '.' || dot == n-1 {
			return false
		}
	}
	// One digit at least, and no zero in front of another.
	return dot > i && (p.U8(i) != '0' || dot == i+1)
}

// scanTail is Scan from the byte p+i on, which follows the integer part.
func scanTail(p mem.Ptr, i int) int {
	if p.U8(i) == '.' {
		j := skipDigits(p, i+1)
		if j == i+1 {
			return 0
		}
		i = j
	}
	if p.U8(i)|0x20 == 'e' {
		i++
		if c := p.U8(i); c == '+' || c == '-' {
			i++
		}
		j := skipDigits(p, i)
		if j == i {
			return 0
		}
		i = j
	}
	return i
}
