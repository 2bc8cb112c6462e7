package utf8enc

import (
	"syscall"
	"testing"
	"unicode/utf8"

	"swarjson/internal/mem"
)

// TestGuard puts texts against an unreadable page on either side, and encodes into the last bytes
// in front of one.
func TestGuard(t *testing.T) {
	page := syscall.Getpagesize()
	b, err := syscall.Mmap(-1, 0, 3*page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Munmap(b)
	for _, hidden := range [][]byte{b[:page], b[2*page:]} {
		if err := syscall.Mprotect(hidden, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	room := b[page : 2*page]
	text := []byte("0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ é€𝄞 éééééééé €€€€€€€€ 𝄞𝄞𝄞𝄞 \xed\xa0\x80 0123456789012345678901234567890123456789")
	for from := range text {
		for to := from; to <= len(text); to++ {
			s := text[from:to]
			n := copy(room[page-len(s):], s)
			check(t, room[page-n:])
			copy(room, s)
			check(t, room[:n])
		}
	}
	for _, r := range []rune{'x', 'é', '€', '𝄞', 0xd800, -1} {
		end := room[page-UTFMax:]
		if n := Encode(mem.Of(end), r); string(end[:n]) != string(utf8.AppendRune(nil, r)) {
			t.Fatalf("Encode(%#x) = % x", r, end[:n])
		}
	}
}
