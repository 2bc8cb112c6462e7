//go:build !purego

package scan

// newlinesAVX2 returns the number of '\n' in the first n &^ 127 bytes at src.
//
//go:noescape
func newlinesAVX2(src *byte, n int) int

// countNewlines is Newlines for as many of the first bytes of b as it likes: rest is where the others begin.
func countNewlines(b []byte) (n, rest int) {
	if useKernel && len(b) >= 128 {
		rest = len(b) &^ 127
		n = newlinesAVX2(&b[0], rest)
	}
	return n, rest
}
