package num

import (
	"math"
	"math/bits"
	"strconv"

	"swarjson/internal/mem"
)

const infinity = 0x7ff << 52 // the bits of +Inf

// nearest returns the bits of the float64 nearest to m * 10^e, and whether it
// could tell; m is not 0. The method is Eisel and Lemire's.
//
// Let w = m * 2^lz lie in [2^63, 2^64), and E = floor(log2(10^e)). The table has
// the first 128 bits T of 10^e, so that
//
//	10^e     = (T + d) * 2^(E-127),          0 <= d < 1
//	m * 10^e = (w*T + w*d) * 2^(E-127-lz),   0 <= w*d < 2^64
//
// The product w*T has 191 or 192 bits: three words hi, mid, lo. What we know of
// the true value is that it is at least hi:mid:lo and exceeds it by less than w.
// Unless lo+w carries into mid, and mid is all 1, hi is the upper word of the
// true value too. If both happen and all bits that are cut off are 1, the carry
// may reach the bits that are kept: undecided.
//
// hi is at least 2^62; let top be its uppermost bit. The leading bit of the value
// has the weight
//
//	2^(128+62+top) * 2^(E-127-lz) = 2^(E+63+top-lz)
//
// A normal float64 takes 53 bits from there. r keeps 54: what is below, the last
// s = 9+top bits of hi and the other words, is cut off; call its value c. The
// mantissa is
//
//	r>>1           if r is even             (less than one half is left)
//	r>>1 + 1       if r is odd and c > 0    (more than one half)
//	r>>1 + r>>1&1  if r is odd and c = 0    (one half: the even neighbour)
//
// (r + r&1)>>1 is the first two, and the third if r&3 is 3: whether c = 0 matters
// only if r&3 is 1. If d > 0 then c > 0, whatever we see of it. d = 0 if and only
// if 128 bits hold the power, that is if e >= 0 and 5^e < 2^128, or 0 <= e <= 55.
//
// Subnormals have the weight of their last bit fixed: where the biased exponent b
// is 0 or less, s grows by 1-b.
//
// The mantissa is added to b-1 in the exponent's place: its own leading bit makes
// that b, and if it was rounded up to 2^53, the exponent grows by one as it must,
// to infinity at last. To a subnormal's it is added as it is, and makes it the
// first normal number if it was rounded up to 2^52. TestNearest, TestHalfway.
func nearest(m uint64, e int) (b uint64, ok bool) {
	if e > maxExp {
		return infinity, true
	}
	if e < minExp {
		// Less than 2^64 * 10^-343 < 2^-1075, half of the smallest subnormal.
		return 0, true
	}
	lz := bits.LeadingZeros64(m)
	w := m << uint(lz)
	t := &powers[e-minExp]
	hi, mid := bits.Mul64(w, t[0])
	h, lo := bits.Mul64(w, t[1])
	mid, carry := bits.Add64(mid, h, 0)
	hi += carry
	exact := 0 <= e && e <= 55

	top := hi >> 63
	s := 9 + uint(top)
	below := log2(e) + topBias - lz + int(top) // biased exponent - 1
	if below < 0 {
		s += uint(-below)
		below = 0
		if s > 63 {
			// Even r would be 0: less than half of the smallest subnormal.
			return 0, true
		}
	}
	r := hi >> s
	cut := hi & (1<<s - 1)
	if exact {
		if r&3 == 1 && cut|mid|lo == 0 {
			r--
		}
	} else if lo+w < lo && mid == math.MaxUint64 && cut == 1<<s-1 {
		return 0, false
	}
	b = uint64(below)<<52 + (r+r&1)>>1
	return min(b, infinity), true
}

// floatRare ends Float64 for the number m * 10^e, which is p's first n bytes,
// where the common way does not decide.
func floatRare(p mem.Ptr, n int, m uint64, e int) (float64, int, bool) {
	var b uint64
	if m != 0 {
		var ok bool
		if b, ok = nearest(m, e); !ok {
			return floatSlow(p, n)
		}
	}
	return signed(p, b), n, b != infinity
}

// signed returns the float64 with bits b and the sign of the number at p.
func signed(p mem.Ptr, b uint64) float64 {
	if p.U8(0) == '-' {
		b |= 1 << 63
	}
	return math.Float64frombits(b)
}

// floatLong is Float64 for the number that p's first n bytes are, if it has more
// than maxDigits digits, leading zeros included. Its grammar is checked already.
//
// It takes the first maxDigits digits from the first on that is not 0 as m; the
// others can move the value at most up to m+1 times the same power of ten. If both
// give the same float64, so does what lies between.
func floatLong(p mem.Ptr, n int) (float64, int, bool) {
	i := 0
	if p.U8(0) == '-' {
		i = 1
	}
	dot := skipDigits(p, i)
	end := dot
	if p.U8(dot) == '.' {
		end = skipDigits(p, dot+1)
	}
	e := 0
	if end < n {
		e, _ = exponent(p, end+1)
		if e <= -expCap || e >= expCap || e < 0 && dot-i > strconvDigits {
			// strconv reads exponents of that size, or behind so many digits, in its own way.
			return floatSlow(p, n)
		}
	}
	for i < end && (p.U8(i) == '0' || i == dot) {
		i++
	}
	var m uint64
	left := maxDigits
	if i < dot {
		m, left = digits(p, i, dot, 0, left)
		e += max(dot-i-maxDigits, 0)
		i = dot + 1
	}
	if i < end {
		// The last digit taken is that far behind the point.
		e -= min(i+left, end) - (dot + 1)
		m, left = digits(p, i, end, m, left)
	}
	if m == 0 || left > 0 {
		// All digits were taken.
		return floatRare(p, n, m, e)
	}
	b, ok := nearest(m, e)
	if !ok {
		return floatSlow(p, n)
	}
	if b1, ok := nearest(m+1, e); !ok || b1 != b {
		return floatSlow(p, n)
	}
	return signed(p, b), n, b != infinity
}

// digits appends the decimal digits from p+i to p+end to those of m, but at most
// left of them. It returns the new m and how many more it would have taken.
func digits(p mem.Ptr, i, end int, m uint64, left int) (uint64, int) {
	for i < end && left > 0 {
		k := min(8, end-i, left)
		m = m*pow10[k&15] + Eight((p.U64(i)^zeros)<<(uint(64-8*k)&63))
		i += k
		left -= k
	}
	return m, left
}

// floatSlow is the exact way for p's first n bytes, a valid number: strconv's.
func floatSlow(p mem.Ptr, n int) (float64, int, bool) {
	v, err := strconv.ParseFloat(p.String(n), 64)
	return v, n, err == nil
}

// float32Slow is floatSlow for float32; n is 0 if there is no number.
func float32Slow(p mem.Ptr, n int) (float32, int, bool) {
	if n == 0 {
		return 0, 0, false
	}
	v, err := strconv.ParseFloat(p.String(n), 32)
	return float32(v), n, err == nil
}
