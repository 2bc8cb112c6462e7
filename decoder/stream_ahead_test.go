package decoder

// What is looked at before a read, in a value that is not complete: a fault in the bytes that
// have arrived, and whether they are too many already.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// nestedDoc makes a document of arrays and objects in each other, of about n tokens.
func nestedDoc(rng *rand.Rand, n int) []byte {
	var doc []byte
	space := func() {
		if rng.IntN(8) == 0 {
			doc = append(doc, []string{" ", "\n", "\t  "}[rng.IntN(3)]...)
		}
	}
	var value func(depth int)
	value = func(depth int) {
		space()
		n--
		switch kind := rng.IntN(10); {
		case depth > 0 && (n < 0 || depth > 90 || kind < 5):
			doc = append(doc, []string{`"a\u00e9\n"`, "-12.5e3", "true", "null", "0", `"` + strings.Repeat("é", rng.IntN(60)) + `"`}[rng.IntN(6)]...)
		case kind < 8:
			doc = append(doc, '{')
			for i := range rng.IntN(6) {
				if i > 0 {
					doc = append(doc, ',')
				}
				space()
				doc = fmt.Appendf(doc, `"k%d":`, i)
				value(depth + 1)
			}
			doc = append(doc, '}')
		default:
			doc = append(doc, '[')
			for i := range rng.IntN(6) {
				if i > 0 {
					doc = append(doc, ',')
				}
				value(depth + 1)
			}
			doc = append(doc, ']')
		}
		space()
	}
	for n > 0 {
		value(0)
	}
	return doc
}

// damaged returns doc with another byte at a place.
func damaged(rng *rand.Rand, doc []byte) []byte {
	doc = bytes.Clone(doc)
	doc[rng.IntN(len(doc))] = `{}[]:,"\u1e-.0 tnfx`[rng.IntN(19)]
	return doc
}

// pieces is a reader of doc in pieces, the same ones for the same seed. None is so large that
// a decoder's buffer would not have room for it.
func pieces(doc []byte, seed uint64, most int) *chunked {
	return &chunked{data: doc, errAt: -1, size: func(pos int) int {
		return 1 + int((seed+uint64(pos)*0x9e3779b97f4a7c15)>>33)%most
	}}
}

// TestFaultsInTime: a fault is reported with the read that brings it, not after another,
// wherever the walk is then.
func TestFaultsInTime(t *testing.T) {
	needClassic(t)
	cases := 6000
	if testing.Short() {
		cases = 1500
	}
	faults := 0
	for seed := range uint64(cases) {
		rng := rand.New(rand.NewPCG(seed, 7))
		tokens := 1 + rng.IntN(300)
		if seed%50 == 0 {
			tokens *= 40
		}
		doc := nestedDoc(rng, tokens)
		if rng.IntN(4) > 0 {
			doc = damaged(rng, doc)
		}
		for _, most := range []int{3, 40, 500} {
			ourReader, theirReader := pieces(doc, seed, most), pieces(doc, seed, most)
			ours, theirs := NewDecoder(ourReader), json.NewDecoder(theirReader)
			for {
				got, want := new(any), new(any)
				gotErr, wantErr := ours.Decode(got), theirs.Decode(want)
				if !reflect.DeepEqual(gotErr, wantErr) || !reflect.DeepEqual(got, want) ||
					ourReader.pos != theirReader.pos || ours.InputOffset() != theirs.InputOffset() {
					t.Fatalf("seed %d, pieces of %d, %q:\ngot  %v with %d bytes read, at %d\nwant %v with %d bytes read, at %d", seed, most, doc,
						gotErr, ourReader.pos, ours.InputOffset(), wantErr, theirReader.pos, theirs.InputOffset())
				}
				if gotErr != nil {
					if gotErr != io.EOF {
						faults++
					}
					break
				}
			}
		}
	}
	if faults < cases/2 {
		t.Errorf("only %d faults in %d cases", faults, cases)
	}
}

// TestMaxBytesInTime: as with a value whose end is looked for before it is decoded, which is
// the way of readValue, whatever MaxBytes is.
func TestMaxBytesInTime(t *testing.T) {
	cases := 4000
	if testing.Short() {
		cases = 1000
	}
	outcomes := map[string]int{}
	for seed := range uint64(cases) {
		rng := rand.New(rand.NewPCG(seed, 8))
		doc := nestedDoc(rng, 1+rng.IntN(200))
		if rng.IntN(3) == 0 {
			doc = damaged(rng, doc)
		}
		o := Options{MaxBytes: int64(1 + rng.IntN(len(doc)+2)), RejectDuplicateNames: rng.IntN(4) == 0}
		for _, most := range []int{1, 40, 500} {
			ourReader, theirReader := pieces(doc, seed, most), pieces(doc, seed, most)
			compareMaxBytes(t, fmt.Sprintf("seed %d, pieces of %d, %q", seed, most, doc), o, ourReader, theirReader, outcomes)
			if ourReader.pos != theirReader.pos {
				t.Fatalf("seed %d, at most %d, pieces of %d, %q: %d bytes read, want %d", seed, o.MaxBytes, most, doc, ourReader.pos, theirReader.pos)
			}
		}
	}
	for _, outcome := range []string{"value", "too large", "fault", "end"} {
		if outcomes[outcome] < cases/20 {
			t.Errorf("%v", outcomes)
		}
	}
}

// TestMaxBytesLong: values longer than the buffer, whose first bytes have been given up when
// the limit, or a fault, comes.
func TestMaxBytesLong(t *testing.T) {
	outcomes := map[string]int{}
	array := "[" + strings.Repeat(`{"k":[1,"é"]}, `, 12_000) + "{}]"
	sizes := []int{40_000, 1000, 1 << 20}
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, size := range sizes {
		for _, at := range []int{0, 1, 70_000, 100_000, len(array) - 1} {
			for _, doc := range []string{array, array[:at] + "x" + array[at+1:], array[:at]} {
				for _, limit := range []int{at - 1, at, at + 1, at + 2, len(array) - 1, len(array), len(array) + 1} {
					if limit <= 0 {
						continue
					}
					for _, strict := range []bool{false, true} {
						o := Options{MaxBytes: int64(limit), RejectInvalidUTF8: strict}
						read := func() *chunked { return &chunked{data: []byte(doc), size: fixed(size), errAt: -1} }
						compareMaxBytes(t, fmt.Sprintf("at %d, reads of %d, %d bytes", at, size, len(doc)), o, read(), read(), outcomes)
					}
				}
			}
		}
	}
	for _, outcome := range []string{"value", "too large", "fault", "end"} {
		if outcomes[outcome] < 20 {
			t.Errorf("%v", outcomes)
		}
	}
}

// compareMaxBytes decodes all values of a stream, into fresh targets and ones that are not.
func compareMaxBytes(t *testing.T, what string, o Options, ourReader, theirReader io.Reader, outcomes map[string]int) {
	t.Helper()
	ours, theirs := o.NewDecoder(ourReader), o.NewDecoder(theirReader)
	for i := 0; ; i++ {
		var got, want any
		if i%3 == 2 {
			got, want = "old", "old"
		}
		gotErr := ours.Decode(&got)
		n, wantErr := theirs.awake().readValue(nil)
		switch {
		case wantErr == nil:
			if wantErr = (Options{RejectDuplicateNames: o.RejectDuplicateNames}).Unmarshal(theirs.awake().in.unread()[:n], &want); wantErr != nil {
				t.Fatal(wantErr)
			}
			theirs.awake().in.skip(n)
			outcomes["value"]++
		case wantErr == ErrTooLarge:
			outcomes["too large"]++
		case wantErr == io.EOF, wantErr == io.ErrUnexpectedEOF:
			outcomes["end"]++
		default:
			outcomes["fault"]++
		}
		if !reflect.DeepEqual(gotErr, wantErr) || !reflect.DeepEqual(got, want) || ours.InputOffset() != theirs.InputOffset() {
			t.Fatalf("%s, at most %d:\ngot  %.80v, %v at %d\nwant %.80v, %v at %d", what, o.MaxBytes,
				got, gotErr, ours.InputOffset(), want, wantErr, theirs.InputOffset())
		}
		if gotErr != nil {
			return
		}
	}
}
