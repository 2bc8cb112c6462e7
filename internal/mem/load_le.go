//go:build 386 || amd64 || arm64 || loong64 || ppc64le || wasm

package mem

import "unsafe"

// On little-endian machines that allow unaligned access a word load already puts the byte at the lowest
// address into the lowest lane, as every SWAR expression of the project wants.

// U16 loads two bytes at p+i, the first in the low lane. No alignment is needed.
func (p Ptr) U16(i int) uint16 { return *(*uint16)(unsafe.Add(p.p, i)) }

// U32 loads four bytes at p+i, the first in the low lane. No alignment is needed.
func (p Ptr) U32(i int) uint32 { return *(*uint32)(unsafe.Add(p.p, i)) }

// U64 loads eight bytes at p+i, the first in the low lane. No alignment is needed.
func (p Ptr) U64(i int) uint64 { return *(*uint64)(unsafe.Add(p.p, i)) }

// Put16 stores two bytes at p+i, the low lane first.
func (p Ptr) Put16(i int, v uint16) { *(*uint16)(unsafe.Add(p.p, i)) = v }

// Put32 stores four bytes at p+i, the low lane first.
func (p Ptr) Put32(i int, v uint32) { *(*uint32)(unsafe.Add(p.p, i)) = v }

// Put64 stores eight bytes at p+i, the low lane first.
func (p Ptr) Put64(i int, v uint64) { *(*uint64)(unsafe.Add(p.p, i)) = v }
