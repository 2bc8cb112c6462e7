package decoder

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// checkInput checks input's invariants, and that its unread bytes are those of
// the stream from offset on.
func checkInput(t *testing.T, in *input, stream []byte, offset int) {
	t.Helper()
	if in.pos < 0 || in.pos > len(in.buf) {
		t.Fatalf("pos %d, len %d", in.pos, len(in.buf))
	}
	if in.base%pageSize != 0 && in.parked == 0 {
		t.Fatalf("base %d is no multiple of a page", in.base)
	}
	if in.offset() != int64(offset) {
		t.Fatalf("offset %d, want %d", in.offset(), offset)
	}
	unread := in.unread()
	if offset+len(unread) > len(stream) || !bytes.Equal(unread, stream[offset:offset+len(unread)]) {
		t.Fatalf("%d unread bytes at %d are not those of the stream", len(unread), offset)
	}
}

// TestInput reads a stream by reads of many sizes, and consumes it by pieces of
// many sizes.
func TestInput(t *testing.T) {
	stream := make([]byte, 1<<19)
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range stream {
		stream[i] = byte(rng.Uint32())
	}
	for _, read := range []int{1, 7, 512, 4096, 5000, 1 << 20} {
		for _, keep := range []int{0, 1, 100, 4000, 5000, 40000, 200000} {
			n := len(stream)
			if read < 100 {
				n /= 8
			}
			r := &chunked{data: stream[:n], size: fixed(read), errAt: -1}
			in := input{r: r}
			offset, largest := 0, 0
			for i := 0; ; i++ {
				largest = max(largest, len(in.unread()))
				err := in.fill()
				if err == io.EOF {
					break
				}
				if read > 100 || i%64 == 0 {
					checkInput(t, &in, stream, offset)
				}
				if len(in.unread()) > keep {
					n := len(in.unread()) - rng.IntN(keep+1)
					in.skip(n)
					offset += n
				}
			}
			// The buffer is no larger than the standard, or a small multiple of what
			// had to be kept at once.
			if limit := max(2*bigBuffer, 5*(largest+minRead+pageSize)); cap(in.buf) > limit {
				t.Errorf("reads of %d, %d kept: buffer of %d for %d unread bytes", read, keep, cap(in.buf), largest)
			}
			if in.offset() != int64(offset) {
				t.Errorf("offset %d, want %d", in.offset(), offset)
			}
		}
	}
}

// TestInputShrinks: a buffer that one long value needed is given up.
func TestInputShrinks(t *testing.T) {
	stream := make([]byte, 30<<20)
	in := input{r: bytes.NewReader(stream)}
	for len(in.unread()) < 3<<20 {
		if err := in.fill(); err != nil {
			t.Fatal(err)
		}
	}
	if cap(in.buf) < 3<<20 {
		t.Fatalf("buffer of %d holds 3 MiB", cap(in.buf))
	}
	for in.skip(len(in.unread())); in.fill() == nil; {
		in.skip(len(in.unread()))
	}
	if cap(in.buf) > bigBuffer {
		t.Errorf("buffer of %d at the end", cap(in.buf))
	}
}

// TestInputPinned: pinned bytes are neither moved nor overwritten.
func TestInputPinned(t *testing.T) {
	stream := make([]byte, 1<<20)
	for i := range stream {
		stream[i] = byte(i ^ i>>8)
	}
	for _, read := range []int{100, 3000, 1 << 20} {
		in := input{r: &chunked{data: stream, size: fixed(read), errAt: -1}}
		offset := 0
		for range 50 {
			if err := in.fill(); err != nil {
				break
			}
			value := in.unread()
			want := bytes.Clone(value)
			in.skip(len(value))
			offset += len(value)
			in.pinned = true
			for range 5 {
				if err := in.fill(); err != nil {
					break
				}
				checkInput(t, &in, stream, offset)
				n := len(in.unread()) * 3 / 4
				in.skip(n)
				offset += n
				if !bytes.Equal(value, want) {
					t.Fatalf("reads of %d: pinned bytes changed", read)
				}
			}
			in.pinned = false
		}
	}
}

// TestFirstRead: what lies in memory is taken in one read, its end in a second.
func TestFirstRead(t *testing.T) {
	data := []byte(`{"a":"` + strings.Repeat("x", 30000) + `"}`)
	for _, r := range []io.Reader{bytes.NewReader(data), strings.NewReader(string(data)), bytes.NewBuffer(bytes.Clone(data))} {
		in := input{r: r}
		if err := in.fill(); err != nil || len(in.unread()) != len(data) {
			t.Errorf("%T: %d bytes, %v", r, len(in.unread()), err)
		}
		before := cap(in.buf)
		if err := in.fill(); err != io.EOF || cap(in.buf) != before {
			t.Errorf("%T: %v at the end, buffer of %d, was %d", r, err, cap(in.buf), before)
		}
	}
}

// longStream is a stream of many records, with one long one and runs of white space.
func longStream(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		b.WriteString(`{"id":` + strconv.Itoa(i*i) + `,"name":"n` + strconv.Itoa(i) + `","tags":["a","b\u00e9"],"x":null}`)
		switch {
		case i%100 == 50:
			b.WriteString(strings.Repeat(" \n", i))
		case i == n/2:
			b.WriteString(`"` + strings.Repeat("long ", 40000) + `"`)
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// TestLongStream lets the buffer slide and grow under a stream, at many read sizes.
func TestLongStream(t *testing.T) {
	needClassic(t)
	records := 2000
	if testing.Short() {
		records = 600
	}
	stream := longStream(records)
	for _, size := range []int{1, 13, 511, 512, 4096, 70000, 1 << 24} {
		if testing.Short() && size == 13 {
			continue
		}
		for _, op := range []int{0, 98, 66} { // Token, Decode, More and Decode
			ours := jsonDecoder(NewDecoder(&chunked{data: stream, size: fixed(size), errAt: -1}))
			theirs := jsonDecoder(json.NewDecoder(&chunked{data: stream, size: fixed(max(size, 512)), errAt: -1}))
			for i := 0; ; i++ {
				if op == 66 && ours.More() != theirs.More() {
					t.Fatalf("More differs at %d", theirs.InputOffset())
				}
				o := op
				if op == 66 {
					o = 98
				}
				_, got := call(ours, o, nil)
				_, want := call(theirs, o, nil)
				if !reflect.DeepEqual(got, want) || ours.InputOffset() != theirs.InputOffset() {
					t.Fatalf("reads of %d, call %d:\ngot  %.200s at %d\nwant %.200s at %d", size, i, describe(got), ours.InputOffset(), describe(want), theirs.InputOffset())
				}
				if want[1] != nil {
					break
				}
			}
		}
	}
}

// TestLinear: a value that arrives byte by byte is scanned once. (If every byte
// were a reason to look at all before it, this would take minutes or hours.)
func TestLinear(t *testing.T) {
	n := 1 << 20
	if testing.Short() {
		n = 1 << 18
	}
	for name, doc := range map[string]string{
		"string":  `"` + strings.Repeat("x", n) + `" `,
		"escapes": `"` + strings.Repeat(`\n`, n/2) + `" `,
		"array":   `[` + strings.Repeat("1,", n/2) + `1]`,
		"space":   strings.Repeat(" ", n) + "1 ",
	} {
		for _, token := range []bool{false, true} {
			dec := NewDecoder(&chunked{data: []byte(doc), size: fixed(1), errAt: -1})
			var raw json.RawMessage
			var err error
			if token {
				_, err = dec.Token()
			} else {
				err = dec.Decode(&raw)
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestDoesNotWait: a value is delivered when it is complete, without another read.
func TestDoesNotWait(t *testing.T) {
	for _, tc := range []struct{ stream, more string }{
		{`{"a":[1]}`, `{"a":[1]}`}, {`[]`, `[]`}, {` {}`, `{}`}, {`1 `, `1`}, {`"a",`, `"a"`}, {`true]`, `true`}, {`12x`, `12`},
	} {
		r := &chunked{data: []byte(tc.stream), size: fixed(1), errAt: -1}
		dec := NewDecoder(r)
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil || strings.TrimSpace(string(raw)) != tc.more {
			t.Errorf("%q: %q, %v", tc.stream, raw, err)
		}
		if r.reads != len(tc.stream) {
			t.Errorf("%q: %d reads", tc.stream, r.reads)
		}
	}
}

func TestMaxBytes(t *testing.T) {
	for _, tc := range []struct {
		stream string
		max    int64
		values int
		err    error
	}{
		{`[1,2,3] [4]`, 7, 2, io.EOF},
		{`[1,2,3] [4]`, 6, 0, ErrTooLarge},
		{`[1] [2] [1,2] [3]`, 5, 2, ErrTooLarge},
		{`"abc" "abcd"`, 6, 1, ErrTooLarge},
		{`      1 `, 6, 0, ErrTooLarge},
		{`      1 `, 7, 1, io.EOF},
		{`[1,2,3]`, 0, 1, io.EOF},
		{`[1,2,3]`, -1, 1, io.EOF},
	} {
		for kind := range 4 {
			dec := Options{MaxBytes: tc.max}.NewDecoder(reader(kind, 0, []byte(tc.stream)))
			values := 0
			var err error
			for {
				var raw json.RawMessage
				if err = dec.Decode(&raw); err != nil {
					break
				}
				values++
			}
			if values != tc.values || err != tc.err {
				t.Errorf("%q, reader %q, at most %d: %d values, then %v; want %d, %v", tc.stream, readerKinds[kind].name, tc.max, values, err, tc.values, tc.err)
			}
			if err == ErrTooLarge && dec.Decode(new(any)) != ErrTooLarge {
				t.Errorf("%q: usable after %v", tc.stream, err)
			}
		}
	}
	// A fault within the limit is told as such, one beyond it is not reached.
	for max, want := range map[int64]bool{3: true, 4: false} {
		for kind := range 4 {
			dec := Options{MaxBytes: max}.NewDecoder(reader(kind, 0, []byte(`[1,2x]`)))
			err := dec.Decode(new(any))
			if (err == ErrTooLarge) != want {
				t.Errorf("at most %d: %v", max, err)
			}
		}
	}
	// Token: white space counts, and nothing else before a value.
	dec := Options{MaxBytes: 4}.NewDecoder(strings.NewReader(`["abc", "ab",   ` + strings.Repeat(" ", 3000) + `1]`))
	for _, want := range []error{nil, ErrTooLarge} {
		if _, err := dec.Token(); err != want {
			t.Errorf("Token: %v, want %v", err, want)
		}
	}
	dec = Options{MaxBytes: 4}.NewDecoder(strings.NewReader(`["ab"` + strings.Repeat(" ", 3000) + `]`))
	for _, want := range []error{nil, nil, ErrTooLarge} {
		if _, err := dec.Token(); err != want {
			t.Errorf("Token: %v, want %v", err, want)
		}
	}
}

func TestDecoderMaxDepth(t *testing.T) {
	for _, tc := range []struct {
		max, depth int
		ok         bool
	}{{3, 3, true}, {3, 4, false}, {0, 10000, true}, {0, 10001, false}, {1 << 30, 10001, false}, {-1, 10000, true}} {
		doc := strings.Repeat("[", tc.depth) + strings.Repeat("]", tc.depth)
		err := Options{MaxDepth: tc.max}.NewDecoder(strings.NewReader(doc)).Decode(new(json.RawMessage))
		var syntaxError *json.SyntaxError
		if tc.ok && err != nil || !tc.ok && (!errors.As(err, &syntaxError) || !strings.Contains(err.Error(), "exceeded max depth")) {
			t.Errorf("depth %d, at most %d: %v", tc.depth, tc.max, err)
		}
	}
}

// TestTokenDepth: Token has no limit, and little to remember for a level.
func TestTokenDepth(t *testing.T) {
	const depth = 1 << 17
	dec := NewDecoder(strings.NewReader(strings.Repeat(`[{"":`, depth/2) + "1" + strings.Repeat("}]", depth/2)))
	counts := map[any]int{}
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		counts[tok]++
	}
	want := map[any]int{Delim('['): depth / 2, Delim('{'): depth / 2, Delim(']'): depth / 2, Delim('}'): depth / 2, "": depth / 2, 1.0: 1}
	if !reflect.DeepEqual(counts, want) {
		t.Errorf("got %v, want %v", counts, want)
	}
}

// nested decodes further values of the stream from within UnmarshalJSON.
type nested struct {
	dec  *Decoder
	more int
	got  []string
}

func (n *nested) UnmarshalJSON(data []byte) error {
	want := string(data)
	for range n.more {
		var raw json.RawMessage
		if err := n.dec.Decode(&raw); err != nil {
			return err
		}
		n.got = append(n.got, strings.TrimSpace(string(raw)))
	}
	if string(data) != want {
		return errors.New("the value changed while it was decoded")
	}
	n.got = append(n.got, want)
	return nil
}

// TestReentrant: a method that calls the Decoder again does not pull the bytes
// away from under the call that it is in.
func TestReentrant(t *testing.T) {
	stream := longStream(3000)
	var want []string
	for dec := json.NewDecoder(bytes.NewReader(stream)); ; {
		var raw json.RawMessage
		if dec.Decode(&raw) != nil {
			break
		}
		want = append(want, string(raw))
	}
	for _, size := range []int{1, 600, 1 << 24} {
		dec := NewDecoder(&chunked{data: stream, size: fixed(size), errAt: -1})
		n := nested{dec: dec, more: len(want) - 1}
		if err := dec.Decode(&n); err != nil {
			t.Fatal(err)
		}
		got := append([]string{n.got[len(n.got)-1]}, n.got[:len(n.got)-1]...)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("reads of %d: other values than one after the other", size)
		}
		if err := dec.Decode(new(any)); err != io.EOF {
			t.Errorf("at the end: %v", err)
		}
	}
}

// TestDecoderAfterPanic: a panic of a method leaves a usable decoder.
func TestDecoderAfterPanic(t *testing.T) {
	dec := NewDecoder(strings.NewReader(`1 2 3`))
	func() {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		dec.Decode(new(panics))
	}()
	var n int
	if err := dec.Decode(&n); err != nil || n != 2 || dec.awake().in.pinned {
		t.Errorf("got %d, %v, pinned %v", n, err, dec.awake().in.pinned)
	}
}

type panics struct{}

func (*panics) UnmarshalJSON([]byte) error { panic("on purpose") }

func TestDecoderIgnoresAliasInput(t *testing.T) {
	dec := Options{AliasInput: true}.NewDecoder(bytes.NewReader(longStream(2000)))
	var names []string
	for {
		var v struct{ Name string }
		err := dec.Decode(&v)
		var typeError *UnmarshalTypeError
		if errors.As(err, &typeError) {
			continue // the long string
		}
		if err != nil {
			break
		}
		names = append(names, v.Name)
	}
	for i, name := range names {
		if name != "n"+strconv.Itoa(i) {
			t.Fatalf("name %d is %q now", i, name)
		}
	}
	if len(names) != 2000 {
		t.Errorf("%d records", len(names))
	}
}
