package fuzz

// Long arrays of random types: what counts ahead, gathers elements, guesses lengths and
// shares memory is seldom met by the random documents, whose arrays are short.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"swarjson/decoder"
	"swarjson/internal/difftest"
)

// arrayLeaves are the types that random ones are built from.
var arrayLeaves = []reflect.Type{
	reflect.TypeFor[int](), reflect.TypeFor[int64](), reflect.TypeFor[int32](), reflect.TypeFor[uint8](), reflect.TypeFor[uint64](), reflect.TypeFor[bool](),
	reflect.TypeFor[float64](), reflect.TypeFor[float32](), reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[any](), reflect.TypeFor[any](),
	reflect.TypeFor[json.Number](), reflect.TypeFor[json.RawMessage](), reflect.TypeFor[time.Time](), reflect.TypeFor[struct{}](), reflect.TypeFor[[]byte](),
	reflect.TypeFor[difftest.Small](), reflect.TypeFor[difftest.Raw](), reflect.TypeFor[difftest.Text](), reflect.TypeFor[difftest.Reenter](), reflect.TypeFor[difftest.Tree](),
	reflect.TypeFor[difftest.RecSlice](), reflect.TypeFor[difftest.List](), reflect.TypeFor[difftest.MyString](), reflect.TypeFor[difftest.TextInt](),
	reflect.TypeFor[map[string]string](), reflect.TypeFor[map[string]any](), reflect.TypeFor[map[string]int](), reflect.TypeFor[map[string]int64](), reflect.TypeFor[map[string]float64](),
	reflect.TypeFor[[2]float64](), reflect.TypeFor[[6]float64](), reflect.TypeFor[[3]float64](), reflect.TypeFor[difftest.Namer](), reflect.TypeFor[difftest.RecMap](),
}

// fieldNames have lengths around those of words.
func arrayFieldName(r *difftest.Rand, i int) string {
	n := difftest.Pick(r, []int{1, 2, 6, 7, 8, 9, 10, 15, 16, 17, 18, 23, 24, 25, 31, 32, 33, 60, 130})
	s := string(rune('A'+i%26)) + strings.Repeat(string(rune('a'+r.N(26))), n)
	return s[:max(n, 1)]
}

func arrayType(r *difftest.Rand, depth int) reflect.Type {
	if depth <= 0 {
		return difftest.Pick(r, arrayLeaves)
	}
	switch r.N(10) {
	case 0, 1, 2:
		return reflect.SliceOf(arrayType(r, depth-1))
	case 3:
		return reflect.PointerTo(arrayType(r, depth-1))
	case 4:
		return reflect.ArrayOf(r.N(8), arrayType(r, depth-1))
	case 5:
		k := difftest.Pick(r, []reflect.Type{reflect.TypeFor[string](), reflect.TypeFor[string](), reflect.TypeFor[int](), reflect.TypeFor[difftest.MyString](), reflect.TypeFor[difftest.TextStruct]()})
		return reflect.MapOf(k, arrayType(r, depth-1))
	case 6, 7, 8:
		var fs []reflect.StructField
		used := map[string]bool{}
		for i := range r.Range(1, 5) {
			name := arrayFieldName(r, i)
			if used[name] {
				continue
			}
			used[name] = true
			f := reflect.StructField{Name: name, Type: arrayType(r, depth-1)}
			switch r.N(8) {
			case 0:
				f.Tag = `json:",string"`
			case 1:
				f.Tag = reflect.StructTag(fmt.Sprintf("json:%q", strings.ToLower(name)+difftest.Pick(r, []string{"é", "日本", "ß", "x", "k"})))
			}
			fs = append(fs, f)
		}
		if r.OneIn(4) { // not all elements are small enough for everything
			fs = append(fs, reflect.StructField{Name: "Pad", Type: reflect.ArrayOf(r.N(400), reflect.TypeFor[byte]())})
		}
		return reflect.StructOf(fs)
	}
	return difftest.Pick(r, arrayLeaves)
}

// arrayGen writes documents with long arrays.
type arrayGen struct {
	r      *difftest.Rand
	b      []byte
	budget int
	wrong  int // one value in so many is of another kind
	escape int // one string in so many has escapes
	spaces bool
}

func (g *arrayGen) length(size int) int {
	r := g.r
	left := g.budget - len(g.b)
	n := 0
	switch r.N(12) {
	case 0:
		n = 0
	case 1, 2, 3:
		n = r.Range(1, 6)
	case 4:
		n = difftest.Pick(r, []int{15, 16, 17, 31, 32, 33, 47, 48, 49, 50})
	case 5:
		n = difftest.Pick(r, []int{94, 95, 96, 97, 98, 191, 192, 193})
	case 6:
		n = 4096/max(size, 1) + r.Range(-2, 2)
	case 7:
		n = 2*4096/max(size, 1) + r.N(70)
	case 8:
		n = r.N(600)
	default:
		n = r.N(20)
	}
	return max(0, min(n, left/4))
}

func (g *arrayGen) space() {
	if g.spaces && g.r.OneIn(6) {
		g.b = append(g.b, difftest.Pick(g.r, []string{" ", "\n\t", "          ", strings.Repeat(" ", g.r.N(130))})...)
	}
}

func (g *arrayGen) str() {
	r := g.r
	g.b = append(g.b, '"')
	n := r.N(12)
	switch {
	case r.OneIn(30):
		n = difftest.Pick(r, []int{63, 64, 65, 255, 256, 257, 258, 767, 768, 769, 770, 1015, 1016, 1017, 1024, 1025, 3072, 3073})
	case r.OneIn(5):
		n = r.N(80)
	}
	dirty := g.escape > 0 && r.OneIn(g.escape)
	for i := 0; i < n; i++ {
		if dirty && r.OneIn(5) {
			g.b = append(g.b, difftest.Pick(r, []string{`\n`, `\\`, `\"`, `\/`, `\u0041`, `\u00e9`, `\u20ac`, `\ud83d\ude00`, `\ud83d`, `\udc00\ud83d`, "é", "€", "😀", `\u0000`, `\u07ff`, `\u0800`, `\uffff`, `\ud7ff`, `\ue000`})...)
			continue
		}
		g.b = append(g.b, byte('a'+r.N(26)))
	}
	if dirty && r.OneIn(40) {
		g.b = append(g.b, difftest.Pick(r, []string{"\xff", "\xc3", `\x`, "\x01", `\u12`, `\ud83d\u12`})...)
	}
	g.b = append(g.b, '"')
}

func (g *arrayGen) name(s string) {
	if s != "" && g.escape > 0 && g.r.OneIn(2*g.escape) {
		g.b = append(g.b, '"')
		for _, c := range s {
			if c < 0x10000 && g.r.OneIn(2) {
				g.b = append(g.b, fmt.Sprintf(`\u%04x`, c)...)
			} else {
				g.b = append(g.b, string(c)...)
			}
		}
		g.b = append(g.b, '"')
		return
	}
	if g.r.OneIn(30) {
		s = strings.ToUpper(s)
	}
	g.b = strconv.AppendQuote(g.b, s)
}

func (g *arrayGen) num() {
	r := g.r
	switch r.N(9) {
	case 0, 1, 2, 3:
		g.b = strconv.AppendInt(g.b, int64(r.N(100)), 10)
	case 4:
		g.b = strconv.AppendInt(g.b, int64(r.U64()), 10)
	case 5:
		g.b = strconv.AppendFloat(g.b, float64(int64(r.U64()))/1e9, 'g', -1, 64)
	case 6:
		g.b = append(g.b, "0."+strings.Repeat("0", r.N(25))+strconv.FormatUint(r.U64()>>r.N(60), 10)...)
	case 7:
		g.b = append(g.b, difftest.Pick(r, []string{"0", "-0", "0.0", "-1", "1e3", "1E-5", "255", "256", "1e400", "-128", "0e5", "1.5"})...)
	case 8:
		g.b = append(g.b, strconv.FormatUint(r.U64()>>r.N(64), 10)+"."+strconv.FormatUint(r.U64()>>r.N(64), 10)...)
	}
}

func (g *arrayGen) any(depth int) {
	r := g.r
	if len(g.b) > g.budget || depth > 6 {
		g.b = append(g.b, difftest.Pick(r, []string{"1", "null", `""`, "[]", "{}"})...)
		return
	}
	switch r.N(7) {
	case 0:
		g.list(g.length(16), func(int) { g.any(depth + 1) })
	case 1:
		g.object(g.r.N(6), func(i int) string { return "key" + strconv.Itoa(i) }, func(int) { g.any(depth + 1) })
	case 2, 3:
		g.str()
	case 4, 5:
		g.num()
	default:
		g.b = append(g.b, difftest.Pick(r, []string{"true", "false", "null"})...)
	}
}

func (g *arrayGen) list(n int, elem func(i int)) {
	g.b = append(g.b, '[')
	for i := range n {
		if i > 0 {
			g.b = append(g.b, ',')
			if len(g.b) > g.budget {
				g.b = append(g.b, "null"...)
				break
			}
		}
		g.space()
		elem(i)
		g.space()
	}
	g.b = append(g.b, ']')
}

func (g *arrayGen) object(n int, name func(i int) string, value func(i int)) {
	g.b = append(g.b, '{')
	for i := range n {
		if i > 0 {
			g.b = append(g.b, ',')
		}
		g.space()
		g.name(name(i))
		g.b = append(g.b, ':')
		g.space()
		value(i)
		if len(g.b) > g.budget {
			break
		}
	}
	g.b = append(g.b, '}')
}

func (g *arrayGen) value(t reflect.Type, depth int) {
	r := g.r
	if g.wrong > 0 && r.OneIn(g.wrong) {
		g.any(4)
		return
	}
	if len(g.b) > g.budget || depth > 12 {
		g.b = append(g.b, "null"...)
		return
	}
	switch t {
	case reflect.TypeFor[time.Time]():
		g.b = append(g.b, `"2024-02-29T12:34:56Z"`...)
		return
	case reflect.TypeFor[json.Number]():
		g.num()
		return
	case reflect.TypeFor[json.RawMessage](), reflect.TypeFor[difftest.Raw]():
		g.any(2)
		return
	case reflect.TypeFor[difftest.Text](), reflect.TypeFor[difftest.TextInt]():
		g.str()
		return
	case reflect.TypeFor[[]byte]():
		if r.OneIn(2) {
			g.b = append(g.b, `"aGVsbG8="`...)
			return
		}
	}
	switch t.Kind() {
	case reflect.Bool:
		g.b = append(g.b, difftest.Pick(r, []string{"true", "false"})...)
	case reflect.String:
		g.str()
	case reflect.Interface:
		if t.NumMethod() > 0 {
			g.b = append(g.b, "null"...)
			return
		}
		g.any(depth)
	case reflect.Pointer:
		if r.OneIn(6) {
			g.b = append(g.b, "null"...)
			return
		}
		g.value(t.Elem(), depth+1)
	case reflect.Slice:
		n := g.length(int(t.Elem().Size()))
		if t.Elem() == t {
			n = r.N(5)
			if depth == 0 {
				n = r.N(200)
			}
		}
		g.list(n, func(int) { g.value(t.Elem(), depth+1) })
	case reflect.Array:
		n := t.Len()
		if r.OneIn(6) {
			n = r.N(9)
		}
		g.list(min(n, 12), func(int) { g.value(t.Elem(), depth+1) })
	case reflect.Map:
		name := func(int) string { return "key" + strconv.Itoa(r.N(300)) }
		if t.Key().Kind() == reflect.Int {
			name = func(int) string { return strconv.Itoa(r.N(300)) }
		} else if t.Key().Kind() == reflect.Struct {
			name = func(int) string { return "a:" + strconv.Itoa(r.N(300)) }
		}
		n := g.length(100)
		if n > 8 && !r.OneIn(4) {
			n = 4
		}
		g.object(n, name, func(int) { g.value(t.Elem(), depth+1) })
	case reflect.Struct:
		n := t.NumField()
		from := 0
		if r.OneIn(8) {
			from = r.N(n + 1)
		}
		g.object(n-from, func(i int) string {
			f := t.Field(from + i)
			if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag != "" {
				return tag
			}
			return f.Name
		}, func(i int) {
			f := t.Field(from + i)
			if strings.HasSuffix(f.Tag.Get("json"), ",string") && !r.OneIn(10) {
				switch f.Type.Kind() {
				case reflect.Int, reflect.Int64, reflect.Int32, reflect.Uint8, reflect.Uint64, reflect.Float64, reflect.Float32:
					g.b = append(g.b, `"`+strconv.Itoa(r.N(99))+`"`...)
					return
				}
			}
			g.value(f.Type, depth+1)
		})
	default:
		g.num()
	}
}

func arrayDoc(r *difftest.Rand, t reflect.Type) []byte {
	g := arrayGen{r: r, budget: difftest.Pick(r, []int{200, 1000, 3000, 9000, 9000, 30_000, 80_000}), spaces: r.OneIn(3)}
	if r.OneIn(3) {
		g.wrong = difftest.Pick(r, []int{20, 300})
	}
	if r.OneIn(2) {
		g.escape = difftest.Pick(r, []int{3, 30})
	}
	g.value(t, 0)
	switch b := g.b; {
	case r.OneIn(8) && len(b) > 0:
		return b[:r.N(len(b))]
	case r.OneIn(8) && len(b) > 0:
		b[r.N(len(b))] = difftest.Pick(r, []byte(`{}[]:,"\x 0n`+"\xff\x00"))
	}
	return g.b
}

// extents collects the memory of what v leads to: slices with their capacity, and what
// pointers point to. No two of them overlap in a new value.
func extents(v reflect.Value, add func(from, n uintptr, t reflect.Type)) error {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && v.Type().Elem().Size() > 0 && v.Type() != reflect.TypeFor[*time.Location]() {
			add(v.Pointer(), v.Type().Elem().Size(), v.Type())
			return extents(v.Elem(), add)
		}
	case reflect.Interface:
		if !v.IsNil() {
			return extents(v.Elem(), add)
		}
	case reflect.Slice:
		size := v.Type().Elem().Size()
		if v.Cap() > 0 && size > 0 {
			add(v.Pointer(), uintptr(v.Cap())*size, v.Type())
			for i := v.Len(); i < v.Cap() && i < v.Len()+64; i++ {
				if !v.Slice3(0, v.Cap(), v.Cap()).Index(i).IsZero() {
					return fmt.Errorf("%v: element %d of %d, capacity %d, is not zero", v.Type(), i, v.Len(), v.Cap())
				}
			}
		}
		if v.Type().Elem().Kind() <= reflect.Complex128 {
			return nil
		}
		for i := range v.Len() {
			if err := extents(v.Index(i), add); err != nil {
				return err
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			if err := extents(v.Index(i), add); err != nil {
				return err
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if err := extents(it.Value(), add); err != nil {
				return err
			}
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			return nil
		}
		for i := range v.NumField() {
			if err := extents(v.Field(i), add); err != nil {
				return err
			}
		}
	}
	return nil
}

func disjoint(vs ...any) error {
	type extent struct {
		from, to uintptr
		t        reflect.Type
	}
	var all []extent
	for _, v := range vs {
		err := extents(reflect.ValueOf(v), func(from, n uintptr, t reflect.Type) {
			all = append(all, extent{from, from + n, t})
		})
		if err != nil {
			return err
		}
	}
	sort.Slice(all, func(i, j int) bool { return all[i].from < all[j].from })
	for i := 1; i < len(all); i++ {
		if p, q := all[i-1], all[i]; q.from < p.to {
			return fmt.Errorf("%v and %v share memory", p.t, q.t)
		}
	}
	runtime.KeepAlive(vs)
	return nil
}

type chunky struct {
	r    *difftest.Rand
	data []byte
	max  int
}

func (c *chunky) Read(p []byte) (int, error) {
	if len(c.data) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), 1+c.r.N(c.max))], c.data)
	c.data = c.data[n:]
	return n, nil
}

// TestArraysOfRandomTypes decodes documents with long arrays into random types: new variables, ones that
// hold an earlier result, and streams. Results that are kept must stay as they are, and
// share no memory.
func TestArraysOfRandomTypes(t *testing.T) {
	classic(t)
	def := uint64(400)
	if testing.Short() {
		def = 60
	}
	n, first := envUint(t, "SWARJSON_ARRAYS", def), envUint(t, "SWARJSON_SEED", 1)
	ref, sub := difftest.Std(), Subject()
	type pair struct{ want, got any }
	var kept []pair
	docs := 0
	failures := 0
	fail := func(seed uint64, typ reflect.Type, doc []byte, format string, args ...any) {
		t.Helper()
		text := fmt.Sprintf(format, args...)
		t.Errorf("seed %d, %.300v: %.600s\n%.300q", seed, typ, text, doc)
		if failures++; failures > 15 {
			t.Fatal("too many")
		}
	}
	for seed := first; seed < first+n; seed++ {
		r := difftest.NewRand(seed)
		typ := arrayType(r, r.Range(1, 4))
		if !r.OneIn(4) {
			typ = reflect.SliceOf(typ)
		}
		for range 8 {
			docs++
			doc := arrayDoc(r, typ)
			opt := difftest.Options{UseNumber: r.OneIn(8), DisallowUnknownFields: r.OneIn(8)}
			// A new variable.
			if err := difftest.Unmarshal(ref, sub, opt, doc, func() any { return reflect.New(typ).Interface() }); err != nil {
				fail(seed, typ, doc, "%v", err)
				continue
			}
			// One with contents.
			before := arrayDoc(r, typ)
			cut := r.N(3)
			mk := func() any {
				v := reflect.New(typ)
				_ = json.Unmarshal(before, v.Interface())
				if e := v.Elem(); cut > 0 && e.Kind() == reflect.Slice && e.Len() > 0 {
					e.Set(e.Slice(0, e.Len()/(1<<cut)))
				}
				return v.Interface()
			}
			// (Reenter decodes by the package that was last under test, whose capacities are its own.)
			if strings.Contains(typ.String(), "Reenter") {
				before = nil
			}
			if err := difftest.Unmarshal(ref, sub, opt, doc, mk); err != nil {
				fail(seed, typ, doc, "into the result of %.200q, cut %d: %v", before, cut, err)
				continue
			}
			// Kept, and beside others.
			want, got := reflect.New(typ).Interface(), reflect.New(typ).Interface()
			_ = ref.Unmarshal(difftest.Options{}, doc, want)
			_ = sub.Unmarshal(difftest.Options{}, doc, got)
			kept = append(kept, pair{want, got})
			// A stream.
			whole := bytes.Join([][]byte{doc, before, doc}, []byte("\n"))
			size := difftest.Pick(r, []int{1, 7, 100, 1000, 5000, 70_000})
			if len(whole) > 3000 {
				size = max(size, 500)
			}
			ds := json.NewDecoder(&chunky{difftest.NewRand(seed), whole, size})
			dg := decoder.NewDecoder(&chunky{difftest.NewRand(seed), whole, size})
			for i := range 4 {
				want, got := reflect.New(typ).Interface(), reflect.New(typ).Interface()
				ew, eg := ds.Decode(want), dg.Decode(got)
				if !reflect.DeepEqual(ew, eg) {
					fail(seed, typ, whole, "value %d of a stream, chunks of %d: want error %v, got %v", i, size, ew, eg)
					break
				}
				if !reflect.DeepEqual(want, got) {
					fail(seed, typ, whole, "value %d of a stream, chunks of %d (error %v) differs", i, size, ew)
					break
				}
				if ds.InputOffset() != dg.InputOffset() {
					fail(seed, typ, whole, "value %d of a stream: want offset %d, got %d", i, ds.InputOffset(), dg.InputOffset())
				}
				kept = append(kept, pair{want, got})
				if ew != nil {
					if _, ok := ew.(*json.UnmarshalTypeError); !ok {
						break
					}
				}
			}
		}
		if len(kept) > 100 {
			var all []any
			for _, k := range kept {
				if !reflect.DeepEqual(k.want, k.got) {
					fail(seed, reflect.TypeOf(k.got), nil, "a kept result has changed")
				}
				all = append(all, k.got)
			}
			if err := disjoint(all...); err != nil {
				fail(seed, nil, nil, "%v", err)
			}
			kept = kept[:0]
		}
	}
	t.Logf("%d documents of %d types", docs, n)
}
