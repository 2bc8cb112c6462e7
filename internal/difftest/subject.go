package difftest

import (
	"encoding/json"
	"io"
)

// Options are the two switches that encoding/json's Decoder has.
type Options struct {
	UseNumber             bool
	DisallowUnknownFields bool
}

// Decoder is the method set of encoding/json's Decoder.
type Decoder interface {
	Decode(v any) error
	Token() (json.Token, error)
	More() bool
	Buffered() io.Reader
	InputOffset() int64
	UseNumber()
	DisallowUnknownFields()
}

// Subject is one of the two packages under comparison.
type Subject struct {
	Name string
	// Unmarshal decodes data under opt, as encoding/json's Unmarshal does for
	// the zero Options.
	Unmarshal  func(opt Options, data []byte, v any) error
	Valid      func(data []byte) bool
	NewDecoder func(r io.Reader) Decoder
}

// Std returns encoding/json as a Subject, the oracle of every comparison.
// It is exact only where ClassicOracle is true.
//
// encoding/json has no Unmarshal with options. What one would do is put together
// from two of its calls: a check of the whole input, for the syntax error and its
// offset, then a Decoder with the options for the value. The Decoder counts
// offsets from the start of its first value's leading white space, that is from
// the start of the input, as Unmarshal does.
func Std() Subject {
	return Subject{
		Name: "encoding/json",
		Unmarshal: func(opt Options, data []byte, v any) error {
			if opt == (Options{}) {
				return json.Unmarshal(data, v)
			}
			var raw json.RawMessage
			if err := json.Unmarshal(data, &raw); err != nil {
				return err
			}
			dec := json.NewDecoder(&sliceReader{data})
			setOptions(dec, opt)
			return dec.Decode(v)
		},
		Valid:      json.Valid,
		NewDecoder: func(r io.Reader) Decoder { return json.NewDecoder(r) },
	}
}

func setOptions(dec Decoder, opt Options) {
	if opt.UseNumber {
		dec.UseNumber()
	}
	if opt.DisallowUnknownFields {
		dec.DisallowUnknownFields()
	}
}

// sliceReader is bytes.Reader without WriteTo, Seek and the rest, so that
// a decoder cannot take another road for it.
type sliceReader struct{ b []byte }

func (r *sliceReader) Read(p []byte) (int, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.b)
	r.b = r.b[n:]
	return n, nil
}
