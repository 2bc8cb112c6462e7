package decoder

import (
	"bytes"
	"io"
	"strings"
)

// The buffering layer of a Decoder: reader → buffer. It knows nothing of JSON.

const (
	// pageSize is what stream offsets and buffer offsets agree modulo. A read
	// copies from the page cache, and the copy is slow where the two lie a few bytes
	// apart within their pages (see input).
	pageSize = 4096

	// minRead is the least room that a reader is offered.
	minRead = 512

	// firstBuffer is what a Decoder starts with, bigBuffer what it goes up to as
	// long as the reader fills all it is offered. Beyond that it grows only for a
	// value that is longer.
	firstBuffer = 4 << 10
	bigBuffer   = 64 << 10

	// patience is how often a buffer above bigBuffer may turn out to be longer than
	// what was to be kept before it is given up.
	patience = 4
)

// input holds the bytes that were read and not yet consumed, and reads more.
//
//	buf   [ free … | pos  unread … | len  room … cap ]
//
//	0 <= pos <= len(buf)
//	base + i = stream offset of buf[i], for pos <= i < len(buf)
//	base % pageSize = 0, unless parked > 0
//
// Memory is not cleared, and other streams may have been in it: only
// buf[from:len(buf)] means anything, and the reader has written that.
type input struct {
	r    io.Reader
	buf  []byte
	pos  int
	base int64

	// from is where the bytes of the stream begin in buf: the consumed ones that have
	// not been moved over yet, from <= pos. lines has counted the stream up to some byte
	// between these two.
	from  int
	lines lineCounter

	reading bool // r is at work

	late   error // what fill returns next, without a read
	full   bool  // the last read filled all the room there was
	spared int   // how often in a row a buffer above bigBuffer was not needed

	// pinned: someone still looks at bytes before pos. Nothing that was read may
	// be moved or overwritten; a new buffer is taken instead.
	pinned bool

	// lent: others have been given bytes of buf, and may have kept them. It is not given to
	// another stream then; for this one it goes on.
	lent bool

	small  []byte // where the unread bytes are while in is parked, see park
	parked int    // the size of the buffer to take after that, or 0
}

// unread returns the bytes that were read and not consumed. They stay where they
// are until the next fill.
func (in *input) unread() []byte { return in.buf[in.pos:] }

// skip consumes n unread bytes.
func (in *input) skip(n int) { in.pos += n }

// offset returns the stream offset of the first unread byte.
func (in *input) offset() int64 { return in.base + int64(in.pos) }

// fill reads once. What it got is appended to the unread bytes, also if there is
// an error.
func (in *input) fill() error {
	if err := in.late; err != nil {
		in.late = nil
		return err
	}
	in.makeRoom()
	room := in.buf[len(in.buf):cap(in.buf)]
	in.reading = true
	defer func() { in.reading = false }() // also if r panics
	n, err := in.r.Read(room)
	in.buf = in.buf[:len(in.buf)+n]
	in.full = n == len(room)
	return err
}

// makeRoom provides for minRead bytes of room or more, by the first of these that
// does it:
//
//   - a buffer of the size that it had before it was parked;
//   - a larger buffer, if the reader filled the last one and it is small;
//   - moving the unread bytes down, by whole pages, if this frees a quarter of
//     the buffer or more, so that each byte is moved a few times at the most;
//   - a buffer of twice the size.
func (in *input) makeRoom() {
	unread := len(in.buf) - in.pos
	// By how much the unread bytes can move down. They move up, free < 0, from where they were
	// parked to where their page offset is right.
	free := in.pos - int(in.offset()&(pageSize-1))
	size := cap(in.buf)
	if in.parked == 0 && size-len(in.buf) >= minRead {
		return
	}
	switch {
	case in.parked > 0:
		size, in.parked = in.parked, 0
	case size == 0:
		size = in.firstSize()
	case in.full && size < bigBuffer:
		size = sharedSize(min(size*16, bigBuffer))
	case free >= size/4 && size-len(in.buf)+free >= minRead:
		if size > bigBuffer && unread <= bigBuffer/2 {
			in.spared++
		} else {
			in.spared = 0
		}
		if in.spared > patience {
			size = bigBuffer
		} else if !in.pinned {
			in.move(in.buf, free)
			return
		}
	default:
		size *= 2
	}
	for size < in.pos-free+unread+minRead {
		size *= 2
	}
	size = sharedSize(size) // others are never parked
	old := in.buf
	buf := takeBuffer(size)
	in.move(buf[:cap(buf)], free)
	if in.lent {
		in.small = nil // which old may be
	} else if !in.pinned {
		giveBuffer(old)
	}
	in.pinned, in.lent = false, false
	if cap(buf) <= bigBuffer {
		in.spared = 0
	}
}

// move makes buf the buffer, in which the unread bytes lie free bytes further down (up if
// free < 0), and before them what an excerpt may show, as far as there is room. Consumed bytes
// are counted when they are given up here, all at once: see lineCounter.
func (in *input) move(buf []byte, free int) {
	in.count(in.pos)
	from := max(in.from, free, in.pos-excerptContext)
	copy(buf[from-free:], in.buf[from:])
	in.buf = buf[:len(in.buf)-free]
	in.from = from - free
	in.pos -= free
	in.base += int64(free)
}

// count counts the lines up to buf[to], a consumed byte's or the first unread one's
// place.
func (in *input) count(to int) {
	in.lines.advanceLong(in.buf[int(in.lines.offset-in.base):to])
}

// firstSize returns the size of the first buffer: for readers over bytes in memory
// room for all they have, and for the read that meets their end, up to bigBuffer.
func (in *input) firstSize() int {
	n := 0
	switch r := in.r.(type) {
	case *bytes.Reader:
		n = r.Len()
	case *bytes.Buffer:
		n = r.Len()
	case *strings.Reader:
		n = r.Len()
	}
	return sharedSize(min(max(n+minRead, firstBuffer), bigBuffer))
}
