//go:build !purego

package scan

// minKernel is the number of bytes from which the kernel is taken to be as fast as portable code. It must not be
// less than 3, which pendAfterKernel needs.
const minKernel = 16

var useKernel = kernel == "neon"

// machineKernels returns the kernels that this machine can run. NEON is part of every 64-bit ARM that Go runs on,
// so there is nothing to ask for.
func machineKernels() []string { return []string{"neon"} }

// indexKernel runs the kernel that useKernel is about.
func indexKernel(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (count int, flags Flags) {
	return indexNEON(x, src, n, off, pos, esc)
}

// indexNEON is indexGeneric for n > 0 bytes at src, but for what pendAfterKernel does.
//
//go:noescape
func indexNEON(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (count int, flags Flags)
