//go:build !purego

package num

import (
	"bytes"
	"strings"
	"testing"

	"swarjson/internal/mem"
)

// TestKernelGuard: the kernel reads the number, and nothing before or behind it.
func TestKernelGuard(t *testing.T) {
	needKernel(t)
	room := guarded(t)
	for _, s := range []string{"1.23456789012345", "-12.345678901234567", "123.456789012345", "1234567890.12345", "-", "-1", "1.5", "-.", strings.Repeat("1", 40)} {
		for n := 1; n <= len(s); n++ {
			first, last := room[:n], room[len(room)-n:]
			copy(first, s)
			copy(last, s)
			v1, ok1 := decimalAVX2(mem.Of(first), n)
			v2, ok2 := decimalAVX2(mem.Of(last), n)
			if v1 != v2 && ok1 || ok1 != ok2 || !bytes.Equal(first, last) {
				t.Errorf("%q: %v %v, %v %v", s[:n], v1, ok1, v2, ok2)
			}
			checkKernel(t, last)
		}
	}
}
