package decoder

// How many allocations the hot calls make: what the result needs, and nothing beside it.

import (
	"io"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"swarjson/internal/toolchain"
)

// allocCase is a call and what it allocates, over many calls. Short strings, and small slices
// and variables without pointers, share chunks: of such a chunk a call takes a part.
type allocCase struct {
	name   string
	call   func()
	own    float64 // allocations of each call
	shared int     // bytes of the result that lie in chunks
}

const allocCalls = 4000

// check measures the case. Both bounds are tight: one allocation more is a regression, and
// one less has to be written down, or the next regression would not be seen.
func (c allocCase) check(t *testing.T) {
	t.Helper()
	for range 10 {
		c.call() // plans, pools, buffers, stacks
	}
	// Of a chunk's end, what is shorter than one result stays unused; a string has 8 bytes to spare.
	least := c.own + float64(c.shared)/chunkSize
	most := c.own + float64(c.shared)/(chunkSize-8-float64(c.shared))
	const stray = 1e-3
	n := 0.
	for range 3 { // what other tests have left to the runtime may come in between, once
		n = testing.AllocsPerRun(1, func() {
			for range allocCalls {
				c.call()
			}
		}) / allocCalls
		if least-stray < n && n < most+stray {
			return
		}
	}
	t.Errorf("%s: %.4f allocations per call, want %.4f to %.4f", c.name, n, least, most)
}

func checkAllocs(t *testing.T, cases []allocCase) {
	t.Helper()
	toolchain.Pinned(t)
	if strconv.IntSize != 64 {
		t.Skip("how many results share a chunk or a slab depends on their size, and is written down for 64 bits")
	}
	// A collection would empty the pools.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	for _, c := range cases {
		c.check(t)
	}
}

// into returns a call that decodes doc into a variable of type T, which is zeroed before.
func into[T any](doc string) func() {
	data, v := []byte(doc), new(T)
	return func() {
		var zero T
		*v = zero
		if err := Unmarshal(data, v); err != nil {
			panic(err)
		}
	}
}

// again is into for a variable that is left as the last call has left it.
func again[T any](doc string) func() {
	data, v := []byte(doc), new(T)
	return func() {
		if err := Unmarshal(data, v); err != nil {
			panic(err)
		}
	}
}

// A record has all that needs no memory of its own, and a string.
type allocRecord struct {
	ID    int     `json:"id"`
	Name  string  `json:"name"`
	OK    bool    `json:"ok"`
	Score float64 `json:"score"`
	Small uint8   `json:"small"`
	Pair  [2]float64
	Inner struct{ X, Y int32 }
}

const allocRecordDoc = `{"id":1,"name":"gopher","ok":true,"score":-1.5e3,"small":7,"Pair":[1.5,2.5],"Inner":{"X":1,"Y":-2}}`

// skippedDoc is for targets without fields: one of each kind of value.
const skippedDoc = `{"a":["x",{"b":[1,2.5,null,true,"escape \n"]}],"long":"` + "0123456789012345678901234567890123456789012345678901234567890123456789" + `","c":{}}`

func TestUnmarshalAllocations(t *testing.T) {
	type pointers struct {
		I *int64
		F *float64
		B *bool
		S *string
	}
	type slices struct {
		Ints    []int
		Strings []string
	}
	checkAllocs(t, []allocCase{
		// The target is there, the engine comes from a pool.
		{"struct", into[allocRecord](allocRecordDoc), 0, len("gopher")},
		{"struct with contents", again[allocRecord](allocRecordDoc), 0, len("gopher")},
		{"skipped members", into[struct{ X int }](skippedDoc), 0, 0},
		{"skipped, long", into[struct{ X int }](`{"a":[` + strings.Repeat(skippedDoc+",", 300) + `1]}`), 0, 0},

		// Small variables share chunks, but for what has a pointer in it.
		{"*int64", into[pointers](`{"I":1}`), 0, 8},
		{"*float64", into[pointers](`{"F":1}`), 0, 8},
		{"*bool", into[pointers](`{"B":true}`), 0, 8}, // rounded up to a word
		{"*string", into[pointers](`{"S":"abc"}`), 1, len("abc")},
		{"null pointers", into[pointers](`{"I":null,"F":null,"B":null,"S":null}`), 0, 0},
		{"pointers with variables", again[pointers](`{"I":1,"F":2,"B":true,"S":"abc"}`), 0, len("abc")},

		// Small slices share chunks too; others are made once, at their length.
		{"[]int", into[slices](`{"Ints":[1,2,3]}`), 0, 3 * 8},
		{"[]string", into[slices](`{"Strings":["ab","cd"]}`), 1, len("abcd")},
		{"empty slices", into[slices](`{"Ints":[],"Strings":[]}`), 0, 0},
	})
}

func TestUnmarshalFloatsAllocations(t *testing.T) {
	floats := func(n int) string { return "[" + strings.Repeat("1.5,", n-1) + "2]" }
	pairs := func(n int) string { return "[" + strings.Repeat("[1.5,-2e3],", n-1) + "[1,2]]" }
	checkAllocs(t, []allocCase{
		{"1 float", into[[]float64](floats(1)), 0, 8},
		{"8 floats", into[[]float64](floats(8)), 0, 8 * 8},
		// More than a quarter of a chunk, and all are seen ahead: the slice.
		{"40 floats", into[[]float64](floats(40)), 1, 0},
		// Too many to be seen, but as many as last time.
		{"90 floats", into[[]float64](floats(90)), 1, 0},
		{"1000 floats into a slice that has room", again[[]float64](floats(1000)), 0, 0},

		{"1 pair", into[[][2]float64](pairs(1)), 0, 16},
		{"3 pairs", into[[][2]float64](pairs(3)), 0, 3 * 16},
		{"18 pairs", into[[][2]float64](pairs(18)), 1, 0}, // as 40 floats
		{"24 pairs", into[[][2]float64](pairs(24)), 1, 0}, // as 90 floats
		{"1000 pairs into a slice that has room", again[[][2]float64](pairs(1000)), 0, 0},
	})
}

func TestUnmarshalMapAllocations(t *testing.T) {
	type strs = map[string]string
	checkAllocs(t, []allocCase{
		{"no member", into[strs](`{}`), 1, 0},                                    // the map
		{"3 members", into[strs](`{"a":"b","c":"d","e":"f"}`), 2, len("abcdef")}, // the map, its slots
		{"3 members into a map", again[strs](`{"a":"b","c":"d","e":"f"}`), 0, len("abcdef")},
		// Beyond 8 slots a map has a directory and a table too.
		{"9 members", into[strs](`{"a":"b","c":"d","e":"f","g":"h","i":"j","k":"l","m":"n","o":"p","q":"r"}`), 4, 18},
		{"ints", into[map[string]int](`{"a":1,"b":2}`), 2, len("ab")},
	})
}

func TestUnmarshalAnyAllocations(t *testing.T) {
	checkAllocs(t, []allocCase{
		{"null", into[any](`null`), 0, 0},
		{"bool", into[any](`true`), 0, 0},
		{"number", into[any](`1.5`), 1, 0},            // a slab of floats
		{"string", into[any](`"abc"`), 1, len("abc")}, // a slab of headers
		{"empty array", into[any](`[]`), 0, 0},
		{"empty object", into[any](`{}`), 1, 0},             // the map
		{"array of bools", into[any](`[true,false]`), 1, 0}, // the slice with its elements
		{"array", into[any](`[1,2.5,3]`), 2, 0},             // and a slab of floats
		{"long array", into[any](`[1,2.5,3,4,5]`), 3, 0},    // the elements, the slice in its box, a slab of floats
		{"object", into[any](`{"a":1}`), 3, 1},              // the map, its slots, a slab of floats
		// The map, its slots, a slab of headers. (A new chunk between two strings is a new slab too.)
		{"object of a string", into[any](`{"a":"b"}`), 3, 2},
		// Two maps with slots, a slice with its elements, two slabs.
		{"tree", into[any](`{"a":[1,{"b":"c"},null],"d":2}`), 7, 4},
		{"map[string]any", into[map[string]any](`{"a":1}`), 3, 1}, // as object
	})
}

func TestValidAllocations(t *testing.T) {
	small, large := []byte(skippedDoc), []byte("["+strings.Repeat(skippedDoc+",", 300)+"1]")
	broken := []byte(`{"a":[1,2,}`)
	checkAllocs(t, []allocCase{
		{"small", func() { Valid(small) }, 0, 0},
		{"large", func() { Valid(large) }, 0, 0},
		{"not valid", func() { Valid(broken) }, 0, 0},
	})
}

// endlessReader reads head, and then unit for ever.
type endlessReader struct {
	head, unit string
	at         int
}

func (r *endlessReader) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if r.at == len(r.head) {
			r.head, r.at = r.unit, 0
		}
		m := copy(p[n:], r.head[r.at:])
		r.at += m
		n += m
	}
	return n, nil
}

func TestDecodeAllocations(t *testing.T) {
	records := func(unit string, v any, reset func()) func() {
		dec := NewDecoder(&endlessReader{unit: unit})
		return func() {
			reset()
			if err := dec.Decode(v); err != nil {
				panic(err)
			}
		}
	}
	var (
		r allocRecord
		a any
		i int
		s string
	)
	// Of records that come one after the other, each is its result: the buffer is there.
	checkAllocs(t, []allocCase{
		{"record", records(allocRecordDoc+"\n", &r, func() { r = allocRecord{} }), 0, len("gopher")},
		{"record with contents", records(allocRecordDoc+"\n", &r, func() {}), 0, len("gopher")},
		{"skipped", records(skippedDoc+"\n", new(struct{ X int }), func() {}), 0, 0},
		{"number", records("1 ", &i, func() { i = 0 }), 0, 0},
		{"string", records(`"abc"`, &s, func() { s = "" }), 0, len("abc")},
		{"any", records(`{"a":true}`, &a, func() { a = nil }), 2, 1}, // the map, its slots
		// The Decoder, the reader.
		{"a Decoder for one record", func() {
			r = allocRecord{}
			if err := NewDecoder(strings.NewReader(allocRecordDoc)).Decode(&r); err != nil {
				panic(err)
			}
		}, 2, len("gopher")},
	})
}

func TestTokenAllocationsEach(t *testing.T) {
	// tokens returns a call that reads n tokens, those of unit.
	tokens := func(unit string, n int, setup func(*Decoder)) func() {
		dec := NewDecoder(&endlessReader{head: "[" + unit, unit: "," + unit})
		setup(dec)
		if _, err := dec.Token(); err != nil {
			panic(err)
		}
		return func() {
			for range n {
				if _, err := dec.Token(); err != nil {
					panic(err)
				}
			}
		}
	}
	plain := func(*Decoder) {}
	const (
		float  = 1. / tokenFloats  // of a slab
		header = 1. / tokenStrings // of a slab
	)
	checkAllocs(t, []allocCase{
		{"brackets", tokens(`[[],{}]`, 6, plain), 0, 0},
		{"literals", tokens(`true,false,null`, 3, plain), 0, 0},
		{"number", tokens(`-1.5e3`, 1, plain), float, 0},
		{"numbers and more", tokens(`[1,true,2]`, 5, plain), 2 * float, 0},
		{"Number", tokens(`-1.5e3`, 1, (*Decoder).UseNumber), 1, len("-1.5e3")}, // its box
		// 64 strings of 16 bytes take a chunk and 4 slabs, so that none of a slab is left over.
		{"short string", tokens(`"0123456789abcdef"`, 1, plain), header, 16},
		{"name and bool", tokens(`{"0123456789abcdef":true}`, 4, plain), 0, 0}, // the name is known
	})
}

// TestTokenEOF: the end of a stream is no allocation.
func TestTokenEOF(t *testing.T) {
	dec := NewDecoder(strings.NewReader("1"))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	checkAllocs(t, []allocCase{{"EOF", func() {
		if _, err := dec.Token(); err != io.EOF {
			panic(err)
		}
	}, 0, 0}})
}
