package decoder

// Decoder: its methods, and what is left of one that is idle.

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
// A Decoder must not be used by several goroutines at once, nor copied once it has been used, and panics if its reader decodes
// with it in the middle of a Read.
type Decoder struct {
	// s is what dec works with, or &asleep while it is idle: before its first call, and after a Decode at
	// the top level behind which next to nothing is unread. Most Decoders get one value from one message and are
	// dropped, and few of those that wait for their next message do so in the middle of something.
	s *stream

	// What an idle Decoder has to remember. While s == &asleep
	//
	//	bytes[:end] are the last bytes that were read, bytes[pos:end] those that have not been consumed
	//	lines.offset is the stream offset of bytes[pos]
	//
	// While dec is at work only r and opts are up to date, and bytes is s's to use: see input.small.
	r               io.Reader
	opts            Options
	err             error       // see stream
	scanned         int64       // see stream
	lines           lineCounter // has counted all that was consumed
	start, failedAt int64       // see places
	session         uint32      // s's, as it was when dec woke up: see awake
	parked          sizeCode    // the size of the buffer that s had, 0 before it had one
	pos, end        uint8
	bytes           [parkedBytes]byte
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

// asleep is the s of all idle Decoders, so nobody may write to it. Its walk is not on: Token and More find that
// out without another test, and go on to awake.
var asleep stream

// streams holds streams that are zero, but for session. One is there only if no Decoder's s, no engine's dec and no
// call refers to it, except for what copies of a Decoder, made while it was awake, have left of it.
var streams = sync.Pool{New: func() any { return new(stream) }}

// awake returns what dec works with. dec stays awake until a Decode ends with sleep.
//
// As long as a Decoder is awake, copies of it share its stream. When one of them goes to sleep the stream gets a new session, and
// perhaps another Decoder's work: the others must not go on with that.
func (dec *Decoder) awake() *stream {
	if s := dec.s; s != nil && s != &asleep && s.session == dec.session {
		return s
	}
	return dec.wake()
}

// idle reports whether dec is idle. (The s of the zero Decoder is nil.)
func (dec *Decoder) idle() bool { return dec.s == &asleep || dec.s == nil }

// copied is what a Decoder panics with that is a copy, made while the original was in the middle of something; that one has
// finished since. (In encoding/json the two go different ways from there on.)
const copied = "json: Decoder was copied while it was in use"

// wake ends dec's idleness.
func (dec *Decoder) wake() *stream {
	if !dec.idle() {
		panic(copied)
	}
	s := streams.Get().(*stream)
	dec.session = s.session
	s.opts, s.err, s.scanned = dec.opts, dec.err, dec.scanned
	s.places.start, s.places.failedAt = dec.start, dec.failedAt
	in := &s.in
	in.r, in.lines, in.parked = dec.r, dec.lines, dec.parked.size()
	in.small = dec.bytes[:0]
	in.buf = dec.bytes[:dec.end:dec.end]
	in.pos = int(dec.pos)
	in.base = dec.lines.offset - int64(in.pos)
	dec.s = s
	return s
}

// sleep makes dec idle, if s is parked and all that matters of it fits into dec. Outside of calls s is
// dec's alone. What does not fit: a place within a container, entries left over (engine), an error to come (late), a
// failure whose bytes are gone (failedFrom), names and slabs that Token goes on with.
func (dec *Decoder) sleep(s *stream) {
	in := &s.in
	if s.err != nil && in.offset() > s.places.failedAt {
		return // Token went on, and Locate may be asked for a place before that
	}
	if in.pinned || in.lent || in.late != nil || in.spared > 0 || s.walking || s.engine != nil || s.failedFrom > 0 ||
		s.state != syntax.Top || s.parents.depth > 0 || s.err == nil && (s.memory.inUse() || s.names.seen > 0) {
		return
	}
	if cap(in.small) == 0 || &in.small[:1][0] != &dec.bytes[0] {
		return // for good: others may have parts of bytes, see input.lent
	}
	if in.lines.offset < in.offset() {
		in.count(in.pos) // white space that More has consumed, or a scalar
	}
	dec.err, dec.scanned, dec.lines = s.err, s.scanned, in.lines
	dec.start, dec.failedAt = s.places.start, s.places.failedAt
	dec.parked, dec.pos, dec.end = codeOf(in.parked), uint8(in.pos), uint8(len(in.buf))
	dec.s = &asleep
	s.release()
}

// own returns s, dec's, as a stream that is never given back: Token and More do not look, each time, whether dec's
// session is still on.
func (dec *Decoder) own(s *stream) *stream {
	t := new(stream)
	*t = *s
	t.owned = true
	if d := t.engine; d != nil {
		d.in, d.dec = &t.in, t
	}
	dec.s = t
	s.engine = nil
	s.release()
	return t
}

// release gives s back, zero. The caller forgets it.
func (s *stream) release() {
	if s.owned {
		return
	}
	*s = stream{session: s.session + 1}
	streams.Put(s)
}

// UseNumber makes Decode and Token give numbers in empty interfaces as Number
// instead of float64.
func (dec *Decoder) UseNumber() {
	dec.opts.UseNumber = true
	dec.passOptions()
}

// DisallowUnknownFields makes Decode return an error for an object that has a name
// for which its struct has no field.
func (dec *Decoder) DisallowUnknownFields() {
	dec.opts.DisallowUnknownFields = true
	dec.passOptions()
}

// passOptions lets s have dec's options. An idle Decoder does so when it wakes.
func (dec *Decoder) passOptions() {
	if !dec.idle() {
		s := dec.awake()
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
	// Of an error that does not stay Locate finds the place in what has been read.
	if s.calls--; s.calls == 0 && s.in.parked > 0 && (err == nil || s.err != nil) {
		dec.sleep(s)
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
	if dec.idle() {
		return dec.lines.offset
	}
	return dec.awake().inputOffset()
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
