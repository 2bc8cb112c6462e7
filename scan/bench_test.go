package scan

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// window is the size of the pieces in which the decoder indexes a large document.
const window = 32 << 10

// generated returns documents of the shapes that matter, each about a mebibyte.
func generated() map[string][]byte {
	repeat := func(s string) []byte { return []byte("[" + strings.Repeat(s+",", 1<<20/len(s)) + "0]") }
	return map[string][]byte{
		"records": repeat(`{"id":1234567,"name":"Ada Lovelace","mail":"ada@example.org","tags":["x","yz"],"score":12.5,"ok":true}`),
		"pretty":  repeat("\n        {\n            \"id\": 1234567,\n            \"areas\": [\n                205705993,\n                205705994\n            ],\n            \"ok\": null\n        }"),
		"numbers": repeat("[-65.613616999999977,43.420273000000009]"),
		"text":    repeat(`"` + strings.Repeat("It was a bright cold day in April, and the clocks were striking thirteen. ", 8) + `"`),
		"unicode": repeat(`{"text":"吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。","id":505874924095815681,"lang":"ja"}`),
		"escapes": repeat(`"\u041f\u0440\u0438\u0432\u0435\u0442\n\"\\\""`),
		"dense":   repeat("[[[]]]"),
	}
}

// BenchmarkIndex runs each implementation over whole documents, window by window. Documents from outside are
// added where they are present.
func BenchmarkIndex(b *testing.B) {
	docs := generated()
	files, _ := filepath.Glob("../../shared/corpora/*.json")
	for _, f := range files {
		if src, err := os.ReadFile(f); err == nil {
			docs[strings.TrimSuffix(filepath.Base(f), ".json")] = src
		}
	}
	pos, esc := make([]uint32, window+slack), make([]uint64, window/64)
	for _, im := range impls()[1:] {
		for name, doc := range docs {
			b.Run(fmt.Sprintf("impl=%s/doc=%s", im.name, name), func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				var x Indexer
				for b.Loop() {
					x.Reset()
					for s := doc; len(s) > 0; {
						w := s[:min(len(s), window)]
						im.index(&x, w, 0, pos, esc)
						s = s[len(w):]
					}
				}
			})
		}
	}
}

// BenchmarkSmall is about the fixed cost of a call. To keep the branch predictor honest each call sees
// one of many different documents.
func BenchmarkSmall(b *testing.B) {
	pos, esc := make([]uint32, window+slack), make([]uint64, window/64)
	for _, n := range []int{8, 16, 24, 32, 48, 64, 96, 128, 192, 320} {
		var docs [][]byte
		for i := range 64 {
			d := fmt.Appendf(nil, `{"id":%d,"name":"%s","ok":true,"tags":["a","b%d"],"x":%d.5,"y":null,`, i*i*i*7, strings.Repeat("n", i%13), i, i)
			d = bytes.Repeat(d, 8)
			docs = append(docs, d[i:i+n:i+n])
		}
		for _, im := range impls() {
			b.Run(fmt.Sprintf("impl=%s/bytes=%d", im.name, n), func(b *testing.B) {
				b.SetBytes(int64(n))
				var x Indexer
				for i := 0; b.Loop(); i++ {
					x.Reset()
					im.index(&x, docs[i%64], 0, pos, esc)
				}
			})
		}
	}
}
