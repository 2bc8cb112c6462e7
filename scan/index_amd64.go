//go:build !purego

package scan

import "github.com/klauspost/cpuid/v2"

// minKernel is the number of bytes from which the kernel is as fast as portable code (BenchmarkSmall). It must not
// be less than 3, which pendAfterKernel needs.
const minKernel = 8

var (
	useKernel = kernel != "swar"
	useAVX512 = kernel == "avx512"
)

// machineKernels returns the kernels that this machine can run, the best first. cpuid asks the operating system too
// whether it saves the registers. (The one of package num needs BMI2 and LZCNT.)
func machineKernels() (names []string) {
	if !cpuid.CPU.Supports(cpuid.AVX2, cpuid.BMI1, cpuid.BMI2, cpuid.LZCNT, cpuid.POPCNT, cpuid.CLMUL) {
		return nil
	}
	if cpuid.CPU.Supports(cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512VBMI, cpuid.AVX512VBMI2) {
		names = append(names, "avx512")
	}
	return append(names, "avx2")
}

// indexKernel runs the kernel that was chosen, if useKernel.
func indexKernel(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (count int, flags Flags) {
	if useAVX512 {
		return indexAVX512(x, src, n, off, pos, esc)
	}
	return indexAVX2(x, src, n, off, pos, esc)
}

// indexAVX2 is indexGeneric for n > 0 bytes at src, but for what pendAfterKernel does.
//
//go:noescape
func indexAVX2(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (count int, flags Flags)

// indexAVX512 does the same.
//
//go:noescape
func indexAVX512(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (count int, flags Flags)

// markByLowBits[c&63] is the one white space character or structural byte with the low six bits of c, or else
// something that has other low six bits: no two of the ten share theirs. (VPERMB looks up 64 bytes at once.)
var markByLowBits = [64]byte{
	0:    ' ', // 0 would have its own low bits there, and there alone
	'\t': '\t', '\n': '\n', '\r': '\r', ' ': ' ', ',': ',', ':': ':',
	'[' & 63: '[', ']' & 63: ']', '{' & 63: '{', '}' & 63: '}',
}
