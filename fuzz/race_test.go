package fuzz

// What happens to memory while others use it, and after the call:
//
//	TestFreshTypes, TestOneType   many goroutines, on types nobody has decoded into and on one
//	TestInputIsFree               the input may be overwritten after the call
//	TestAliasInput                with AliasInput it may not
//	TestNeighbours                values that share memory do not run into each other
//	TestCollector                 the collector, at every turn
//
// Run them with -race, too.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"net/netip"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"swarjson/decoder"
)

// Rich is a type with every kind of pointer in it.
type Rich struct {
	Name  string           `json:"name"`
	Names []string         `json:"names"`
	Any   any              `json:"any"`
	Anys  []any            `json:"anys"`
	Map   map[string]*Rich `json:"map"`
	Ints  []int            `json:"ints"`
	Rows  [][]float64      `json:"rows"`
	Next  *Rich            `json:"next"`
	List  []*Rich          `json:"list"`
	Flat  []Rich           `json:"flat"`
	PP    **string         `json:"pp"`
	PI    *int             `json:"pi"`
	Raw   json.RawMessage  `json:"raw"`
	Num   json.Number      `json:"num"`
	Bytes []byte           `json:"bytes"`
	Time  time.Time        `json:"time"`
	Big   *big.Int         `json:"big"`
	Addr  netip.Addr       `json:"addr"`
	Arr   [3]*string       `json:"arr"`
	Keys  map[int][]string `json:"keys"`
	Deep  map[string]map[string]any
	Pair  struct{ A, B []int } `json:"pair"`
}

// richDoc returns a document for Rich, of a size that grows with depth.
func richDoc(depth, seed int) string {
	inner := "null"
	if depth > 0 {
		inner = richDoc(depth-1, seed*3+1)
	}
	return fmt.Sprintf(`{"name":"name %[1]d","names":["a%[1]d","b\n%[1]d","","%[2]s"],
		"any":{"k%[1]d":[%[1]d,"s%[1]d",true,null,{"x":[[],{}]}],"é":"\u00e9\ud83d\ude00%[1]d"},"anys":[1.5,"x%[1]d",[%[1]d],{"":"y%[1]d"}],
		"map":{"one":%[3]s,"two":null,"three":{"ints":[%[1]d]}},"ints":[%[1]d,2,3],"rows":[[%[1]d.25,2],[],[3e3]],"next":%[3]s,"list":[null,{"name":"l%[1]d"},%[3]s],
		"flat":[{"name":"f%[1]d","ints":[1,%[1]d]},{"pi":%[1]d}],"pp":"pp%[1]d","pi":%[1]d,"raw":{"raw":["%[1]d"]},"num":%[1]d.5e1,"bytes":"aGVsbG8=",
		"time":"2026-01-02T03:04:05.%03[4]dZ","big":1%[1]d123456789012345678901234567890,"addr":"10.0.0.%[5]d","arr":["x%[1]d",null,"z"],"keys":{"%[1]d":["k","%[1]d"]},
		"Deep":{"a":{"b":%[1]d}},"pair":{"A":[%[1]d],"B":[4,5,%[1]d]}}`,
		seed, strings.Repeat("long ", 30+seed%50), inner, seed%1000, seed%256)
}

func decodeBoth(t testing.TB, doc []byte) (got, want *Rich) {
	got, want = new(Rich), new(Rich)
	if err := json.Unmarshal(doc, want); err != nil {
		t.Fatal(err)
	}
	if err := decoder.Unmarshal(doc, got); err != nil {
		t.Fatal(err)
	}
	return got, want
}

// TestFreshTypes: goroutines start at the same time on types that nobody has decoded
// into, and that are made of each other.
func TestFreshTypes(t *testing.T) {
	rounds, goroutines := 20, 16
	if testing.Short() {
		rounds = 5
	}
	for round := range rounds {
		inner := reflect.StructOf([]reflect.StructField{
			{Name: "X", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(fmt.Sprintf(`json:"fresh%d"`, round))},
			{Name: "Y", Type: reflect.TypeFor[[]Nest]()},
		})
		outer := reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: reflect.PointerTo(inner)},
			{Name: "B", Type: reflect.SliceOf(inner)},
			{Name: "C", Type: reflect.MapOf(reflect.TypeFor[string](), inner)},
		})
		types := []reflect.Type{outer, inner, reflect.SliceOf(outer), reflect.MapOf(reflect.TypeFor[int](), outer), reflect.PointerTo(outer)}
		one := fmt.Sprintf(`{"fresh%d":%d,"y":[{"A":{}}]}`, round, round+1)
		all := fmt.Sprintf(`{"a":%[1]s,"B":[%[1]s,%[1]s],"c":{"k":%[1]s}}`, one)
		docs := []string{all, one, "[" + all + "]", `{"7":` + all + "}", all}
		var ready, done sync.WaitGroup
		start := make(chan struct{})
		for g := range goroutines {
			ready.Add(1)
			done.Go(func() {
				typ, doc := types[g%len(types)], []byte(docs[g%len(types)])
				got, want := reflect.New(typ), reflect.New(typ)
				if err := json.Unmarshal(doc, want.Interface()); err != nil {
					t.Error(err)
				}
				ready.Done()
				<-start
				err := decoder.Unmarshal(doc, got.Interface())
				if g%2 == 1 {
					got = reflect.New(typ)
					err = decoder.NewDecoder(bytes.NewReader(doc)).Decode(got.Interface())
				}
				if err != nil || !reflect.DeepEqual(got.Interface(), want.Interface()) {
					t.Errorf("%v: %v, %+v", typ, err, got.Elem())
				}
			})
		}
		ready.Wait()
		close(start)
		done.Wait()
	}
}

// TestOneType: goroutines share plans, pools and the input.
func TestOneType(t *testing.T) {
	docs := make([][]byte, 6)
	wants := make([]*Rich, len(docs))
	for i := range docs {
		docs[i] = []byte(richDoc(i%3, i))
		_, wants[i] = decodeBoth(t, docs[i])
	}
	var done sync.WaitGroup
	for g := range 12 {
		done.Go(func() {
			for i := range 10 {
				n := (g + i) % len(docs)
				var got Rich
				var err error
				switch g % 4 {
				case 0, 1:
					err = decoder.Unmarshal(docs[n], &got)
				case 2:
					err = decoder.NewDecoder(&piecesReader{docs[n], 100}).Decode(&got)
				case 3:
					// Errors on the way must leave nothing behind in what is shared.
					if decoder.Valid(docs[n][:len(docs[n])-1-i]) || decoder.Unmarshal(docs[n][:len(docs[n])/2], &got) == nil {
						t.Error("half a document is valid")
					}
					var a any
					if err := decoder.Unmarshal(docs[n], &a); err != nil {
						t.Error(err)
					}
					got = Rich{}
					err = decoder.Options{MaxTypeErrors: 3}.Unmarshal(docs[n], &got)
				}
				if err != nil || !reflect.DeepEqual(&got, wants[n]) {
					t.Errorf("document %d: error %v, or another value", n, err)
				}
			}
		})
	}
	done.Wait()
}

// piecesReader hands out n bytes at a time.
type piecesReader struct {
	b []byte
	n int
}

func (r *piecesReader) Read(p []byte) (int, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.b[:min(r.n, len(r.b))])
	r.b = r.b[n:]
	return n, nil
}

// TestInputIsFree: the input is as it was after the call, and nothing of the result is
// in it; the same for what a reader was given to read into, and what it read from.
func TestInputIsFree(t *testing.T) {
	for depth := range 4 {
		doc := []byte(richDoc(depth, 5))
		saved := bytes.Clone(doc)
		got, want := decodeBoth(t, doc)
		if !bytes.Equal(doc, saved) {
			t.Fatal("the input is another one")
		}
		fill(doc)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("depth %d: the result changed with the input", depth)
		}

		var gotAny, wantAny any
		copy(doc, saved)
		if err := decoder.Unmarshal(doc, &gotAny); err != nil {
			t.Fatal(err)
		}
		fill(doc)
		if err := json.Unmarshal(saved, &wantAny); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(gotAny, wantAny) {
			t.Errorf("depth %d: the result changed with the input", depth)
		}

		// A Decoder's buffer is written over by what comes next: a stream of many
		// values, all of which are kept.
		copy(doc, saved)
		r := &rudeReader{b: bytes.Repeat(doc, 8)}
		dec := decoder.NewDecoder(r)
		var kept []*Rich
		for {
			v := new(Rich)
			if err := dec.Decode(v); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			kept = append(kept, v)
		}
		for _, room := range r.rooms {
			fill(room)
		}
		if len(kept) != 8 {
			t.Errorf("%d values", len(kept))
		}
		for _, v := range kept {
			if !reflect.DeepEqual(v, want) {
				t.Errorf("depth %d: a value of the stream changed with the buffer", depth)
			}
		}

		r = &rudeReader{b: saved}
		dec = decoder.NewDecoder(r)
		var tokens []json.Token
		for {
			token, err := dec.Token()
			if err != nil {
				break
			}
			tokens = append(tokens, token)
		}
		for _, room := range r.rooms {
			fill(room)
		}
		ref := json.NewDecoder(bytes.NewReader(saved))
		for _, token := range tokens {
			if want, err := ref.Token(); err != nil || token != want {
				t.Errorf("token %v, want %v", token, want)
			}
		}
	}
}

func fill(b []byte) {
	for i := range b {
		b[i] = '#'
	}
}

// rudeReader keeps the memory that it was given to read into, against the contract of io.Reader.
type rudeReader struct {
	b     []byte
	rooms [][]byte
}

func (r *rudeReader) Read(p []byte) (int, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.b)
	r.b = r.b[n:]
	r.rooms = append(r.rooms, p[:n])
	return n, nil
}

// TestAliasInput: strings are the input's own bytes, where they can be, and right in any case.
func TestAliasInput(t *testing.T) {
	o := decoder.Options{AliasInput: true}
	for _, size := range []int{1, 500, 1100, 40_000, 100_000} {
		doc := []byte(`{"names":["plain","with \u0065scape","` + strings.Repeat("l", size) + `"],"any":{"key":"value"},"map":{"key2":{"name":"inner"}},"num":12.5e3,"raw":["raw"],"name":"last"}`)
		var got Rich
		var want Rich
		if err := o.Unmarshal(doc, &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(doc, &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v", got)
		}
		for _, s := range []string{got.Names[0], got.Name, got.Any.(map[string]any)["key"].(string)} {
			at := bytes.Index(doc, []byte(`"`+s+`"`)) + 1
			doc[at]++
			if s[0] != doc[at] {
				t.Errorf("%d bytes: %q is a copy", len(doc), s)
			}
			doc[at]--
		}
		for _, s := range []string{got.Names[1], string(got.Raw)} {
			was := strings.Clone(s)
			saved := bytes.Clone(doc)
			fill(doc)
			if s != was && s != got.Names[1] {
				t.Errorf("%q was %q", s, was)
			}
			copy(doc, saved)
		}
		// A Decoder ignores the option.
		r := &rudeReader{b: bytes.Clone(doc)}
		var streamed Rich
		if err := o.NewDecoder(r).Decode(&streamed); err != nil {
			t.Fatal(err)
		}
		for _, room := range r.rooms {
			fill(room)
		}
		if !reflect.DeepEqual(streamed, want) {
			t.Errorf("%d bytes: a Decoder aliases its buffer", len(doc))
		}
	}
}

// TestNeighbours: small slices share memory, but one that is appended to must not
// grow into the next, whichever kind of elements they have.
func TestNeighbours(t *testing.T) {
	neighbours[int](t, "1")
	neighbours[uint8](t, "1")
	neighbours[int16](t, "-7")
	neighbours[float32](t, "1.5")
	neighbours[bool](t, "true")
	neighbours[[3]int8](t, "[1,2,3]")
	neighbours[struct {
		A int8
		B int64
	}](t, `{"A":1,"B":2}`)
	neighbours[string](t, `"str"`)
	neighbours[any](t, `"any"`)
	neighbours[*int](t, "3")
	neighbours[[]int](t, "[3]")
	neighbours[json.RawMessage](t, "[4 ]")
	neighbours[map[string]int](t, `{"a":1}`)
}

func neighbours[T any](t *testing.T, elem string) {
	t.Helper()
	const n = 70
	doc := "["
	for i := range n {
		doc += "[" + strings.TrimSuffix(strings.Repeat(elem+",", i%7), ",") + "],"
	}
	doc = doc[:len(doc)-1] + "]"
	for _, r := range roads {
		var got, want [][]T
		if err := r.decode([]byte(doc), &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(doc), &want); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s: %T: got %v", r.name, got, got)
		}
		for i := range got {
			// All that capacity offers, and one more.
			grown := got[i]
			var zero T
			for range cap(grown) - len(grown) + 1 {
				grown = append(grown, zero)
			}
			clear(grown[len(got[i]):])
			if i > 0 && len(got[i-1]) > 0 {
				clear(got[i-1][:1]) // and what is inside is its own
				clear(want[i-1][:1])
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %T: appending to element %d changed another", r.name, got, i)
			}
		}
	}
	// Strings are in chunks too; nobody can write to them, but two of them must not overlap.
	var s []string
	if err := decoder.Unmarshal([]byte(`["`+strings.Repeat(`abcdefg","\u0061bcdefgh","`, 500)+`"]`), &s); err != nil {
		t.Fatal(err)
	}
	for i, got := range s[:1000] {
		if want := []string{"abcdefg", "abcdefgh"}[i%2]; got != want {
			t.Fatalf("string %d is %q", i, got)
		}
	}
}

// collectorEnv is set in the process that TestCollector starts.
const collectorEnv = "SWARJSON_TEST_COLLECTOR"

// TestCollector decodes while the collector runs without a pause, keeps the values, and looks
// at them when all that was not referred to is gone: memory that the collector does not
// know to be in use is lost by then. In a second process freed memory is overwritten as well.
//
//	GODEBUG=clobberfree=1 GOGC=1 go test ./fuzz -run TestCollector
func TestCollector(t *testing.T) {
	classic(t)
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	stop := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	})
	rounds := 25
	if testing.Short() {
		rounds = 6
	}
	var kept, wants []*Rich
	var keptAny, wantsAny []any
	for i := range rounds {
		doc := []byte(richDoc(i%4, i))
		var got Rich
		var gotAny any
		var err error
		switch i % 3 {
		case 0:
			err = decoder.Unmarshal(doc, &got)
		case 1:
			err = decoder.NewDecoder(&piecesReader{doc, 1 + i*37}).Decode(&got)
		case 2:
			// Over what is there already, whose slices and maps are used again.
			if err := decoder.Unmarshal([]byte(richDoc(1, i+1)), &got); err != nil {
				t.Fatal(err)
			}
			got = Rich{Names: got.Names[:0], Ints: got.Ints[:0:2]}
			err = decoder.Unmarshal(doc, &got)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := decoder.Unmarshal(doc, &gotAny); err != nil {
			t.Fatal(err)
		}
		// What is thrown away must not take anything along.
		_ = decoder.Unmarshal(doc[:len(doc)-2], new(Rich))
		_ = decoder.Unmarshal(doc, new(map[string]string))
		var want Rich
		var wantAny any
		if err := json.Unmarshal(doc, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(doc, &wantAny); err != nil {
			t.Fatal(err)
		}
		kept, wants = append(kept, &got), append(wants, &want)
		keptAny, wantsAny = append(keptAny, gotAny), append(wantsAny, wantAny)
	}
	close(stop)
	done.Wait()
	runtime.GC()
	for i := range kept {
		if !reflect.DeepEqual(kept[i], wants[i]) || !reflect.DeepEqual(keptAny[i], wantsAny[i]) {
			t.Errorf("value %d is another one after a while", i)
		}
	}
	if t.Failed() || os.Getenv(collectorEnv) != "" || testing.Short() || runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	cmd := exec.Command(self, "-test.run=^(TestCollector|TestNeighbours)$", "-test.short")
	cmd.Env = append(os.Environ(), collectorEnv+"=1", "GODEBUG=clobberfree=1", "GOGC=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("with clobberfree: %v\n%s", err, out)
	}
}
