// Where a Decoder is, and where an error of its stream lies.
//
// Lines are counted when consumed bytes are given up: by the bufferful, and not at
// all in a stream that the buffer holds. A question about a place counts from there.
//
//	buf  [ … | from … done … place … len )      done = lines.offset - base
//
// A place before done is one whose bytes may be gone; its count is in places then.

package decoder

import (
	"errors"
	"reflect"
	"strconv"

	"swarjson/internal/syntax"
	"swarjson/scan"
)

const (
	// longLine is up to how many bytes of a line characters are counted.
	longLine = 16 << 10

	// shortPiece is up to how many bytes advanceLong asks LastNewline first.
	shortPiece = 256

	// excerptContext is how many bytes on either side of a place an excerpt may need.
	excerptContext = 2 * shownBytes
)

// advanceLong is Advance for many bytes in a row: characters of a line are
// counted only in its first longLine bytes, beyond which chars means nothing.
func (c *lineCounter) advanceLong(b []byte) {
	c.offset += int64(len(b))
	// A message is mostly one line: LastNewline says so with less ado than Newlines. (Of more bytes
	// it takes too long.)
	if len(b) > shortPiece || scan.LastNewline(b) >= 0 {
		if n := scan.Newlines(b); n > 0 {
			c.lines += int64(n)
			b = b[scan.LastNewline(b)+1:]
			c.lineStart = c.offset - int64(len(b))
			c.chars = 0
		}
	}
	if c.offset-c.lineStart <= longLine {
		c.chars += int64(countChars(b))
	}
}

// streamStep is an open array or object of the token stream.
type streamStep struct {
	index int64  // of the current element
	name  string // of the current member
}

// places is what a stream notes for Locate while it decodes a value.
type places struct {
	start    int64 // offset of the value, white space included
	failedAt int64 // offset of the place of stream.err
	slid     *slidPlaces
}

// slidPlaces is what is noted of a value some bytes of which have been given up.
type slidPlaces struct {
	counted lineCounter // up to the value's start
	typed   []typedPlace
}

// typedPlace is where a type error with this Offset is, whose bytes have been given up.
type typedPlace struct {
	offset  int64
	counted lineCounter
}

// begin is called before each value.
func (p *places) begin(offset int64) {
	p.start = offset
	if p.slid != nil { // zeroing pointers has a price
		p.slid = nil
	}
}

// fail makes err what dec stays failed with. Its place is dec.in.buf[at].
func (dec *stream) fail(err error, at int) {
	dec.err = err
	dec.places.failedAt = dec.in.base + int64(at)
}

// passing is called before the unread bytes before buf[keep], a part of the value that
// d walks over, are given up. It counts lines up to the value's start, and to what
// did not fit its target, for later there is nothing left to count.
func (dec *stream) passing(d *engine, keep int) {
	in, p := &dec.in, &dec.places
	if p.slid == nil {
		in.count(in.pos)
		p.slid = &slidPlaces{counted: in.lines}
	}
	slid := p.slid
	note := func(offset int64, i int) {
		if i < in.pos || i >= keep || len(slid.typed) >= d.maxErrors {
			return
		}
		c := in.lines
		c.advanceLong(in.buf[int(c.offset-in.base):i])
		slid.typed = append(slid.typed, typedPlace{offset, c})
	}
	for i := range d.saved {
		e, ok := d.saved[i].err.(*UnmarshalTypeError)
		if !ok {
			continue
		}
		// The same error, counted from the first byte that is there.
		here := *e
		here.Offset -= int64(in.pos + d.origin)
		if at, ok := typeOffset(in.buf[in.pos:], &here); ok {
			note(e.Offset, in.pos+at)
		}
	}
	if d.mark >= 0 && len(d.saved) < d.maxErrors {
		note(int64(d.mark)+1, d.mark-d.origin)
		if d.mark-d.origin < keep {
			d.mark = -1
		}
	}
}

// position is Decoder.Position.
func (dec *stream) position() Position {
	if dec.failedFrom > 0 && dec.places.slid != nil {
		return dec.places.slid.counted.long(nil, 0, 0, nil, dec.pointer(false))
	}
	return dec.positionAt(dec.in.pos, nil, dec.pointer(false))
}

// locate is Decoder.Locate.
func (dec *stream) locate(err error) (Position, bool) {
	if err == nil {
		return Position{}, false
	}
	in, p := &dec.in, &dec.places
	if dec.isLasting(err) {
		return dec.positionOf(p.failedAt, dec.err)
	}
	var rejected *RejectedError
	if errors.As(err, &rejected) {
		return dec.positionOf(p.start+rejected.Offset, rejected)
	}
	var (
		found Position
		ok    bool
	)
	eachError(err, func(e error) bool {
		switch e := e.(type) {
		case *SyntaxError:
			// One that does not stay is about the next byte: it is not the one it should be.
			if e.Offset == dec.inputOffset() {
				found, ok = dec.positionAt(in.pos, e, dec.pointer(true)), true
			}
		case *UnmarshalTypeError:
			if p.slid != nil {
				for i := range p.slid.typed {
					if t := &p.slid.typed[i]; t.offset == e.Offset {
						found, ok = t.counted.long(nil, 0, 0, e, dec.valuePointer()), true
						return false
					}
				}
				// It may still be in what has not been given up.
				first := in.lines.offset
				here := *e
				here.Offset -= first - p.start
				if at, is := typeOffset(in.buf[int(first-in.base):in.pos], &here); is {
					found, ok = dec.positionOf(first+int64(at), e)
				}
				return false
			}
			if start := p.start - in.base; start >= int64(in.from) {
				if at, is := typeOffset(in.buf[start:in.pos], e); is {
					found, ok = dec.positionOf(p.start+int64(at), e)
				}
			}
		}
		return false
	})
	return found, ok
}

// isLasting reports whether err is, or wraps, what dec stays failed with.
func (dec *stream) isLasting(err error) bool {
	if dec.err == nil {
		return false
	}
	if !reflect.ValueOf(dec.err).Comparable() { // a reader's; errors.Is would panic
		return reflect.TypeOf(err) == reflect.TypeOf(dec.err)
	}
	return errors.Is(err, dec.err)
}

// positionOf returns the Position of a byte in the last value by its stream offset, and
// whether it can still be told.
func (dec *stream) positionOf(offset int64, err error) (Position, bool) {
	in, p := &dec.in, &dec.places
	i := offset - in.base
	if offset < in.lines.offset || i > int64(len(in.buf)) {
		return Position{}, false
	}
	if offset == p.start {
		return dec.positionAt(int(i), err, dec.pointer(i < int64(len(in.buf)) && in.buf[i] != ']')), true
	}
	pointer := dec.valuePointer()
	if start := p.start - in.base; p.slid == nil && start >= int64(in.from) && start <= i {
		pointer += pointerAt(in.buf[start:], int(i-start))
	}
	return dec.positionAt(int(i), err, pointer), true
}

// valuePosition returns the Position of the last value.
func (dec *stream) valuePosition(err error) Position {
	in, p := &dec.in, &dec.places
	if p.slid != nil {
		return p.slid.counted.long(nil, 0, 0, err, dec.valuePointer())
	}
	i := int(max(p.start, in.lines.offset) - in.base)
	for i < len(in.buf) && syntax.IsSpace(in.buf[i]) {
		i++
	}
	return dec.positionAt(i, err, dec.valuePointer())
}

// positionAt returns the Position of buf[i], where lines.offset - base <= i <= len(buf).
func (dec *stream) positionAt(i int, err error, pointer string) Position {
	in := &dec.in
	return in.lines.long(in.buf[in.from:], int(in.lines.offset-in.base)-in.from, i-in.from, err, pointer)
}

// long is position for a counter that has gone by advanceLong.
func (c *lineCounter) long(buf []byte, done, i int, err error, pointer string) Position {
	p := c.position(buf, done, i, err, pointer)
	if p.Column > longLine {
		p.CharColumn = 0
	}
	return p
}

// pointer returns the JSON Pointer of the place that the token stream is at. Behind an
// opening bracket the first element is only inside if it is known to come.
func (dec *stream) pointer(first bool) string {
	dec.settleName()
	steps := dec.path
	switch dec.state {
	case syntax.Elem, syntax.Colon, syntax.MemberValue:
	case syntax.FirstElem:
		if !first {
			steps = steps[:len(steps)-1]
		}
	default:
		steps = steps[:max(len(steps)-1, 0)]
	}
	return dec.pointerOf(steps)
}

// valuePointer returns the JSON Pointer of the last value.
func (dec *stream) valuePointer() string {
	dec.settleName()
	switch dec.state {
	case syntax.FirstKey, syntax.Key:
		return dec.pointerOf(dec.path[:max(len(dec.path)-1, 0)]) // a name
	}
	return dec.pointerOf(dec.path)
}

func (dec *stream) pointerOf(steps []streamStep) string {
	var b []byte
	for i := range steps {
		b = append(b, '/')
		if dec.parents.object(i + 1) {
			b = appendReference(b, steps[i].name)
		} else {
			b = strconv.AppendInt(b, steps[i].index, 10)
		}
	}
	return string(b)
}

// appendReference appends name as a reference token of a JSON Pointer.
func appendReference(b []byte, name string) []byte {
	for i := range len(name) {
		switch c := name[i]; c {
		case '~':
			b = append(b, "~0"...)
		case '/':
			b = append(b, "~1"...)
		default:
			b = append(b, c)
		}
	}
	return b
}
