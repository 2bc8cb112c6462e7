package fuzz

// What stays in memory after the call:
//
//	TestKeptValues          a value that is kept pins a few KiB, not the document, nor its neighbours
//	TestPools               what is kept for the next call is small, and refers to no result or input
//	TestSmallDecodes        many calls do not add up
//	TestAbandonedDecoder    a Decoder that nobody finishes is collected; no goroutine is left

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"weak"

	"swarjson/decoder"
)

// heap returns how many bytes are in use, pools that nobody has used for two
// collections not among them.
func heap() int64 {
	var m runtime.MemStats
	for range 3 {
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestKeptValues decodes a long document, keeps a few values far apart from each other, and
// looks at what they cost.
func TestKeptValues(t *testing.T) {
	size := 20 << 20
	if testing.Short() {
		size = 2 << 20
	}
	const perValue = 4 << 10
	// Strings that are as long as they can be without getting memory of their own are
	// the worst neighbours.
	neighbour := `"` + strings.Repeat("n", 250) + `",`
	huge := `"` + strings.Repeat("h", 20_000) + `",`
	array := func(unit string) []byte {
		return []byte("[" + strings.Repeat(unit, size/len(unit)) + "0]")
	}
	type row struct {
		ID   int    `json:"id"`
		Name string `json:"name"`
		List []int  `json:"list"`
		Any  any    `json:"any"`
	}
	rows := []byte("[" + strings.TrimSuffix(strings.Repeat(`{"id":1,"name":"short","list":[1,2],"any":"str","unknown":`+neighbour+`"any":[1]},`, size/330), ",") + "]")
	keepAny := func(doc []byte, n int, pick func(v []any, i int) any) any {
		var v []any
		if err := decoder.Unmarshal(doc, &v); err != nil {
			t.Fatal(err)
		}
		kept := make([]any, n)
		for i := range kept {
			kept[i] = pick(v, i*(len(v)/n))
		}
		return kept
	}
	keepRows := func(n int, pick func(r *row) any) any {
		var v []row
		if err := decoder.Unmarshal(rows, &v); err != nil {
			t.Fatal(err)
		}
		kept := make([]any, n)
		for i := range kept {
			kept[i] = pick(&v[i*(len(v)/n)])
		}
		return kept
	}
	keepTokens := func(doc []byte, n int) any {
		dec := decoder.NewDecoder(bytes.NewReader(doc))
		var kept []any
		every := len(doc) / n
		for next := int64(1); ; {
			token, err := dec.Token()
			if err == io.EOF {
				return kept
			} else if err != nil {
				t.Fatal(err)
			}
			if s, ok := token.(string); ok && len(s) < 10 && dec.InputOffset() > next {
				kept = append(kept, token)
				next += int64(every)
			}
		}
	}
	nth := func(k int) func(v []any, i int) any {
		return func(v []any, i int) any { return v[i/k*k] }
	}
	for _, c := range []struct {
		name string
		keep func(n int) any
	}{
		{"short strings", func(n int) any { return keepAny(array(`"short",`), n, nth(1)) }},
		{"short strings among longer ones", func(n int) any { return keepAny(array(`"short",`+strings.Repeat(neighbour, 4)), n, nth(5)) }},
		{"short strings among huge ones", func(n int) any { return keepAny(array(`"short",`+huge), n, nth(2)) }},
		{"short strings among names", func(n int) any {
			return keepAny(array(`"short",{`+strings.TrimSuffix(neighbour, ",")+`:1},`), n, nth(2))
		}},
		{"numbers", func(n int) any { return keepAny(array(`1.5,`+neighbour), n, nth(2)) }},
		{"empty arrays", func(n int) any { return keepAny(array(`[],`+neighbour), n, nth(2)) }},
		{"arrays", func(n int) any { return keepAny(array(`["a"],`+neighbour), n, nth(2)) }},
		{"objects", func(n int) any { return keepAny(array(`{"a":"b"},`+neighbour+neighbour), n, nth(3)) }},
		{"strings of fields", func(n int) any { return keepRows(n, func(r *row) any { return r.Name }) }},
		{"slices of fields", func(n int) any { return keepRows(n, func(r *row) any { return r.List }) }},
		{"any of fields", func(n int) any { return keepRows(n, func(r *row) any { return r.Any }) }},
		{"names", func(n int) any {
			return keepAny(array(`{"name":1},`+neighbour), n, func(v []any, i int) any {
				for name := range v[i/2*2].(map[string]any) {
					return name
				}
				return nil
			})
		}},
		{"tokens", func(n int) any { return keepTokens(array(`"short",`+strings.Repeat(neighbour, 4)), n) }},
		{"tokens among huge ones", func(n int) any { return keepTokens(array(`"short",`+huge), n) }},
		{"numbers as they are", func(n int) any {
			var v []json.Number
			if err := decoder.Unmarshal(array("12345678901234567890,"), &v); err != nil {
				t.Fatal(err)
			}
			kept := make([]json.Number, n)
			for i := range kept {
				kept[i] = v[i*(len(v)/n)]
			}
			return kept
		}},
	} {
		n := 60
		c.keep(1) // plans and pools
		before := heap()
		kept := c.keep(n)
		got := heap() - before
		if count := reflect.ValueOf(kept).Len(); count < n-2 {
			t.Errorf("%s: only %d values", c.name, count)
		}
		if got > int64(n)*perValue+64<<10 {
			t.Errorf("%s: %d of them pin %d bytes, %d each", c.name, n, got, got/int64(n))
		}
		runtime.KeepAlive(kept)
	}
}

// TestPools decodes 10 MB (40 MB at first) in ways that fill every buffer and stack there is. What
// is left is for the next call.
func TestPools(t *testing.T) {
	size := 10 << 20
	if testing.Short() {
		size = 3 << 20
	}
	const limit = 2 << 20
	long := strings.Repeat("x", size)
	docs := []struct {
		name string
		doc  func() string
		mk   func() any
	}{
		{"a string", func() string { return `"` + strings.Repeat(long, 4) + `"` }, func() any { return new(any) }},
		{"a string that breaks off", func() string { return `["` + long }, func() any { return new(any) }},
		{"a name", func() string { return `{"` + long + `":1}` }, func() any { return new(map[string]int) }},
		{"a name in any", func() string { return `{"` + long + `":1}` }, func() any { return new(any) }},
		{"a field", func() string { return `{"` + long + `":1}` }, func() any { return new(Prey) }},
		{"a number", func() string { return strings.Repeat("1", size) }, func() any { return new(json.Number) }},
		{"many elements", func() string { return repeated("[", "null,", "1]")(size) }, func() any { return new(any) }},
		{"many members", func() string { return numbered("{", `"%d":[],`, `"":1}`)(size / 8) }, func() any { return new(any) }},
		{"many errors", func() string { return repeated("[", `"x",`, "1]")(size / 8) }, func() any { return new([]bool) }},
		{"deep", func() string { return tower(10_000) }, func() any { return new(any) }},
		{"objects in objects", func() string {
			return strings.Repeat(`{"a":1,"b":2,"c":`, 9_000) + "1" + strings.Repeat("}", 9_000)
		}, func() any { return new(any) }},
		{"white space", func() string { return strings.Repeat(" ", size) + "1" }, func() any { return new(any) }},
	}
	for _, c := range docs {
		doc := []byte(c.doc())
		for _, r := range roads {
			// Pools are emptied by two collections: what a call leaves is seen before them.
			before := heap()
			v := c.mk()
			_ = r.decode(doc, v)
			v = nil
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			if kept := int64(m.HeapAlloc) - before; kept > limit {
				t.Errorf("%s by %s: %d bytes are kept", c.name, r.name, kept)
			}
		}
		runtime.KeepAlive(doc)
	}

	// To the byte: neither the input nor anything of the result is referred to.
	for _, r := range roads {
		doc := new([1 << 12]byte)
		n := copy(doc[:], `{"map":{"key":{"name":"n","any":[{"k":["v",1]}]}},"next":{"next":{"names":["x"]}},"big":123,"raw":[1]}`)
		target := new(Rich)
		if err := r.decode(doc[:n], target); err != nil {
			t.Fatal(err)
		}
		input, result, inner := weak.Make(doc), weak.Make(target), weak.Make(target.Next.Next)
		inMap, name := weak.Make(target.Map["key"]), weak.Make(&target.Next.Next.Names[0])
		doc, target = nil, nil
		runtime.GC() // one: pools still have what they had
		if input.Value() != nil || result.Value() != nil || inner.Value() != nil || inMap.Value() != nil || name.Value() != nil {
			t.Errorf("%s: input or result are still there: %v %v %v %v %v", r.name, input.Value() != nil, result.Value() != nil, inner.Value() != nil, inMap.Value() != nil, name.Value() != nil)
		}
	}
}

// TestSmallDecodes: hundreds of thousands of small calls, or SWARJSON_DECODES of them, on
// every road, leave nothing.
func TestSmallDecodes(t *testing.T) {
	def := uint64(200_000)
	if testing.Short() {
		def = 20_000
	}
	n := int(envUint(t, "SWARJSON_DECODES", def))
	docs := make([][]byte, 64)
	for i := range docs {
		docs[i] = fmt.Appendf(nil, `{"A":%d,"b":[%d,2],"C":{"k%d":1},"unknown%d":["x",{"y":null}]}`, i, i, i, i)
	}
	run := func(n int) {
		for i := range n {
			doc := docs[i%len(docs)]
			var prey Prey
			var v any
			if decoder.Unmarshal(doc, &prey) != nil || prey.A != i%len(docs) {
				t.Fatal(prey)
			}
			switch i % 8 {
			case 0:
				_ = decoder.Unmarshal(doc, &v)
			case 1:
				_ = decoder.Unmarshal(doc[:len(doc)-1], &v)
			case 2:
				_ = decoder.Unmarshal(doc, new([]int))
			case 3:
				_ = decoder.NewDecoder(bytes.NewReader(doc)).Decode(&prey)
			case 4:
				tokens(doc)
			case 5:
				_ = decoder.NewDecoder(bytes.NewReader(doc[:9])).Decode(&v)
			case 6:
				decoder.Valid(doc)
			case 7:
				_, _ = decoder.Locate(doc, decoder.Unmarshal(doc, new(map[string]int)))
			}
		}
	}
	run(2000)
	before := heap()
	start := time.Now()
	run(n)
	grown := heap() - before
	t.Logf("%d calls leave %d bytes, after %v", n, grown, time.Since(start).Round(time.Millisecond))
	if grown > 256<<10 { // of ten million calls, a byte in every fortieth
		t.Errorf("%d calls leave %d bytes", n, grown)
	}
}

// TestAbandonedDecoder: Decoders that stop in the middle (of a value, a stream, an error, a
// panic of the reader) hold nothing but what refers to them does.
func TestAbandonedDecoder(t *testing.T) {
	goroutines := runtime.NumGoroutine()
	const n = 50
	var collected atomic.Int32
	stream := strings.Repeat(`{"A":1,"B":[1,2,3],"C":{"x":1}} [1,2,{"x":["y"]}] "str" `, 2000)
	for i := range n {
		r := &piecesReader{[]byte(stream), 1000}
		runtime.AddCleanup(r, func(struct{}) { collected.Add(1) }, struct{}{})
		dec := decoder.NewDecoder(r)
		for range i {
			switch i % 5 {
			case 0:
				_ = dec.Decode(new(Prey))
			case 1:
				_, _ = dec.Token()
			case 2:
				_ = dec.Decode(new(any))
				_ = dec.More()
			case 3:
				_ = dec.Decode(new(int))
				_ = dec.Buffered()
			case 4:
				_, _ = dec.Token()
				_ = dec.Decode(new(json.RawMessage))
			}
		}
	}
	for range 20 {
		runtime.GC()
		if collected.Load() == n {
			break
		}
		runtime.Gosched()
	}
	if got := collected.Load(); got < n-1 {
		t.Errorf("%d of %d readers were collected", got, n)
	}
	if got := runtime.NumGoroutine(); got > goroutines {
		t.Errorf("%d goroutines, before %d", got, goroutines)
	}
}
