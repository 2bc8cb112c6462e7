package num

import (
	"syscall"
	"testing"

	"swarjson/internal/mem"
)

// guarded returns a page between two that cannot be read.
func guarded(t *testing.T) []byte {
	t.Helper()
	page := syscall.Getpagesize()
	b, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(b) })
	for _, guard := range [][]byte{b[:page], b[2*page:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return b[page : 2*page : 2*page]
}

// TestPadding runs numbers whose eight bytes of padding end at an unreadable page: a
// load that starts behind the byte where the number ends or breaks off is a crash.
func TestPadding(t *testing.T) {
	b := guarded(t)
	page := len(b)
	for _, s := range []string{
		"", "-", "0", "-0", "1", "12", "1234567", "-1234567", "12345678", "123456789", "1234567812345678", "12345678123456789", "1234567812345678123", "123456781234567812345678",
		"-1.", "1.5", "0.1234567", "0.12345678", "0.1234567812345678", "0.12345678123456789", "-0.123456781234567812345678", "12345678.12345678", "123456781234567812345678.123456781234567812345678",
		"1e", "1e+", "1e5", "1.5e-12345678", "1e1234567890123", "5e-324", "0.00000000000000000000000001234567890123456789e-1",
	} {
		// What breaks it off, and what may follow that.
		for _, end := range []string{",", "\x00", "x", "-", "\xff"} {
			if end == "-" && (s == "" || s[len(s)-1] == 'e') {
				continue // goes on
			}
			for _, after := range []string{"0000000", "\xff\xff\xff\xff\xff\xff\xff", ".......", "eeeeeee"} {
				s := s + end
				p := mem.Of(b[page-len(s)-7:])
				copy(b[page-len(s)-7:page], s+after)
				n := naiveLen(s + after)
				_, n1, _ := Int64(p)
				_, n2, _ := Uint64(p)
				_, n3, _ := Float64(p, 0)
				_, n4, _ := Float32(p, 0)
				if n0 := Scan(p); n0 != n || n1 != n || n2 != n || n3 != n || n4 != n {
					t.Fatalf("%q: lengths %d %d %d %d %d, want %d", s+after, n0, n1, n2, n3, n4, n)
				}
			}
		}
	}
	// A zero takes no further digit: q is the byte behind it.
	for _, s := range []string{"00000000", "01234567"} {
		for _, sign := range []string{"", "-"} {
			s := sign + s + "9"
			s = s[:len(sign)+9]
			copy(b[page-len(s):page], s)
			p := mem.Of(b[page-len(s):])
			want := len(sign) + 1
			_, n1, _ := Int64(p)
			_, n3, _ := Float64(p, 0)
			_, n4, _ := Float32(p, 0)
			if n0 := Scan(p); n0 != want || n1 != want || n3 != want || n4 != want {
				t.Fatalf("%q: lengths %d %d %d %d", s, n0, n1, n3, n4)
			}
		}
	}
}
