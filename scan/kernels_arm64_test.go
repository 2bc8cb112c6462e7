//go:build !purego

package scan

// kernelImpls returns the kernels that this machine can run, for every length that they take.
func kernelImpls() []impl {
	return []impl{{"neon", runKernel(func(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (int, Flags) {
		return indexNEON(x, src, n, off, pos, esc)
	})}}
}
