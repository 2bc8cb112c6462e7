package scan

import (
	"math/rand/v2"
	"syscall"
	"testing"

	"swarjson/internal/mem"
)

// guarded returns size bytes, a multiple of the page size, between two pages that cannot be accessed.
func guarded(t *testing.T, size int) []byte {
	t.Helper()
	page := syscall.Getpagesize()
	b, err := syscall.Mmap(-1, 0, size+2*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(b) })
	for _, g := range [][]byte{b[:page], b[page+size:]} {
		if err := syscall.Mprotect(g, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return b[page : page+size : page+size]
}

// TestGuardPages: src flush against an unreadable page, before and behind it. A load beyond src, even if its
// bytes are thrown away, is a fault here.
func TestGuardPages(t *testing.T) {
	size := syscall.Getpagesize()
	room := guarded(t, size)
	var c checker
	r := rand.New(rand.NewPCG(9, 10))
	for n := 1; n <= 300; n++ {
		for _, doc := range [][]byte{sample[:n], randomDoc(r, n), randomDoc(r, n)} {
			for _, src := range [][]byte{room[:n:n], room[size-n:]} {
				copy(src, doc)
				checkDoc(t, &c, src)
				checkDoc(t, &c, src, r.IntN(n+1))
			}
		}
	}
}

// TestGuardPagesWords: what promises to read just its bytes reads no others.
func TestGuardPagesWords(t *testing.T) {
	size := syscall.Getpagesize()
	b := guarded(t, size)
	copy(b[size-4:], "12aF")
	if got := Hex4(mem.Of(b[size-4:])); got != 0x12af {
		t.Errorf("Hex4 = %#x", got)
	}
	for n := range 600 {
		for _, s := range [][]byte{b[:n:n], b[size-n:]} {
			for i := range s {
				s[i] = 'x'
			}
			if got := LastNewline(s); got != -1 {
				t.Errorf("LastNewline = %d in %d bytes that have none", got, n)
			}
			if got := Newlines(s); got != 0 {
				t.Errorf("Newlines = %d in %d bytes that have none", got, n)
			}
		}
	}
}
