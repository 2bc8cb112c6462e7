package decoder

import (
	"sync"

	"swarjson/internal/mem"
)

// Buffers that Decoders share, one after the other. Most Decoders decode a single value and are
// dropped: with buffers of their own, these would be most of what they allocate.
//
// A buffer comes back when nobody can look at its bytes any more:
//
//   - when the Decoder has taken another one,
//   - when a value was decoded, or the stream has ended, and hardly anything is
//     unread (input.park), or
//   - when an iterator has ended (input.close).
//
// It does not come back if anyone outside was given a part of it (input.lent), for he may
// have kept it: encoding/json forgives that, as its buffers are never used for another
// stream. What was read into a buffer stays in it until something else is.

const (
	// middleBuffer is the size on the way from firstBuffer to bigBuffer. What is larger than
	// these three is rare, and not shared.
	middleBuffer = 16 << 10

	// parkedBytes is how many bytes a parked Decoder has at most: the unread ones, and before them
	// consumed ones, for an excerpt. With 56 a Decoder has 192 bytes, which is a size that is allocated.
	parkedBytes = 56
)

var firstBuffers, middleBuffers, bigBuffers sync.Pool

// isShared reports whether buffers of this size come back.
func isShared(size int) bool { return size == firstBuffer || size == middleBuffer || size == bigBuffer }

// sizeCode stands for the size of a buffer that is shared, or for 0.
type sizeCode uint8

func codeOf(size int) sizeCode {
	switch size {
	case firstBuffer:
		return 1
	case middleBuffer:
		return 2
	case bigBuffer:
		return 3
	}
	return 0
}

// size returns the size that c stands for.
func (c sizeCode) size() int { return [4]int{0, firstBuffer, middleBuffer, bigBuffer}[c&3] }

// sharedSize returns the size of the buffer for n bytes: one that is shared, as far as there is one.
func sharedSize(n int) int {
	switch {
	case n > bigBuffer:
		return n
	case n <= firstBuffer:
		return firstBuffer
	case n <= middleBuffer:
		return middleBuffer
	}
	return bigBuffer
}

// takeBuffer returns an empty buffer with a capacity of size bytes. They are not cleared.
func takeBuffer(size int) []byte {
	switch size {
	case firstBuffer:
		if b, ok := firstBuffers.Get().(*[firstBuffer]byte); ok {
			return b[:0]
		}
	case middleBuffer:
		if b, ok := middleBuffers.Get().(*[middleBuffer]byte); ok {
			return b[:0]
		}
	case bigBuffer:
		if b, ok := bigBuffers.Get().(*[bigBuffer]byte); ok {
			return b[:0]
		}
	}
	return mem.NoZero(size)[:0:size]
}

// giveBuffer takes a buffer back, if its size is a shared one. The caller had the only
// reference to it.
func giveBuffer(buf []byte) {
	size := cap(buf)
	if !isShared(size) {
		return
	}
	buf = buf[:size]
	if poison {
		for i := range buf {
			buf[i] = 0xA5
		}
	}
	switch size {
	case firstBuffer:
		firstBuffers.Put((*[firstBuffer]byte)(buf))
	case middleBuffer:
		middleBuffers.Put((*[middleBuffer]byte)(buf))
	case bigBuffer:
		bigBuffers.Put((*[bigBuffer]byte)(buf))
	}
}

// poison lets tests see who looks at a buffer that was given back.
var poison = false

// park gives the buffer back if next to nothing in it is unread. What is, and what an excerpt
// may show before it, goes to in.small, which is the Decoder's own bytes as long as nobody else
// was given them; the next fill takes a buffer of the same size again. A Decoder that waits for its next value, or is kept though there is
// none, is small then.
func (in *input) park() {
	if !isShared(cap(in.buf)) || len(in.buf)-in.pos > parkedBytes || in.pinned || in.lent {
		return
	}
	in.count(in.pos)
	from := max(in.from, len(in.buf)-parkedBytes)
	if in.small == nil {
		in.small = mem.NoZero(parkedBytes)
	}
	small := append(in.small[:0], in.buf[from:]...)
	in.parked = cap(in.buf)
	giveBuffer(in.buf)
	in.buf, in.from, in.pos, in.base = small, 0, in.pos-from, in.base+int64(from)
}

// close gives the buffer back for good, whatever is unread. Nothing of in is used after it.
func (in *input) close() {
	if !in.pinned && !in.lent {
		giveBuffer(in.buf)
		in.buf = nil
	}
}
