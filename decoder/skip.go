// Values nobody wants: validated in full, stored nowhere.
//
// skip is also what Valid is made of, and what checks a document before it is
// decoded into a target that must survive a syntax error.

package decoder

import (
	"bytes"
	"math/bits"

	"swarjson/internal/num"
	"swarjson/internal/syntax"
	"swarjson/scan"
)

// skip validates the value at entry k and returns the entry behind it.
func (d *engine) skip(k int) int {
	switch d.tok(k) {
	case '"':
		if d.flags&flagsSpecial != 0 && d.mustCheck() && !d.checkString(k) {
			return d.fail(k, faultValue)
		}
		return k + 2
	case '{', '[':
		return d.skipContainer(k)
	}
	if d.scalar(k) == 0 {
		return d.fail(k, faultValue)
	}
	return k + 1
}

// raw validates the value at entry k and returns its bytes, a part of the
// document, and the entry behind it.
func (d *engine) raw(k int) ([]byte, int) {
	from := d.offset(k)
	end := 0
	d.hold = from
	switch d.tok(k) {
	case '{', '[':
	case '"':
		if k+1 >= d.cnt {
			return nil, d.fail(k, faultValue)
		}
		end = d.offset(k+1) + 1
	default:
		end = from + d.scalar(k)
	}
	k = d.skip(k)
	d.hold = noHold
	if k < 0 {
		return nil, k
	}
	if end == 0 {
		end = d.rawEnd
	}
	return d.slice(from, end), k
}

// slice returns bytes of the document by their offsets. Of a stream they have to be
// there still, and stay until the next refill.
func (d *engine) slice(from, end int) []byte {
	if d.in != nil {
		return d.in.buf[from-d.origin : end-d.origin : end-d.origin]
	}
	return d.data[from:end:end]
}

// skipContainer is skip for the array or object that opens at entry k.
func (d *engine) skipContainer(k int) int {
	if d.depth >= d.maxDepth {
		return d.fail(k, faultValue)
	}
	bracket := d.tok(k)
	inObject := bracket == '{'
	d.enter(bracket)
	k++
	if k > d.lim {
		k = d.refill(k)
	}
	switch c := d.tok(k); {
	case inObject && c == '}', !inObject && c == ']':
		d.rawEnd = d.offset(k) + 1
		return d.leave(k)
	case inObject && c != '"':
		return d.fail(k, syntax.FirstKey)
	}
	return d.skipTo(k, inObject, false)
}

// skipRest skips what is left of the innermost open container, of which entry
// k is a separator behind a value, to the entry behind its closing bracket.
func (d *engine) skipRest(k int, inObject bool) int { return d.skipTo(k, inObject, true) }

// skipTo validates entries from k on to the end of the innermost open container. It
// starts at a member's name or an element, or with after set at the separator
// behind a value.
//
// The kinds of the containers that it opens are a stack of bits, 1 for an object:
//
//	level = containers open here, the first included; 1 ≤ level
//	d.depth = floor + level whenever someone else looks at it
//	bit 0 of kinds is the innermost one's kind, bit i that of the i-th around it,
//	for (level-1)%64+1 bits; the words before are in open[:(level-1)/64]
func (d *engine) skipTo(k int, inObject, after bool) int {
	var (
		floor   = d.depth - 1
		most    = d.maxDepth - floor
		level   = 1
		kinds   uint64
		special = d.mustCheck()
	)
	if inObject {
		kinds = 1
	}
	if after {
		goto separator
	}
	if kinds&1 == 0 {
		goto value
	}

name:
	if special && !d.checkString(k) {
		d.depth = floor + level
		return d.fail(k, syntax.Key)
	}
	if d.tok(k+2) != ':' {
		d.depth = floor + level
		return d.fail(k+2, syntax.Colon)
	}
	k += 3

value:
	switch c := d.tok(k); c {
	case '"':
		if special && !d.checkString(k) {
			goto badValue
		}
		k += 2
	case '{', '[':
		if level >= most {
			goto badValue
		}
		if level&63 == 0 {
			d.open[uint(level>>6-1)%uint(len(d.open))] = kinds
		}
		level++
		kinds = kinds<<1 | uint64(c>>5&1) // '[' is 0x5b, '{' 0x7b
		k++
		if k > d.lim {
			d.depth = floor + level
			d.noteKinds(floor, level, kinds)
			k = d.refill(k)
			special = d.mustCheck()
		}
		if c == '[' {
			if d.tok(k) != ']' {
				goto value
			}
			goto closing
		}
		if c := d.tok(k); c == '"' {
			goto name
		} else if c != '}' {
			d.depth = floor + level
			return d.fail(k, syntax.FirstKey)
		}
		goto closing
	default:
		from := d.at(k)
		if c > '9' || !num.Plain(d.base.Add(from), d.at(k+1)-from) {
			if d.scalar(k) == 0 {
				goto badValue
			}
		}
		k++
	}

separator:
	if k > d.lim {
		d.depth = floor + level
		d.noteKinds(floor, level, kinds)
		k = d.refill(k)
		special = d.mustCheck()
	}
	if kinds&1 != 0 {
		if c := d.tok(k); c == ',' {
			k++
			if d.tok(k) != '"' {
				d.depth = floor + level
				return d.fail(k, syntax.Key)
			}
			goto name
		} else if c != '}' {
			d.depth = floor + level
			return d.fail(k, syntax.AfterMember)
		}
	} else {
		if c := d.tok(k); c == ',' {
			k++
			goto value
		} else if c != ']' {
			d.depth = floor + level
			return d.fail(k, syntax.AfterElem)
		}
	}

closing:
	level--
	if level == 0 {
		d.depth = floor + 1
		d.rawEnd = d.offset(k) + 1
		return d.leave(k)
	}
	k++
	kinds >>= 1
	if level&63 == 0 {
		kinds = d.open[uint(level>>6-1)%uint(len(d.open))]
	}
	goto separator

badValue:
	d.depth = floor + level
	if kinds&1 != 0 {
		return d.fail(k, syntax.MemberValue)
	}
	return d.fail(k, syntax.Elem)
}

// noteKinds tells pass what skipTo has in its stack: see there.
func (d *engine) noteKinds(floor, level int, kinds uint64) {
	if d.in == nil || d.unchecked {
		return
	}
	for ; level > 0; level-- {
		d.kinds[uint(floor+level)%uint(len(d.kinds))] = "[{"[kinds&1]
		kinds >>= 1
		if (level-1)&63 == 0 && level > 1 {
			kinds = d.open[uint((level-1)>>6-1)%uint(len(d.open))]
		}
	}
}

// scalar returns the length of the number, true, false or null at entry k, and 0
// if there is none or something follows it that continues it.
func (d *engine) scalar(k int) int {
	if c := d.tok(k); c == '-' || c-'0' <= 9 {
		return d.number(k)
	}
	return d.literal(k)
}

// number is scalar for numbers.
func (d *engine) number(k int) int {
	q := d.ptr(k)
	n := num.Scan(q)
	if n == 0 || !endsScalar[q.U8(n)] {
		return 0
	}
	return n
}

// literal is scalar for true, false and null.
func (d *engine) literal(k int) int {
	q := d.ptr(k)
	switch {
	case isTrue(q), isNull(q):
		return 4
	case isFalse(q):
		return 5
	}
	return 0
}

// mustCheck reports whether the strings of the entries at hand have to be checked
// one by one. It is called once per refill, and checks all escapes of a window
// together: usually they are good, and then skipping strings costs nothing.
func (d *engine) mustCheck() bool {
	switch {
	case d.flags&flagsSpecial == 0:
		return false
	case d.flags&scan.Control != 0:
		return true
	case d.flags&scan.Backslash == 0:
		return false
	case d.escSeen:
		return d.escBad
	}
	d.escSeen, d.escBad = true, true
	// Strings that began before the window that esc is for.
	for k := d.head; k < d.cnt && d.at(k) < d.escFrom; k++ {
		if d.tok(k) != '"' {
			continue
		}
		if k+1 >= d.cnt || !checkEscapes(d.base.Add(d.at(k)+1).Bytes(d.at(k+1)-d.at(k)-1)) {
			return true
		}
		k++
	}
	d.escBad = !d.goodEscapes()
	return d.escBad
}

// goodEscapes reports whether each backslash in the window that esc is for begins a
// good escape, or belongs to one. Backslashes outside of strings are none.
func (d *engine) goodEscapes() bool {
	from, end := d.escFrom, d.escEnd
	next := from // position behind the escape before
	for i := range (end - from + 63) / 64 {
		for w := d.esc[i]; w != 0; w &= w - 1 {
			at := from + i*64 + bits.TrailingZeros64(w)
			if at < next {
				continue // the second of two backslashes
			}
			q := d.base.Add(at)
			if at+6 > end {
				return false // it may go on in the next window
			}
			c := q.U8(1)
			switch {
			case escapeOf[c] != 0:
				next = at + 2
			case c == 'u' && scan.Hex4(q.Add(2)) >= 0:
				next = at + 6
			default:
				return false
			}
		}
	}
	return true
}

// checkString reports whether the string at entry k is one, in a window with
// backslashes, control characters or invalid UTF-8.
func (d *engine) checkString(k int) bool {
	from := d.at(k) + 1
	n := d.at(k+1) - from
	if d.flags&flagsInexact == 0 && !d.hasBackslash(from, n) {
		return true
	}
	raw := d.base.Add(from).Bytes(n)
	if d.flags&scan.Control != 0 && hasControl(raw) {
		return false
	}
	return d.flags&scan.Backslash == 0 || checkEscapes(raw)
}

// hasBackslash reports whether one of the n bytes at position from is a
// backslash: a look at the window's bitmap of them.
func (d *engine) hasBackslash(from, n int) bool {
	if n <= 0 {
		return false
	}
	if from < d.escFrom || from+n > d.escEnd {
		return indexBackslash(d.base.Add(from).Bytes(n)) >= 0 // reaches back into an older window
	}
	first := uint(from - d.escFrom)
	last := first + uint(n) - 1
	i, j := first>>6, last>>6
	head := ^uint64(0) << (first & 63)
	tail := ^uint64(0) >> (63 - last&63)
	if i == j {
		return d.esc[i]&head&tail != 0
	}
	if d.esc[i]&head != 0 || d.esc[j]&tail != 0 {
		return true
	}
	for i++; i < j; i++ {
		if d.esc[i] != 0 {
			return true
		}
	}
	return false
}

// checkEscapes reports whether every escape in raw is a good one.
func checkEscapes(raw []byte) bool {
	for {
		i := indexBackslash(raw)
		if i < 0 {
			return true
		}
		_, n := escape(raw[i:])
		if n == 0 {
			return false
		}
		raw = raw[i+n:]
	}
}

// indexBackslash returns the index of the first backslash in b, or -1. Runs of
// escapes are common, so the first byte is looked at before any loop is set up.
func indexBackslash(b []byte) int {
	if len(b) > 0 && b[0] == '\\' {
		return 0
	}
	return bytes.IndexByte(b, '\\')
}
