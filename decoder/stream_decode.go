package decoder

// Decode: the next value of a stream.

import (
	"bytes"
	"io"

	"swarjson/internal/syntax"
)

// stream is a Decoder at work: what Decoder.s is, or an iterator. See streams for when one comes back.
type stream struct {
	in   input
	opts Options

	// optionsSet: opts have changed since engine was told. A value that is being
	// decoded keeps those that it began with.
	optionsSet bool

	// scan finds where values end. scanned counts the bytes that it has taken over
	// the stream's life: offsets of syntax errors that Decode finds are counted so
	// in encoding/json, without the bytes that Token has taken by itself.
	scan    *syntax.Scanner // nil before it is needed: see scanner
	scanned int64

	// engine has index entries of unread bytes, or is nil: see stream_window.go.
	engine *engine

	// walk is Token's way along these entries: see stream_token_walk.go.
	walk tokenWalk

	// failedFrom is 1 + the offset of a value that Decode failed in after it had
	// given up its first bytes, else 0.
	failedFrom int64

	// err is what Decode failed with for good: an error of the reader, or of syntax.
	err error

	walking bool // the engine is on its way through a value: see abandonWalk

	// session counts how often the stream has been given back. An owned one never is: see Decoder.own.
	session uint32
	owned   bool

	// togetherTo is the offset behind values that have come together, as decodeMessage has seen, or 0.
	togetherTo int64

	// calls is how many calls of Decode there are, one within the other by methods of its targets. After a panic
	// it stays above 0, and the Decoder awake.
	calls int32

	// Where the token stream is. state is Top … AfterMember.
	state   syntax.State
	parents kinds
	path    []streamStep
	memory  tokenMemory
	names   tokenNames
	skipped []byte // iter_seek.go: the name of the member that is skipped

	// What is noted for Locate: see stream_position.go.
	places places
}

// scanner returns dec.scan, with the place that it was left at.
func (dec *stream) scanner() *syntax.Scanner {
	if dec.scan == nil {
		dec.scan = new(syntax.Scanner)
		dec.scan.LimitDepth(dec.opts.MaxDepth)
	}
	return dec.scan
}

// decode is Decoder.Decode.
func (dec *stream) decode(v any) error {
	if dec.walking || dec.in.reading {
		dec.abandonWalk()
	}
	if dec.err != nil {
		return dec.err
	}
	dec.stopWalk()
	if err := dec.separator(); err != nil {
		return err
	}
	if !dec.takesValue() {
		return syntax.ValueError(dec.state, 0, dec.inputOffset())
	}
	dec.places.begin(dec.in.offset())
	c, err := dec.firstByte()
	if c == '{' || c == '[' {
		if dec.decodeMessage(c, v) {
			return nil
		}
		if dec.waits(err) {
			before := len(dec.in.unread())
			if err = dec.await(); len(dec.in.unread()) > before && dec.decodeMessage(c, v) {
				return nil
			}
		}
		return dec.decodeStream(v, err)
	}
	n, err := dec.readValue(err)
	if err != nil {
		return err
	}
	value := dec.in.unread()[:n]
	dec.in.skip(n)
	err = dec.decodeValue(value, v)
	dec.endValue()
	return err
}

// decodeValue decodes value, which lies in front of the unread bytes.
func (dec *stream) decodeValue(value []byte, v any) error {
	// v's methods may call dec again. value stays as it is then, and as long as they like.
	pinned := dec.in.pinned
	dec.in.pinned = true
	defer func() { dec.in.pinned = pinned }()
	// What is not fresh may have methods, also behind an interface, that get parts of value.
	if p, at := targetOf(v); p != nil && !p.isFresh(at) {
		dec.in.lent = true
	}
	return dec.opts.decodeValue(value, v)
}

// firstByte returns the first byte that is no white space, 0 if there is none, or more white
// space than MaxBytes, and what the reader said if it had to be asked. It consumes nothing.
func (dec *stream) firstByte() (byte, error) {
	var err error
	for n := 0; ; {
		unread := dec.in.unread()
		for n < len(unread) && syntax.IsSpace(unread[n]) {
			n++
		}
		if limit := dec.opts.MaxBytes; limit > 0 && int64(n) > limit {
			return 0, err
		}
		if n < len(unread) {
			return unread[n], err
		}
		if err != nil {
			return 0, err
		}
		err = dec.in.fill()
	}
}

// readValue reads until the unread bytes begin with a whole value, and returns its
// length, white space before it included. No byte is scanned twice. err is what
// the reader said last.
func (dec *stream) readValue(err error) (int, error) {
	scan := dec.scanner()
	scan.Reset()
	for n := 0; ; {
		unread := dec.in.unread()
		taken, verdict := scan.Scan(unread[n:])
		n += taken
		dec.scanned += int64(taken)
		switch {
		case dec.opts.MaxBytes > 0 && int64(n) > dec.opts.MaxBytes:
			// Behind the last byte that was allowed, however many came with it.
			dec.fail(ErrTooLarge, dec.in.pos+int(dec.opts.MaxBytes))
			return 0, dec.err
		case verdict == syntax.Done:
			return n, nil
		case verdict == syntax.Bad:
			dec.fail(scan.Fault(unread, n, dec.scanned+1), dec.in.pos+n)
			return 0, dec.err
		}
		// What came along with an error of the reader is looked at first.
		if err == io.EOF && scan.Complete() {
			return n, nil
		}
		if err == io.EOF && scan.Begun() {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			dec.fail(err, len(dec.in.buf))
			dec.park()
			return 0, err
		}
		err = dec.in.fill()
	}
}

// buffered is Decoder.Buffered.
func (dec *stream) buffered() io.Reader {
	unread := dec.in.unread()
	if len(unread) > 0 {
		dec.in.lent = true
	}
	return bytes.NewReader(unread)
}

// inputOffset is Decoder.InputOffset.
func (dec *stream) inputOffset() int64 {
	if dec.failedFrom > 0 {
		return dec.failedFrom - 1
	}
	return dec.in.offset()
}
