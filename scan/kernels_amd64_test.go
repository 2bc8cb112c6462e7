//go:build !purego

package scan

import "slices"

// kernelImpls returns the kernels that this machine can run, for every length that they take.
func kernelImpls() (ims []impl) {
	if slices.Contains(machineKernels(), "avx2") {
		ims = append(ims, impl{"avx2", runKernel(func(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (int, Flags) {
			return indexAVX2(x, src, n, off, pos, esc)
		})})
	}
	return ims
}
