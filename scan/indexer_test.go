package scan

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// sample is a document with everything in it, 300 bytes and more.
var sample = []byte(`{"id": 12345, "name":"J\u00fcrgen \"the\" \\ Kid","tags":["a","b",["",{}]] ,` + "\n\t" +
	`"ok":true,"no" : false , "nil":null,"n":[-0.5e+10,0,1,22,333,4444,55555],"text":"Grüße, 日本語 und 🎈 …",` + "\r\n" +
	`"deep":[[[[[[{"k":"v"},{"k":"w\\\\"}]]]]]],"long":"` + strings.Repeat("lorem ipsum ", 8) + `\"","end":"é"}` + "\n")

// alphabet is what random documents are made of: what the masks tell apart, often.
var alphabet = []string{`"`, `"`, `"`, `\`, `\`, `\"`, `{`, `}`, `[`, `]`, `:`, `,`, " ", "\n", "\t", "\r", "\x00", "\x0c", "\x1a", "\x1f", "\x7f",
	"a", "1", "-", "é", "日", "🎈", "\x80", "\xc0", "\xe2\x82", "\xf0\x9f", "\xed\xa0\x80", "\xff", "\xf4\x90",
	"    ", "abcdefgh", `"name":`, `\\\\`, "[1,2,3]"}

func randomDoc(r *rand.Rand, n int) []byte {
	words := alphabet
	if r.IntN(2) == 0 { // few different words: long runs, and blocks of ASCII only
		i := r.IntN(len(alphabet) - 8)
		words = alphabet[i : i+8]
	}
	var b []byte
	for len(b) < n {
		b = append(b, words[r.IntN(len(words))]...)
	}
	return b[:n]
}

// TestLengths: every length from 0 to 300, of structured and random bytes, at each alignment of a block.
func TestLengths(t *testing.T) {
	var c checker
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 301 {
		checkDoc(t, &c, sample[:n])
		for range 4 {
			checkDoc(t, &c, randomDoc(r, n))
		}
	}
	buf := make([]byte, 512)
	for align := range 64 {
		for n := 0; n <= 300; n += 1 + r.IntN(7) {
			doc := buf[align : align+n : align+n]
			copy(doc, randomDoc(r, n))
			checkDoc(t, &c, doc)
		}
	}
}

// TestBytes: each byte value at each position of a block and a tail, inside and outside a string.
func TestBytes(t *testing.T) {
	var c checker
	for _, quote := range []string{"", `"`} {
		for n := 64; n <= 96; n += 32 {
			for at := range n {
				for b := range 256 {
					doc := []byte(quote + strings.Repeat("x", n))
					doc[at] = byte(b)
					checkDoc(t, &c, doc)
				}
			}
		}
	}
}

// TestBackslashRuns: 0 to 130 backslashes before a quote, at each phase of a block.
func TestBackslashRuns(t *testing.T) {
	var c checker
	for phase := range 64 {
		for run := range 131 {
			if testing.Short() && run > 8 && run%7 != phase%7 {
				continue
			}
			doc := []byte(strings.Repeat(" ", phase) + `"` + strings.Repeat(`\`, run) + `"` + `,"x"`)
			checkDoc(t, &c, doc)
			checkDoc(t, &c, doc, phase+1+run/2)
		}
	}
}

// TestCuts: every way to cut a document in two, and in three.
func TestCuts(t *testing.T) {
	var c checker
	r := rand.New(rand.NewPCG(5, 6))
	docs := [][]byte{sample, randomDoc(r, 200), randomDoc(r, 200), []byte(strings.Repeat(`\`, 140) + `"`), []byte(strings.Repeat("日", 50))}
	for _, doc := range docs {
		for i := range len(doc) + 1 {
			checkDoc(t, &c, doc, i)
			step := 1
			if testing.Short() {
				step = 17
			}
			for j := i; j <= len(doc); j += step {
				checkDoc(t, &c, doc, i, j)
			}
		}
	}
}

// TestRandom: random documents with random cuts.
func TestRandom(t *testing.T) {
	var c checker
	r := rand.New(rand.NewPCG(7, 8))
	rounds := 20000
	if testing.Short() {
		rounds = 2000
	}
	for range rounds {
		doc := randomDoc(r, r.IntN(1000))
		cuts := make([]int, r.IntN(6))
		for i := range cuts {
			cuts[i] = r.IntN(len(doc) + 1)
		}
		slices.Sort(cuts)
		checkDoc(t, &c, doc, cuts...)
	}
}

// TestDense: as many positions as there are bytes, which fills pos to its end.
func TestDense(t *testing.T) {
	var c checker
	for n := range 300 {
		checkDoc(t, &c, bytes.Repeat([]byte("["), n))
		checkDoc(t, &c, bytes.Repeat([]byte(`"`), n))
	}
}

// TestUTF8Pairs: every sequence of two bytes, across the border of blocks and in the tail.
func TestUTF8Pairs(t *testing.T) {
	places := []int{0, 30, 31, 61, 62, 63, 64, 94, 126}
	if testing.Short() {
		places = []int{31, 63}
	}
	for _, at := range places {
		utf8Sequences(t, 128, at, 2, func(yield func([]byte) bool) {
			for pair := range 1 << 16 {
				if !yield([]byte{byte(pair), byte(pair >> 8)}) {
					return
				}
			}
		})
	}
}

// TestUTF8Triples: every sequence of three bytes that starts with 0x80 or above.
func TestUTF8Triples(t *testing.T) {
	places := []int{62, 125}
	var leads []int
	for a := 0x80; a < 0xf8; a++ {
		leads = append(leads, a)
	}
	if testing.Short() {
		places, leads = places[:1], []int{0xe0, 0xed, 0xf4}
	}
	for _, at := range places {
		utf8Sequences(t, 128, at, 3, func(yield func([]byte) bool) {
			for _, a := range leads {
				for pair := range 1 << 16 {
					if !yield([]byte{byte(a), byte(pair), byte(pair >> 8)}) {
						return
					}
				}
			}
		})
	}
}

// TestUTF8Quads: sequences of four bytes, each byte from every class of the encoding's table, with its borders.
func TestUTF8Quads(t *testing.T) {
	lead := []byte{0x41, 0x80, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xff}
	next := []byte{0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc2, 0xe1, 0xf1, 0xff}
	places := []int{0, 29, 60, 61, 62, 63, 64, 92, 124}
	if testing.Short() {
		places = places[4:5]
	}
	for _, at := range places {
		utf8Sequences(t, 128, at, 4, func(yield func([]byte) bool) {
			for _, a := range lead {
				for _, b := range next {
					for _, c := range next {
						for _, d := range next {
							if !yield([]byte{a, b, c, d}) {
								return
							}
						}
					}
				}
			}
		})
	}
}

// TestUTF8Runes: every code point, the surrogates' encodings, and all their truncations.
func TestUTF8Runes(t *testing.T) {
	encode := func(r rune) []byte { // as UTF-8 would, surrogates and too large ones included
		switch {
		case r < 0x80:
			return []byte{byte(r), ' ', ' ', ' '}
		case r < 0x800:
			return []byte{0xc0 | byte(r>>6), 0x80 | byte(r&63), ' ', ' '}
		case r < 0x10000:
			return []byte{0xe0 | byte(r>>12), 0x80 | byte(r>>6&63), 0x80 | byte(r&63), ' '}
		}
		return []byte{0xf0 | byte(r>>18), 0x80 | byte(r>>12&63), 0x80 | byte(r>>6&63), 0x80 | byte(r&63)}
	}
	step := rune(1)
	if testing.Short() {
		step = 37
	}
	for _, keep := range []int{4, 3, 2, 1} {
		utf8Sequences(t, 128, 61, 4, func(yield func([]byte) bool) {
			for r := rune(0); r < 0x120000; r += step {
				s := encode(r)
				for i := keep; i < 4; i++ {
					s[i] = ' '
				}
				if !yield(s) {
					return
				}
			}
		})
	}
}

// utf8Sequences puts each sequence, of size bytes, at doc[at:] of a document of n spaces and compares the
// flags with those of package utf8.
func utf8Sequences(t *testing.T, n, at, size int, seqs func(yield func([]byte) bool)) {
	t.Helper()
	ims := impls()
	doc := bytes.Repeat([]byte(" "), n)
	pos, esc := make([]uint32, n+slack), make([]uint64, (n+63)/64)
	const mask = NonASCII | InvalidUTF8
	for s := range seqs {
		copy(doc[at:at+size], s)
		var want Flags
		for _, f := range naiveUTF8(doc[at : at+size]) {
			want |= f
		}
		// A sequence that the document's end cuts off is pending; anywhere else it is invalid.
		if want&InvalidUTF8 == 0 && at+size < n && pendingAt(doc[:at+size]) != 0 {
			want |= InvalidUTF8
		}
		for _, im := range ims {
			var x Indexer
			if _, got := im.index(&x, doc, 0, pos, esc); got&mask != want {
				t.Fatalf("%s: % x at %d of %d: flags %04b, want %04b", im.name, s, at, n, got&mask, want)
			}
		}
	}
}

// TestIndexPanics: outputs that are too short are refused before anything is written.
func TestIndexPanics(t *testing.T) {
	for _, tc := range []struct{ src, pos, esc int }{{1, 64, 1}, {64, 127, 1}, {65, 129, 1}, {0, 63, 0}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("len(src) %d, len(pos) %d, len(esc) %d: no panic", tc.src, tc.pos, tc.esc)
				}
			}()
			new(Indexer).Index(make([]byte, tc.src), 0, make([]uint32, tc.pos), make([]uint64, tc.esc))
		}()
	}
}

func TestReset(t *testing.T) {
	var x Indexer
	pos, esc := make([]uint32, 100), make([]uint64, 1)
	x.Index([]byte("\"\xe2\\"), 0, pos, esc)
	if x.Reset(); x != (Indexer{}) || x.InString() {
		t.Errorf("after Reset: %+v", x)
	}
}

// TestIndexAllocs: Index does not allocate, and its Indexer may live on the stack.
func TestIndexAllocs(t *testing.T) {
	pos, esc := make([]uint32, len(sample)+slack), make([]uint64, len(sample))
	if n := testing.AllocsPerRun(100, func() {
		var x Indexer
		x.Index(sample, 0, pos, esc)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
