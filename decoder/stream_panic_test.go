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

// tryDecode is dec.Decode(v), with a panic as an error.
func tryDecode(dec interface{ Decode(v any) error }, v any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return dec.Decode(v)
}

// TestReaderPanics: a reader's panic leaves the Decoder where it was before the call, as
// encoding/json's is.
func TestReaderPanics(t *testing.T) {
	needClassic(t)
	doc := `[1] [` + strings.Repeat(`["a",{"b":[2,3]}],`, 60) + `4] {"x":5} 6 `
	for at := 1; at < 30; at++ {
		for _, size := range []int{7, 50, 300} {
			want, got := json.NewDecoder(&panicReader{doc, size, at}), NewDecoder(&panicReader{doc, size, at})
			for range 6 {
				var a, b any
				ea, eb := tryDecode(want, &a), tryDecode(got, &b)
				if fmt.Sprint(ea) != fmt.Sprint(eb) || !reflect.DeepEqual(a, b) || want.InputOffset() != got.InputOffset() {
					t.Fatalf("panic at read %d of %d bytes: got %v, %v at %d, want %v, %v at %d", at, size, b, eb, got.InputOffset(), a, ea, want.InputOffset())
				}
				if ea != nil && !strings.HasPrefix(ea.Error(), "panic") {
					break
				}
			}
		}
	}
}

// TestReaderPanicsInLongValue: of a value that is longer than the buffer the beginning is gone, and
// the Decoder says so.
func TestReaderPanicsInLongValue(t *testing.T) {
	dec := NewDecoder(&panicReader{`["` + strings.Repeat(`x","`, 300_000) + `"]`, 1 << 20, 9})
	var v struct{ A int }
	if err := tryDecode(dec, &v); err == nil || !strings.HasPrefix(err.Error(), "panic") {
		t.Fatal(err)
	}
	for range 2 {
		if err := tryDecode(dec, &v); err != errAbandoned {
			t.Error(err)
		}
	}
}
