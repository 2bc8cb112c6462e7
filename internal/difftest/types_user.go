package difftest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// The types of this file have methods that a decoder must call. All of them log
// their calls: which ones, in which order, with exactly which bytes.

// A Raw keeps what its pointer method UnmarshalJSON is given.
type Raw struct{ Got []string }

// UnmarshalJSON never fails.
func (r *Raw) UnmarshalJSON(b []byte) error {
	logCall("Raw", b)
	r.Got = append(r.Got, string(b))
	return nil
}

// A Picky is a scalar kind whose UnmarshalJSON fails in every way there is,
// depending on what it is given.
type Picky int

// UnmarshalJSON accepts numbers.
func (p *Picky) UnmarshalJSON(b []byte) error {
	logCall("Picky", b)
	s := string(b)
	switch {
	case s == `"panic"`:
		panic("picky")
	case s == `"panic error"`:
		panic(errors.New("picky error"))
	case s == `"type error"`:
		return &json.UnmarshalTypeError{Value: "picky", Type: reflect.TypeFor[Picky](), Offset: 7}
	case s == `"type error with field"`:
		return &json.UnmarshalTypeError{Value: "picky", Type: reflect.TypeFor[Picky](), Offset: 7, Struct: "S", Field: "F"}
	case s == `"wrapped type error"`:
		return fmt.Errorf("wrapped: %w", &json.UnmarshalTypeError{Value: "picky", Type: reflect.TypeFor[Picky]()})
	case s == `"syntax error"`:
		return inside([]byte(`{"a":x}`), new(any))
	case strings.HasPrefix(s, `"`):
		return errors.New("picky: " + s)
	}
	*p++
	return nil
}

// A ValueRaw has UnmarshalJSON on the value: it is called on values and pointers,
// and cannot store anything but through the map it is.
type ValueRaw map[string]string

// UnmarshalJSON stores into the map, if there is one.
func (v ValueRaw) UnmarshalJSON(b []byte) error {
	logCall("ValueRaw", b)
	if v != nil {
		v["got"] = string(b)
	}
	return nil
}

// A Text has UnmarshalText on the pointer.
type Text struct{ S string }

// UnmarshalText fails for texts that start with "bad", and panics without a receiver: by itself,
// as not every emulator turns the fault of a nil pointer into a panic.
func (t *Text) UnmarshalText(b []byte) error {
	logCall("Text", b)
	if t == nil {
		panic("text: no receiver")
	}
	if strings.HasPrefix(string(b), "bad") {
		return errors.New("text: " + string(b))
	}
	t.S += "<" + string(b) + ">"
	return nil
}

// A TextInt is an int kind with UnmarshalText, for ",string" and as a map key.
type TextInt int

// UnmarshalText stores the text's length.
func (t *TextInt) UnmarshalText(b []byte) error {
	logCall("TextInt", b)
	if string(b) == "bad" {
		return errors.New("textint")
	}
	*t = TextInt(len(b)) + 100
	return nil
}

// A TextString is a string kind with UnmarshalText.
type TextString string

// UnmarshalText stores the text in upper case.
func (t *TextString) UnmarshalText(b []byte) error {
	logCall("TextString", b)
	if string(b) == "bad" {
		return errors.New("textstring")
	}
	*t = TextString(strings.ToUpper(string(b)))
	return nil
}

// A TextStruct is a comparable struct with UnmarshalText, for map keys.
type TextStruct struct{ A, B string }

// UnmarshalText splits at the first colon.
func (t *TextStruct) UnmarshalText(b []byte) error {
	logCall("TextStruct", b)
	a, rest, ok := strings.Cut(string(b), ":")
	if !ok {
		return fmt.Errorf("no colon in %q", b)
	}
	t.A, t.B = a, rest
	return nil
}

// A TextValue has UnmarshalText on the value.
type TextValue struct{ P *string }

// UnmarshalText stores through the pointer, if there is one.
func (t TextValue) UnmarshalText(b []byte) error {
	logCall("TextValue", b)
	if t.P != nil {
		*t.P = string(b)
	}
	return nil
}

// A TextKey has UnmarshalText on the value, which can store nothing: as a map's key
// it is always empty.
type TextKey string

// UnmarshalText looks at the text.
func (t TextKey) UnmarshalText(b []byte) error {
	logCall("TextKey", b)
	if len(b) > 12 {
		return errors.New("textkey: too long")
	}
	return nil
}

// A TextFloat is a float key, allowed by its method only.
type TextFloat float64

// UnmarshalText stores the text's length.
func (t *TextFloat) UnmarshalText(b []byte) error {
	logCall("TextFloat", b)
	*t = TextFloat(len(b))
	return nil
}

// An ID is what packages for UUIDs define: an array of bytes with text methods.
type ID [4]byte

// UnmarshalText takes eight hexadecimal digits.
func (id *ID) UnmarshalText(b []byte) error {
	logCall("ID", b)
	if len(b) != 8 {
		return fmt.Errorf("invalid ID length: %d", len(b))
	}
	_, err := fmt.Sscanf(string(b), "%02x%02x%02x%02x", &id[0], &id[1], &id[2], &id[3])
	return err
}

// A Both has both methods: UnmarshalJSON wins for values, UnmarshalText makes keys.
type Both string

// UnmarshalJSON stores its argument.
func (t *Both) UnmarshalJSON(b []byte) error {
	logCall("Both.JSON", b)
	*t = Both("json " + string(b))
	return nil
}

// UnmarshalText stores its argument.
func (t *Both) UnmarshalText(b []byte) error {
	logCall("Both.Text", b)
	*t = Both("text " + string(b))
	return nil
}

// A Reenter calls the package that called it, to decode into a plain copy of itself,
// and before that, to decode the same bytes into an interface.
type Reenter struct {
	A int
	B []Reenter
}

// UnmarshalJSON decodes by way of a type without the method.
func (r *Reenter) UnmarshalJSON(b []byte) error {
	logCall("Reenter", b)
	type plain Reenter
	var v any
	if err := inside(b, &v); err != nil {
		return err
	}
	return inside(b, (*plain)(r))
}

// A RawByte is a byte with UnmarshalJSON: a slice of it is still base64.
type RawByte byte

// UnmarshalJSON stores the argument's length.
func (r *RawByte) UnmarshalJSON(b []byte) error {
	logCall("RawByte", b)
	*r = RawByte(len(b))
	return nil
}

// A TextByte is a byte with UnmarshalText.
type TextByte byte

// UnmarshalText stores the argument's length.
func (r *TextByte) UnmarshalText(b []byte) error {
	logCall("TextByte", b)
	*r = TextByte(len(b))
	return nil
}

// A RawBool is a bool kind with UnmarshalJSON, for ",string".
type RawBool bool

// UnmarshalJSON sets it.
func (r *RawBool) UnmarshalJSON(b []byte) error {
	logCall("RawBool", b)
	*r = true
	return nil
}

// A Namer is an interface that is not empty.
type Namer interface{ Name() string }

// A Named implements Namer by pointer, and decodes like any struct.
type Named struct {
	N    string
	Next Namer
}

// Name implements Namer.
func (n *Named) Name() string { return n.N }

// A NamedJSON implements both Namer and Unmarshaler.
type NamedJSON struct{ N string }

// Name implements Namer.
func (n *NamedJSON) Name() string { return n.N }

// UnmarshalJSON stores its argument.
func (n *NamedJSON) UnmarshalJSON(b []byte) error {
	logCall("NamedJSON", b)
	n.N = string(b)
	return nil
}
