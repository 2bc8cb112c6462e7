package fuzz

import (
	"encoding/json"
	"net/netip"
	"strings"
	"testing"

	"swarjson/internal/difftest"
)

func TestSlicesAndArrays(t *testing.T) {
	lists := []string{`[]`, `[ ]`, `[1]`, `[1,2]`, `[1,2,3]`, `[1,2,3,4,5,6,7,8,9]`, `null`, `[null]`, `[null,2]`, `[1,null]`, `["x"]`, `[1,"x",3]`, `[[]]`, `[{}]`, `{}`, `"x"`, `1`, `true`, `[1,`, `[1,]`, `[,1]`, `[1 2]`, `[1]]`, `[`, `]`, `[1e999,2]`, `[ 1 , 2 ]`, "[\n1\n,\n2\n]\n"}
	small := []string{`[{"a":1},{"b":"x"},{"c":{"a":2}}]`, `[{"a":9}]`, `[null,{"b":"y"}]`, `[]`, `[{},{},{},{},{}]`, `[{"a":"bad","b":"ok"},{"a":2}]`, `[1]`, `[{"c":null},{"c":{"b":"z"}}]`}
	// stale returns a slice whose elements beyond its length are not zero.
	stale := func() any {
		s := []difftest.Small{{A: 1, B: "a", C: &difftest.Small{A: 11}}, {A: 2, B: "b"}, {A: 3, B: "c", C: &difftest.Small{B: "deep"}}, {A: 4, B: "d"}}
		s = s[:1]
		return &s
	}
	stalePtr := func() any {
		p := &difftest.Small{A: 1, B: "shared"}
		s := []*difftest.Small{p, p, nil, {A: 7}, {B: "stale"}}
		s = s[:3]
		return &s
	}
	bytesDocs := []string{
		`""`, `"AQID"`, `"AQI="`, `"AQ=="`, `"AQ"`, `"AQI"`, `"A"`, `"===="`, `"AQ=A"`, `"AQID\n"`, `"AQ\r\nID"`, `"\nAQID"`, `"AQ\nI="`, `"AQI=\n"`, `"AQ ID"`, `" AQID"`, `"AQ\tID"`, `"-_-_"`, `"+/+/"`, `"+\/+\/"`, `"\u0041QID"`, "\"AQID\xff\"", `"é"`, `"AQIDBAUGBwgJCgsMDQ4PEA=="`,
		`"` + strings.Repeat("QUJD", 100) + `"`, `"` + strings.Repeat("QUJD", 100) + `*"`, `"` + strings.Repeat("QUJD\\n", 100) + `"`, `[]`, `[1,2,3]`, `[256]`, `[-1]`, `[1.5]`, `["a"]`, `[null]`, `null`, `1`, `true`, `{}`, `"AQID`, `"AQ==AQ=="`, `"\u0000"`,
	}
	runTable(t, []row{
		zero[[]int](lists...), zero[[]any](lists...), zero[[]*int](lists...), zero[[]string](lists...), zero[[]float64](lists...), zero[[]bool](lists...), zero[[]uint8](lists...), zero[[]struct{}](lists...), zero[*[]int](lists...), zero[[][]int](lists...), zero[difftest.MySlice](lists...), zero[[]json.RawMessage](lists...), zero[[]map[string]int](lists...),
		with(func() any { s := []int{7, 8, 9, 10}; s = s[:2]; return &s }, lists...),
		with(func() any { s := []int{}; return &s }, lists...),
		with(func() any { s := make([]int, 0, 8); return &s }, lists...),
		with(func() any { s := []any{1.0, &difftest.Small{A: 1}, nil, ptr(4)}; s = s[:3]; return &s }, append(lists, `[2,{"b":"into"},{"b":"new"},5]`, `[null,null,null,null]`)...),
		with(func() any { s := []*int{ptr(1), nil, ptr(3)}; return &s }, lists...),
		with(func() any { s := [][]int{{1, 2, 3}, nil, {}}; return &s }, `[[4],[5],[6,7]]`, `[null,null,null]`, `[[],[],[]]`, `[[1,2,3,4]]`),
		zero[[]difftest.Small](small...), with(stale, small...), with(stalePtr, small...), zero[[]*difftest.Small](small...), zero[[2]difftest.Small](small...), zero[[0]difftest.Small](small...), zero[[4]*difftest.Small](small...),
		zero[[3]int](lists...), zero[[0]int](lists...), zero[[1]string](lists...), zero[[2]any](lists...), zero[[2]*int](lists...), zero[[3]byte](bytesDocs...), zero[difftest.MyArray](lists...),
		with(func() any { return &[4]int{1, 2, 3, 4} }, lists...),
		with(func() any { return &[3]difftest.Small{{A: 1, B: "x"}, {A: 2, C: &difftest.Small{A: 3}}, {B: "tail"}} }, small...),
		with(func() any { return &[2]any{&difftest.Small{A: 1}, 5} }, `[{"b":"into"}]`, `[]`, `[null]`, `[1,2,3]`),
		with(func() any { return &[2][]int{{1, 2}, {3}} }, `[[9]]`, `[]`, `[[],[1,2,3]]`, `[null]`),
		with(func() any { return &[2]map[string]int{{"a": 1}, {"b": 2}} }, `[{"c":3}]`, `[]`, `[null,{"b":3}]`),
		zero[[2][2]int](`[[1,2],[3,4]]`, `[[1],[2,3,4]]`, `[[1,2]]`, `[[]]`, `[1]`), zero[[1000]int](`[1,2]`, `[`+strings.Repeat("1,", 1100)+`1]`),
		zero[[]byte](bytesDocs...), zero[difftest.MyBytes](bytesDocs...), zero[difftest.MyByteS](bytesDocs...), zero[[]difftest.MyUint8](bytesDocs...), zero[[]int8](bytesDocs...), zero[*[]byte](bytesDocs...), zero[[][]byte](`["AQID",null,"",[1],"*"]`, `"x"`),
		zero[[]difftest.RawByte](append(bytesDocs, `[1,22,"x"]`)...), zero[[]difftest.TextByte](append(bytesDocs, `["1","22"]`)...), zero[[3]difftest.RawByte](bytesDocs...),
		with(func() any { return ptr([]byte("old bytes")) }, bytesDocs...),
		with(func() any { return &struct{ A, B []byte }{[]byte("a"), []byte("b")} }, `{"A":"*","B":"AQID"}`, `{"A":null,"B":""}`, `{"A":[1,2],"B":[]}`, `{"A":"AQ","B":1}`),
		zero[difftest.RecSlice](`[]`, `[[]]`, `[[[]],[],null]`, `[1]`, `[{}]`, deepArray, `[`+deepArray+`]`),
		zero[difftest.RecMap](`{}`, `{"a":{}}`, `{"a":{"b":{}},"c":null}`, `{"a":1}`, strings.Repeat(`{"":`, 10000)+`{}`+strings.Repeat(`}`, 10000), strings.Repeat(`{"":`, 9999)+`{}`+strings.Repeat(`}`, 9999)),
		zero[difftest.Slices](`{"Ints":[1,"x",2],"Anys":[1,{"a":[]}],"Empty":[{},{"a":1},null],"Ifaces":[null,{"N":"x"}],"Nested":[[[1]],[],null],"Texts":["a","bad",1],"IDs":["00ff10aB","x",[1]]}`, `{"F32s":[0.1,1e39],"Uint16s":[65536,-1,1],"Int8s":[-129,5],"Bools":[true,0],"Nums":[1,"2","x"],"Raws":[ 1 , {} ],"Arrays":[[1],[1,2,3]],"Maps":[{"a":1},null]}`),
		zero[difftest.Arrays](`{"A0":[1],"A1":[1,2],"A3":[1],"Bytes":[1,2,3,4],"MyB":"AQID","Nest":[[1,2],[3]],"Strct":[{"a":1}],"Big":[1,300,3],"Sl":[[1]],"Maps":[{"a":1},{}]}`, `{"A3":null,"A1":{},"Bytes":"AQID"}`),
	})
}

func TestMaps(t *testing.T) {
	objs := []string{`{}`, `{ }`, `null`, `{"a":1}`, `{"a":1,"b":2}`, `{"a":null}`, `{"a":"x","b":3}`, `{"a":1,"a":2}`, `{"a":{}}`, `[]`, `"x"`, `1`, `true`, `{"a":1`, `{"a"}`, `{"a":}`, `{,}`, `{"a":1,}`, `{1:2}`, `{"":5}`, `{"é":1,"\u00e9":2}`, "{\"\xff\":1}", `{"a":[1]}`, ` { "a" : 1 , "b" : 2 } `}
	intKeys := []string{`{"0":1,"1":2,"-1":3}`, `{"127":1,"128":2,"-128":3,"-129":4}`, `{"255":1,"256":2}`, `{"65535":1,"65536":2}`, `{"4294967296":1}`, `{"9223372036854775807":1,"9223372036854775808":2,"-9223372036854775808":3,"-9223372036854775809":4}`, `{"18446744073709551615":1,"18446744073709551616":2}`, `{"01":1,"1":2}`, `{"+1":1}`, `{" 1":1}`, `{"1.0":1}`, `{"1e2":1}`, `{"":1}`, `{"x":1,"2":2}`,
		`{"-0":1}`, `{"0x1":1}`, `{"1_0":1}`, `{"\u0031":1}`, `{"1":"bad","x":"bad"}`, `{"x":"bad","1":"bad"}`, `{"a":{"b":1},"1":2}`, `{"x":[1,2`, `null`, `[]`, `{"１":1}`, "{\"1\xff\":1}", `{"000000000000000000000000001":5}`}
	textKeys := []string{`{"a:b":"1","c:d":2}`, `{"none":1,"a:b":2}`, `{"a:b":"x","a:b":"y"}`, `{"a\u003ab":1}`, "{\"a:\xff\":1}", `{"":1}`, `{}`, `null`, `{"bad":1}`, `{"good":5}`, `{"x":"bad","y":1}`, `{"00010203":"a","zz":"b"}`, `{"null":1}`, `{"1":1}`}
	runTable(t, []row{
		zero[map[string]int](objs...), zero[map[string]any](objs...), zero[map[string]string](objs...), zero[map[string]*int](objs...), zero[map[string]struct{}](objs...), zero[map[difftest.MyString]difftest.MyInt](objs...), zero[difftest.MyMap](objs...), zero[*map[string]int](objs...), zero[map[string]map[string]int](objs...), zero[map[string][]int](objs...), zero[map[string][1]int](objs...), zero[map[string]json.RawMessage](objs...), zero[map[string]bool](objs...), zero[map[string]float32](objs...),
		with(func() any { return &map[string]int{"a": 7, "z": 9} }, objs...),
		with(func() any { return &map[string]int{} }, objs...),
		with(func() any { return map[string]int{"a": 7} }, objs...), // not a pointer
		with(func() any { return &map[string]any{"a": &difftest.Small{A: 1}, "z": 9} }, `{"a":{"b":"x"}}`, `{"a":null}`, `{"z":1}`),
		with(func() any { return &map[string]*difftest.Small{"a": {A: 1}, "b": nil} }, `{"a":{"b":"x"},"b":{"a":1}}`, `{"a":null}`, `{"a":1}`, `{"a":{"a":"bad"}}`),
		with(func() any { return &map[string]difftest.Small{"a": {A: 1, B: "old"}} }, `{"a":{"b":"x"}}`, `{"a":null}`, `{"a":1}`, `{"a":{"a":"bad","b":"y"}}`, `{"a":{"a":1},"a":{"b":"y"}}`),
		with(func() any { return &map[string][]int{"a": {1, 2, 3}} }, `{"a":[9]}`, `{"a":null}`, `{"a":[]}`, `{"a":[1],"a":[2,3]}`, `{"a":[1,2,3],"b":[null,null],"c":[4]}`),
		with(func() any { return &map[string]map[string]int{"a": {"x": 1}} }, `{"a":{"y":2}}`, `{"a":null}`, `{"b":{}}`),
		zero[map[string]difftest.Small](`{"a":{"a":1,"b":"x"},"b":{"b":"y"},"c":null,"d":{}}`, `{"a":{"c":{"a":1}},"b":{}}`, `{"a":{"a":1},"b":5,"c":{"b":"z"}}`), zero[map[string][2]int](`{"a":[1,2],"b":[3],"c":null,"d":[]}`),
		zero[map[string]*difftest.Small](`{"a":{"a":1},"b":{"b":"y"},"c":null}`), zero[map[string][]string](`{"a":["x","y","z"],"b":[null],"c":["w"],"d":null}`),
		zero[map[int]string](intKeys...), zero[map[int8]int](intKeys...), zero[map[int16]any](intKeys...), zero[map[int32]int](intKeys...), zero[map[int64]int](intKeys...), zero[map[uint]int](intKeys...), zero[map[uint8]int](intKeys...), zero[map[uint16]int](intKeys...), zero[map[uint32]int](intKeys...), zero[map[uint64]*int](intKeys...), zero[map[uintptr]int](intKeys...), zero[map[difftest.MyInt8]int](intKeys...),
		zero[map[float64]int](append(objs, intKeys...)...), zero[map[bool]int](objs...), zero[map[any]int](objs...), zero[map[[2]int]int](objs...), zero[map[*string]int](objs...), zero[map[struct{ A int }]int](objs...), zero[map[complex128]int](objs...), zero[map[error]int](objs...),
		with(func() any { return &map[float64]int{1: 2} }, `{"1":2}`, `null`, `{}`),
		zero[map[difftest.TextStruct]int](textKeys...), zero[map[difftest.TextInt]int](textKeys...), zero[map[difftest.TextString]string](textKeys...), zero[map[difftest.TextFloat]any](textKeys...), zero[map[difftest.TextKey]int](textKeys...), zero[map[difftest.ID]string](textKeys...), zero[map[difftest.Both]int](textKeys...), zero[map[difftest.TextStruct]difftest.TextInt](textKeys...), zero[map[difftest.TextStruct]difftest.Raw](textKeys...), zero[map[*difftest.Text]int](textKeys...), zero[map[difftest.Text]int](textKeys...),
		zero[map[netip.Addr]int](`{"1.2.3.4":1,"::1":2,"x":3}`, `{"":1}`), zero[map[json.Number]int](`{"1":1,"x":2}`),
		zero[difftest.Maps](`{"I8":{"300":1},"TextSt":{"a:b":1,"bad":2},"F":{"1":2},"Any":{"a":1},"Str":{"a":"x"}}`, `{"KeyPtr":{"a":1},"KeyArr":{},"B":{"true":1},"Num":{"1":2,"a":"x"},"Iface":{"a":null,"b":{"N":1}}}`),
	})
}

// TestLongContainers makes containers larger than any window, block or first guess.
func TestLongContainers(t *testing.T) {
	if testing.Short() {
		t.Skip("large documents")
	}
	rep := func(elem string, n int) string { return "[" + strings.Repeat(elem+",", n-1) + elem + "]" }
	obj := func(n int) string {
		var sb strings.Builder
		sb.WriteByte('{')
		for i := range n {
			if i > 0 {
				sb.WriteByte(',')
			}
			sb.WriteString(`"key` + strings.Repeat("k", i%70) + strings.Repeat("0", i/70%50) + `":` + strings.Repeat("1", i%9+1))
		}
		return sb.String() + "}"
	}
	runTable(t, []row{
		zero[[]int](rep("1", 30_000), rep("123456789", 30_000), rep("1", 30_000)+"x", rep(" 1\n", 60_000), rep("1", 70_000)[:139_000], "["+strings.Repeat(" ", 200_000)+"1]"),
		zero[[]any](rep(`{"a":[1,"x",null]}`, 9_000), rep(`"`+strings.Repeat("x", 1000)+`"`, 300), rep(`"\u00e9\ud83d\ude00"`, 10_000), rep("[]", 60_000), rep("1.5e3", 30_000)),
		zero[[]string](rep(`"`+strings.Repeat("é", 300)+`"`, 400), rep(`""`, 70_000), rep("\"\xff\"", 40_000), `["`+strings.Repeat("x", 300_000)+`"]`, `["`+strings.Repeat(`\\`, 150_000)+`"]`, `["`+strings.Repeat("x", 131_000)+"\n"+`"]`),
		zero[[]difftest.Small](rep(`{"a":1,"b":"hello","unknown":{"x":[1,2,{"y":"z"}]},"c":{"a":2}}`, 4_000), rep(`{"a":1,"b":"x"}`, 9_000)+"]", rep(`{"a":1,"b":"x"}`, 9_000)[:130_000], rep(`{"a":"bad","b":"x"}`, 9_000)),
		zero[map[string]int](obj(8_000), obj(8_000)+","), zero[any](obj(8_000)), zero[map[string]json.Number](obj(4_000)), zero[struct{ Keyk int }](obj(8_000)), zero[struct{ Zero int }](obj(8_000)[:100_000]),
		zero[json.RawMessage](rep("1", 70_000)), zero[[]json.RawMessage](rep(`{"a" : 1}`, 20_000)), zero[[3]int](rep("1", 70_000)), zero[[]byte](`"` + strings.Repeat("QUJD", 50_000) + `"`), zero[[][]byte](rep(`"QUJD"`, 20_000)),
		zero[difftest.Raw](rep("1", 70_000)), zero[difftest.Geo](`{"type":"x","coordinates":[[` + strings.Repeat("[-65.613616999999977,43.420273000000009],", 5_000) + `[1,2]]]}`),
	})
}
