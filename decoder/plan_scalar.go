// Plans for bools, numbers and strings.
//
// Each handles the token it is made for and leaves every other one, and every
// number that does not fit, to mismatch, which is exact and slow.

package decoder

import (
	"fmt"
	"reflect"

	"swarjson/internal/mem"
	"swarjson/internal/num"
)

// fieldKind is a kind of variable that containers store into by themselves, with
// store (structs: in fill), instead of calling a set function: the common ones.
type fieldKind uint8

const (
	fieldAny     fieldKind = iota // by its set function
	fieldString                   // a string type without methods
	fieldInt64                    // int64, and int where it has as many bits
	fieldFloat64                  // float64
	fieldBool                     // a bool type without methods
	fieldPointer                  // a pointer, for null alone; only structPlan.fill knows it
)

// kindOf returns the kind of variables of type t.
func kindOf(t reflect.Type) fieldKind {
	if has, _ := methodsOf(t); has || t == numberType {
		return fieldAny
	}
	switch t.Kind() {
	case reflect.String:
		return fieldString
	case reflect.Float64:
		return fieldFloat64
	case reflect.Bool:
		return fieldBool
	case reflect.Int, reflect.Int64:
		if t.Size() == 8 {
			return fieldInt64
		}
	}
	return fieldAny
}

// store decodes the value at entry k into the variable at p if it is what kind is made
// for. The result is the entry behind it, or 0: then the set function has to be called.
func (d *engine) store(kind fieldKind, k int, p mem.Ptr) int {
	switch kind {
	case fieldString:
		if d.tok(k) == '"' {
			if s, ok := d.text(k); ok {
				*mem.At[string](p) = s
				return k + 2
			}
		}
	case fieldInt64:
		q := d.ptr(k)
		if v, n, ok := num.Int64(q); ok && endsScalar[q.U8(n)] {
			*mem.At[int64](p) = v
			return k + 1
		}
	case fieldFloat64:
		q := d.ptr(k)
		if v, n, ok := num.Float64(q, d.at(k+1)-d.at(k)); ok && endsScalar[q.U8(n)] {
			*mem.At[float64](p) = v
			return k + 1
		}
	case fieldBool:
		q := d.ptr(k)
		if v := isTrue(q); v || isFalse(q) {
			*mem.At[bool](p) = v
			return k + 1
		}
	}
	return 0
}

func boolPlan(t reflect.Type) setFunc {
	return func(d *engine, k int, p mem.Ptr) int {
		q := d.ptr(k)
		switch {
		case isTrue(q):
			*mem.At[bool](p) = true
		case isFalse(q):
			*mem.At[bool](p) = false
		default:
			return d.mismatch(k, t)
		}
		return k + 1
	}
}

func intPlan[T int | int8 | int16 | int32 | int64](t reflect.Type) setFunc {
	return func(d *engine, k int, p mem.Ptr) int {
		q := d.ptr(k)
		v, n, ok := num.Int64(q)
		if !ok || int64(T(v)) != v || !endsScalar[q.U8(n)] {
			return d.mismatchNumber(k, t)
		}
		*mem.At[T](p) = T(v)
		return k + 1
	}
}

func uintPlan[T uint | uint8 | uint16 | uint32 | uint64 | uintptr](t reflect.Type) setFunc {
	return func(d *engine, k int, p mem.Ptr) int {
		q := d.ptr(k)
		v, n, ok := num.Uint64(q)
		if !ok || uint64(T(v)) != v || !endsScalar[q.U8(n)] {
			return d.mismatchNumber(k, t)
		}
		*mem.At[T](p) = T(v)
		return k + 1
	}
}

func float32Plan(t reflect.Type) setFunc {
	return func(d *engine, k int, p mem.Ptr) int {
		q := d.ptr(k)
		v, n, ok := num.Float32(q, d.at(k+1)-d.at(k))
		if !ok || !endsScalar[q.U8(n)] {
			return d.mismatchNumber(k, t)
		}
		*mem.At[float32](p) = v
		return k + 1
	}
}

func float64Plan(t reflect.Type) setFunc {
	return func(d *engine, k int, p mem.Ptr) int {
		q := d.ptr(k)
		v, n, ok := num.Float64(q, d.at(k+1)-d.at(k))
		if !ok || !endsScalar[q.U8(n)] {
			return d.mismatchNumber(k, t)
		}
		*mem.At[float64](p) = v
		return k + 1
	}
}

func stringPlan(t reflect.Type) setFunc {
	return func(d *engine, k int, p mem.Ptr) int {
		if d.tok(k) != '"' {
			return d.mismatch(k, t)
		}
		s, ok := d.text(k)
		if !ok {
			return d.fail(k, faultValue)
		}
		*mem.At[string](p) = s
		return k + 2
	}
}

// numberPlan is for Number: the text of a number, or of a string that holds one.
func numberPlan(t reflect.Type) setFunc {
	return func(d *engine, k int, p mem.Ptr) int {
		c := d.tok(k)
		if c == '"' {
			s, ok := d.text(k)
			if !ok {
				return d.fail(k, faultValue)
			}
			if !isNumber(s) {
				item := d.base.Add(d.at(k)).Bytes(d.at(k+1) + 1 - d.at(k))
				return d.stop(k+2, fmt.Errorf("json: invalid number literal, trying to unmarshal %q into Number", item))
			}
			*mem.At[string](p) = s
			return k + 2
		}
		if c != '-' && c-'0' > 9 {
			return d.mismatch(k, t)
		}
		n := d.number(k)
		if n == 0 {
			return d.fail(k, faultValue)
		}
		*mem.At[string](p) = d.shortCopy(k, n)
		return k + 1
	}
}

// shortCopy copies the n bytes of the scalar at entry k.
func (d *engine) shortCopy(k, n int) string {
	b := d.ptr(k).Bytes(n)
	if n > d.ownMemory {
		return string(b)
	}
	at := d.room(n)
	copy(at.Bytes(n), b)
	return d.take(at, n)
}

// isNumber reports whether s is a JSON number and nothing else.
func isNumber(s string) bool {
	// SAFETY: num.Scan may read whole words beyond the number; the zeros are there for it.
	var buf [64]byte
	b := append(append(buf[:0], s...), "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
	return s != "" && num.Scan(mem.Of(b)) == len(s)
}
