//go:build linux

package fuzz

import (
	"reflect"
	"strings"
	"testing"

	"swarjson/decoder"
	"swarjson/internal/difftest"
)

// TestGuardsOfRandomTypes: documents for random types that end at a page that cannot be read, whole and
// cut off at their last bytes.
func TestGuardsOfRandomTypes(t *testing.T) {
	c := newCage(t, 96<<10)
	most := uint64(300)
	if testing.Short() {
		most = 40
	}
	n, first := envUint(t, "SWARJSON_ARRAYS", most), envUint(t, "SWARJSON_SEED", 1)
	bad := map[reflect.Type]bool{}
	docs := 0
	for seed := first; seed < first+n; seed++ {
		r := difftest.NewRand(seed)
		typ := arrayType(r, r.Range(1, 4))
		if !r.OneIn(3) {
			typ = reflect.SliceOf(typ)
		}
		if strings.Contains(typ.String(), "Reenter") {
			continue // needs difftest's help to decode
		}
		for range 6 {
			doc := arrayDoc(r, typ)
			if len(doc) > 90<<10 {
				continue
			}
			opt := decoder.Options{AliasInput: r.OneIn(4), UseNumber: r.OneIn(4)}
			for cut := 0; cut < 60 && cut < len(doc); cut++ {
				docs++
				b := c.last(doc[:len(doc)-cut])
				v := reflect.New(typ)
				if err := faults(func() { _ = opt.Unmarshal(b, v.Interface()) }); err != nil && !bad[typ] {
					bad[typ] = true
					t.Errorf("seed %d, %v, cut %d: %.2500v\n%q", seed, typ, cut, err, tail(b))
				}
			}
		}
	}
	t.Log(docs, "documents")
}

// TestGuardOfFloats: the last number of a short array, seven bytes before the end.
func TestGuardOfFloats(t *testing.T) {
	c := newCage(t, 4096)
	for n := 1; n <= 6; n++ {
		typ := reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.ArrayOf(n, reflect.TypeFor[float64]())}})
		for _, tail := range []string{"1]}", "12]}", "12345678", "1.5e3", "-", "1]", "0.5]}", "1]}}"} {
			doc := []byte(`{` + strings.Repeat(`"x":1,`, 200) + `"a":[` + strings.Repeat("1,", n-1) + tail)
			if err := faults(func() { _ = decoder.Unmarshal(c.last(doc), reflect.New(typ).Interface()) }); err != nil {
				t.Errorf("%d floats, %s: %.200v", n, tail, err)
			}
		}
	}
}
