//go:build !purego

package scan

// newlineRound is how many bytes newlinesAVX2 takes at a time.
const newlineRound = 128

// newlinesAVX2 returns the number of '\n' in the first n &^ (newlineRound-1) bytes at src.
//
//go:noescape
func newlinesAVX2(src *byte, n int) int

// countNewlines is Newlines for as many of the first bytes of b as it likes: rest is where the others begin.
func countNewlines(b []byte) (n, rest int) {
	if useKernel && len(b) >= newlineRound {
		rest = len(b) &^ (newlineRound - 1)
		n = newlinesAVX2(&b[0], rest)
	}
	return n, rest
}
