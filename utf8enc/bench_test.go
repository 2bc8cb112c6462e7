package utf8enc

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"unicode/utf8"

	"swarjson/internal/mem"
)

// scripts are kinds of text as they occur: mostly one length of encoding, words of a few letters.
var scripts = []struct {
	name      string
	low, high rune
	gap       int // a space, digit or the like each so many letters; 0: none
}{
	{"ascii", 'a', 'z', 6},
	{"latin", 0, 0, 0}, // see letters
	{"cyrillic", 'а', 'я', 6},
	{"cjk", '一', '龥', 20},
	{"emoji", '😀', '🙏', 0},
	{"mixed", 0, 0, 0},
}

func letters(name string, n int) []rune {
	rng := rand.New(rand.NewPCG(3, 4))
	var rs []rune
	for _, s := range scripts {
		if s.name != name {
			continue
		}
		for len(rs) < n {
			switch {
			case name == "latin" && rng.IntN(12) == 0:
				rs = append(rs, 'à'+rng.Int32N(30))
			case name == "latin":
				rs = append(rs, 'a'+rng.Int32N(26))
			case name == "mixed":
				t := scripts[[]int{0, 2, 3, 4}[rng.IntN(4)]]
				rs = append(rs, t.low+rng.Int32N(t.high-t.low))
			case s.gap > 0 && rng.IntN(s.gap) == 0:
				rs = append(rs, ' ')
			default:
				rs = append(rs, s.low+rng.Int32N(s.high-s.low))
			}
		}
	}
	return rs
}

func BenchmarkAppend(b *testing.B) {
	for _, s := range scripts {
		rs := letters(s.name, 4096)
		want := []byte(string(rs))
		room := make([]byte, 0, len(want)+UTFMax)
		run := func(how string, f func() int) {
			b.Run(fmt.Sprintf("text=%s/by=%s", s.name, how), func(b *testing.B) {
				b.ReportAllocs()
				n := 0
				for range b.N {
					n = f()
				}
				if string(room[:n]) != string(want) {
					b.Fatal("wrong text")
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(rs)), "ns/rune")
			})
		}
		run("Encode", func() int {
			p, n := mem.Of(room), 0
			for _, r := range rs {
				n += Encode(p.Add(n), r)
			}
			return n
		})
		run("Append", func() int {
			t := room
			for _, r := range rs {
				t = Append(t, r)
			}
			return len(t)
		})
		run("utf8.AppendRune", func() int {
			t := room
			for _, r := range rs {
				t = utf8.AppendRune(t, r)
			}
			return len(t)
		})
	}
}

func BenchmarkValid(b *testing.B) {
	for _, s := range scripts {
		for _, size := range []int{16, 100, 10000} {
			text := []byte(string(letters(s.name, size)))[:size]
			text = text[:ValidPrefix(text)]
			for _, by := range []struct {
				name  string
				valid func(b []byte) bool
			}{{"Valid", Valid}, {"utf8.Valid", utf8.Valid}} {
				b.Run(fmt.Sprintf("text=%s/size=%d/by=%s", s.name, size, by.name), func(b *testing.B) {
					b.ReportAllocs()
					b.SetBytes(int64(len(text)))
					for range b.N {
						if !by.valid(text) {
							b.Fatal("invalid")
						}
					}
				})
			}
		}
	}
}
