//go:build !purego

package scan

import "github.com/klauspost/cpuid/v2"

// minKernel is the number of bytes from which the kernel is as fast as portable code (BenchmarkSmall). It must not
// be less than 3, which pendAfterKernel needs.
const minKernel = 8

var useKernel = kernel == "avx2"

// machineKernels returns the kernels that this machine can run, the best first.
func machineKernels() []string {
	if cpuid.CPU.Supports(cpuid.AVX2, cpuid.BMI1, cpuid.POPCNT, cpuid.CLMUL) {
		return []string{"avx2"}
	}
	return nil
}

// indexKernel runs the kernel that useKernel is about.
func indexKernel(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (count int, flags Flags) {
	return indexAVX2(x, src, n, off, pos, esc)
}

// indexAVX2 is indexGeneric for n > 0 bytes at src, but for what pendAfterKernel does.
//
//go:noescape
func indexAVX2(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (count int, flags Flags)
