package mem

import (
	"reflect"
	"unsafe"
)

// An interface value is two words, a type and a pointer to the value (for types
// that are no pointers themselves). The compiler makes one by allocating
// the value; with many values in one slab, only the words have to be put
// together. That is the only thing assumed of the runtime here, it is checked at
// start-up, and if the check fails the compiler's way is taken.
type iface struct{ typ, data unsafe.Pointer }

func wordsOf(v any) iface { return *(*iface)(unsafe.Pointer(&v)) }

var (
	stringType  = wordsOf("").typ
	float64Type = wordsOf(1.5).typ
	sliceType   = wordsOf([]any{}).typ
	boxes       = checkBoxes()
)

func checkBoxes() bool {
	if unsafe.Sizeof(any(nil)) != unsafe.Sizeof(iface{}) {
		return false
	}
	s, f := "probe", 2.5
	vs, vf := any(s), any(f)
	ws, wf := wordsOf(vs), wordsOf(vf)
	wl := wordsOf(any([]any{s}))
	x := 7
	v := reflect.ValueOf(*(*any)(unsafe.Pointer(&iface{wordsOf(&x).typ, unsafe.Pointer(&x)})))
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Int || v.Elem().Int() != 7 {
		return false
	}
	return ws.typ == stringType && wf.typ == float64Type && stringType != float64Type &&
		*(*string)(ws.data) == s && *(*float64)(wf.data) == f &&
		wl.typ == sliceType && len(*(*[]any)(wl.data)) == 1 && (*(*[]any)(wl.data))[0] == any(s)
}

// BoxString returns *p as an interface value that shares p's memory: *p must not
// change any more.
func BoxString(p *string) any {
	if !boxes {
		return *p
	}
	w := iface{stringType, unsafe.Pointer(p)}
	return *(*any)(unsafe.Pointer(&w))
}

// BoxFloat64 is BoxString for a float64.
func BoxFloat64(p *float64) any {
	if !boxes {
		return *p
	}
	w := iface{float64Type, unsafe.Pointer(p)}
	return *(*any)(unsafe.Pointer(&w))
}

// BoxSlice is BoxString for a []any. Its elements may change, through whatever refers to them.
func BoxSlice(p *[]any) any {
	if !boxes {
		return *p
	}
	w := iface{sliceType, unsafe.Pointer(p)}
	return *(*any)(unsafe.Pointer(&w))
}

// PointerType is a type *T, kept as the word that interface values of that type have.
type PointerType struct {
	word unsafe.Pointer
	elem reflect.Type
}

// PointerTo returns the type of pointers to t.
func PointerTo(t reflect.Type) PointerType {
	return PointerType{wordsOf(reflect.Zero(reflect.PointerTo(t)).Interface()).typ, t}
}

// Value returns the variable at p, which must be a T, as a reflect.Value that can
// be set. It is reflect.NewAt(t, p).Elem() without a look-up of the pointer's type.
func (pt *PointerType) Value(p Ptr) reflect.Value {
	if !boxes {
		return reflect.NewAt(pt.elem, p.p).Elem()
	}
	// A pointer in an interface is its second word.
	w := iface{pt.word, p.p}
	return reflect.ValueOf(*(*any)(unsafe.Pointer(&w))).Elem()
}

// TypeWord identifies a type: two values whose words are equal have the same type. (Not
// the other way round.) The zero TypeWord belongs to no type.
type TypeWord struct{ word unsafe.Pointer }

// PointerIn returns the type of v and, if that is a pointer type, the pointer in it. It
// may return zeros for any v: reflect can tell then.
func PointerIn(v any) (TypeWord, Ptr) {
	if !boxes {
		return TypeWord{}, Ptr{}
	}
	w := wordsOf(v)
	return TypeWord{w.typ}, Ptr{w.data}
}
