//go:build purego || !(amd64 || arm64)

package scan

import "math"

// There is no kernel here: no document reaches minKernel.
const (
	minKernel = math.MaxInt
	useKernel = false
)

func machineKernels() []string { return nil }

func indexKernel(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (count int, flags Flags) {
	panic("scan: there is no kernel")
}
