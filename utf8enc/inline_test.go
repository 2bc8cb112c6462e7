package utf8enc

import (
	"testing"

	"swarjson/internal/toolchain"
)

// TestInline asserts that the small functions of the hot paths are inlined.
func TestInline(t *testing.T) {
	toolchain.Inlined(t, "Two", "Three", "four", "IsSurrogate", "IsHigh", "IsLow", "Combine", "Append")
}
