package scan

import (
	"math/bits"

	"swarjson/internal/mem"
)

// This file: stage 1 in portable Go, the reference for every kernel.
//
// A document is worked in blocks of 64 bytes. A block's bytes are classified into
// three masks of 64 bits (bit i for byte i), and everything else is arithmetic
// on masks, for all 64 bytes at once.
//
// # Classification
//
// Each byte has one of eight classes, a number of three bits:
//
//	m2 m1 m0
//	 0  0  0   any other byte: letters, digits, punctuation, DEL
//	 0  0  1   space
//	 0  1  1   \t \n \r: white space and control character
//	 0  1  0   any other control character (below 0x20)
//	 1  0  0   quote
//	 1  0  1   structural: { } [ ] : ,
//	 1  1  0   backslash
//	 1  1  1   non-ASCII: 0x80 and above
//
// The numbers are chosen so that white space is m0 &^ m2, a control character m1 &^ m2,
// and the two classes that most blocks do not have at all show in m1 & m2.
//
// The masks are gathered by SWAR on an accumulator with one lane of 16 bits for
// each of m0, m1 and m2. classTab[b] has the class's bits at the bottom of the
// three lanes, and the sum of classTab[b[i]]<<i over 16 bytes has byte i's bits at bit
// i of each lane: a bit moves by 15 at most, so no lane runs into its neighbour.
// The sum is built as a tree, with shifts that an address computation gives for
// nothing; two loads and about one addition per byte serve all classes together.
//
// The other way, comparing words of eight bytes with each wanted value,
// takes ten comparisons of two or three operations, and per mask a multiplication that
// brings the lanes' bits together: on a Zen 3, 1.05 GB/s against 2.7 GB/s for this one.

// The lanes of an accumulator.
const (
	lane0    = 0
	lane1    = 16
	lane2    = 32
	laneMask = 1<<16 - 1
)

// The classes as accumulator bits.
const (
	classSpace      = 1 << lane0
	classSpaceCtl   = 1<<lane0 | 1<<lane1
	classCtl        = 1 << lane1
	classQuote      = 1 << lane2
	classStructural = 1<<lane2 | 1<<lane0
	classBackslash  = 1<<lane2 | 1<<lane1
	classNonASCII   = 1<<lane2 | 1<<lane1 | 1<<lane0
)

// classTab maps a byte to its class.
var classTab = func() (t [256]uint64) {
	for c := range t {
		switch {
		case c == ' ':
			t[c] = classSpace
		case c == '\t' || c == '\n' || c == '\r':
			t[c] = classSpaceCtl
		case c < 0x20:
			t[c] = classCtl
		case c == '"':
			t[c] = classQuote
		case c == '{' || c == '}' || c == '[' || c == ']' || c == ':' || c == ',':
			t[c] = classStructural
		case c == '\\':
			t[c] = classBackslash
		case c >= 0x80:
			t[c] = classNonASCII
		}
	}
	return t
}()

// classify4 returns the accumulator of the four bytes at p.
func classify4(p mem.Ptr) uint64 {
	return classTab[p.U8(0)] + classTab[p.U8(1)]<<1 + (classTab[p.U8(2)]+classTab[p.U8(3)]<<1)<<2
}

// classify returns the masks of the 64 bytes at p.
func classify(p mem.Ptr) (m0, m1, m2 uint64) {
	for i := 0; i < 64; i += 16 {
		acc := classify4(p.Add(i)) | classify4(p.Add(i+4))<<4 | (classify4(p.Add(i+8))|classify4(p.Add(i+12))<<4)<<8
		// The new 16 bits enter each mask at the top and have moved to their place
		// after four rounds.
		m0 = m0>>16 | acc>>lane0<<48
		m1 = m1>>16 | acc>>lane1<<48
		m2 = m2>>16 | acc>>lane2<<48
	}
	return m0, m1, m2
}

// classifyTail returns the masks of b, which is shorter than 64 bytes. Bits at
// len(b) and above are zero.
func classifyTail(b []byte) (m0, m1, m2 uint64) {
	for i := 0; i < len(b); i += 16 {
		g := b[i:min(i+16, len(b))]
		var acc uint64
		for j := len(g) - 1; j >= 0; j-- {
			acc = acc<<1 | classTab[g[j]]
		}
		m0 |= acc >> lane0 & laneMask << i
		m1 |= acc >> lane1 & laneMask << i
		m2 |= acc >> lane2 & laneMask << i
	}
	return m0, m1, m2
}

// findEscaped returns the mask of the escaped bytes of a block, given the mask of
// its backslashes and whether (1 or 0) its first byte is escaped by the block before.
// over is 1 if the byte after the block is escaped.
//
// In a run of backslashes the first escapes the second, the third the fourth,
// and the last one, if the run is odd, the byte after it. With a run in bits [s, s+L)
// the bytes after a backslash are [s+1, s+L], and of those the escaped ones are
// those at an even distance from s+1: the odd bits if s is even, the even bits
// if s is odd. (A backslash in bit 0 that is itself escaped starts no run: it
// is taken out first.)
//
// Runs with an odd s are told apart by an addition. Adding bit s to a run turns
// its bits to zero and carries into bit s+L, where no run can start:
//
//	backslash    ..1111..111.     (bit 0 on the right; s = 1 and s = 6)
//	odd starts   ..........1.
//	sum          ..1111.1....     runs with an odd start are gone
//	sum << 1     .1111.1.....     follows of the even-start runs (and one harmless bit)
//	even ^ that  odd bits there, even bits elsewhere
//
// The harmless bit is s+L+1, which is no follower of any run: the next run starts
// at s+L+1 at the earliest. A run that leaves the block at the top escapes the next byte if
// its length is odd, and as it ends in bit 63 that is when s is odd: the
// addition's carry.
func findEscaped(backslash, escaped uint64) (mask, over uint64) {
	const even = ^uint64(0) / 3 // 0x5555…
	backslash &^= escaped
	follows := backslash<<1 | escaped
	oddStarts := backslash &^ even &^ follows
	sum, over := bits.Add64(oddStarts, backslash, 0)
	return (even ^ sum<<1) & follows, over
}

// prefixXor returns, in each bit, the parity of the bits of m up to and including it. On
// a mask of quotes: 1 from each opening quote up to the byte before its closing quote.
func prefixXor(m uint64) uint64 {
	m ^= m << 1
	m ^= m << 2
	m ^= m << 4
	m ^= m << 8
	m ^= m << 16
	m ^= m << 32
	return m
}

// indexGeneric is Index in portable Go.
func (x *Indexer) indexGeneric(src []byte, off uint32, pos []uint32, esc []uint64) (n int, flags Flags) {
	inString, escaped, scalar := x.inString, x.escaped, x.scalar

	// UTF-8 is validated in runs of blocks that have a non-ASCII byte; no sequence can
	// leave such a run. The bytes of src before head belong to a sequence that
	// was pending, and are judged already. run < 0: not in a run.
	head, run := 0, -1
	if x.pendLen != 0 && len(src) != 0 {
		var bad bool
		if head, bad = x.finishPending(src); bad {
			flags |= InvalidUTF8
		}
	}

	p := mem.Of(src)
	for i := 0; i < len(src); i += 64 {
		var m0, m1, m2 uint64
		valid := ^uint64(0)
		if len(src)-i >= 64 {
			m0, m1, m2 = classify(p.Add(i))
		} else {
			m0, m1, m2 = classifyTail(src[i:])
			valid = 1<<(len(src)-i) - 1
		}
		quote := m2 &^ (m0 | m1)

		// Backslashes and non-ASCII bytes: most blocks have neither.
		var backslash, nonASCII uint64
		if rare := m1 & m2; rare != 0 {
			nonASCII = rare & m0
			backslash = rare &^ m0
		}
		esc[i>>6] = backslash
		if backslash|escaped != 0 {
			if backslash != 0 {
				flags |= Backslash
			}
			var mask uint64
			mask, escaped = findEscaped(backslash, escaped)
			if valid != ^uint64(0) {
				escaped = mask >> (len(src) - i) & 1
			}
			quote &^= mask
		}
		if nonASCII != 0 {
			if run < 0 {
				run = i
			}
		} else if run >= 0 {
			if !validUTF8(src[max(run, head):i]) {
				flags |= InvalidUTF8
			}
			flags |= NonASCII
			run = -1
		}

		inStr := prefixXor(quote) ^ inString
		inString = uint64(int64(inStr) >> 63)
		if m1&^m2&inStr != 0 {
			flags |= Control
		}
		space := m0 &^ m2
		structural := m0 & m2 &^ m1 &^ inStr
		other := ^(space | structural | inStr | quote) & valid
		start := other &^ (other<<1 | scalar)
		scalar = other >> 63
		if valid != ^uint64(0) {
			scalar = other >> (len(src) - i - 1)
		}

		m := structural | quote | start
		flatten(pos[n:], m, off+uint32(i))
		n += bits.OnesCount64(m)
	}
	x.inString, x.escaped, x.scalar = inString, escaped, scalar
	if run >= 0 {
		flags |= NonASCII
		if x.validateLast(src[max(run, head):]) {
			flags |= InvalidUTF8
		}
	}
	return n, flags
}

// A de Bruijn sequence of order 6: its 64 windows of six bits are all different, so
// the top six bits of its product with 1<<i tell i, which bitIndex gives back.
const deBruijn = 0x03f79d71b4ca8b09

var bitIndex = func() (t [64]uint8) {
	for i := range t {
		t[uint64(deBruijn)<<i>>58] = uint8(i)
	}
	return t
}()

// lowest returns the index of m's lowest bit (some index for m = 0). It is
// bits.TrailingZeros64 without the BSF instruction, which amd64's baseline offers
// and which takes eight micro-operations on AMD's processors up to Zen 3.
func lowest(m uint64) uint32 { return uint32(bitIndex[(m&-m)*deBruijn>>58]) }

// flatten writes base+i for each bit i of m to pos, in ascending order, and garbage
// up to the next multiple of four entries (at least four). The number of bits in a block is
// hard to predict, so groups of four are written without a test.
func flatten(pos []uint32, m uint64, base uint32) {
	for {
		q := (*[4]uint32)(pos)
		q[0] = base + lowest(m)
		m &= m - 1
		q[1] = base + lowest(m)
		m &= m - 1
		q[2] = base + lowest(m)
		m &= m - 1
		q[3] = base + lowest(m)
		m &= m - 1
		if m == 0 {
			return
		}
		pos = pos[4:]
	}
}
