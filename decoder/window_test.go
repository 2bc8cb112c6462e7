package decoder

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// TestLimitsOfPositions lowers the limits that only documents of gigabytes reach, and
// compares with encoding/json: position 0 moves, and a token is too long.
func TestLimitsOfPositions(t *testing.T) {
	needClassic(t)
	defer func(r int, l uint64) { rebaseAt, longestToken = r, l }(rebaseAt, longestToken)
	rebaseAt, longestToken = 40<<10, 100<<10

	var doc strings.Builder
	doc.WriteString("[")
	for i := range 6000 {
		fmt.Fprintf(&doc, `{"id":%d,"name":"n\u00e9 %s","tags":["a","b\\"],"x":-1.5e%d}, `, i, strings.Repeat("y", i%300), i%30)
	}
	records := doc.String() + `{"id":"wrong"}]`
	long := `{"a":[1,"` + strings.Repeat(`x\n`, 80<<10) + `",2],"b":3}`
	type record struct {
		ID   int
		Name string
		Tags []string
		X    float64
	}
	for name, doc := range map[string]string{
		"records": records, "cut records": records[:len(records)-1], "broken records": strings.Replace(records, `"id":5000,`, `"id":5000;`, 1),
		"long": long, "cut long": long[:len(long)-1], "broken long": strings.Replace(long, `,2]`, `,02]`, 1), "bad escape": strings.Replace(long, `x\n"`, `x\q"`, 1),
	} {
		for _, target := range []func() any{
			func() any { return new(any) },
			func() any { return new([]record) },
			func() any { return new(map[string]json.RawMessage) },
		} {
			want, got := target(), target()
			wantErr, gotErr := json.Unmarshal([]byte(doc), want), Unmarshal([]byte(doc), got)
			if !reflect.DeepEqual(want, got) || !reflect.DeepEqual(wantErr, gotErr) {
				t.Errorf("%s into %T: got %v, want %v; values are equal: %v", name, got, gotErr, wantErr, reflect.DeepEqual(want, got))
			}
		}
		if got, want := Valid([]byte(doc)), json.Valid([]byte(doc)); got != want {
			t.Errorf("%s: Valid is %v, want %v", name, got, want)
		}
	}
	var v any
	if err := (Options{UseNumber: true}).Unmarshal([]byte(long), &v); !errors.Is(err, errLongToken) || v != nil {
		t.Errorf("with options: got %v, %v", err, v)
	}
}
