package fuzz

import (
	"io"

	"swarjson/decoder"
	"swarjson/internal/difftest"
)

// Subject returns the package under test. Only locate_test.go imports it too.
func Subject() difftest.Subject {
	return difftest.Subject{
		Name: "swarjson/decoder",
		Unmarshal: func(opt difftest.Options, data []byte, v any) error {
			if opt == (difftest.Options{}) {
				return decoder.Unmarshal(data, v)
			}
			o := decoder.Options{UseNumber: opt.UseNumber, DisallowUnknownFields: opt.DisallowUnknownFields}
			return o.Unmarshal(data, v)
		},
		Valid:      decoder.Valid,
		NewDecoder: func(r io.Reader) difftest.Decoder { return decoder.NewDecoder(r) },
	}
}
