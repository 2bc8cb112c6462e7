//go:build !purego

package num

import (
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"swarjson/internal/mem"
)

// eachPath calls f with the kernel, if the machine can run it, and without.
func eachPath(f func()) {
	defer func(old bool) { useKernel = old }(useKernel)
	for _, useKernel = range []bool{useKernel, false} {
		f()
	}
}

// needKernel skips tests of the kernel alone where there is none to test. What Float64 gives without it,
// all other tests of this package say in every run.
func needKernel(t *testing.T) {
	switch {
	case useKernel:
	case os.Getenv("SWARJSON_KERNEL") == "swar":
		t.Skip("SWARJSON_KERNEL=swar asks for a run without kernels: the run without that variable tests this one")
	default:
		t.Skip("the processor lacks AVX2, BMI2 or LZCNT: calling the kernel would be an illegal instruction")
	}
}

// checkKernel compares the kernel's result for s, if it has one, with strconv, and reports whether it has.
func checkKernel(t *testing.T, s []byte) bool {
	got, ok := decimalAVX2(mem.Of(s), len(s))
	if !ok {
		return false
	}
	if naiveLen(string(s)+",") != len(s) {
		t.Fatalf("%q is no number, but %g for the kernel", s, got)
	}
	if want, err := strconv.ParseFloat(string(s), 64); err != nil || math.Float64bits(got) != math.Float64bits(want) {
		t.Fatalf("%q: %g (%#x), want %g (%#x), %v", s, got, math.Float64bits(got), want, math.Float64bits(want), err)
	}
	return true
}

// TestKernelShapes: every length and every place of the point, with digits of all kinds.
func TestKernelShapes(t *testing.T) {
	needKernel(t)
	rng := rand.New(rand.NewPCG(31, 32))
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	for _, sign := range []string{"", "-"} {
		for size := 1; size <= 24; size++ {
			for point := 0; point <= size; point++ {
				taken := 0
				for round := range rounds {
					b := []byte(sign)
					for i := range size {
						switch c := byte('0' + rng.IntN(10)); {
						case i == point:
							b = append(b, '.')
						case i == 0 && point > 1 && c == '0', round%8 == 1:
							b = append(b, '9')
						case round%8 == 2:
							b = append(b, '0')
						default:
							b = append(b, c)
						}
					}
					if checkKernel(t, b) {
						taken++
					}
				}
				// Left alone are what begins with two zeros (an eighth), and what one word of the power does not
				// decide (one in 256).
				usual := size >= 16 && size <= 20 && point >= 1 && point <= 3 && (size-1-point <= 16 || point == 1 && size-1-point == 17)
				if usual != (taken > rounds*3/4) || !usual && taken > 0 {
					t.Errorf("sign %q, %d bytes, the point at %d: the kernel took %d of %d", sign, size, point, taken, rounds)
				}
			}
		}
	}
}

// TestKernelBytes: every byte in every place.
func TestKernelBytes(t *testing.T) {
	needKernel(t)
	for _, s := range []string{"1.23456789012345", "12.3456789012345", "123.456789012345", "-1.2345678901234567", "-65.613616999999977", "-141.00299072265621", "0.12345678901234567"} {
		for i := range s {
			for c := range 256 {
				b := []byte(s)
				b[i] = byte(c)
				checkKernel(t, b)
			}
		}
		if !checkKernel(t, []byte(s)) {
			t.Errorf("the kernel did not take %s", s)
		}
	}
}

// TestKernelBorders: decimals that are as close as can be to float64s, and to the middle between two. Of those, many
// are not decided by the first word of the power: its product's lower bits are all 1, and the second word may
// carry; or all 0.
func TestKernelBorders(t *testing.T) {
	needKernel(t)
	rng := rand.New(rand.NewPCG(33, 34))
	n, taken := 20000, 0
	if testing.Short() {
		n = 4000
	}
	for range n {
		f := (1 + rng.Float64()) * float64(uint64(1)<<rng.IntN(7))
		middle := new(big.Float).SetPrec(200).SetFloat64(f)
		middle.Add(middle, new(big.Float).SetFloat64(math.Nextafter(f, 200)))
		middle.Quo(middle, big.NewFloat(2))
		for frac := 12; frac <= 17; frac++ {
			if checkKernel(t, strconv.AppendFloat(nil, f, 'f', frac, 64)) {
				taken++
			}
			if checkKernel(t, middle.Append(nil, 'f', frac)) {
				taken++
			}
		}
	}
	if taken < 6*n {
		t.Errorf("the kernel took %d of %d numbers", taken, 12*n)
	}
	for _, s := range []string{"9.007199254740991", "9.007199254740992", "9.007199254740993", "9.0071992547409915", "0.000000000000000", "-0.0000000000000000", "0.00000000000000001"} {
		if !checkKernel(t, []byte(s)) {
			t.Errorf("the kernel did not take %s", s)
		}
	}
}
