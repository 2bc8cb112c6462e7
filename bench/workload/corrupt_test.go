package workload

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"swarjson/bench/corpus"
	swarjson "swarjson/decoder"
)

// TestCorruptedDocuments damages one byte of a document at many places, and compares
// error, offset and target with encoding/json's.
func TestCorruptedDocuments(t *testing.T) {
	if json.Unmarshal([]byte("[tru"), new(any)).Error() == json.Unmarshal(nil, new(any)).Error() {
		t.Skip("compares offsets with the classic package, and encoding/json runs on its v2 engine here, which GO127.md is about; with GOEXPERIMENT=nojsonv2 it runs")
	}
	places := 60
	if testing.Short() {
		places = 12
	}
	rng := rand.New(rand.NewPCG(6, 6))
	for _, c := range corpus.All() {
		good, err := c.Load()
		if err != nil {
			t.Fatal(err)
		}
		refused := 0
		for i := range places {
			bad := bytes.Clone(good)
			at := rng.IntN(len(bad))
			if i%4 == 0 { // in the last window
				at = len(bad) - 1 - rng.IntN(min(len(bad), 300))
			}
			bad[at] = `"\{}[]:,0-e.x`[rng.IntN(13)]
			if i%7 == 0 {
				bad[at] = byte(rng.IntN(256))
			}
			if i%11 == 0 {
				bad = bad[:at]
			}
			for _, target := range []func() any{c.New, func() any { return new(any) }} {
				want, got := target(), target()
				wantErr, gotErr := json.Unmarshal(bad, want), swarjson.Unmarshal(bad, got)
				if !reflect.DeepEqual(wantErr, gotErr) || !reflect.DeepEqual(want, got) {
					t.Errorf("%s, byte %d made %q, into %T: got %v, want %v; targets are equal: %v",
						c.Name, at, bad[min(at, len(bad)-1)], want, gotErr, wantErr, reflect.DeepEqual(want, got))
				}
				if wantErr != nil {
					refused++
					if _, ok := wantErr.(*json.SyntaxError); ok {
						if p, ok := swarjson.Locate(bad, gotErr); !ok || p.Line != int64(bytes.Count(bad[:p.Offset], []byte("\n")))+1 {
							t.Errorf("%s, byte %d: located at %#v, %v", c.Name, at, p, ok)
						}
					}
				}
			}
		}
		if refused == 0 {
			t.Errorf("%s: no damage was noticed", c.Name)
		}
	}
}

// BenchmarkFault compares a document that is good with the same one with a fault at its
// end, line and column of the fault included.
func BenchmarkFault(b *testing.B) {
	for _, c := range corpus.All()[:3] {
		good, err := c.Load()
		if err != nil {
			b.Fatal(err)
		}
		bad := bytes.Clone(good)
		bad[bytes.LastIndexByte(bad, '}')] = '?'
		for _, doc := range []struct {
			kind string
			data []byte
		}{{"good", good}, {"fault", bad}} {
			b.Run(fmt.Sprintf("doc=%s/kind=%s", c.Name, doc.kind), func(b *testing.B) {
				b.SetBytes(int64(len(doc.data)))
				for b.Loop() {
					err := swarjson.Unmarshal(doc.data, c.New())
					if _, ok := swarjson.Locate(doc.data, err); ok != (doc.kind == "fault") {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
