package decoder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"swarjson/internal/mem"
)

// withWalk runs f while Token walks along windows of this many bytes, as soon as least of them
// are unread.
func withWalk(least, window int, f func()) {
	defer func(l, w int) { leastWalk, walkWindow = l, w }(leastWalk, walkWindow)
	leastWalk, walkWindow = least, window
	f()
}

// bytesOnly is a least that no document here has.
const bytesOnly = 1 << 30

// walkKinds are windows and what starts a walk: from one byte on to what is in use.
var walkKinds = []struct{ least, window int }{
	{1, 1}, {1, 2}, {1, 7}, {1, 64}, {1, 65}, {17, 300}, {100, windowSize}, {512, windowSize},
}

// TestWalkRunsOld runs other tests of streams, whose documents are short, along windows.
func TestWalkRunsOld(t *testing.T) {
	kinds := walkKinds[:4]
	if testing.Short() {
		kinds = walkKinds[2:3]
	}
	for _, kind := range kinds {
		withWalk(kind.least, kind.window, func() {
			t.Run(fmt.Sprintf("window=%d", kind.window), func(t *testing.T) {
				t.Run("scripts", TestDecoderAsEncodingJSON)
				t.Run("truncations", TestEveryTruncation)
				t.Run("states", TestEveryState)
				t.Run("kept", TestTokensAreKept)
				t.Run("position", TestDecoderPosition)
			})
		})
	}
}

// walkTokens are what documents for the walk are made of: regular tokens of all lengths, and
// all that the walk has to leave to byteToken.
func walkToken(rng *rand.Rand, name bool) string {
	letters := []string{"a", "b", "é", "日", "😀", "name", " ", "/", "{", "]", ",", ":", "0"}
	special := []string{`\n`, `\"`, `\\`, `\u00e9`, `\ud83d\ude00`, `\ud800`, `\\\"`}
	broken := []string{"\x80", "\xe2\x82", "\xff", "\xed\xa0\x80"}
	if !name && rng.IntN(3) > 0 {
		return [...]string{
			"0", "-0", "7", "12345678", "123456789", "1234567890", "-123456789", "123456789012345", "1234567890123456",
			"999999999999999", "12345678901234567890", "1.5", "-65.613616999999977", "1e5", "123456789e2", "12345678.9", "0.1", "1E-7",
			"true", "false", "null", "123456789012345678901234567890",
		}[rng.IntN(22)]
	}
	if name && rng.IntN(4) > 0 {
		return [...]string{`"id"`, `"name"`, `""`, `"a name of 17 byt"`, `"a name of 17 byte"`, `"a name of 17 bxte"`, `"12345678"`, `"123456789"`, `"é"`}[rng.IntN(9)]
	}
	var b strings.Builder
	b.WriteByte('"')
	n := []int{0, 1, 3, 8, 20, 62, 70, 300, 1000}[rng.IntN(9)]
	kind := rng.IntN(6)
	for b.Len() <= n {
		switch {
		case kind == 0 && rng.IntN(5) == 0:
			b.WriteString(special[rng.IntN(len(special))])
		case kind == 1 && rng.IntN(9) == 0:
			b.WriteString(broken[rng.IntN(len(broken))])
		default:
			b.WriteString(letters[rng.IntN(len(letters))])
		}
	}
	b.WriteByte('"')
	return b.String()
}

// walkDocument appends a value to b.
func walkDocument(rng *rand.Rand, b []byte, depth int) []byte {
	space := func() {
		for range []int{0, 0, 0, 1, 3, 40}[rng.IntN(6)] {
			b = append(b, " \n\t\r"[rng.IntN(4)])
		}
	}
	kind := rng.IntN(3)
	if depth == 0 || kind == 0 {
		return append(b, walkToken(rng, false)...)
	}
	b = append(b, "[{"[kind-1])
	for i := range rng.IntN(6) {
		space()
		if i > 0 {
			b = append(b, ',')
			space()
		}
		if kind == 2 {
			b = append(b, walkToken(rng, true)...)
			space()
			b = append(b, ':')
			space()
		}
		b = walkDocument(rng, b, depth-1)
	}
	space()
	return append(b, "]}"[kind-1])
}

// walkDamage is what replaces a byte, or comes in between.
var walkDamage = []string{"\x00", "\n", "\x1f", `\`, `\"`, `"`, ",", ":", "]", "}", "[", "{", "x", "0", "-", ".", "\xff", "1x", "tru", `""`, `1"`, " ", ""}

// TestWalk compares, call by call: with encoding/json what comes out and where the decoder then
// is, and with the byte path also what is buffered, how often was read, and Position.
func TestWalk(t *testing.T) {
	needClassic(t)
	cases := 4000
	if testing.Short() {
		cases = 1000
	}
	for seed := range uint64(cases) {
		rng := rand.New(rand.NewPCG(seed, 7))
		var doc []byte
		for range 1 + rng.IntN(3) {
			doc = append(walkDocument(rng, doc, 1+rng.IntN(4)), " \n"[rng.IntN(2)])
		}
		switch rng.IntN(4) {
		case 0:
			at := rng.IntN(len(doc))
			doc = append(append(bytes.Clone(doc[:at]), walkDamage[rng.IntN(len(walkDamage))]...), doc[at+rng.IntN(2):]...)
		case 1:
			doc = doc[:rng.IntN(len(doc)+1)]
		}
		compareWalk(t, seed, doc, rng)
		if t.Failed() {
			return
		}
	}
}

// compareWalk takes doc apart by a random script, for some windows and sizes of reads.
func compareWalk(t *testing.T, seed uint64, doc []byte, rng *rand.Rand) {
	t.Helper()
	read := []int{1, 2, 3, 7, 64, 700, 32 << 10}[rng.IntN(7)]
	kind := walkKinds[rng.IntN(len(walkKinds))]
	useNumber := rng.IntN(5) == 0
	mix := rng.IntN(4) // 0: Token alone
	errAt := -1
	if rng.IntN(6) == 0 {
		errAt = rng.IntN(len(doc) + 1)
	}
	if seed%15 == 0 {
		// An error that comes once, with bytes, is for the value that these belong to. That has to be the same one, so
		// reads have to be: up to 512 bytes they are.
		read = min(read, 512)
	}
	readers := [3]*chunked{}
	for i := range readers {
		readers[i] = &chunked{data: doc, size: fixed(read), errAt: errAt, withEOF: seed%2 == 0, errWith: seed%3 == 0, once: seed%5 == 0}
	}
	ours, plain, theirs := NewDecoder(readers[0]), NewDecoder(readers[1]), json.NewDecoder(readers[2])
	if useNumber {
		ours.UseNumber()
		plain.UseNumber()
		theirs.UseNumber()
	}
	fails := 0
	for i := 0; i < len(doc)+10 && fails < 3; i++ {
		op := 0
		if mix > 0 {
			op = []int{0, 0, 0, 66, 66, 98, 40, 44}[rng.IntN(8)]
		}
		var what string
		var got, same, want []any
		withWalk(kind.least, kind.window, func() { what, got = call(ours, op, nil) })
		withWalk(bytesOnly, windowSize, func() { _, same = call(plain, op, nil) })
		_, want = call(theirs, op, nil)
		if err, _ := got[len(got)-1].(error); err != nil {
			fails++
		}
		got, same, want = append(got, ours.InputOffset()), append(same, plain.InputOffset()), append(want, theirs.InputOffset())
		place := func() string {
			return fmt.Sprintf("%.3000q, reads of %d, error at %d, least %d, windows of %d, call %d, %s", doc, read, errAt, kind.least, kind.window, i, what)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("seed %d: %s:\ngot  %s\nwant %s", seed, place(), describe(got), describe(want))
			return
		}
		got, same = append(got, state(ours, readers[0])...), append(same, state(plain, readers[1])...)
		if !reflect.DeepEqual(got, same) {
			t.Errorf("seed %d: %s: not as byte by byte:\ngot  %s\nwant %s", seed, place(), describe(got), describe(same))
			return
		}
	}
}

// state is what else there is to see of a Decoder.
func state(dec *Decoder, r *chunked) []any {
	buffered, _ := io.ReadAll(dec.Buffered())
	p := dec.Position()
	s := dec.awake()
	return []any{string(buffered), r.reads, r.pos, p.Line, p.Column, p.Offset, p.Pointer(), s.scanned, s.places.start, s.state, s.parents.depth}
}

// TestWalkBorders moves every kind of token over the end of a window, and over that of a read,
// a byte at a time.
func TestWalkBorders(t *testing.T) {
	needClassic(t)
	tokens := []string{
		`"plain"`, `"\u00e9\n"`, `"\\"`, `"\\\\\""`, `"é日😀"`, "\"\xe2\x82\"", "\"\x80\"", "\"a\nb\"", `"\x"`, `"` + strings.Repeat("long ", 20) + `"`,
		"0", "-1.5e3", "123456789", "123456789012345", "1e999", "01", "0123456789", "-0123456789", "01.23456789012345", "1234567890x", "0.1234567890123456", "-12.345678901234567e1", "true", "false", "null", "nulx", "[]", "{}", `{"a":[{"b":null}]}`, ",", "]",
	}
	for _, token := range tokens {
		for _, window := range []int{32, 64} {
			for pad := range 80 {
				doc := []byte(`[` + strings.Repeat(" ", pad) + `"x",` + token + `,{"name":` + token + `, "name" : [` + token + `]},7,"` + strings.Repeat("y", 90) + `"]`)
				for _, read := range []int{64, 1 << 20} {
					readers := [2]*chunked{{data: doc, size: fixed(read), errAt: -1}, {data: doc, size: fixed(read), errAt: -1}}
					ours, theirs := NewDecoder(readers[0]), json.NewDecoder(readers[1])
					for range 40 {
						var got, want []any
						withWalk(16, window, func() { _, got = call(ours, 0, nil) })
						_, want = call(theirs, 0, nil)
						got, want = append(got, ours.InputOffset()), append(want, theirs.InputOffset())
						if !reflect.DeepEqual(got, want) {
							t.Fatalf("%q, windows of %d, reads of %d:\ngot  %s\nwant %s", doc, window, read, describe(got), describe(want))
						}
						if got[1] != nil {
							break
						}
					}
				}
			}
		}
	}
}

// TestWalkLong takes apart a document of many windows, whose tokens lie across the ends of all.
func TestWalkLong(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	doc := []byte("[")
	for len(doc) < 20*windowSize {
		if len(doc) > 1 {
			doc = append(doc, ',')
		}
		doc = walkDocument(rng, doc, 4)
	}
	doc = append(doc, ']')
	for _, read := range []int{1000, 4096, 32 << 10, 1 << 20} {
		for _, mix := range []int{0, 1} {
			ours := NewDecoder(&chunked{data: doc, size: fixed(read), errAt: -1})
			theirs := json.NewDecoder(bytes.NewReader(doc))
			walked := 0
			for i := 0; ; i++ {
				op := 0
				if mix > 0 {
					op = []int{0, 0, 0, 0, 66, 98}[rng.IntN(6)]
				}
				if op == 98 && !(ours.awake().takesValue() && ours.More() && theirs.More()) {
					op = 0
				}
				what, got := call(ours, op, nil)
				_, want := call(theirs, op, nil)
				got, want = append(got, ours.InputOffset()), append(want, theirs.InputOffset())
				if !reflect.DeepEqual(got, want) {
					t.Fatalf("reads of %d, call %d, %s:\ngot  %s\nwant %s", read, i, what, describe(got), describe(want))
				}
				if ours.awake().walk.end > 0 {
					walked++
				}
				if err := got[len(got)-2]; op == 0 && err != nil {
					if err != io.EOF {
						t.Fatal(err)
					}
					if walked < i*3/4 && mix == 0 {
						t.Errorf("reads of %d: %d of %d tokens were walked along", read, walked, i)
					}
					break
				}
			}
			if ours.awake().engine != nil {
				t.Errorf("reads of %d: the engine is not given back at the end", read)
			}
		}
	}
}

// TestWalkReadsNothing: a token that has arrived is returned without another read.
func TestWalkReadsNothing(t *testing.T) {
	part := []byte(`{"a":[1,2,"x",{"b":null}],"c":` + strings.Repeat(`["some text",12,true,{"d":-1.5}],`, 60))
	for _, kind := range walkKinds {
		withWalk(kind.least, kind.window, func() {
			for cut := len(part) - 40; cut <= len(part); cut++ {
				// As many tokens as the byte path gets out of one read.
				count := func() int {
					r := &chunked{data: part[:cut], size: fixed(len(part)), errAt: cut}
					dec := NewDecoder(r)
					for n := 0; ; n++ {
						if _, err := dec.Token(); err != nil || r.reads > 1 {
							return n
						}
					}
				}
				got, want := count(), 0
				withWalk(bytesOnly, windowSize, func() { want = count() })
				if got != want {
					t.Errorf("least %d, windows of %d: %d tokens out of %d bytes, want %d", kind.least, kind.window, got, cut, want)
				}
			}
		})
	}
}

// TestWalkNames: names that come again are the same string; others that begin and end alike are
// not, and names without end take no more memory than a few chunks.
func TestWalkNames(t *testing.T) {
	var doc bytes.Buffer
	var want []string
	doc.WriteByte('{')
	for i := range 20_000 {
		name := fmt.Sprintf("the same 8 bytes%08d and behind", i%5000)
		if i%2 == 0 {
			name = strconv.Itoa(i % 300)
		}
		want = append(want, name)
		fmt.Fprintf(&doc, "%q:0,", name)
	}
	doc.WriteString(`"":[]}`)
	dec := NewDecoder(&chunked{data: doc.Bytes(), size: fixed(32 << 10), errAt: -1})
	for i := 0; i < len(want); {
		token, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		if name, ok := token.(string); ok {
			if name != want[i] {
				t.Fatalf("name %d is %q, want %q", i, name, want[i])
			}
			i++
		}
		if table := dec.s.names.table; table != nil && table.memory.chunks > nameChunks+1 {
			t.Fatalf("names in %d chunks", table.memory.chunks)
		}
	}
	if dec.s.names.table == nil {
		t.Error("no names are remembered")
	}
	dec.Token()
	if token, err := dec.Token(); token != "" || err != nil {
		t.Errorf("%v, %v, want an empty name", token, err)
	}
}

// TestInteger: numbers of each length, and each byte in each of their places.
func TestInteger(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for n := shortestInteger; n <= longestInteger; n++ {
		for range 3000 {
			b := make([]byte, n, n+8)
			for i := range b {
				b[i] = byte('0' + rng.IntN(10))
				if rng.IntN(8) == 0 {
					b[i] = "09"[rng.IntN(2)]
				}
			}
			want, err := strconv.ParseFloat(string(b), 64)
			hi, lo := integerWords(mem.Of(b), n)
			if got := integer(hi, lo); err != nil || !areDigits(hi, lo) || got != want {
				t.Fatalf("%s is %v, want %v", b, got, want)
			}
			at := rng.IntN(n)
			for c := range 256 {
				b[at] = byte(c)
				if got, want := areDigits(integerWords(mem.Of(b), n)), c >= '0' && c <= '9'; got != want {
					t.Fatalf("%q are digits: %v", b, got)
				}
			}
		}
	}
}

// TestNameSlots: names are found again that are the only two of their slots, wherever they begin
// to look for one, and whatever is between two equal ends.
func TestNameSlots(t *testing.T) {
	home := func(name string) uint32 {
		first, last := nameWords(mem.Of(append([]byte(name), make([]byte, 8)...)), len(name))
		return nameHome(first, last, len(name)) % nameSlotCount
	}
	// partner returns another name whose first slot is at.
	partner := func(name string, at uint32) string {
		for i := 0; ; i++ {
			if s := fmt.Sprintf("other%d", i); s != name && home(s) == at {
				return s
			}
		}
	}
	first := "name"
	for what, second := range map[string]string{
		"the same slot":      partner(first, home(first)),
		"its other slot":     partner(first, home(first)^1),
		"a slot far from it": partner(first, home(first)^64),
	} {
		checkNameSlots(t, what, first, second)
	}
	checkNameSlots(t, "equal first and last words", "profile_back_to_link", "profile_text_to_link")
	checkNameSlots(t, "equal ends, long", "created_by_user_identifier", "created_by_test_identifier")
}

func checkNameSlots(t *testing.T, what string, names ...string) {
	const objects = 2000
	doc := strings.Repeat(fmt.Sprintf(`{"%s":true,"%s":true}`, names[0], names[1]), objects)
	allocs := testing.AllocsPerRun(5, func() {
		dec := NewDecoder(strings.NewReader(doc))
		for n := 0; ; n++ {
			token, err := dec.Token()
			if err == io.EOF && n == 6*objects {
				return
			}
			if err != nil {
				t.Fatal(n, err)
			}
			if i := n % 6; (i == 1 || i == 3) && token != Token(names[i/2]) {
				t.Fatalf("token %d is %v", n, token)
			}
		}
	})
	if allocs > 150 { // 12 on a quiet day, and 250 more if one is forgotten
		t.Errorf("%s: %q and %q: %v allocations", what, names[0], names[1], allocs)
	}
}
