package decoder

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
)

// panicReader gives size bytes at a time, and panics instead of the read with number at.
type panicReader struct {
	rest     string
	size, at int
}

func (r *panicReader) Read(p []byte) (int, error) {
	if r.at--; r.at == 0 {
		panic("reader")
	}
	if r.rest == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), r.size)], r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// TestReaderPanics: a reader's panic leaves the Decoder where it was before the call, as
// encoding/json's is. Only of a value that is longer than the buffer that cannot be.
func TestReaderPanics(t *testing.T) {
	type decoder interface{ Decode(v any) error }
	try := func(dec decoder, v any) (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v", p)
			}
		}()
		return dec.Decode(v)
	}
	doc := `[1] [` + strings.Repeat(`["a",{"b":[2,3]}],`, 60) + `4] {"x":5} 6 `
	for at := 1; at < 30 && classicStream(); at++ {
		for _, size := range []int{7, 50, 300} {
			want, got := json.NewDecoder(&panicReader{doc, size, at}), NewDecoder(&panicReader{doc, size, at})
			for range 6 {
				var a, b any
				ea, eb := try(want, &a), try(got, &b)
				if fmt.Sprint(ea) != fmt.Sprint(eb) || !reflect.DeepEqual(a, b) || want.InputOffset() != got.InputOffset() {
					t.Fatalf("panic at read %d of %d bytes: got %v, %v at %d, want %v, %v at %d", at, size, b, eb, got.InputOffset(), a, ea, want.InputOffset())
				}
				if ea != nil && !strings.HasPrefix(ea.Error(), "panic") {
					break
				}
			}
		}
	}
	dec := NewDecoder(&panicReader{`["` + strings.Repeat(`x","`, 300_000) + `"]`, 1 << 20, 9})
	var v struct{ A int }
	for i := range 3 {
		if err := try(dec, &v); (err == nil) || i > 0 && err != errAbandoned {
			t.Errorf("call %d: %v", i, err)
		}
	}
}
