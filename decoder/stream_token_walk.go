package decoder

import (
	"bytes"
	"math"

	"swarjson/internal/mem"
	"swarjson/internal/num"
	"swarjson/internal/syntax"
	"swarjson/scan"
	"swarjson/utf8enc"
)

// Token along the structural index: as long as entries are at hand, white space and the
// insides of strings are never looked at one by one.
//
// The walk takes what is regular. Before anything else (a syntax error, a string whose
// bytes are no UTF-8, a number out of range, a token that is not all there) it stops, with nothing
// of that token consumed, and byteToken goes on from the same place. So the two
// never differ in a result, and the walk makes no errors of its own.
//
// No byte is read for the walk, and none waited for: it is started when enough of them are
// unread anyway. Nor is any indexed twice; Decode goes on with the same entries.

// Variables for the sake of tests.
var (
	// leastWalk is how many unread bytes that have no entries yet are worth indexing.
	leastWalk = 128

	// walkWindow is how many are indexed at a time, windowSize at most.
	walkWindow = windowSize
)

const (
	// walkAhead is how many entries behind entry k a token may need: behind a
	// separator at k the two quotes of a string, or a number and what ends it.
	walkAhead = 2

	// walkPadding is how many bytes can be read from the last of them on. No
	// primitive looks at more than 8 behind a token.
	walkPadding = 16
)

// tokenWalk is where Token is in the entries of stream.engine.
//
//	k < end:  the walk is on. entry k is the first one at or behind in.pos, and only
//	          white space lies between. k+walkAhead < cnt. From entry k+walkAhead on, walkPadding
//	          bytes can be read, and one has been read behind it: like encoding/json, Token
//	          sees the byte behind a string first. base, index and flags are the engine's.
//	k ≥ end:  it is not. If end > 0, the engine's entries up to k have been consumed.
//
// The walk is on only between calls of Token and More, which do not read then: the
// buffer stays where it is. Everyone else calls stopWalk, or entries, first.
type tokenWalk struct {
	base, index mem.Ptr
	k, end      int
	flags       scan.Flags
}

// at returns the position of entry k.
//
// SAFETY: as for entry, with the invariant above.
func (w *tokenWalk) at(k int) int { return entry(w.index, k) }

// startWalk sets up the walk. It reports false if there is nothing to walk along: then
// byteToken takes the next token. There are entries left over, or leastWalk unread bytes.
func (dec *stream) startWalk() bool {
	dec.stopWalk()
	in := &dec.in
	if dec.err != nil {
		return false
	}
	d := dec.entries()
	// Among more bytes than MaxBytes a token, or the white space before one, might be too large.
	limit := math.MaxInt
	if n := dec.opts.MaxBytes; n > 0 && n < math.MaxInt {
		limit = int(n)
	}
	if d.cnt-d.head <= walkAhead {
		if len(in.buf)-d.next < leastWalk || uint64(len(in.buf)) > longestToken || limit < leastWalk {
			if d.head >= d.cnt {
				dec.releaseEngine()
			}
			return false
		}
		d.indexUnread(limit)
	}
	if d.next-in.pos > limit {
		return false
	}
	end := d.cnt - walkAhead
	last := min(len(in.buf)-2, cap(in.buf)-walkPadding)
	for end > d.head && d.at(end-1+walkAhead) > last {
		end--
	}
	// byteToken, and Decode, may have taken the beginning of a scalar that goes on: 1x.
	if end <= d.head || skipSpace(in.buf, in.pos) != d.at(d.head) {
		return false
	}
	dec.places.begin(dec.places.start) // forgets what was noted of the value before; walked sets start itself
	dec.walk = tokenWalk{d.base, d.pos, d.head, end, d.flags}
	return true
}

// stopWalk ends the walk: the engine's entries are again what entries says.
func (dec *stream) stopWalk() {
	if w := &dec.walk; w.end > 0 {
		dec.engine.head = w.k
		w.k, w.end = 0, 0
	}
}

// leaveWalk lets byteToken take the token whose first byte, or the comma or colon before it, is
// at position at, entry k.
func (dec *stream) leaveWalk(k, at int) (Token, error) {
	dec.walk.k, dec.in.pos = k, at
	dec.stopWalk()
	return dec.byteToken()
}

// indexUnread indexes the next window of what has been read, or more of them until there are
// entries enough for a token, but no more than the first limit unread bytes. It keeps the
// entries from head on, which are fewer than that.
func (d *engine) indexUnread(limit int) {
	cnt := d.drop(d.head)
	d.oldEntries, d.newFlags = cnt, 0
	in := d.in
	most := len(in.buf)
	if limit < most-in.pos {
		most = in.pos + limit
	}
	for cnt <= walkAhead && d.next < most {
		end := min(d.next+walkWindow, most)
		cnt = d.indexNext(in.buf[d.next:end], d.next, cnt)
	}
	d.indexed(cnt)
}

// Token returns the next token of the stream, and io.EOF at its end. Delimiters
// come as Delim, strings, names of members included, as string, numbers as
// float64, or as Number after UseNumber, true and false as bool, and null as nil.
// Commas and colons are checked and left out; so is that brackets match.
func (dec *Decoder) Token() (Token, error) {
	s := dec.s
	w := &s.walk
	k := w.k
	if k >= w.end {
		return dec.startToken()
	}
	at := w.at(k)
	c := w.base.U8(at)
	after := afterValue[s.state&15]
	// Each case ends in a call, or in a bracket's few stores behind one: nothing else is live over it, so that the
	// compiler has nothing to save.
	switch c {
	case ',':
		k++
		next := w.at(k)
		c = w.base.U8(next)
		if s.state == syntax.AfterMember {
			if c == '"' {
				s.state = syntax.Key
				return s.walkName(k, next)
			}
			return s.leaveWalk(k-1, at)
		}
		if s.state != syntax.AfterElem {
			return s.leaveWalk(k-1, at)
		}
		s.nextElem()
		at, after = next, syntax.AfterElem
	case ':':
		if s.state != syntax.Colon {
			return s.leaveWalk(k, at)
		}
		k++
		at = w.at(k)
		c = w.base.U8(at)
		s.state, after = syntax.MemberValue, syntax.AfterMember
	}
	switch {
	case after == noValue:
		switch {
		case c == ']' && s.state == syntax.AfterElem:
			s.walkTo(k, at)
			s.close()
			return Delim(']'), nil
		case c == '}' && (s.state == syntax.AfterMember || s.state == syntax.FirstKey):
			s.walkTo(k, at)
			s.close()
			return Delim('}'), nil
		case c == '"' && (s.state == syntax.FirstKey || s.state == syntax.Key):
			return s.walkName(k, at)
		}
		return s.leaveWalk(k, at)
	case c == '"':
		return s.walkString(k, at, after)
	case c <= '9':
		return s.walkNumber(k, at, after)
	case c == '{':
		s.walkTo(k, at)
		s.open(true, syntax.FirstKey)
		return Delim('{'), nil
	case c == '[':
		s.walkTo(k, at)
		s.open(false, syntax.FirstElem)
		return Delim('['), nil
	}
	return s.walkLiteral(k, at, after)
}

// afterValue[s] is the state behind a value that comes in state s, or noValue if none may come there. stream.state is
// Top … AfterMember; 16 entries and a mask save a bounds check.
var afterValue = [16]syntax.State{
	syntax.Top:         syntax.Top,
	syntax.FirstElem:   syntax.AfterElem,
	syntax.Elem:        syntax.AfterElem,
	syntax.AfterElem:   noValue,
	syntax.FirstKey:    noValue,
	syntax.Key:         noValue,
	syntax.Colon:       noValue,
	syntax.MemberValue: syntax.AfterMember,
	syntax.AfterMember: noValue,

	9: noValue, 10: noValue, 11: noValue, 12: noValue, 13: noValue, 14: noValue, 15: noValue,
}

const noValue = syntax.End

// startToken is Token where the walk is not on.
func (dec *Decoder) startToken() (Token, error) {
	s := dec.awake()
	if !s.owned {
		if s.calls > 0 || s.in.reading {
			return s.byteToken() // whoever is at work with s goes on with it
		}
		s = dec.own(s)
	}
	if s.engine == nil && len(s.in.buf)-s.in.pos < leastWalk || !s.startWalk() {
		return s.byteToken()
	}
	return dec.Token()
}

// walkTo takes entry k, a bracket at position at; open and close consume the byte.
func (dec *stream) walkTo(k, at int) {
	dec.in.pos = at
	dec.walk.k = k + 1
}

// More reports whether there is another element in the array or object that the
// token stream is in, or another value at the top level.
func (dec *Decoder) More() bool {
	s := dec.s
	if w := &s.walk; w.k < w.end {
		at := w.at(w.k)
		s.in.pos = at
		c := w.base.U8(at)
		return c != ']' && c != '}'
	}
	s = dec.awake()
	if s.in.reading {
		panic(readerCalls)
	}
	c, err := s.peek()
	return err == nil && c != ']' && c != '}'
}

// walked consumes the n bytes of a literal at position at, and the entries before k.
func (dec *stream) walked(at, n, k int) {
	dec.places.start = dec.in.base + int64(at) // places.begin; startWalk has cleared the rest
	dec.scanned += int64(n)
	dec.in.pos = at + n
	dec.walk.k = k
}

// walkName takes the name at position at, entry k, if it is in the first of its slots.
func (dec *stream) walkName(k, at int) (Token, error) {
	w, t := &dec.walk, &dec.names
	table := t.table
	if table == nil {
		return dec.walkNewName(k, at)
	}
	n := w.at(k+1) - at - 1
	src := w.base.Add(at + 1)
	first, last := nameWords(src, n)
	i := nameHome(first, last, n)
	slot := &table.slots[i]
	// SAFETY: where n > 16, the word at 8 lies within the name.
	if !slot.isFor(first, last, n) || n > 16 && (n > 24 || slot.middle != src.U64(8)) {
		return dec.walkOtherName(k, at)
	}
	t.current = i + 1
	dec.walked(at, n+2, k+2)
	dec.state = syntax.Colon
	return slot.token, nil
}

// walkOtherName is walkName for any other that is among the names.
func (dec *stream) walkOtherName(k, at int) (Token, error) {
	w, t := &dec.walk, &dec.names
	n := w.at(k+1) - at - 1
	src := w.base.Add(at + 1)
	first, last := nameWords(src, n)
	home := nameHome(first, last, n)
	for _, i := range [2]uint32{home, home ^ 1} {
		slot := &t.table.slots[i%nameSlotCount]
		if slot.isFor(first, last, n) && (n <= 16 || slot.token.(string) == src.String(n)) {
			t.current = i + 1
			dec.walked(at, n+2, k+2)
			dec.state = syntax.Colon
			return slot.token, nil
		}
	}
	return dec.walkNewName(k, at)
}

// walkNewName is walkName for one that is not among the names. It is from then on,
// unless it is long, or one of the first few.
func (dec *stream) walkNewName(k, at int) (token Token, err error) {
	w := &dec.walk
	n := w.at(k+1) - at - 1
	src := w.base.Add(at + 1)
	m := &dec.memory
	keep := n <= wordCopy && dec.names.begin()
	if keep {
		m = &dec.names.table.memory
	}
	s, ok := dec.walkText(m, src, n)
	if !ok {
		return dec.leaveWalk(k, at)
	}
	if keep {
		token = dec.names.add(s, src, n)
	} else {
		token = m.boxString(s)
	}
	dec.walked(at, n+2, k+2)
	dec.setName(s)
	dec.state = syntax.Colon
	return token, nil
}

// walkString takes the string at position at, entry k. What walkText does for most of them is in line here.
func (dec *stream) walkString(k, at int, after syntax.State) (Token, error) {
	w, m := &dec.walk, &dec.memory
	n := w.at(k+1) - at - 1
	if uint(n-1) >= wordCopy || w.flags&(flagsInexact|scan.Backslash) != 0 || cap(m.chars)-len(m.chars) < n+7 {
		return dec.walkOtherString(k, at, after)
	}
	// SAFETY: there is room for n+7 bytes, and behind the string walkPadding can be read, for whole words.
	dst := mem.Of(m.chars).Add(len(m.chars))
	copyWords(dst, w.base.Add(at+1), n)
	s := m.take(dst, n)
	dec.walked(at, n+2, k+2)
	dec.state = after
	return m.boxString(s), nil
}

// walkOtherString is walkString for all that are not short and plain.
func (dec *stream) walkOtherString(k, at int, after syntax.State) (Token, error) {
	w := &dec.walk
	n := w.at(k+1) - at - 1
	s, ok := dec.walkText(&dec.memory, w.base.Add(at+1), n)
	if !ok {
		return dec.leaveWalk(k, at)
	}
	dec.walked(at, n+2, k+2)
	dec.state = after
	return dec.memory.boxString(s), nil
}

// walkText returns the value of the string whose inside is the n bytes at src, in memory
// of m. It is not ok for one that byteToken has to take.
func (dec *stream) walkText(m *tokenMemory, src mem.Ptr, n int) (s string, ok bool) {
	if uint(n-1) >= wordCopy || dec.walk.flags&flagsInexact != 0 {
		return dec.walkTextSlow(m, src, n)
	}
	// SAFETY: whole words reach at most 7 bytes beyond the string, in src, where
	// walkPadding bytes can be read, and in dst, which has room for them.
	dst := m.room(n)
	if dec.walk.flags&scan.Backslash == 0 {
		copyWords(dst, src, n)
	} else if copyFind(dst, src, n) {
		return dec.walkTextSlow(m, src, n)
	}
	return m.take(dst, n), true
}

// walkTextSlow is walkText for long strings, the empty one, and ones that have, or may have,
// something that must not be copied as it is.
func (dec *stream) walkTextSlow(m *tokenMemory, src mem.Ptr, n int) (s string, ok bool) {
	raw := src.Bytes(n)
	flags := dec.walk.flags
	if flags&scan.Control != 0 && hasControl(raw) || flags&scan.InvalidUTF8 != 0 && !utf8enc.Valid(raw) {
		return "", false
	}
	if flags&scan.Backslash != 0 && bytes.IndexByte(raw, '\\') >= 0 {
		if dec.opts.RejectInvalidUTF8 {
			return "", false
		}
		return m.unescaped(raw)
	}
	return m.string(raw), true
}

// walkNumber takes the number at position at, entry k, or whatever begins with no higher a byte.
func (dec *stream) walkNumber(k, at int, after syntax.State) (Token, error) {
	p := dec.walk.base.Add(at)
	if dec.opts.UseNumber {
		n := num.Scan(p)
		if n == 0 || !endsScalar[p.U8(n)] {
			return dec.leaveWalk(k, at)
		}
		dec.walked(at, n, k+1)
		dec.state = after
		return Number(dec.memory.string(p.Bytes(n))), nil
	}
	n := dec.walk.at(k+1) - at
	var f float64
	ok := false
	// SAFETY: what is read of the number lies before entry k+1, or in walkPadding.
	if n >= num.ShortestDecimal {
		// If it is not ok, Float64 asks again; that is rare. Its frame alone would be 6 % of the time on canada.
		f, ok = num.Decimal(p, n)
	} else if uint(n-shortestInteger) <= longestInteger-shortestInteger && p.U8(0) > '0' {
		if hi, lo := integerWords(p, n); areDigits(hi, lo) {
			f, ok = integer(hi, lo), true
		}
	}
	if !ok {
		f, n, ok = num.Float64(p, n)
	}
	if !ok || !endsScalar[p.U8(n)] {
		return dec.leaveWalk(k, at)
	}
	dec.walked(at, n, k+1)
	dec.state = after
	return dec.memory.boxFloat(f), nil
}

// walkLiteral takes the literal at position at, entry k, or a bracket that ends an empty array.
func (dec *stream) walkLiteral(k, at int, after syntax.State) (Token, error) {
	var token Token
	n := 4
	switch p := dec.walk.base.Add(at); {
	case isTrue(p):
		token = true
	case isNull(p):
	case isFalse(p):
		token, n = false, 5
	case p.U8(0) == ']' && dec.state == syntax.FirstElem:
		dec.walkTo(k, at)
		dec.close()
		return Delim(']'), nil
	default:
		return dec.leaveWalk(k, at)
	}
	dec.walked(at, n, k+1)
	dec.state = after
	return token, nil
}
