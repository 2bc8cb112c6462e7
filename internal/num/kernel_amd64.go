//go:build !purego

package num

import (
	"swarjson/internal/mem"
	"swarjson/scan"
)

// useKernel: scan's kernels need all that decimalAVX2 does.
var useKernel = scan.Kernel() != "swar"

// decimalAVX2 is Float64 for a number with a point in it that is all of the n bytes at p. It is ok for most that
// have 16 to 20 bytes, a minus sign not counted.
//
//go:noescape
func decimalAVX2(p mem.Ptr, n int) (v float64, ok bool)
