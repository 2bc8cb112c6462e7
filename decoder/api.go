package decoder

import (
	"bytes"
	"encoding/json"
	"io"
)

// The types of encoding/json are aliases, not copies: errors.As finds an error
// of either package, and a type that implements json.Unmarshaler, or holds a
// json.RawMessage, works with both.
type (
	// Delim is an array or object delimiter in the token stream of a Decoder: [ ] { or }.
	Delim = json.Delim

	// Encoder writes JSON values to an output stream.
	Encoder = json.Encoder

	// InvalidUnmarshalError says that the target given to Unmarshal is not a non-nil pointer.
	InvalidUnmarshalError = json.InvalidUnmarshalError

	// InvalidUTF8Error was an encoding error before Go 1.2.
	//
	// Deprecated: No longer used; kept for compatibility.
	InvalidUTF8Error = json.InvalidUTF8Error //lint:ignore SA1019 the whole surface of encoding/json is here

	// Marshaler is implemented by types that encode themselves as JSON.
	Marshaler = json.Marshaler

	// MarshalerError is an error from a MarshalJSON or MarshalText method.
	MarshalerError = json.MarshalerError

	// Number is a JSON number, kept as it was written.
	Number = json.Number

	// RawMessage is a JSON value, kept as it was written. It delays decoding, or
	// holds what is encoded already.
	RawMessage = json.RawMessage

	// SyntaxError says that the input is not JSON. Its Offset counts the bytes up
	// to and including the first one that is wrong.
	SyntaxError = json.SyntaxError

	// Token is one item of a Decoder's token stream: a Delim, a bool, a float64, a
	// Number, a string, or nil for null.
	Token = json.Token

	// UnmarshalFieldError was an error about unexported fields.
	//
	// Deprecated: No longer used; kept for compatibility.
	UnmarshalFieldError = json.UnmarshalFieldError //lint:ignore SA1019 the whole surface of encoding/json is here

	// Unmarshaler is implemented by types that decode JSON themselves. The bytes
	// given to UnmarshalJSON are one valid value without white space around it. It
	// must copy what it wants to keep.
	Unmarshaler = json.Unmarshaler

	// UnmarshalTypeError says that a JSON value does not fit its Go target. The
	// rest of the input was decoded; this is the first such error.
	UnmarshalTypeError = json.UnmarshalTypeError

	// UnsupportedTypeError is returned for a Go type that cannot be encoded.
	UnsupportedTypeError = json.UnsupportedTypeError

	// UnsupportedValueError is returned for a Go value that cannot be encoded.
	UnsupportedValueError = json.UnsupportedValueError
)

// Parse decodes data into a new T. On an UnmarshalTypeError the value holds what
// could be decoded, as a target of Unmarshal does.
func Parse[T any](data []byte) (T, error) {
	var v T
	err := Unmarshal(data, &v)
	return v, err
}

// The encoding half is encoding/json's own.

// Marshal returns the JSON encoding of v. It is encoding/json's Marshal.
func Marshal(v any) ([]byte, error) { return json.Marshal(v) }

// MarshalIndent is Marshal with each element on a line of its own, beginning with
// prefix and one indent per level. It is encoding/json's MarshalIndent.
func MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	return json.MarshalIndent(v, prefix, indent)
}

// NewEncoder returns an encoder that writes to w. It is encoding/json's.
func NewEncoder(w io.Writer) *Encoder { return json.NewEncoder(w) }

// Compact appends src without insignificant white space to dst. It is
// encoding/json's Compact.
func Compact(dst *bytes.Buffer, src []byte) error { return json.Compact(dst, src) }

// Indent appends src in the form of MarshalIndent to dst. It is encoding/json's
// Indent.
func Indent(dst *bytes.Buffer, src []byte, prefix, indent string) error {
	return json.Indent(dst, src, prefix, indent)
}

// HTMLEscape appends src to dst with <, >, &, U+2028 and U+2029 inside strings
// escaped, so that it is safe inside HTML script tags. It is encoding/json's
// HTMLEscape.
func HTMLEscape(dst *bytes.Buffer, src []byte) { json.HTMLEscape(dst, src) }
