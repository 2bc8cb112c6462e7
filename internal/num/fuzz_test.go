package num

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// FuzzNumber: everything the package says about any text is what strconv and the
// naive grammar say.
func FuzzNumber(f *testing.F) {
	for _, s := range []string{"0", "-0", "1e5", "12345678", "-65.613616999999977", "1.7976931348623159e308", "4.9e-324", "9223372036854775808",
		"18446744073709551615", "01", "1.", "1e+", "-", "9007199254740993.00000000000000000001", "0.000000000000000000012345678901234567890123e-290"} {
		f.Add(s, byte(0))
	}
	f.Add(strings.Repeat("7", 1242)+"e-700", byte(0))
	f.Fuzz(func(t *testing.T, s string, tail byte) {
		check(t, s, int(tail))
		checkString(t, s)
	})
}

// FuzzDecimal: numbers made of parts, so that most inputs are valid.
func FuzzDecimal(f *testing.F) {
	f.Add(uint64(65), uint64(613616999999977), uint8(15), int16(0), uint8(0))
	f.Add(uint64(9007199254740993), uint64(1), uint8(30), int16(0), uint8(0))
	f.Add(uint64(1), uint64(0), uint8(1), int16(-320), uint8(3))
	f.Fuzz(func(t *testing.T, whole, frac uint64, width uint8, exp int16, zeros uint8) {
		check(t, compose(whole, frac, width, exp, zeros), int(width))
	})
}

// compose writes whole.frac e exp with zeros behind whole, and frac width digits wide or more.
func compose(whole, frac uint64, width uint8, exp int16, zeros uint8) string {
	s := strconv.FormatUint(whole, 10) + strings.Repeat("0", int(zeros))
	if whole == 0 {
		s = "0"
	}
	if width > 0 {
		s += fmt.Sprintf(".%0*d", int(width), frac)
	}
	if exp != 0 {
		s += "e" + strconv.Itoa(int(exp))
	}
	return s
}
