//go:build !purego

package num

import (
	"swarjson/internal/mem"
	"swarjson/scan"
)

// useKernel: scan's kernels need all that decimalAVX2 does.
var useKernel = scan.Kernel() != "swar"

// decimalAVX2 is Decimal, its portable reference Float64. It needs AVX, BMI2 and LZCNT. v is not written if ok is false.
//
//go:noescape
func decimalAVX2(p mem.Ptr, n int) (v float64, ok bool)
