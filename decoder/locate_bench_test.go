package decoder

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// BenchmarkLocate places an error at the end of documents, which differ in how long
// their lines are, and how large they are. Each case is a test first.
func BenchmarkLocate(b *testing.B) {
	for _, size := range []int{300, 30 << 10, 2 << 20, 64 << 20} {
		for _, line := range []struct {
			name string
			text string
		}{
			{"lines", "    \"name\": \"some text\", \"n\": 123,\n"},
			{"one line", "    \"name\": \"some text\", \"n\": 123, "},
			{"one line of Japanese", "    \"名前\": \"日本語のテキスト\", \"n\": 123, "},
		} {
			data := bytes.Repeat([]byte(line.text), size/len(line.text)+1)[:size]
			p, ok := Locate(data, io.ErrUnexpectedEOF)
			if n, column, char := naivePosition(data, len(data)); !ok || p.Line != n || p.Column != column || p.CharColumn != char {
				b.Fatalf("%d bytes, %s: got %#v", size, line.name, p)
			}
			b.Run(fmt.Sprintf("size=%d/lines=%s", size, strings.ReplaceAll(line.name, " ", "-")), func(b *testing.B) {
				b.SetBytes(int64(size))
				b.ReportAllocs()
				for b.Loop() {
					Locate(data, io.ErrUnexpectedEOF)
				}
			})
		}
	}
}

func BenchmarkPointer(b *testing.B) {
	record := `{"id": 12345, "name": "some text", "tags": ["a", "b"], "pos": {"x": 1.5, "y": -2.5}},` + "\n"
	for _, size := range []int{300, 30 << 10, 2 << 20} {
		n := size/len(record) + 1
		data := []byte("[" + strings.Repeat(record, n) + `{"a": {"b": x`)
		p := newPosition(data, len(data)-1, nil)
		if got, want := p.Pointer(), fmt.Sprintf("/%d/a/b", n); got != want {
			b.Fatalf("got %q, want %q", got, want)
		}
		b.Run(fmt.Sprintf("size=%d", size), func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				p.Pointer()
			}
		})
	}
}

func BenchmarkExcerpt(b *testing.B) {
	data := bytes.Repeat([]byte("    \"name\": \"日本語\",\n"), 1000)
	p := newPosition(data, len(data)-5, nil)
	b.ReportAllocs()
	for b.Loop() {
		p.Excerpt()
	}
}

func BenchmarkCountChars(b *testing.B) {
	for _, text := range []string{"some ASCII text", "日本語のテキスト"} {
		data := bytes.Repeat([]byte(text), 32<<10/len(text))
		b.Run("text="+[]string{"ASCII", "Japanese"}[text[0]>>7], func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				countChars(data)
			}
		})
	}
}
