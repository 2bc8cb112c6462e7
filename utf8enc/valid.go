package utf8enc

import (
	"unicode/utf8"

	"swarjson/internal/mem"
)

const highs = 0x8080808080808080 // the top bit of each lane

// The automaton that knows valid UTF-8 (the table in section 3.9 of the Unicode standard, D92) has
// nine states. Where a character may begin or end it is in start. Behind a first
// byte the state says what must follow; t is any byte 80…BF:
//
//	C2…DF       t       tail1
//	E0          A0…BF t     afterE0   (80…9F would be overlong)
//	E1…EC EE EF t t     tail2
//	ED          80…9F t     afterED   (A0…BF would be surrogates)
//	F0          90…BF t t   afterF0   (80…8F would be overlong)
//	F1…F3       t t t   tail3
//	F4          80…8F t t   afterF4   (90…BF would be beyond U+10FFFF)
//
// A state is a shift count. steps[c] has, for each state s, six bits at s: the state that
// follows byte c. So a step is
//
//	s = steps[c] >> (s & 63)
//
// with only the lowest six bits of s meaning anything. The load does not wait for s: what one byte costs
// in the chain from state to state is one shift. No branch depends on the text.
const (
	start  = 6 * iota // 0, so that a zero Validator is ready
	broken            // stays broken
	tail1
	tail2
	tail3
	afterE0
	afterED
	afterF0
	afterF4
	states = iota // 6*states <= 64
)

var steps = func() (steps [256]uint64) {
	set := func(state, from, to int, next uint64) {
		for c := from; c <= to; c++ {
			steps[c] ^= (broken ^ next) << state // broken stood there
		}
	}
	for c := range steps {
		for s := range states {
			steps[c] |= broken << (6 * s)
		}
	}
	set(start, 0x00, 0x7f, start)
	set(start, 0xc2, 0xdf, tail1)
	set(start, 0xe0, 0xe0, afterE0)
	set(start, 0xe1, 0xec, tail2)
	set(start, 0xed, 0xed, afterED)
	set(start, 0xee, 0xef, tail2)
	set(start, 0xf0, 0xf0, afterF0)
	set(start, 0xf1, 0xf3, tail3)
	set(start, 0xf4, 0xf4, afterF4)
	set(tail1, 0x80, 0xbf, start)
	set(tail2, 0x80, 0xbf, tail1)
	set(tail3, 0x80, 0xbf, tail2)
	set(afterE0, 0xa0, 0xbf, tail1)
	set(afterED, 0x80, 0x9f, tail1)
	set(afterF0, 0x90, 0xbf, tail2)
	set(afterF4, 0x80, 0x8f, tail2)
	return steps
}()

// run steps the automaton from state s (six bits) over b. It returns the state after all of b, or
// broken and in which eight bytes it broke: an index into b, and the state there.
func run(b []byte, s uint64) (end uint64, at int, before uint64) {
	p, n := mem.Of(b), len(b)
	i := 0
	for i+8 <= n {
		// SAFETY of these loads: they end at i+8 <= n, i+32 <= n.
		w := p.U64(i)
		if (w&highs)|s == 0 {
			i += 8
			for i+32 <= n && (p.U64(i)|p.U64(i+8)|p.U64(i+16)|p.U64(i+24))&highs == 0 {
				i += 32
			}
			continue
		}
		t := steps[byte(w)] >> s
		t = steps[byte(w>>8)] >> (t & 63)
		t = steps[byte(w>>16)] >> (t & 63)
		t = steps[byte(w>>24)] >> (t & 63)
		t = steps[byte(w>>32)] >> (t & 63)
		t = steps[byte(w>>40)] >> (t & 63)
		t = steps[byte(w>>48)] >> (t & 63)
		t = steps[byte(w>>56)] >> (t & 63) & 63
		if t == broken {
			return t, i, s
		}
		s = t
		i += 8
	}
	// The last k = n-i < 8 bytes. Often they are ASCII: they are the upper k lanes of the last word
	// of b. (For k = 0 this looks at all of it, and is right whatever it finds.)
	if s == start && n >= 8 && p.U64(n-8)>>(8*uint(8-n+i)&63)&highs == 0 {
		return start, i, s
	}
	t := s
	for j := i; j < n; j++ {
		t = steps[p.U8(j)] >> (t & 63)
	}
	return t & 63, i, s
}

// Valid tells whether b is valid UTF-8 throughout, as utf8.Valid does.
func Valid(b []byte) bool {
	s, _, _ := run(b, start)
	return s == start
}

// ValidPrefix returns how many bytes of b are whole characters up to the first that is not: len(b) if
// and only if b is valid. A character that b's end cuts off does not count.
func ValidPrefix(b []byte) int {
	s, i, before := run(b, start)
	if s == start {
		return len(b)
	}
	// Not more than ten bytes from here. Go back to where the character began.
	if before != start {
		i--
		for !utf8.RuneStart(b[i]) {
			i--
		}
	}
	for {
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
}

// Validator validates a text that arrives in pieces, cut anywhere. Its zero value
// is ready for the beginning of one.
type Validator struct {
	state   uint8 // of the automaton
	pending uint8
}

// Write validates the next piece. ok is false from the first piece on with which no text can be valid
// any more; a character that b's end cuts off may still be.
func (v *Validator) Write(b []byte) (ok bool) {
	s, _, _ := run(b, uint64(v.state))
	v.state = uint8(s)
	switch s {
	case broken:
		v.pending = 0
		return false
	case start:
		v.pending = 0
		return true
	}
	// The cut-off character began with the last byte that can begin one, in this piece or before.
	for i := 1; i <= len(b); i++ {
		if utf8.RuneStart(b[len(b)-i]) {
			v.pending = uint8(i)
			return true
		}
	}
	v.pending += uint8(len(b))
	return true
}

// Pending returns how many bytes at the end of the pieces so far belong to a character that is not
// complete, 0…3. The text is valid if Write never returned false and nothing is pending at its end.
func (v *Validator) Pending() int { return int(v.pending) }
