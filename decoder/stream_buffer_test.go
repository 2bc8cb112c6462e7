package decoder

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"testing"
)

// TestMain has buffers overwritten as soon as they are given back.
func TestMain(m *testing.M) {
	flag.Parse()
	poison = flag.Lookup("test.bench").Value.String() == ""
	os.Exit(m.Run())
}

// large is a document that fills the largest buffer that is shared, and something.
var large = []byte(`{"text":["` + strings.Repeat(`some text","`, 9000) + `"]}`)

type largeDoc struct {
	Text []string `json:"text"`
}

// others uses buffers, and writes over what there is in those that were given back.
func others() {
	for range 4 {
		dec := NewDecoder(&chunked{data: bytes.Repeat([]byte("[1]  "), 20_000), size: fixed(1 << 20), errAt: -1})
		for dec.Decode(new(any)) == nil {
		}
	}
}

// TestLentBuffers: bytes that others were given stay as they are, also if they are kept against
// the rules. The document lies in a buffer that is shared otherwise.
func TestLentBuffers(t *testing.T) {
	doc := []byte(`{"text":["` + strings.Repeat(`some text","`, 3000) + `"]}`)
	rest := strings.Repeat(" ", parkedBytes) + " [1] \n"
	for _, buffered := range []bool{false, true} {
		dec := NewDecoder(&chunked{data: append(bytes.Clone(doc), rest...), size: fixed(1 << 20), errAt: -1})
		if err := dec.Decode(new(largeDoc)); err != nil {
			t.Fatal(err)
		}
		if cap(dec.awake().in.buf) != bigBuffer {
			t.Fatalf("a buffer of %d", cap(dec.awake().in.buf))
		}
		var r io.Reader
		if buffered {
			r = dec.Buffered()
		}
		if err := dec.Decode(new([]int)); err != nil {
			t.Fatal(err)
		}
		if parked := dec.idle() || dec.s.in.parked > 0; parked == buffered {
			t.Errorf("Buffered %v, parked %v", buffered, parked)
		}
		others()
		if buffered {
			if b, err := io.ReadAll(r); string(b) != rest || err != nil {
				t.Errorf("Buffered: %.80q, %v", b, err)
			}
		}
	}

	var kept keeper
	dec := NewDecoder(&chunked{data: doc, size: fixed(1 << 20), errAt: -1})
	if err := dec.Decode(&kept); err != nil {
		t.Fatal(err)
	}
	for dec.Decode(new(any)) == nil {
	}
	others()
	if !bytes.Equal(kept.data, doc) {
		t.Errorf("UnmarshalJSON kept %.40q", kept.data)
	}
	for k := range Values[keeper](&chunked{data: doc, size: fixed(1 << 20), errAt: -1}) {
		kept = k
	}
	others()
	if !bytes.Equal(kept.data, doc) {
		t.Errorf("UnmarshalJSON of a value kept %.40q", kept.data)
	}
	var in any = &kept
	dec = NewDecoder(&chunked{data: doc, size: fixed(1 << 20), errAt: -1})
	if err := dec.Decode(&in); err != nil {
		t.Fatal(err)
	}
	for dec.Decode(new(any)) == nil {
	}
	others()
	if !bytes.Equal(kept.data, doc) {
		t.Errorf("UnmarshalJSON of what an interface holds kept %.40q", kept.data)
	}
}

// TestLargeMessages: a Decoder keeps a buffer that its values need, also if they come one by one.
func TestLargeMessages(t *testing.T) {
	const messages = 50
	message := []byte(`{"s":"` + strings.Repeat("x", 200_000) + `","n":1}`)
	for _, size := range []int{len(message), len(message) + 1} {
		data := bytes.Repeat(append(bytes.Clone(message), "\n"...)[:size], messages)
		dec := NewDecoder(&chunked{data: data, errAt: -1, size: func(pos int) int { return size - pos%size }})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range messages {
			var v struct{ N int }
			if err := dec.Decode(&v); err != nil || v.N != 1 {
				t.Fatal(v, err)
			}
		}
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 20*uint64(size) {
			t.Errorf("%d messages of %d bytes: %d bytes allocated", messages, size, n)
		}
	}
}

// keeper keeps what UnmarshalJSON gets, which it must not.
type keeper struct{ data []byte }

func (k *keeper) UnmarshalJSON(data []byte) error {
	k.data = data
	return nil
}

// TestParked: between values that come one by one a Decoder is small; offsets, positions,
// excerpts and what is buffered are the same.
func TestParked(t *testing.T) {
	value := strings.Repeat(" ", 20_000) + `{"text":["` + strings.Repeat("é", 3000) + `"],"n":`
	var stream strings.Builder
	var ends []int // of reads
	for i := range 20 {
		fmt.Fprintf(&stream, "%s%d}", value, i)
		stream.WriteString([]string{"", "\n", " \r\n ", " 12 "}[i%4])
		ends = append(ends, stream.Len())
	}
	data := []byte(stream.String())
	message := func(pos int) int {
		for _, end := range ends {
			if end > pos {
				return end - pos
			}
		}
		return 0
	}
	dec, one := NewDecoder(&chunked{data: data, size: message, errAt: -1}), NewDecoder(bytes.NewReader(data))
	// quiet is asked for nothing else, and so idle in between.
	quiet := NewDecoder(&chunked{data: data, size: message, errAt: -1})
	parked, idle := 0, 0
	for {
		var got, want, third any
		gotErr, wantErr := dec.Decode(&got), one.Decode(&want)
		if err := quiet.Decode(&third); fmt.Sprint(third, err) != fmt.Sprint(want, wantErr) || quiet.InputOffset() != one.InputOffset() {
			t.Fatalf("got  %.80v, %v at %d\nwant %.80v, %v at %d", third, err, quiet.InputOffset(), want, wantErr, one.InputOffset())
		}
		if quiet.idle() {
			idle++
			others()
		}
		if fmt.Sprint(got, gotErr) != fmt.Sprint(want, wantErr) || dec.InputOffset() != one.InputOffset() {
			t.Fatalf("got  %.80v, %v at %d\nwant %.80v, %v at %d", got, gotErr, dec.InputOffset(), want, wantErr, one.InputOffset())
		}
		p, q := dec.Position(), one.Position()
		if p.String() != q.String() || p.Offset != q.Offset {
			t.Fatalf("at %v, want %v", p, q)
		}
		if dec.awake().in.parked > 0 {
			parked++
			checkInput(t, &dec.awake().in, data, int(dec.InputOffset()))
			if n := cap(dec.awake().in.buf); n > parkedBytes+8 {
				t.Errorf("parked with a buffer of %d", n)
			}
			others()
			b, _ := io.ReadAll(dec.Buffered())
			if want := data[dec.InputOffset() : dec.awake().in.offset()+int64(len(b))]; !bytes.Equal(b, want) {
				t.Errorf("buffered %q, want %q", b, want)
			}
		}
		if gotErr != nil {
			break
		}
	}
	if parked < 15 || idle < 15 {
		t.Errorf("parked %d times, idle %d times", parked, idle)
	}
	// The fault lies behind what was parked, in the same line.
	data = []byte(value + "1} x")
	dec = NewDecoder(&chunked{data: data, size: func(pos int) int { return max(len(data)-2-pos, 1) }, errAt: -1})
	if err := dec.Decode(new(any)); err != nil || dec.awake().in.parked == 0 {
		t.Fatal(err, dec.awake().in.parked)
	}
	err := dec.Decode(new(any))
	place, ok := dec.Locate(err)
	want, _ := Locate(data, json.Unmarshal(data, new(any)))
	if !ok || place.Line != want.Line || place.Column != want.Column || !strings.Contains(place.Excerpt(), `é"],"n":1} x`) {
		t.Errorf("%v at %v, %v\n%s\nwant %v", err, place, ok, place.Excerpt(), want)
	}
}
