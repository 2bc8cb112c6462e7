// Windows over a slice: how the index is kept filled, and how input that ends
// at an unreadable page is still read in whole words.
//
//	document   ....[..........window..........]..............|end
//	           ^origin                        ^next
//	index      [k … cnt) unconsumed entries, relative to origin
//
// Three places can lie behind base (for a stream it is the reader's buffer, see
// stream_window.go, but for a message, which goes the way of a document):
//
//   - data itself, while lookahead entries remain in front of the end: the
//     bytes of those entries are what makes whole-word loads legal;
//   - scratch, once fewer remain: the unconsumed tail is copied there with
//     padding behind it, and sentinel entries are appended;
//   - scratch from the start, for documents of at most smallDocument bytes.

package decoder

import (
	"bytes"

	"swarjson/internal/mem"
)

const (
	// windowSize is how much is indexed at a time. Input, index and what stage
	// 2 touches have to share the first two cache levels.
	windowSize = 32 << 10

	// indexSize: a window of nothing but structural bytes, the entries that a
	// refill keeps, what a kernel may store too much, and sentinels.
	indexSize = windowSize + lookahead + 64 + lookahead

	// smallDocument is the largest document that is copied to scratch as a whole.
	smallDocument = 1024

	// sentinels is how many there are: no one looks further than the entry behind a
	// member's string value.
	sentinels = 8

	// padding is how much of scratch can be read behind the tail's last block.
	padding = 128

	scratchSize    = smallDocument + 64 + padding
	maxKeptScratch = 64 << 10
)

// Limits of positions, which are uint32. They are variables for the sake of tests.
var (
	// rebaseAt is how far positions may grow before position 0 is moved.
	rebaseAt = 1 << 30

	// longestToken is how far the positions of one token may span.
	longestToken uint64 = 3 << 30
)

// start puts the engine before the first byte of d.data.
func (d *engine) start() {
	d.ix.Reset()
	d.depth, d.cnt, d.head, d.next, d.origin = 0, 0, 0, 0, 0
	d.flags, d.newFlags, d.oldEntries = 0, 0, 0
	d.escSeen = false
	d.failed, d.tooLong = false, false
	d.resetChunks()
	if n := len(d.data); n <= smallDocument {
		d.next = n
		end := d.pad(d.data)
		d.cnt, d.flags = d.ix.Index(d.scratch[:end], 0, d.index, d.esc)
		d.escFrom, d.escEnd = 0, end
		d.base = mem.Of(d.scratch)
		d.seal(end)
		return
	}
	d.base = mem.Of(d.data)
	d.lim = -1
	d.refill(0)
}

// pad copies tail to scratch with white space behind it up to a multiple of a
// block, and a zero byte behind that; it returns where that is. The bytes behind
// it can be read, whatever they are.
func (d *engine) pad(tail []byte) int {
	n := len(tail)
	end := (n + 64) &^ 63 // one byte at least: it ends a number
	if len(d.scratch) < end+padding {
		d.scratch = make([]byte, end+padding)
	}
	copy(d.scratch, tail)
	p := mem.Of(d.scratch)
	// A block of them, with no loop: what is too far is padding too.
	*mem.At[[64]byte](p.Add(n)) = spaceBlock
	p.Put8(end, 0)
	return end
}

// spaceBlock is 64 bytes of white space.
var spaceBlock = [64]byte(bytes.Repeat([]byte{' '}, 64))

// seal appends the sentinels: entries that point to the zero byte at position
// end, which no state of the grammar accepts. No refill comes after it.
func (d *engine) seal(end int) {
	// Not an array literal: that is built on the stack by stores of 4 bytes and copied by loads
	// of 16, which have to wait for them.
	s := (*[sentinels]uint32)(d.index[d.cnt:])
	for i := range s {
		s[i] = uint32(end)
	}
	d.lim = noLimit
}

// refill makes lookahead entries follow entry k, if need be sentinels, and
// returns k's new number. Positions, d.base and d.origin change.
func (d *engine) refill(k int) int {
	if d.in != nil {
		return d.refillStream(k)
	}
	kept := d.drop(k)
	d.oldEntries, d.newFlags = kept, 0
	if d.next == len(d.data) {
		d.toScratch(kept)
		return 0
	}
	if d.next-d.origin > rebaseAt {
		d.rebase(kept)
	}
	cnt := kept
	for cnt < lookahead && d.next < len(d.data) {
		if uint64(d.next-d.origin) > longestToken {
			d.stopTooLong()
			return 0
		}
		if need := cnt + windowSize + 64 + lookahead; need > len(d.index) {
			d.growIndex(need, cnt)
		}
		end := min(d.next+windowSize, len(d.data))
		cnt = d.indexNext(d.data[d.next:end], d.next-d.origin, cnt)
	}
	d.indexed(cnt)
	if d.next == len(d.data) && cnt < lookahead {
		d.toScratch(cnt)
		return 0
	}
	d.lim = cnt - lookahead
	return 0
}

// indexNext indexes src, the bytes from next on, the first of which has position at. It adds to the
// first cnt entries, and returns how many there are then.
func (d *engine) indexNext(src []byte, at, cnt int) int {
	n, flags := d.ix.Index(src, uint32(at), d.index[cnt:], d.esc)
	d.escFrom, d.escEnd = at, at+len(src)
	d.newFlags |= flags
	d.next += len(src)
	return cnt + n
}

// indexed ends a run of calls of indexNext, after which there are cnt entries.
func (d *engine) indexed(cnt int) {
	d.flags |= d.newFlags
	d.escSeen = false
	d.cnt = cnt
}

// toScratch moves the last entries, and the bytes from the first of them on, to
// scratch. All input has been indexed.
func (d *engine) toScratch(kept int) {
	from := len(d.data) - d.origin
	if kept > 0 {
		from = int(d.index[0])
	}
	tail := d.data[d.origin+from:]
	end := d.pad(tail)
	for i := range d.index[:kept] {
		d.index[i] -= uint32(from)
	}
	d.base = mem.Of(d.scratch)
	d.origin += from
	d.escFrom, d.escEnd = noLimit, 0 // nothing
	d.escSeen = false
	d.cnt = kept
	d.seal(end)
}

// rebase moves position 0 to the first kept entry, or to the next byte.
func (d *engine) rebase(kept int) {
	by := d.next - d.origin
	if kept > 0 {
		by = int(d.index[0])
	}
	for i := range d.index[:kept] {
		d.index[i] -= uint32(by)
	}
	d.origin += by
	d.base = mem.Of(d.data[d.origin:])
}

// growIndex makes room for need entries, of which cnt are in use.
func (d *engine) growIndex(need, cnt int) {
	index := make([]uint32, need)
	copy(index, d.index[:cnt])
	d.index = index
	d.pos = mem.OfIndex(index)
}

// stopTooLong ends the walk before a token that is longer than positions
// reach; the caller hands such a document to encoding/json.
func (d *engine) stopTooLong() {
	d.tooLong = true
	d.next = len(d.data)
	end := d.pad(nil)
	d.base = mem.Of(d.scratch)
	d.cnt = 0
	d.seal(end)
}
