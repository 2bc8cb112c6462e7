package scan

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

func TestNewlines(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for n := range 600 {
		for _, few := range []int{1, 2, 10, 200} {
			b := make([]byte, n)
			count, last := 0, -1
			for i := range b {
				b[i] = byte(r.Uint32())
				if r.IntN(few) == 0 {
					b[i] = '\n'
				}
				if b[i] == '\n' {
					count++
					last = i
				}
			}
			if got := Newlines(b); got != count {
				t.Fatalf("Newlines(%q) = %d, want %d", b, got, count)
			}
			if got := LastNewline(b); got != last {
				t.Fatalf("LastNewline(%q) = %d, want %d", b, got, last)
			}
		}
	}
}

// TestNewlinesMany: more than a byte can count, in each lane.
func TestNewlinesMany(t *testing.T) {
	for _, n := range []int{254 * 128, 255 * 128, 256 * 128, 511*128 + 77, 1 << 20} {
		b := bytes.Repeat([]byte{'\n'}, n)
		for _, at := range []int{-1, 0, n / 2, n - 1} {
			want := n
			if at >= 0 {
				b[at]++
				want--
			}
			if got := Newlines(b); got != want {
				t.Errorf("%d newlines in %d bytes, want %d", got, n, want)
			}
			if at >= 0 {
				b[at]--
			}
		}
	}
}

func BenchmarkNewlines(b *testing.B) {
	src := bytes.Repeat([]byte("x"), 32<<10)
	b.Run("op=count/impl=Newlines", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			Newlines(src)
		}
	})
	b.Run("op=count/impl=bytes", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			bytes.Count(src, newline)
		}
	})
	b.Run("op=last/impl=LastNewline", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			LastNewline(src)
		}
	})
	b.Run("op=last/impl=bytes", func(b *testing.B) {
		b.SetBytes(int64(len(src)))
		for b.Loop() {
			bytes.LastIndexByte(src, '\n')
		}
	})
}
