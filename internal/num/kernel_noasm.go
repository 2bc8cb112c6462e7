//go:build purego || !amd64

package num

import "swarjson/internal/mem"

// There is no kernel here.
const useKernel = false

func decimalAVX2(mem.Ptr, int) (v float64, ok bool) { panic("num: there is no kernel") }
