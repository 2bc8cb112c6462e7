//go:build purego || !amd64

package num

// There is no kernel here.
const useKernel = false

func decimalAVX2(*byte, int) (v float64, ok bool) { panic("num: there is no kernel") }
