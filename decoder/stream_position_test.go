package decoder

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// samePlace compares what a stream says of a place with what is known of the whole.
func samePlace(got, want Position) bool {
	if want.Column > longLine {
		want.CharColumn = 0
	}
	return got.Offset == want.Offset && got.Line == want.Line && got.Column == want.Column && got.CharColumn == want.CharColumn
}

// TestDecoderPosition walks through documents by Token, Decode and More, and looks at
// each point where the Decoder is.
func TestDecoderPosition(t *testing.T) {
	pad := strings.Repeat(" ", 700) + "\n" + strings.Repeat("\t", 4000)
	docs := append([]string{}, iterDocuments...)
	for _, doc := range iterDocuments {
		docs = append(docs, strings.ReplaceAll(doc, ",", pad+","+pad), doc+"\n"+doc)
	}
	for _, doc := range docs {
		for seed := range uint64(12) {
			kind := int(seed) % 6
			if len(doc) > 2000 && kind < 2 {
				continue
			}
			rng := rand.New(rand.NewPCG(seed, 8))
			dec := NewDecoder(reader(kind, seed, []byte(doc)))
			for {
				p := dec.Position()
				off := int(dec.InputOffset())
				if want := newPosition([]byte(doc), off, nil); !samePlace(p, want) {
					t.Fatalf("%.100q, reader %d: at %#v, want %#v", doc, kind, p, want)
				}
				if !strings.HasSuffix(p.Excerpt(), "^\n") {
					t.Fatalf("%.100q: excerpt %q", doc, p.Excerpt())
				}
				// Where Position does not look at what comes, pointerAt does.
				want := pointerAt([]byte(doc), off)
				if p.Pointer() != want && !strings.HasPrefix(want, p.Pointer()+"/") && !strings.Contains(doc, "\n"+doc[:3]) {
					t.Fatalf("%.100q at %d, reader %d: pointer %q, want %q", doc, off, kind, p.Pointer(), want)
				}
				var err error
				switch n := rng.IntN(8); {
				case n < 5:
					_, err = dec.Token()
				case n < 7:
					dec.More()
				case dec.awake().takesValue():
					var v any
					err = dec.Decode(&v)
				}
				if err != nil && err != io.EOF && dec.awake().err == nil {
					continue // a bracket instead of a value
				}
				if err != nil {
					break
				}
			}
		}
	}
}

// TestPositionInLongStreams: lines are counted while megabytes go by.
func TestPositionInLongStreams(t *testing.T) {
	var doc bytes.Buffer
	rng := rand.New(rand.NewPCG(1, 9))
	for doc.Len() < 3<<20 {
		switch rng.IntN(60) {
		case 0:
			fmt.Fprintf(&doc, "%q ", strings.Repeat("é-", rng.IntN(30000)))
		case 1:
			doc.WriteString("[" + strings.Repeat("1,\n", rng.IntN(60000)) + "2]")
		case 2:
			doc.WriteString(strings.Repeat("\n", rng.IntN(70000)))
		default:
			fmt.Fprintf(&doc, "{\"n\":%d,\"s\":\"ü\"}%s", rng.IntN(1000), []string{"\n", " ", ""}[rng.IntN(3)])
		}
	}
	data := doc.Bytes()
	for _, size := range []int{500, 4096, 10000, 32 << 10, 1 << 20} {
		dec := NewDecoder(&chunked{data: data, size: fixed(size), errAt: -1})
		values := 0
		var c lineCounter // what is known of the whole
		for {
			var v any
			if values%3 == 0 {
				v = new(any)
			} else {
				v = new(RawMessage)
			}
			if err := dec.Decode(v); err != nil {
				if err != io.EOF {
					t.Fatal(err)
				}
				break
			}
			values++
			off := dec.InputOffset()
			c.Advance(data[c.offset:off])
			if p := dec.Position(); !samePlace(p, c.here(data, int(off), nil)) {
				t.Fatalf("reads of %d: at %#v, want %#v", size, p, c.here(data, int(off), nil))
			}
		}
		if values < 1000 {
			t.Errorf("%d values", values)
		}
	}
}

// TestDecoderLocate breaks documents of a few values, short and long, at every kind of
// place, and expects what Locate finds in the value on its own.
func TestDecoderLocate(t *testing.T) {
	needClassic(t) // the v2 engine puts a bad escape where its backslash is
	values := []string{
		"{\"a\": 1,\n \"b\": [true, \"é\", {\"c\": null}]}",
		"[" + strings.Repeat("{\"id\": 12345, \"name\": \"a name\"},\n", 6000) + "{}]", // 200 KB
		"\"text\"", "17", "[]",
	}
	rng := rand.New(rand.NewPCG(2, 10))
	rounds := 600
	if testing.Short() {
		rounds = 120
	}
	located := map[string]int{}
	for range rounds {
		before := values[rng.IntN(2)] + "\n" + values[rng.IntN(len(values))] + " \n"
		value := []byte(values[rng.IntN(len(values))])
		i := rng.IntN(len(value))
		switch rng.IntN(3) {
		case 0:
			value = value[:i]
		case 1:
			value[i] = "{}[]:,\"\\u1e-.0 tn\x01"[rng.IntN(18)]
		case 2: // a type error, if anything
		}
		type record struct {
			A  []int
			B  []int
			ID string
		}
		data := append([]byte(before), value...)
		dec := NewDecoder(&chunked{data: data, size: fixed(32 << 10), errAt: -1})
		var v any
		for range 2 {
			if err := dec.Decode(&v); err != nil {
				t.Fatal(err)
			}
		}
		var records []record
		target := any(&records)
		if value0 := strings.TrimSpace(string(value)); strings.HasPrefix(value0, "{") {
			target = new(record)
		}
		start := dec.InputOffset()
		err := dec.Decode(target)
		if err == nil {
			continue
		}
		got, ok := dec.Locate(fmt.Errorf("wrapped: %w", err))
		kind := fmt.Sprintf("%T", err)
		located[kind]++
		if !ok {
			t.Errorf("%s %v is not located in %.60q", kind, err, data[start:])
			continue
		}
		// The same error in the value alone, of which the offset is moved.
		var alone Position
		if _, is := err.(*UnmarshalTypeError); is || err == io.EOF || err == io.ErrUnexpectedEOF {
			end := int64(len(data))
			if is {
				end = dec.InputOffset()
			}
			alone, ok = Locate(data[start:end], err)
			if err == io.EOF {
				alone, ok = newPosition(data[start:], len(data[start:]), nil), true
			}
		} else {
			alone, ok = Locate(value, Unmarshal(value, &v))
			alone.Offset += int64(len(before)) - start
			if err2 := Unmarshal(value, &v); !ok || fmt.Sprint(err2) != fmt.Sprint(err) {
				continue // behind the value, where the stream has another one
			}
		}
		if !ok {
			t.Errorf("%v is nowhere in %.100q", err, value)
			continue
		}
		want := newPosition(data, int(start+alone.Offset), nil)
		if !samePlace(got, want) {
			t.Errorf("%s %v is at %#v, want %#v", kind, err, got, want)
		}
		if got.Err != err || !strings.HasSuffix(got.Excerpt(), "^\n") {
			t.Errorf("%v: Err is %v, excerpt %q", err, got.Err, got.Excerpt())
		}
		if p := pointerAt(data[start:], int(alone.Offset)); got.Pointer() != p && len(value) < 1000 {
			t.Errorf("%v: pointer %q, want %q", err, got.Pointer(), p)
		}
	}
	for _, kind := range []string{"*json.SyntaxError", "*json.UnmarshalTypeError", "*errors.errorString"} {
		if located[kind] < rounds/30 {
			t.Errorf("only %d %s", located[kind], kind)
		}
	}
}

// TestLocateInLongValues: of a value that has gone by when its type errors are
// reported, the places are known all the same.
func TestLocateInLongValues(t *testing.T) {
	filler := strings.Repeat("[1,\n2],", 30000)
	doc := []byte("17\n {\"x\": [" + filler + "[]],\n \"a\": \"é\", \"b\": [" + filler + "[]],\n\"c\": 300, \"d\": {\"y\": [" + filler + "[]]},\n \"e\": \"last\"}")
	type target struct {
		A int
		B int
		C int8
		D []int
		E bool
	}
	for _, size := range []int{700, 32 << 10, 1 << 22} {
		o := Options{MaxTypeErrors: 10}
		dec := o.NewDecoder(&chunked{data: doc, size: fixed(size), errAt: -1})
		var n int
		if err := dec.Decode(&n); err != nil {
			t.Fatal(err)
		}
		var v target
		err := dec.Decode(&v)
		joined, ok := err.(interface{ Unwrap() []error })
		if !ok || len(joined.Unwrap()) != 5 {
			t.Fatalf("reads of %d: %v", size, err)
		}
		for i, e := range joined.Unwrap() {
			got, ok := dec.Locate(e)
			off := bytes.Index(doc, []byte([]string{`"é"`, `[` + filler + "[]],\n\"c\"", `300`, `{"y"`, `"last"`}[i]))
			if want := newPosition(doc, off, nil); !ok || !samePlace(got, want) {
				t.Errorf("reads of %d: %v is at %#v, %v, want %#v", size, e, got, ok, want)
			}
		}
		if p, ok := dec.Locate(errors.New("another")); ok {
			t.Errorf("another error is at %v", p)
		}
	}
}

// TestPositionAfterFailure: InputOffset is where the broken value begins, even if that is
// gone. The error is where it is.
func TestPositionAfterFailure(t *testing.T) {
	doc := []byte("1\n\n [" + strings.Repeat("12345,\n", 40000) + "x]")
	dec := NewDecoder(&chunked{data: doc, size: fixed(8 << 10), errAt: -1})
	var n int
	var v []int
	if err := errors.Join(dec.Decode(&n)); err != nil {
		t.Fatal(err)
	}
	err := dec.Decode(&v)
	if p, want := dec.Position(), newPosition(doc, 1, nil); err == nil || !samePlace(p, want) || dec.InputOffset() != 1 {
		t.Errorf("%v: at %#v, want %#v", err, p, want)
	}
	p, ok := dec.Locate(err)
	if want := newPosition(doc, len(doc)-2, nil); !ok || !samePlace(p, want) || p.String() != "40003:1: invalid character 'x' looking for beginning of value" {
		t.Errorf("at %#v, want %#v", p, want)
	}
	if got, want := p.Excerpt(), "12345,\nx]...\n^\n"; got != want {
		t.Errorf("excerpt %q, want %q", got, want)
	}
}

// TestLocateBehindMore: More at the stream's end takes nothing from Locate.
func TestLocateBehindMore(t *testing.T) {
	for _, size := range []int{100, 6000, 50_000} {
		dec := NewDecoder(strings.NewReader(`{"a":"x","b":"` + strings.Repeat("y", size) + `"}`))
		var v struct {
			A int
			B string
		}
		err := dec.Decode(&v)
		if dec.More() {
			t.Error("more?")
		}
		if place, ok := dec.Locate(err); !ok || place.Pointer() != "/a" || place.Column != 6 {
			t.Errorf("%v at %v, %v", err, place, ok)
		}
	}
}
