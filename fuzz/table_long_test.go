package fuzz

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"swarjson/internal/difftest"
)

// longArray returns an array of n elements made by elem; the ones at the places in bad are
// replaced by what stands there.
func longArray(n int, elem func(i int) string, bad map[int]string) string {
	var b strings.Builder
	b.WriteByte('[')
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		if s, ok := bad[i]; ok {
			b.WriteString(s)
		} else {
			b.WriteString(elem(i))
		}
	}
	b.WriteByte(']')
	return b.String()
}

// longDocs returns documents around and beyond the lengths up to which elements are counted ahead
// and gathered: good ones, and ones with another value at the beginning, in the middle and at the end.
func longDocs(elem func(i int) string) (docs []string) {
	lengths := []int{3, 24, 47, 49, 97, 255, 300, 700}
	if testing.Short() {
		lengths = []int{24, 49, 300}
	}
	for _, n := range lengths {
		docs = append(docs, longArray(n, elem, nil))
		for i, other := range []string{`"x"`, `12`, `null`, `{"a":"x","q":[1,2,{}]}`, `[[],"y"]`, `1e999`, `nul`, `{"a"}`, `"\x"`} {
			at := []int{0, n / 2, n - 1}[i%3]
			docs = append(docs, longArray(n, elem, map[int]string{at: other}), longArray(n, elem, map[int]string{1: other, n - 2: other}))
		}
		docs = append(docs, strings.TrimSuffix(longArray(n, elem, nil), "]"), longArray(n, elem, nil)+"]")
	}
	return docs
}

// longTwice has long slices beside and inside of each other.
type longTwice[T any] struct {
	A, B []T
	In   [][]T
}

// longRows returns rows for slices of T: alone, in each other, and with something in them.
func longRows[T any](elem func(i int) string) []row {
	docs := longDocs(elem)
	var nested []string
	for i, d := range docs {
		if i%5 == 0 {
			e := docs[len(docs)-1-i]
			nested = append(nested, fmt.Sprintf(`{"A":%s,"B":%s,"In":[%s,[],%s,null,%s]}`, d, e, e, d, d), fmt.Sprintf(`{"In":[%s],"A":[],"B":%s}`, d, e))
		}
	}
	return []row{
		zero[[]T](docs...),
		zero[longTwice[T]](nested...),
		with(func() any { s := make([]T, 1, 60); return &s }, docs[:8]...),
		with(func() any { return &longTwice[T]{A: make([]T, 2), In: make([][]T, 1, 2)} }, nested...),
	}
}

func TestLongArrays(t *testing.T) {
	number := func(i int) string { return fmt.Sprint(i * 7919) }
	small := func(i int) string { return fmt.Sprintf(`{"a":%d,"b":"name %d","c":{"a":%d}}`, i, i, -i) }
	var table []row
	for _, rows := range [][]row{
		longRows[int](number), longRows[int8](func(i int) string { return fmt.Sprint(i % 100) }), longRows[float64](func(i int) string { return fmt.Sprintf("%d.%d5", i, i) }),
		longRows[any](small), longRows[*int](number), longRows[json.Number](number), longRows[json.RawMessage](number), longRows[big.Int](number),
		longRows[string](func(i int) string { return fmt.Sprintf(`"%s\n%d"`, strings.Repeat("é", i%20), i) }),
		longRows[bool](func(i int) string { return fmt.Sprint(i%3 == 0) }),
		longRows[[2]float64](func(i int) string { return fmt.Sprintf("[%d.5,-%d]", i, i) }),
		longRows[[]int](func(i int) string { return fmt.Sprintf("[%s]", strings.TrimSuffix(strings.Repeat("1,", i%120), ",")) }),
		longRows[map[string]int](func(i int) string { return fmt.Sprintf(`{"a":%d,"k%d":2}`, i, i) }),
		longRows[difftest.Small](small), longRows[*difftest.Small](small),
		longRows[difftest.RecSlice](func(i int) string { return strings.Repeat("[", i%40) + strings.Repeat("]", i%40) }),
		longRows[time.Time](func(i int) string { return fmt.Sprintf(`"2024-02-29T12:%02d:56Z"`, i%60) }),
		longRows[difftest.RawByte](number),
		longRows[[40]int64](func(i int) string { return fmt.Sprintf("[%d,2]", i) }), // too large to be gathered
	} {
		table = append(table, rows...)
	}
	runTable(t, table)
}

// TestTypedMaps is about the maps that are filled without reflect.
func TestTypedMaps(t *testing.T) {
	type (
		headers map[string]string
		object  map[string]any
		counts  map[string]int
		key     string
	)
	var long strings.Builder
	for i := range 400 {
		fmt.Fprintf(&long, `"key %d":%d,`, i%300, i)
	}
	docs := []string{
		`{}`, `null`, `{"a":"x"}`, `{"a":1}`, `{"a":1.5,"b":-7,"c":9223372036854775808}`, `{"a":null,"b":null}`, `{"a":true,"b":"y"}`, `{"a":"x","a":"y","a":null}`, `{"a":{"b":[1,{"c":2}]},"d":[]}`, `{"a":1e999,"b":2}`,
		`{"a\u0062":"\u00e9\n","":"","é":"\ud800"}`, "{\"\xff\":\"\xff\",\"\xfe\":\"\"}", `{"a":"x",}`, `{"a":"x" "b":"y"}`, `{"a" "x"}`, `{"a":}`, `{"a":"x"`, `{"a":"x`, `{"a\q":"x"}`, `{"a":"\q"}`, "{\"a\":\"\n\"}", `{1:2}`, `{"a":tru}`, `{"a":01}`, `[]`, `"x"`, `{"a":"` + strings.Repeat("long ", 100) + `"}`,
		`{` + long.String() + `"last":"x"}`, `{` + long.String() + `"last":1}`, `{` + long.String() + `"last":1`,
	}
	runTable(t, []row{
		zero[map[string]string](docs...), zero[map[string]any](docs...), zero[map[string]int](docs...), zero[map[string]int64](docs...), zero[map[string]float64](docs...),
		zero[headers](docs...), zero[object](docs...), zero[counts](docs...), zero[map[key]string](docs...), zero[map[string]key](docs...), zero[map[string]json.Number](docs...), zero[map[string]bool](docs...),
		zero[*headers](docs...), zero[[]headers](`[{"a":"x"},null,{"b":1},{"c":"z"}]`), zero[map[string]headers](`{"a":{"b":"c"},"d":{"e":1,"f":"g"},"h":1}`),
		with(func() any { return &headers{"a": "old", "z": "kept"} }, docs...),
		with(func() any { return &object{"a": &difftest.Small{A: 1}, "z": 1} }, docs...),
		with(func() any { return &struct{ M map[string]int64 }{map[string]int64{"a": 5}} }, `{"M":{"b":1}}`, `{"M":{"a":"x","c":2}}`, `{"M":null}`, `{"M":[]}`, `{"m":{"a":1},"M":{"a":2}}`),
	})
}
