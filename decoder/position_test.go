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

// naivePosition counts byte by byte.
func naivePosition(data []byte, off int) (line int64, column, char int) {
	line, column, char = 1, 1, 0
	for _, c := range data[:off] {
		column++
		if c&0xC0 != 0x80 {
			char++
		}
		if c == '\n' {
			line, column, char = line+1, 1, 0
		}
	}
	if off == len(data) || data[off]&0xC0 != 0x80 || char == 0 {
		char++
	}
	return line, column, char
}

func checkPosition(t *testing.T, data []byte, off int) {
	t.Helper()
	p := newPosition(data, off, nil)
	line, column, char := naivePosition(data, off)
	if p.Offset != int64(off) || p.Line != line || p.Column != column || p.CharColumn != char {
		t.Fatalf("%.300q at %d: got %#v, want line %d, column %d, character %d", data, off, p, line, column, char)
	}
	if want := fmt.Sprintf("%d:%d", line, column); p.String() != want {
		t.Fatalf("%.300q at %d: String() = %q, want %q", data, off, p, want)
	}
}

func TestPosition(t *testing.T) {
	for _, doc := range []string{
		"",
		"x",
		"\n",
		"\r\n",
		"{\n  \"a\": 1,\n  \"b\": 2\n}",
		"{\r\n  \"a\": 1,\r\n  \"b\": 2\r\n}\r\n",
		"\n\n\n",
		"äöü 日本語 😀\n日本語\nё",
		"\xff\x80\n\x80\x80 é\xc3\n\xe6\x97",
		strings.Repeat("x", 255) + "\n",
		strings.Repeat("x", 256) + "\n",
		"\n" + strings.Repeat("é", 300),
	} {
		for off := 0; off <= len(doc); off++ {
			checkPosition(t, []byte(doc), off)
		}
	}
}

func TestPositionLong(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{1000, 40 << 10, 200 << 10} {
		for _, perLine := range []int{1, 20, 1000, 1 << 20} {
			data := make([]byte, size)
			for i := range data {
				switch r.IntN(8) {
				case 0:
					data[i] = byte(r.Uint32())
				default:
					data[i] = ' ' + byte(r.IntN(90))
				}
				if data[i] == '\n' {
					data[i] = 'n'
				}
				if r.IntN(perLine) == 0 {
					data[i] = '\n'
				}
			}
			for range 20 {
				checkPosition(t, data, r.IntN(size+1))
			}
			// Newlines next to where the pieces are cut.
			for _, back := range []int{firstPiece, firstPiece * 5, lastPiece} {
				if back+2 > size {
					continue
				}
				one := bytes.Repeat([]byte{'x'}, size)
				for i := size - back - 2; i < size-back+2; i++ {
					one[i] = '\n'
					checkPosition(t, one, size)
					one[i] = 'x'
				}
			}
		}
	}
}

func TestCountChars(t *testing.T) {
	naive := func(b []byte) (n int) {
		for _, c := range b {
			if c&0xC0 != 0x80 {
				n++
			}
		}
		return n
	}
	// Every byte in every lane, at every length.
	for c := range 256 {
		for n := range 40 {
			b := bytes.Repeat([]byte{'a'}, n)
			for i := range b {
				b[i] = byte(c)
				if got, want := countChars(b), naive(b); got != want {
					t.Fatalf("countChars(%q) = %d, want %d", b, got, want)
				}
				b[i] = 0x80
				if got, want := countChars(b), naive(b); got != want {
					t.Fatalf("countChars(%q) = %d, want %d", b, got, want)
				}
				b[i] = 'a'
			}
		}
	}
	// Sums that are as large as they get, and random ones.
	r := rand.New(rand.NewPCG(3, 4))
	for n := 0; n < 3*255*8; n += 1 + n/7 {
		for _, fill := range []byte{0x7f, 0x80, 0xbf, 0xc0, 0xff} {
			b := bytes.Repeat([]byte{fill}, n)
			if got, want := countChars(b), naive(b); got != want {
				t.Fatalf("countChars of %d bytes %#x = %d, want %d", n, fill, got, want)
			}
		}
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		if got, want := countChars(b), naive(b); got != want {
			t.Fatalf("countChars of %d random bytes = %d, want %d", n, got, want)
		}
	}
}

// TestLineCounter feeds documents in every chunking of two cuts, and in chunks of one.
func TestLineCounter(t *testing.T) {
	doc := []byte("[\n \"äö日\",\r\n\n\"😀\"\xff\x80\n]\n x")
	whole := func(off int) string {
		p := newPosition(doc, off, nil)
		return fmt.Sprintf("%#v", p)
	}
	for a := 0; a <= len(doc); a++ {
		for b := a; b <= len(doc); b++ {
			var c lineCounter
			c.Advance(doc[:a])
			c.Advance(doc[a:b])
			for i := b; i <= len(doc); i++ {
				// The buffer still holds what came since a.
				p := c.position(doc[a:], b-a, i-a, nil, "/x")
				if got, want := fmt.Sprintf("%#v", p), whole(i); got != want {
					t.Fatalf("cut at %d and %d, at %d: got %s, want %s", a, b, i, got, want)
				}
				if p.Pointer() != "/x" {
					t.Fatalf("Pointer() = %q", p.Pointer())
				}
			}
		}
	}
	var c lineCounter
	for i := range doc {
		if p := c.position(doc[i:], 0, 0, nil, ""); fmt.Sprintf("%#v", p) != whole(i) {
			t.Fatalf("at %d: got %#v, want %s", i, p, whole(i))
		}
		c.Advance(doc[i : i+1])
	}
}

// TestStreamExcerpt: an excerpt of a stream's buffer is that of the whole document, as
// long as the buffer has the context.
func TestStreamExcerpt(t *testing.T) {
	line := strings.Repeat(`{"key": "värde", "日本": [1, 2, 3]}, `, 30)
	doc := []byte("[\n" + line + "\n  x" + line + "\n" + line + "]")
	for off := 0; off <= len(doc); off += 7 {
		want := newPosition(doc, off, nil).Excerpt()
		var c lineCounter
		from := max(off-700, 0)
		c.Advance(doc[:from])
		buf := bytes.Clone(doc[from:])
		p := c.position(buf, 0, off-from, nil, "")
		for i := range buf {
			buf[i] = '?' // a Decoder reuses its buffer
		}
		// At the buffer's end nobody knows that it is the document's too.
		if got := p.Excerpt(); got != want && off < len(doc)-excerptWidth {
			t.Fatalf("at %d: got\n%swant\n%s", off, got, want)
		}
		// With hardly any context, it is still well-formed.
		c = lineCounter{}
		c.Advance(doc[:off])
		p = c.position(doc[off:min(off+1, len(doc))], 0, 0, nil, "")
		if got := p.Excerpt(); !strings.HasSuffix(got, "^\n") || strings.Count(got, "\n") != 2 {
			t.Fatalf("at %d: got\n%s", off, got)
		}
	}
}

func TestPositionString(t *testing.T) {
	var zero Position
	if zero.String() != "-" || zero.Excerpt() != "" || zero.Pointer() != "" {
		t.Errorf("zero Position: %q %q %q", zero.String(), zero.Excerpt(), zero.Pointer())
	}
	p := newPosition([]byte("[\n1,x"), 4, io.ErrUnexpectedEOF)
	if got, want := p.String(), "2:3: unexpected EOF"; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
	if got, want := fmt.Sprintf("%v %+v %s", p, p, p), "2:3: unexpected EOF 2:3: unexpected EOF 2:3: unexpected EOF"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := fmt.Sprintf("%#v", p); strings.Contains(got, "0x31") || !strings.Contains(got, "Column: 3") {
		t.Errorf("%%#v shows %s", got)
	}
	p.Err = errors.New("a\nb\tc\x00\u202e日\xff")
	if got, want := p.String(), `2:3: a\nb\tc\x00\u202e日\xff`; got != want {
		t.Errorf("String() = %q, want %q", got, want)
	}
}
