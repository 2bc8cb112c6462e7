package decoder

// Where the token stream is: the stack of containers, and the names and indexes of Position.

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestKinds: the stack of containers is what a slice of bools is, also where a word is full.
func TestKinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 52))
	var k kinds
	var want []bool
	for step := range 40_000 {
		// Up to a few words, and down again.
		if up := step/2000%2 == 0; len(want) == 0 || (rng.IntN(8) > 0) == up {
			object := rng.IntN(2) == 0
			k.push(object)
			want = append(want, object)
		} else {
			k.pop()
			want = want[:len(want)-1]
		}
		if k.depth != len(want) {
			t.Fatalf("step %d: depth %d, want %d", step, k.depth, len(want))
		}
		for i, object := range want {
			if step%64 == 0 || i == len(want)-1 || i%64 < 2 {
				if k.object(i+1) != object {
					t.Fatalf("step %d: level %d of %d: %v", step, i+1, len(want), !object)
				}
			}
		}
	}
	if len(want) == 0 || cap(k.full) < 2 {
		t.Errorf("ends at depth %d, and had no more than %d full words", len(want), cap(k.full))
	}
}

// TestPathIsSmallAgain: one deep value does not make every later one pay for it, and is not remembered.
func TestPathIsSmallAgain(t *testing.T) {
	for _, depth := range []int{1, 60, 64, 65, 5000, maxPathDepth + 10} {
		doc := strings.Repeat(`{"name":`, depth) + "1" + strings.Repeat("}", depth) + ` {"a":[1]} `
		dec := NewDecoder(strings.NewReader(doc))
		for range 3*depth + 1 {
			if _, err := dec.Token(); err != nil {
				t.Fatal(depth, err)
			}
		}
		if kept := dec.s.path[:cap(dec.s.path)]; len(dec.s.path) > 0 || len(kept) > keptPath {
			t.Errorf("depth %d: a path of %d steps, with room for %d", depth, len(dec.s.path), len(kept))
		}
		for _, step := range dec.s.path[:cap(dec.s.path)] {
			if step != (streamStep{}) {
				t.Errorf("depth %d: kept %v", depth, step)
			}
		}
		for range 4 { // { "a" [ 1
			if _, err := dec.Token(); err != nil {
				t.Fatal(depth, err)
			}
		}
		if got := dec.Position().Pointer(); got != "/a" {
			t.Errorf("depth %d: then at %q", depth, got)
		}
	}
}

// placeDoc writes a value, and the token stream's pointers behind each of its tokens.
type placeDoc struct {
	strings.Builder
	rng      *rand.Rand
	pointers []string
}

func (d *placeDoc) value(path string, depth int) {
	// at is where the stream is behind a token: in the container around it.
	around := path
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		around = path[:i]
	}
	// Few names, most of which come again and again; some are too long for one word, or two, or three.
	names := []string{"a", "id", "name", "created_at", "in_reply_to_status", "profile_background_image", "a_name_that_is_longer_than_three_words"}
	switch c := d.rng.IntN(8); {
	case c < 2 && depth > 0:
		d.WriteString("{")
		d.pointers = append(d.pointers, path)
		for i := range d.rng.IntN(4) {
			if i > 0 {
				d.WriteString(",")
			}
			name := names[d.rng.IntN(len(names))]
			if d.rng.IntN(20) == 0 {
				name = fmt.Sprint("rare", d.rng.IntN(1000))
			}
			fmt.Fprintf(d, "%q:", name)
			d.pointers = append(d.pointers, path+"/"+name)
			d.value(path+"/"+name, depth-1)
		}
		d.WriteString("}")
		d.pointers = append(d.pointers, around)
	case c < 4 && depth > 0:
		d.WriteString("[")
		d.pointers = append(d.pointers, path)
		for i := range d.rng.IntN(4) {
			if i > 0 {
				d.WriteString(",")
			}
			d.value(fmt.Sprint(path, "/", i), depth-1)
		}
		d.WriteString("]")
		d.pointers = append(d.pointers, around)
	default:
		d.WriteString([]string{`1`, `-65.613616999999977`, `"text"`, `null`, `true`, `1234567890`}[d.rng.IntN(6)])
		d.pointers = append(d.pointers, around)
	}
}

// TestTokenPlaces: Position knows where the token stream is, behind every token and asked at any time, though
// Token keeps for itself which member of which object it is in.
func TestTokenPlaces(t *testing.T) {
	for seed := range uint64(30) {
		d := placeDoc{rng: rand.New(rand.NewPCG(seed, 53))}
		for d.Len() < 20_000 {
			if d.rng.IntN(2) == 0 {
				d.value("", 70)
			} else {
				d.value("", 5)
			}
			d.WriteString(" ")
		}
		doc := d.String()
		for _, every := range []int{1, 7, 100} {
			dec := NewDecoder(&chunked{data: []byte(doc), size: fixed(700 * every), errAt: -1})
			for i, want := range d.pointers {
				if _, err := dec.Token(); err != nil {
					t.Fatal(seed, i, err)
				}
				if i%every != 0 {
					continue
				}
				if got := dec.Position().Pointer(); got != want {
					t.Fatalf("seed %d, asked every %d times: behind token %d at %q, want %q", seed, every, i, got, want)
				}
			}
			if token, err := dec.Token(); err != io.EOF {
				t.Fatal(seed, token, err)
			}
		}
	}
}
