package decoder

import (
	"bytes"
	"io"

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

// NewDecoder returns a Decoder that reads from r. It may read more than the
// values that it is asked for, see Buffered.
func NewDecoder(r io.Reader) *Decoder {
	return &Decoder{in: input{r: r}}
}

// NewDecoder returns a Decoder that reads from r and decodes as o says.
func (o Options) NewDecoder(r io.Reader) *Decoder {
	o.AliasInput = false
	return &Decoder{opts: o, in: input{r: r}}
}

// scanner returns dec.scan, with the place that it was left at.
func (dec *Decoder) scanner() *syntax.Scanner {
	if dec.scan == nil {
		dec.scan = new(syntax.Scanner)
		dec.scan.LimitDepth(dec.opts.MaxDepth)
	}
	return dec.scan
}

// UseNumber makes Decode and Token give numbers in empty interfaces as Number
// instead of float64.
func (dec *Decoder) UseNumber() { dec.opts.UseNumber, dec.optionsSet = true, true }

// DisallowUnknownFields makes Decode return an error for an object that has a name
// for which its struct has no field.
func (dec *Decoder) DisallowUnknownFields() {
	dec.opts.DisallowUnknownFields, dec.optionsSet = true, true
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
		return syntax.ValueError(dec.state, 0, dec.InputOffset())
	}
	dec.places.begin(dec.in.offset())
	c, err := dec.firstByte()
	if c == '{' || c == '[' {
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
func (dec *Decoder) decodeValue(value []byte, v any) error {
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
func (dec *Decoder) firstByte() (byte, error) {
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
func (dec *Decoder) readValue(err error) (int, error) {
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

// Buffered returns a reader of the bytes that the Decoder has read and not decoded.
// It is valid until the next call of a method of the Decoder that reads.
func (dec *Decoder) Buffered() io.Reader {
	unread := dec.in.unread()
	if len(unread) > 0 {
		dec.in.lent = true
	}
	return bytes.NewReader(unread)
}

// InputOffset returns the Decoder's position in the stream in bytes: behind the last
// value or token that was returned, or where Token and More have looked at the
// next one, before that.
func (dec *Decoder) InputOffset() int64 {
	if dec.failedFrom > 0 {
		return dec.failedFrom - 1
	}
	return dec.in.offset()
}
