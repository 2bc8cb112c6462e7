// Package mem is the one place of the project that imports unsafe. It gives
// the packages above it unchecked loads and stores on bytes (Ptr), typed access
// to a target's memory (At), and allocation without zero-filling (NoZero).
//
// It knows neither JSON nor reflect's rules: what makes an access legal is
// the caller's obligation, which each function states and each call site
// discharges. On the whole there are two of them:
//
//   - in bounds: every byte that is loaded or stored lies inside one live
//     allocation, the one that the Ptr was made from;
//   - typed: memory that holds Go pointers is read and written only through
//     At with its own type, so that the garbage collector's write barriers run.
//
// Ptr is a struct with a private field, not an alias of unsafe.Pointer: a
// package that does not import this one cannot make or convert one.
package mem

import (
	"strings"
	"unsafe"
)

// Ptr points to a byte. The zero Ptr points nowhere.
type Ptr struct{ p unsafe.Pointer }

// Of returns a Ptr to b's first byte. For a slice of capacity 0 it may be nil
// or point to memory that must not be accessed.
func Of(b []byte) Ptr { return Ptr{unsafe.Pointer(unsafe.SliceData(b))} }

// OfString is Of for a string; what it points to must not be written.
func OfString(s string) Ptr { return Ptr{unsafe.Pointer(unsafe.StringData(s))} }

// From wraps an unsafe pointer, such as reflect.Value.UnsafePointer returns.
func From(p unsafe.Pointer) Ptr { return Ptr{p} }

// Pointer unwraps p, for reflect.NewAt.
func (p Ptr) Pointer() unsafe.Pointer { return p.p }

// IsNil reports whether p points nowhere.
func (p Ptr) IsNil() bool { return p.p == nil }

// Add returns the Ptr n bytes further on. The result must stay inside the
// allocation, or one past its end if it is not accessed.
func (p Ptr) Add(n int) Ptr { return Ptr{unsafe.Add(p.p, n)} }

// At gives typed access to the memory at p, which must hold a T (or, for a T
// without Go pointers, be aligned for T and of T's size). A []byte may stand for any
// other slice: its layout, and where its pointer is, are the same.
func At[T any](p Ptr) *T { return (*T)(p.p) }

// U8 loads the byte at p+i.
func (p Ptr) U8(i int) byte { return *(*byte)(unsafe.Add(p.p, i)) }

// Put8 stores one byte at p+i.
func (p Ptr) Put8(i int, v byte) { *(*byte)(unsafe.Add(p.p, i)) = v }

// Bytes returns the n bytes at p as a slice that aliases them.
func (p Ptr) Bytes(n int) []byte { return unsafe.Slice((*byte)(p.p), n) }

// String returns the n bytes at p as a string that aliases them: they must not
// change while the string lives.
func (p Ptr) String(n int) string { return unsafe.String((*byte)(p.p), n) }

// StringOf returns b's bytes as a string that aliases them: they must not
// change while the string lives.
func StringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// NoZero returns an empty slice with a capacity of n bytes or more, whose memory
// was not cleared: it may hold old contents of the heap, and only bytes that
// were written may be shown to anyone.
func NoZero(n int) []byte {
	// strings.Builder is the public way to memory that is not cleared first.
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(b.String()), b.Cap())[:0]
}

// OfIndex returns a Ptr to the first element of s.
func OfIndex(s []uint32) Ptr { return Ptr{unsafe.Pointer(unsafe.SliceData(s))} }

// PtrTo returns a Ptr to *p.
func PtrTo[T any](p *T) Ptr { return Ptr{unsafe.Pointer(p)} }

// IsZero reports whether the n bytes at p, a whole variable, are all zero.
func IsZero(p Ptr, n int) bool {
	i := 0
	for ; i+32 <= n; i += 32 {
		if p.U64(i)|p.U64(i+8)|p.U64(i+16)|p.U64(i+24) != 0 {
			return false
		}
	}
	var any uint64
	for ; i+8 <= n; i += 8 {
		any |= p.U64(i)
	}
	for ; i < n; i++ {
		any |= uint64(p.U8(i))
	}
	return any == 0
}
