package decoder

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// longRun is for the runs that take minutes: SWARJSON_LONG=1 go test -run Memory ./decoder
var longRun = os.Getenv("SWARJSON_LONG") == "1"

// generated is a reader of a document that is made while it is read: n records between
// a head and a tail. It holds one record.
type generated struct {
	n      int
	record func(b []byte, i int) []byte
	rest   []byte // of what was made last
	buf    []byte
	next   int
	tail   string
	most   int // bytes of a Read, if not 0
	total  int64
}

func newGenerated(head, tail string, n int, record func(b []byte, i int) []byte) *generated {
	return &generated{n: n, record: record, rest: []byte(head), tail: tail}
}

func (g *generated) Read(p []byte) (int, error) {
	if g.most > 0 {
		p = p[:min(len(p), g.most)]
	}
	n := 0
	for n < len(p) {
		if len(g.rest) == 0 {
			switch {
			case g.next < g.n:
				g.buf = g.record(g.buf[:0], g.next)
				g.rest = g.buf
			case g.next == g.n && g.tail != "":
				g.rest = []byte(g.tail)
			case n == 0:
				return 0, io.EOF
			default:
				g.total += int64(n)
				return n, nil
			}
			g.next++
		}
		m := copy(p[n:], g.rest)
		g.rest = g.rest[m:]
		n += m
	}
	g.total += int64(n)
	return n, nil
}

// memoryRecord is what the generated streams are made of, about 250 bytes each.
type memoryRecord struct {
	ID    int64             `json:"id"`
	Name  string            `json:"name"`
	Score float64           `json:"score"`
	Tags  []string          `json:"tags"`
	Attrs map[string]string `json:"attrs"`
	Next  *struct{ X, Y int }
}

const recordText = `,"name":"the record's name, of some length","score":12.5,"tags":["first","second \u00e9","third tag"],` +
	`"attrs":{"colour":"blue","size":"extra large"},"unknown":[{"a":[1,2,3]},null,true,"skipped"],"next":{"x":1,"y":-2}}`

func appendRecord(b []byte, i int) []byte {
	b = append(b, `{"id":`...)
	b = strconv.AppendInt(b, int64(i)*3, 10)
	return append(b, recordText...)
}

func appendLine(b []byte, i int) []byte { return append(appendRecord(b, i), '\n') }

func appendElement(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ",\n"...)
	}
	return appendRecord(b, i)
}

func appendMember(b []byte, i int) []byte {
	if i > 0 {
		b = append(b, ',')
	}
	b = append(b, `"record `...)
	b = strconv.AppendInt(b, int64(i), 10)
	b = append(b, `":`...)
	return appendRecord(b, i)
}

// heapMeter looks at the heap from time to time, and remembers the most that was in use.
type heapMeter struct {
	calls, every int
	most         uint64
}

func (m *heapMeter) look() {
	if m.calls++; m.calls%m.every == 0 {
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		m.most = max(m.most, stats.HeapInuse)
	}
}

const mostHeap = 48 << 20

// TestStreamMemory decodes streams much larger than the memory that this may take: 2
// million records, about 500 MB, in the long form.
func TestStreamMemory(t *testing.T) {
	records := 40_000
	if longRun {
		records = 2_000_000
	} else if testing.Short() {
		records = 10_000
	}
	n := int64(records)
	wantSum := 3*n*(n-1)/2 + n // of all id, and of x = 1 for each
	add := func(sum int64, r *memoryRecord) int64 {
		if len(r.Tags) != 3 || r.Tags[1] != "second é" || len(r.Attrs) != 2 || r.Score != 12.5 || r.Next.Y != -2 {
			t.Fatalf("%+v", r)
		}
		return sum + r.ID + int64(r.Next.X)
	}
	array := func() io.Reader {
		return newGenerated(`{"before":{"x":[[]]},"list":[`, `],"after":"end"}`, records, appendElement)
	}
	members := func() io.Reader {
		return newGenerated(`{`, `,"late":`+strconv.FormatInt(wantSum, 10)+`}`, records, appendMember)
	}
	for _, tc := range []struct {
		name string
		run  func(look func()) (int64, error)
	}{
		{"Decode", func(look func()) (sum int64, err error) {
			dec := NewDecoder(newGenerated("", "", records, appendLine))
			for {
				var r memoryRecord
				if err := dec.Decode(&r); err != nil {
					if err == io.EOF {
						err = nil
					}
					if p := dec.Position(); p.Line != n {
						t.Errorf("line %d of %d", p.Line, n)
					}
					return sum, err
				}
				sum = add(sum, &r)
				look()
			}
		}},
		{"Token", func(look func()) (sum int64, err error) {
			dec := NewDecoder(array())
			for {
				tok, err := dec.Token()
				if err != nil {
					return sum, err
				}
				if tok == Delim('[') {
					if name := dec.Position().Pointer(); name == "/list" {
						break
					}
				}
			}
			for dec.More() {
				var r memoryRecord
				if err := dec.Decode(&r); err != nil {
					return sum, err
				}
				sum = add(sum, &r)
				look()
			}
			for {
				if _, err := dec.Token(); err != nil {
					if err != io.EOF {
						return sum, err
					}
					return sum, nil
				}
			}
		}},
		{"Elements", func(look func()) (sum int64, err error) {
			for r, err := range Elements[memoryRecord](array(), "/list") {
				if err != nil {
					return sum, err
				}
				sum = add(sum, &r)
				look()
			}
			return sum, nil
		}},
		{"Values", func(look func()) (sum int64, err error) {
			for r, err := range Values[memoryRecord](newGenerated("", "", records, appendLine)) {
				if err != nil {
					return sum, err
				}
				sum = add(sum, &r)
				look()
			}
			return sum, nil
		}},
		{"Members", func(look func()) (sum int64, err error) {
			for m, err := range Members[RawMessage](members(), "") {
				if err != nil {
					return sum, err
				}
				if m.Name == "late" {
					return strconv.ParseInt(string(m.Value), 10, 64)
				}
				look()
			}
			return sum, nil
		}},
		{"late field", func(look func()) (int64, error) {
			var v struct{ Late int64 }
			r := looking{members(), look}
			err := NewDecoder(r).Decode(&v)
			return v.Late, err
		}},
		{"late element", func(look func()) (int64, error) {
			r := looking{newGenerated(`{"skipped":{`, `},"late":[`+strconv.FormatInt(wantSum, 10)+`]}`, records, appendMember), look}
			for v, err := range Elements[int64](r, "/late") {
				return v, err
			}
			return 0, errors.New("no element")
		}},
		{"early element", func(look func()) (last int64, err error) {
			r := looking{newGenerated(`{"early":[`+strconv.FormatInt(wantSum, 10)+`],"skipped":{`, `}}`, records, appendMember), look}
			for v, err := range Elements[int64](r, "/early") {
				if err != nil {
					return last, err
				}
				last = v
			}
			return last, nil
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			runtime.GC()
			meter := heapMeter{every: max(records/2000, 10)}
			if strings.HasSuffix(tc.name, "field") || strings.HasSuffix(tc.name, "element") {
				meter.every = 8 // reads, not records
			}
			sum, err := tc.run(meter.look)
			if err != nil || sum != wantSum {
				t.Errorf("sum %d, want %d: %v", sum, wantSum, err)
			}
			if meter.most > mostHeap || meter.most == 0 {
				t.Errorf("%d bytes of heap in use, want at most %d", meter.most, mostHeap)
			}
			t.Logf("%d records, %.1f MiB of heap in use", records, float64(meter.most)/(1<<20))
		})
	}
}

// looking calls look at each read.
type looking struct {
	r    io.Reader
	look func()
}

func (l looking) Read(p []byte) (int, error) {
	l.look()
	return l.r.Read(p)
}

// TestLargeOffsets: streams, and values, of more than 4 GiB. The short form has the
// stream begin near the limits of 32 bits.
func TestLargeOffsets(t *testing.T) {
	const records = 4000
	line := int64(len(appendLine(nil, 0)))
	for _, before := range []int64{1<<31 - 100_000, 1<<32 - 100_000, 1<<40 + 12345} {
		before &^= pageSize - 1
		dec := NewDecoder(newGenerated("", "{\"id\":\"bad\"}\n {\"id\":x}", records, appendLine))
		// As if before bytes of one line had been consumed.
		dec.awake().in.base = before
		dec.awake().in.lines = lineCounter{offset: before, lines: before}
		dec.awake().scanned = before
		var sum, want int64
		for i := range int64(records) {
			var r memoryRecord
			if err := dec.Decode(&r); err != nil {
				t.Fatal(err)
			}
			sum += r.ID
			want += 3 * i
			if off := dec.InputOffset(); off < before+i*line || off >= before+(i+1)*(line+10) {
				t.Fatalf("record %d ends at %d, after %d", i, off, before)
			}
		}
		if sum != want {
			t.Errorf("sum %d, want %d", sum, want)
		}
		end := dec.InputOffset()
		var r memoryRecord
		err := dec.Decode(&r)
		p, ok := dec.Locate(err)
		if !ok || p.Offset != end+7 || p.Line != before+records+1 || p.Column != 7 {
			t.Errorf("%v at %#v, want offset %d", err, p, end+7)
		}
		err = dec.Decode(&r)
		p, ok = dec.Locate(err)
		if e, is := err.(*SyntaxError); !is || !ok || e.Offset != end+22 || p.Offset != end+21 || p.Line != before+records+2 || p.Column != 8 {
			t.Errorf("%v at %#v, want offset %d", err, p, end+22)
		}
	}
	if !longRun {
		return
	}
	// 5 GB in one value, and the same in many. (One value's length is an int.)
	n := 20_000_000
	if strconv.IntSize == 32 {
		n = 8_000_000
	}
	meter := heapMeter{every: 2000}
	var v struct{ Late, Early int64 }
	g := newGenerated(`{"early":1,"skipped":{`, `},"late":2}`, n, appendMember)
	dec := NewDecoder(looking{g, meter.look})
	if err := dec.Decode(&v); err != nil || v.Early != 1 || v.Late != 2 || dec.InputOffset() != g.total {
		t.Errorf("%+v, %v, at %d of %d", v, err, dec.InputOffset(), g.total)
	}
	t.Logf("one value of %d bytes", g.total)
	sum, count := int64(0), 0
	g = newGenerated(`[[`, `],"end"]`, n, appendElement)
	for r, err := range Elements[struct{ ID int64 }](looking{g, meter.look}, "/0") {
		if err != nil {
			t.Fatal(err)
		}
		sum += r.ID
		count++
	}
	if want := 3 * int64(n) * int64(n-1) / 2; sum != want || count != n {
		t.Errorf("sum %d of %d, want %d", sum, count, want)
	}
	t.Logf("%d elements in %d bytes, %.1f MiB of heap in use", count, g.total, float64(meter.most)/(1<<20))
	if meter.most > mostHeap {
		t.Errorf("%d bytes of heap in use", meter.most)
	}
}

// heapOf returns how much more heap is live after f than before, while what f returns is kept.
func heapOf(f func() any) (any, int64) {
	live := func() int64 {
		runtime.GC()
		runtime.GC() // what pools held
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return int64(stats.HeapAlloc)
	}
	before := live()
	kept := f()
	return kept, live() - before
}

// TestKeptStrings: of each 100 records one short string is kept. It pins a chunk, and
// nothing of the buffer or the other records.
func TestKeptStrings(t *testing.T) {
	const records = 60_000
	for _, tc := range []struct {
		name string
		keep func() (kept []string)
	}{
		{"Decode", func() (kept []string) {
			dec := NewDecoder(newGenerated("", "", records, appendLine))
			for i := range records {
				var r memoryRecord
				if dec.Decode(&r) == nil && i%100 == 0 {
					kept = append(kept, r.Attrs["colour"])
				}
			}
			return kept
		}},
		{"any", func() (kept []string) {
			i := 0
			for v, err := range Values[any](newGenerated("", "", records, appendLine)) {
				if i++; err == nil && i%100 == 0 {
					kept = append(kept, v.(map[string]any)["attrs"].(map[string]any)["colour"].(string))
				}
			}
			return kept
		}},
		{"Token", func() (kept []string) {
			dec := NewDecoder(newGenerated("", "", records, appendLine))
			for i := 0; ; {
				tok, err := dec.Token()
				if err != nil {
					return kept
				}
				if tok == "blue" {
					if i++; i%100 == 0 {
						kept = append(kept, tok.(string))
					}
				}
			}
		}},
		{"one decoder each", func() (kept []string) {
			for range 600 {
				r := newGenerated("[", `]`, 20, appendElement)
				for v, err := range Elements[memoryRecord](r, "") {
					if err == nil && v.ID == 30 {
						kept = append(kept, v.Attrs["colour"])
					}
				}
			}
			return kept
		}},
	} {
		kept, bytes := heapOf(func() any { return tc.keep() })
		strings := kept.([]string)
		if len(strings) != 600 || strings[599] != "blue" {
			t.Fatalf("%s: %d strings kept", tc.name, len(strings))
		}
		each := bytes / int64(len(strings))
		t.Logf("%s: %d bytes for each string", tc.name, each)
		if each > chunkSize+200 {
			t.Errorf("%s: a kept string costs %d bytes", tc.name, each)
		}
		runtime.KeepAlive(kept)
	}
}

// TestKeptRawMessages: what was decoded into a RawMessage stays as it is, whatever is read
// after it.
func TestKeptRawMessages(t *testing.T) {
	const records = 3000
	want := func(i int) string { return string(appendRecord(nil, i)) }
	var kept []RawMessage
	dec := NewDecoder(newGenerated("", "", records, appendLine))
	for dec.More() {
		var m RawMessage
		if err := dec.Decode(&m); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, m)
	}
	for m, err := range Elements[struct{ R RawMessage }](newGenerated(`[{"r":`, "}]", records, func(b []byte, i int) []byte {
		if i > 0 {
			b = append(b, `},{"r": `...)
		}
		return appendRecord(b, i)
	}), "") {
		if err != nil {
			t.Fatal(err)
		}
		kept = append(kept, m.R)
	}
	i := 0
	for m, err := range Members[RawMessage](newGenerated("{", "}", records, appendMember), "") {
		if err != nil || m.Name != fmt.Sprintf("record %d", i) {
			t.Fatal(m.Name, err)
		}
		i++
		kept = append(kept, m.Value)
	}
	if len(kept) != 3*records {
		t.Fatalf("%d messages", len(kept))
	}
	for i, m := range kept {
		if string(m) != want(i%records) {
			t.Fatalf("message %d is now %s", i, m)
		}
		if i%1000 == 0 {
			kept[i] = append(m, "more"...) // must not run into the next one
		}
	}
}

// TestPooledBytes: what an engine holds when it goes back to the pool is limited,
// whatever it has decoded. See maxPooled.
func TestPooledBytes(t *testing.T) {
	long := strings.Repeat("x", 3<<20)
	docs := []string{
		`["` + long + `"]`,
		`["` + long + `\u00e9"]`,
		`[` + strings.Repeat("1,", 300_000) + `1]`,
		`[` + strings.Repeat(`{"a":[`, 4000) + strings.Repeat("]}", 4000) + `]`,
		strings.Repeat("[", 9000) + strings.Repeat("]", 9000),
		`[` + strings.Repeat(" ", 3<<20) + `]`,
		`{"a":1` + strings.Repeat(`,"a":["b","c",1.5]`, 100_000) + `}`,
	}
	for i, doc := range docs {
		for _, v := range []any{new(any), new(RawMessage), new([]any), new(map[string]any), new([]string)} {
			dec := NewDecoder(iotestHalf{strings.NewReader(doc)})
			err := dec.Decode(v)
			if _, ok := err.(*UnmarshalTypeError); err != nil && !ok {
				t.Fatal(err)
			}
			dec.Decode(v)
			if dec.awake().engine != nil {
				t.Errorf("document %d: the engine is not given back at the stream's end", i)
			}
			Unmarshal([]byte(doc), v)
		}
		var engines []*engine
		for range 4 {
			d := enginePool.Get().(*engine)
			engines = append(engines, d)
			if n := engineBytes(d); n > maxPooled {
				t.Errorf("document %d: an engine in the pool holds %d bytes", i, n)
			}
			if d.data != nil || d.in != nil || d.dec != nil || d.saved != nil {
				t.Errorf("document %d: an engine in the pool holds an input", i)
			}
		}
		for _, d := range engines {
			enginePool.Put(d)
		}
	}
}

// engineBytes is what d's buffers take.
func engineBytes(d *engine) int {
	n := 4*cap(d.index) + 8*cap(d.esc) + cap(d.scratch) + cap(d.arena) + cap(d.flat)
	n += 32*cap(d.members) + 16*cap(d.items) + 8*cap(d.floats) + 16*cap(d.strs)
	if d.names != nil {
		n += len(d.names) * 16
	}
	return n + 8*len(d.open) + len(d.kinds)
}

// iotestHalf reads half of what it is asked for.
type iotestHalf struct{ r io.Reader }

func (h iotestHalf) Read(p []byte) (int, error) { return h.r.Read(p[:(len(p)+1)/2]) }

// TestBufferShrinks: after a token that needed a large buffer, it becomes small again.
func TestBufferShrinks(t *testing.T) {
	var doc bytes.Buffer
	fmt.Fprintf(&doc, `["%s"]`, strings.Repeat("x", 600<<10))
	dec := NewDecoder(io.MultiReader(&doc, newGenerated("", "", 30_000, appendLine)))
	var long []string
	if err := dec.Decode(&long); err != nil || len(long[0]) != 600<<10 {
		t.Fatal(err)
	}
	for {
		var r memoryRecord
		if dec.Decode(&r) != nil {
			break
		}
	}
	if n := cap(dec.awake().in.buf); n > bigBuffer {
		t.Errorf("the buffer still has %d bytes", n)
	}
}
