package scan

// This file: the public face of stage 1 (Indexer, Flags), the state that is
// carried from call to call, and the choice between kernels. The work is done in
// index_generic.go and the files of the kernels.

// Flags tell what Index has seen in the bytes of one call.
type Flags uint8

const (
	// Backslash: there is a backslash, inside or outside of a string.
	Backslash Flags = 1 << iota
	// Control: there is a byte below 0x20 inside a string.
	Control
	// NonASCII: there is a byte of 0x80 or above.
	NonASCII
	// InvalidUTF8: a byte of this call made a UTF-8 sequence invalid, by the rules of
	// package unicode/utf8. A sequence that is cut off by the end of the call is
	// carried and judged with the next bytes.
	InvalidUTF8
)

// slack is how many entries beyond the last position a kernel may overwrite.
const slack = 64

// An Indexer indexes one document, given to it in pieces. The zero value stands at the
// start of a document. It holds no pointer to anything it was given.
//
// Invariants between calls:
//
//	inString ∈ {0, ^0}    escaped ∈ {0, 1}    scalar ∈ {0, 1}
//	pendLen ∈ {0, 1, 2, 3}; pend[4-pendLen:] is a proper prefix of a valid UTF-8 sequence, the bytes before it are 0
type Indexer struct {
	inString uint64  // all ones if the bytes so far end inside a string
	escaped  uint64  // 1 if the next byte is escaped by a backslash
	scalar   uint64  // 1 if the last byte belongs to a scalar
	pend     [4]byte // at the end, the bytes of a UTF-8 sequence that is not yet complete
	pendLen  uint8
}

// Reset brings x back to the start of a document.
func (x *Indexer) Reset() { *x = Indexer{} }

// InString reports whether the bytes so far end inside a string, that is, after
// its opening and before its closing quote.
func (x *Indexer) InString() bool { return x.inString != 0 }

// Index indexes src, the next bytes of the document, which may be cut off at any
// place: cutting a document differently never changes a position, a bit or the
// union of the flags.
//
// It stores the positions off+i into pos and returns how many there are; entries of
// pos beyond those may be overwritten with garbage. In esc it sets bit i%64 of esc[i/64] for
// each backslash src[i]; all (len(src)+63)/64 words are written, and bits beyond
// len(src) are zero.
//
// It panics unless len(pos) >= len(src)+64 and len(esc) >= (len(src)+63)/64.
// off+len(src) must not exceed 1<<32. pos and esc must not overlap src.
func (x *Indexer) Index(src []byte, off uint32, pos []uint32, esc []uint64) (n int, flags Flags) {
	if len(pos) < len(src)+slack || len(esc) < (len(src)+63)/64 {
		panic("scan: Index: pos or esc is too short for src")
	}
	if len(src) < minKernel || !useKernel {
		return x.indexGeneric(src, off, pos, esc)
	}
	n, flags = indexKernel(x, &src[0], len(src), off, &pos[0], &esc[0])
	if flags&NonASCII != 0 || x.pendLen != 0 {
		flags |= x.pendAfterKernel(src)
	}
	return n, flags
}
