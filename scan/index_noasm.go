//go:build purego || !(amd64 || arm64)

package scan

func machineKernels() []string { return nil }

func (x *Indexer) index(src []byte, off uint32, pos []uint32, esc []uint64) (n int, flags Flags) {
	return x.indexGeneric(src, off, pos, esc)
}
