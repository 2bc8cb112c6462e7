package decoder

import "reflect"

// decodeMessage is decodeStream for a value that has come as a whole, as most messages do: it is decoded like a small
// document. c, '{' or '[', is its first byte. It reports false, and nothing has happened, if the unread
// bytes are too many, or seem to end within the value, or if there is anything about the
// value that is not as it should be.
//
// If it is followed by others, the next call indexes their bytes once more; there are no more than smallDocument of them.
func (dec *stream) decodeMessage(c byte, v any) bool {
	unread := dec.in.unread()
	n := len(unread)
	if n > smallDocument || dec.engine != nil || dec.opts.isStrict() || dec.opts.MaxBytes > 0 && int64(n) > dec.opts.MaxBytes {
		return false
	}
	for unread[n-1] <= ' ' { // ends at c
		n--
	}
	if unread[n-1] != c+2 {
		return false
	}
	d := newEngine()
	defer d.release()
	p, at := d.target(v)
	if p == nil || !p.isFresh(at) {
		return false
	}
	d.setOptions(&dec.opts)
	d.data = unread
	d.start()
	k := p.decode(d, 0, at)
	if k < 0 || d.result() != nil {
		reflect.ValueOf(v).Elem().SetZero()
		return false
	}
	n = d.offset(k-1) + 1
	dec.in.skip(n)
	dec.scanned += int64(n)
	dec.endValue()
	dec.park()
	return true
}
