//go:build !purego

package scan

import "github.com/klauspost/cpuid/v2"

// minAVX2 is the number of bytes from which the kernel is faster than portable code (BenchmarkSmall).
const minAVX2 = 16

var useAVX2 = kernel == "avx2"

// machineKernels returns the kernels that this machine can run, the best first.
func machineKernels() []string {
	if cpuid.CPU.Supports(cpuid.AVX2, cpuid.BMI1, cpuid.POPCNT, cpuid.CLMUL) {
		return []string{"avx2"}
	}
	return nil
}

// index is Index with its arguments checked. len(src) > 0.
func (x *Indexer) index(src []byte, off uint32, pos []uint32, esc []uint64) (n int, flags Flags) {
	if useAVX2 && len(src) >= minAVX2 {
		return x.runAVX2(src, off, pos, esc)
	}
	return x.indexGeneric(src, off, pos, esc)
}

// runAVX2 is index for three bytes or more.
func (x *Indexer) runAVX2(src []byte, off uint32, pos []uint32, esc []uint64) (n int, flags Flags) {
	n, flags = indexAVX2(x, &src[0], len(src), off, &pos[0], &esc[0])
	if flags&NonASCII != 0 || x.pendLen != 0 {
		flags |= x.pendAfterKernel(src)
	}
	return n, flags
}

// indexAVX2 is indexGeneric for n > 0 bytes at src, except that it leaves x.pend as it was and raises InvalidUTF8
// for a byte that can start no sequence only with the byte after it: pendAfterKernel does the rest.
//
//go:noescape
func indexAVX2(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (count int, flags Flags)
