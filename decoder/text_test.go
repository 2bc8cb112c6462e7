package decoder

import (
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
