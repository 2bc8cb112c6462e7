package fuzz

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"swarjson/internal/difftest"
)

var ints = []string{
	`0`, `-0`, `7`, `-7`, `10`, `127`, `128`, `-128`, `-129`, `255`, `256`, `300`, `32767`, `32768`, `-32768`, `-32769`, `65535`, `65536`, `2147483647`, `2147483648`, `-2147483648`, `-2147483649`, `4294967295`, `4294967296`,
	`9223372036854775807`, `9223372036854775808`, `-9223372036854775808`, `-9223372036854775809`, `18446744073709551615`, `18446744073709551616`, `99999999999999999999999999`, `-99999999999999999999999999`,
	`1.0`, `1e2`, `1E+2`, `1e-2`, `0.0`, `-0.0`, `0e0`, `100e-2`, `-1`, `1.5`, `00`, `01`, `-01`, `1.`, `.5`, `-`, `--1`, `+1`, `1e`, `1e+`, `0x1`, `1_000`, `12345678`, `123456789`, `1234567890123456`, `12345678901234567`, `-1234567890123456789`,
	`0` + strings.Repeat("0", 40), `1` + strings.Repeat("0", 40), `1` + strings.Repeat("0", 400), " 5 ", "5\n", "\t5", `"5"`, `true`, `[]`, `{}`, `null`, `5x`, `5 x`, `5"`,
}

var floats = []string{
	`0`, `-0`, `0.0`, `-0.0`, `0e0`, `0.0e-0`, `-0e-0`, `0E99999999999`, `1`, `-1`, `0.1`, `0.3`, `1.5`, `1e0`, `1e1`, `1E+2`, `1e-2`, `1e22`, `1e23`, `1e-22`, `123456789012345678901234567890`, `0.1e-5`, `9007199254740993`, `9007199254740992.5`,
	`1.7976931348623157e308`, `1.7976931348623158e308`, `1.7976931348623159e308`, `1e308`, `1e309`, `-1e309`, `1e400`, `1e999`, `1e99999999999999999999`, `1e-99999999999999999999`, `4.9e-324`, `2.4703282292062327e-324`, `2.4703282292062328e-324`, `2.2250738585072011e-308`, `1e-400`,
	`3.4028234663852886e38`, `3.4028235677973366e38`, `3.4028235677973367e38`, `3.4028236e38`, `1e39`, `1.401298464324817e-45`, `7.006492321624085e-46`, `7.006492321624086e-46`, `1e-50`, `16777217`, `16777217.000000001`, `16777219`, `0.1000000014901161193847656250000001`,
	`1.00000005960464477539062500`, `1.00000005960464477539062501`, `1.00000005960464477539062499`, `8388609.5`, `8388608.5`, `33554433`, `1.17549435e-38`, `5e-324`, `100000000000000000000000000000000000000000`, `0.` + strings.Repeat("0", 400) + `1`, `1` + strings.Repeat("0", 310), `1` + strings.Repeat("0", 310) + `e-310`,
	`1.` + strings.Repeat("3", 800), `"1.5"`, `true`, `null`, `[]`, `{}`, `1.e1`, `.1`, `1e`, `Infinity`, `NaN`, `nan`, `-Infinity`, `0x1p3`, `1f`, `1.5.5`,
}

var stringDocs = []string{
	`""`, `"a"`, `"abcdefg"`, `"abcdefgh"`, `"abcdefghi"`, `"` + strings.Repeat("x", 15) + `"`, `"` + strings.Repeat("x", 16) + `"`, `"` + strings.Repeat("x", 63) + `"`, `"` + strings.Repeat("x", 64) + `"`, `"` + strings.Repeat("x", 65) + `"`, `"` + strings.Repeat("é", 40) + `"`, `"` + strings.Repeat("x", 5000) + `"`,
	`"\""`, `"\\"`, `"\/"`, `"\b\f\n\r\t"`, `"\u0000"`, `"\u0041"`, `"\u00e9"`, `"\u20ac"`, `"\uFFFF"`, `"\ufffd"`, `"\uD83D\uDE00"`, `"\ud83d\ude00"`, `"\uDBFF\uDFFF"`, `"\ud800"`, `"\udc00"`, `"\udc00\ud800"`, `"\ud800\ud800"`, `"\ud800\ud800\udc00"`, `"\ud800\u0041"`,
	`"\ud800a"`, `"\ud800\n"`, `"\ud800\\udc00"`, `"\ud800\u"`, `"\ud83d\ude0"`, `"\u12"`, `"\u12g4"`, `"\U0041"`, `"\x41"`, `"\'"`, `"\`, `"\"`, `"\u`, `"\ud83d\`, `"abc`, `"abc\`, `"\a"`, `"\u00 0"`, `"\u+123"`, `"\u-123"`,
	"\"\xff\"", "\"\x80\"", "\"\xc0\x80\"", "\"\xc3\"", "\"\xe2\x82\"", "\"\xed\xa0\x80\"", "\"\xed\xa0\xbd\xed\xb8\x80\"", "\"\xf0\x9f\x98\"", "\"\xf4\x90\x80\x80\"", "\"\xf8\x88\x80\x80\x80\"", "\"\xff\xfe\xfd\"", "\"a\xffb\"", "\"\xf0\x9f\x98\x80\"", "\"\xe2\x28\xa1\"",
	"\"" + strings.Repeat("a", 31) + "\xff\"", "\"" + strings.Repeat("a", 62) + "\xe2\x82\xac\"", "\"" + strings.Repeat("a", 63) + "\xe2\x82\xac\"", "\"" + strings.Repeat("\xff", 100) + "\"", "\"\xc3\\u00e9\xa9\"", "\"\xc3\\n\xa9\"",
	"\"\x00\"", "\"\x01\"", "\"\x1f\"", "\"\x7f\"", "\"\n\"", "\"\t\"", "\"\r\"", "\"abcdefgh\x1f\"", "\"\u2028\u2029\"", "\"\ufeff\"", "\"\u0080\"", `"\\u0041"`, `"\\\u0041"`, `"\\\\"`, `"` + strings.Repeat(`\\`, 100) + `"`, `"` + strings.Repeat(`\\`, 32) + `\"`, `"` + strings.Repeat(`\"`, 70) + `"`,
	`"` + strings.Repeat(`\u0041`, 50) + `"`, `"` + strings.Repeat(`\ud83d\ude00`, 50) + `"`, `"{\"a\":[1,2]}"`, `"[]{}:,"`, `1`, `true`, `null`, `[]`, `{}`, `'a'`, `"a" "b"`, `"a",`, `"a":`,
}

func TestScalars(t *testing.T) {
	// strconv takes an integer part of more than 800 digits for one of 800, where it has to count.
	var long []string
	for _, n := range []int{799, 800, 801, 1000, 1242} {
		for _, e := range []int{-1300, -900, -760, -700, -600, -500, -490} {
			long = append(long, fmt.Sprintf("%se%d", strings.Repeat("7", n), e), fmt.Sprintf("-%s.5E%d", strings.Repeat("3", n), e))
		}
	}
	runTable(t, []row{
		zero[float64](long...), zero[float32](long...), zero[any](long...), zero[json.Number](long...), zero[[]any]("[" + strings.Join(long, ",") + "]"), zero[[]float64]("[" + strings.Join(long, ",") + "]"), zero[[]float32]("[" + strings.Join(long, ",") + "]"),
		zero[int](ints...), zero[int8](ints...), zero[int16](ints...), zero[int32](ints...), zero[int64](ints...),
		zero[uint](ints...), zero[uint8](ints...), zero[uint16](ints...), zero[uint32](ints...), zero[uint64](ints...), zero[uintptr](ints...),
		zero[difftest.MyInt](ints...), zero[difftest.MyInt8](ints...), zero[difftest.MyUint8](ints...),
		zero[*int](ints...), zero[**int8](ints...), zero[any](ints...), zero[json.Number](ints...), zero[difftest.MyNumber](ints...),
		with(func() any { return ptr(42) }, ints...),
		zero[float64](floats...), zero[float32](floats...), zero[difftest.MyFloat](floats...), zero[any](floats...), zero[json.Number](floats...), zero[*float32](floats...), zero[[]float64](floats...),
		with(func() any { return ptr(4.5) }, floats...),
		with(func() any { return ptr(any("old")) }, floats...),
		zero[string](stringDocs...), zero[difftest.MyString](stringDocs...), zero[any](stringDocs...), zero[*string](stringDocs...), zero[json.RawMessage](stringDocs...), zero[[]byte](stringDocs...),
		with(func() any { return ptr("old") }, stringDocs...),
		zero[json.Number](
			`""`, `"1"`, `"-"`, `"1.5e3"`, `"01"`, `"x"`, `"1 "`, `" 1"`, `"+1"`, `"1."`, `".1"`, `"1e"`, `"0x1"`, `"1_0"`, `"Infinity"`, `"\u0031"`, `"\u0078"`, `"1\""`, `"null"`, `null`, `true`, `[]`, `{}`, `1.0e+00`, `"١"`, "\"1\xff\"", `"-0"`, `"--1"`, `"1e1.5"`,
		),
		with(func() any { return ptr(json.Number("7")) }, `"x"`, `null`, `true`, `""`, `"8"`, `9`),
		zero[bool](`true`, `false`, `null`, `"true"`, `0`, `1`, `[]`, `{}`, ` true`, `true `, `truex`, `tru`, `True`, `TRUE`, `trueé`, `falsee`, `fals`, `nulll`, `nul`, `n`, `t`, `f`, `true,`, `true]`, `tr ue`),
		with(func() any { return ptr(true) }, `null`, `false`, `"x"`, `0`),
		zero[difftest.MyBool](`true`, `null`, `1`),
		zero[complex128](`1`, `"1"`, `null`, `[1,2]`, `{}`, `true`),
		zero[chan int](`1`, `"1"`, `null`, `[1]`, `{}`, `true`),
		zero[func()](`1`, `"1"`, `null`, `[1]`, `{}`, `true`),
		zero[error](`1`, `"1"`, `null`, `[1]`, `{}`, `true`, `1e999`),
		zero[struct{ F func() }](`{"F":1}`, `{"F":null}`, `{"F":{}}`, `{"F":[]}`),
		zero[struct {
			C complex64
			D chan int
		}](`{"C":1,"D":2}`, `{"C":null,"D":null}`, `{"D":{}}`),
	})
}

// TestNumbersInContext puts every number where numbers stand: the byte behind it
// decides where it ends, and offsets count from the document's start.
func TestNumbersInContext(t *testing.T) {
	var inArray, inStruct, inMap []string
	for _, n := range append(ints[:len(ints):len(ints)], floats...) {
		inArray = append(inArray, `[`+n+`,`+n+` ,`+n+"\n]")
		inStruct = append(inStruct, `{"A":`+n+`,"B":[`+n+`],"C":`+n+`}`)
		inMap = append(inMap, `{"k":`+n+`}`, `{"`+strings.ReplaceAll(n, `"`, ``)+`":1}`)
	}
	runTable(t, []row{
		zero[[]int](inArray...), zero[[]int8](inArray...), zero[[]uint64](inArray...), zero[[]float32](inArray...), zero[[]any](inArray...), zero[[3]float64](inArray...), zero[[]*int64](inArray...), zero[[]json.Number](inArray...),
		zero[struct {
			A int
			B []float64
			C any
		}](inStruct...),
		zero[struct {
			A uint8
			B [1]int16
			C *float32
		}](inStruct...),
		zero[map[string]int](inMap...), zero[map[int]int](inMap...), zero[map[uint8]any](inMap...), zero[map[int8]float32](inMap...), zero[map[json.Number]json.Number](inMap...),
	})
}

// TestNulls decodes null into everything, at the top and inside, zero and not.
func TestNulls(t *testing.T) {
	classic(t)
	for _, tg := range difftest.Targets() {
		for fill := range uint64(12) {
			check(t, difftest.Case{Target: tg.Name, Fill: fill, Doc: "null"})
			check(t, difftest.Case{Target: tg.Name, Fill: fill, Doc: "[null,null]"})
			check(t, difftest.Case{Target: tg.Name, Fill: fill, Doc: nullFields(tg)})
			if t.Failed() {
				return
			}
		}
	}
}
