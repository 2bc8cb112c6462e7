package difftest

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"reflect"
	"testing"
	"time"
)

// classic skips a test that the v2 engine does not survive: it overflows the stack
// on an interface that points to itself, which targets hold here.
func classic(t *testing.T) {
	if !ClassicOracle {
		t.Skip("encoding/json runs on the v2 engine here (set GOEXPERIMENT=nojsonv2)")
	}
}

// TestStdAgainstItself shows that the harness itself makes no difference: every
// case is deterministic, and every comparison holds of a package and itself.
func TestStdAgainstItself(t *testing.T) {
	classic(t)
	n := uint64(30_000)
	if testing.Short() {
		n = 5_000
	}
	for seed := range n {
		c := RandomCase(seed)
		if err := c.Run(Std(), Std()); err != nil {
			t.Fatalf("seed %d:\n%s", seed, c.Snippet(err))
		}
	}
}

// wrongs are decoders that differ from encoding/json in one small way.
var wrongs = map[string]func(s *Subject){
	"alias": func(s *Subject) {
		s.Unmarshal = func(opt Options, data []byte, v any) error {
			err := Std().Unmarshal(opt, data, v)
			if p, ok := v.(*json.RawMessage); ok && err == nil && len(*p) == len(data) {
				*p = data
			}
			return err
		}
	},
	"writes the input": func(s *Subject) {
		s.Unmarshal = func(opt Options, data []byte, v any) error {
			err := Std().Unmarshal(opt, data, v)
			if len(data) > 20 {
				data[20] = 'x'
			}
			return err
		}
	},
	"error type": func(s *Subject) { s.Unmarshal = mapErr(func(err error) error { return errors.New(err.Error()) }) },
	"offset": func(s *Subject) {
		s.Unmarshal = mapErr(func(err error) error {
			if e, ok := err.(*json.UnmarshalTypeError); ok {
				e.Offset++
			}
			return err
		})
	},
	"struct name": func(s *Subject) {
		s.Unmarshal = mapErr(func(err error) error {
			if e, ok := err.(*json.UnmarshalTypeError); ok && e.Struct == "Small" {
				e.Struct = ""
			}
			return err
		})
	},
	"fresh target": func(s *Subject) {
		s.Unmarshal = func(opt Options, data []byte, v any) error {
			p := reflect.ValueOf(v)
			n := reflect.New(p.Type().Elem())
			err := Std().Unmarshal(opt, data, n.Interface())
			p.Elem().Set(n.Elem())
			return err
		}
	},
	"minus zero": func(s *Subject) {
		s.Unmarshal = func(opt Options, data []byte, v any) error {
			err := Std().Unmarshal(opt, data, v)
			if p, ok := v.(*float64); ok && *p == 0 {
				*p = math.Abs(*p)
			}
			return err
		}
	},
	"nil for empty": func(s *Subject) {
		s.Unmarshal = func(opt Options, data []byte, v any) error {
			err := Std().Unmarshal(opt, data, v)
			if p, ok := v.(*[]int); ok && len(*p) == 0 {
				*p = nil
			}
			return err
		}
	},
	"shared capacity": func(s *Subject) {
		s.Unmarshal = func(opt Options, data []byte, v any) error {
			err := Std().Unmarshal(opt, data, v)
			if p, ok := v.(*[][]int); ok {
				var slab []int
				for _, x := range *p {
					slab = append(slab, x...)
				}
				at := 0
				for i, x := range *p {
					if len(x) > 0 {
						(*p)[i] = slab[at:][:len(x)]
						at += len(x)
					}
				}
			}
			return err
		}
	},
	"swallows panics": func(s *Subject) {
		s.Unmarshal = func(opt Options, data []byte, v any) (err error) {
			defer func() {
				if recover() != nil {
					err = errors.New("panic")
				}
			}()
			return Std().Unmarshal(opt, data, v)
		}
	},
	"calls twice": func(s *Subject) {
		s.Unmarshal = func(opt Options, data []byte, v any) error {
			if _, ok := v.(*Text); ok {
				_ = Std().Unmarshal(opt, data, new(Text))
			}
			return Std().Unmarshal(opt, data, v)
		}
	},
	"reads ahead": func(s *Subject) {
		s.NewDecoder = func(r io.Reader) Decoder { return json.NewDecoder(&eager{r: r}) }
	},
	"input offset": func(s *Subject) { s.NewDecoder = func(r io.Reader) Decoder { return offByOne{json.NewDecoder(r)} } },
	"more":         func(s *Subject) { s.NewDecoder = func(r io.Reader) Decoder { return noMore{json.NewDecoder(r)} } },
	"valid":        func(s *Subject) { s.Valid = func(data []byte) bool { return json.Valid(data) || len(data) == 7 } },
}

func mapErr(f func(error) error) func(Options, []byte, any) error {
	return func(opt Options, data []byte, v any) error {
		if err := Std().Unmarshal(opt, data, v); err != nil {
			return f(err)
		}
		return nil
	}
}

type offByOne struct{ Decoder }

func (d offByOne) InputOffset() int64 {
	if n := d.Decoder.InputOffset(); n > 100 {
		return n + 1
	}
	return d.Decoder.InputOffset()
}

// eager is a reader that reads one chunk ahead.
type eager struct {
	r   io.Reader
	buf []byte
	err error
}

func (e *eager) Read(p []byte) (int, error) {
	for range 2 {
		if e.err == nil && len(e.buf) < 512 {
			var b [512]byte
			n, err := e.r.Read(b[:])
			e.buf, e.err = append(e.buf, b[:n]...), err
		}
	}
	n := copy(p, e.buf)
	e.buf = e.buf[n:]
	if len(e.buf) == 0 {
		return n, e.err
	}
	return n, nil
}

type noMore struct{ Decoder }

func (d noMore) More() bool { return d.Decoder.InputOffset() < 50 && d.Decoder.More() }

// TestWrongDecoders shows that the harness sees what it is there to see.
func TestWrongDecoders(t *testing.T) {
	classic(t)
	for name, breakIt := range wrongs {
		t.Run(name, func(t *testing.T) {
			sub := Std()
			breakIt(&sub)
			for seed := range uint64(200_000) {
				c := RandomCase(seed)
				if c.Run(Std(), sub) == nil {
					continue
				}
				small, diff := Shrink(Std(), sub, c, 300*time.Millisecond)
				if diff == nil {
					t.Fatal("the difference is gone after shrinking")
				}
				if len(small.Doc) > len(c.Doc) {
					t.Fatal("shrinking made the document longer")
				}
				t.Logf("seed %d:\n%s", seed, small.Snippet(diff))
				return
			}
			t.Fatal("not noticed")
		})
	}
}
