package fuzz

// Inputs made to hurt, and the bounds that they must not break:
//
//	TestHostileTime     time is linear
//	TestHostileMemory   what a call allocates is a multiple of its input
//	TestHostileResults  and the result is encoding/json's all the same
//	TestBombs           the limit of depth, through everything that nests
//	TestMillion         a million of everything
//	TestBigString       one string of 100 MB
//	TestWideStruct …    types that are large, or whose names collide
//	TestManyErrors …    errors as a lever
//	TestPrefixes        truncated documents
//	TestLimits          MaxDepth and MaxBytes

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"swarjson/decoder"
)

// An attack makes a document of about n bytes.
type attack struct {
	name string
	doc  func(n int) string
}

// repeated makes documents that are head, unit over and over, and tail.
func repeated(head, unit, tail string) func(int) string {
	return func(n int) string { return head + strings.Repeat(unit, max(1, n/len(unit))) + tail }
}

// numbered makes documents in which each unit has a number for its %d.
func numbered(head, unit, tail string) func(int) string {
	return func(n int) string {
		b := append(make([]byte, 0, n+64), head...)
		for i := 0; len(b) < n; i++ {
			b = fmt.Appendf(b, unit, i)
		}
		return string(append(b, tail...))
	}
}

// tower is n arrays in each other.
func tower(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

var attacks = []attack{
	{"empty arrays", repeated("[", "[],", "[]]")},
	{"empty objects", repeated("[", "{},", "{}]")},
	{"short arrays", repeated("[", "[1],", "[1]]")},
	{"rows", repeated("[", "[1,2,3,4,5,6,7,8],", "[]]")},
	{"combs", repeated("[", "[[[[[[[[1],2],3],4],5],6],7],8],", "[]]")},
	{"towers", repeated("[", tower(100)+",", "[]]")},
	{"towers of objects", repeated("[", strings.Repeat(`{"a":`, 60)+"1"+strings.Repeat("}", 60)+",", "{}]")},
	{"high towers", repeated("[", tower(9000)+",", "[]]")},

	{"backslashes", repeated(`"`, `\\`, `"`)},
	{"escaped quotes", repeated(`"`, `\"`, `"`)},
	{"escapes", repeated(`"`, `\u0041`, `"`)},
	{"surrogates", repeated(`"`, `\ud83d\ude00`, `"`)},
	{"half surrogates", repeated(`"`, `\ud800`, `"`)},
	{"no UTF-8", repeated(`"`, "\xff", `"`)},
	{"quotes", repeated("[", `"",`, `""]`)},
	{"strings with an escape", repeated("[", `"a\n",`, `""]`)},
	{"strings behind one that is no UTF-8", repeated("[\"\xff\",", `"abcdefgh",`, `""]`)},

	{"digits", repeated("", "7", "")},
	{"zeros", repeated("0.", "0", "1")},
	{"fraction", repeated("-0.", "3", "")},
	{"exponent of zeros", repeated("1e-", "0", "1")},
	{"exponent of nines", repeated("1e", "9", "")},
	{"small numbers", repeated("[", "1,", "1]")},
	{"large numbers", repeated("[", "1e999,", "1]")},
	{"halfway numbers", repeated("[", "9007199254740993.0000000000000000000000000000,", "1]")},

	{"one name", repeated("{", `"A":1,`, `"A":1}`)},
	{"one name, arrays", repeated("{", `"B":[1,2],`, `"B":[]}`)},
	{"one name, objects", repeated("{", `"C":{"A":1},`, `"C":{}}`)},
	{"names", numbered("{", `"name%d":1,`, `"A":1}`)},
	{"names with escapes", repeated("{", `"\u0041":1,`, `"A":1}`)},
	{"unknown names with escapes", repeated("{", `"\u0061a":1,`, `"A":1}`)},
	{"folded names", repeated("{", `"a":1,"b":[],`, `"A":1}`)},
	{"names that the cache cannot keep apart", sameSlot},
	{"integers as names", numbered("{", `"%d":1,`, `"-1":1}`)},
	{"a long name", repeated(`{"`, "n", `":1}`)},
	{"long names", numbered("{", `"`+strings.Repeat("n", 1000)+`%d":1,`, `"A":1}`)},

	{"space before", repeated("", " \n\t\r", "1")},
	{"space behind", repeated("1", " ", "")},
	{"space between", repeated("[", "\n\t 1 \r\n,", "1]")},
	{"space in objects", repeated("{", " \"A\" \n: 1\t, ", `"A":1}`)},

	{"open string", repeated(`["`, "a", "")},
	{"open object", numbered("", `{"name%d":[{},{}],`, "")},
	{"fault at the end", repeated("[", "1,", "x]")},
	{"control character at the end", repeated(`["`, "a", "\x01\"]")},
	{"bad escape at the end", repeated(`["`, `\n`, `\x"]`)},
	{"type errors", repeated("[", `"x",1,{},[{"A":"x"}],{"A":[]},null,`, "1]")},
	{"type errors as members", repeated("{", `"A":"x","B":1,"C":[{}],"B":["x"],`, `"A":1}`)},
}

// sameSlot makes objects with names that share a slot of the decoder's cache of
// names (name in any.go; if that changes, these are just names).
func sameSlot(n int) string {
	const golden = 0x9E3779B97F4A7C15
	b := []byte("{")
	name := []byte("aaaaaaa")
	for len(b) < n {
		for i := 0; ; i++ {
			if name[i]++; name[i] <= 'z' {
				break
			}
			name[i] = 'a'
		}
		first := uint64(0)
		for i, c := range name {
			first |= uint64(c) << (8 * i)
		}
		if (first+uint64(len(name)))*golden>>56 == 3 {
			b = fmt.Appendf(b, `"%s":1,`, name)
		}
	}
	return string(append(b, `"A":1}`...))
}

// Prey has fields that the attacks know.
type Prey struct {
	A int
	B []int
	C map[string]int
}

// Nest is all kinds of recursion.
type Nest struct {
	A *Nest
	S []Nest
	M map[string]Nest
	X any `json:"x"`
}

type (
	nestSlice []nestSlice
	nestMap   map[string]nestMap
	nestPtr   struct{ A *nestPtr }
)

// targets are what the attacks are decoded into.
var hostileTargets = []struct {
	name string
	mk   func() any
}{
	{"any", func() any { return new(any) }},
	{"Prey", func() any { return new(Prey) }},
	{"[]any", func() any { return new([]any) }},
	{"[][]int", func() any { return new([][]int) }},
	{"[]Prey", func() any { return new([]Prey) }},
	{"[2]Prey", func() any { return new([2]Prey) }},
	{"map[string]any", func() any { return new(map[string]any) }},
	{"map[int]int", func() any { return new(map[int]int) }},
	{"nestSlice", func() any { return new(nestSlice) }},
	{"RawMessage", func() any { return new(json.RawMessage) }},
	{"struct{}", func() any { return new(struct{}) }},
	{"string", func() any { return new(string) }},
	{"float64", func() any { return new(float64) }},
	{"not zero", func() any { v := any(map[string]any{"A": 7}); return &v }},
}

// A road is a way to decode.
type road struct {
	name   string
	decode func(doc []byte, v any) error
}

var roads = []road{
	{"Unmarshal", decoder.Unmarshal},
	{"Decoder", func(doc []byte, v any) error { return decoder.NewDecoder(bytes.NewReader(doc)).Decode(v) }},
	{"strict", decoder.Options{UseNumber: true, RejectDuplicateNames: true, RejectInvalidUTF8: true, MaxTypeErrors: math.MaxInt}.Unmarshal},
}

// tokens is the road of Decoder.Token.
func tokens(doc []byte) {
	dec := decoder.NewDecoder(bytes.NewReader(doc))
	for {
		if _, err := dec.Token(); err != nil {
			return
		}
	}
}

// slowReader hands out one byte at a time.
type slowReader struct{ b []byte }

func (r *slowReader) Read(p []byte) (int, error) {
	if len(r.b) == 0 {
		return 0, io.EOF
	}
	p[0] = r.b[0]
	r.b = r.b[1:]
	return 1, nil
}

// A pair is two documents of one kind, of which the second is growth times as long.
type pair struct{ small, large []byte }

const (
	growth    = 16
	smallSize = 8 << 10
	largeSize = growth * smallSize
)

func pairOf(doc func(int) string) pair {
	return pair{[]byte(doc(smallSize)), []byte(doc(largeSize))}
}

// linear fails if do takes much longer for the large document than for the small one, as often
// as makes the same number of bytes: quadratic is sixteen times as long. What counts is
// processor time, where it can be had, and the best of several tries.
func linear(t *testing.T, what string, docs pair, do func([]byte)) {
	t.Helper()
	const (
		perByte = 20 * time.Nanosecond // fast enough not to be quadratic
		tick    = 10 * time.Millisecond
	)
	once, often := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
	for range 5 {
		once = min(once, cpuTime(func() { do(docs.large) }))
		if once <= time.Duration(len(docs.large))*perByte {
			return
		}
		often = min(often, cpuTime(func() {
			for range growth {
				do(docs.small)
			}
		}))
		if once <= 5*often+tick {
			return
		}
	}
	t.Errorf("%s: %d bytes take %v, %d times %d bytes %v", what, len(docs.large), once, growth, len(docs.small), often)
}

func TestHostileTime(t *testing.T) {
	if underRace {
		t.Skip("measures")
	}
	for n, a := range attacks {
		docs := pairOf(a.doc)
		for i, target := range hostileTargets {
			for j, r := range roads {
				if testing.Short() && (i+n)%8 != j {
					continue
				}
				linear(t, a.name+" into "+target.name+" by "+r.name, docs, func(doc []byte) { _ = r.decode(doc, target.mk()) })
			}
		}
		linear(t, a.name+" by Valid", docs, func(doc []byte) { decoder.Valid(doc) })
		linear(t, a.name+" by Token", docs, tokens)
		linear(t, a.name+" by Locate", docs, func(doc []byte) {
			if p, ok := decoder.Locate(doc, decoder.Unmarshal(doc, new([]int))); ok {
				_ = p.Pointer()
			}
		})
		if !testing.Short() {
			linear(t, a.name+" byte by byte", docs, func(doc []byte) {
				_ = decoder.NewDecoder(&slowReader{doc}).Decode(new(Prey))
			})
		}
	}
}

// allocated returns how many bytes do allocates.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestHostileMemory: no document makes a call allocate more than a multiple of its size, all
// that is garbage soon included. The bound is set by [{},{},…] and its kind: two
// bytes that become an interface (16, on a stack that doubles, and copied once) and a
// map (48).
func TestHostileMemory(t *testing.T) {
	if underRace {
		t.Skip("measures")
	}
	const size = 128 << 10
	for _, a := range attacks {
		doc := []byte(a.doc(size))
		for i, target := range hostileTargets {
			for j, r := range roads {
				if r.name == "strict" || testing.Short() && j != i%2 {
					continue
				}
				times := uint64(60)
				if target.name == "[]Prey" || target.name == "nestSlice" {
					times = 120 // elements of 40 and 24 bytes, with as much capacity again
				}
				got := allocated(func() { _ = r.decode(doc, target.mk()) })
				if limit := times*size + 2<<20; got > limit {
					t.Errorf("%s into %s by %s: %d bytes take %d bytes of memory, %d times as many", a.name, target.name, r.name, len(doc), got, got/uint64(len(doc)))
				}
			}
		}
	}
}

// same compares two errors by type and text.
func same(a, b error) bool {
	return reflect.TypeOf(a) == reflect.TypeOf(b) && fmt.Sprint(a) == fmt.Sprint(b)
}

func TestHostileResults(t *testing.T) {
	classic(t)
	for _, a := range attacks {
		for _, size := range []int{300, 20_000} {
			if size > 300 && underRace {
				continue
			}
			doc := []byte(a.doc(size))
			if got, want := decoder.Valid(doc), json.Valid(doc); got != want {
				t.Errorf("%s: Valid is %v", a.name, got)
			}
			for _, target := range hostileTargets {
				want, got, streamed := target.mk(), target.mk(), target.mk()
				wantErr, gotErr := json.Unmarshal(doc, want), decoder.Unmarshal(doc, got)
				if !reflect.DeepEqual(got, want) || !same(gotErr, wantErr) {
					t.Errorf("%s, %d bytes into %s: error %v, want %v, or another value", a.name, size, target.name, gotErr, wantErr)
				}
				wantErr = json.NewDecoder(bytes.NewReader(doc)).Decode(target.mk())
				gotErr = decoder.NewDecoder(&slowReader{doc}).Decode(streamed)
				if !same(gotErr, wantErr) || wantErr == nil && !reflect.DeepEqual(streamed, want) {
					t.Errorf("%s, %d bytes from a stream into %s: error %v, want %v, or another value", a.name, size, target.name, gotErr, wantErr)
				}
			}
		}
	}
}

// bombs return documents with n open containers at their deepest; whole ones are
// closed again.
var bombs = []struct {
	name string
	doc  func(n int) string
}{
	{"arrays", tower},
	{"objects", func(n int) string { return strings.Repeat(`{"A":`, n-1) + "{}" + strings.Repeat("}", n-1) }},
	{"mixed", func(n int) string {
		return strings.Repeat(`[{"A":`, n/2) + strings.Repeat("[]", n%2) + strings.Repeat("0", 1-n%2) + strings.Repeat("}]", n/2)
	}},
	{"slices in structs", func(n int) string {
		return strings.Repeat(`{"S":[`, n/2) + strings.Repeat("{}", n%2) + strings.Repeat("]}", n/2)
	}},
	{"maps in structs", func(n int) string {
		return strings.Repeat(`{"M":{"":`, n/2) + strings.Repeat("{}", n%2) + strings.Repeat("null", 1-n%2) + strings.Repeat("}}", n/2)
	}},
	{"in a field of no struct", func(n int) string { return `{"no":` + tower(n-1) + "}" }},
	{"in an any", func(n int) string { return `{"x":` + tower(n-1) + "}" }},
	{"only opened", func(n int) string { return strings.Repeat("[", n) }},
	{"only opened, objects", func(n int) string { return strings.Repeat(`{"A":`, n) }},
}

// TestBombs goes to the limit and beyond, in every way down: where encoding/json says
// that it is too deep, and nowhere else, so must we; and the stack must not
// grow with the document.
func TestBombs(t *testing.T) {
	classic(t)
	million := 1_000_000
	if testing.Short() || underRace {
		million = 50_000
	}
	mk := []func() any{
		func() any { return new(any) }, func() any { return new(Nest) }, func() any { return new(nestSlice) }, func() any { return new(nestMap) },
		func() any { return new(nestPtr) }, func() any { return new(json.RawMessage) }, func() any { return new(struct{}) }, func() any { return new(int) },
		func() any { return &Nest{X: 1} }, func() any { return new([]json.RawMessage) }, func() any { return new([1]any) },
	}
	for _, bomb := range bombs {
		for i, n := range []int{9_999, 10_000, 10_001, million} {
			doc := []byte(bomb.doc(n))
			valid := json.Valid(doc)
			if got := decoder.Valid(doc); got != valid {
				t.Errorf("%s, %d deep: Valid is %v", bomb.name, n, got)
			}
			for j, mk := range mk {
				if testing.Short() && (i+j)%3 != 0 {
					continue
				}
				want, got, streamed := mk(), mk(), mk()
				wantErr, gotErr := json.Unmarshal(doc, want), decoder.Unmarshal(doc, got)
				if !same(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %d deep, into %T: %.200v, want %.200v, or another value", bomb.name, n, got, gotErr, wantErr)
				}
				gotErr = decoder.NewDecoder(bytes.NewReader(doc)).Decode(streamed)
				if (gotErr == nil) != (wantErr == nil) || !reflect.DeepEqual(streamed, want) {
					t.Errorf("%s, %d deep, from a stream into %T: %.200v, want %.200v, or another value", bomb.name, n, got, gotErr, wantErr)
				}
			}
		}
	}
}

// TestMillion: a million of everything that is cheap to send.
func TestMillion(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 50_000
	}
	list := func(elem string) []byte { return []byte("[" + strings.Repeat(elem+",", n-1) + elem + "]") }
	object := func(member string) []byte {
		return []byte("{" + strings.Repeat(member+",", n-1) + member + "}")
	}
	decode := func(what string, doc []byte, v any, times uint64) {
		t.Helper()
		got := allocated(func() {
			if err := decoder.Unmarshal(doc, v); err != nil {
				t.Fatalf("%s: %v", what, err)
			}
		})
		if limit := times*uint64(len(doc)) + 2<<20; got > limit {
			t.Errorf("%s: %d bytes of memory for %d of input", what, got, len(doc))
		}
	}
	var list1 []any
	decode("empty arrays", list("[]"), &list1, 60)
	if len(list1) != n || len(list1[n-1].([]any)) != 0 {
		t.Errorf("%d empty arrays", len(list1))
	}
	var list2 [][]int
	decode("empty arrays, typed", list("[]"), &list2, 60)
	if len(list2) != n || list2[n-1] == nil {
		t.Errorf("%d empty arrays, typed", len(list2))
	}
	list1 = nil
	decode("empty objects", list("{}"), &list1, 60)
	if len(list1) != n || list1[n-1].(map[string]any) == nil {
		t.Errorf("%d empty objects", len(list1))
	}
	var list3 []struct{}
	decode("empty structs", list("{}"), &list3, 1)
	if len(list3) != n {
		t.Errorf("%d empty structs", len(list3))
	}
	// One name a million times must not cost memory for each.
	doc := object(`"A":1`)
	var one any
	decode("one name into any", doc, &one, 2) // and a float64 each time
	if m := one.(map[string]any); len(m) != 1 || m["A"] != 1.0 {
		t.Errorf("one name into any: %d", len(m))
	}
	var ones map[string]int
	decode("one name into a map", doc, &ones, 1)
	if len(ones) != 1 || ones["A"] != 1 {
		t.Errorf("one name into a map: %v", ones)
	}
	var prey Prey
	decode("one name into a struct", doc, &prey, 1)
	if prey.A != 1 {
		t.Errorf("one name into a struct: %v", prey)
	}
	decode("one name and arrays into a struct", object(`"B":[1,2,3]`), &prey, 1)
	if len(prey.B) != 3 {
		t.Errorf("one name and arrays into a struct: %v", prey)
	}
	ints := append(make([]byte, 0, 12*n), '{')
	for i := range n {
		ints = append(append(append(ints, '"'), strconv.Itoa(i)...), `":1,`...)
	}
	ints[len(ints)-1] = '}'
	var m map[int]int8
	decode("integers as names", ints, &m, 60)
	if len(m) != n || m[n-1] != 1 {
		t.Errorf("%d integers as names", len(m))
	}
	var bytes1 []byte
	decode("numbers into bytes", list("1"), &bytes1, 10)
	if len(bytes1) != n || bytes1[n-1] != 1 {
		t.Errorf("%d bytes", len(bytes1))
	}
}

// TestBigString: one string that is nearly all of the document.
func TestBigString(t *testing.T) {
	n := 100 << 20
	if testing.Short() {
		n = 4 << 20
	}
	doc := bytes.Repeat([]byte("x"), n+4)
	copy(doc, `["`)
	copy(doc[n+2:], `"]`)
	check := func(what, s string) {
		t.Helper()
		if len(s) != n || strings.Count(s, "x") != n {
			t.Errorf("%s: %d bytes", what, len(s))
		}
	}
	var list []string
	got := allocated(func() {
		if err := decoder.Unmarshal(doc, &list); err != nil {
			t.Fatal(err)
		}
	})
	check("Unmarshal", list[0])
	list = nil
	if limit := uint64(2*n + 4<<20); got > limit {
		t.Errorf("Unmarshal takes %d bytes for a string of %d", got, n)
	}
	got = allocated(func() {
		if !decoder.Valid(doc) {
			t.Error("not valid")
		}
	})
	if limit := uint64(n + 4<<20); got > limit {
		t.Errorf("Valid takes %d bytes for a string of %d", got, n)
	}
	// A stream has to keep what it got, in a buffer that doubles.
	n /= 4
	doc = doc[:n+4]
	copy(doc[n+2:], `"]`)
	got = allocated(func() {
		if err := decoder.NewDecoder(bytes.NewReader(doc)).Decode(&list); err != nil {
			t.Fatal(err)
		}
	})
	check("Decoder", list[0])
	if limit := uint64(6*n + 4<<20); got > limit {
		t.Errorf("a Decoder takes %d bytes for a string of %d", got, n)
	}
}

// structOf returns a new struct type with int fields of these names.
func structOf(names []string) reflect.Type {
	fields := make([]reflect.StructField, len(names))
	for i, name := range names {
		fields[i] = reflect.StructField{Name: "F" + strconv.Itoa(i), Type: reflect.TypeFor[int](), Tag: reflect.StructTag(`json:"` + name + `"`)}
	}
	return reflect.StructOf(fields)
}

// checkFields decodes every name of type st, in an order that defeats guesses, spelt by
// respell, and compares the fields.
func checkFields(t *testing.T, what string, st reflect.Type, names []string, respell func(string) string) {
	t.Helper()
	doc := []byte("{")
	n := len(names)
	step := n/2 + 1
	for gcd(step, n) != 1 {
		step++
	}
	for i := range names {
		j := (i*step + n - 1) % n
		doc = fmt.Appendf(doc, `"%s":%d,`, respell(names[j]), j+1)
	}
	doc[len(doc)-1] = '}'
	v := reflect.New(st)
	if err := decoder.Unmarshal(doc, v.Interface()); err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	for i := range names {
		if got := v.Elem().Field(i).Int(); got != int64(i+1) {
			t.Fatalf("%s: field %s is %d, want %d", what, names[i], got, i+1)
		}
	}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func exactly(s string) string { return s }

// escaped spells the first character by an escape.
func escaped(s string) string { return fmt.Sprintf(`\u%04x`, s[0]) + s[1:] }

// colliding returns n names of eight letters that structPlan.hash sends to one slot.
func colliding(n int) []string {
	size := uint(4)
	for size < uint(4*n) {
		size *= 2
	}
	hash := func(name string) uint {
		x := uint64(0)
		for i := range 8 {
			x |= uint64(name[i]) << (8 * i)
		}
		const cases = 0x2020202020202020
		x = (x | cases) ^ bits.RotateLeft64(cases, 13)
		x ^= x >> 32
		return uint(x*0x9E3779B97F4A7C15>>32+8*0x85EBCA6B) & (size - 1)
	}
	var names []string
	for i := uint64(0); len(names) < n; i++ {
		b := []byte("aaaaaaaa")
		for j, rest := 0, bits.Reverse64(i*0x9E3779B97F4A7C15|1); j < 8; j++ {
			b[j] += byte(rest % 26)
			rest /= 26
		}
		if hash(string(b)) == 1 {
			names = append(names, string(b))
		}
	}
	return names
}

// TestWideStruct: a struct of thousands of fields is compiled in reasonable time, and finds
// them all.
func TestWideStruct(t *testing.T) {
	n := 5000
	if testing.Short() {
		n = 500
	}
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("column_number_%04d", i)
	}
	st := structOf(names)
	start := time.Now()
	checkFields(t, "exact", st, names, exactly)
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("%d fields take %v", n, d)
	}
	checkFields(t, "upper case", st, names, strings.ToUpper)
	checkFields(t, "escaped", st, names, escaped)
	checkFields(t, "first letter in upper case", st, names, func(s string) string { return strings.ToUpper(s[:1]) + s[1:] })

	names = colliding(n / 10)
	st = structOf(names)
	checkFields(t, "colliding", st, names, exactly)
	checkFields(t, "colliding, upper case", st, names, strings.ToUpper)
	checkFields(t, "colliding, escaped", st, names, escaped)
}

// TestNamesOfOneKind: the names of wide types often begin alike and are equally long. Whoever
// sends them in another order, or spelt by escapes, must not make each cost a walk over all
// fields. A thousand fields may cost five times as much per member as ten.
func TestNamesOfOneKind(t *testing.T) {
	if underRace {
		t.Skip("measures")
	}
	perMember := func(n int, respell func(string) string) time.Duration {
		names := make([]string, n)
		for i := range names {
			names[i] = fmt.Sprintf("column_number_%04d", i)
		}
		v := reflect.New(structOf(names)).Interface()
		const members = 20_000
		doc := []byte("{")
		for i := range members {
			doc = fmt.Appendf(doc, `"%s":1,`, respell(names[n-1-i*7%n]))
		}
		doc[len(doc)-1] = '}'
		best := time.Duration(math.MaxInt64)
		for range 10 {
			best = min(best, cpuTime(func() {
				if err := decoder.Unmarshal(doc, v); err != nil {
					t.Error(err)
				}
			}))
		}
		return best / members
	}
	for _, spelling := range []struct {
		name    string
		respell func(string) string
	}{{"exact", exactly}, {"upper case", strings.ToUpper}, {"escaped", escaped}} {
		few, many := perMember(10, spelling.respell), perMember(1000, spelling.respell)
		if many > 5*few+700*time.Nanosecond {
			t.Errorf("%s: a member of 1000 fields takes %v, of 10 fields %v", spelling.name, many, few)
		}
	}
}

// twoOf refers to T in two ways, so that 2^n ways lead down a tower of n.
type twoOf[T any] struct {
	A *T
	B []T
}

type (
	fourLevels[T any] = twoOf[twoOf[twoOf[twoOf[T]]]]
	sixteenLevels     = fourLevels[fourLevels[fourLevels[fourLevels[int]]]]
)

// TestTypeGraph: types that are made of hundreds of others are compiled, each of them once.
func TestTypeGraph(t *testing.T) {
	start := time.Now()
	var deep sixteenLevels
	doc := strings.Repeat(`{"b":[{"A":`, 8) + "7" + strings.Repeat("}]}", 8)
	if err := decoder.Unmarshal([]byte(doc), &deep); err != nil {
		t.Fatal(err)
	}
	v := reflect.ValueOf(deep)
	for range 8 {
		v = v.Field(1).Index(0).Field(0).Elem()
	}
	if v.Int() != 7 {
		t.Fatalf("got %d", v.Int())
	}
	const n = 300
	fields := make([]reflect.StructField, n)
	for i := range fields {
		typ := reflect.StructOf([]reflect.StructField{
			{Name: "A", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(fmt.Sprintf(`json:"a%d"`, i))},
			{Name: "N", Type: reflect.TypeFor[*Nest]()},
		})
		switch i % 3 {
		case 0:
			typ = reflect.SliceOf(typ)
		case 1:
			typ = reflect.MapOf(reflect.TypeFor[string](), typ)
		}
		fields[i] = reflect.StructField{Name: fmt.Sprint("F", i), Type: typ}
	}
	wide := reflect.New(reflect.StructOf(fields))
	doc = "{"
	for i := n - 1; i >= 0; i-- {
		value := fmt.Sprintf(`{"a%d":%d,"N":{"A":{}}}`, i, i)
		doc += fmt.Sprintf(`"f%d":%s,`, i, []string{"[" + value + "]", `{"":` + value + "}", value}[i%3])
	}
	doc = doc[:len(doc)-1] + "}"
	if err := decoder.Unmarshal([]byte(doc), wide.Interface()); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		f := wide.Elem().Field(i)
		switch i % 3 {
		case 0:
			f = f.Index(0)
		case 1:
			f = f.MapIndex(reflect.ValueOf(""))
		}
		if f.Field(0).Int() != int64(i) || f.Field(1).Elem().Field(0).IsNil() {
			t.Fatalf("field %d: %v", i, f)
		}
	}
	if d := time.Since(start); d > 5*time.Second {
		t.Errorf("takes %v", d)
	}
}

// TestManyErrors: all errors are wanted, and everything is wrong. Neither the time nor the stack may
// grow faster than the document.
func TestManyErrors(t *testing.T) {
	if underRace {
		t.Skip("measures")
	}
	all := decoder.Options{MaxTypeErrors: math.MaxInt}
	for _, c := range []struct {
		name string
		doc  func(int) string
		mk   func() any
		unit int // bytes of the document per error
	}{
		{"slice", repeated("[", `"x",`, "1]"), func() any { return new([]int) }, 4},
		{"array", repeated("[", `"x",`, "1]"), func() any { return new([1 << 20]int) }, 4},
		{"struct", repeated("{", `"A":"x",`, `"A":1}`), func() any { return new(Prey) }, 8},
		{"map", repeated("{", `"A":"x",`, `"A":1}`), func() any { return new(map[string]int) }, 8},
		{"map, keys", repeated("{", `"A":1,`, `"1":1}`), func() any { return new(map[int]int) }, 6},
		{"nested", repeated("[", `{"B":["x"]},`, "{}]"), func() any { return new([]Prey) }, 12},
		{"any", repeated("[", `1e999,`, "1]"), func() any { return new(any) }, 6},
	} {
		linear(t, "errors in a "+c.name, pairOf(c.doc), func(doc []byte) {
			if err := all.Unmarshal(doc, c.mk()); err == nil {
				t.Fatal("no error")
			}
		})
		doc := []byte(c.doc(200_000))
		err := all.Unmarshal(doc, c.mk())
		joined, ok := err.(interface{ Unwrap() []error })
		if !ok || len(joined.Unwrap()) != 200_000/c.unit {
			t.Errorf("%s: not every error is there", c.name)
		}
	}
	// A stack that grows with the document is found out by one that is long.
	doc := []byte(repeated("[", `"x",`, "1]")(4 << 20))
	if got := stackOf(func() { _ = all.Unmarshal(doc, new([]int)) }); got > 4<<20 {
		t.Errorf("a stack of %d bytes for a document of %d", got, len(doc))
	}
}

// stackOf returns how much more memory stacks have after do than before.
func stackOf(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	done := make(chan struct{})
	go func() {
		do()
		runtime.ReadMemStats(&after)
		close(done)
	}()
	<-done
	if after.StackSys < before.StackSys {
		return 0
	}
	return after.StackSys - before.StackSys
}

// TestDeepError: an error's path names every struct on the way. Putting ten thousand names
// together must not take memory for each of the paths in between.
func TestDeepError(t *testing.T) {
	classic(t)
	doc := []byte(strings.Repeat(`{"A":`, 9999) + `"x"` + strings.Repeat("}", 9999))
	var want, got nestPtr
	wantErr := json.Unmarshal(doc, &want)
	var gotErr error
	bytes := allocated(func() { gotErr = decoder.Unmarshal(doc, &got) })
	if !same(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
		t.Errorf("%.200v, want %.200v", gotErr, wantErr)
	}
	if bytes > 4<<20 {
		t.Errorf("%d bytes for a path of %d", bytes, len(gotErr.(*json.UnmarshalTypeError).Field))
	}
}

// suiteDocs returns the project's own small documents, good and bad.
func suiteDocs(t *testing.T) [][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/suite/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no documents", err)
	}
	docs := [][]byte{
		[]byte(`{"A":-12.5e3,"b":["x","\u00e9\ud83d\ude00",{"c":null}],"x":{"":[true,false]},"M":{"k":{"x":"` + strings.Repeat("long ", 20) + `"}}}`),
		[]byte("[1, 22 ,333,\n4444444444444444444444, -0.0,1e-7,\"\\\\\", \"\\\"\"]"),
		[]byte("\"\xff\\ud800\xc3\""),
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(b) {
			docs = append(docs, bytes.TrimSuffix(line, []byte("\n")))
		}
	}
	return docs
}

// TestPrefixes: whatever breaks off, at whatever byte, is what encoding/json says it is.
func TestPrefixes(t *testing.T) {
	classic(t)
	long := strings.Repeat(" ", 1100) // beyond what is small
	for i, doc := range suiteDocs(t) {
		for n := range len(doc) + 1 {
			if testing.Short() && n%3 != i%3 {
				continue
			}
			for _, head := range []string{"", long} {
				cut := []byte(head + string(doc[:n]))
				if got, want := decoder.Valid(cut), json.Valid(cut); got != want {
					t.Fatalf("Valid(%q) is %v", cut, got)
				}
				for _, mk := range []func() any{func() any { return new(any) }, func() any { return new(Nest) }, func() any { return new([]string) }} {
					got, want := mk(), mk()
					gotErr, wantErr := decoder.Unmarshal(cut, got), json.Unmarshal(cut, want)
					if !same(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
						t.Fatalf("Unmarshal(%q) into %T: %v %v, want %v %v", cut, got, got, gotErr, want, wantErr)
					}
					if head != "" {
						continue
					}
					gotErr = decoder.NewDecoder(&slowReader{cut}).Decode(got)
					wantErr = json.NewDecoder(&slowReader{cut}).Decode(want)
					if !same(gotErr, wantErr) || !reflect.DeepEqual(got, want) {
						t.Fatalf("Decode(%q) into %T: %v %v, want %v %v", cut, got, got, gotErr, want, wantErr)
					}
				}
			}
		}
	}
}

// TestLimits: MaxDepth and MaxBytes hold on every road, to the one.
func TestLimits(t *testing.T) {
	decoders := []struct {
		name   string
		decode func(o decoder.Options, doc string, v any) error
	}{
		{"Unmarshal", func(o decoder.Options, doc string, v any) error { return o.Unmarshal([]byte(doc), v) }},
		{"Decoder", func(o decoder.Options, doc string, v any) error {
			return o.NewDecoder(strings.NewReader(doc)).Decode(v)
		}},
		{"byte by byte", func(o decoder.Options, doc string, v any) error {
			return o.NewDecoder(&slowReader{[]byte(doc)}).Decode(v)
		}},
	}
	for _, how := range decoders {
		for _, mk := range []func() any{
			func() any { return new(any) }, func() any { return new(Nest) }, func() any { return new(nestSlice) }, func() any { return new(nestMap) },
			func() any { return new(json.RawMessage) }, func() any { return new(struct{}) }, func() any { return &Nest{X: 1} }, func() any { return new([1]any) },
		} {
			for _, bomb := range bombs[:7] {
				for _, limit := range []int{2, 3, 64, 65, 9999} {
					for _, depth := range []int{limit, limit + 1} {
						if depth < 3 {
							continue
						}
						err := how.decode(decoder.Options{MaxDepth: limit}, bomb.doc(depth), mk())
						var syntaxErr *decoder.SyntaxError
						if deep := errors.As(err, &syntaxErr); deep != (depth > limit) || deep && !strings.Contains(err.Error(), "exceeded max depth") {
							t.Errorf("%s: %s, %d deep, limit %d, into %T: %.100v", how.name, bomb.name, depth, limit, mk(), err)
						}
					}
				}
			}
		}
		for _, n := range []int{10, 1023, 1025, 70_000} {
			for _, doc := range []string{
				`["` + strings.Repeat("x", n-4) + `"]`, `"` + strings.Repeat("x", n-2) + `"`, strings.Repeat(" ", n-2) + "{}",
				"[" + strings.Repeat("1,", n/2-2) + "1" + strings.Repeat(" ", n-2-(n/2-2)*2-1) + "]",
			} {
				for _, over := range []int{0, 1, 5} {
					var v any
					err := how.decode(decoder.Options{MaxBytes: int64(len(doc) - over)}, doc, &v)
					if errors.Is(err, decoder.ErrTooLarge) != (over > 0) || (err == nil) != (v != nil) {
						t.Errorf("%s: %d bytes, %d too many: %v", how.name, len(doc), over, err)
					}
				}
			}
		}
	}
	// Endless input must not be read to its end, nor kept.
	for _, unit := range []string{" ", "[", "1", `{"a":`, "[[],"} {
		r := &endless{unit: unit}
		got := allocated(func() {
			if err := (decoder.Options{MaxBytes: 100_000}).NewDecoder(r).Decode(new(any)); err == nil {
				t.Errorf("%q for ever: no error", unit)
			}
		})
		if r.n > 400_000 || got > 4<<20 {
			t.Errorf("%q for ever: %d bytes read, %d bytes of memory", unit, r.n, got)
		}
	}
}

// endless is a reader of unit, over and over.
type endless struct {
	unit string
	n    int
}

func (r *endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.unit[(r.n+i)%len(r.unit)]
	}
	r.n += len(p)
	return len(p), nil
}
