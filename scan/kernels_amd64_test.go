//go:build !purego

package scan

import "slices"

// minKernel is the fewest bytes that a kernel is given in tests: what pendAfterKernel needs.
const minKernel = 3

func kernelImpls() (ims []impl) {
	if slices.Contains(machineKernels(), "avx2") {
		ims = append(ims, impl{"avx2", (*Indexer).viaAVX2})
	}
	return ims
}

// viaAVX2 is index with every length that the kernel takes.
func (x *Indexer) viaAVX2(src []byte, off uint32, pos []uint32, esc []uint64) (n int, flags Flags) {
	if len(src) < minKernel {
		return x.indexGeneric(src, off, pos, esc)
	}
	return x.runAVX2(src, off, pos, esc)
}
