package decoder

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestPlaceOfTooLarge: where a value is too large does not depend on how much of it the reader
// gave at a time.
func TestPlaceOfTooLarge(t *testing.T) {
	for _, doc := range []string{"1234567 ", `"123456789" 1`, "[1,2,3,4,5,6]", "[1] [1,2,3,4,5,6] [2]", "\n\n [\n1,2,3]"} {
		var want string
		for i, read := range []func(io.Reader) io.Reader{
			func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader,
		} {
			var places []string
			for _, err := range Values[any](read(strings.NewReader(doc)), Options{MaxBytes: 5}) {
				var e *StreamError
				if errors.As(err, &e) {
					places = append(places, e.Position.String())
				}
			}
			dec := Options{MaxBytes: 5}.NewDecoder(read(strings.NewReader(doc)))
			for {
				var v any
				if err := dec.Decode(&v); err != nil {
					p, ok := dec.Locate(err)
					if !errors.Is(err, ErrTooLarge) || !ok {
						t.Errorf("%q: %v, located %v", doc, err, ok)
					}
					places = append(places, p.String())
					break
				}
			}
			got := strings.Join(places, "; ")
			if i == 0 {
				want = got
			}
			if got != want || len(places) != 2 {
				t.Errorf("%q, reader %d: %q, the first reader %q", doc, i, got, want)
			}
		}
	}
}

// TestDepthBesideTheWay: what is skipped may be as deep before the way of a pointer as behind it.
func TestDepthBesideTheWay(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, limit := range []int{3, 0} {
		most := limit
		if most == 0 {
			most = maxDepthDefault
		}
		for _, n := range []int{most, most + 1} {
			for _, doc := range []string{`{"s":` + deep(n) + `,"a":[1]}`, `{"a":[1],"s":` + deep(n) + `}`, `{"x":{"a":[1]},"s":` + deep(n) + `}`} {
				pointer := "/a"
				if strings.Contains(doc, "x") {
					pointer = "/x/a"
				}
				count, failed := 0, false
				for _, err := range Elements[int](strings.NewReader(doc), pointer, Options{MaxDepth: limit}) {
					if count++; err != nil {
						failed = true
					}
				}
				if failed != (n > most) {
					t.Errorf("limit %d, %d levels, %.20s: failed is %v", limit, n, doc, failed)
				}
			}
		}
	}
}
