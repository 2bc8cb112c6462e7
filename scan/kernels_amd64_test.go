//go:build !purego

package scan

import "testing"

// kernelImpls returns the kernels that this machine can run, for every length that they take.
func kernelImpls() (ims []impl) {
	for _, name := range machineKernels() {
		switch name {
		case "avx2":
			ims = append(ims, impl{name, runKernel(func(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (int, Flags) {
				return indexAVX2(x, src, n, off, pos, esc)
			})})
		case "avx512":
			ims = append(ims, impl{name, runKernel(func(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (int, Flags) {
				return indexAVX512(x, src, n, off, pos, esc)
			})})
		}
	}
	return ims
}

// TestMarkByLowBits looks all bytes up as the kernel does.
func TestMarkByLowBits(t *testing.T) {
	for i := range 256 {
		c := byte(i)
		got := markByLowBits[c&63] == c
		if want := IsSpace(c) || classTab[c] == classStructural; got != want {
			t.Errorf("%#x: %v", c, got)
		}
		if structural := got && c > ' '; structural != (classTab[c] == classStructural) {
			t.Errorf("%#x: structural: %v", c, structural)
		}
	}
}
