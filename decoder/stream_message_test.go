package decoder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
)

// messages reads a stream message by message: ends are where reads end.
func messages(data []byte, ends []int) *chunked {
	return &chunked{data: data, errAt: -1, size: func(pos int) int {
		i, found := slices.BinarySearch(ends, pos)
		if found {
			i++
		}
		if i == len(ends) {
			return len(data) - pos
		}
		return ends[i] - pos
	}}
}

// randomMessages returns a stream, and where each of its messages ends.
func randomMessages(rng *rand.Rand) (data []byte, ends []int) {
	kinds := []string{
		`{"a":%d}`, "{\"a\":%d,\"b\":[\"x\",\"é\"]}\n", "[%d,[],{}]\n", " {\"a\":\n%d\n}  \r\n", `{"a":%d} {"a":2}{"a":3}`, "{\"a\":%d,\"b\":[\"\\u00e9\\n\"]}",
		`{"a":"wrong %d"}`, `{"b":[1,%d]}`, `[]`, `{}`, "%d\n", ` "text %d" `, "null\n", "\n \n",
		`{"a":%d,"b":["` + strings.Repeat("long", 200) + `"]}`, `{"a":%d,"b":["` + strings.Repeat(`y","`, 600) + `"]}`,
	}
	bad := []string{`{"a":%d}}`, `{"a":%d,}`, `[%d`, `{"a" %d}`, "{\"a\":\"\x01\"}", `{"b":["\x"]}`, `]`, `{"a":01}`, `{"a":[}`, "[\"\xff\"]"}
	for i := range 1 + rng.IntN(12) {
		m := kinds[rng.IntN(len(kinds))]
		if rng.IntN(25) == 0 {
			m = bad[rng.IntN(len(bad))]
		}
		if strings.Contains(m, "%d") {
			m = fmt.Sprintf(m, i)
		}
		data = append(data, m...)
		switch rng.IntN(8) {
		case 0: // comes with the next
		case 1:
			ends = append(ends, max(len(data)-1, 1), len(data))
		default:
			ends = append(ends, len(data))
		}
	}
	ends = slices.Compact(ends)
	return data, ends
}

// TestMessages: streams that come message by message, among other Decoders which do as well, so that
// they share what idle ones give back.
func TestMessages(t *testing.T) {
	needClassic(t)
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	type both struct {
		ours, theirs jsonDecoder
		data         []byte
		script       []string
	}
	for seed := range uint64(rounds) {
		rng := rand.New(rand.NewPCG(seed, 9))
		var all []*both
		for range 8 {
			data, ends := randomMessages(rng)
			theirs := messages(data, ends)
			ours := messages(data, ends)
			ours.withEOF = rng.IntN(2) == 0
			theirs.withEOF = ours.withEOF
			all = append(all, &both{ours: jsonDecoder(NewDecoder(ours)), theirs: jsonDecoder(json.NewDecoder(theirs)), data: data})
		}
		for range 150 {
			b := all[rng.IntN(len(all))]
			op := rng.IntN(100)
			if rng.IntN(3) > 0 {
				op = 40 + rng.IntN(25) // Decode
			}
			left := func(dec jsonDecoder) func() []byte {
				return func() []byte {
					buffered, _ := io.ReadAll(dec.Buffered())
					return b.data[int(dec.InputOffset())+len(buffered):]
				}
			}
			what, got := call(b.ours, op, left(b.ours))
			_, want := call(b.theirs, op, left(b.theirs))
			b.script = append(b.script, what)
			got, want = append(got, b.ours.InputOffset()), append(want, b.theirs.InputOffset())
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, %.300q:\n%s\ngot  %s\nwant %s", seed, b.data, strings.Join(b.script, ", "), describe(got), describe(want))
			}
		}
	}
}

// TestMessagePositions: lines and columns do not depend on how a stream comes.
func TestMessagePositions(t *testing.T) {
	fixed1 := []string{`{"a":1}"x"{}`, `{"a":1} true {}`, "{\"a\":1}\n\"x\" ", "{\"a\":1}\n{\"b\":2}\n[]"}
	for seed := range uint64(200 + len(fixed1)) {
		data, ends := randomMessages(rand.New(rand.NewPCG(seed, 10)))
		if seed < uint64(len(fixed1)) {
			data, ends = []byte(fixed1[seed]), nil
		}
		dec, one := NewDecoder(messages(data, ends)), NewDecoder(&chunked{data: data, size: fixed(1), errAt: -1})
		for {
			var v, w struct {
				A int
				B []string
			}
			err, wantErr := dec.Decode(&v), one.Decode(&w)
			if fmt.Sprint(v, err) != fmt.Sprint(w, wantErr) {
				t.Fatalf("seed %d: %v, %v, want %v, %v", seed, v, err, w, wantErr)
			}
			p, want := dec.Position(), one.Position()
			if p.Line != want.Line || p.Column != want.Column || p.CharColumn != want.CharColumn || p.Offset != want.Offset {
				t.Fatalf("seed %d: at %+v, want %+v", seed, p, want)
			}
			if err != nil {
				p, ok := dec.Locate(err)
				want, wantOK := one.Locate(wantErr)
				if ok != wantOK || p.Line != want.Line || p.Column != want.Column || p.Offset != want.Offset {
					t.Fatalf("seed %d: %v at %+v, %v, want %+v, %v", seed, err, p, ok, want, wantOK)
				}
				if dec.awake().err != nil {
					break
				}
			}
		}
	}
}

// TestMessageWay: what goes the quick way.
func TestMessageWay(t *testing.T) {
	type target struct {
		A int
		B any
	}
	fits := strings.Repeat(" ", longestMessage-7)
	for _, c := range []struct {
		doc  string
		o    Options
		v    any
		want bool
	}{
		{`{"a":1}`, Options{}, new(target), true},
		{" {\"a\":1}\r\n", Options{}, new(target), true},
		{`[]`, Options{}, new(any), true},
		{`{"a":1}{"a":2} [3]`, Options{}, new(target), false}, // ends in the other bracket
		{`{"a":1}{"a":2}`, Options{}, new(target), true},
		{fits + `{"a":1}`, Options{}, new(target), true},
		{fits + ` {"a":1}`, Options{}, new(target), false},
		{`{"a":1}`, Options{MaxBytes: 7, UseNumber: true, CaseSensitive: true}, new(target), true},
		{`{"a":1}`, Options{MaxBytes: 6}, new(target), false},
		{`{"a":1}`, Options{RejectDuplicateNames: true}, new(target), false},
		{`{"a":1`, Options{}, new(target), false},
		{`{"a":[}`, Options{}, new(target), false},
		{`{"a":"x"}`, Options{}, new(target), false},
		{`{"a":1}`, Options{}, &target{B: 1}, false},
		{`{"a":1}`, Options{}, target{}, false},
		{`{"a":1}`, Options{}, nil, false},
		{`{"a":1}`, Options{}, new(json.RawMessage), true},
		{`{"a":1}`, Options{}, new(keeper), false},
	} {
		s := c.o.NewDecoder(&chunked{data: []byte(c.doc), size: fixed(1 << 20), errAt: -1}).awake()
		s.in.fill()
		before := fmt.Sprint(c.v)
		got := s.decodeMessage(strings.TrimSpace(c.doc)[0], c.v)
		if got != c.want || !got && (s.in.pos > 0 || fmt.Sprint(c.v) != before) {
			t.Errorf("%q with %+v into a %T: %v, want %v, at %d with %v", c.doc, c.o, c.v, got, c.want, s.in.pos, c.v)
		}
	}
	// Of values that came together only the first.
	s := NewDecoder(strings.NewReader(`{"a":1} {"a":2}`)).awake()
	s.in.fill()
	if !s.decodeMessage('{', new(target)) || s.decodeMessage('{', new(target)) {
		t.Error("the first, and no other")
	}
}

// TestMessageLengths: messages of about the lengths at which buffers and ways change, with others behind them.
func TestMessageLengths(t *testing.T) {
	needClassic(t)
	heads := []func(n int) string{
		func(n int) string { return `{"a":"` + strings.Repeat("x", max(n-8, 0)) + `"}` },
		func(n int) string { return `["` + strings.Repeat("x", max(n-4, 0)) + `"]` },
		func(n int) string { return `["x"]` + strings.Repeat(" ", max(n-5, 0)) },
		func(n int) string { return strings.Repeat(" ", max(n-5, 0)) + `["x"]` },
		func(n int) string { return strings.Repeat("[", n/2) + strings.Repeat("]", n/2) },
	}
	tails := []string{"", "[]", `{"a":"1"}`, "\n[[],[]]", ` ["x"]`, "[1]", "1 ", "x", "]"}
	for _, n := range []int{40, 56, 57, 500, 960, 1000, 1015, 1020, 1023, 1024, 1025, 1050, 1100, 2000, 4000, 4080, 4095, 4096, 4097, 5000} {
		for h, head := range heads {
			for _, tail := range tails {
				for _, count := range []int{1, 7, 30} {
					doc := head(n) + strings.Repeat(tail, count)
					ours, theirs := NewDecoder(strings.NewReader(doc)), json.NewDecoder(strings.NewReader(doc))
					for i := range count + 3 {
						var v, w any
						err, want := ours.Decode(&v), theirs.Decode(&w)
						if !reflect.DeepEqual(v, w) || !reflect.DeepEqual(err, want) || ours.InputOffset() != theirs.InputOffset() {
							t.Fatalf("head %d of %d bytes, %d times %q, call %d: %.80v, %v at %d, want %.80v, %v at %d",
								h, n, count, tail, i, v, err, ours.InputOffset(), w, want, theirs.InputOffset())
						}
						if err != nil {
							break
						}
					}
				}
			}
		}
	}
}

// oddError cannot be compared.
type oddError []string

func (oddError) Error() string { return "odd" }

// oddStruct looks as if it could.
type oddStruct struct{ x any }

func (oddStruct) Error() string { return "odd" }

// TestErrorsThatDoNotCompare: a reader may fail with any error.
func TestErrorsThatDoNotCompare(t *testing.T) {
	for _, odd := range []error{oddError{"x"}, oddStruct{[]int{1}}} {
		for _, doc := range []string{"", "[1] ", "[1", " "} {
			r := func() io.Reader { return io.MultiReader(strings.NewReader(doc), iotest.ErrReader(odd)) }
			dec := NewDecoder(r())
			for range 4 {
				err := dec.Decode(new([]int))
				if _, ok := dec.Locate(err); ok != (err != nil) {
					t.Errorf("%q: %v is not located", doc, err)
				}
				dec.More()
			}
			if err := dec.Decode(new(any)); reflect.TypeOf(err) != reflect.TypeOf(odd) {
				t.Errorf("%q: %v", doc, err)
			}
			var last error
			for _, err := range Values[[]int](r()) {
				last = err
			}
			if e, ok := last.(*StreamError); !ok || reflect.TypeOf(e.Err) != reflect.TypeOf(odd) || e.Position.Offset != int64(len(doc)) {
				t.Errorf("%q: Values: %v", doc, last)
			}
		}
	}
}

// TestCopiedDecoders: a copy of an idle Decoder is a Decoder; one that was made in the middle of something goes on as long as
// the original does, and never with another stream. vet has it that Decoders are not copied, so this goes by reflect.
func TestCopiedDecoders(t *testing.T) {
	copyOf := func(dec *Decoder) *Decoder {
		c := reflect.New(reflect.TypeFor[Decoder]())
		c.Elem().Set(reflect.ValueOf(dec).Elem())
		return c.Interface().(*Decoder)
	}
	type val struct{ A string }
	decode := func(dec *Decoder) (v val, p any, err error) {
		defer func() { p = recover() }()
		err = dec.Decode(&v)
		return v, nil, err
	}
	const doc = `{"a":"1"} {"a":"2"} {"a":"3"}`
	moved := copyOf(NewDecoder(strings.NewReader(doc)))
	for _, want := range []string{"1", "2", "3"} {
		if v, p, err := decode(moved); v.A != want || err != nil || p != nil {
			t.Errorf("moved: %v, %v, %v", v, err, p)
		}
		moved.More()
		moved = copyOf(moved)
	}
	for _, token := range []bool{false, true} {
		dec := NewDecoder(strings.NewReader(doc))
		dec.More()
		c := copyOf(dec)
		for {
			if _, _, err := decode(dec); err == io.EOF {
				break
			}
		}
		// Somebody else uses what dec has given back.
		other := NewDecoder(strings.NewReader(`{"secret":1} {"secret":2} [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40]`))
		other.More()
		if token {
			other.Token()
		}
		calls := []func() any{
			func() any { return c.Decode(new(any)) },
			func() any { token, _ := c.Token(); return token },
			func() any { return c.More() },
			func() any { b, _ := io.ReadAll(c.Buffered()); return b },
			func() any { return c.Position() },
			func() any { return c.InputOffset() },
			func() any { c.UseNumber(); return nil },
		}
		for i, call := range calls {
			func() {
				defer func() {
					if p := recover(); p != copied {
						t.Errorf("call %d: panic %v", i, p)
					}
				}()
				t.Errorf("call %d returns %v", i, call())
			}()
		}
		var v map[string]int
		if token {
			for _, want := range []Token{"secret", 1.0, Delim('}')} {
				if tok, err := other.Token(); tok != want || err != nil {
					t.Errorf("the other: %v, %v", tok, err)
				}
			}
		} else if err := other.Decode(&v); err != nil || v["secret"] != 1 {
			t.Errorf("the other: %v, %v", v, err)
		}
	}
}

// TestLocateBehindTokens: an error that stays has its place, also if Token has gone on since.
func TestLocateBehindTokens(t *testing.T) {
	for _, size := range []int{1, 100} {
		dec := NewDecoder(&chunked{data: []byte("[][]"), size: fixed(size), errAt: -1})
		var v any
		dec.Decode(&v)
		dec.Token()
		for range 2 {
			err := dec.Decode(&v)
			if p, ok := dec.Locate(err); !ok || p.Column != 4 {
				t.Errorf("reads of %d: %v at %v, %v", size, err, p, ok)
			}
			dec.Token()
		}
	}
}

// TestMessageOptions: every option means the same on the quick way and on the usual one.
func TestMessageOptions(t *testing.T) {
	for _, c := range []struct {
		o    Options
		doc  string
		want string
	}{
		{Options{}, `{"a":1,"A":2,"b":3}`, `{"a":2,"b":3} <nil>`},
		{Options{CaseSensitive: true}, `{"a":1,"A":2}`, `{"a":1} <nil>`},
		{Options{RejectDuplicateNames: true}, `{"a":1,"a":2}`, `{} json: duplicate name "a"`},
		{Options{MaxBytes: 10}, `{"a":1234}`, `{"a":1234} <nil>`},
		{Options{MaxBytes: 9}, `{"a":1234}`, `{} json: value exceeds Options.MaxBytes`},
		{Options{MaxDepth: 1}, `{"a":[]}`, `{} invalid character '[' exceeded max depth`},
		{Options{MaxDepth: 2}, `{"a":[]}`, `{"a":[]} <nil>`},
		{Options{UseNumber: true}, `{"a":1e2}`, `{"a":1e2} <nil>`},
		{Options{RejectInvalidUTF8: true}, "{\"a\":\"\xff\"}", `{} json: invalid UTF-8`},
	} {
		if c.o.MaxDepth == 1 && !classicStream() {
			c.want = `{} exceeded max depth` // the toolchain's words
		}
		type target struct {
			X any `json:"a,omitempty"`
			B int `json:"b,omitempty"`
		}
		var v target
		err := c.o.NewDecoder(strings.NewReader(c.doc)).Decode(&v)
		if _, ok := v.X.(Number); ok != c.o.UseNumber {
			t.Errorf("%+v, %s: a %T", c.o, c.doc, v.X)
		}
		text, e := json.Marshal(v)
		if e != nil {
			t.Fatal(e)
		}
		var again target // by the slow way: two reads
		other := c.o.NewDecoder(io.MultiReader(strings.NewReader(c.doc[:1]), strings.NewReader(c.doc[1:]))).Decode(&again)
		if fmt.Sprint(err) != fmt.Sprint(other) || !reflect.DeepEqual(v, again) {
			t.Errorf("%+v, %s: %v, %v; in two reads %v, %v", c.o, c.doc, v, err, again, other)
		}
		if got := fmt.Sprintf("%s %v", text, err); !strings.HasPrefix(got, c.want) {
			t.Errorf("%+v, %s: %s, want %s", c.o, c.doc, got, c.want)
		}
	}
}

// TestIdleDecoders: a Decoder that waits for its next message has little memory, however many it has had, and one
// that is left behind at the end of its stream has too.
func TestIdleDecoders(t *testing.T) {
	const n, messages = 500, 600
	heap := func() uint64 {
		runtime.GC()
		runtime.GC() // empties pools
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	message := []byte(`{"a":1,"b":["x","y"]}` + "\n")
	data := bytes.Repeat(message, messages)
	for _, count := range []int{1, 2, 400, messages + 1} { // the last is at the end
		decs := make([]*Decoder, n)
		before := heap()
		for i := range decs {
			decs[i] = NewDecoder(&chunked{data: data, size: fixed(len(message)), errAt: -1})
			for j := range count {
				var v struct{ A int }
				err := decs[i].Decode(&v)
				if want := j < messages; (err == nil) != want || v.A == 1 != want || err != nil && err != io.EOF {
					t.Fatal(i, j, v, err)
				}
				if !decs[i].idle() {
					t.Fatalf("not idle after message %d", j)
				}
			}
		}
		per := int64(heap()-before) / n
		if size := int64(reflect.TypeFor[Decoder]().Size()+reflect.TypeFor[chunked]().Size()) + 100; per > size {
			t.Errorf("after %d calls a Decoder takes %d bytes, want at most %d", count, per, size)
		}
		runtime.KeepAlive(decs)
	}
	if size := reflect.TypeFor[Decoder]().Size(); size > 192 {
		t.Errorf("a Decoder has %d bytes", size)
	}
}

// TestSleep: nothing that an idle Decoder has to remember is lost, and nothing that it cannot is given up. It fills
// each field of a stream in turn.
func TestSleep(t *testing.T) {
	// What is made anew, or means nothing, where a Decoder may be idle.
	forgotten := []string{"scan", "path", "walk", "optionsSet", "togetherTo", "calls", "skipped", "session", "owned", "in.parked", "places.slid",
		"memory.stringsLeft", "memory.floatsLeft", "memory.chunks",
		"in.r", "in.from", "in.full", "in.reading", "in.buf", "in.base", "in.small", "parents.top", "parents.full", "names.table", "names.current"}
	var dec Decoder
	parked := func() *stream {
		dec = Decoder{s: &asleep, r: strings.NewReader(""), end: 3, pos: 1, lines: lineCounter{offset: 1}, parked: codeOf(firstBuffer)}
		copy(dec.bytes[:], "a\n ")
		return dec.awake()
	}
	var check func(name string, index []int, typ reflect.Type)
	check = func(name string, index []int, typ reflect.Type) {
		if slices.Contains(forgotten, name) {
			return
		}
		if typ.Kind() == reflect.Struct && name != "in.lines" && name != "opts" {
			for i := range typ.NumField() {
				f := typ.Field(i)
				check(strings.TrimPrefix(name+"."+f.Name, "."), append(slices.Clone(index), i), f.Type)
			}
			return
		}
		s := parked()
		fill(reflect.ValueOf(s).Elem().FieldByIndex(index))
		before := fmt.Sprintf("%#v", reflect.ValueOf(s).Elem().FieldByIndex(index))
		dec.opts = s.opts // which has them too
		dec.sleep(s)
		if !dec.idle() {
			return // is refused
		}
		s = dec.awake()
		if after := fmt.Sprintf("%#v", reflect.ValueOf(s).Elem().FieldByIndex(index)); after != before {
			t.Errorf("%s: %s becomes %s", name, before, after)
		}
	}
	check("", nil, reflect.TypeFor[stream]())
	if parked(); true {
		dec.sleep(dec.s)
		if !dec.idle() {
			t.Error("nothing is idle")
		}
	}
}

// fill sets v, a field that reflect may not set, to something else than zero.
func fill(v reflect.Value) {
	v = reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem()
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(2)
	case reflect.Uint, reflect.Uint8, reflect.Uint32, reflect.Uint64:
		v.SetUint(2)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Interface:
		if v.Type() == reflect.TypeFor[error]() {
			v.Set(reflect.ValueOf(io.ErrNoProgress))
		} else {
			v.Set(reflect.ValueOf(strings.NewReader("other")))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i))
		}
	default:
		panic(v.Type())
	}
}

// TestWaitingDecoders: a Decoder whose message is not complete has about what has come of it, in Read as between calls.
func TestWaitingDecoders(t *testing.T) {
	const n, most = 200, 3 * firstBuffer
	for name, parts := range map[string][]string{
		"the first byte":     {"{"},
		"byte by byte":       {"{", `"`, "a", `"`, ":", "[", "1", ","},
		"behind another one": {"{\"a\":1}\n{\"a\":"},
		"with brackets":      {`{"a":{"b":[]}`, `,"c":{}`},
		"half":               {`{"a":"` + strings.Repeat("x", 2000)},
		"white space":        {`{` + strings.Repeat(" ", 1000), strings.Repeat(" ", 1000)},
	} {
		for _, o := range []Options{{}, {MaxBytes: 1 << 20}, {RejectDuplicateNames: true}} {
			measure := func(decode func(dec *Decoder)) int64 {
				var before, after runtime.MemStats
				var wg sync.WaitGroup
				var reads sync.WaitGroup
				stop := make(chan struct{})
				runtime.GC()
				runtime.GC()
				runtime.ReadMemStats(&before)
				for range n {
					wg.Add(1)
					reads.Add(1)
					go func() {
						defer wg.Done()
						r := &stalling{parts: parts, stalls: reads.Done, stop: stop}
						decode(o.NewDecoder(r))
					}()
				}
				reads.Wait()
				runtime.GC()
				runtime.GC() // what pools have is not what Decoders hold
				runtime.ReadMemStats(&after)
				close(stop)
				wg.Wait()
				return int64(after.HeapAlloc-before.HeapAlloc) / n
			}
			got := measure(func(dec *Decoder) {
				for {
					var v struct{ A any }
					if dec.Decode(&v) != nil {
						break
					}
				}
			})
			if got > most {
				t.Errorf("%s, %+v: %d bytes each while they wait, want at most %d", name, o, got, most)
			}
		}
	}
}

// stalling gives its parts, one for each Read, and waits then.
type stalling struct {
	parts  []string
	stalls func()
	stop   chan struct{}
}

func (r *stalling) Read(p []byte) (int, error) {
	if len(r.parts) == 0 {
		r.stalls()
		<-r.stop
		return 0, io.EOF
	}
	n := copy(p, r.parts[0])
	r.parts = r.parts[1:]
	return n, nil
}
