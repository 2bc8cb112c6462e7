package mem

import (
	"encoding/binary"
	"math"
	"reflect"
	"testing"
)

// TestLoadsAndStores compares every width, at every alignment, with encoding/binary,
// and checks that a store touches nothing but its own bytes.
func TestLoadsAndStores(t *testing.T) {
	src := make([]byte, 64)
	for i := range src {
		src[i] = byte(i*37 + 1)
	}
	le := binary.LittleEndian
	for i := range 32 {
		p := Of(src).Add(3)
		at := src[3+i:]
		if p.U8(i) != at[0] || p.U16(i) != le.Uint16(at) || p.U32(i) != le.Uint32(at) || p.U64(i) != le.Uint64(at) {
			t.Fatalf("load at %d differs", i)
		}
		if OfString(string(src)).U64(i) != le.Uint64(src[i:]) {
			t.Fatalf("load from a string at %d differs", i)
		}
		const v = 0x1122334455667788
		for _, width := range []int{1, 2, 4, 8} {
			got, want := make([]byte, 64), make([]byte, 64)
			for j := range got {
				got[j], want[j] = 0xEE, 0xEE
			}
			q := Of(got)
			switch width {
			case 1:
				q.Put8(i, byte(v&0xff))
			case 2:
				q.Put16(i, v&0xffff)
			case 4:
				q.Put32(i, v&0xffffffff)
			case 8:
				q.Put64(i, v)
			}
			var word [8]byte
			le.PutUint64(word[:], v)
			copy(want[i:], word[:width])
			if string(got) != string(want) {
				t.Fatalf("store of %d bytes at %d: got % x, want % x", width, i, got, want)
			}
		}
	}
}

func TestPtr(t *testing.T) {
	if !(Ptr{}).IsNil() || !Of(nil).IsNil() || Of([]byte{1}).IsNil() {
		t.Error("IsNil")
	}
	b := []byte("abcdef")
	p := Of(b).Add(2)
	if p.String(3) != "cde" || string(p.Bytes(3)) != "cde" {
		t.Error("Add, String or Bytes")
	}
	p.Bytes(1)[0] = 'X'
	if string(b) != "abXdef" || StringOf(b) != "abXdef" {
		t.Error("Bytes and StringOf must alias")
	}
	n := int32(-7)
	if q := PtrTo(&n); *At[int32](q) != -7 || From(q.Pointer()) != q {
		t.Error("PtrTo, At, Pointer or From")
	}
	idx := []uint32{5, 6}
	if *At[uint32](OfIndex(idx).Add(4)) != 6 {
		t.Error("OfIndex")
	}
}

func TestNoZero(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 100, 1024, 1 << 20} {
		if b := NoZero(n); len(b) != 0 || cap(b) < n {
			t.Errorf("NoZero(%d): length %d, capacity %d", n, len(b), cap(b))
		}
	}
}

// TestIsZero sets each single byte of variables of many sizes.
func TestIsZero(t *testing.T) {
	for n := range 70 {
		b := make([]byte, n+1)
		if !IsZero(Of(b), n) {
			t.Fatalf("%d zero bytes are not", n)
		}
		for i := range b {
			b[i] = 0x80
			if got, want := IsZero(Of(b), n), i >= n; got != want {
				t.Fatalf("byte %d of %d set: got %v", i, n, got)
			}
			b[i] = 0
		}
	}
}

// TestBoxes runs with the quick way and with the compiler's.
func TestBoxes(t *testing.T) {
	if !boxes {
		t.Error("the start-up check has failed")
	}
	defer func(old bool) { boxes = old }(boxes)
	for _, boxes = range []bool{boxes, false} {
		for _, s := range []string{"", "x", "a longer string"} {
			if v := BoxString(&s); v != any(s) || reflect.TypeOf(v) != reflect.TypeFor[string]() {
				t.Errorf("BoxString(%q) = %#v", s, v)
			}
		}
		for _, f := range []float64{0, -1.5, math.Inf(1), math.Copysign(0, -1)} {
			v, ok := BoxFloat64(&f).(float64)
			if !ok || math.Float64bits(v) != math.Float64bits(f) {
				t.Errorf("BoxFloat64(%v) = %v", f, v)
			}
		}
		list := []any{"x", 1.5}
		if v, ok := BoxSlice(&list).([]any); !ok || len(v) != 2 || cap(v) != cap(list) || v[0] != "x" || v[1] != 1.5 {
			t.Errorf("BoxSlice(%v) = %v", list, v)
		}
		type named struct{ A []int }
		x := named{[]int{1}}
		pt := PointerTo(reflect.TypeFor[named]())
		v := pt.Value(PtrTo(&x))
		if v.Type() != reflect.TypeFor[named]() || !v.CanSet() || !v.CanAddr() {
			t.Fatalf("PointerType.Value: %v", v)
		}
		v.Field(0).Set(reflect.ValueOf([]int{2, 3}))
		if len(x.A) != 2 {
			t.Error("PointerType.Value does not refer to the variable")
		}
	}
}
