package decoder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// TestLongInvalidTextPinsLittle: a long string whose bytes were replaced one by one was
// kept in the buffer that had grown for it, with up to a quarter of it unused.
func TestLongInvalidTextPinsLittle(t *testing.T) {
	const count, size = 8, 500_000
	doc := []byte(`"` + strings.Repeat("\xff", size) + `"`)
	heap := func() uint64 {
		runtime.GC()
		runtime.GC() // and what pools let go in the first
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	kept := make([]string, count)
	before := heap()
	for i := range kept {
		if err := Unmarshal(doc, &kept[i]); err != nil {
			t.Fatal(err)
		}
	}
	taken, length := int64(heap())-int64(before), int64(0)
	for _, s := range kept {
		if s != strings.Repeat("\uFFFD", size) {
			t.Fatal("wrong value")
		}
		length += int64(len(s))
	}
	if most := length + count*4*chunkSize + size/4; taken > most {
		t.Errorf("%d strings of %d bytes take %d bytes, want at most %d", count, length, taken, most)
	}
}

// TestShortStrings puts an escape, or another byte that must not be copied as it is, at every place
// of strings of every length that is copied by words, and behind their end; as members, elements,
// names and tokens. Rests of chunks of every length come along with it.
func TestShortStrings(t *testing.T) {
	type record struct {
		A string
		B string
		C []string
		D map[string]string
		E any
		F *string
	}
	special := []string{`\n`, `\\`, `\"`, `\u00e9`, "\xff", "\u00e9", "\x7f", "\x01", `\x`, "x"}
	stride := 1
	if testing.Short() {
		stride = 3
	}
	for n := 0; n <= wordCopy+2; n++ {
		plain := strings.Repeat("0123456789abcdef", 5)[:n]
		for at := n % stride; at <= n; at += stride {
			for _, c := range special {
				s := plain[:at] + c + plain[at:]
				// What follows a string has an escape a few bytes on, or there is none in all of the window.
				doc := fmt.Appendf(nil, `{"A":"%s","B":"\n","C":["%s","%s","\\"],"D":{"%s":"%s","\t":"%s"},"E":["%s","\n"],"F":"%s"}`,
					plain, s, plain, s, plain, s, plain, s)
				if c[0] != '\\' && at%2 == 0 {
					doc = bytes.ReplaceAll(doc, []byte{'\\'}, []byte{'/'})
				}
				var got, want record
				err, wantErr := Unmarshal(doc, &got), json.Unmarshal(doc, &want)
				if fmt.Sprint(err) != fmt.Sprint(wantErr) || !reflect.DeepEqual(got, want) {
					t.Fatalf("%s\ngot  %+v, %v\nwant %+v, %v", doc, got, err, want, wantErr)
				}
				ours, theirs := NewDecoder(strings.NewReader(string(doc))), json.NewDecoder(strings.NewReader(string(doc)))
				for {
					got, err := ours.Token()
					want, wantErr := theirs.Token()
					if got != want || fmt.Sprint(err) != fmt.Sprint(wantErr) {
						t.Fatalf("%s\ngot  %v, %v\nwant %v, %v", doc, got, err, want, wantErr)
					}
					if err != nil {
						break
					}
				}
			}
		}
	}
}
