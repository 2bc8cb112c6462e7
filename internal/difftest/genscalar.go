package difftest

import (
	"encoding/base64"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"
)

// intEdges are integers at the edges of the widths, and of float64's and the
// decimal fast paths.
var intEdges = []string{
	"0", "-0", "1", "-1", "7", "9", "10", "99", "100", "127", "128", "-128", "-129", "255", "256", "-255", "32767", "32768", "-32768", "-32769", "65535", "65536",
	"2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993",
	"9223372036854775806", "9223372036854775807", "9223372036854775808", "-9223372036854775807", "-9223372036854775808", "-9223372036854775809",
	"18446744073709551614", "18446744073709551615", "18446744073709551616", "18446744073709551617", "99999999999999999999", "100000000000000000000", "-100000000000000000000",
	"12345678", "123456789", "1234567890123456", "12345678901234567", "1234567890123456789", "12345678901234567890", "27670116110564327421", "184467440737095516150", "340282366920938463463374607431768211456",
	"1000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000",
}

// floatEdges are halfway cases, subnormals, over- and underflows, long mantissas
// and extreme exponents.
var floatEdges = []string{
	"0.0", "-0.0", "0e0", "-0e-0", "0.0e-0", "0E+999999999999999999999", "1.0", "1e2", "1E+2", "1e-2", "1.5", "-2.5e3", "0.1", "0.3", "3.14159", "1e22", "1e23", "1e-22", "1e-23", "9007199254740993.0",
	"1.7976931348623157e308", "1.7976931348623158e308", "1.7976931348623159e308", "1.797693134862315807e308", "1e308", "1e309", "-1e309", "1e400", "1e999", "1e-999", "1e-400",
	"4.9e-324", "5e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072014e-308", "2.2250738585072011e-308", "2.225073858507201136057409796709131975934819546351645648023426109724822222021076945516529523908135087914149158913039621106870086438694594645527657207407820621743379988141063267329253552286881372149012981122451451889849057222307285255133155755015914397476397983411801999323962548289017107081850690630666655994938275772572015763062690663332647565300009245888316433037779791869612049497390377829704905051080609940730262937128958950003583799967207254304360284078895771796150945516748243471030702609144621572289880258182545180325707018860872113128079512233426288368622321503775666622503982534335974568884423900265498198385487948292206894721689831099698365846814022854243330660339850886445804001034933970427567186443383770486037861622771738545623065874679014086723327636718751234567890123456789012345678901e-308",
	"3.4028234663852886e38", "3.4028235e38", "3.4028236e38", "3.40282346638528859811704183484516925440e+38", "1.401298464324817e-45", "7.006492321624085e-46", "7.0064923216240853546186479164495e-46", "1.1754943508222875e-38", "16777217", "16777217.0000001", "16777216.9999999", "1.00000017881393432617187499", "1.00000017881393421514957253748434595763683319091796875",
	"123456789.123456789", "0.000000000000000000000000000000000000000000000000000000000000000000000001", "1e18446744073709551616", "1e-18446744073709551616", "0.1e1", "100e-2", "123e45", "12.3e-4", "8.5e+17", "5708990770823839524233143877797980545530986496.0", "9355950000000000000.00000000000000000000000000000000001844674407370955161600000184467440737095516161844674407370955161407370955161618446744073709551616000184467440737095516166000001844674407370955161618446744073709551614073709551616184467440737095516160001844674407370955161601844674407370955161618446744073709551616000184467440737095516160018446744073709551616",
}

// badNumbers are not JSON.
var badNumbers = []string{"01", "-", "-01", "+1", "1.", ".5", "1e", "1e+", "1.e1", "0x10", "1_0", "NaN", "Infinity", "-Infinity", "--1", "1-", "1+1", "1.2.3", "1e2e3", "00", "0.", "1 2", "१"}

func (g *gen) number(k reflect.Kind) {
	r := g.r
	isFloat := k == reflect.Float32 || k == reflect.Float64
	switch {
	case r.OneIn(250):
		g.b = append(g.b, Pick(r, badNumbers)...)
	case r.OneIn(5):
		g.b = append(g.b, Pick(r, intEdges)...)
	case isFloat && r.OneIn(3) || r.OneIn(40):
		g.b = append(g.b, Pick(r, floatEdges)...)
	case isFloat && !r.OneIn(3):
		g.float()
	default:
		n := int64(r.U64() >> r.N(64))
		switch {
		case k >= reflect.Int8 && k <= reflect.Int32 || k >= reflect.Uint8 && k <= reflect.Uint32:
			n = int64(r.N(300))
			if !r.OneIn(6) {
				n = int64(r.N(128))
			}
		case r.OneIn(2):
			n = int64(r.N(1000))
		}
		if n > 0 && r.OneIn(4) && !(k >= reflect.Uint && k <= reflect.Uintptr && !r.OneIn(8)) {
			n = -n
		}
		g.b = strconv.AppendInt(g.b, n, 10)
	}
}

func (g *gen) float() {
	r := g.r
	switch r.N(4) {
	case 0:
		g.b = fmt.Appendf(g.b, "%d.%0*d", r.N(2000)-1000, r.Range(1, 17), r.N(10))
	case 1: // digits of any number around a point
		if r.OneIn(2) {
			g.b = append(g.b, '-')
		}
		g.digits(r.Range(1, 22), true)
		g.b = append(g.b, '.')
		g.digits(r.Range(1, 22), false)
		if r.OneIn(3) {
			g.b = fmt.Appendf(g.b, "e%d", r.Range(-340, 320))
		}
	case 2:
		g.digits(r.Range(1, 19), true)
		g.b = fmt.Appendf(g.b, "%s%s%d", Pick(r, []string{"e", "E"}), Pick(r, []string{"", "+", "-"}), r.N(330))
	case 3: // a float64 as it prints
		g.b = fmt.Appendf(g.b, "%v", float64(int64(r.U64())>>r.N(60))/float64(uint64(1)<<r.N(60)))
	}
}

func (g *gen) digits(n int, lead bool) {
	for i := range n {
		d := byte('0' + g.r.N(10))
		if lead && i == 0 && n > 1 && d == '0' {
			d = '1'
		}
		g.b = append(g.b, d)
	}
}

// oddPieces are what strings are made of when they are not plain: escapes of every
// sort, surrogates in every combination, raw bytes beyond ASCII, valid and not.
var oddPieces = []string{
	`\n`, `\t`, `\"`, `\\`, `\/`, `\b`, `\f`, `\r`, `\u0041`, `\u00e9`, `\u20AC`, `\uD83D\uDE00`, `\ud83d\ude00`, `\uD83d\uDe00`, `\uD800`, `\uDC00`, `\uDC00\uD800`, `\uD800\uD800\uDC00`, `\uD800x`, `\uD800\n`,
	`\uD800\u0041`, `\uDBFF\uDFFF`, `\u0000`, `\u001f`, `\u007f`, `\uFFFF`, `\uFFFD`, `\u2028`, `\uD800\\uDC00`, `\r\n`, `\\\\`, `\\\"`, `\u0022`, `\u005c`, `\u005C\u0022`,
	"é", "ß", "Ж", "Σ", "€", "日本語", "😀", "\U0010ffff", "\u2028", "\u2029", "\u0080", "\u07ff", "\u0800", "\uffff", "\ufeff", "\x7f", "\u212a", "\u017f",
	"\xff", "\x80", "\xc0\x80", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf0\x9f\x98", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xc3\x28", "\xbf\xbf", "\xe2\x28\xa1", "\xff\xfe", "\xed\xb0\x80", "\xf5",
}

// badPieces make a string a syntax error.
var badPieces = []string{"\x00", "\x1f", "\n", "\t", `\x`, `\u12`, `\u12G4`, `\`, `\U0041`, `\'`, `\u`, `\ud83`, "\r", "\x01", `\u-123`, `\ `, `"`, `\0`}

// lengths are the sizes around words, vectors, blocks and chunks.
var lengths = []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 15, 16, 17, 20, 23, 24, 25, 30, 31, 32, 33, 40, 47, 48, 55, 62, 63, 64, 65, 66, 90, 127, 128, 129, 200, 255, 256, 257}

const plainBytes = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:,/{}[]'<>&=;"

func (g *gen) plain(n int) {
	at := g.r.N(len(plainBytes))
	for range n {
		if at++; at >= len(plainBytes) {
			at = 0
		}
		g.b = append(g.b, plainBytes[at])
	}
}

// string writes a string literal.
func (g *gen) string() {
	r := g.r
	g.b = append(g.b, '"')
	n := Pick(r, lengths[:14])
	if r.OneIn(6) && g.budget > len(g.b) {
		n = Pick(r, lengths)
	}
	if g.budget > 100_000 && r.OneIn(300) {
		n = Pick(r, []int{1000, 4095, 4096, 33_000, 70_000, 140_000}) + r.N(9)
	}
	switch {
	case r.OneIn(g.dirty):
		for range 1 + r.small(12) {
			g.plain(r.N(1 + min(n, 80)))
			g.b = append(g.b, Pick(r, oddPieces)...)
			if r.OneIn(200) {
				g.b = append(g.b, Pick(r, badPieces)...)
			}
		}
	case r.OneIn(30):
		g.b = append(g.b, Pick(r, []string{"null", "true", "12", "-1.5e3", "2024-02-29T12:34:56Z", "1.2.3.4", "AQID", "\\u0061bc", "old", "a", "{\\\"a\\\":1}"})...)
	case r.OneIn(200):
		g.plain(n)
		g.b = append(g.b, Pick(r, badPieces)...)
	case r.OneIn(12): // text in another script
		for range n {
			g.b = utf8.AppendRune(g.b, rune(Pick(r, []int{0x430, 0x3b1, 0x4e00, 0x1f600, 0xe0})+r.N(30)))
		}
	default:
		g.plain(n)
	}
	g.b = append(g.b, '"')
}

// key writes a name as a string literal, sometimes with escapes it does not need.
func (g *gen) key(name string) {
	g.b = append(g.b, '"')
	style := g.r.N(16)
	for i := 0; i < len(name); {
		c, n := utf8.DecodeRuneInString(name[i:])
		switch {
		case c == utf8.RuneError && n == 1:
			g.b = append(g.b, name[i])
		case c == '"' || c == '\\':
			g.b = append(g.b, '\\', byte(c))
		case c < 0x20 || style == 0 && g.r.OneIn(3) && c < 0x10000 && (c < 0xd800 || c > 0xdfff):
			g.b = fmt.Appendf(g.b, Pick(g.r, []string{`\u%04x`, `\u%04X`}), c)
		default:
			g.b = utf8.AppendRune(g.b, c)
		}
		i += n
	}
	if style == 1 && g.r.OneIn(2) {
		g.b = append(g.b, Pick(g.r, oddPieces)...)
	}
	g.b = append(g.b, '"')
}

// base64 writes a string for a slice of bytes.
func (g *gen) base64() {
	r := g.r
	raw := make([]byte, Pick(r, lengths[:20]))
	for i := range raw {
		raw[i] = byte(r.U64())
	}
	s := base64.StdEncoding.EncodeToString(raw)
	switch r.N(12) {
	case 0:
		s = strings.TrimRight(s, "=")
	case 1:
		s = base64.URLEncoding.EncodeToString(raw)
	case 2:
		i := r.N(len(s) + 1)
		s = s[:i] + Pick(r, []string{`\n`, `\r\n`, " ", "=", "*", `\u0041`, "é", "\xff", `\t`, `\/`}) + s[i:]
	case 3:
		s += "="
	case 4:
		s = strings.ReplaceAll(s, "/", `\/`)
	}
	g.b = append(append(append(g.b, '"'), s...), '"')
}
