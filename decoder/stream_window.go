package decoder

// Windows over a stream: how Decode decodes an array or object of any length while
// it arrives.
//
// The engine indexes what the input layer has read, wherever in its buffer that
// is, and the entries behind a value stay for the next call: no byte is indexed
// twice. Position 0 is the buffer's first byte, so that
//
//	origin = input.base - start         offsets count from the value's start
//	next   = how far the buffer has been indexed
//
// Bytes stay in the buffer as long as the value fits into it; beyond that they are
// given up, up to the first that is still needed (an unconsumed entry's, or hold).

import (
	"errors"
	"io"
	"reflect"

	"swarjson/internal/mem"
	"swarjson/internal/syntax"
)

// errLongToken ends a stream with a token longer than positions reach.
var errLongToken = errors.New("json: token of more than 3 GiB")

// checkAhead is up to how many bytes of an incomplete value are checked before
// more is read.
const checkAhead = 16 << 10

// noHold is hold when no bytes have to stay.
const noHold = -1

// streamEngine returns dec's engine with entries from the first unread byte on. It
// holds on to one as long as there are entries left over.
func (dec *Decoder) streamEngine() *engine {
	d := dec.engine
	in := &dec.in
	if d == nil {
		d = enginePool.Get().(*engine)
		dec.engine = d
		d.in = in
		d.ix.Reset()
		d.head, d.cnt, d.next, d.oldEntries = 0, 0, in.pos, 0
		d.flags, d.newFlags = 0, 0
		d.streamBase = in.base
	}
	d.setOptions(&dec.opts)
	d.follow()
	if d.next < in.pos {
		// Token went beyond what was indexed. It stops between tokens, where stage
		// 1 has nothing to carry.
		d.ix.Reset()
		d.head, d.cnt, d.next = 0, 0, in.pos
	}
	// Token may have taken what entries stand for.
	for d.head < d.cnt && d.at(d.head) < in.pos {
		d.head++
	}
	d.origin = -in.pos
	d.lim = d.cnt - lookahead
	d.depth, d.hold, d.slid = 0, noHold, false
	d.failed, d.tooLong, d.inErr = false, false, nil
	d.valueEnd = -1
	d.checked = 0
	d.check.Reset()
	d.check.LimitDepth(d.maxDepth)
	d.saved, d.fatal = nil, typeError{}
	return d
}

// drop forgets the first k entries.
func (d *engine) drop(k int) int {
	if k >= d.oldEntries {
		d.flags = d.newFlags
	}
	kept := copy(d.index, d.index[k:d.cnt])
	d.oldEntries = max(0, d.oldEntries-k)
	d.head, d.cnt = 0, kept
	return kept
}

// follow adjusts positions after the input layer has moved the unread bytes.
func (d *engine) follow() {
	by := int(d.in.base - d.streamBase)
	d.base = mem.Of(d.in.buf)
	if by == 0 {
		return
	}
	for i := range d.index[:d.cnt] {
		d.index[i] -= uint32(by)
	}
	d.next -= by
	d.escFrom -= by
	d.escEnd -= by
	d.origin += by
	d.streamBase = d.in.base
}

// refillStream is refill for a stream. It reads no further than it must: once the
// entries at hand close the value, they are enough.
func (d *engine) refillStream(k int) int {
	if d.depth == 0 && k > 0 {
		d.valueEnd = d.offset(k-1) + 1
	}
	cnt := d.drop(k)
	d.oldEntries, d.newFlags = cnt, 0
	in := d.in
	for cnt < lookahead {
		if d.next == len(in.buf) {
			d.cnt = cnt
			if d.inErr != nil || d.closes() || d.hasFault() || !d.read() {
				d.sealStream()
				break
			}
			continue
		}
		end := min(d.next+windowSize, len(in.buf))
		n, flags := d.ix.Index(in.buf[d.next:end], uint32(d.next), d.index[cnt:], d.esc)
		d.escFrom, d.escEnd = d.next, end
		cnt += n
		d.newFlags |= flags
		d.next = end
	}
	d.flags |= d.newFlags
	d.escSeen = false
	d.cnt = cnt
	if d.lim != noLimit {
		d.lim = cnt - lookahead
	}
	return 0
}

// closes reports whether the entries at hand end the value.
func (d *engine) closes() bool {
	if d.valueEnd >= 0 {
		return true
	}
	depth := d.depth
	for k := 0; k < d.cnt; k++ {
		switch d.tok(k) {
		case '"':
			k++
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth <= 0 {
				return true
			}
		}
	}
	return false
}

// hasFault reports whether there is a syntax error in the value's bytes so far, if
// they are few: the walk looks ahead, but who sends a broken message and waits for
// the answer must get it without another read.
func (d *engine) hasFault() bool {
	from, end := -d.origin+d.checked, len(d.in.buf)
	if d.slid || end+d.origin > checkAhead {
		return false
	}
	n, verdict := d.check.Scan(d.in.buf[from:end])
	d.checked += n
	return verdict == syntax.Bad
}

// read reads once, after giving up what is not needed if the buffer is full. It
// reports whether there is a chance of more.
func (d *engine) read() bool {
	in := d.in
	if in.pos < d.next && cap(in.buf)-len(in.buf) < minRead && cap(in.buf) >= bigBuffer {
		keep := d.next
		if d.cnt > 0 {
			keep = d.at(0)
		}
		if d.hold != noHold {
			keep = min(keep, d.hold-d.origin)
		}
		d.slid = d.slid || keep > in.pos
		in.pos = keep
	}
	if uint64(len(in.buf)) > longestToken {
		d.inErr = errLongToken
		return false
	}
	err := in.fill()
	d.follow()
	d.inErr = err
	return true
}

// sealStream appends sentinels: nothing behind the entries at hand is needed, or
// nothing more comes. They point to zeros behind the bytes that were read.
func (d *engine) sealStream() {
	in := d.in
	if cap(in.buf)-len(in.buf) < padding {
		in.makeRoom()
		d.follow()
	}
	end := len(in.buf)
	clear(in.buf[end : end+padding])
	for i := d.cnt; i < d.cnt+lookahead; i++ {
		d.index[i] = uint32(end)
	}
	d.lim = noLimit
}

// decodeStream is Decode for an array or object that starts in the unread bytes;
// readErr is what the reader said with the last of them.
func (dec *Decoder) decodeStream(v any, readErr error) error {
	in := &dec.in
	rv := reflect.ValueOf(v)
	var p *plan
	if rv.Kind() == reflect.Pointer && !rv.IsNil() {
		if p = planOf(rv.Type().Elem()); dec.opts.isStrict() || !p.isFresh(rv) {
			p = nil
		}
	}
	d := dec.streamEngine()
	d.inErr = readErr
	// Many small values share a window: entries are moved only when they run out.
	k := d.head
	if k > d.lim {
		d.drop(k)
		k = d.refill(0)
	}
	var err error
	if p != nil {
		k = p.decode(d, k, rv)
	} else {
		d.hold = 0
		k = d.skip(k)
		d.hold = noHold
	}
	if k < 0 {
		if p != nil {
			rv.Elem().SetZero()
		}
		return dec.streamFault(d)
	}
	end := d.valueEnd
	if end < 0 {
		end = d.offset(k-1) + 1
	}
	d.head = k
	dec.scanned += int64(end)
	if p != nil {
		err = d.result()
		in.pos = end - d.origin
		dec.endValue()
	} else {
		value := in.unread()[:end]
		in.skip(end)
		err = dec.decodeValue(value, v)
		dec.endValue()
	}
	if d.head >= d.cnt {
		dec.releaseEngine()
	}
	return err
}

// streamFault makes the error of a walk that stopped, which Decode then stays with:
// of the syntax, if there is a fault in what was read, else of the reader.
func (dec *Decoder) streamFault(d *engine) error {
	buf := dec.in.buf
	d.failedIn(syntax.Top)
	dec.scan.Start(d.faultKind, d.depth)
	at := min(d.faultOff-d.origin, len(buf))
	n, verdict := dec.scan.Scan(buf[at:])
	if verdict != syntax.Bad && verdict != syntax.More && !d.slid {
		dec.scan.Reset()
		at = -d.origin
		n, verdict = dec.scan.Scan(buf[at:])
	}
	if d.slid {
		dec.failedFrom = dec.in.base - int64(d.origin) + 1
	}
	at += n
	dec.scanned += int64(at + d.origin)
	switch {
	case verdict == syntax.Bad:
		dec.err = dec.scan.Fault(buf, at, dec.scanned+1)
	case d.inErr == nil, d.inErr == io.EOF:
		dec.err = io.ErrUnexpectedEOF
	default:
		dec.err = d.inErr
	}
	dec.releaseEngine()
	return dec.err
}

// releaseEngine gives the engine back, with all entries.
func (dec *Decoder) releaseEngine() {
	if dec.engine != nil {
		dec.engine.release()
		dec.engine = nil
	}
}
