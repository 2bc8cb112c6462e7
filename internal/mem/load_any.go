//go:build !(386 || amd64 || arm64 || loong64 || ppc64le || wasm)

package mem

// Byte by byte: right on every byte order and alignment. The compiler joins
// these into one (byte-swapped) access where the machine has one.

// U16 loads two bytes at p+i, the first in the low lane. No alignment is needed.
func (p Ptr) U16(i int) uint16 {
	b := (*[2]byte)(p.Add(i).p)
	return uint16(b[0]) | uint16(b[1])<<8
}

// U32 loads four bytes at p+i, the first in the low lane. No alignment is needed.
func (p Ptr) U32(i int) uint32 {
	b := (*[4]byte)(p.Add(i).p)
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// U64 loads eight bytes at p+i, the first in the low lane. No alignment is needed.
func (p Ptr) U64(i int) uint64 {
	b := (*[8]byte)(p.Add(i).p)
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// Put16 stores two bytes at p+i, the low lane first.
func (p Ptr) Put16(i int, v uint16) {
	b := (*[2]byte)(p.Add(i).p)
	b[0], b[1] = byte(v), byte(v>>8)
}

// Put32 stores four bytes at p+i, the low lane first.
func (p Ptr) Put32(i int, v uint32) {
	b := (*[4]byte)(p.Add(i).p)
	b[0], b[1], b[2], b[3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
}

// Put64 stores eight bytes at p+i, the low lane first.
func (p Ptr) Put64(i int, v uint64) {
	b := (*[8]byte)(p.Add(i).p)
	b[0], b[1], b[2], b[3] = byte(v), byte(v>>8), byte(v>>16), byte(v>>24)
	b[4], b[5], b[6], b[7] = byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56)
}
