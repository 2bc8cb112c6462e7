package utf8enc

import (
	"bytes"
	"math"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"swarjson/internal/mem"
)

// runes calls f with all code points, surrogates included, and some values that are none.
func runes(f func(r rune)) {
	for r := rune(0); r <= 0x110100; r++ {
		f(r)
	}
	for _, r := range []rune{-1, -2, -0xd800, math.MaxInt32, math.MinInt32, 1 << 24, 0xd800 | 1<<28} {
		f(r)
	}
}

func TestEncode(t *testing.T) {
	const canary = 0xa5
	var want, got [4 + UTFMax + 4]byte
	runes(func(r rune) {
		n := utf8.EncodeRune(want[:], r)
		for i := range got {
			got[i] = canary
		}
		if m := Encode(mem.Of(got[4:]), r); m != n || !bytes.Equal(got[4:4+n], want[:n]) {
			t.Fatalf("Encode(%#x) = % x, want % x", r, got[4:4+m], want[:n])
		}
		for i, c := range got {
			if (i < 4 || i >= 4+UTFMax) && c != canary {
				t.Fatalf("Encode(%#x) wrote to byte %d", r, i-4)
			}
		}
	})
}

func TestAppend(t *testing.T) {
	const canary = 0xa5
	runes(func(r rune) {
		want := "ab" + string(r)
		var room [16]byte
		for i := range room {
			room[i] = canary
		}
		// Just room enough, and not enough by one, two, … bytes.
		for spare := UTFMax; spare >= 0; spare-- {
			if testing.Short() && r > 0x900 && r&0xff != 0 {
				break
			}
			b := append(room[:0:2+spare], "ab"...)
			got := Append(b, r)
			if string(got) != want {
				t.Fatalf("Append(%#x) with %d bytes of room = % x, want % x", r, spare, got, want)
			}
			same := &got[0] == &room[0]
			if same != (spare >= len(want)-2) {
				t.Fatalf("Append(%#x) with %d bytes of room: in place: %v", r, spare, same)
			}
			for i, c := range room {
				if i >= len(want) && c != canary {
					t.Fatalf("Append(%#x) with %d bytes of room wrote to byte %d", r, spare, i)
				}
			}
		}
	})
	if n := testing.AllocsPerRun(100, func() {
		var room [64]byte
		b := room[:0]
		for range 10 {
			b = Append(b, '€')
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if got := Append(nil, 'é'); string(got) != "é" {
		t.Errorf("Append(nil) = %q", got)
	}
}

func TestSurrogates(t *testing.T) {
	runes(func(r rune) {
		if got, want := IsSurrogate(r), utf16.IsSurrogate(r); got != want {
			t.Fatalf("IsSurrogate(%#x) = %v", r, got)
		}
		if got, want := IsHigh(r), r >= 0xd800 && r <= 0xdbff; got != want {
			t.Fatalf("IsHigh(%#x) = %v", r, got)
		}
		if got, want := IsLow(r), r >= 0xdc00 && r <= 0xdfff; got != want {
			t.Fatalf("IsLow(%#x) = %v", r, got)
		}
	})
	for hi := rune(0xd800); hi <= 0xdbff; hi++ {
		for lo := rune(0xdc00); lo <= 0xdfff; lo++ {
			if got, want := Combine(hi, lo), utf16.DecodeRune(hi, lo); got != want {
				t.Fatalf("Combine(%#x, %#x) = %#x, want %#x", hi, lo, got, want)
			}
		}
	}
}
