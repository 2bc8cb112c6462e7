package utf8enc

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// naivePrefix is the reference of ValidPrefix.
func naivePrefix(b []byte) int {
	n := 0
	for n < len(b) {
		r, size := utf8.DecodeRune(b[n:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		n += size
	}
	return n
}

// check compares all that valid.go says about b.
func check(t testing.TB, b []byte) {
	want := utf8.Valid(b)
	if got := Valid(b); got != want {
		t.Fatalf("Valid(% x) = %v", b, got)
	}
	n := naivePrefix(b)
	if got := ValidPrefix(b); got != n {
		t.Fatalf("ValidPrefix(% x) = %d, want %d", b, got, n)
	}
	var v Validator
	ok := v.Write(b)
	// Invalid for good, or only cut off?
	rest := b[n:]
	cut := len(rest) < utf8.UTFMax && !utf8.FullRune(rest)
	if ok != cut {
		t.Fatalf("Validator.Write(% x) = %v", b, ok)
	}
	if ok && v.Pending() != len(rest) || !ok && v.Pending() != 0 {
		t.Fatalf("Validator after % x: %d pending, want %d", b, v.Pending(), len(rest))
	}
}

// sequences calls f with each byte sequence: all of two and three bytes whose first is not
// ASCII, and of four bytes, all borders of the classes (of three and four bytes only every
// 29th if the tests are to be short).
func sequences(f func(s []byte)) {
	step := 1
	if testing.Short() {
		step = 29
	}
	s := make([]byte, 4)
	for a := 0x7f; a < 0x100; a++ {
		s[0] = byte(a)
		f(s[:1])
		for b := range 0x100 {
			s[1] = byte(b)
			f(s[:2])
			for c := b % step; c < 0x100; c += step {
				s[2] = byte(c)
				f(s[:3])
			}
		}
	}
	classes := []byte{0x00, 0x22, 0x5c, 0x7f, 0x80, 0x81, 0x8e, 0x8f, 0x90, 0x91, 0x9f, 0xa0, 0xa1, 0xbe, 0xbf, 0xc0, 0xc1, 0xc2, 0xc3, 0xde, 0xdf,
		0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf7, 0xf8, 0xfd, 0xfe, 0xff}
	for a := 0x7f; a < 0x100; a++ {
		for _, b := range classes {
			for _, c := range classes {
				for i := (a + int(b) + int(c)) % step; i < len(classes); i += step {
					f(append(s[:0], byte(a), b, c, classes[i]))
				}
			}
		}
	}
}

func TestSequences(t *testing.T) {
	b := make([]byte, 0, 32)
	pad := 0
	sequences(func(s []byte) {
		// Alone, and somewhere in a longer text, which it ends or which goes on.
		check(t, s)
		pad = (pad + 1) % 19
		b = append(append(b[:0], "abcdefghijklmnopqrst"[:pad]...), s...)
		if pad%2 == 0 {
			b = append(b, "é0123456"...)
		}
		check(t, b)
	})
}

// TestSlide slides samples through padding, so that each lies at every place relative
// to words and to the end of the text, with capacity behind it or none.
func TestSlide(t *testing.T) {
	samples := []string{"", "é", "€", "𝄞", "\x80", "é\x80", "\xc3", "\xe2\x82", "\xf0\x9d\x84", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xc0\x80", "\xe0\x80\x80", "€€€€𝄞𝄞𝄞ééé", "\xff"}
	for _, s := range samples {
		for before := range 100 {
			for after := range 12 {
				b := []byte(strings.Repeat("x", before) + s + strings.Repeat("y", after))
				check(t, b)
				check(t, append(b, "\xff\xff\xff\xff\xff\xff\xff\xff"...)[:len(b)])
			}
		}
	}
}

func TestRunes(t *testing.T) {
	var text []byte
	runes(func(r rune) { text = utf8.AppendRune(text, r) })
	check(t, text)
	check(t, append(text, 0xe2, 0x82))
	check(t, append(text, 0xbf))
}

// samples are random texts, valid or with a fault or two.
func samples(n int, f func(b []byte)) {
	rng := rand.New(rand.NewPCG(1, 2))
	top := []int{0x80, 0x80, 0x800, 0x10000, 0x110000}
	for range n {
		var b []byte
		kind := rng.IntN(len(top))
		for range rng.IntN(30) {
			k := kind
			if rng.IntN(3) == 0 {
				k = rng.IntN(len(top))
			}
			b = utf8.AppendRune(b, rune(rng.IntN(top[k])))
		}
		for rng.IntN(3) == 0 && len(b) > 0 {
			switch i := rng.IntN(len(b)); rng.IntN(3) {
			case 0:
				b[i] = byte(rng.Uint32())
			case 1:
				b = append(b[:i], b[i+1:]...)
			case 2:
				b = b[:i]
			}
		}
		f(b)
	}
}

// TestCuts: a text in two pieces, at every cut, and byte by byte, is what it is in one.
func TestCuts(t *testing.T) {
	samples(20000, func(b []byte) {
		check(t, b)
		var whole, single Validator
		okSingle := true
		want := whole.Write(b)
		for cut := range len(b) + 1 {
			var v Validator
			ok := v.Write(b[:cut])
			if cut > 0 {
				okSingle = single.Write(b[cut-1 : cut])
			}
			if ok != okSingle || v != single {
				t.Fatalf("% x after %d bytes: %v %v, byte by byte %v %v", b, cut, ok, v, okSingle, single)
			}
			if ok = v.Write(b[cut:]); ok != want || v != whole {
				t.Fatalf("% x cut at %d: %v %v, want %v %v", b, cut, ok, v, want, whole)
			}
			if v.Write(nil) != want || v != whole {
				t.Fatalf("% x: an empty piece changes something", b)
			}
		}
		if valid := want && whole.Pending() == 0; valid != utf8.Valid(b) {
			t.Fatalf("% x: valid: %v", b, valid)
		}
	})
}

// TestAppendValid compares with what encoding/json makes of the same bytes between quotes.
func TestAppendValid(t *testing.T) {
	one := func(b []byte) {
		for i, c := range b {
			if c < ' ' || c == '"' || c == '\\' {
				b[i] = 'x'
			}
		}
		var want string
		if err := json.Unmarshal([]byte(`"`+string(b)+`"`), &want); err != nil {
			t.Fatal(err)
		}
		if got := AppendValid([]byte("dst"), b); string(got) != "dst"+want {
			t.Fatalf("AppendValid(% x) = %+q, want %+q", b, got[3:], want)
		}
	}
	samples(20000, one)
	i := 0
	sequences(func(s []byte) {
		if i++; i%13 == 0 {
			one(append([]byte("0123456789"[:i%11]), s...))
		}
	})
	one(bytes.Repeat([]byte{0xff}, 1000))
	one([]byte("\uFFFD\xef\xbf"))
}

func FuzzValid(f *testing.F) {
	f.Add([]byte("0123456€𝄞\xed\xa0\x80"))
	f.Add([]byte("\xf0\x9d\x84"))
	f.Fuzz(func(t *testing.T, b []byte) {
		check(t, b)
		want := []byte(string([]rune(string(b)))) // conversion replaces byte by byte, too
		if got := AppendValid(nil, b); !bytes.Equal(got, want) {
			t.Fatalf("AppendValid(% x) = % x, want % x", b, got, want)
		}
	})
}
