package decoder

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"swarjson/internal/mem"
)

// BenchmarkReadFile shows what the input layer's two rules are worth, on a file in the
// page cache that is read 32 KiB at a time:
//
//	shift    how far a byte's offset in memory lies behind its offset in the file,
//	         modulo 4096; the rule is that it is 0
//	clear    memory is filled with zeros before it is read into, as by make or
//	         append; the rule is not to
//	fresh    each buffer is new memory, not the one that was read into before
func BenchmarkReadFile(b *testing.B) {
	const size, chunk = 16 << 20, 32 << 10
	name := filepath.Join(b.TempDir(), "file")
	if err := os.WriteFile(name, bytes.Repeat([]byte("0123456789abcdef"), size/16), 0o600); err != nil {
		b.Fatal(err)
	}
	f, err := os.Open(name)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	memory := mem.NoZero(chunk + 2*pageSize)
	memory = memory[:cap(memory)]
	page := int(-reflect.ValueOf(memory).Pointer() & (pageSize - 1))
	run := func(name string, room func() []byte) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(size)
			for b.Loop() {
				if _, err := f.Seek(0, io.SeekStart); err != nil {
					b.Fatal(err)
				}
				for total := 0; total < size; {
					n, err := f.Read(room())
					if err != nil {
						b.Fatal(err)
					}
					total += n
				}
			}
		})
	}
	for _, shift := range []int{0, 1, 8, 16, 24, 31, 64, 512, 2048} {
		run(fmt.Sprintf("shift=%d", shift), func() []byte { return memory[page+shift:][:chunk] })
	}
	run("clear", func() []byte {
		buf := memory[page:][:chunk]
		clear(buf)
		return buf
	})
	run("fresh", func() []byte { return mem.NoZero(chunk)[:chunk] })
	run("fresh+clear", func() []byte {
		freshRoom = make([]byte, chunk)
		return freshRoom
	})
}

var freshRoom []byte
