package scan

import (
	"fmt"
	"slices"
	"testing"
	"unicode/utf8"
)

// naive is stage 1 as its documentation says it, one byte at a time: the reference for the portable code
// and every kernel.
type naive struct {
	pos   []uint32 // positions, from the start of the document
	esc   []bool   // for each byte: is it a backslash?
	flags []Flags  // for each byte: what does it raise?
	inStr []bool   // for each byte: does the document so far, up to and including it, end inside a string?
}

func naiveIndex(doc []byte) naive {
	v := naive{esc: make([]bool, len(doc)), flags: make([]Flags, len(doc)), inStr: make([]bool, len(doc))}
	inString, escaping, inScalar := false, false, false
	for i, c := range doc {
		escaped := escaping
		escaping = c == '\\' && !escaped
		if c == '\\' {
			v.esc[i] = true
			v.flags[i] |= Backslash
		}
		if inString && c < 0x20 {
			v.flags[i] |= Control
		}
		wasInScalar := inScalar
		inScalar = false
		switch {
		case c == '"' && !escaped:
			inString = !inString
			v.pos = append(v.pos, uint32(i))
		case inString:
		case c == '{' || c == '}' || c == '[' || c == ']' || c == ':' || c == ',':
			v.pos = append(v.pos, uint32(i))
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		default:
			inScalar = true
			if !wasInScalar {
				v.pos = append(v.pos, uint32(i))
			}
		}
		v.inStr[i] = inString
	}
	for i, f := range naiveUTF8(doc) {
		v.flags[i] |= f
	}
	return v
}

// naiveUTF8 returns NonASCII and InvalidUTF8 for each byte of doc.
func naiveUTF8(doc []byte) []Flags {
	flags := make([]Flags, len(doc))
	for i, c := range doc {
		if c >= 0x80 {
			flags[i] |= NonASCII
		}
	}
	for i := 0; i < len(doc); {
		if r, size := utf8.DecodeRune(doc[i:]); r != utf8.RuneError || size > 1 {
			i += size
			continue
		}
		// Which byte makes it invalid? The first one with which no more bytes can help.
		k := 1
		for i+k <= len(doc) && !utf8.FullRune(doc[i:i+k]) {
			k++
		}
		if i+k > len(doc) {
			break // incomplete
		}
		flags[i+k-1] |= InvalidUTF8
		i += max(k-1, 1) // the bytes before it were only a prefix; it may begin something else
	}
	return flags
}

// An impl is a way to index: Index itself, the portable code, or a kernel.
type impl struct {
	name  string
	index func(x *Indexer, src []byte, off uint32, pos []uint32, esc []uint64) (int, Flags)
}

// impls returns every implementation that this machine can run.
func impls() []impl {
	return append([]impl{
		{"Index", (*Indexer).Index},
		{"swar", (*Indexer).indexGeneric},
	}, kernelImpls()...)
}

const canary = 0xdead_beef_dead_beef

// A checker holds the outputs of an implementation between canaries.
type checker struct {
	pos []uint32
	esc []uint64
}

// check indexes doc, cut at the given places, with every implementation and compares everything that Index
// promises with v. The bytes are indexed where they lie: doc may stand beside unreadable memory.
func (c *checker) check(doc []byte, v *naive, im impl, cuts ...int) error {
	var x Indexer
	start, k := 0, 0
	for piece := 0; piece <= len(cuts); piece++ {
		end := len(doc)
		if piece < len(cuts) {
			end = cuts[piece]
		}
		src := doc[start:end]
		np, ne := len(src)+slack, (len(src)+63)/64
		for len(c.pos) < np+8 {
			c.pos = append(c.pos, 0)
		}
		for len(c.esc) < ne+8 {
			c.esc = append(c.esc, 0)
		}
		for i := range 8 {
			c.pos[np+i] = canary & 0xffff_ffff
		}
		for i := range c.esc[:ne+8] {
			c.esc[i] = canary
		}
		const off = 0xffff_0000
		n, flags := im.index(&x, src, off, c.pos[:np:np], c.esc[:ne:ne])

		for i := range 8 {
			if c.pos[np+i] != canary&0xffff_ffff || c.esc[ne+i] != canary {
				return fmt.Errorf("piece %d [%d:%d]: wrote beyond its output", piece, start, end)
			}
		}
		var want Flags
		for _, f := range v.flags[start:end] {
			want |= f
		}
		if flags != want {
			return fmt.Errorf("piece %d [%d:%d]: flags %04b, want %04b", piece, start, end, flags, want)
		}
		for i := range ne * 64 {
			bit := c.esc[i/64]>>(i%64)&1 != 0
			if want := i < len(src) && v.esc[start+i]; bit != want {
				return fmt.Errorf("piece %d [%d:%d]: escape bit %d is %v", piece, start, end, i, bit)
			}
		}
		first := k
		for k < len(v.pos) && int(v.pos[k]) < end {
			k++
		}
		for i, p := range v.pos[first:k] {
			if i < n && c.pos[i] != off+p-uint32(start) {
				return fmt.Errorf("piece %d [%d:%d]: position %d is %d, want %d", piece, start, end, i, int32(c.pos[i]-off), int(p)-start)
			}
		}
		if n != k-first {
			return fmt.Errorf("piece %d [%d:%d]: %d positions, want %d", piece, start, end, n, k-first)
		}
		if end > 0 && x.InString() != v.inStr[end-1] {
			return fmt.Errorf("piece %d [%d:%d]: InString() = %v", piece, start, end, x.InString())
		}
		start = end
	}
	return nil
}

// checkDoc runs check with every implementation, whole or cut.
func checkDoc(t *testing.T, c *checker, doc []byte, cuts ...int) {
	t.Helper()
	v := naiveIndex(doc)
	for _, im := range impls() {
		if err := c.check(doc, &v, im, cuts...); err != nil {
			t.Fatalf("%s: %q cut at %v: %v", im.name, doc, cuts, err)
		}
	}
}

// TestNaive checks the reference itself on documents that can be checked by eye: a line of marks below
// each, ^ for a position.
func TestNaive(t *testing.T) {
	for _, tc := range []struct {
		doc, marks string
		flags      Flags
	}{
		{`{ "a\"b" : [ -1.5, tru ] }`,
			`^ ^    ^ ^ ^ ^   ^ ^   ^ ^`, Backslash},
		{`{"":[],"x":{}}12 3`,
			`^^^^^^^^ ^^^^^^  ^`, 0},
		{`"\\" "\\\""x`,
			`^  ^ ^    ^^`, Backslash},
		{"\"a\tb\"\t\x00\x0c",
			"^   ^ ^", Control},
		{"\"\u00e9\" \u00e9",
			"^  ^ ^", NonASCII},
		{"\xff\xc3\xa9[\xe2\x82]",
			"^  ^^ ^", NonASCII | InvalidUTF8},
		{`a"b"c\"d`,
			`^^ ^^`, Backslash},
	} {
		v := naiveIndex([]byte(tc.doc))
		var want []uint32
		for i, m := range []byte(tc.marks) {
			if m == '^' {
				want = append(want, uint32(i))
			}
		}
		var flags Flags
		for _, f := range v.flags {
			flags |= f
		}
		if !slices.Equal(v.pos, want) || flags != tc.flags {
			t.Errorf("%q: positions %v, flags %04b; want %v, %04b", tc.doc, v.pos, flags, want, tc.flags)
		}
	}
}
