package fuzz

import (
	"encoding/json"
	"strings"
	"testing"

	"swarjson/internal/difftest"
)

func TestInterfacesAndPointers(t *testing.T) {
	docs := []string{`null`, `1`, `"x"`, `true`, `[]`, `[1,2]`, `{}`, `{"a":1}`, `{"b":"y"}`, `{"a":"bad","b":"y"}`, `{"N":"z"}`, `1e999`, `[1e999]`, `{"a":1e999}`, `{"a":`, `"\ud800"`}
	hold := func(v func() any) row { return with(func() any { x := v(); return &x }, docs...) }
	runTable(t, []row{
		zero[any](docs...), zero[*any](docs...), zero[**any](docs...), zero[difftest.MyAny](docs...), zero[[]any](docs...), zero[map[string]any](docs...), zero[difftest.Namer](docs...), zero[[]difftest.Namer](`[null]`, `[1]`, `[{}]`), zero[map[string]error](`{"a":null}`, `{"a":1}`),
		hold(func() any { return 1 }), hold(func() any { return "s" }), hold(func() any { return ptr(1) }), hold(func() any { return ptr(ptr(1)) }), hold(func() any { return ptr((*int)(nil)) }), hold(func() any { return (*int)(nil) }), hold(func() any { return ptr("s") }),
		hold(func() any { return &difftest.Small{A: 1, B: "o"} }), hold(func() any { return difftest.Small{A: 1} }), hold(func() any { return ptr(&difftest.Small{A: 1}) }), hold(func() any { return ptr(any(&difftest.Small{A: 1})) }), hold(func() any { return ptr(any(nil)) }), hold(func() any { return ptr(any(5)) }),
		hold(func() any { return map[string]any{"a": 5, "z": 6} }), hold(func() any { return &map[string]any{"a": 5, "z": 6} }), hold(func() any { return &map[string]int{"a": 5} }), hold(func() any { return []any{1, 2, 3} }), hold(func() any { return &[]any{1, 2, 3} }), hold(func() any { return &[]int{1, 2, 3} }), hold(func() any { return &[3]int{1, 2, 3} }),
		hold(func() any { return &difftest.Raw{} }), hold(func() any { return &difftest.Text{} }), hold(func() any { return difftest.Raw{} }), hold(func() any { return new(difftest.Picky) }), hold(func() any { return difftest.ValueRaw{} }), hold(func() any { return &difftest.ValueRaw{} }), hold(func() any { return (*difftest.Raw)(nil) }), hold(func() any { return ptr(&difftest.Raw{}) }),
		hold(func() any { return ptr(json.Number("1")) }), hold(func() any { return ptr(json.RawMessage("1")) }), hold(func() any { return new(chan int) }), hold(func() any { return new(func()) }),
		hold(func() any { var x any; x = &x; return x }), hold(func() any { var x any; x = &x; return &x }),
		with(func() any { var x any; x = &x; return x }, docs...),
		with(func() any { var x difftest.Namer = &difftest.Named{N: "o"}; return &x }, docs...), with(func() any { var x difftest.Namer = &difftest.NamedJSON{N: "o"}; return &x }, docs...), with(func() any { var x difftest.Namer = (*difftest.Named)(nil); return &x }, docs...),
		with(func() any {
			n := &difftest.Named{N: "o"}
			n.Next = n
			return n
		}, `{"Next":{"N":"self"}}`, `{"Next":{"Next":{"Next":null}}}`, `{"Next":1}`, `{"N":1,"Next":{"N":2}}`),
		with(func() any { var x error = json.Unmarshal([]byte("x"), new(int)); return &x }, `null`, `1`, `{"Offset":5}`),
		zero[*int](docs...), zero[**int](docs...), zero[***difftest.Small](docs...), zero[*difftest.Small](docs...), zero[*[]int](docs...), zero[*map[string]int](docs...), zero[difftest.MyPtr](docs...), zero[difftest.RecPtr](`null`, `nul`, ``),
		with(func() any { p := ptr(7); return &p }, docs...), with(func() any { p := ptr(ptr(7)); return &p }, docs...), with(func() any { s := &difftest.Small{A: 1, C: &difftest.Small{B: "deep"}}; return &s }, `{"a":5,"c":{"a":6}}`, `{"c":null}`, `null`, `{"c":{"c":{"b":"new"}}}`, `1`),
		with(func() any { // one object reached over two ways
			s := &difftest.Small{A: 1}
			s.C = s
			return s
		}, `{"a":2,"c":{"b":"x","a":3}}`, `{"c":null}`, `{"c":{"c":{"c":{"a":"bad"}}}}`),
		with(func() any {
			p := ptr(1)
			return &[]*int{p, p, p}
		}, `[1,2,3]`, `[null,2]`, `["x",3]`),
		zero[difftest.Pointers](`{"Bool":true,"Int":1,"Int8":2,"Uint":3,"F32":1.5,"F64":2.5,"Str":"s","StrP":"t","Slice":[1],"SliceP":[1,null],"Map":{"a":1,"b":null},"Array":[1],"Any":1,"AnyP":{},"Struct":{"a":1},"SP":{"a":2},"Raw":[ 1 ],"Num":5,"Bytes":"AQID"}`,
			`{"Bool":1,"Int":"x","Int8":300,"Uint":-1,"F32":1e39,"F64":"x","Str":1,"StrP":{},"Slice":{},"SliceP":1,"Map":[],"Array":{},"Struct":[],"Num":"x","Bytes":"*","Iface":{}}`,
			`{"Bool":null,"Int":null,"Int8":null,"Raw":null,"Num":null,"Any":null,"AnyP":null,"Iface":null,"Bytes":null}`),
		zero[difftest.List](`{"n":1,"next":{"n":2,"next":{"n":3,"next":null}}}`, `{"next":{"next":{"n":"bad"}}}`, strings.Repeat(`{"next":`, 9999)+`{}`+strings.Repeat(`}`, 9999), strings.Repeat(`{"next":`, 10000)+`{}`+strings.Repeat(`}`, 10000)),
		zero[difftest.Tree](`{"V":1,"kids":[{"V":2,"kids":[]},{"up":{"V":3}}],"by_id":{"a":{"V":4},"b":{"by_id":{}}}}`, `{"kids":[{"kids":[{"V":"bad"}]}]}`, `{"by_id":{"x":{"kids":{"a":1}}}}`),
		zero[difftest.MutualA](`{"B":{"A":{"M":{"x":{"I":1}}},"Any":{"I":2}},"S":[{"A":{"M":null}}],"I":5}`, `{"B":{"A":{"M":{"x":{"I":"bad"}}}}}`),
		zero[difftest.Ifaces](`{"A":1,"B":[1,{"x":2}],"N":null,"E":null,"P":5,"S":[1],"M":{"a":1}}`, `{"N":1}`, `{"N":{}}`, `{"E":"x"}`, `{"E":[]}`),
	})
}

func TestInvalidTargets(t *testing.T) {
	classic(t)
	ref, sub := difftest.Std(), Subject()
	targets := map[string]func() any{
		"nil":             func() any { return nil },
		"int":             func() any { return 1 },
		"struct":          func() any { return difftest.Small{} },
		"map":             func() any { return map[string]int{"a": 1} },
		"nil map":         func() any { return map[string]int(nil) },
		"slice":           func() any { return []int{1} },
		"func":            func() any { return func() {} },
		"nil *int":        func() any { return (*int)(nil) },
		"nil *Small":      func() any { return (*difftest.Small)(nil) },
		"nil *Raw":        func() any { return (*difftest.Raw)(nil) },
		"ValueRaw":        func() any { return difftest.ValueRaw{} },
		"nil **int":       func() any { return (**int)(nil) },
		"string":          func() any { return "x" },
		"nil *any":        func() any { return (*any)(nil) },
		"nil *RawMessage": func() any { return (*json.RawMessage)(nil) },
		"RawMessage":      func() any { return json.RawMessage("x") },
		"nil chan":        func() any { return (chan int)(nil) },
		"named ptr":       func() any { return difftest.MyPtr(nil) },
		"MyPtr":           func() any { return difftest.MyPtr(ptr(1)) },
		"error":           func() any { return error(nil) },
		"array":           func() any { return [2]int{} },
		"struct{}":        func() any { return struct{}{} },
	}
	for name, mk := range targets {
		if name == "func" { // not comparable from call to call
			f := mk()
			mk = func() any { return f }
		}
		for _, doc := range []string{``, `1`, `{}`, `null`, `{"a":1}`, `x`, `[1`, `"a" `} {
			if err := difftest.Unmarshal(ref, sub, difftest.Options{}, []byte(doc), mk); err != nil {
				t.Errorf("Unmarshal(%q) into %s: %v", doc, name, err)
			}
			s := difftest.Script{Doc: []byte(doc + " 5"), Steps: []difftest.Step{{Op: difftest.OpDecode, Make: mk}, {Op: difftest.OpDecode, Target: "any"}, {Op: difftest.OpDecode, Target: "any"}}}
			if err := s.Run(ref, sub); err != nil {
				t.Errorf("Decode(%q) into %s: %v", doc, name, err)
			}
		}
	}
}

// TestNilInput is about a document that is nil, not empty.
func TestNilInput(t *testing.T) {
	classic(t)
	if Subject().Valid(nil) {
		t.Error("Valid(nil)")
	}
	for _, v := range []any{new(any), new(int), new(difftest.Small), nil, new(difftest.Raw)} {
		if a, b := json.Unmarshal(nil, v), Subject().Unmarshal(noOptions, nil, v); !sameError(a, b) {
			t.Errorf("%T: want %v, got %v", v, a, b)
		}
	}
}

func TestUserMethods(t *testing.T) {
	docs := []string{`null`, ` null `, `1`, ` 1 `, `"x"`, `"bad"`, `"bad text"`, `"b\u0061d"`, `true`, `[]`, `[ 1 , 2 ]`, `{}`, ` { "a" : [ 1 ] } `, `"panic"`, `"panic error"`, `"type error"`, `"type error with field"`, `"wrapped type error"`, `"syntax error"`, `""`, `"\ud800"`, "\"\xff\"", `{"a":`, `[1,`, `x`, `1x`, `"a`, `1e999`, `"00ff10aB"`, `{"A":1,"B":[{"A":2},{"A":"bad"}]}`}
	var nested []string
	for _, d := range docs {
		nested = append(nested, `{"before":1,"F":`+d+`,"After":"y","G":`+d+`}`, `{"After":5,"F":`+d+`}`, `[`+d+`,`+d+`]`, `{"k":`+d+`,"l":1}`)
	}
	type in[T any] struct {
		F     T
		After string
		G     *T
	}
	runTable(t, []row{
		zero[difftest.Raw](docs...), zero[*difftest.Raw](docs...), zero[**difftest.Raw](docs...), zero[difftest.Picky](docs...), zero[*difftest.Picky](docs...), zero[difftest.ValueRaw](docs...), zero[*difftest.ValueRaw](docs...), zero[difftest.Text](docs...), zero[*difftest.Text](docs...), zero[difftest.TextInt](docs...), zero[difftest.TextString](docs...), zero[difftest.TextValue](docs...), zero[difftest.TextStruct](docs...), zero[difftest.ID](docs...), zero[difftest.Both](docs...), zero[difftest.Reenter](docs...), zero[difftest.NamedJSON](docs...), zero[difftest.RawBool](docs...), zero[difftest.RawByte](docs...),
		with(func() any { return &difftest.Raw{Got: []string{"o"}} }, docs...), with(func() any { p := &difftest.Raw{Got: []string{"o"}}; return &p }, docs...), with(func() any { return &difftest.ValueRaw{"k": "v"} }, docs...), with(func() any { return &difftest.TextValue{P: ptr("o")} }, docs...), with(func() any { return &difftest.Reenter{A: 5, B: []difftest.Reenter{{A: 1}}} }, docs...),
		zero[in[difftest.Raw]](nested...), zero[in[difftest.Picky]](nested...), zero[in[difftest.Text]](nested...), zero[in[difftest.TextInt]](nested...), zero[in[difftest.ValueRaw]](nested...), zero[in[difftest.ID]](nested...), zero[in[difftest.Both]](nested...), zero[in[*difftest.Raw]](nested...), zero[in[any]](nested...), zero[in[json.RawMessage]](nested...), zero[in[difftest.TextValue]](nested...), zero[in[difftest.Reenter]](nested...), zero[in[[]difftest.Picky]](nested...), zero[in[map[string]difftest.Picky]](nested...),
		zero[[]difftest.Raw](nested...), zero[[]difftest.Picky](nested...), zero[[]*difftest.Text](nested...), zero[map[string]difftest.Raw](nested...), zero[map[string]*difftest.Picky](nested...), zero[map[string]difftest.Text](nested...), zero[[2]difftest.Text](nested...), zero[[1]difftest.Raw](nested...),
		zero[struct {
			A []struct{ P difftest.Picky }
			M map[string]struct{ P *difftest.Picky }
		}](`{"A":[{"P":"type error"}]}`, `{"A":[{"P":1},{"P":"type error with field"}]}`, `{"M":{"k":{"P":"type error"}}}`, `{"M":{"k":{"P":"wrapped type error"}}}`, `{"A":[1,{"P":"other"}]}`, `{"A":[1,{"P":"syntax error"}]}`),
		zero[difftest.Users](`{"Raw":1,"RawP":null,"RawPP":null,"Raws":[null,1],"RawPs":[null,1],"RawM":{"a":null},"RawPM":{"a":null,"b":1},"Picky":null,"VRaw":1,"VRawP":{},"Text":"x","TextP":null,"Texts":["a",null],"TI":"abc","TS":"up","TV":"v","TVP":"v","ID":"00ff10aB","Both":"b","Re":{"A":1},"RB":"AQID","TB":"AQID","RBA":[1,2],"NJ":{},"Any":1,"RawMsg":[ 1 ],"RawMP":null}`),
	})
}

func TestStandardTypes(t *testing.T) {
	times := []string{`"2024-02-29T12:34:56Z"`, `"2024-02-29T12:34:56.123456789Z"`, `"2024-02-29T12:34:56.1234567891Z"`, `"2024-02-29T12:34:56+02:00"`, `"2024-02-29T12:34:56-23:59"`, `"2024-02-29T12:34:56+24:00"`, `"2024-02-29T12:34:56+00:00"`, `"2024-02-29T12:34:56-00:00"`, `"2023-02-29T12:34:56Z"`, `"2024-13-01T00:00:00Z"`, `"2024-00-01T00:00:00Z"`, `"2024-01-32T00:00:00Z"`, `"2024-01-01T24:00:00Z"`, `"2024-01-01T23:60:00Z"`, `"2024-01-01T23:59:60Z"`,
		`"2024-01-01t00:00:00z"`, `"2024-01-01 00:00:00Z"`, `"2024-01-01T0:00:00Z"`, `"2024-01-01T00:00:00,5Z"`, `"2024-01-01T00:00:00.Z"`, `"2024-01-01T00:00:00"`, `"2024-01-01"`, `"24-01-01T00:00:00Z"`, `"10000-01-01T00:00:00Z"`, `"0000-01-01T00:00:00Z"`, `"-001-01-01T00:00:00Z"`, `""`, `" 2024-01-01T00:00:00Z"`, `"2024-01-01T00:00:00Z "`, `"2024-01-01T00:00:00ZZ"`, `"2024-01-01T00:00:00+2:00"`, `"2024-01-01T00:00:00+0200"`, `"\u00324-01-01T00:00:00Z"`, `"\u0032024-01-01T00:00:00Z"`, "\"2024-01-01T00:00:00\xff\"", `null`, `1`, `true`, `[]`, `{}`, `"2024-01-01T00:00:00Z`, `"2024-06-01T12:00:00+02:00"`, `"2024-06-01T12:00:00.000+05:30"`, `"0001-01-01T00:00:00Z"`, `"9999-12-31T23:59:59.999999999Z"`}
	var inStruct []string
	for _, d := range times {
		inStruct = append(inStruct, `{"T":`+d+`,"P":`+d+`,"After":1}`)
	}
	nums := []string{`0`, `-1`, `-0`, `123456789012345678901234567890`, `1.5`, `1e3`, `"1"`, `"x"`, `"0x10"`, `""`, `null`, `true`, `[]`, `{}`, `" 1"`, `"1_000"`, `"\u0031"`, `1x`, `"inf"`, `"1/3"`, `"-0"`, `"1e1000000"`}
	addrs := []string{`"1.2.3.4"`, `"::1"`, `"fe80::1%eth0"`, `""`, `"1.2.3"`, `"1.2.3.4.5"`, `"01.2.3.4"`, `"::ffff:1.2.3.4"`, `"x"`, `null`, `1`, `[]`, `{}`, `"\u0031.2.3.4"`, "\"\xff\"", `"1.2.3.4:80"`, `"1.2.3.0/24"`, `"1.2.3.4/33"`, `"[::1]:80"`}
	std := func(field string, docs []string) []string {
		var out []string
		for _, d := range docs {
			out = append(out, `{"`+field+`":`+d+`,"Month":3}`)
		}
		return out
	}
	st := func(field string, docs []string) row { return zero[difftest.StdTypes](std(field, docs)...) }
	runTable(t, []row{
		st("Time", times), st("TimeP", times), st("Int", nums), st("IntP", nums), st("Float", nums), st("FltP", nums), st("Rat", nums), st("Addr", addrs), st("Port", addrs), st("Pref", addrs), st("IP", addrs),
		zero[struct {
			T     timeT
			P     *timeT
			After int
		}](inStruct...),
		zero[difftest.StdTypes](`{"Dur":5,"Month":2}`, `{"Dur":"5s"}`, `{"URL":{"Scheme":"http","Host":"x","User":{}}}`, `{"URL":"http://x"}`, `{"URLP":{"Path":"/p"}}`, `{"NStr":{"String":"x","Valid":true}}`, `{"NStr":null}`, `{"NStr":"x"}`, `{"NInt":{"Int64":5,"valid":true}}`, `{"NTime":{"Time":"2024-02-29T12:34:56Z","Valid":true}}`, `{"NTime":{"Time":"bad"}}`, `{"Net":{"IP":"1.2.3.4","Mask":"////AA=="}}`, `{"Mask":"////AA=="}`, `{"MAC":"AQIDBAUG"}`, `{"MAC":"01:02"}`, `{"Times":["2024-02-29T12:34:56Z",null,"bad"]}`),
		with(func() any { return difftest.MustTarget("StdTypes").Make(3) }, std("Time", times[:12])...),
		with(func() any { return difftest.MustTarget("StdTypes").Make(5) }, std("Int", nums)...),
	})
}
