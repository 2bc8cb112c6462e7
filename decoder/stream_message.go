package decoder

// Messages: values that have come as a whole.

import (
	"reflect"

	"swarjson/internal/syntax"
)

// longestMessage is the most unread bytes that decodeMessage looks at. Of a document of that size all entries are there from the
// beginning: no refill, which renumbers them, comes between the value's last entry and a look at it.
const longestMessage = smallDocument

// decodeMessage is decodeStream for a value that has come as a whole, as most messages do: it is decoded as Unmarshal
// decodes a document. c, '{' or '[', is the first of the unread bytes that is no white space.
//
// It reports false, with nothing consumed and the target as it was, if there are entries left over; the unread bytes are more
// than longestMessage or MaxBytes, or do not end in c's closing bracket; options are strict; the target is not fresh; or the
// value has a fault or does not fit. decodeStream then goes its way, and makes the error.
//
// Of values that have come together it takes the first: the others share one index.
func (dec *stream) decodeMessage(c byte, v any) bool {
	unread := dec.in.unread()
	n := len(unread)
	end := dec.in.offset() + int64(n)
	if n > longestMessage || dec.togetherTo == end || dec.engine != nil || dec.opts.isStrict() || dec.opts.MaxBytes > 0 && int64(n) > dec.opts.MaxBytes {
		return false
	}
	for unread[n-1] <= ' ' { // ends at c
		n--
	}
	if unread[n-1] != c+2 { // '[' is 0x5b and ']' 0x5d, '{' 0x7b and '}' 0x7d
		return false
	}
	d := newEngine()
	p, at := d.target(v)
	if p == nil || !p.isFresh(at) {
		d.release()
		return false
	}
	d.setOptions(&dec.opts)
	d.data = unread
	d.start()
	k := p.decode(d, 0, at)
	if k < 0 || d.result() != nil {
		d.release()
		reflect.ValueOf(v).Elem().SetZero()
		return false
	}
	size := d.offset(k-1) + 1
	d.release()
	if size < n {
		dec.togetherTo = end
	}
	dec.in.skip(size)
	dec.scanned += int64(size)
	dec.endValue()
	dec.park()
	return true
}

// waits reports whether the value that comes next might be one that its sender is in the middle of: readErr is nil, and
// the last read was given less than it asked for.
func (dec *stream) waits(readErr error) bool {
	return readErr == nil && dec.engine == nil && !dec.in.full && len(dec.in.unread()) < longestWait
}

// longestWait is up to how many bytes of a value are waited for without an engine.
const longestWait = firstBuffer

// await reads until the array or object that comes next is complete, has a fault, is as long as longestWait
// or as long as it may be. It returns what the reader said last.
//
// Decoding it while it arrives would take an engine, a hundred times as much memory as such a
// value, for as long as the sender likes.
func (dec *stream) await() error {
	scan := dec.scanner()
	scan.Reset()
	for n := 0; ; {
		unread := dec.in.unread()
		taken, verdict := scan.Scan(unread[n:])
		n += taken
		if verdict != syntax.More || n >= longestWait || dec.opts.MaxBytes > 0 && int64(n) >= dec.opts.MaxBytes {
			return nil
		}
		if err := dec.in.fill(); err != nil {
			return err
		}
	}
}
