//go:build !race

package decoder

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
)

// TestBuffersAreShared: a Decoder that decodes one value has next to no memory of its own. (The race
// detector has pools forget one thing in four, a collection empties them, and each processor has its own.)
func TestBuffersAreShared(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const runs = 50
	perRun := func(f func()) int {
		f()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range runs {
			f()
		}
		runtime.ReadMemStats(&after)
		return int(after.TotalAlloc-before.TotalAlloc) / runs
	}
	stream := append(slices.Clip(large), '\n')
	alone := perRun(func() {
		if err := Unmarshal(large, new(largeDoc)); err != nil {
			t.Fatal(err)
		}
	})
	for name, f := range map[string]func(r io.Reader) error{
		"Decode": func(r io.Reader) error { return NewDecoder(r).Decode(new(largeDoc)) },
		"Decode to the end": func(r io.Reader) error {
			dec := NewDecoder(r)
			if err := dec.Decode(new(largeDoc)); err != nil {
				return err
			}
			if err := dec.Decode(new(largeDoc)); err != io.EOF {
				return fmt.Errorf("%v at the end", err)
			}
			return nil
		},
		"Values": func(r io.Reader) error {
			for _, err := range Values[largeDoc](r) {
				if err != nil {
					return err
				}
			}
			return nil
		},
		"left": func(r io.Reader) error {
			for range Values[largeDoc](r) {
				break
			}
			return nil
		},
	} {
		got := perRun(func() {
			if err := f(&chunked{data: stream, size: fixed(20_000), errAt: -1}); err != nil {
				t.Fatal(err)
			}
		})
		// A Decoder, and chunks that are used to another extent: buffers of its own take 80 KiB.
		if most := alone + 48<<10; got > most {
			t.Errorf("%s: %d bytes, where Unmarshal takes %d: more than %d", name, got, alone, most)
		}
	}
}
