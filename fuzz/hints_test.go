package fuzz

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"

	"swarjson/decoder"
)

// allocatedBy returns how many bytes f allocates.
func allocatedBy(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestGuessesStayInProportion: the size of a slice may be guessed from the one before it. A document
// that teaches a long length, and then opens many arrays before one of them ends, once took memory for that length
// for each of them; and so did another type's array, in a later call.
func TestGuessesStayInProportion(t *testing.T) {
	type large struct {
		Pad [40]int64
		S   string
		K   []large
	}
	type small struct {
		P *int
		K []small
	}
	doc := []byte(`[{"K":[` + strings.Repeat("{},", 20000) + `{}]}` + strings.Repeat(`,`+strings.Repeat("{},", 16)+`{"K":[{}`, 1000) + strings.Repeat("]}", 1000) + "]")
	short := []byte("[" + strings.Repeat("{},", 60) + "{}]")
	for _, c := range []struct {
		name string
		mk   func() any
		doc  []byte
	}{
		{"large elements", func() any { return new([]large) }, doc},
		{"small elements", func() any { return new([]small) }, doc},
		{"after a longer one", func() any { return new([]large) }, short},
	} {
		want := allocatedBy(func() {
			if err := json.Unmarshal(c.doc, c.mk()); err != nil {
				t.Fatal(err)
			}
		})
		most := 3*want + 1<<20
		if got := allocatedBy(func() { _ = decoder.Unmarshal(c.doc, c.mk()) }); got > most {
			t.Errorf("%s, Unmarshal: %d bytes, encoding/json takes %d", c.name, got, want)
		}
		if got := allocatedBy(func() { _ = decoder.NewDecoder(strings.NewReader(string(c.doc))).Decode(c.mk()) }); got > most {
			t.Errorf("%s, Decoder: %d bytes, encoding/json takes %d", c.name, got, want)
		}
	}
}
