// Values that methods decode (Unmarshaler, encoding.TextUnmarshaler), pointers in
// interfaces, and fields with the option ",string": the ways by package reflect.
//
// These follow encoding/json step by step, because what they do is visible to
// user code: which method is called on what, with which bytes, in which order.

package decoder

import (
	"encoding"
	"encoding/base64"
	"fmt"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"strconv"
	"time"

	"swarjson/internal/mem"
)

// receiverOnly reports whether t's methods are known to read nothing but their
// argument and to write nothing but their receiver: t then counts as memory.
func receiverOnly(t reflect.Type) bool {
	switch t {
	case rawMessageType, reflect.TypeFor[time.Time](),
		reflect.TypeFor[big.Int](), reflect.TypeFor[big.Float](), reflect.TypeFor[big.Rat](),
		reflect.TypeFor[netip.Addr](), reflect.TypeFor[netip.AddrPort](), reflect.TypeFor[netip.Prefix](),
		reflect.TypeFor[net.IP](), reflect.TypeFor[url.URL]():
		return true
	}
	return false
}

// native returns a set function for the types with methods that are decoded
// without reflect, and nil for all others.
func native(t reflect.Type) setFunc {
	switch t {
	case reflect.TypeFor[time.Time]():
		return func(d *engine, k int, p mem.Ptr) int {
			if d.tok(k) != '"' {
				return d.generic(k, reflect.NewAt(t, p.Pointer()).Elem())
			}
			raw, k := d.raw(k)
			if k < 0 {
				return k
			}
			if err := mem.At[time.Time](p).UnmarshalJSON(raw); err != nil {
				return d.stop(k, err)
			}
			return k
		}
	case rawMessageType:
		return func(d *engine, k int, p mem.Ptr) int {
			raw, k := d.raw(k)
			if k < 0 {
				return k
			}
			m := mem.At[RawMessage](p)
			*m = append((*m)[:0], raw...)
			return k
		}
	}
	return nil
}

// methodSet returns the set function of a type whose pointer has methods, for values
// reached through a pointer; methodSetOfValue is for variables of the type itself.
func methodSet(t reflect.Type) setFunc {
	return func(d *engine, k int, p mem.Ptr) int {
		return d.generic(k, reflect.NewAt(t, p.Pointer()))
	}
}

func methodSetOfValue(t reflect.Type) setFunc {
	return func(d *engine, k int, p mem.Ptr) int {
		return d.generic(k, reflect.NewAt(t, p.Pointer()).Elem())
	}
}

// generic decodes the value at entry k into v, which is a pointer or can be set.
// v's type is the one that errors of a TextUnmarshaler name.
func (d *engine) generic(k int, v reflect.Value) int {
	c := d.tok(k)
	if c == 'n' && !isNull(d.ptr(k)) {
		return d.fail(k, faultValue)
	}
	u, ut, target := indirect(v, c == 'n', true)
	switch {
	case u != nil:
		raw, k := d.raw(k)
		if k < 0 {
			return k
		}
		if err := d.callUnmarshaler(u, raw); err != nil {
			return d.stop(k, err)
		}
		return k
	case ut != nil:
		return d.genericText(k, ut, v.Type())
	case target.Kind() == reflect.Pointer: // only null stops at one
		target.SetZero()
		return k + 1
	case target.Kind() == reflect.Interface:
		if target.NumMethod() == 0 {
			return d.setAny(k, mem.At[any](mem.From(target.Addr().UnsafePointer())))
		}
		return d.foreignInterface(k, target)
	}
	return planOf(target.Type()).kind(d, k, mem.From(target.Addr().UnsafePointer()))
}

// genericText decodes the value at entry k, a string if all is well, by ut.
func (d *engine) genericText(k int, ut encoding.TextUnmarshaler, t reflect.Type) int {
	if d.tok(k) != '"' {
		return d.mismatch(k, t)
	}
	if k+1 >= d.cnt {
		return d.fail(k, faultValue)
	}
	raw := d.slice(d.offset(k)+1, d.offset(k+1))
	text := raw
	if d.isSpecial(raw) {
		var ok bool
		if text, ok = appendUnquoted(nil, raw, false); !ok {
			return d.fail(k, faultValue)
		}
	}
	if err := ut.UnmarshalText(text); err != nil {
		return d.stop(k+2, err)
	}
	return k + 2
}

// indirect follows v through pointers and interfaces that hold pointers,
// allocating where a pointer is nil, until it finds a method to call or a value
// to store into. With null it stops at the first pointer that can be set, and
// looks for no UnmarshalText. from says whether UnmarshalJSONFrom counts: on keys of maps
// it is never called.
func indirect(v reflect.Value, null, from bool) (Unmarshaler, encoding.TextUnmarshaler, reflect.Value) {
	direct := v // v before its address was taken
	byAddress := false
	if v.Kind() != reflect.Pointer && v.Type().Name() != "" && v.CanAddr() {
		byAddress = true
		v = v.Addr()
	}
	for {
		if v.Kind() == reflect.Interface && !v.IsNil() {
			e := v.Elem()
			if e.Kind() == reflect.Pointer && !e.IsNil() && (!null || e.Elem().Kind() == reflect.Pointer) {
				byAddress = false
				v = e
				continue
			}
		}
		if v.Kind() != reflect.Pointer || null && v.CanSet() {
			return nil, nil, v
		}
		if e := v.Elem(); e.Kind() == reflect.Interface && e.Elem().Equal(v) {
			return nil, nil, e // an interface that holds its own address
		}
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		if v.Type().NumMethod() > 0 && v.CanInterface() {
			if from {
				if u := unmarshalerFrom(v); u != nil {
					return u, nil, reflect.Value{}
				}
			}
			if u, ok := reflect.TypeAssert[Unmarshaler](v); ok {
				return u, nil, reflect.Value{}
			}
			if !null {
				if u, ok := reflect.TypeAssert[encoding.TextUnmarshaler](v); ok {
					return nil, u, reflect.Value{}
				}
			}
		}
		if byAddress {
			// Not v.Elem(): the way through the address loses what reflect knows of
			// unexported fields.
			v, byAddress = direct, false
		} else {
			v = v.Elem()
		}
	}
}

// quoted decodes the value of a field with the option ",string" at entry k.
func (d *engine) quoted(k int, v reflect.Value) int {
	switch c := d.tok(k); c {
	case '"':
		if k+1 >= d.cnt {
			return d.fail(k, faultValue)
		}
		end := d.offset(k+1) + 1
		text, ok := appendUnquoted(nil, d.slice(d.offset(k)+1, end-1), false)
		if !ok {
			return d.fail(k, faultValue)
		}
		return d.storeQuoted(k+2, text, v, end)
	case 'n':
		return d.unquoted(k, v)
	default:
		if c == '-' || c-'0' <= 9 {
			// encoding/json converts the number before it sees that it has no quotes.
			v2, next := d.any(k)
			if next < 0 {
				return next
			}
			k = next
			if v2 == nil {
				return d.quotedOutOfRange(k, v)
			}
		} else if k = d.skip(k); k < 0 {
			return k
		}
		d.saveError(fmt.Errorf("json: invalid use of ,string struct tag, trying to unmarshal unquoted value into %v", v.Type()))
		return k
	}
}

// quotedOutOfRange goes on after a number that is too large for a float64 stood where
// a string should. encoding/json gets nil for it, and nil also stands for null.
// k is the entry behind it.
func (d *engine) quotedOutOfRange(k int, v reflect.Value) int {
	event := d.anyError
	d.anyError = false
	if u, _, target := indirect(v, true, false); u != nil {
		if err := u.UnmarshalJSON([]byte("null")); err != nil {
			return d.stop(k, err)
		}
	} else if target.Kind() == reflect.Pointer {
		target.SetZero()
	}
	if event {
		return ^k
	}
	return k
}

// unquoted decodes null for a field with the option ",string".
func (d *engine) unquoted(k int, v reflect.Value) int {
	if !isNull(d.ptr(k)) {
		return d.fail(k, faultValue)
	}
	u, _, target := indirect(v, true, false)
	if u != nil {
		raw, k := d.raw(k)
		if err := u.UnmarshalJSON(raw); err != nil {
			return d.stop(k, err)
		}
		return k
	}
	switch target.Kind() {
	case reflect.Interface, reflect.Pointer, reflect.Map, reflect.Slice:
		target.SetZero()
	}
	return k + 1
}

// errQuoted is the error for an item that ",string" wrapped, or a map key, that
// cannot be stored in v.
func errQuoted(item []byte, v reflect.Value) error {
	return fmt.Errorf("json: invalid use of ,string struct tag, trying to unmarshal %q into %v", item, v.Type())
}

// storeQuoted stores item, a literal that was wrapped in a string, in v. item may be
// anything. k is the entry behind the string, end the offset.
func (d *engine) storeQuoted(k int, item []byte, v reflect.Value, end int) int {
	if len(item) == 0 {
		d.saveError(errQuoted(item, v))
		return k
	}
	u, ut, target := indirect(v, item[0] == 'n', false)
	if u != nil {
		if err := u.UnmarshalJSON(item); err != nil {
			return d.stop(k, err)
		}
		return k
	}
	if ut != nil {
		if item[0] != '"' {
			d.saveError(errQuoted(item, v))
			return k
		}
		text, ok := unquote(item)
		if !ok {
			return d.stop(k, errQuoted(item, v))
		}
		if err := ut.UnmarshalText(text); err != nil {
			return d.stop(k, err)
		}
		return k
	}
	v = target
	switch c := item[0]; c {
	case 'n':
		if string(item) != "null" {
			d.saveError(errQuoted(item, v))
			return k
		}
		switch v.Kind() {
		case reflect.Interface, reflect.Pointer, reflect.Map, reflect.Slice:
			v.SetZero()
		}
	case 't', 'f':
		switch {
		case string(item) != "true" && string(item) != "false":
			d.saveError(errQuoted(item, v))
		case v.Kind() == reflect.Bool:
			v.SetBool(c == 't')
		case v.Kind() == reflect.Interface && v.NumMethod() == 0:
			v.Set(reflect.ValueOf(c == 't'))
		case v.Kind() == reflect.Interface:
			return d.saveTypeError(k, "bool", v.Type(), end)
		default:
			d.saveError(errQuoted(item, v))
		}
	case '"':
		text, ok := unquote(item)
		if !ok {
			return d.stop(k, errQuoted(item, v))
		}
		return d.storeQuotedText(k, item, text, v, end)
	default:
		if c != '-' && c-'0' > 9 {
			return d.stop(k, errQuoted(item, v))
		}
		return d.storeQuotedNumber(k, item, v, end)
	}
	return k
}

// unquote returns the value of item, which should be a string with its quotes.
func unquote(item []byte) ([]byte, bool) {
	if len(item) < 2 || item[len(item)-1] != '"' {
		return nil, false
	}
	return appendUnquoted(nil, item[1:len(item)-1], true)
}

// storeQuotedText is storeQuoted for a string in a string.
func (d *engine) storeQuotedText(k int, item, text []byte, v reflect.Value, end int) int {
	switch v.Kind() {
	case reflect.Slice:
		if v.Type().Elem().Kind() != reflect.Uint8 {
			return d.saveTypeError(k, "string", v.Type(), end)
		}
		b := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
		n, err := base64.StdEncoding.Decode(b, text)
		if err != nil {
			d.saveError(err)
			return k
		}
		v.SetBytes(b[:n])
	case reflect.String:
		s := string(text)
		if v.Type() == numberType && !isNumber(s) {
			return d.stop(k, fmt.Errorf("json: invalid number literal, trying to unmarshal %q into Number", item))
		}
		v.SetString(s)
	case reflect.Interface:
		if v.NumMethod() != 0 {
			return d.saveTypeError(k, "string", v.Type(), end)
		}
		v.Set(reflect.ValueOf(string(text)))
	default:
		return d.saveTypeError(k, "string", v.Type(), end)
	}
	return k
}

// storeQuotedNumber is storeQuoted for what starts like a number. strconv takes
// more than JSON does ("01", "0x1p3" not: base 10), and so does encoding/json here.
func (d *engine) storeQuotedNumber(k int, item []byte, v reflect.Value, end int) int {
	s := string(item)
	switch v.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || v.OverflowInt(n) {
			return d.saveTypeError(k, "number "+s, v.Type(), end)
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil || v.OverflowUint(n) {
			return d.saveTypeError(k, "number "+s, v.Type(), end)
		}
		v.SetUint(n)
	case reflect.Float32, reflect.Float64:
		n, err := strconv.ParseFloat(s, v.Type().Bits())
		if err != nil || v.OverflowFloat(n) {
			return d.saveTypeError(k, "number "+s, v.Type(), end)
		}
		v.SetFloat(n)
	case reflect.Interface:
		n, err := strconv.ParseFloat(s, 64)
		switch {
		case err != nil && !d.useNumber:
			return d.saveTypeError(k, "number "+s, float64Type, end+1)
		case v.NumMethod() != 0:
			return d.saveTypeError(k, "number", v.Type(), end)
		case d.useNumber:
			v.Set(reflect.ValueOf(Number(s)))
		default:
			v.Set(reflect.ValueOf(n))
		}
	default:
		if v.Type() == numberType {
			v.SetString(s)
			return k
		}
		return d.stop(k, errQuoted(item, v))
	}
	return k
}
