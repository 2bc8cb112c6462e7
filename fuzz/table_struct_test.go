package fuzz

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"swarjson/decoder"
	"swarjson/internal/difftest"
)

// nullFields is an object that sets every field of the target to null.
func nullFields(tg difftest.Target) string {
	names := difftest.Names(tg.Type)
	for i, n := range names {
		names[i] = fmt.Sprintf(`%q:null`, n)
	}
	return "{" + strings.Join(names, ",") + "}"
}

// tagged returns a constructor of a struct with int fields A, B, C … that have the
// given tags.
func tagged(tags ...string) func() any {
	var fields []reflect.StructField
	for i, tag := range tags {
		fields = append(fields, reflect.StructField{Name: string(rune('A' + i)), Type: reflect.TypeFor[int](), Tag: reflect.StructTag(tag)})
	}
	t := reflect.StructOf(fields)
	return func() any { return reflect.New(t).Interface() }
}

func TestNames(t *testing.T) {
	type abc struct {
		Abc int
		ABC int
		B   int `json:"abc"`
	}
	type onlyTagged struct {
		K int `json:"kelvin"`
		S int `json:"ſet"`
	}
	type caseless struct {
		FieldName string
		Ångström  int
		Straße    int
		Ǆ         int // has a title case too
		Σ         int
		İ         int
		Ω         int // ohm sign folds to omega
	}
	// Tags that go vet would not let pass.
	dup := tagged(`json:"x"`, `json:"x"`, `json:"X"`)
	broken := tagged(`json:`, `json:"p`, `json: "q"`, `json:"r\x"`, `json:",string,omitempty"`, `json:"s, string"`, `json:"é\u00e9"`, `json:"t" json:"u"`)
	type odd struct {
		A int `json:"a.b"`
		B int `json:"a,b"`
		C int `json:"-,"`
		D int `json:"-"`
		E int `json:",omitempty"`
		F int `json:"日本"`
		G int `json:"\"quoted\""`
		H int `json:"sp ace"`
		I int `json:"!#$%&()*+-./:;<=>?@[]^_{|}~ "`
		J int `json:"back\\slash"`
		K int `json:"é"`
		L int `json:"a\tb"`
		M int `xml:"m" json:"mm"`
		N int `json:"n" xml:"x"`
	}
	type eight struct {
		A int `json:"12345678"`
		B int `json:"123456789"`
		C int `json:"1234567"`
		D int `json:"1234567890123456"`
		E int `json:"12345678901234567"`
		F int `json:"123456789012345678901234567890123"`
	}
	long := strings.Repeat("n", 300)
	longT := reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(`json:"` + long + `"`)},
		{Name: "B", Type: reflect.TypeFor[int](), Tag: reflect.StructTag(`json:"` + long + `x"`)},
	})
	runTable(t, []row{
		zero[abc](`{"Abc":1,"ABC":2,"abc":3}`, `{"aBc":1}`, `{"ABc":1}`, `{"abC":4,"Abc":5}`, `{"abc":1,"aBC":2}`),
		zero[onlyTagged](`{"KELVIN":1}`, "{\"\u212aelvin\":1}", `{"\u212aelvin":1}`, `{"set":1}`, `{"SET":1}`, "{\"\u017fet\":2}", "{\"\u017fet\":2,\"set\":3}", `{"kelvin":1,"KELVIN":2}`, "{\"\u212aELVIN\":1,\"unknown\":2}"),
		zero[caseless](`{"fieldname":"a"}`, `{"FIELDNAME":"a"}`, `{"fieldName":"b"}`, `{"ÅNGSTRÖM":1}`, `{"ångström":1}`, "{\"\u212bngström\":1}", `{"STRASSE":1}`, `{"straße":1}`, `{"STRAẞE":1}`, `{"ǆ":1}`, `{"ǅ":1}`, `{"ς":1}`, `{"σ":1}`, `{"i":1}`, `{"ı":1}`, `{"I":1}`, `{"i̇":1}`, `{"ω":1}`, `{"Ω":1}`,
			`{"field_name":"x"}`, `{"fieldname ":"x"}`, `{"\u0066ieldname":"esc"}`, `{"FIELD\u004eAME":"esc"}`, "{\"fieldname\x00\":1}", "{\"\xc3ngström\":1}"),
		with(dup, `{"x":1}`, `{"X":1}`, `{"A":1,"B":2}`, `{"x":1,"X":2}`),
		with(broken, `{"A":1,"B":2,"C":3,"D":4,"E":"5","F":"6","G":7,"H":8}`, `{"p":1,"q":2,"r":3,"rx":4,"E":5,"s":"6","s":6,"éé":7,"t":8,"u":9}`),
		zero[odd](`{"a.b":1,"a,b":2,"-":3,"D":4,"E":5,"日本":6,"quoted":7,"sp ace":8}`, `{"!#$%&()*+-./:;<=>?@[]^_{|}~ ":9,"back\\slash":1,"é":2,"É":3,"a\tb":4,"mm":5,"M":6,"N":7,"n":8}`, `{"J":1,"G":2,"L":3,"B":4,"b":5,"a":1,"e":3}`),
		zero[eight](`{"12345678":1,"123456789":2,"1234567":3,"1234567890123456":4,"12345678901234567":5,"123456789012345678901234567890123":6}`, `{"123456":1,"12345678901234":2,"\u00312345678":3,"12345678\u0000":4}`, `{"1234567890123456789012345678901234":1,"12345678901234567890123456789012":2}`),
		with(func() any { return reflect.New(longT).Interface() }, `{"`+long+`":1,"`+long+`x":2,"`+strings.ToUpper(long)+`":3}`, `{"`+long[1:]+`":1}`, `{"`+long+`xx":1}`),
		zero[difftest.Folding](
			`{"abc":1,"ABC":2,"Abc":3,"aBC":4}`, "{\"\u212aelvin\":1,\"LONG\u017f\":2}", "{\"\xff\":1}", `{"\ufffd":2}`, `{"\ud800":3}`, "{\"\xe2\x82\":4}", "{\"\xff\":1,\"\xfe\":2}", `{"iİı":1}`, `{"II":2}`, `{"-,":1,"-":2,"Skip":3,"":4,"Empty":5,"A B":6,"a\"b":7,"A\"B":8,"$%-/.":9}`, `{"ȿ":1}`, `{"Ȿ":2}`, `{"STRASSE":1,"straße":2}`, `{"ÜNÏCODE":1,"ünïcode":2}`, `{"σίσυφος":"a"}`, `{"ΣΊΣΥΦΟΣ":"b"}`, `{"A_RATHER_LONG_FIELD_NAME_THAT_IS_LONGER_THAN_TWO_WORDS_OF_SIXTEEN_BYTES":1}`, `{"skip":1}`,
		),
		zero[map[string]int]("{\"\xff\":1,\"\xfe\":2}", `{"\ud800":1,"\udfff":2}`, "{\"\xff\":1,\"\\ufffd\":2,\"\xed\xa0\x80\":3}", `{"a":1,"\u0061":2}`, `{"":1}`, "{\"k\u0000\":1}", `{"\u0000":1}`),
		zero[any]("{\"\xff\":1,\"\xfe\":2}", `{"\ud800":1,"\udfff":2}`, `{"a":1,"\u0061":2}`, `{"a":{"x":1},"a":{"y":2}}`, `{"k":1,"K":2}`),
		zero[difftest.Wide](`{"f00":1,"F09":2,"F10":"a","F39":true,"CommonPrefix":"x","Common":"y","C":"z","c":"zz","CommonPrefixAlpha":1,"commonprefixbravo":2,"CommonPrefixDelta":3,"CommonPrefixBeta":4,"CommonPrefixButSomewhatLongerThanAllTheOthers1":1,"CommonPrefixButSomewhatLongerThanAllTheOthers2":2,"CommonPrefixButSomewhatLongerThanAllTheOthers3":3}`, `{"F40":1,"F3":1,"F300":1}`),
	})
}

// TestNamesInOtherCase: names of a struct with one bit or all letters changed. Bit 5 is the case of a letter, and no
// more than a bit in '[' and '{', '@' and '`', or a digit.
func TestNamesInOtherCase(t *testing.T) {
	type plain struct {
		ID, Name, FirstName, X1        int
		CreatedAt                      int
		IsVerified                     int
		AVeryLongNameOfAField          int
		AVeryLongNameOfAnother         int
		AVeryLongName_of_thirty_bytes_ int
	}
	type odd struct {
		A int `json:"@@[a]^_{b}|~0"`
		B int `json:"[["`
		C int `json:"{{"`
		D int `json:"[Z{z@a:0"`
		E int `json:"0123456789@[Zz"`
		F int `json:"0123456789@{zz"`
	}
	type twins struct {
		Name, Other, LongerThanAWord int
		NAME, LONGERTHANAWORD        int
		Kelvin                       int
		K                            int `json:"\u212Aelvin"`
		Set                          int
	}
	for _, target := range []func() any{newOf[plain], newOf[odd], newOf[twins]} {
		names := difftest.Names(reflect.TypeOf(target()))
		var variants []string
		for _, name := range names {
			variants = append(variants, strings.ToLower(name), strings.ToUpper(name), strings.ToLower(name[:1])+name[1:], name)
			for i := range name {
				b := []byte(name)
				b[i] ^= 0x20
				variants = append(variants, string(b))
			}
		}
		var docs []string
		add := func(names ...string) {
			doc := ""
			for i, name := range names {
				quoted, err := json.Marshal(name)
				if err != nil {
					t.Fatal(err)
				}
				doc += fmt.Sprintf(",%s:%d", quoted, i+1)
			}
			docs = append(docs, "{"+doc[1:]+"}")
		}
		for _, v := range variants {
			add(v)
		}
		add(variants...)
		slices.Reverse(variants)
		add(variants...)
		for _, change := range []func(string) string{strings.ToLower, strings.ToUpper} {
			var all []string
			for _, name := range names {
				all = append(all, change(name))
			}
			add(all...)
		}
		runTable(t, []row{with(target, docs...)})

		// The same with names that must be equal: a map says which ones are.
		for _, doc := range docs {
			got, all := target(), map[string]int{}
			if err := (decoder.Options{CaseSensitive: true}).Unmarshal([]byte(doc), got); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(doc), &all); err != nil {
				t.Fatal(err)
			}
			for i, v := 0, reflect.ValueOf(got).Elem(); i < v.NumField(); i++ {
				if got, want := v.Field(i).Interface(), all[names[i]]; got != want {
					t.Errorf("%s: field %s is %v, want %d", doc, names[i], got, want)
				}
			}
		}
	}
}

func newOf[T any]() any { return new(T) }

func TestEmbedding(t *testing.T) {
	type inner struct{ X, Y int }
	type Deep1 struct{ *inner }
	type Deep2 struct {
		Deep1
		Z int
	}
	type Loop struct {
		*Loop
		A int
	}
	type tagWins struct {
		difftest.AmbigA
		difftest.AmbigB
		Z string `json:"Y"`
	}
	type sameDepthTwice struct {
		difftest.Base
		B2 struct{ difftest.Base }
	}
	type Ptr struct {
		*difftest.Base
		*difftest.Small
	}
	type intEmb struct {
		difftest.MyInt
		*difftest.MyString
	}
	type aliasEmb struct {
		difftest.MyMap
		difftest.MySlice `json:"sl"`
	}
	type Generic struct{ Box[int] }
	type tagged struct {
		rawHidden `json:"raw"`
		rawInt    `json:"n"`
		A         int
	}
	type promoted struct {
		rawHidden
		A int
	}
	type promotedText struct {
		*textHidden
		A int
	}
	type deepPromoted struct {
		P promoted
		Q *promoted
		T promotedText
		A int
	}
	type twice struct { // two promoted methods annihilate each other
		rawHidden
		difftest.Raw
		A int
	}
	type ptrCycle map[string]*ptrCycle
	type sliceCycle []*sliceCycle
	type zeroSize struct {
		A [3]struct{}
		B [][0]int
		C map[string]struct{}
		D *struct{}
		E []*struct{}
		F [0]string
		G struct{}
		H int
	}
	win := []string{`{"Win":1}`, `{"Win":"a"}`, `{"X":1}`, `{"Y":1,"Z":"z"}`, `{"win":300}`, `{"Win":{}}`, `{"Tail":1,"Win":1,"X":2,"Y":"bad","Z":3}`, `{"AmbigA":{"X":1}}`}
	runTable(t, []row{
		zero[difftest.Emb](`{"ID":1,"Name":2,"tags":["a"],"Shown":3,"hidden":4,"Deep":"d","Mid2Field":5,"Mid3Field":[1],"Err":6,"Own":7}`, `{"Err":300}`, `{"Err":"x","Mid3Field":"x"}`, `{"Base":{"ID":1},"Mid2":{"Mid2Field":1}}`, `{"Shown":"x","ID":"y"}`, `{"Mid3Field":null,"Mid2Field":null}`, `{"name":"x"}`),
		with(func() any { return &difftest.Emb{Mid2: &difftest.Mid2{Mid2Field: 1}} }, `{"Mid3Field":[1,2]}`, `{"Mid2Field":2}`, `{"Mid2Field":null}`, `{"Err":1e3}`),
		zero[difftest.EmbHidden](`{"Shown":1}`, `{"Own":1,"Shown":2,"Deep":"x"}`, `{"Shown":{"a":[1,2]},"Own":3}`, `{"Shown":"bad","Own":"bad"}`, `{"Own":"bad","Shown":1}`, `{"Shown":null}`),
		zero[difftest.EmbHiddenMid](`{"Shown":1}`, `{"Held":1,"Shown":2,"After":"x"}`, `{"After":1,"Shown":2}`, `[{"Shown":1}]`),
		zero[[]difftest.EmbHidden](`[{"Shown":1},{"Own":2}]`), zero[map[string]difftest.EmbHidden](`{"a":{"Shown":1,"Own":2}}`),
		zero[difftest.Mid](`{"ID":1,"Level":2}`, `{"Level":"x"}`, `{"ID":"x"}`, `{"ID":null}`, `{"tags":[1]}`, `{"Base":{"ID":1}}`, `null`),
		with(func() any { return &difftest.Mid{Base: &difftest.Base{ID: 1, Name: "n", Tags: []string{"a", "b"}}} }, `{"tags":["x"],"name":"m"}`, `{"ID":"x"}`, `{}`),
		zero[difftest.Ambig](win...), zero[tagWins](win...), zero[sameDepthTwice](`{"ID":1,"B2":{"ID":2}}`, `{"B2":{"ID":"x"}}`),
		zero[Deep2](`{"X":1}`, `{"Z":1,"X":2,"Y":3}`, `{"X":"bad"}`), zero[Loop](`{"A":1}`, `{"Loop":{"A":1}}`, `{"A":"x"}`), zero[difftest.EmbRec](`{"X":1}`, `{"EmbRec":{"X":1}}`),
		zero[Ptr](`{"ID":1}`, `{"a":1}`, `{"a":"x","ID":"y"}`, `{"A":1,"C":{"B":"x"}}`),
		zero[intEmb](`{"MyInt":1,"MyString":"x"}`, `{"myint":"bad"}`, `{"MyString":null}`), zero[aliasEmb](`{"MyMap":{"a":1},"sl":[1]}`, `{"a":1}`),
		zero[difftest.Tagged](`{"base":{"ID":1,"Name":"x"},"small":{"a":1},"n":3,"MyMap":{"a":1},"MyString":"s"}`, `{"ID":1,"a":2}`, `{"base":{"ID":"x"}}`, `{"small":{"c":{"c":{"a":"x"}}}}`, `{"small":null,"base":null}`),
		zero[difftest.EmbMethods](`{"Other":1}`, `[1, 2]`, `null`, `{"Got":["x"]}`), zero[difftest.EmbText](`"x"`, `{"Other":1}`, `null`, `1`), zero[difftest.EmbTime](`"2024-02-29T12:34:56Z"`, `{"Note":"x"}`, `null`),
		with(func() any { return &difftest.EmbText{Text: &difftest.Text{S: "o"}} }, `"x"`, `{"Other":1}`),
		zero[difftest.EmbIface](`{"X":1}`, `{"Namer":{"N":"x"}}`, `{"Namer":null}`), with(func() any { return &difftest.EmbIface{Namer: &difftest.Named{N: "o"}} }, `{"Namer":{"N":"x"}}`, `{"Namer":null}`, `{"N":"y"}`, `{"Namer":1}`),
		zero[tagged](`{"raw":{"X":1},"n":5,"A":2}`, `{"raw":[1],"A":2}`, `{"X":1}`, `{"raw":null,"n":null}`),
		with(func() any { return &tagged{rawInt: 7, rawHidden: rawHidden{X: 8}} }, `{"n":5,"rawInt":6,"raw":{"X":1}}`, `{"raw":"x"}`),
		zero[promoted](`{"X":1,"A":2}`, `[1]`, `null`, `{"X":`), zero[*promoted](`{"X":1}`, `null`), zero[promotedText](`"x"`, `{"A":1}`, `null`, `5`), zero[deepPromoted](`{"P":{"A":1},"Q":[1, 2],"A":3}`, `{"P":null,"Q":null,"A":"bad"}`, `{"T":null,"A":1}`), zero[twice](`{"X":1,"Got":["a"],"A":2}`, `[]`, `null`),
		zero[ptrCycle](`{"a":{"b":{"c":null}},"d":{}}`, `{"a":1}`), zero[sliceCycle](`[[],[[null]],null]`, `[1]`),
		zero[zeroSize](`{"A":[{},1],"B":[[],[1,2],null],"C":{"a":{},"b":1,"c":null},"D":{},"E":[{},null,{"x":1}],"F":["a"],"G":{"H":1},"H":2}`, `{"A":[],"B":[],"C":{},"E":[],"H":3}`, `{"A":[{},{},{},{}],"B":[[1]],"G":[]}`, `{"A":{},"B":{},"H":`),
		zero[[]struct{}](`[{},{"a":1},null,1]`, `[[],{}]`), zero[[][0]int](`[[],[1]]`), zero[[4]struct{}](`[{}]`, `[1]`), zero[map[string][0]int](`{"a":[1]}`), zero[map[struct{}]int](`{"a":1}`), zero[*struct{}](`{}`, `null`, `1`), zero[[]*struct{}](`[{},{},null]`), zero[any](`[{},[],{}]`),
		zero[Generic](`{"V":1}`, `{"V":"x"}`, `{"Box":{"V":1}}`),
		zero[difftest.Unexported](`{"A":1,"b":"x","c":3,"e":[1]}`, `{"a":2,"B":"y","D":"z"}`),
		zero[struct{ a int }](`{"a":1}`, `{"A":1}`),
		zero[struct {
			A int `json:"A"`
			B int `json:"a"`
		}](`{"A":1,"a":2}`, `{"a":2,"A":1}`),
		zero[struct {
			Outer struct {
				Mid []struct{ In map[string]struct{ X int8 } }
			}
		}](`{"Outer":{"Mid":[{"In":{"k":{"X":300}}}]}}`, `{"outer":{"mid":[{"in":{"k":{"x":"s"}}}]}}`, `{"Outer":{"Mid":[{"In":{"k":[]}}]}}`, `{"Outer":{"Mid":{}}}`, `{"Outer":[]}`, `{"Outer":{"Mid":[{"In":[]}]}}`, `{"Outer":{"Mid":[[]]}}`),
	})
}

// rawHidden, rawInt and textHidden are unexported types with methods, to embed.
type rawHidden struct{ X int }

func (r *rawHidden) UnmarshalJSON(b []byte) error { r.X = len(b); return nil }

type rawInt int

func (r *rawInt) UnmarshalJSON(b []byte) error { *r = rawInt(len(b)); return nil }

type textHidden struct{ Y string }

func (t *textHidden) UnmarshalText(b []byte) error {
	if t != nil {
		t.Y = string(b)
	}
	return nil
}

// A Box is a generic type: its name has brackets.
type Box[T any] struct{ V T }

func TestStringTag(t *testing.T) {
	contents := []string{
		`null`, `""`, `"null"`, `"nul"`, `"nulll"`, `"n"`, `"true"`, `"tru"`, `"t"`, `"f"`, `"false"`, `"falsey"`, `"0"`, `"1"`, `"-1"`, `"01"`, `"-01"`, `"007"`, `"+1"`, `" 1"`, `"1 "`, `"1.0"`, `"1.5"`, `"1e2"`, `"1e"`, `"-"`, `"128"`, `"256"`, `"300"`, `"1e999"`, `"1e39"`, `"99999999999999999999"`,
		`"\"a\""`, `"\"a"`, `"a\""`, `"a"`, `"\""`, `"\"\""`, `"\"\\u0041\""`, `"\"\\\""`, `"\"\\x\""`, `"\"\ud800\""`, `"\"\\ud800\""`, "\"\\\"\xff\\\"\"", `"\"null\""`, `"\"5\""`, `"5\""`, `"5x"`, `"0x10"`, `"1_000"`, `"Inf"`, `"NaN"`, `"-0"`, `"[1]"`, `"{}"`, `"[]"`, `"\\"`, `"\u0031"`, `"\u006eull"`,
		`1`, `1.5`, `true`, `false`, `[]`, `{}`, `[1,2]`, `{"a":"1"}`, `"\t1"`, `"1\n"`, `"é"`, `"-é"`, `"1é"`, `"12345678901234567890"`, `"0.1e-1"`, `"--1"`, `"1-"`, `"-n"`, `"1.2.3"`, `1e999`, `"\"\u0000\""`, "\"\\\"a\\u000ab\\\"\"",
	}
	var docs []string
	var names = difftest.Names(reflect.TypeFor[difftest.Quoted]())
	for _, n := range names {
		for _, c := range contents {
			docs = append(docs, fmt.Sprintf(`{%q:%s,"PPInt":"7"}`, n, c))
		}
	}
	filled := func() any {
		s := "old"
		p := ptr(5)
		ps := &s
		return &difftest.Quoted{Bool: true, Int: 1, Int8: 2, Str: "old", Num: "3", PInt: p, PPInt: &p, PStr: ps, PPStr: &ps, Any: ptr(6), Slice: []int{1}, Map: map[string]int{"a": 1}, Bytes: []byte("x"), Raw: json.RawMessage("1"), Text: 9, RawBool: true}
	}
	table := []row{
		with(filled, docs...),
		zero[struct {
			S []*string `json:",string"`
			P ***int    `json:"p,omitempty,string"`
			Q int       `json:"q,string,omitempty"`
			R int       `json:"r,strings"`
		}](`{"S":["a"],"p":"1","q":"2","r":3,"u":4}`, `{"p":null}`, `{"p":"null"}`, `{"p":"x"}`, `{"q":3,"r":"3","u":"4"}`, `{"S":"a"}`),
	}
	if !testing.Short() {
		table = append(table, zero[difftest.Quoted](docs...))
	}
	runTable(t, table)
}

// TestNameTails gives a struct two names of one length that differ in one place, at
// every place and length, and documents that have them in order, swapped, next to
// a third one that no field has, and in the other case.
func TestNameTails(t *testing.T) {
	classic(t)
	ref, sub := difftest.Std(), Subject()
	const alphabet = "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"
	for n := 1; n <= 40; n++ {
		for at := range n {
			if testing.Short() && at%3 != 0 && at < n-1 {
				continue
			}
			name := func(c byte) string { return alphabet[:at] + string(c) + alphabet[at+1:n] }
			a, b, other := name('1'), name('2'), name('3')
			mk := tagged(`json:"`+a+`"`, `json:"`+b+`"`, `json:"`+name('x')+`"`)
			for _, names := range [][3]string{{a, b, other}, {b, a, other}, {other, b, a}, {a, other, b}, {strings.ToUpper(b), other, strings.ToUpper(a)}, {name('X'), name('x'), a}} {
				doc := fmt.Sprintf(`{%q:1,%q:2,%q:3}`, names[0], names[1], names[2])
				for _, opt := range []difftest.Options{{}, {DisallowUnknownFields: true}} {
					if err := difftest.Unmarshal(ref, sub, opt, []byte(doc), mk); err != nil {
						t.Fatalf("fields %s, %s: %s: %v", a, b, doc, err)
					}
				}
			}
		}
	}
}
