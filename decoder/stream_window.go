package decoder

// Windows over a stream: how Decode decodes an array or object of any length while
// it arrives.
//
// The engine indexes what the input layer has read, wherever in its buffer that
// is, and the entries behind a value stay for the next call: no byte is indexed
// twice (but for those behind a message, see decodeMessage). Position 0 is the buffer's first byte, so that
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

// heldValue is up to how many bytes of a value that is not complete all stay in the buffer. If
// it is full then, half of it lies before them and is consumed: makeRoom moves them down.
const heldValue = bigBuffer / 2

// maxPooled is what an engine in the pool holds at most: bounds of its own
// buffers, and pieces of memory that are partly given out.
const maxPooled = 480 << 10

// noHold is hold when no bytes have to stay.
const noHold = -1

// entries returns dec's engine, whose entries from head on are those of the unread bytes,
// as far as these have been indexed, up to next. It holds on to one as long as there
// are entries left over.
func (dec *stream) entries() *engine {
	if dec.walking || dec.in.reading {
		dec.abandonWalk()
	}
	d := dec.engine
	in := &dec.in
	if d == nil {
		d = newEngine()
		dec.engine = d
		d.in, d.dec = in, dec
		d.setOptions(&dec.opts)
		d.ahead.LimitDepth(d.maxDepth) // which does not change
		d.ix.Reset()
		d.head, d.cnt, d.next, d.oldEntries = 0, 0, in.pos, 0
		d.flags, d.newFlags = 0, 0
		d.streamBase = in.base
	}
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
	return d
}

// streamEngine returns dec's engine, ready for a walk over the value that comes next.
func (dec *stream) streamEngine() *engine {
	d := dec.entries()
	dec.walking = true
	if dec.optionsSet {
		dec.optionsSet = false
		d.setOptions(&dec.opts)
	}
	in := &dec.in
	d.origin = -in.pos
	d.lim = d.cnt - lookahead
	d.depth, d.hold, d.slid = 0, noHold, false
	d.failed, d.tooLong, d.inErr = false, false, nil
	d.limit = 0
	d.valueEnd, d.mark = -1, -1
	d.checked, d.unchecked = 0, false
	d.resetChunks()
	// Seldom are these set, and zeroing pointers has a price.
	if d.saved != nil {
		d.saved = nil
	}
	if d.fatal.err != nil {
		d.fatal = typeError{}
	}
	return d
}

// errAbandoned is what a Decoder stays with if its reader panicked, somebody recovered, and the
// value's beginning is not there any more.
var errAbandoned = errors.New("json: Decoder used after its Reader panicked within a long value")

// readerCalls is what a Decoder panics with if its reader calls it: whatever Read was called
// for is half done then. (encoding/json goes on, and panics a little later, or loses bytes.)
const readerCalls = "json: Decoder used by its own Reader in the middle of a Read"

// abandonWalk comes before what follows a walk that the reader ended by a panic. The engine is
// somewhere in the middle of the value; the bytes are still there, if it was not too long.
func (dec *stream) abandonWalk() {
	if dec.in.reading {
		panic(readerCalls)
	}
	if dec.engine.slid && dec.err == nil {
		dec.fail(errAbandoned, dec.in.pos)
	}
	dec.walking, dec.engine, dec.walk = false, nil, tokenWalk{}
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

// follow adjusts positions after the input layer has moved the unread bytes. Entries before
// head mean nothing from then on. Nor do those of bytes that are gone: Token, or a separator, has
// consumed them without a look at the entries.
func (d *engine) follow() {
	by := int(d.in.base - d.streamBase)
	d.base = mem.Of(d.in.buf)
	if by == 0 {
		return
	}
	for d.head < d.cnt && d.at(d.head) < by {
		d.head++
	}
	unread := d.index[d.head:d.cnt]
	for i := range unread {
		unread[i] -= uint32(by)
	}
	d.next -= by
	d.origin += by
	d.escFrom -= by
	d.escEnd -= by
	if d.escFrom < 0 {
		// Part of what esc is for is gone: the entries at hand count as older.
		d.escFrom, d.escEnd = d.next, d.next
	}
	d.streamBase = d.in.base
}

// refillStream is refill for a stream. It reads no further than it must: once the
// entries at hand close the value, they are enough.
func (d *engine) refillStream(k int) int {
	if d.depth == 0 && k > 0 {
		d.valueEnd = d.offset(k-1) + 1
	}
	in := d.in
	d.pass(k)
	cnt := d.drop(k)
	d.oldEntries, d.newFlags = cnt, 0
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
		cnt = d.indexNext(in.buf[d.next:end], d.next, cnt)
	}
	d.indexed(cnt)
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

// pass has ahead go on at entry k, unless it is further already: what the walk has found
// good needs no other look. (A refill comes between a value or a comma and what
// follows, never behind a name.)
func (d *engine) pass(k int) {
	if d.unchecked || d.depth == 0 {
		return
	}
	// k > 0, for the walk has passed a bracket.
	if at := d.offset(k); at > d.checked {
		d.ahead.GoOn(d.kinds[1:d.depth+1], d.tok(k-1))
		d.checked = at
	}
}

// hasFault reports whether there is a syntax error in the value's bytes so far: the walk
// looks ahead, but who sends a broken message and waits for the answer must get it
// without another read.
func (d *engine) hasFault() bool {
	if d.unchecked {
		return false
	}
	if d.checked == 0 {
		d.ahead.Reset() // at the value's beginning
	}
	n, verdict := d.ahead.Scan(d.in.buf[d.checked-d.origin:])
	d.checked += n
	return verdict == syntax.Bad
}

// read reads once, after giving up what is not needed if the buffer is full. It
// reports whether there is a chance of more.
func (d *engine) read() bool {
	in := d.in
	if d.limit > 0 && int64(len(in.buf)+d.origin) > d.limit {
		d.inErr = ErrTooLarge
		return false
	}
	if len(in.buf)-in.pos > heldValue && cap(in.buf)-len(in.buf) < minRead && cap(in.buf) >= bigBuffer {
		keep := d.next
		if d.cnt > 0 {
			keep = d.at(0)
		}
		if d.hold != noHold {
			keep = min(keep, d.hold-d.origin)
		}
		if keep > in.pos {
			d.dec.passing(d, keep)
			d.slid = true
			in.pos = keep
		}
	}
	if uint64(len(in.buf)) > longestToken {
		d.inErr = errLongToken
		return false
	}
	if limit := d.dec.opts.MaxBytes; d.limit == 0 && limit > 0 && int64(len(in.buf)-in.pos) > max(limit, bigBuffer) {
		d.inErr = ErrTooLarge // a single token of what is skipped
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
	d.seal(end)
}

// decodeStream is Decode for an array or object that starts in the unread bytes;
// readErr is what the reader said with the last of them.
func (dec *stream) decodeStream(v any, readErr error) error {
	d := dec.streamEngine()
	d.limit = dec.opts.MaxBytes
	if !dec.opts.isStrict() {
		if p, at := d.target(v); p != nil && p.isFresh(at) {
			k := dec.decodeFresh(d, p, at, readErr)
			if k < 0 || d.exceeds(k) {
				reflect.ValueOf(v).Elem().SetZero()
				return dec.streamFault(d)
			}
			err := d.result()
			dec.in.pos = dec.streamEnd(d, k) - d.origin
			dec.endStream()
			if err == nil {
				dec.park()
			}
			return err
		}
	}
	d.hold = 0 // white space before the value included: end counts from there
	k := d.skip(dec.firstEntry(d, readErr))
	d.hold = noHold
	if k < 0 || d.exceeds(k) {
		return dec.streamFault(d)
	}
	end := dec.streamEnd(d, k)
	value := dec.in.unread()[:end]
	dec.in.skip(end)
	err := dec.decodeValue(value, v)
	dec.endStream()
	if err == nil {
		dec.park()
	}
	return err
}

// decodeFresh decodes the value that comes next into a variable at v, which is zero, and is
// again if the reader panics. It returns the entry behind the value.
func (dec *stream) decodeFresh(d *engine, p *plan, v mem.Ptr, readErr error) (k int) {
	done := false
	defer func() {
		if !done {
			reflect.NewAt(p.typ, v.Pointer()).Elem().SetZero()
		}
	}()
	k = p.decode(d, dec.firstEntry(d, readErr), v)
	done = true
	return k
}

// skipStream validates the array or object that starts in the unread bytes, and
// consumes it. It holds no more of it than the buffer's size, or a single token.
func (dec *stream) skipStream() error {
	d := dec.streamEngine()
	k := d.skip(dec.firstEntry(d, nil))
	if k < 0 {
		return dec.streamFault(d)
	}
	dec.in.pos = dec.streamEnd(d, k) - d.origin
	dec.endStream()
	return nil
}

// skipOpen is skipStream for what is left of all the containers that are open. A
// value is what came last.
func (dec *stream) skipOpen() error {
	d := dec.streamEngine()
	d.depth = dec.parents.depth
	limit := d.maxDepth
	d.slid, d.unchecked = true, true // there is no beginning of a value to go back to
	k := dec.firstEntry(d, nil)
	for level := d.depth; level > 0; level-- {
		d.maxDepth = limit + level // as in skipStream it counts from where a value begins
		k = d.skipRest(k, dec.parents.object(level))
		if k < 0 {
			// All that is known of the place is that it is in this container.
			dec.path = dec.path[:min(level-1, len(dec.path))]
			dec.places.start = -1
			return dec.streamFault(d)
		}
		dec.parents.pop()
		dec.path = dec.path[:min(level-1, len(dec.path))]
	}
	d.maxDepth = limit
	dec.in.pos = dec.streamEnd(d, k) - d.origin
	dec.state = syntax.Top
	dec.endStream()
	return nil
}

// firstEntry returns the number of the entry at which the walk begins. Many small
// values share a window: entries are moved only when they run out.
func (dec *stream) firstEntry(d *engine, readErr error) int {
	d.inErr = readErr
	if d.head > d.lim {
		d.drop(d.head)
		return d.refill(0)
	}
	return d.head
}

// exceeds reports whether the value, behind which entry k is, has more bytes than it may.
func (d *engine) exceeds(k int) bool { return d.limit > 0 && int64(d.endOf(k)) > d.limit }

// endOf returns the offset behind the value, behind which entry k is.
func (d *engine) endOf(k int) int {
	if d.valueEnd >= 0 {
		return d.valueEnd
	}
	return d.offset(k-1) + 1
}

// streamEnd takes the entries up to k, the one behind the value, and returns the
// offset behind the value.
func (dec *stream) streamEnd(d *engine, k int) int {
	end := d.endOf(k)
	d.head = k
	dec.walking = false
	dec.scanned += int64(end)
	return end
}

// fewBytes are indexed again rather than have an engine kept for their entries, if the next ones may be long in coming.
const fewBytes = 512

// endStream is endValue behind a value that the engine walked over. An engine that has
// next to no entries left is given back. (Methods may have used dec and done so.)
func (dec *stream) endStream() {
	dec.endValue()
	if d := dec.engine; d != nil && (d.head >= d.cnt || len(dec.in.unread()) <= fewBytes && !dec.in.full) {
		dec.releaseEngine()
	}
}

// streamFault makes the error of a walk that stopped, or that went on beyond limit, which
// Decode then stays with: ErrTooLarge, if the value has more than limit bytes and no fault
// among the first limit; else of the syntax, if there is a fault in what was read;
// else the reader's.
func (dec *stream) streamFault(d *engine) error {
	buf := dec.in.buf
	dec.walking = false
	start := -d.origin // in buf, or before it
	if d.slid {
		dec.failedFrom = dec.in.base + int64(start) + 1
	}
	at, verdict := start, syntax.More
	if d.failed {
		d.failedIn(syntax.Top)
		scan := dec.scanner()
		scan.Start(d.faultKind, d.depth)
		at = min(d.faultOff+start, len(buf))
		var n int
		n, verdict = scan.Scan(buf[at:])
		if verdict != syntax.Bad && verdict != syntax.More && !d.slid {
			scan.Reset()
			at = start
			n, verdict = scan.Scan(buf[at:])
		}
		at += n
	}
	dec.scanned += int64(at - start)
	switch {
	case d.limit > 0 && (!d.failed || int64(at-start) > d.limit):
		// Behind the last byte that was allowed.
		dec.fail(ErrTooLarge, start+int(d.limit))
	case verdict == syntax.Bad:
		dec.fail(dec.scan.Fault(buf, at, dec.scanned+1), at)
	case d.inErr == nil, d.inErr == io.EOF:
		dec.fail(io.ErrUnexpectedEOF, len(buf))
	default:
		dec.fail(d.inErr, len(buf))
	}
	dec.releaseEngine()
	return dec.err
}

// releaseEngine gives the engine back, with all entries.
func (dec *stream) releaseEngine() {
	if dec.engine != nil {
		dec.walk = tokenWalk{}
		dec.engine.dec = nil
		dec.engine.release()
		dec.engine = nil
	}
}

// park gives back the buffer that dec reads into, if next to nothing in it is unread and
// no entries are left over: these are positions in it.
func (dec *stream) park() {
	if dec.engine == nil {
		dec.in.park()
	}
}

// retire gives back all that dec has from pools. It is not used any more.
func (dec *stream) retire() {
	dec.releaseEngine()
	dec.in.close()
	dec.release()
}
