package decoder

import (
	"io"
	"sync"

	"swarjson/internal/syntax"
)

// A Decoder reads and decodes JSON values from an input stream.
//
// It does what encoding/json's Decoder does, call for call: results, errors and
// their offsets, what is read and when. How much it reads at a time differs.
// It reads no further once a value is complete, which for an array or object
// is with its last byte, and for all others with the byte behind them.
//
// There is a difference for arrays and objects of more than 32 KiB that arrive in pieces and are
// decoded while they do: after an error of syntax, or of the reader, Buffered may not
// begin with the value's first byte, for that has been given up. InputOffset is the
// same; Token returns the error again.
//
// A Decoder must not be used by several goroutines at once, and panics if its reader decodes
// with it in the middle of a Read.
type Decoder struct {
	// s is what dec works with, or asleep while it is idle: before its first value, and where all that was read
	// has been decoded. Most Decoders get one value from one message and are dropped, and few of
	// those that wait for their next message do so in the middle of something.
	s *stream

	// What an idle Decoder has to remember. While dec is at work most of it is out of date; r and opts are not, and bytes
	// is s's to use.
	r       io.Reader
	opts    Options
	err     error       // see stream
	scanned int64       // see stream
	lines   lineCounter // has counted all that was consumed
	placed  [2]int64    // places.start, places.failedAt

	size   int32 // of the buffer that s had, 0 before it had one
	full   bool  // see input
	kept   uint8 // bytes[:kept] are the last bytes that were read,
	unread uint8 // the last few of which have not been consumed
	bytes  [parkedBytes]byte
}

// NewDecoder returns a Decoder that reads from r. It may read more than the
// values that it is asked for, see Buffered.
func NewDecoder(r io.Reader) *Decoder {
	return &Decoder{s: &asleep, r: r}
}

// NewDecoder returns a Decoder that reads from r and decodes as o says.
func (o Options) NewDecoder(r io.Reader) *Decoder {
	o.AliasInput = false
	return &Decoder{s: &asleep, r: r, opts: o}
}

// asleep stays as it is: its walk is not on, which spares Token and More a look at whether they are awake.
var asleep stream

var streams = sync.Pool{New: func() any { return new(stream) }}

// awake returns what dec works with.
func (dec *Decoder) awake() *stream {
	if dec.s == &asleep {
		return dec.wake()
	}
	return dec.s
}

// wake ends dec's idleness.
func (dec *Decoder) wake() *stream {
	s := streams.Get().(*stream)
	s.opts, s.err, s.scanned = dec.opts, dec.err, dec.scanned
	s.places.start, s.places.failedAt = dec.placed[0], dec.placed[1]
	in := &s.in
	in.r, in.lines, in.full, in.parked = dec.r, dec.lines, dec.full, int(dec.size)
	in.small = dec.bytes[:0]
	in.buf = dec.bytes[:dec.kept:dec.kept]
	in.pos = int(dec.kept - dec.unread)
	in.base = dec.lines.offset - int64(in.pos)
	dec.s = s
	return s
}

// rest makes dec idle, if s, which is parked, has nothing else that is of use for what comes.
func (dec *Decoder) rest(s *stream) {
	in := &s.in
	if in.pinned || in.lent || in.late != nil || s.walking || s.engine != nil || s.failedFrom > 0 || s.places.slid != nil ||
		s.state != syntax.Top || s.parents.depth > 0 || in.spared > 0 {
		return
	}
	if s.err == nil && (s.memory.inUse() || s.names.seen > 0) {
		return // Token goes on with these
	}
	if cap(in.small) == 0 || &in.small[:1][0] != &dec.bytes[0] {
		return // others may have parts of bytes: see input.lent
	}
	if in.lines.offset < in.offset() {
		in.count(in.pos) // white space that More has consumed
	}
	dec.err, dec.scanned, dec.lines = s.err, s.scanned, in.lines
	dec.placed = [2]int64{s.places.start, s.places.failedAt}
	dec.size, dec.full = int32(in.parked), in.full
	dec.kept, dec.unread = uint8(len(in.buf)), uint8(len(in.buf)-in.pos)
	dec.s = &asleep
	s.release()
}

// release gives s back. It was the only one to know of it.
func (s *stream) release() {
	*s = stream{}
	streams.Put(s)
}

// UseNumber makes Decode and Token give numbers in empty interfaces as Number
// instead of float64.
func (dec *Decoder) UseNumber() {
	dec.opts.UseNumber = true
	dec.changed()
}

// DisallowUnknownFields makes Decode return an error for an object that has a name
// for which its struct has no field.
func (dec *Decoder) DisallowUnknownFields() {
	dec.opts.DisallowUnknownFields = true
	dec.changed()
}

// changed lets s have dec's options.
func (dec *Decoder) changed() {
	if s := dec.s; s != &asleep {
		s.opts, s.optionsSet = dec.opts, true
	}
}

// Decode reads the next value of the stream and stores it in the value pointed to
// by v, as Unmarshal does. At the end of the stream it returns io.EOF, and
// io.ErrUnexpectedEOF if the stream ends within a value.
//
// After an error of syntax or of the reader every later Decode returns that error.
// After any other error, such as an UnmarshalTypeError, the next Decode
// goes on behind the value. Offsets of an UnmarshalTypeError count from where
// the value before it ends.
func (dec *Decoder) Decode(v any) error {
	s := dec.awake()
	s.calls++
	err := s.decode(v)
	if s.calls--; s.calls == 0 && s.in.parked > 0 {
		dec.rest(s)
	}
	return err
}

// Buffered returns a reader of the bytes that the Decoder has read and not decoded.
// It is valid until the next call of a method of the Decoder that reads.
func (dec *Decoder) Buffered() io.Reader { return dec.awake().buffered() }

// InputOffset returns the Decoder's position in the stream in bytes: behind the last
// value or token that was returned, or where Token and More have looked at the
// next one, before that.
func (dec *Decoder) InputOffset() int64 {
	if dec.s == &asleep {
		return dec.lines.offset
	}
	return dec.s.inputOffset()
}

// Position returns where in the stream the Decoder is, at InputOffset, as line,
// column and offset. Its Pointer is the one of the value that the token stream is in:
// behind an element it is that of the array, and before one, when Token has
// consumed the comma or the name, the element's own.
//
// CharColumn is 0 for places beyond the first 16 KiB of a line. Excerpt shows what is
// in the buffer around the place.
//
// Newlines are counted as bytes leave the buffer, whether Position is called or not.
func (dec *Decoder) Position() Position { return dec.awake().position() }

// Locate finds the place in the stream that err is about. err is, or wraps, the error
// of the last call of Decode or Token:
//
//   - one of syntax, or io.ErrUnexpectedEOF: the place is the first byte that is wrong,
//     or the stream's end;
//   - one of the reader, or io.EOF: the end of what has been read;
//   - an UnmarshalTypeError: where the value begins that does not fit;
//   - a RejectedError: its Offset.
//
// It is the function [Locate] for streams, where offsets of errors count from
// different places. It reports false if err is nothing of the kind.
//
// As with Position, CharColumn is 0 beyond the first 16 KiB of a line. If the value is
// longer than the buffer, Pointer is that of the value as a whole.
func (dec *Decoder) Locate(err error) (Position, bool) { return dec.awake().locate(err) }
