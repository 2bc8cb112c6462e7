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
	"testing"
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
	forgotten := []string{"scan", "path", "walk", "optionsSet", "togetherTo", "calls", "skipped", "places.slid",
		"memory.stringsLeft", "memory.floatsLeft", "memory.chunks",
		"in.r", "in.from", "in.full", "in.reading", "in.buf", "in.base", "in.small", "parents.top", "parents.full", "names.table", "names.current"}
	var dec Decoder
	parked := func() *stream {
		dec = Decoder{s: &asleep, r: strings.NewReader(""), end: 3, pos: 1, lines: lineCounter{offset: 1}, parked: firstBuffer}
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
