package decoder

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"
)

// BenchmarkStream decodes a stream of small records by 32 KiB reads, into structs,
// and as tokens; lib=std is encoding/json.
func BenchmarkStream(b *testing.B) {
	stream := bytes.Repeat([]byte(`{"id":123456,"name":"a name","tags":["a","b\u00e9"],"x":null,"score":1.25}`+"\n"), 5000)
	for _, lib := range []string{"ours", "std"} {
		open := func() jsonDecoder {
			r := &chunked{data: stream, size: fixed(32 << 10), errAt: -1}
			if lib == "std" {
				return json.NewDecoder(r)
			}
			return NewDecoder(r)
		}
		run := func(name string, step func(dec jsonDecoder) error) {
			b.Run("lib="+lib+"/as="+name, func(b *testing.B) {
				b.SetBytes(int64(len(stream)))
				b.ReportAllocs()
				for b.Loop() {
					dec := open()
					var err error
					for err == nil {
						err = step(dec)
					}
					if err != io.EOF || dec.InputOffset() != int64(len(bytes.TrimSpace(stream))) {
						b.Fatal(err)
					}
				}
			})
		}
		run("struct", func(dec jsonDecoder) error {
			var v struct {
				ID    int      `json:"id"`
				Name  string   `json:"name"`
				Tags  []string `json:"tags"`
				X     *int     `json:"x"`
				Score float64  `json:"score"`
			}
			return dec.Decode(&v)
		})
		run("token", func(dec jsonDecoder) error {
			_, err := dec.Token()
			return err
		})
		run("raw", func(dec jsonDecoder) error {
			var v json.RawMessage
			return dec.Decode(&v)
		})
	}
}
