package difftest

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"time"
)

// A filler puts contents into a target before it is decoded into: pointers that
// are set, some of them to one object; slices with stale elements beyond their
// length; maps with entries; interfaces that hold pointers.
type filler struct {
	r      *Rand
	budget int
	seen   []reflect.Value // pointers made so far, to be used again
}

func (f *filler) fill(v reflect.Value, depth int) {
	r := f.r
	if f.budget--; f.budget < 0 || depth > 8 || !v.CanSet() || r.OneIn(6) {
		return
	}
	if f.special(v) {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.OneIn(2))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.N(100)) - 20)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		v.SetUint(uint64(r.N(100)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(float64(r.N(1000)) / 8)
	case reflect.String:
		v.SetString(fmt.Sprintf("old%d", r.N(100)))
	case reflect.Pointer:
		if r.OneIn(5) {
			for _, p := range f.seen {
				if p.Type() == v.Type() {
					v.Set(p)
					return
				}
			}
		}
		p := reflect.New(v.Type().Elem())
		f.fill(p.Elem(), depth+1)
		if p.Type() != v.Type() { // a named pointer type
			p = p.Convert(v.Type())
		}
		f.seen = append(f.seen, p)
		v.Set(p)
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i), depth+1)
		}
	case reflect.Array:
		for i := range min(v.Len(), 8) {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Slice:
		n, spare := r.N(4), r.N(4)
		s := reflect.MakeSlice(v.Type(), n+spare, n+spare)
		for i := range n + spare {
			f.fill(s.Index(i), depth+1)
		}
		v.Set(s.Slice(0, n))
	case reflect.Map:
		m := reflect.MakeMap(v.Type())
		for range r.N(4) {
			k := reflect.New(v.Type().Key()).Elem()
			e := reflect.New(v.Type().Elem()).Elem()
			f.key(k)
			f.fill(e, depth+1)
			if k.Comparable() {
				m.SetMapIndex(k, e)
			}
		}
		v.Set(m)
	case reflect.Interface:
		f.iface(v, depth)
	}
}

// key makes keys that the documents are likely to name too.
func (f *filler) key(k reflect.Value) {
	switch k.Kind() {
	case reflect.String:
		k.SetString(Pick(f.r, plainKeys))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		k.SetInt(int64(f.r.N(4)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		k.SetUint(uint64(f.r.N(4)))
	case reflect.Interface:
		k.Set(reflect.ValueOf("k"))
	case reflect.Struct, reflect.Array:
		f.fill(k, 7)
	}
}

func (f *filler) iface(v reflect.Value, depth int) {
	r := f.r
	if v.Type() == reflect.TypeFor[Namer]() {
		switch r.N(3) {
		case 0:
			v.Set(reflect.ValueOf(&Named{N: "old"}))
		case 1:
			v.Set(reflect.ValueOf(&NamedJSON{N: "old"}))
		case 2:
			v.Set(reflect.ValueOf((*Named)(nil)))
		}
		return
	}
	if v.NumMethod() != 0 {
		return
	}
	var x any
	switch r.N(16) {
	case 0:
		x = float64(r.N(9))
	case 1:
		x = "old"
	case 2:
		x = &Small{A: r.N(9), B: "old"}
	case 3:
		x = new(int)
	case 4:
		p := new(string)
		x = &p
	case 5:
		var p *int
		x = &p
	case 6:
		x = (*Small)(nil)
	case 7:
		x = map[string]any{"a": 1.0, "old": "x"}
	case 8:
		x = &map[string]int{"a": 1}
	case 9:
		x = []any{1.0, "x"}
	case 10:
		x = &[]int{1, 2, 3}
	case 11:
		var inner any = &Small{B: "inner"}
		x = &inner
	case 12:
		x = &Raw{}
	case 13:
		x = Small{A: 3}
	case 14:
		x = new(any)
		if r.OneIn(3) {
			*(x.(*any)) = x // points to itself
		}
	case 15:
		n := json.Number("7")
		x = &n
	}
	_ = depth
	v.Set(reflect.ValueOf(x))
}

// special fills types that have an inner life of their own.
func (f *filler) special(v reflect.Value) bool {
	switch p := v.Addr().Interface().(type) {
	case *time.Time:
		*p = time.Date(2000+f.r.N(30), 2, 3, 4, 5, 6, 7, time.UTC)
	case *big.Int:
		p.SetInt64(int64(f.r.N(1000)))
	case *big.Float:
		p.SetPrec(uint(24 + f.r.N(80))).SetInt64(5)
	case *big.Rat:
		p.SetFrac64(int64(f.r.N(9)), 7)
	case *netip.Addr:
		*p = netip.AddrFrom4([4]byte{1, 2, 3, byte(f.r.N(9))})
	case *netip.AddrPort, *netip.Prefix:
	case *url.URL:
		p.Path = "/old"
	case *json.RawMessage:
		*p = append(make(json.RawMessage, 0, 8), "[1]"...)
	case *json.Number:
		*p = "42"
	default:
		return false
	}
	return true
}
