package scan

import (
	"unicode/utf8"

	"swarjson/utf8enc"
)

// This file: UTF-8 across the borders of calls. Inside a call whole stretches are validated
// at once; here are the few bytes of a sequence that a border cuts in two.

// setPending makes b, of 0 to 3 bytes, the pending sequence.
func (x *Indexer) setPending(b []byte) {
	x.pend = [4]byte{}
	copy(x.pend[4-len(b):], b)
	x.pendLen = uint8(len(b))
}

// finishPending goes on with the pending sequence in src, which is not empty. It returns how
// many bytes of src belong to it, and whether the byte after those makes it invalid. Afterwards the
// sequence is pending still only if it took all of src.
func (x *Indexer) finishPending(src []byte) (used int, bad bool) {
	var seq [utf8.UTFMax]byte
	n := copy(seq[:], x.pend[4-x.pendLen:])
	for used < len(src) {
		seq[n] = src[used]
		if utf8.FullRune(seq[:n+1]) {
			x.setPending(nil)
			if _, size := utf8.DecodeRune(seq[:n+1]); size != n+1 {
				return used, true // the new byte does not fit; it starts something else
			}
			return used + 1, false
		}
		n++
		used++
	}
	x.setPending(seq[:n])
	return used, false
}

// pendingAt returns the length, 0 to 3, of an incomplete but so far valid UTF-8 sequence
// at the end of b.
func pendingAt(b []byte) int {
	for k := 1; k <= 3 && k <= len(b); k++ {
		if s := b[len(b)-k:]; utf8.RuneStart(s[0]) {
			if utf8.FullRune(s) {
				return 0
			}
			return k
		}
	}
	return 0
}

// validateLast validates b, the last bytes of a call, which start at the border of a
// sequence, and makes an incomplete sequence at their end pending. It reports whether
// they are invalid.
func (x *Indexer) validateLast(b []byte) (bad bool) {
	k := pendingAt(b)
	if k != 0 {
		x.setPending(b[len(b)-k:])
	}
	return !validUTF8(b[:len(b)-k])
}

// pendAfterKernel does what a kernel leaves to do at the end of src, which has three bytes or more. The kernel has
// judged each byte by those before it, including the ones that were pending. What is left is to make an incomplete
// sequence pending, and to refuse a last byte that can start no sequence: the kernel notices that only with the byte after it.
func (x *Indexer) pendAfterKernel(src []byte) (flags Flags) {
	x.setPending(src[len(src)-pendingAt(src):])
	if c := src[len(src)-1]; c == 0xc0 || c == 0xc1 || c >= 0xf5 {
		return InvalidUTF8
	}
	return 0
}

// validUTF8 tells whether b is valid UTF-8.
func validUTF8(b []byte) bool { return utf8enc.Valid(b) }
