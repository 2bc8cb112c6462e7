package scan

import (
	"bytes"

	"swarjson/internal/mem"
)

// This file: what turns an offset into a line and a column. Streams count all the lines that go by.

// Newlines returns the number of '\n' in b.
func Newlines(b []byte) int {
	n, rest := countNewlines(b)
	// What is left, or all of it: this too counts with vector instructions.
	return n + bytes.Count(b[rest:], newline)
}

var newline = []byte{'\n'}

// LastNewline returns the index of the last '\n' in b, or -1 if there is none. It goes eight
// bytes at a time (bytes.LastIndexByte goes one byte at a time), and so stays
// cheap on a document of a single long line.
func LastNewline(b []byte) int {
	p := mem.Of(b)
	n := len(b)
	for ; n >= 8; n -= 8 {
		if m := Equal(p.U64(n-8), '\n'); m.Any() {
			return n - 8 + m.Last()
		}
	}
	for n--; n >= 0; n-- {
		if b[n] == '\n' {
			return n
		}
	}
	return -1
}
