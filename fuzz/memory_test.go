//go:build linux

package fuzz

// Input in memory that ends, at both sides, at pages which cannot be accessed, and that cannot be
// written. A load beyond the input, even of bytes that are thrown away, is a fault here,
// and so is any store.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"

	"swarjson/decoder"
)

// A cage is memory that is mapped twice: to write, and, between two pages without any
// access, to read only.
type cage struct {
	write, read []byte
	mapping     []byte // what read is part of
}

// newCage returns a cage for up to size bytes.
func newCage(t *testing.T, size int) *cage {
	t.Helper()
	page := syscall.Getpagesize()
	size = (size + page - 1) / page * page
	f, err := os.CreateTemp(t.TempDir(), "cage")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(int64(size + 2*page)); err != nil {
		t.Fatal(err)
	}
	mmap := func(protection int) []byte {
		b, err := syscall.Mmap(int(f.Fd()), 0, size+2*page, protection, syscall.MAP_SHARED)
		if err != nil {
			t.Skip("memory cannot be mapped:", err)
		}
		t.Cleanup(func() { _ = syscall.Munmap(b) })
		return b
	}
	write, read := mmap(syscall.PROT_READ|syscall.PROT_WRITE), mmap(syscall.PROT_READ)
	for _, fence := range [][]byte{read[:page], read[page+size:]} {
		if err := syscall.Mprotect(fence, syscall.PROT_NONE); err != nil {
			t.Skip("memory cannot be protected:", err)
		}
	}
	return &cage{write[page : page+size], read[page : page+size : page+size], read}
}

// first returns doc at the cage's beginning.
func (c *cage) first(doc []byte) []byte {
	copy(c.write, doc)
	return c.read[:len(doc):len(doc)]
}

// last returns doc at the cage's end.
func (c *cage) last(doc []byte) []byte {
	from := len(c.write) - len(doc)
	copy(c.write[from:], doc)
	return c.read[from:]
}

// faults runs do, and makes an access that the machine refuses an error.
func faults(do func()) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("%v\n%s", e, debug.Stack())
		}
	}()
	do()
	return nil
}

// TestCage: the cage is one.
func TestCage(t *testing.T) {
	c := newCage(t, 100)
	doc := []byte("12345678")
	for _, b := range [][]byte{c.first(doc), c.last(doc)} {
		if err := faults(func() {
			if !bytes.Equal(b, doc) {
				t.Errorf("%q", b)
			}
		}); err != nil {
			t.Error(err)
		}
		if faults(func() { b[0] = 'x' }) == nil {
			t.Error("it can be written")
		}
	}
	// One byte further on, at either side. (A slice cannot say so: both are in the mapping.)
	whole, page := c.mapping, syscall.Getpagesize()
	for _, i := range []int{page - 1, len(whole) - page} {
		if faults(func() { t.Log(whole[i]) }) == nil {
			t.Errorf("byte %d can be read", i)
		}
	}
}

// cagedRoads use every function that takes bytes.
var cagedRoads = []struct {
	name string
	run  func(doc []byte)
}{
	{"Valid", func(doc []byte) { decoder.Valid(doc) }},
	{"Unmarshal into any", func(doc []byte) { _ = decoder.Unmarshal(doc, new(any)) }},
	{"Unmarshal into a struct", func(doc []byte) { _ = decoder.Unmarshal(doc, new(Nest)) }},
	{"Unmarshal into a struct with contents", func(doc []byte) { _ = decoder.Unmarshal(doc, &Nest{X: 1}) }},
	{"Unmarshal into strings", func(doc []byte) { _ = decoder.Unmarshal(doc, new([]string)) }},
	{"Unmarshal into a string", func(doc []byte) { _ = decoder.Unmarshal(doc, new(string)) }},
	{"Unmarshal into numbers", func(doc []byte) { _ = decoder.Unmarshal(doc, new([]float64)) }},
	{"Unmarshal into an int", func(doc []byte) { _ = decoder.Unmarshal(doc, new(int)) }},
	{"Unmarshal into bytes", func(doc []byte) { _ = decoder.Unmarshal(doc, new([][]byte)) }},
	{"Unmarshal into maps", func(doc []byte) { _ = decoder.Unmarshal(doc, new(map[string]map[int]string)) }},
	{"Unmarshal into nothing", func(doc []byte) { _ = decoder.Unmarshal(doc, new(struct{})) }},
	{"Unmarshal into RawMessage", func(doc []byte) { _ = decoder.Unmarshal(doc, new([]json.RawMessage)) }},
	{"AliasInput", func(doc []byte) {
		var v any
		_ = decoder.Options{AliasInput: true, UseNumber: true}.Unmarshal(doc, &v)
		_ = fmt.Sprint(v)
	}},
	{"AliasInput, typed", func(doc []byte) { _ = decoder.Options{AliasInput: true}.Unmarshal(doc, new(Nest)) }},
	{"strict", func(doc []byte) {
		_ = decoder.Options{RejectDuplicateNames: true, RejectInvalidUTF8: true, DisallowUnknownFields: true, CaseSensitive: true, MaxTypeErrors: 9}.Unmarshal(doc, new(Nest))
	}},
	{"Decoder", func(doc []byte) {
		dec := decoder.NewDecoder(bytes.NewReader(doc))
		for dec.Decode(new(any)) == nil {
		}
	}},
	{"Token", func(doc []byte) { tokens(doc) }},
	{"Locate", func(doc []byte) {
		for _, v := range []any{new(any), new([]int), new(map[string]int)} {
			if p, ok := decoder.Locate(doc, decoder.Unmarshal(doc, v)); ok {
				_, _ = p.Pointer(), fmt.Sprintf("%v %s", p, p)
			}
		}
		_, _ = decoder.Locate(doc, io.ErrUnexpectedEOF)
	}},
}

// caged runs doc through all roads at both ends of the cage.
func caged(t *testing.T, c *cage, doc []byte, only int) {
	t.Helper()
	for i, r := range cagedRoads {
		if only >= 0 && i != only {
			continue
		}
		for _, place := range []func([]byte) []byte{c.last, c.first} {
			b := place(doc)
			if err := faults(func() { r.run(b) }); err != nil {
				t.Fatalf("%s of %q: %v", r.name, tail(doc), err)
			}
		}
	}
}

// tail is what is printed of a document.
func tail(doc []byte) []byte { return doc[max(0, len(doc)-200):] }

// TestGuards: every prefix and every suffix of small documents, through every road.
func TestGuards(t *testing.T) {
	c := newCage(t, 1<<12)
	n := 0
	for _, doc := range suiteDocs(t) {
		for i := range len(doc) + 1 {
			only := -1
			if testing.Short() || len(doc) > 100 {
				only = n % len(cagedRoads)
			}
			n++
			caged(t, c, doc[:i], only)
			caged(t, c, doc[i:], only)
		}
	}
}

// TestGuardsOfWindows: the same for documents that take a window or more, with their ends
// at all places that matter.
func TestGuardsOfWindows(t *testing.T) {
	c := newCage(t, 72<<10)
	ends := []string{
		`"]`, `"abc"]`, `"abcdefgh"]`, "1]", "12345678]", "0.1234567812345678]", "true]", "null]", "false]", `"\u00e9\ud83d\ude00"]`, `"\\"]`,
		`{"A":{"A":null}}]`, "[[[]]]]", `"`, `"\`, `"\u12`, `"\ud83d\u`, "1", "12345678", "1e", "-", "tru", "nul", "fals", "[", `{"A"`, `{"A":`, "1 ]   ", "\xff", "\"\xc3",
	}
	for _, size := range []int{950, 1023, 1024, 1025, 1090, 32<<10 - 8, 32 << 10, 32<<10 + 65, 64<<10 + 3} {
		for i, end := range ends {
			for _, fill := range []string{`"x",`, "1,", `{"A":{}},`, `"` + strings.Repeat("long", 20) + `",`} {
				for shift := range 3 {
					n := size - len(end) - 1 - shift
					doc := "[" + strings.Repeat(fill, n/len(fill))
					doc += strings.Repeat(" ", size-len(end)-len(doc)) + end
					if testing.Short() && shift != i%3 {
						continue
					}
					caged(t, c, []byte(doc), (i+shift+len(fill))%len(cagedRoads))
				}
			}
		}
	}
}

// TestOneStringInCage: a single token from end to end, at lengths around every step of a
// kernel.
func TestOneStringInCage(t *testing.T) {
	c := newCage(t, 8<<10)
	for n := 0; n <= 300; n++ {
		for _, char := range []string{"x", `\n`, "é", "\xff", `\u0041`} {
			s := strings.Repeat(char, n/len(char))
			for i, doc := range []string{`"` + s + `"`, `"` + s, `{"` + s + `":"` + s + `"}`, s} {
				only := (n + i) % len(cagedRoads)
				caged(t, c, []byte(doc), only)
				var got, want any
				b := c.last([]byte(doc))
				if err := faults(func() {
					if (decoder.Unmarshal(b, &got) == nil) != (json.Unmarshal([]byte(doc), &want) == nil) || !reflect.DeepEqual(got, want) {
						t.Errorf("%q: %v, want %v", doc, got, want)
					}
				}); err != nil {
					t.Fatalf("%q: %v", doc, err)
				}
			}
		}
		for _, digits := range []string{strings.Repeat("1", n), "0." + strings.Repeat("1", n), "-" + strings.Repeat("1", n), "1e" + strings.Repeat("1", n), strings.Repeat(" ", n), strings.Repeat("[", n)} {
			caged(t, c, []byte(digits), n%len(cagedRoads))
		}
	}
}

// cagedReader hands out a document that lies in a cage, as a reader over mapped memory
// does: no more may be read of it than there is.
type cagedReader struct {
	b    []byte
	step int
}

func (r *cagedReader) Read(p []byte) (int, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.b[:min(len(r.b), r.step)])
	r.b = r.b[n:]
	if len(r.b) == 0 {
		return n, io.EOF
	}
	return n, nil
}

func TestReaderInCage(t *testing.T) {
	c := newCage(t, 1<<12)
	for i, doc := range suiteDocs(t) {
		for n := range len(doc) + 1 {
			if testing.Short() && (n+i)%5 != 0 {
				continue
			}
			b := c.last(doc[:n])
			if err := faults(func() {
				dec := decoder.NewDecoder(&cagedReader{b, 1 + n%9})
				var v Nest
				err := dec.Decode(&v)
				var want Nest
				wantErr := json.NewDecoder(bytes.NewReader(doc[:n])).Decode(&want)
				if (err == nil) != (wantErr == nil) || !reflect.DeepEqual(v, want) || errors.Is(err, io.EOF) != errors.Is(wantErr, io.EOF) {
					t.Errorf("%q: %v, want %v", doc[:n], err, wantErr)
				}
			}); err != nil {
				t.Fatalf("%q: %v", doc[:n], err)
			}
		}
	}
}
