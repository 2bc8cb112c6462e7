package num

import (
	"math"
	"math/bits"

	"swarjson/internal/mem"
)

// Int64 parses the JSON number at p, whose length is n; n is 0 if there is none,
// as in Scan. ok tells that it is an integer without fraction and exponent
// that fits, which is when strconv.ParseInt(s, 10, 64) accepts it; otherwise v is 0.
func Int64(p mem.Ptr) (v int64, n int, ok bool) {
	w := p.U64(0)
	i := 0
	if byte(w) == '-' {
		i = 1
		w = p.U64(1)
	}
	x := w ^ zeros
	t := nonDigits(x)
	if t == 0 {
		if leadingZero(x) {
			return 0, i + 1, true
		}
		y := p.U64(i+8) ^ zeros
		t = nonDigits(y)
		if t == 0 {
			return int64Slow(p, i)
		}
		z := bits.TrailingZeros64(t)
		n = i + 8 + z>>3
		if c := p.U8(n); c == '.' || c|0x20 == 'e' {
			return 0, scanTail(p, n), false
		}
		// The shift is by 64-8k = 71-z, in two steps because it may be 64.
		v = int64(Eight(x)*pow10[z>>3&7] + Eight(y<<(uint(70-z)&63)<<1))
		return (v ^ -int64(i)) + int64(i), n, true
	}
	z := bits.TrailingZeros64(t) // 8k+7 for k digits
	if z == 7 {
		return 0, 0, false
	}
	if leadingZero(x) {
		return 0, i + 1, true
	}
	if c := byte(w >> (uint(z-7) & 63)); c == '.' || c|0x20 == 'e' {
		return 0, scanTail(p, i+z>>3), false
	}
	// The digits go to the top, zeros come in before them: 64-8k = 71-z.
	v = int64(Eight(x << (uint(71-z) & 63)))
	return (v ^ -int64(i)) + int64(i), i + z>>3, true
}

// Uint64 is Int64 for strconv.ParseUint(s, 10, 64), which refuses every minus
// sign, that of "-0" too.
func Uint64(p mem.Ptr) (v uint64, n int, ok bool) {
	w := p.U64(0)
	x := w ^ zeros
	t := nonDigits(x)
	if t == 0 {
		return longInt(p, 0)
	}
	z := bits.TrailingZeros64(t)
	if z == 7 {
		return 0, Scan(p), false // a minus sign, or no number
	}
	if leadingZero(x) {
		return 0, 1, true
	}
	if c := byte(w >> (uint(z-7) & 63)); c == '.' || c|0x20 == 'e' {
		return 0, scanTail(p, z>>3), false
	}
	return Eight(x << (uint(71-z) & 63)), z >> 3, true
}

// int64Slow is Int64 for a number that begins at p+i with sixteen digits; i is 1
// after a minus sign, otherwise 0.
func int64Slow(p mem.Ptr, i int) (int64, int, bool) {
	m, n, ok := longInt(p, i)
	// -2^63 is one further from zero than 2^63-1.
	if !ok || m > math.MaxInt64+uint64(i) {
		return 0, n, false
	}
	return (int64(m) ^ -int64(i)) + int64(i), n, true
}

// longInt parses an integer of eight or more digits that begins at p+i, as
// Uint64 does; n counts from p.
func longInt(p mem.Ptr, i int) (v uint64, n int, ok bool) {
	x := p.U64(i) ^ zeros
	if leadingZero(x) {
		return 0, i + 1, true
	}
	v = Eight(x)
	n = i + 8
	x = p.U64(n) ^ zeros
	t := nonDigits(x)
	if t == 0 {
		v = v*1e8 + Eight(x)
		n += 8
		x = p.U64(n) ^ zeros
		t = nonDigits(x)
	}
	z := bits.TrailingZeros64(t)
	j := z >> 3 // digits in this word; 8 if t is 0, which makes 24 in all
	n += j
	if n-i > 19 {
		return longIntSlow(p, i, v, n)
	}
	if c := p.U8(n); c == '.' || c|0x20 == 'e' {
		return 0, scanTail(p, n), false
	}
	// j is 0…7. The shift is by 64-8j = 71-z, in two steps because it may be 64.
	return v*pow10[j&7] + Eight(x<<(uint(70-z)&63)<<1), n, true
}

// longIntSlow ends longInt where 20 or more digits begin at p+i, 16 of which
// have the value v; n is an index inside or just after them.
func longIntSlow(p mem.Ptr, i int, v uint64, n int) (uint64, int, bool) {
	n = skipDigits(p, n)
	if c := p.U8(n); c == '.' || c|0x20 == 'e' {
		return 0, scanTail(p, n), false
	}
	if n-i > 20 {
		return 0, n, false
	}
	var last uint64
	for k := i + 16; k < n; k++ {
		last = last*10 + uint64(p.U8(k)-'0')
	}
	hi, lo := bits.Mul64(v, 1e4)
	lo, carry := bits.Add64(lo, last, 0)
	if hi|carry != 0 {
		return 0, n, false
	}
	return lo, n, true
}
