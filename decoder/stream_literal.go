package decoder

import (
	"bytes"
	"math/bits"
	"unicode/utf8"

	"swarjson/internal/mem"
	"swarjson/internal/num"
)

// What Token returns for a literal, with next to no memory beside the result.

const (
	// Slabs of what interfaces point to. A token that is kept pins the rest of its
	// slab, and of the chunk (see chunkSize) that its neighbours' bytes are in.
	tokenStrings = 16
	tokenFloats  = 64
)

// tokenMemory is where the results of Token lie. All of it is handed out front to
// back and never again.
type tokenMemory struct {
	chars   []byte
	strings *[tokenStrings]string
	floats  *[tokenFloats]float64

	// strings[:stringsLeft] and floats[:floatsLeft] are free; the last of them goes next. (Counting down, and an array's
	// pointer, save a bounds check and a slice's header.)
	stringsLeft, floatsLeft uint

	chunks int // how many chunks have been taken
}

// inUse reports whether m has a chunk or a slab.
func (m *tokenMemory) inUse() bool { return m.chars != nil || m.strings != nil || m.floats != nil }

// room returns where n bytes of a new string go, 1 to wordCopy, with room for whole
// words. It takes nothing yet: see take.
func (m *tokenMemory) room(n int) mem.Ptr {
	if cap(m.chars)-len(m.chars) < (n+7)&^7 {
		m.newChunk()
	}
	return mem.Of(m.chars).Add(len(m.chars))
}

// take makes a string of the first n bytes at room's result.
func (m *tokenMemory) take(at mem.Ptr, n int) string {
	// SAFETY: bytes that were taken are never written again; a last word's rest lies behind them.
	m.chars = m.chars[:len(m.chars)+n]
	return at.String(n)
}

// string returns a copy of b.
func (m *tokenMemory) string(b []byte) string {
	if len(b) > chunkSize/4 {
		return string(b)
	}
	if cap(m.chars)-len(m.chars) < len(b) {
		m.newChunk()
	}
	from := len(m.chars)
	m.chars = append(m.chars, b...)
	// SAFETY: these bytes are written once, above.
	return mem.StringOf(m.chars[from:])
}

// newChunk takes a new chunk and a new slab: a slab's strings lie in one chunk.
func (m *tokenMemory) newChunk() {
	m.chars = mem.NoZero(chunkSize)
	m.stringsLeft = 0
	m.chunks++
}

// unescaped returns the value of raw, the inside of a valid string with valid UTF-8,
// behind which eight bytes or more are readable.
func (m *tokenMemory) unescaped(raw []byte) (string, bool) {
	room := len(raw) + 8
	if len(raw) > chunkSize/4 {
		b := mem.NoZero(room)
		n, ok := unescape(mem.Of(b), raw)
		return string(b[:n]), ok // a copy: room may be six times as long
	}
	if cap(m.chars)-len(m.chars) < room {
		m.newChunk()
	}
	dst := mem.Of(m.chars).Add(len(m.chars))
	n, ok := unescape(dst, raw)
	m.chars = m.chars[:len(m.chars)+n]
	return dst.String(n), ok
}

// boxString returns s as an interface value.
func (m *tokenMemory) boxString(s string) any {
	if len(s) > chunkSize/4 {
		return s // a slab would keep it as long as any of its neighbours
	}
	if m.stringsLeft == 0 {
		m.strings, m.stringsLeft = new([tokenStrings]string), tokenStrings
	}
	m.stringsLeft--
	// SAFETY: it is handed out once, for stringsLeft only falls until there is a new slab.
	p := &m.strings[m.stringsLeft%tokenStrings]
	*p = s
	return mem.BoxString(p)
}

// boxFloat returns f as an interface value.
func (m *tokenMemory) boxFloat(f float64) any {
	if m.floatsLeft == 0 {
		m.floats, m.floatsLeft = new([tokenFloats]float64), tokenFloats
	}
	m.floatsLeft--
	p := &m.floats[m.floatsLeft%tokenFloats] // SAFETY: as in boxString.
	*p = f
	return mem.BoxFloat64(p)
}

// literal reads the string, number, true, false or null that comes next, as Decode
// into an empty interface does.
func (dec *stream) literal() (Token, error) {
	if dec.err != nil {
		return nil, dec.err
	}
	dec.places.begin(dec.in.offset())
	if token, n := dec.shortLiteral(); n > 0 {
		dec.scanned += int64(n)
		dec.in.skip(n)
		dec.endValue()
		return token, nil
	}
	n, err := dec.readValue(nil)
	if err != nil {
		return nil, err
	}
	value := dec.in.unread()[:n]
	dec.in.skip(n)
	token, err := dec.decodeLiteral(value)
	dec.endValue()
	return token, err
}

// behind is how many unread bytes must follow a literal so that it can be read by
// words.
const behind = 16

// shortLiteral returns the token for a string without escapes, or a number, that
// begins the unread bytes, and its length. That is 0 for all others, for what is
// not valid, and if it is not all there, or not enough behind it: see readValue.
func (dec *stream) shortLiteral() (Token, int) {
	unread := dec.in.unread()
	if dec.opts.MaxBytes > 0 || len(unread) <= behind {
		return nil, 0
	}
	p := mem.Of(unread)
	if c := unread[0]; c == '"' {
		n, ascii := plainString(unread)
		if n == 0 || !ascii && !utf8.Valid(unread[1:n-1]) {
			return nil, 0
		}
		return dec.memory.boxString(dec.memory.string(unread[1 : n-1])), n
	} else if c != '-' && c-'0' > 9 {
		return nil, 0
	}
	n := 1
	for n < len(unread)-behind && numberByte[unread[n]] {
		n++
	}
	if n >= len(unread)-behind {
		return nil, 0
	}
	// SAFETY: behind a byte that is not part of the number come 8 more.
	if dec.opts.UseNumber {
		if num.Scan(p) != n {
			return nil, 0
		}
		return Number(dec.memory.string(unread[:n])), n
	}
	f, m, ok := num.Float64(p, n)
	if !ok || m != n {
		return nil, 0
	}
	return dec.memory.boxFloat(f), n
}

var numberByte = [256]bool{
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'+': true, '-': true, '.': true, 'e': true, 'E': true,
}

// plainString returns the length of the string that begins b, quotes included, if it
// has no escapes and no control characters, and if more than behind bytes come with
// it; else 0. ascii is false if it may have other bytes.
//
// Lanes that are not special may be lit, but only above one that is: the first counts.
func plainString(b []byte) (n int, ascii bool) {
	var all uint64
	p := mem.Of(b)
	for i := 1; i+8 <= len(b)-behind; i += 8 {
		// SAFETY: i+8 <= len(b).
		w := p.U64(i)
		quote, backslash := w^lanes*'"', w^lanes*'\\'
		found := ((quote-lanes)&^quote | (backslash-lanes)&^backslash | (w-lanes*' ')&^w) & highs
		all |= w
		if found == 0 {
			continue
		}
		if i += bits.TrailingZeros64(found) >> 3; b[i] != '"' {
			return 0, false
		}
		return i + 1, all&highs == 0
	}
	return 0, false
}

// decodeLiteral returns the token for value, one valid literal without white
// space before it.
func (dec *stream) decodeLiteral(value []byte) (Token, error) {
	switch value[0] {
	case 'n':
		return nil, nil
	case 't':
		return true, nil
	case 'f':
		return false, nil
	case '"':
		b := value[1 : len(value)-1]
		if !utf8.Valid(b) {
			break
		}
		if bytes.IndexByte(b, '\\') < 0 {
			return dec.memory.boxString(dec.memory.string(b)), nil
		}
		if cap(b)-len(b) >= 16 && !dec.opts.RejectInvalidUTF8 {
			if s, ok := dec.memory.unescaped(b); ok {
				return dec.memory.boxString(s), nil
			}
		}
	default:
		if dec.opts.UseNumber {
			return Number(dec.memory.string(value)), nil
		}
		// SAFETY: the string is not kept.
		if f, ok := num.ParseFloat64(mem.StringOf(value)); ok {
			return dec.memory.boxFloat(f), nil
		}
	}
	// Bytes that are not UTF-8, numbers out of range, and what is rare.
	var v any
	if err := dec.opts.decodeValue(value, &v); err != nil {
		return nil, err
	}
	return v, nil
}
