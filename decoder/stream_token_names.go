package decoder

import "swarjson/internal/mem"

// Names of members repeat: Token returns the same string, in the same interface value, for
// a name that it has returned before.

const (
	// nameSlotCount, a power of two, is how many names are remembered at most. Each has two slots that it can
	// be in, i and i^1: of a hundred names, few have no place then.
	nameSlotBits  = 8
	nameSlotCount = 1 << nameSlotBits

	// nameChunks is how many chunks they may lie in. When these are full, all names are
	// forgotten, so that those few which stay in use do not pin the memory of others.
	nameChunks = 16

	// firstNames is how many names a Decoder meets before it begins to remember them.
	firstNames = 32
)

// tokenNames is a Decoder's memory of names.
//
// Only names without escapes are in it, valid ones of at most wordCopy bytes: where raw bytes
// are equal to those of a slot, they need no other check.
type tokenNames struct {
	table *nameTable // nil before there have been firstNames names
	seen  uint32     // how many there were before that

	// current > 0: table.slots[current-1] has the name of the innermost object's current member, and that object's step of
	// stream.path an older one. current = 0: the step has it. Steps of outer containers always have theirs: open
	// settles first. add may drive a slot out that current means, for setName comes next. (Most names are of
	// no use once another one comes, and so never get into the path.)
	current uint32
}

// nameTable is the names that are remembered.
type nameTable struct {
	slots  [nameSlotCount]nameSlot
	memory tokenMemory // of names alone
}

// settleName puts the name of the current member where those of the outer objects are. It is called before a container
// begins, and before anyone reads path.
func (dec *stream) settleName() {
	if at := dec.names.current; at > 0 {
		dec.setName(dec.names.table.slots[at-1].token.(string))
	}
}

// begin is called with each name that is not found. It reports whether names are remembered.
func (t *tokenNames) begin() bool {
	if t.table != nil {
		return true
	}
	if t.seen++; t.seen <= firstNames {
		return false
	}
	t.table = new(nameTable)
	return true
}

// nameSlot is a name: its first and its last eight bytes (of one shorter than that, all of it
// twice, with zeros behind it), if it is longer than 16 bytes those from the ninth on, and its length plus 1. The
// zero slot is empty.
type nameSlot struct {
	first, last, middle uint64
	size                uint64
	token               Token // the name
}

// nameWords returns the two words of the slot of the name of n bytes at src.
//
// SAFETY: 8 bytes from src on can be read, whatever n is.
func nameWords(src mem.Ptr, n int) (first, last uint64) {
	first = src.U64(0)
	if n >= 8 {
		return first, src.U64(n - 8)
	}
	first &= 1<<(uint(n)*8&63) - 1
	return first, first
}

// nameHome returns which slot is the first of the two that such a name may have. Up to 8 bytes first and last are the same
// word, which would cancel without the factor; golden spreads all over the upper bits.
func nameHome(first, last uint64, n int) uint32 {
	return uint32((first^last*3+uint64(n))*golden>>(64-nameSlotBits)) % nameSlotCount
}

// isFor reports whether the slot is the one of a name of n bytes with these words. Of one that is
// longer than 16 bytes, those between the words may differ.
func (s *nameSlot) isFor(first, last uint64, n int) bool {
	return (s.first^first)|(s.last^last)|(s.size^uint64(n+1)) == 0
}

// add returns s, the name whose raw bytes are the n at src, as one that may be found
// from now on. n is wordCopy at most, and s in t's memory.
func (t *tokenNames) add(s string, src mem.Ptr, n int) Token {
	m := &t.table.memory
	name := m.boxString(s)
	if n != len(s) {
		return name // it has escapes
	}
	if m.chunks > nameChunks {
		t.table.slots = [nameSlotCount]nameSlot{}
		m.chunks = 1
	}
	first, last := nameWords(src, n)
	at := nameHome(first, last, n)
	slots := &t.table.slots
	if old := slots[at]; old.size > 0 {
		slots[at^1] = old // the name that came before this one stays
	}
	slot := nameSlot{first: first, last: last, size: uint64(n + 1), token: name}
	if n > 16 {
		slot.middle = src.U64(8)
	}
	slots[at] = slot
	return name
}
