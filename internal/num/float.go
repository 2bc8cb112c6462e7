package num

import (
	"math"
	"math/bits"

	"swarjson/internal/mem"
)

// exact holds the powers of ten that a float64 holds exactly: 10^22 is
// 5^22 * 2^22, and 5^22 < 2^53 < 5^23. (Its length saves a bounds check.)
var exact = [32]float64{
	1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10,
	1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

const (
	// maxDigits is how many decimal digits always fit into a uint64.
	maxDigits = 19

	// expCap: when an exponent has reached this size, its other digits are not read
	// (as in strconv). No number of at most maxDigits digits is then between 0 and
	// infinity, and sums with exponents stay small.
	expCap = 10000

	// shortestKnown and longestKnown are between which lengths, the sign left out, it helps to know them. Shorter ones
	// fit into the first word, longer ones may have more than maxDigits digits.
	shortestKnown, longestKnown = 9, 20

	// strconvDigits is how many digits strconv counts where its quick ways do not decide. It takes an integer part that
	// has more for one of so many: 1000 digits and e-700 are 10^100 then, not infinite. As strconv is right by
	// definition here, numbers that long with an exponent below 0 are left to it.
	strconvDigits = 800

	// ShortestDecimal is the length from which on Decimal may be ok.
	ShortestDecimal = 16
)

// Float64 parses the JSON number at p, whose length is n; n is 0 if there is none,
// as in Scan. v is the nearest float64, as strconv.ParseFloat(s, 64) gives it;
// "-0" is negative zero. ok is false if there is no number, or if v is infinite
// because the number is too large.
//
// room is how long the number is at most, as an index knows it, or 0: so many bytes can be read, and
// the byte behind them does not go on with the number. It changes no result. Where the number
// takes all of it, nobody has to look for the end of most that have 9 to 20 bytes.
func Float64(p mem.Ptr, room int) (v float64, n int, ok bool) {
	// Up to 20 bytes and a sign may have a quick way of their own, unless there is an exponent: that would most
	// likely have its sign, or its e, in the third place from the end.
	known := uint(room-shortestKnown) <= longestKnown+1-shortestKnown && p.U8(room-3)-'0' <= 9
	if known && room >= ShortestDecimal {
		if v, ok := Decimal(p, room); ok {
			return v, room, true
		}
	}

	// The sign is worth a branch: computing the address of the first digit instead
	// saves 2 ns where signs are random, and costs as much where they follow a pattern.
	w := p.U64(0)
	neg := 0
	if byte(w) == '-' {
		neg = 1
		w = p.U64(1)
	}
	i := neg
	x := w ^ zeros
	t := nonDigits(x)
	var m uint64
	e := 0

	// Of known length. The last digits are in the last words, whatever comes before: lanes of that are shifted out,
	// for zeros in front of digits are worth nothing.
	//
	//	65.613616    first 6 5 . 6 1 3 6 1              last 0 0 0 0 0 0 0 6    6561361*10 + 6
	//	65.613616999999977    65    middle 0 6 1 3 6 1 6 9   last 9 9 9 9 9 9 7 7    65*10^15 + 6136169*10^8 + 99999977
	if size := room - neg; known && uint(size-shortestKnown) <= longestKnown-shortestKnown && !leadingZero(x) {
		q := p.Add(neg)
		z := bits.TrailingZeros64(t) // 8k+7 for k digits, 64 for eight
		last := q.U64(size-8) ^ zeros
		// break: not what it looked like, so the general way below decides.
		switch isPoint := z > 7 && byte(w>>(uint(z-7)&63)) == '.'; {
		case size <= 15:
			// At most 15 digits, and 10^15 < 2^53: m is exact, and so is the power.
			rest := size - 8
			last = lastLanes(last, rest)
			if nonDigits(last) != 0 {
				break
			}
			if t == 0 {
				f := float64(int64(Eight(x)*pow10[rest&31] + Eight(last)))
				return withSign(f, neg), room, true
			}
			if isPoint && t&(t-1) == 0 {
				// Close the gap, as below, but to seven digits.
				point := t >> 7
				m = Eight((x&(point-1)|x>>8&-point)<<8)*pow10[rest&31] + Eight(last)
				f := float64(int64(m)) / exact[(size-1-z>>3)&31]
				return withSign(f, neg), room, true
			}
		case isPoint && z <= 31:
			// One to three digits, the point, and 12 to 16 digits. (decimalAVX2 takes 17 behind a single digit too; here they go
			// the general way.) These are branches on z, not arithmetic: a document's numbers have their points in
			// the same place, so they are predicted, and nothing waits for z.
			whole := x & 0xff
			if z == 23 {
				whole = whole*10 + x>>8&0xff
			} else if z == 31 {
				whole = whole*100 + x>>8&0xff*10 + x>>16&0xff
			}
			frac := size - 1 - z>>3
			if frac > 16 {
				break
			}
			middle := lastLanes(q.U64(size-16)^zeros, frac-8)
			if nonDigits(middle)|nonDigits(last) != 0 {
				break
			}
			m = whole*pow10[frac&31] + Eight(middle)*1e8 + Eight(last)
			e, i = -frac, room
			goto scale
		}
	}

	// A block, since goto scale must not jump over variables of its scope.
	{
		// Integer part.
		var c byte
		if t == 0 {
			m, i = longRun(p, i)
			c = p.U8(i)
		} else {
			z := bits.TrailingZeros64(t) // 8k+7 for k digits
			if z == 7 {
				return 0, 0, false
			}
			if leadingZero(x) {
				return math.Float64frombits(uint64(neg) << 63), neg + 1, true
			}
			i += z >> 3
			c = byte(w >> (uint(z-7) & 63))
			if c != '.' {
				if c|0x20 != 'e' {
					f := float64(int64(Eight(x << (uint(71-z) & 63))))
					return withSign(f, neg), i, true
				}
			} else if u := t & (t - 1); u != 0 {
				// Short: it may end in this word, at the second byte that is no digit.
				// (A point does not make nonDigits carry, so u begins with that one.)
				y := bits.TrailingZeros64(u)
				if y != z+8 && byte(w>>(uint(y-7)&63))|0x20 != 'e' {
					// Close the gap: the lanes below the point stay, those above it move down
					// by one. Of j lanes, y = 8j+7, that leaves j-1 digits, which go to the
					// top: 64-8(j-1) = 79-y.
					point := (t & -t) >> 7
					x = x&(point-1) | x>>8&-point
					f := float64(int64(Eight(x<<(uint(79-y)&63)))) / exact[uint(y-z-8)>>3&31]
					return withSign(f, neg), neg + y>>3, true
				}
			}
			m = Eight(x << (uint(71-z) & 63))
		}
		nd := i - neg // digits in m

		// Fraction.
		if c == '.' {
			i++
			e = i
			x = p.U64(i) ^ zeros
			t = nonDigits(x)
			for t == 0 {
				m = m*1e8 + Eight(x)
				i += 8
				x = p.U64(i) ^ zeros
				t = nonDigits(x)
			}
			z := bits.TrailingZeros64(t)
			// The shift is by 64-8k = 71-z, in two steps because it may be 64.
			m = m*pow10[z>>3&7] + Eight(x<<(uint(70-z)&63)<<1)
			i += z >> 3
			e -= i // minus the number of digits
			if e == 0 {
				return 0, 0, false
			}
			nd -= e
			c = p.U8(i)
		}
		if c|0x20 == 'e' {
			var d int
			d, i = exponent(p, i+1)
			if i == 0 {
				return 0, 0, false
			}
			e += d
		}
		if nd > maxDigits {
			// Zeros in front of the others do not count: 0.0012345678901234567.
			if p.U8(neg) == '0' {
				nd -= 1 + bits.TrailingZeros64(p.U64(neg+2)^zeros)>>3
			}
			if nd > maxDigits {
				return floatLong(p, i)
			}
		}
	}

scale:
	// The number is m * 10^e, m < 10^19.
	if m>>53 == 0 && uint(e+22) <= 44 {
		// Clinger: m and 10^|e| are exact, so one operation rounds once.
		f := float64(int64(m))
		if e < 0 {
			f /= exact[-e&31]
		} else {
			f *= exact[e&31]
		}
		return withSign(f, neg), i, true
	}
	k := uint(e - minExp)
	if k >= uint(len(powers)) || m == 0 {
		return floatRare(p, i, m, e)
	}
	// This is nearest (decimal.go, where it is derived) for normal numbers that 64
	// bits of the power decide: the nine bits of hi that are sure to be cut off are
	// neither all 1 nor all 0.
	lz := bits.LeadingZeros64(m)
	hi, _ := bits.Mul64(m<<(uint(lz)&63), powers[k][0])
	top := hi >> 63
	r := hi >> (top + 9)
	below := uint64(log2(e)+topBias-lz) + top // biased exponent - 1
	if (hi+1)&0x1ff <= 1 || below >= 0x7fd {
		return floatRare(p, i, m, e)
	}
	return math.Float64frombits((below<<52 + (r+r&1)>>1) | uint64(neg)<<63), i, true
}

// Decimal returns the float64 nearest to the number that is all of the n > 0 bytes at p, if it is sure of it: for most
// that have a point, no exponent, and 16 to 20 bytes after the sign. If ok is false, v means nothing, and it is not
// known whether the bytes are a number. It reads these n bytes alone, so p needs no padding.
func Decimal(p mem.Ptr, n int) (v float64, ok bool) {
	if !useKernel {
		return 0, false
	}
	return decimalAVX2(p, n)
}

// Float32 is Float64 for strconv.ParseFloat(s, 32): v is the float32 nearest to
// the number itself, not to the number rounded to a float64.
func Float32(p mem.Ptr, room int) (v float32, n int, ok bool) {
	d, n, ok := Float64(p, room)
	// Rounding is monotone. The borders between what rounds to one float32 and what
	// rounds to the next lie halfway between the two, and all of them are float64s.
	// So a number below a border has d at most on the border, and if it is not
	// on it, d rounds to the same float32 as the number. If d is on it, the number may
	// have been on either side. In float32's normal range the borders are the float64s
	// whose lower 29 bits are 100…0, the one to infinity too. There, and where
	// float32 has subnormals, from the lowest border of all at 2^-150 up to 2^-126,
	// let the slow way decide.
	const border = 1 << 28
	if n > strconvDigits {
		return float32Slow(p, n)
	}
	b := math.Float64bits(d)
	if b&(2*border-1) == border || b<<1>>53-(1023-150) < 150-126 {
		return float32Slow(p, n)
	}
	v = float32(d)
	return v, n, ok && math.Float32bits(v)<<1 != 0xff<<24
}

// withSign returns f, which is not negative, or -f if neg is 1.
func withSign(f float64, neg int) float64 {
	return math.Float64frombits(math.Float64bits(f) | uint64(neg)<<63)
}

// lastLanes returns x with all but its last n lanes 0, 1 <= n <= 8.
func lastLanes(x uint64, n int) uint64 {
	s := uint(64-8*n) & 63
	return x >> s << s
}

// log2 returns floor(log2(10^e)) for -350 <= e <= 350: 217706/2^16 is a little
// more than log2(10), so little that no product reaches the next integer. TestLog2.
func log2(e int) int { return log2Of10 * e >> 16 }

const (
	log2Of10 = 217706    // 2^16 * log2(10), rounded up
	topBias  = 62 + 1023 // see nearest: the weight of hi's bit 62, and float64's bias
)

// longRun parses eight or more digits at p+i. It returns their value
// (modulo 2^64), and the index after them.
func longRun(p mem.Ptr, i int) (uint64, int) {
	x := p.U64(i) ^ zeros
	if leadingZero(x) {
		return 0, i + 1
	}
	var m uint64
	t := nonDigits(x)
	for t == 0 {
		m = m*1e8 + Eight(x)
		i += 8
		x = p.U64(i) ^ zeros
		t = nonDigits(x)
	}
	z := bits.TrailingZeros64(t)
	return m*pow10[z>>3&7] + Eight(x<<(uint(70-z)&63)<<1), i + z>>3
}

// exponent parses the exponent at p+i, behind the e. It returns its value, which
// is right unless it is expCap or more, on either side of 0, and the index behind
// it, or 0 if it has no digit.
func exponent(p mem.Ptr, i int) (e, end int) {
	c := p.U8(i)
	neg := c == '-'
	if neg || c == '+' {
		i++
		c = p.U8(i)
	}
	if c-'0' > 9 {
		return 0, 0
	}
	for {
		if e < expCap {
			e = e*10 + int(c-'0')
		}
		i++
		c = p.U8(i)
		if c-'0' > 9 {
			break
		}
	}
	if neg {
		e = -e
	}
	return e, i
}
