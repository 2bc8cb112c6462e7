package num

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"swarjson/internal/mem"
)

func TestExactNonDigits(t *testing.T) {
	for a := range 256 {
		for b := range 256 {
			for lane := range 7 {
				x := uint64(zeros)
				x &^= 0xffff << (8 * lane)
				x |= uint64(a)<<(8*lane) | uint64(b)<<(8*lane+8)
				var want uint64
				if a < '0' || a > '9' {
					want |= 0x80 << (8 * lane)
				}
				if b < '0' || b > '9' {
					want |= 0x80 << (8*lane + 8)
				}
				if got := exactNonDigits(x ^ zeros); got != want {
					t.Fatalf("bytes %#x %#x at lane %d: got %#x, want %#x", a, b, lane, got, want)
				}
			}
		}
	}
}

var plainNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?$`)

// TestPlain compares with a regular expression: all short strings over a small
// alphabet, and random ones of every length.
func TestPlain(t *testing.T) {
	buf := make([]byte, 64)
	check := func(s []byte) {
		t.Helper()
		for i := range buf {
			buf[i] = "0.-9 ,"[i%6] // what follows must not matter
		}
		copy(buf, s)
		want := len(s) <= maxPlain && plainNumber.Match(s)
		if got := Plain(mem.Of(buf), len(s)); got != want {
			t.Fatalf("Plain(%q) = %v, want %v", s, got, want)
		}
	}
	const alphabet = "-.019e+ "
	var all func(s []byte, n int)
	all = func(s []byte, n int) {
		check(s)
		if n > 0 {
			for i := range len(alphabet) {
				all(append(s, alphabet[i]), n-1)
			}
		}
	}
	all(nil, 5)
	rng := rand.New(rand.NewPCG(1, 2))
	valid := 0
	for range 200_000 {
		n := rng.IntN(30)
		s := make([]byte, n)
		for i := range s {
			s[i] = byte('0' + rng.IntN(10))
		}
		if n > 2 && rng.IntN(2) == 0 {
			s[0] = '-'
		}
		if n > 2 && rng.IntN(2) == 0 {
			s[rng.IntN(n)] = '.'
		}
		if n > 2 && rng.IntN(4) == 0 {
			s[rng.IntN(n)] = byte(rng.IntN(256))
		}
		if plainNumber.Match(s) {
			valid++
		}
		check(s)
	}
	if valid < 50_000 {
		t.Errorf("only %d of the strings were numbers", valid)
	}
}
