package num

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"swarjson/internal/mem"
)

// tails are what may follow a number in memory, after the byte that ends it too.
var tails = []string{
	",00000000", "]99999999", "}........", " \xb9\xb9\xb9\xb9eeee", "\n\xff\xff\xff\xff\xff\xff\xff\xff",
	"\"12345678", "\x00\x00\x00\x00\x00\x00\x00\x00\x00", "/2222222:", ":3333333-", "x++++++++", "\xb0\x80\xb1\x7f\x300000",
}

// at returns a pointer to s in memory that is padded just as much as promised,
// with one of the tails behind it.
func at(s string, tail int) mem.Ptr {
	t := tails[tail%len(tails)]
	b := make([]byte, len(s)+8)
	copy(b[copy(b, s):], t)
	return mem.Of(b)
}

var grammar = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?`)

// naiveLen is the reference of Scan: what the grammar takes, unless more of
// it was begun.
func naiveLen(s string) int {
	m := grammar.FindStringSubmatch(s)
	if m == nil {
		return 0
	}
	next := strings.TrimPrefix(s, m[0]) + "$"
	begun := m[2] == "" && (next[0] == 'e' || next[0] == 'E' || next[0] == '.' && m[1] == "")
	if begun {
		return 0
	}
	return len(m[0])
}

// check compares everything that the package says about s, followed by
// the given tail, with strconv and naiveLen.
func check(t testing.TB, s string, tail int) {
	p := at(s, tail)
	n := naiveLen(s + tails[tail%len(tails)])
	if n > len(s) {
		return // the tail went on with the number, beyond what is padded
	}
	if got := Scan(p); got != n {
		t.Fatalf("Scan(%q) = %d, want %d", s, got, n)
	}
	num := s[:n]

	i, gotN, ok := Int64(p)
	if want, err := strconv.ParseInt(num, 10, 64); gotN != n || ok != (err == nil) || ok && i != want || !ok && i != 0 {
		t.Fatalf("Int64(%q) = %d, %d, %v, want %d, %d, %v", s, i, gotN, ok, want, n, err)
	}
	u, gotN, ok := Uint64(p)
	if want, err := strconv.ParseUint(num, 10, 64); gotN != n || ok != (err == nil) || ok && u != want || !ok && u != 0 {
		t.Fatalf("Uint64(%q) = %d, %d, %v, want %d, %d, %v", s, u, gotN, ok, want, n, err)
	}
	f64, err64 := strconv.ParseFloat(num, 64)
	f32, err32 := strconv.ParseFloat(num, 32)
	eachPath(func() {
		for _, room := range []int{0, n, n + 1, n + 7} {
			f, gotN, ok := Float64(p, room)
			if gotN != n || ok != (err64 == nil) || math.Float64bits(f) != math.Float64bits(f64) {
				t.Fatalf("Float64(%q, %d) = %g (%#x), %d, %v, want %g (%#x), %d, %v",
					s, room, f, math.Float64bits(f), gotN, ok, f64, math.Float64bits(f64), n, err64)
			}
			g, gotN, ok := Float32(p, room)
			if gotN != n || ok != (err32 == nil) || math.Float32bits(g) != math.Float32bits(float32(f32)) {
				t.Fatalf("Float32(%q, %d) = %g (%#x), %d, %v, want %g (%#x), %d, %v",
					s, room, g, math.Float32bits(g), gotN, ok, f32, math.Float32bits(float32(f32)), n, err32)
			}
		}
	})
}

// checkString compares Parse… with strconv for the whole of s.
func checkString(t testing.TB, s string) {
	valid := naiveLen(s+",") == len(s) && s != ""
	f, ok := ParseFloat64(s)
	if want, err := strconv.ParseFloat(s, 64); ok != (err == nil && valid) || ok && math.Float64bits(f) != math.Float64bits(want) {
		t.Fatalf("ParseFloat64(%q) = %g, %v, want %g, %v", s, f, ok, want, err)
	}
	i, ok := ParseInt64(s)
	if want, err := strconv.ParseInt(s, 10, 64); ok != (err == nil && valid) || ok && i != want {
		t.Fatalf("ParseInt64(%q) = %d, %v, want %d, %v", s, i, ok, want, err)
	}
	u, ok := ParseUint64(s)
	if want, err := strconv.ParseUint(s, 10, 64); ok != (err == nil && valid) || ok && u != want {
		t.Fatalf("ParseUint64(%q) = %d, %v, want %d, %v", s, u, ok, want, err)
	}
}

func TestNonDigits(t *testing.T) {
	// Each byte in each lane, among digits, and with each byte in the lane above.
	for lane := range 8 {
		for c := range 256 {
			for d := range 256 {
				b := []byte("90909090")
				b[lane] = byte(c)
				if lane < 7 {
					b[lane+1] = byte(d)
				}
				x := mem.Of(b).U64(0) ^ zeros
				want := 0
				for want < 8 && b[want] >= '0' && b[want] <= '9' {
					want++
				}
				got := nonDigits(x)
				if want == 8 && got != 0 || want < 8 && got&-got != 0x80<<(8*want) {
					t.Fatalf("nonDigits(%q) = %#x, want the first in lane %d", b, got, want)
				}
			}
		}
	}
}

func TestEight(t *testing.T) {
	for v := uint64(0); v < 1e8; v += 7 {
		var x uint64
		for i, r := 7, v; i >= 0; i, r = i-1, r/10 {
			x |= r % 10 << (8 * i)
		}
		if got := Eight(x); got != v {
			t.Fatalf("Eight(%#x) = %d, want %d", x, got, v)
		}
	}
}

// TestShort runs all strings of up to six bytes of an alphabet that has everything
// which the grammar tells apart.
func TestShort(t *testing.T) {
	const alphabet = "-+.eE019x"
	size := 6
	if testing.Short() {
		size = 5
	}
	b := make([]byte, size)
	var run func(i, n int)
	count := 0
	run = func(i, n int) {
		if i == n {
			s := string(b[:n])
			count++
			check(t, s, count)
			if n <= 4 {
				checkString(t, s)
			}
			return
		}
		for _, c := range []byte(alphabet) {
			b[i] = c
			run(i+1, n)
		}
	}
	for n := range size + 1 {
		run(0, n)
	}
}

// TestViolations puts every byte behind every beginning of some numbers.
func TestViolations(t *testing.T) {
	for _, s := range []string{"-1234567890.0123456789e+123456789", "0.00000000001E-000000001", "12345678", "1234567812345678", "123456781234567812345678", "-0"} {
		for i := range len(s) + 1 {
			for c := range 256 {
				for tail := range tails {
					check(t, s[:i]+string([]byte{byte(c)}), tail)
				}
				checkString(t, s[:i]+string([]byte{byte(c)}))
			}
		}
	}
}

func TestInts(t *testing.T) {
	var list []string
	add := func(v uint64) {
		for d := -3; d <= 3; d++ {
			s := strconv.FormatUint(v+uint64(d), 10)
			list = append(list, s, "-"+s, s+"0", s+"00", s+".0", s+"e1", s+"000000000000", "0"+s, "-0"+s)
		}
	}
	for i := range 64 {
		add(1 << i)
	}
	for p, i := uint64(1), 0; i < 20; p, i = p*10, i+1 {
		add(p)
	}
	add(math.MaxInt64)
	add(math.MaxUint64 - 3)
	rng := rand.New(rand.NewPCG(1, 1))
	for n := 1; n <= 30; n++ {
		for range 200 {
			b := make([]byte, n)
			for i := range b {
				b[i] = byte('0' + rng.IntN(10))
			}
			list = append(list, string(b), "-"+string(b))
		}
	}
	for _, first := range []string{"9", "18446744073709551615", "18446744073709551616", "9223372036854775807", "9223372036854775808", "9223372036854775809"} {
		list = append(list, first, "-"+first, strings.Repeat(first, 8))
	}
	for i, s := range list {
		check(t, s, i)
		checkString(t, s)
	}
	for v := -20000; v <= 20000; v++ {
		check(t, strconv.Itoa(v), v&0xff)
	}
}

// TestAllocs pins that nothing is allocated, on the slow paths neither.
func TestAllocs(t *testing.T) {
	var ps []mem.Ptr
	for i, s := range []string{"1", "-65.613616999999977", "123456789012345678", "1e-310", "5e-324", "9007199254740993.00000000000000000000000000000000001",
		"16777217", "90071992547409930e-1", strings.Repeat("7", 900)} {
		ps = append(ps, at(s, i))
	}
	var sum float64
	n := testing.AllocsPerRun(10, func() {
		for _, p := range ps {
			i, _, _ := Int64(p)
			u, _, _ := Uint64(p)
			f, _, _ := Float64(p, 0)
			g, _, _ := Float32(ps[0], 0)
			h, _ := ParseFloat64("12.5e3")
			sum += float64(i) + float64(u) + f + float64(g) + h + float64(Scan(p))
		}
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func ExampleScan() {
	for _, s := range []string{"12.5e3,", "01", "-", "1.", "7}"} {
		fmt.Println(Scan(mem.Of(append([]byte(s), make([]byte, 8)...))))
	}
	// Output:
	// 6
	// 1
	// 0
	// 0
	// 1
}
