package num

import (
	"testing"

	"swarjson/internal/toolchain"
)

// TestInline asserts that the small functions of the hot paths are inlined.
func TestInline(t *testing.T) {
	toolchain.Inlined(t, "nonDigits", "Eight", "leadingZero", "skipDigits", "log2", "signed")
}
