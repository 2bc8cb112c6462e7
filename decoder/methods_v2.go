//go:build go1.27 && goexperiment.jsonv2

package decoder

import (
	"bytes"
	"encoding/json"
	jsonv2 "encoding/json/v2"
	"reflect"
	"sync"
)

// Where encoding/json runs on its v2 engine, it prefers a type's method
// UnmarshalJSONFrom(*jsontext.Decoder) to UnmarshalJSON. Types that are written for it may
// have no other method, so the engine calls it too. It gets a decoder over the value's bytes
// alone, with the options that encoding/json would give it: encoding/json itself makes it.

var unmarshalerFromType = reflect.TypeFor[jsonv2.UnmarshalerFrom]()

// hasUnmarshalFrom reports whether the pointer type p has a method UnmarshalJSONFrom that counts.
//
// Number has one on this engine, and lends it to structs that embed it, but none on the
// classic engine: there it does not count, for an upgrade of Go must not change results.
func hasUnmarshalFrom(p reflect.Type) bool {
	if !p.Implements(unmarshalerFromType) {
		return false
	}
	if counts, ok := fromCounts.Load(p); ok {
		return counts.(bool)
	}
	counts := p.Kind() == reflect.Pointer && !reachesNumber(p, map[reflect.Type]bool{})
	fromCounts.Store(p, counts)
	return counts
}

// fromCounts remembers what hasUnmarshalFrom found out: reflect.Type → bool.
var fromCounts sync.Map

// reachesNumber reports whether t is Number, a pointer to it, or a struct that embeds one
// at any depth. seen holds the structs that were looked at.
func reachesNumber(t reflect.Type, seen map[reflect.Type]bool) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == numberType {
		return true
	}
	if t.Kind() != reflect.Struct || seen[t] {
		return false
	}
	seen[t] = true
	for f := range t.Fields() {
		if f.Anonymous && reachesNumber(f.Type, seen) {
			return true
		}
	}
	return false
}

// fromCaller is an Unmarshaler for a value that has UnmarshalJSONFrom.
type fromCaller struct{ v reflect.Value } // a pointer, not nil

// UnmarshalJSON calls the method without options. callUnmarshaler does better.
func (f fromCaller) UnmarshalJSON(raw []byte) error { return json.Unmarshal(raw, f.v.Interface()) }

// unmarshalerFrom returns what calls v's method UnmarshalJSONFrom, or nil.
func unmarshalerFrom(v reflect.Value) Unmarshaler {
	if !hasUnmarshalFrom(v.Type()) {
		return nil
	}
	return fromCaller{v}
}

// callUnmarshaler hands the value raw to u.
func (d *engine) callUnmarshaler(u Unmarshaler, raw []byte) error {
	f, ok := u.(fromCaller)
	if !ok || !d.useNumber && !d.disallowUnknown {
		return u.UnmarshalJSON(raw)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if d.useNumber {
		dec.UseNumber()
	}
	if d.disallowUnknown {
		dec.DisallowUnknownFields()
	}
	return dec.Decode(f.v.Interface())
}
