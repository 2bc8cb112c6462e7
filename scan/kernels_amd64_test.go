//go:build !purego

package scan

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
