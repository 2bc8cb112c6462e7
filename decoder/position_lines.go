// Lines and columns. Nothing here looks at single bytes of the document but at
// the last few: newlines are counted, and found, by vector instructions, and
// characters by words.

package decoder

import (
	"math/bits"
	"unicode/utf8"

	"swarjson/internal/mem"
	"swarjson/scan"
)

// lineCounter counts lines and characters of a stream as its windows go by. The zero
// lineCounter stands at the stream's start.
//
//	0 <= lineStart <= offset;  0 <= chars <= offset - lineStart
type lineCounter struct {
	offset    int64 // bytes that were counted
	lines     int64 // newlines among them
	lineStart int64 // offset behind the last newline, or 0
	chars     int64 // characters from lineStart to offset: bytes that continue none
}

// Advance counts b, the next bytes of the stream.
func (c *lineCounter) Advance(b []byte) { c.countBack(b) }

const (
	// The last newline is looked for in pieces of this size, the first of them
	// small, as most lines are short.
	firstPiece = 256
	lastPiece  = 16 << 10 // each piece is read twice: keep it in the cache
)

// countBack is Advance. It goes backwards, piece by piece until a newline is
// found, so that only the last line's characters are counted, and each byte is
// fetched from memory once.
func (c *lineCounter) countBack(b []byte) {
	c.offset += int64(len(b))
	size := firstPiece
	var chars int64
	for i := len(b); i > 0; {
		piece := b[max(i-size, 0):i]
		if n := scan.Newlines(piece); n > 0 {
			last := scan.LastNewline(piece)
			behind := i - len(piece) + last + 1
			c.lines += int64(n) + int64(scan.Newlines(b[:i-len(piece)]))
			c.lineStart = c.offset - int64(len(b)-behind)
			c.chars = chars + int64(countChars(piece[last+1:]))
			return
		}
		chars += int64(countChars(piece))
		i -= len(piece)
		size = min(size*4, lastPiece)
	}
	c.chars += chars
}

// position returns the Position of buf[i] in the stream, for a Decoder: c has
// counted the stream up to buf[done], done <= i <= len(buf). It
// copies what it needs of buf. pointer is what Pointer is to return.
func (c *lineCounter) position(buf []byte, done, i int, err error, pointer string) Position {
	at := *c
	at.Advance(buf[done:i])
	// Of the bytes around the place no more is shown than these.
	first, last := max(i-excerptContext, 0), min(i+excerptContext, len(buf))
	text := append(make([]byte, 0, last-first), buf[first:last]...)
	p := at.here(text, i-first, err)
	p.extract = true
	p.pointer = pointer
	return p
}

// countChars returns the number of bytes of b that are not UTF-8 continuation
// bytes, 10xxxxxx. Of each of four words the two top bits of every byte are taken,
// and put side by side:
//
//	bits of a byte of packed    7 6   5 4   3 2   1 0
//	are bits 7 and 6 of a byte  of v  of w  of x  of y
//
// so that packed>>1 &^ packed has, at the even bits, a 1 for each pair that is 10.
//
// Proved by TestCountChars.
func countChars(b []byte) int {
	const (
		top  = highs | highs>>1  // the two top bits of each lane
		even = ^uint64(0) / 0b11 // 0b0101…01
	)
	p := mem.Of(b)
	n := len(b)
	continued := 0
	i := 0
	for ; i+32 <= n; i += 32 {
		// SAFETY: i+32 <= n.
		v, w, x, y := p.U64(i), p.U64(i+8), p.U64(i+16), p.U64(i+24)
		if (v|w|x|y)&highs == 0 {
			continue
		}
		packed := v&top | w&top>>2 | x&top>>4 | y&top>>6
		continued += bits.OnesCount64(packed >> 1 &^ packed & even)
	}
	for ; i+8 <= n; i += 8 {
		// SAFETY: i+8 <= n.
		v := p.U64(i)
		continued += bits.OnesCount64(v & highs &^ (v << 1)) // bit 7, and not bit 6
	}
	for ; i < n; i++ {
		if !utf8.RuneStart(b[i]) {
			continued++
		}
	}
	return n - continued
}
