//go:build !purego

package num

import (
	"bytes"
	"strings"
	"syscall"
	"testing"

	"swarjson/internal/mem"
)

// TestKernelGuard: the kernel reads the number, and nothing before or behind it.
func TestKernelGuard(t *testing.T) {
	needKernel(t)
	page := syscall.Getpagesize()
	b, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(b)
	for _, guard := range [][]byte{b[:page], b[2*page:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	room := b[page : 2*page]
	for _, s := range []string{"1.23456789012345", "-12.345678901234567", "123.456789012345", "1234567890.12345", "-", "-1", "1.5", "-.", strings.Repeat("1", 40)} {
		for n := 1; n <= len(s); n++ {
			first, last := room[:n], room[page-n:]
			copy(first, s)
			copy(last, s)
			v1, ok1 := decimalAVX2(mem.Of(first), n)
			v2, ok2 := decimalAVX2(mem.Of(last), n)
			if v1 != v2 && ok1 || ok1 != ok2 || !bytes.Equal(first, last) {
				t.Errorf("%q: %v %v, %v %v", s[:n], v1, ok1, v2, ok2)
			}
		}
	}
}
