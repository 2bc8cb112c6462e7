// Strings: from the bytes between two quotes to a Go string.
//
// What a window's flags say decides how much work a string is. Without
// backslashes, control characters and invalid UTF-8 it is copied; with
// backslashes alone the copy looks for one in the words that it moves anyway;
// else, and for strings that have one, the exact way (appendUnquoted) is taken.
//
// Short strings share chunks of memory. A chunk is handed out front to back and
// never reused, so a string that is kept pins one chunk, not the document.

package decoder

import (
	"bytes"
	"math/bits"

	"swarjson/internal/mem"
	"swarjson/scan"
	"swarjson/utf8enc"
)

const (
	// chunkSize is the size of the first arena chunks of a value. Once its strings
	// have taken largeChunk bytes, so much is a chunk's size: allocating is a good part of
	// what a string costs. Strings longer than a quarter of a chunk (engine.ownMemory)
	// get memory of their own. So a kept string pins less than a chunk beyond itself,
	// and no more than the value's strings have taken; less than a quarter is wasted.
	// 3072 is a size that Go's allocator has eight of in a span: with 4096, of which it has
	// two, text cost 7 % more.
	chunkSize  = 1024
	largeChunk = 3072

	// wordCopy is the length up to which a loop over words beats memmove.
	wordCopy = 64

	// SWAR words: 0x01 and 0x80 in each of eight lanes.
	lanes = ^uint64(0) / 0xff
	highs = lanes << 7

	// golden is 2^64/φ, and odd. Multiplying by it spreads what differs in a word over
	// the bits above.
	golden = 0x9E3779B97F4A7C15

	flagsInexact  = scan.Control | scan.InvalidUTF8
	flagsSpecial  = scan.Backslash | flagsInexact
	flagsNonASCII = scan.NonASCII
)

// room returns where n bytes of a new string go, with 8 bytes to spare for whole
// words. It takes nothing yet: see take.
func (d *engine) room(n int) mem.Ptr {
	if cap(d.arena)-len(d.arena) < n+8 {
		d.newChunk()
	}
	return mem.Of(d.arena).Add(len(d.arena))
}

// newChunk takes a new chunk, and with it a new slab of boxes (see any.go): the strings of
// one slab lie in one chunk, or a box that is kept would pin a chunk for each other.
//
//go:noinline
func (d *engine) newChunk() {
	size := chunkSize
	if d.textBytes >= largeChunk {
		size = largeChunk
	}
	d.arena = mem.NoZero(size)
	d.strs = nil
	d.allocated(size)
}

// allocated counts n bytes that were allocated for strings.
func (d *engine) allocated(n int) {
	if d.textBytes += n; d.textBytes >= largeChunk {
		d.ownMemory = largeChunk / 4
	}
}

// resetChunks makes the next chunks small ones again: a new value begins.
func (d *engine) resetChunks() { d.textBytes, d.ownMemory = 0, chunkSize/4 }

// take makes a string of the first n bytes at room's result.
func (d *engine) take(at mem.Ptr, n int) string {
	// SAFETY: bytes that were taken are never written again; the 8 to spare lie behind them.
	d.arena = d.arena[:len(d.arena)+n]
	return at.String(n)
}

// copyWords copies the n bytes at src to dst, by words. Up to 7 bytes behind the n are read, and
// written. (TestShortStrings has every length and place, also for copyFind.)
func copyWords(dst, src mem.Ptr, n int) {
	for i := 0; i < n; i += 8 {
		dst.Put64(i, src.U64(i))
	}
}

// copyFind is copyWords for windows that have backslashes, and looks for one among the words. backslash
// may be true for one in the last word behind the n bytes, but is never false if there is one.
//
// Per byte, (x-1)&^x has its top bit set exactly if x is 0 or, through a borrow, above such a
// byte: enough for "is there one at all".
func copyFind(dst, src mem.Ptr, n int) (backslash bool) {
	var found uint64
	for i := 0; i < n; i += 8 {
		x := src.U64(i)
		dst.Put64(i, x)
		x ^= lanes * '\\'
		found |= (x - lanes) &^ x
	}
	return found&highs != 0
}

// text returns the string whose opening quote is entry k, as a copy; ok is false
// for a syntax fault in it.
func (d *engine) text(k int) (s string, ok bool) {
	from := d.at(k) + 1
	n := d.at(k+1) - from
	if uint(n) > wordCopy || d.flags&flagsInexact != 0 || d.alias {
		return d.textSlow(k)
	}
	// SAFETY: whole words reach at most 7 bytes beyond the string, in src, where
	// lookahead or padding lies behind it, and in dst, which has 8 bytes to spare.
	src, dst := d.base.Add(from), d.room(n)
	if d.flags&scan.Backslash == 0 {
		copyWords(dst, src, n)
	} else if copyFind(dst, src, n) {
		return d.textSlow(k)
	}
	return d.take(dst, n), true
}

// textSlow is text for long strings, aliased ones, and ones that have, or may
// have, something that must not be copied as it is.
func (d *engine) textSlow(k int) (string, bool) {
	from := d.at(k) + 1
	n := d.at(k+1) - from
	if n <= 0 {
		return "", true
	}
	raw := d.base.Add(from).Bytes(n)
	if d.flags&flagsInexact == 0 && !(d.flags&scan.Backslash != 0 && d.hasBackslash(from, n)) || !d.isSpecial(raw) {
		if d.alias {
			if k+1 >= d.cnt {
				return "", false // no closing quote
			}
			return mem.StringOf(d.data[d.origin+from:][:n]), true
		}
		if n > d.ownMemory {
			d.allocated(n)
			return string(raw), true
		}
		at := d.room(n)
		copy(at.Bytes(n), raw)
		return d.take(at, n), true
	}
	if n <= d.ownMemory && d.flags&flagsInexact == 0 {
		// Unescaping never makes a string longer.
		at := d.room(n)
		m, ok := unescape(at, raw)
		if !ok {
			return "", false
		}
		return d.take(at, m), true
	}
	if d.flags&flagsInexact == 0 {
		d.allocated(n)
		b := mem.NoZero(n + 8)
		m, ok := unescape(mem.Of(b), raw)
		if !ok {
			return "", false
		}
		if n-m > chunkSize {
			return string(b[:m]), true // do not pin what the escapes took
		}
		return mem.Of(b).String(m), true
	}
	b, ok := appendUnquoted(nil, raw, false)
	if !ok {
		return "", false
	}
	if cap(b)-len(b) > chunkSize {
		return string(b), true // do not pin what growing took
	}
	return mem.StringOf(b), true
}

// isSpecial reports whether raw, the inside of a string, must go the exact way.
func (d *engine) isSpecial(raw []byte) bool {
	if d.flags&flagsSpecial == 0 {
		return false
	}
	if d.flags&scan.Backslash != 0 && bytes.IndexByte(raw, '\\') >= 0 {
		return true
	}
	return d.flags&scan.Control != 0 && hasControl(raw) ||
		d.flags&scan.InvalidUTF8 != 0 && !utf8enc.Valid(raw)
}

// hasControl reports whether b has a byte below 0x20.
func hasControl(b []byte) bool {
	for _, c := range b {
		if c < ' ' {
			return true
		}
	}
	return false
}

// appendUnquoted appends the value of raw, the inside of a string, to dst: escapes
// decoded, invalid UTF-8 replaced byte by byte. It is exact whatever raw holds
// and reads nothing behind it; ok is false if raw has a control character, a
// quote that no backslash precedes, or a bad escape. With apostrophe, \' is a
// good one.
func appendUnquoted(dst, raw []byte, apostrophe bool) (_ []byte, ok bool) {
	for len(raw) > 0 {
		i := bytes.IndexByte(raw, '\\')
		run := raw
		if i >= 0 {
			run = raw[:i]
		}
		if hasControl(run) || bytes.IndexByte(run, '"') >= 0 {
			return dst, false
		}
		dst = utf8enc.AppendValid(dst, run)
		if i < 0 {
			return dst, true
		}
		r, n := escape(raw[i:])
		if n == 0 && apostrophe && len(raw) > i+1 && raw[i+1] == '\'' {
			r, n = '\'', 2
		}
		if n == 0 {
			return dst, false
		}
		dst = utf8enc.Append(dst, r)
		raw = raw[i+n:]
	}
	return dst, true
}

// escapeOf maps the letter of a two-byte escape to the character it stands for.
var escapeOf = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// escape decodes the escape at the start of b, a surrogate pair as one. It
// returns the code point, U+FFFD for a lone surrogate, and the escape's length,
// 0 if it is none.
func escape(b []byte) (r rune, n int) {
	if len(b) < 2 {
		return 0, 0
	}
	if c := escapeOf[b[1]]; c != 0 {
		return rune(c), 2
	}
	if b[1] != 'u' || len(b) < 6 {
		return 0, 0
	}
	r = scan.Hex4(mem.Of(b[2:]))
	if r < 0 {
		return 0, 0
	}
	if !utf8enc.IsSurrogate(r) {
		return r, 6
	}
	if utf8enc.IsHigh(r) && len(b) >= 12 && b[6] == '\\' && b[7] == 'u' {
		if low := scan.Hex4(mem.Of(b[8:])); low >= 0 && utf8enc.IsLow(low) {
			return utf8enc.Combine(r, low), 12
		}
	}
	return replacement, 6
}

const replacement = '\uFFFD'

// unescape writes the value of raw, the inside of a string without control
// characters and with valid UTF-8, to dst, which has room for len(raw)+8 bytes,
// and returns its length.
//
// raw lies in a window: whole words may be read 8 bytes beyond its end.
func unescape(dst mem.Ptr, raw []byte) (n int, ok bool) {
	src := mem.Of(raw)
	end := len(raw)
	i, o := 0, 0
	for i < end {
		w := src.U64(i)
		if byte(w) == '\\' {
			c := byte(w >> 8)
			if c != 'u' {
				c = escapeOf[c]
				if c == 0 {
					return 0, false
				}
				dst.Put8(o, c)
				o++
				i += 2
				continue
			}
			r := scan.Hex4(src.Add(i + 2))
			i += 6
			// Encode, with the commonest lengths in line. (A negative r is in no range.)
			if uint32(r)-0x80 < 0x800-0x80 {
				dst.Put16(o, uint16(utf8enc.Two(uint32(r))))
				o += 2
				continue
			}
			if uint32(r)-0x800 < 0xd800-0x800 {
				dst.Put32(o, utf8enc.Three(uint32(r)))
				o += 3
				continue
			}
			if r < 0 {
				return 0, false
			}
			if utf8enc.IsSurrogate(r) {
				// '\' and 'u' as one load, low lane first.
				if utf8enc.IsHigh(r) && src.U16(i) == '\\'|'u'<<8 {
					if low := scan.Hex4(src.Add(i + 2)); low >= 0 && utf8enc.IsLow(low) {
						r = utf8enc.Combine(r, low)
						i += 6
					} else {
						r = replacement
					}
				} else {
					r = replacement
				}
			}
			o += utf8enc.Encode(dst.Add(o), r)
			continue
		}
		// A run without escapes, eight bytes at a time. What is copied beyond
		// the first backslash, or the end, is overwritten or not counted.
		dst.Put64(o, w)
		x := w ^ lanes*'\\'
		step := 8
		if found := (x - lanes) &^ x & highs; found != 0 {
			step = bits.TrailingZeros64(found) >> 3
		}
		step = min(step, end-i)
		i += step
		o += step
	}
	return o, true
}
