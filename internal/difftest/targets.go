package difftest

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"sync"
	"time"
)

// A Target is a type to decode into.
type Target struct {
	Name string
	Type reflect.Type
	// touch fills what reflect cannot: unexported fields, cycles, aliases.
	touch func(v any, r *Rand)
}

// Make returns a pointer to a new value of the type: the zero value for fill 0,
// else contents that depend on the number alone.
func (t Target) Make(fill uint64) any {
	p := reflect.New(t.Type)
	if fill != 0 {
		r := NewRand(fill)
		f := filler{r: r, budget: 60}
		f.fill(p.Elem(), 0)
		if t.touch != nil {
			t.touch(p.Interface(), r)
		}
	}
	return p.Interface()
}

// Lookup finds a target by its name.
func Lookup(name string) (Target, bool) {
	i := slices.IndexFunc(Targets(), func(t Target) bool { return t.Name == name })
	if i < 0 {
		return Target{}, false
	}
	return Targets()[i], true
}

func of[T any](name string) Target { return Target{Name: name, Type: reflect.TypeFor[T]()} }

func touched[T any](name string, f func(v *T, r *Rand)) Target {
	return Target{name, reflect.TypeFor[T](), func(v any, r *Rand) { f(v.(*T), r) }}
}

// Targets returns the registry: types built by hand, and by reflect.StructOf.
var Targets = sync.OnceValue(func() []Target {
	ts := []Target{
		of[any]("any"),
		of[bool]("bool"),
		of[int]("int"),
		of[int8]("int8"),
		of[int64]("int64"),
		of[uint]("uint"),
		of[uint8]("uint8"),
		of[uint64]("uint64"),
		of[uintptr]("uintptr"),
		of[float32]("float32"),
		of[float64]("float64"),
		of[string]("string"),
		of[[]byte]("[]byte"),
		of[json.Number]("Number"),
		of[json.RawMessage]("RawMessage"),
		of[*int]("*int"),
		of[***string]("***string"),
		of[*any]("*any"),
		of[MyString]("MyString"),
		of[MyInt8]("MyInt8"),
		of[MyByteS]("[]MyByte"),
		of[MyAny]("MyAny"),
		of[Namer]("Namer"),
		of[[]any]("[]any"),
		of[[]int]("[]int"),
		of[[]string]("[]string"),
		of[[]float64]("[]float64"),
		of[[]float32]("[]float32"),
		of[[]bool]("[]bool"),
		of[[][]int]("[][]int"),
		of[[]*int]("[]*int"),
		of[[]uint64]("[]uint64"),
		of[[]int8]("[]int8"),
		of[[]Small]("[]Small"),
		of[[]*Small]("[]*Small"),
		of[[]struct{}]("[]struct{}"),
		of[[0]int]("[0]int"),
		of[[3]int]("[3]int"),
		of[[2]any]("[2]any"),
		of[[2][]Small]("[2][]Small"),
		of[map[string]any]("map[string]any"),
		of[map[string]int]("map[string]int"),
		of[map[string]string]("map[string]string"),
		of[map[string]*Small]("map[string]*Small"),
		of[map[string][]int]("map[string][]int"),
		of[map[int8]string]("map[int8]string"),
		of[map[uint64]any]("map[uint64]any"),
		of[map[float64]int]("map[float64]int"),
		of[map[TextStruct]TextInt]("map[TextStruct]TextInt"),
		of[map[MyString]map[MyInt]MyBool]("map[MyString]map[MyInt]MyBool"),
		of[map[string]json.RawMessage]("map[string]RawMessage"),
		of[Scalars]("Scalars"),
		of[NamedScalars]("NamedScalars"),
		of[Pointers]("Pointers"),
		of[Small]("Small"),
		of[*Small]("*Small"),
		of[struct{}]("struct{}"),
		of[Quoted]("Quoted"),
		of[Folding]("Folding"),
		touched("Emb", func(v *Emb, r *Rand) { v.hidden = hidden{r.N(9), r.N(9), "deep"} }),
		touched("EmbHidden", func(v *EmbHidden, r *Rand) {
			if r.OneIn(2) {
				v.hidden = &hidden{r.N(9), r.N(9), "deep"}
			}
		}),
		touched("EmbHiddenMid", func(v *EmbHiddenMid, r *Rand) {
			v.Held = r.N(9)
			if r.OneIn(2) {
				v.holder.hidden = &hidden{r.N(9), r.N(9), "deep"}
			}
		}),
		of[Mid]("Mid"),
		of[Ambig]("Ambig"),
		of[Tagged]("Tagged"),
		of[EmbMethods]("EmbMethods"),
		of[EmbText]("EmbText"),
		of[EmbTime]("EmbTime"),
		of[EmbIface]("EmbIface"),
		of[Tree]("Tree"),
		touched("List", func(v *List, r *Rand) {
			if r.OneIn(3) { // a circle
				v.Next = &List{N: 1, Next: v}
			}
		}),
		of[RecSlice]("RecSlice"), // one that holds itself makes encoding/json panic
		of[RecMap]("RecMap"),
		of[EmbRec]("EmbRec"),
		of[MutualA]("MutualA"),
		of[Slices]("Slices"),
		of[Arrays]("Arrays"),
		of[Maps]("Maps"),
		touched("Ifaces", func(v *Ifaces, r *Rand) {
			// Two that point to each other would keep encoding/json busy for ever.
			switch r.N(6) {
			case 0:
				v.A = &v.A // points to itself
			case 1:
				v.A, v.B = &v.B, v.A
			case 2:
				v.A = &v.N
			case 3:
				v.P = &v.B
			case 4:
				p := new(int)
				v.A, v.B = p, &p
			}
		}),
		of[Users]("Users"),
		of[Raw]("Raw"),
		of[*Raw]("*Raw"),
		of[Picky]("Picky"),
		of[ValueRaw]("ValueRaw"),
		of[Text]("Text"),
		of[TextInt]("TextInt"),
		of[Both]("Both"),
		of[Reenter]("Reenter"),
		of[[]Raw]("[]Raw"),
		of[map[string]Raw]("map[string]Raw"),
		of[StdTypes]("StdTypes"),
		of[time.Time]("time.Time"),
		of[[]time.Time]("[]time.Time"),
		of[big.Int]("big.Int"),
		of[netip.Addr]("netip.Addr"),
		of[url.URL]("url.URL"),
		of[Wide]("Wide"),
		of[[]Tweet]("[]Tweet"),
		of[Geo]("Geo"),
		touched("Unexported", func(v *Unexported, r *Rand) {
			v.b, v.c, v.e = r.N(9), new(int), []int{1, 2}
		}),
	}
	for i := range 12 {
		ts = append(ts, Target{Name: fmt.Sprintf("StructOf%d", i), Type: structOf(NewRand(uint64(i) + 1))})
	}
	return ts
})

// structOf builds a struct type at random: field types of the pool below, names
// that fold onto each other, tags of every sort.
func structOf(r *Rand) reflect.Type {
	pool := []reflect.Type{
		reflect.TypeFor[int](), reflect.TypeFor[int32](), reflect.TypeFor[uint16](), reflect.TypeFor[string](),
		reflect.TypeFor[float64](), reflect.TypeFor[float32](), reflect.TypeFor[bool](), reflect.TypeFor[any](),
		reflect.TypeFor[*int](), reflect.TypeFor[*string](), reflect.TypeFor[[]int](), reflect.TypeFor[[]string](),
		reflect.TypeFor[[]byte](), reflect.TypeFor[map[string]int](), reflect.TypeFor[map[string]any](),
		reflect.TypeFor[Small](), reflect.TypeFor[*Small](), reflect.TypeFor[[]Small](), reflect.TypeFor[json.Number](),
		reflect.TypeFor[json.RawMessage](), reflect.TypeFor[time.Time](), reflect.TypeFor[[2]int](), reflect.TypeFor[Text](),
		reflect.TypeFor[Raw](), reflect.TypeFor[MyString](), reflect.TypeFor[[3]*bool](), reflect.TypeFor[**uint8](),
	}
	names := []string{"A", "B", "Ab", "AB", "Key", "KEY", "Value", "Ks", "Id", "ID", "Name", "X1", "X2", "Long" + "Name0123456789abcdef"}
	tags := []string{"", "", "", "", "%s", "%s,omitempty", ",string", "-", "k", "\u212aey", "%s,string", "a.b", ",omitzero"}
	var fields []reflect.StructField
	used := map[string]bool{}
	for range r.Range(1, 24) {
		name := Pick(r, names)
		if r.OneIn(3) {
			name += fmt.Sprint(r.N(30))
		}
		if used[name] {
			continue
		}
		used[name] = true
		t := Pick(r, pool)
		if r.OneIn(10) {
			t = structOf2(r, pool, tags)
		}
		if r.OneIn(8) {
			t = reflect.SliceOf(t)
		}
		f := reflect.StructField{Name: name, Type: t}
		if tag := Pick(r, tags); tag != "" {
			if len(tag) > 2 && tag[:2] == "%s" {
				tag = fmt.Sprintf(tag, string(rune('a'+r.N(26)))+name)
			}
			f.Tag = reflect.StructTag(fmt.Sprintf("json:%q", tag))
		}
		fields = append(fields, f)
	}
	return reflect.StructOf(fields)
}

// structOf2 builds a small struct for a field of another one.
func structOf2(r *Rand, pool []reflect.Type, tags []string) reflect.Type {
	var fields []reflect.StructField
	for i := range r.Range(1, 5) {
		f := reflect.StructField{Name: fmt.Sprintf("%c%d", 'A'+r.N(26), i), Type: Pick(r, pool)}
		if tag := Pick(r, tags); tag == ",string" || tag == "-" || tag == "k" {
			f.Tag = reflect.StructTag(fmt.Sprintf("json:%q", tag))
		}
		fields = append(fields, f)
	}
	return reflect.StructOf(fields)
}

// MustTarget is Lookup for a name that is known to exist.
func MustTarget(name string) Target {
	t, ok := Lookup(name)
	if !ok {
		panic("difftest: no target named " + name)
	}
	return t
}
