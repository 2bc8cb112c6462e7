//go:build !(go1.27 && goexperiment.jsonv2)

package decoder

import "reflect"

// hasUnmarshalFrom reports whether the pointer type p has a method UnmarshalJSONFrom that
// counts. Classic encoding/json knows no such method.
func hasUnmarshalFrom(reflect.Type) bool { return false }

// unmarshalerFrom returns what calls v's method UnmarshalJSONFrom, or nil.
func unmarshalerFrom(reflect.Value) Unmarshaler { return nil }

// callUnmarshaler hands the value raw to u.
func (d *engine) callUnmarshaler(u Unmarshaler, raw []byte) error { return u.UnmarshalJSON(raw) }
