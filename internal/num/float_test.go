package num

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"swarjson/internal/mem"
)

// TestPowers derives each entry of the table anew, in another way than the generator:
// it is the only 128-bit T with T <= 10^e * 2^s < T+1.
func TestPowers(t *testing.T) {
	for e := minExp; e <= maxExp; e++ {
		hi, lo := powers[e-minExp][0], powers[e-minExp][1]
		if hi>>63 != 1 {
			t.Fatalf("1e%d is not normalized", e)
		}
		T := new(big.Int).Lsh(new(big.Int).SetUint64(hi), 64)
		T.Add(T, new(big.Int).SetUint64(lo))
		// 10^e * 2^(127-log2(e)) as a fraction num/den.
		num, den := big.NewInt(1), big.NewInt(1)
		ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(e, -e))), nil)
		if e < 0 {
			den = ten
		} else {
			num = ten
		}
		if s := 127 - log2(e); s < 0 {
			den = new(big.Int).Lsh(den, uint(-s))
		} else {
			num = new(big.Int).Lsh(num, uint(s))
		}
		low := new(big.Int).Mul(T, den)
		high := new(big.Int).Add(low, den)
		if low.Cmp(num) > 0 || high.Cmp(num) <= 0 {
			t.Fatalf("1e%d: wrong entry %#x %#x", e, hi, lo)
		}
		// What nearest says about exact powers.
		if (low.Cmp(num) == 0) != (0 <= e && e <= 55) {
			t.Fatalf("1e%d: exact: %v", e, low.Cmp(num) == 0)
		}
	}
	for i, f := range exact {
		want := math.Pow10(i)
		if i > 22 {
			want = 0
		}
		if f != want {
			t.Errorf("exact[%d] = %g", i, f)
		}
	}
}

// TestLog2 compares log2 with the length of 10^|e|.
func TestLog2(t *testing.T) {
	for e := -350; e <= 350; e++ {
		n := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(e, -e))), nil).BitLen()
		want := n - 1 // 2^(n-1) <= 10^e < 2^n
		if e < 0 {
			want = -n // 2^-n < 10^e < 2^-(n-1); equal only for e = 0
		}
		if got := log2(e); got != want {
			t.Fatalf("log2(%d) = %d, want %d", e, got, want)
		}
	}
}

// decimal returns the digits of m * 2^k, all of them, with a point and no exponent, or with one.
func decimal(m *big.Int, k int) string {
	f := new(big.Float).SetPrec(uint(m.BitLen() + 1)).SetInt(m)
	f.SetMantExp(f, k)
	s := f.Text('f', 1200)
	return strings.TrimRight(s, "0") + "0"
}

// neighbours returns s, an exact decimal that ends with a zero, and what is just below and just above it.
func neighbours(s string) []string {
	up := s + "000000000000000000000000001"
	b := []byte(s)
	i := len(b) - 1
	for i >= 0 && (b[i] == '0' || b[i] == '.') {
		if b[i] == '0' {
			b[i] = '9'
		}
		i--
	}
	if i >= 0 {
		b[i]--
	}
	list := []string{s, up, s + "1", s + strings.Repeat("0", 900), s + strings.Repeat("0", 900) + "1"}
	if i > 0 || i == 0 && b[0] != '0' {
		list = append(list, string(b), string(b)+"999999999999999999999")
	}
	return list
}

// TestHalfway: the points between two floats, exactly, and a little beside; for float64 and
// float32, in all of their range. Their exact decimals have up to 770 digits.
func TestHalfway(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	step := 37
	if testing.Short() {
		step = 211
	}
	count := 0
	one := func(m uint64, k int) {
		for _, s := range neighbours(decimal(new(big.Int).SetUint64(m), k)) {
			count++
			check(t, s, count)
			check(t, "-"+s, count+1)
		}
	}
	for k := -1075; k <= 971; k += step {
		for _, m := range []uint64{1<<54 - 1, 1<<53 + 1, 1<<53 + 3, 1<<53 | rng.Uint64()>>11 | 1} {
			one(m, k)
		}
	}
	for k := -150; k <= 104; k += step/8 + 1 {
		for _, m := range []uint64{1<<25 - 1, 1<<24 + 1, 1<<24 + 3, 1<<24 | rng.Uint64()>>40 | 1} {
			one(m, k)
		}
	}
	// Subnormals, the smallest first, halves between them (odd) and themselves (even).
	for m := uint64(1); m <= 21; m++ {
		one(m, -1075)
		one(m, -150)
	}
	for d := uint64(0); d < 5; d++ {
		one(1<<53-2+d, -1075) // the border between subnormal and normal
		one(1<<24-2+d, -150)
		one(1<<54-4+d, 970) // the largest, halfway to infinity, and so on
		one(1<<25-4+d, 103)
	}
}

// TestHard: numbers that have been hard for some parser.
func TestHard(t *testing.T) {
	zeros := strings.Repeat("0", 400)
	list := []string{
		"0.0", "-0.0", "0e0", "-0e-0", "0e999999999999999999999", "-0e-999999999999999999999", "0." + zeros, "0." + zeros + "e400",
		"1e0", "1E+0", "1e-0", "1e00000000000000000000", "1e00000000000000000000000000000005", "1e-00000000000000000000000000000005",
		"2.2250738585072011e-308", "2.2250738585072012e-308", "2.2250738585072014e-308", "2.2250738585072015e-308",
		"4.9406564584124654e-324", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2e-324", "3e-324", "1e-323",
		"1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1.8e308", "1e309", "17976931348623157e292", "0.00001e313",
		"3.4028234663852886e38", "3.4028235e38", "3.4028235677973366e38", "3.4028235677973365e38", "3.4028236e38", "3.5e38", "1e39",
		"1.1754943508222875e-38", "1.1754942e-38", "1.401298464324817e-45", "7.006492321624085e-46", "7.006492321624086e-46", "7e-46", "8e-46", "1e-46",
		"1e22", "1e23", "8.5e22", "9007199254740993", "9007199254740992e22", "9007199254740993e22", "9007199254740991e-22", "9007199254740991e23",
		"90071992547409930e-1", "900719925474099300e-2", "9007199254740993.0", "9007199254740993.00000000000000000000000", "9007199254740993.00000000000000000000001",
		"9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616", "9999999999999999999", "99999999999999999999",
		"16777216", "16777217", "16777218", "16777219", "16777217.0000001", "16777216.9999999", "33554434", "33554435",
		"6631236846766476612e-323", "7450580596923828125e-27", "5e-20", "5e-100", "0.1", "0.3", "123456789012345678e-17",
		"1." + zeros + "1", "0." + zeros + "1", "0." + zeros + "1e400", "0." + zeros + "123456789012345678901e401",
		"1" + zeros, "1" + zeros + "e-400", "1" + zeros + ".5e-401", "123456789" + zeros[:300], "1" + zeros + zeros + "e-800",
		"0." + strings.Repeat("0", 12000) + "1e12000", "1" + strings.Repeat("0", 12000) + "e-12000", "0." + strings.Repeat("0", 100) + "1e-99999",
		"0." + strings.Repeat("0", 100001) + "1e100001", "1" + strings.Repeat("0", 123456) + "e-123456",
		strings.Repeat("9", 800), strings.Repeat("9", 309), strings.Repeat("9", 308), "0." + strings.Repeat("9", 800), "0." + strings.Repeat("3", 17), "0." + strings.Repeat("3", 19),
		"1" + strings.Repeat("0", 20), "10000000000000000000", "100000000000000000001", "184467440737095516150000000000000000000001e-22",
	}
	for e := -420; e <= 420; e++ {
		x := "e" + strconv.Itoa(e)
		list = append(list, "1"+x, "9"+x, "0.1"+x, "123456789012345678"+x, "9999999999999999999"+x, "99999999999999999999"+x, "0"+x,
			"9007199254740993"+x, "18446744073709551616"+x, "1.00000000000000000000001"+x, "12345678.12345678"+x)
	}
	for _, e := range []string{"9999", "10000", "10001", "99999", "100000", "99999999999", "18446744073709551616", "9223372036854775808", "4294967296", "2147483648"} {
		for _, m := range []string{"0", "1", "1.5", "123456789012345678901234567890", "0.000000000000000000000000000000001", "0." + zeros + "5"} {
			list = append(list, m+"e"+e, m+"e+"+e, m+"e-"+e, m+"E-000"+e)
		}
	}
	for i, s := range list {
		check(t, s, i)
		check(t, "-"+s, i+1)
		checkString(t, s)
	}
}

// TestDigits: every number of digits before and behind the point, leading zeros behind it included.
func TestDigits(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	digits := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte('0' + rng.IntN(10))
		}
		if n > 0 && b[0] == '0' {
			b[0] = '7'
		}
		return string(b)
	}
	count := 0
	for whole := 0; whole <= 26; whole++ {
		for nz := 0; nz <= 26; nz++ {
			for frac := 0; frac <= 26; frac++ {
				s := digits(whole)
				if whole == 0 {
					s = "0"
				}
				if nz+frac > 0 {
					s += "." + strings.Repeat("0", nz) + digits(frac)
				}
				count++
				check(t, s, count)
				switch count % 4 {
				case 0:
					check(t, s+"e"+strconv.Itoa(rng.IntN(40)-20), count)
				case 1:
					check(t, "-"+s+"E"+strconv.Itoa(rng.IntN(700)-350), count)
				}
			}
		}
	}
}

// TestRandomBits formats random floats with every precision.
func TestRandomBits(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	rounds := 1500
	if testing.Short() {
		rounds = 150
	}
	count := 0
	for range rounds {
		f := math.Float64frombits(rng.Uint64())
		if math.IsNaN(f) || math.IsInf(f, 0) {
			continue
		}
		g := math.Ldexp(rng.Float64()-0.5, rng.IntN(100)-50)
		for prec := -1; prec <= 20; prec++ {
			for _, verb := range []byte("eg") {
				count++
				check(t, strconv.FormatFloat(f, verb, prec, 64), count)
				check(t, strconv.FormatFloat(g, verb, prec, 32), count)
			}
			check(t, strconv.FormatFloat(g, 'f', prec, 64), count)
		}
		check(t, strconv.FormatFloat(f, 'f', -1, 64), count)
	}
}

// TestRandomDecimals: up to 19 digits times any power of ten, so that some are
// subnormal and some too large.
func TestRandomDecimals(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	rounds := 300_000
	if testing.Short() {
		rounds = 30_000
	}
	for i := range rounds {
		m := rng.Uint64() >> rng.IntN(64)
		e := rng.IntN(700) - 360
		if i%2 == 0 {
			e = rng.IntN(60) - 40
		}
		check(t, strconv.FormatUint(m, 10)+"e"+strconv.Itoa(e), i)
	}
}

// TestNearest compares nearest directly, where it decides, with the exact result:
// all exponents, and mantissas near the ends of its range and powers of two.
// It also bounds how often it may leave the decision to others.
func TestNearest(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	undecided, total := 0, 0
	for e := minExp - 3; e <= maxExp+3; e++ {
		ms := []uint64{1, 2, 3, 5, 7, 1<<53 - 1, 1 << 53, 1<<53 + 1, 1<<54 - 1, 1<<63 - 1, 1 << 63, 1<<63 + 1, 1e19, math.MaxUint64}
		for range 40 {
			ms = append(ms, rng.Uint64()|1<<63, rng.Uint64()>>rng.IntN(64)|1)
		}
		for _, m := range ms {
			total++
			b, ok := nearest(m, e)
			if !ok {
				undecided++
				continue
			}
			want, _ := strconv.ParseFloat(strconv.FormatUint(m, 10)+"e"+strconv.Itoa(e), 64)
			if b != math.Float64bits(want) {
				t.Fatalf("nearest(%d, %d) = %#x, want %#x", m, e, b, math.Float64bits(want))
			}
		}
	}
	if undecided > total/1000 {
		t.Errorf("undecided %d of %d", undecided, total)
	}
}

// TestFloat32 goes through the float32 bit patterns, by a prime stride, or through all of them if
// the environment has NUM_ALL_FLOAT32=1 (about an hour). Each is written the shortest way, and exactly
// enough to lie on either side of the border to the next.
func TestFloat32(t *testing.T) {
	stride := uint64(4001)
	if testing.Short() {
		stride = 64007
	}
	if os.Getenv("NUM_ALL_FLOAT32") == "1" {
		stride = 1
	}
	var buf []byte
	one := func(f float32, v float64, prec, bits int) {
		buf = strconv.AppendFloat(buf[:0], v, 'e', prec, bits)
		n := len(buf)
		buf = append(buf, tails[n%len(tails)][:8]...)
		got, gotN, ok := Float32(mem.Of(buf), 0)
		if gotN != n || !ok || math.Float32bits(got) != math.Float32bits(f) {
			t.Fatalf("Float32(%q) = %g, %d, %v, want %g", buf[:n], got, gotN, ok, f)
		}
	}
	for b := uint64(0); b < 1<<32; b += stride {
		f := math.Float32frombits(uint32(b))
		if f != f || f-f != 0 {
			continue
		}
		one(f, float64(f), -1, 32)
		one(f, float64(f), 17, 64)
		// Halfway to the next float32 away from zero, an exact float64: a little less, written with
		// 17 digits, gives f, a little more gives the next.
		next := math.Float32frombits(uint32(b) + 1)
		if next-next != 0 {
			continue
		}
		mid := (float64(f) + float64(next)) / 2
		one(f, math.Nextafter(mid, float64(f)), 17, 64)
		one(next, math.Nextafter(mid, float64(next)), 17, 64)
	}
}

// TestLeadingZeros: of 0.000123 only 123 are digits that have to fit into a word.
func TestLeadingZeros(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	for _, sign := range []string{"", "-"} {
		for zeros := range 24 {
			for n := 15; n <= 23; n++ {
				for _, digits := range []string{strings.Repeat("9", n), "1" + strings.Repeat("0", n-1), "18446744073709551616000"[:n]} {
					check(t, sign+"0."+strings.Repeat("0", zeros)+digits, zeros+n)
				}
				for range 20 {
					b := []byte(sign + "0." + strings.Repeat("0", zeros))
					b = append(b, byte('1'+rng.IntN(9)))
					for range n - 1 {
						b = append(b, byte('0'+rng.IntN(10)))
					}
					check(t, string(b), zeros+n)
				}
			}
		}
	}
}

// TestManyDigits: numbers about as long as what strconv counts, and longer. Where it is wrong, it is right.
func TestManyDigits(t *testing.T) {
	wrong := 0
	for _, n := range []int{790, 798, 799, 800, 801, 802, 850, 1000, 1243} {
		for _, digits := range []string{
			strings.Repeat("7", n), "1" + strings.Repeat("0", n-1), "1" + strings.Repeat("0", n-2) + "1", strings.Repeat("9", n),
			"9007199254740993" + strings.Repeat("0", n-16), "9007199254740993" + strings.Repeat("0", n-17) + "1", "340282356779733661637539395458142568448" + strings.Repeat("0", n-39),
		} {
			for _, point := range []int{0, 1, 17, 400, 799, 800, 801, n - 1, n} {
				if point > n {
					continue
				}
				s := digits
				if point < n {
					s = max(s[:point], "0") + "." + s[point:]
				}
				for _, e := range []int{0, 300, -1, -400, 17 - point, 38 - point, 39 - point, 308 - point, 309 - point, -44 - point, -323 - point, -324 - point, 500 - point, -700 - point, -20000} {
					num := fmt.Sprintf("%se%d", s, e)
					check(t, num, 0)
					check(t, "-"+num, 1)
					if f, err := strconv.ParseFloat(num, 64); err == nil && f > 0 && point+e > 400 {
						wrong++
					}
				}
			}
		}
	}
	t.Logf("strconv takes %d numbers above 10^400 for smaller ones", wrong)
}
