package fuzz

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"swarjson/internal/difftest"
)

// A drift is one way in which encoding/json changed with go1.27, where it runs on its
// v2 engine. This package's decoder keeps what was before. GO127.md lists the same.
type drift struct {
	name    string
	doc     string
	run     func(p difftest.Subject, doc string) string
	classic string // what run gives with the classic encoding/json, and with the decoder
	v2      string // what run gives with go1.27's
	why     string
}

// into is a drift's run: Unmarshal into a new T.
func into[T any](p difftest.Subject, doc string) string {
	v := new(T)
	err := p.Unmarshal(difftest.Options{}, []byte(doc), v)
	return fmt.Sprintf("%s; %+v", outcome(err), *v)
}

// intoNoPointer is a drift's run: Unmarshal into what is no pointer.
func intoNoPointer(p difftest.Subject, doc string) string {
	return outcome(p.Unmarshal(difftest.Options{}, []byte(doc), 0))
}

// overBytes is a drift's run: Unmarshal into a slice of bytes that someone else holds as well.
func overBytes(p difftest.Subject, doc string) string {
	held := []byte("xyz")
	v := held
	err := p.Unmarshal(difftest.Options{}, []byte(doc), &v)
	return fmt.Sprintf("%s; %v, held %v", outcome(err), v, held)
}

// outcome writes an error down, with everything that an UnmarshalTypeError holds.
func outcome(err error) string {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Sprintf("%T{%s, %v, %d, %q, %q}: %v", err, e.Value, e.Type, e.Offset, e.Struct, e.Field, err)
	}
	if err == nil {
		return "ok"
	}
	if _, ok := err.(*json.SyntaxError); ok {
		return fmt.Sprintf("%T", err) // its words are the toolchain's, everywhere
	}
	return fmt.Sprintf("%T: %v", err, err)
}

// script is a drift's run: calls of a Decoder's methods, one per letter of ops (d Decode into any,
// t Token, m More, o InputOffset, b Buffered). feed makes the reader.
func script(ops string, feed func(doc io.Reader) io.Reader) func(difftest.Subject, string) string {
	return func(p difftest.Subject, doc string) string {
		dec := p.NewDecoder(feed(strings.NewReader(doc)))
		var out []string
		for _, op := range ops {
			switch op {
			case 'd':
				var v any
				err := dec.Decode(&v)
				out = append(out, fmt.Sprintf("%v %v", v, outcome(err)))
			case 't':
				tok, err := dec.Token()
				out = append(out, fmt.Sprintf("%v %v", tok, outcome(err)))
			case 'm':
				out = append(out, fmt.Sprint(dec.More()))
			case 'o':
				out = append(out, fmt.Sprint(dec.InputOffset()))
			case 'b':
				rest, _ := io.ReadAll(dec.Buffered())
				out = append(out, fmt.Sprintf("%q", rest))
			}
		}
		return strings.Join(out, "; ")
	}
}

func whole(r io.Reader) io.Reader { return r }

// breaksOff makes of r a reader whose last bytes come together with an error that is not io.EOF.
func breaksOff(r io.Reader) io.Reader {
	return iotest.DataErrReader(io.MultiReader(r, iotest.ErrReader(errors.New("the line broke"))))
}

// The target types of the drifts.
type (
	driftInner struct{ A int }
	driftOuter struct{ In driftInner }
	driftEmbed struct{ DriftPart }
	DriftPart  struct{ B int8 }

	driftUnexported struct{ *driftHidden }
	driftHidden     struct{ X int }
	driftTagged     struct {
		driftMethod `json:"h"`
		DriftRival  `json:"-"` // has the method, too: driftTagged inherits neither
	}
	driftMethod struct{ X int }
	DriftRival  struct{}

	driftTextual struct{ T driftText }
	driftText    struct{ S string }

	driftFussy struct {
		A int
		F driftRefuse
		B int
	}
	driftRefuse struct{}

	driftTag struct {
		A int `json:"back\\slash"`
	}
	driftBadUTF8 struct {
		R int `json:"�"`
	}
	driftString struct {
		N int    `json:",string"`
		S string `json:",string"`
		M int
	}

	// driftKey has two methods, and is a key.
	driftKey struct{ S string }

	// driftHolder holds an interface that no JSON value can be stored in.
	driftHolder struct{ I fmt.Stringer }
)

func (t *driftText) UnmarshalText(b []byte) error { t.S = string(b); return nil }

func (k *driftKey) UnmarshalText(b []byte) error { k.S = "text " + string(b); return nil }
func (k *driftKey) UnmarshalJSON(b []byte) error { k.S = "JSON " + string(b); return nil }

func (m *driftMethod) UnmarshalJSON([]byte) error { m.X = 99; return nil }

func (*DriftRival) UnmarshalJSON([]byte) error { return errors.New("called") }

func (*driftRefuse) UnmarshalJSON(b []byte) error { return fmt.Errorf("refused %s", b) }

var drifts = []drift{
	{
		name: "path: elements", doc: `[1,"x"]`, run: into[[]int],
		classic: `*json.UnmarshalTypeError{string, int, 6, "", ""}: json: cannot unmarshal string into Go value of type int; [1 0]`,
		v2:      `*json.UnmarshalTypeError{string, int, 6, "", "1"}: json: cannot unmarshal string into .1 of type int; [1 0]`,
		why:     `Field is the whole path, with indexes; the text changes with it`,
	},
	{
		name: "path: keys of maps", doc: `{"a":"x"}`, run: into[map[string]int],
		classic: `*json.UnmarshalTypeError{string, int, 8, "", ""}: json: cannot unmarshal string into Go value of type int; map[a:0]`,
		v2:      `*json.UnmarshalTypeError{string, int, 8, "", "a"}: json: cannot unmarshal string into Go struct field .a of type int; map[a:0]`,
		why:     `Field is the whole path, with keys of maps`,
	},
	{
		name: "path: structs in maps", doc: `{"k":{"A":"x"}}`, run: into[map[string]driftInner],
		classic: `*json.UnmarshalTypeError{string, int, 13, "driftInner", "A"}: json: cannot unmarshal string into Go struct field driftInner.A of type int; map[k:{A:0}]`,
		v2:      `*json.UnmarshalTypeError{string, int, 13, "", "k.A"}: json: cannot unmarshal string into Go struct field .k.A of type int; map[k:{A:0}]`,
		why:     `Struct is the type of the target, which has no name here, not of the struct that has the field`,
	},
	{
		name: "path: structs in structs", doc: `{"In":{"A":"x"}}`, run: into[driftOuter],
		classic: `*json.UnmarshalTypeError{string, int, 14, "driftInner", "In.A"}: json: cannot unmarshal string into Go struct field driftInner.In.A of type int; {In:{A:0}}`,
		v2:      `*json.UnmarshalTypeError{string, int, 14, "driftOuter", "In.A"}: json: cannot unmarshal string into Go struct field driftOuter.In.A of type int; {In:{A:0}}`,
		why:     `Struct is the type of the target, not of the struct that has the field`,
	},
	{
		name: "path: embedded structs", doc: `{"B":300}`, run: into[driftEmbed],
		classic: `*json.UnmarshalTypeError{number 300, int8, 8, "driftEmbed", "DriftPart.B"}: json: cannot unmarshal number 300 into Go struct field driftEmbed.DriftPart.B of type int8; {DriftPart:{B:0}}`,
		v2:      `*json.UnmarshalTypeError{number 300, int8, 8, "driftEmbed", "B"}: json: cannot unmarshal number 300 into Go struct field driftEmbed.B of type int8; {DriftPart:{B:0}}`,
		why:     `Field has the names of the document, not those of embedded structs`,
	},
	{
		name: "offset: a container for a Number", doc: `[1]`, run: into[json.Number],
		classic: `*json.UnmarshalTypeError{array, json.Number, 1, "", ""}: json: cannot unmarshal array into Go value of type json.Number; `,
		v2:      `*json.UnmarshalTypeError{array, json.Number, 0, "", ""}: json: cannot unmarshal array into Go value of type json.Number; `,
		why:     `the offset of a value that a method refuses is its beginning`,
	},
	{
		name: "offset: a container for an interface", doc: ` {"I":[1]}`, run: into[driftHolder],
		classic: `*json.UnmarshalTypeError{array, fmt.Stringer, 7, "driftHolder", "I"}: json: cannot unmarshal array into Go struct field driftHolder.I of type fmt.Stringer; {I:<nil>}`,
		v2:      `*json.UnmarshalTypeError{array, fmt.Stringer, 6, "driftHolder", "I"}: json: cannot unmarshal array into Go struct field driftHolder.I of type fmt.Stringer; {I:<nil>}`,
		why:     `the offset is the container's beginning, not behind its bracket`,
	},
	{
		name: "offset: a number for an any", doc: `1e999`, run: into[any],
		classic: `*json.UnmarshalTypeError{number 1e999, float64, 6, "", ""}: json: cannot unmarshal number 1e999 into Go value of type float64; <nil>`,
		v2:      `*json.UnmarshalTypeError{number 1e999, float64, 5, "", ""}: json: cannot unmarshal number 1e999 into Go value of type float64; 0`,
		why:     `the offset is the number's end, not one further`,
	},
	{
		name: "result: a number for an any", doc: `[1,1e999]`, run: into[[]any],
		classic: `*json.UnmarshalTypeError{number 1e999, float64, 9, "", ""}: json: cannot unmarshal number 1e999 into Go value of type float64; [1 <nil>]`,
		v2:      `*json.UnmarshalTypeError{number 1e999, float64, 8, "", "1"}: json: cannot unmarshal number 1e999 into .1 of type float64; [1 0]`,
		why:     `a number that is too large leaves 0 in an any, not nil`,
	},
	{
		name: "value: a number for an interface", doc: `{"I":1e999}`, run: into[driftHolder],
		classic: `*json.UnmarshalTypeError{number 1e999, float64, 11, "driftHolder", "I"}: json: cannot unmarshal number 1e999 into Go struct field driftHolder.I of type float64; {I:<nil>}`,
		v2:      `*json.UnmarshalTypeError{number, fmt.Stringer, 5, "driftHolder", "I"}: json: cannot unmarshal number into Go struct field driftHolder.I of type fmt.Stringer; {I:<nil>}`,
		why:     `the interface is looked at before the number`,
	},
	{
		name: "value: a key of a map", doc: `{"300":1}`, run: into[map[int8]int],
		classic: `*json.UnmarshalTypeError{number 300, int8, 2, "", ""}: json: cannot unmarshal number 300 into Go value of type int8; map[]`,
		v2:      `*json.UnmarshalTypeError{number 300, int8, 6, "", "300"}: json: cannot unmarshal number 300 into .300 of type int8; map[]`,
		why:     `the offset is the key's end, and the path has the key`,
	},
	{
		name: "error: a text method", doc: `{"T":5}`, run: into[driftTextual],
		classic: `*json.UnmarshalTypeError{number, fuzz.driftText, 6, "driftTextual", "T"}: json: cannot unmarshal number into Go struct field driftTextual.T of type fuzz.driftText; {T:{S:}}`,
		v2:      `*json.UnmarshalTypeError{number, fuzz.driftText, 6, "driftTextual", "T"}: json: cannot unmarshal number into Go struct field driftTextual.T of type fuzz.driftText: JSON value must be string type; {T:{S:}}`,
		why:     `UnmarshalTypeError has a new field Err, which its text shows`,
	},
	{
		name: "error: a text method at the root", doc: `5`, run: into[driftText],
		classic: `*json.UnmarshalTypeError{number, *fuzz.driftText, 1, "", ""}: json: cannot unmarshal number into Go value of type *fuzz.driftText; {S:}`,
		v2:      `*json.UnmarshalTypeError{number, fuzz.driftText, 1, "", ""}: json: cannot unmarshal number into Go value of type fuzz.driftText: JSON value must be string type; {S:}`,
		why:     `the type is the value's, not its pointer's`,
	},
	{
		name: "error: base64", doc: `"*"`, run: into[[]byte],
		classic: `base64.CorruptInputError: illegal base64 data at input byte 0; []`,
		v2:      `*json.UnmarshalTypeError{string, []uint8, 3, "", ""}: json: cannot unmarshal string into Go value of type []uint8: illegal base64 data at input byte 0; []`,
		why:     `the error is an UnmarshalTypeError that wraps base64's`,
	},
	{
		name: "error: the text of a Number", doc: `"x"`, run: into[json.Number],
		classic: `*errors.errorString: json: invalid number literal, trying to unmarshal "\"x\"" into Number; `,
		v2:      `*json.UnmarshalTypeError{string "x", json.Number, 0, "", ""}: json: cannot unmarshal string "x" into Go value of type json.Number: invalid syntax; `,
		why:     `the error is an UnmarshalTypeError`,
	},
	{
		name: "error: an embedded pointer", doc: `{"X":1}`, run: into[driftUnexported],
		classic: `*errors.errorString: json: cannot set embedded pointer to unexported struct: fuzz.driftHidden; {driftHidden:<nil>}`,
		v2:      `*json.UnmarshalTypeError{number, fuzz.driftUnexported, 5, "driftUnexported", "X"}: json: cannot unmarshal number into Go struct field driftUnexported.X of type fuzz.driftUnexported: cannot set embedded pointer to unexported struct type; {driftHidden:<nil>}`,
		why:     `the error is an UnmarshalTypeError`,
	},
	{
		name: "result: types of keys", doc: `{}`, run: into[map[float64]int],
		classic: `*json.UnmarshalTypeError{object, map[float64]int, 1, "", ""}: json: cannot unmarshal object into Go value of type map[float64]int; map[]`,
		v2:      `ok; map[]`,
		why:     `what type a key has matters only when there is a key`,
	},
	{
		name: "result: an unexported embedded type", doc: `{"h":{"X":1}}`, run: into[driftTagged],
		classic: `ok; {driftMethod:{X:1} DriftRival:{}}`,
		v2:      `ok; {driftMethod:{X:0} DriftRival:{}}`,
		why:     `an unexported embedded type with a method is no field`,
	},
	{
		name: "result: a name in a tag", doc: `{"back\\slash":1,"A":2}`, run: into[driftTag],
		classic: `ok; {A:2}`,
		v2:      `ok; {A:0}`,
		why:     `a name that is not allowed is cut off before the bad character, not dropped`,
	},
	{
		name: "result: bad UTF-8 in a name", doc: "{\"\xff\":1}", run: into[driftBadUTF8],
		classic: `ok; {R:0}`,
		v2:      `ok; {R:1}`,
		why:     `a name is matched after bad bytes became U+FFFD, not before`,
	},
	{
		name: "result: base64 into a slice", doc: `"AQID"`, run: overBytes,
		classic: `ok; [1 2 3], held [120 121 122]`,
		v2:      `ok; [1 2 3], held [1 2 3]`,
		why:     `a slice that has room is reused`,
	},
	{
		name: "result: after a method's error", doc: `{"F":1,"B":2}`, run: into[driftFussy],
		classic: `*errors.errorString: refused 1; {A:0 F:{} B:0}`,
		v2:      `*errors.errorString: refused 1; {A:0 F:{} B:2}`,
		why:     `an error of a method no longer ends decoding`,
	},
	{
		name: "result: a method's error in a map", doc: `{"k":1}`, run: into[map[string]driftRefuse],
		classic: `*errors.errorString: refused 1; map[]`,
		v2:      `*errors.errorString: refused 1; map[k:{}]`,
		why:     `the element is stored all the same`,
	},
	{
		name: "methods: keys of maps", doc: `{"k":1}`, run: into[map[driftKey]int],
		classic: `ok; map[{S:JSON "k"}:1]`,
		v2:      `ok; map[{S:text k}:1]`,
		why:     `UnmarshalJSON is not called on keys`,
	},
	{
		name: "error: the first", doc: `{"A":"x","F":1,"B":2}`, run: into[driftFussy],
		classic: `*errors.errorString: refused 1; {A:0 F:{} B:0}`,
		v2:      `*json.UnmarshalTypeError{string, int, 8, "driftFussy", "A"}: json: cannot unmarshal string into Go struct field driftFussy.A of type int; {A:0 F:{} B:2}`,
		why:     `a method's error no longer goes before a type error`,
	},
	{
		name: "time: escapes", doc: `"\u0032024-01-01T00:00:00Z"`, run: into[time.Time],
		classic: `*time.ParseError: parsing time "\\u0032024-01-01T00:00:00Z" as "2006-01-02T15:04:05Z07:00": cannot parse "\\u0032024-01-01T00:00:00Z" as "2006"; 0001-01-01 00:00:00 +0000 UTC`,
		v2:      `ok; 2024-01-01 00:00:00 +0000 UTC`,
		why:     `the engine unquotes times itself: the method never sees the escape`,
	},
	{
		name: "time: not a string", doc: `1`, run: into[time.Time],
		classic: `*errors.errorString: Time.UnmarshalJSON: input is not a JSON string; 0001-01-01 00:00:00 +0000 UTC`,
		v2:      `*json.UnmarshalTypeError{number, time.Time, 1, "", ""}: json: cannot unmarshal number into Go value of type time.Time; 0001-01-01 00:00:00 +0000 UTC`,
		why:     `the engine decodes times itself`,
	},
	{
		name: "string: nothing inside", doc: `{"N":""}`, run: into[driftString],
		classic: `*errors.errorString: json: invalid use of ,string struct tag, trying to unmarshal "" into int; {N:0 S: M:0}`,
		v2:      `*json.UnmarshalTypeError{number , int, 7, "driftString", "N"}: json: cannot unmarshal number  into Go struct field driftString.N of type int; {N:0 S: M:0}`,
		why:     `the error is an UnmarshalTypeError`,
	},
	{
		name: "string: no quotes", doc: `{"N":1,"M":2}`, run: into[driftString],
		classic: `*errors.errorString: json: invalid use of ,string struct tag, trying to unmarshal unquoted value into int; {N:0 S: M:2}`,
		v2:      `*json.UnmarshalTypeError{number, int, 6, "driftString", "N"}: json: cannot unmarshal number into Go struct field driftString.N of type int; {N:0 S: M:2}`,
		why:     `the error is an UnmarshalTypeError`,
	},
	{
		name: "string: no quotes, too large", doc: `{"N":1e999}`, run: into[driftString],
		classic: `*json.UnmarshalTypeError{number 1e999, float64, 11, "driftString", "N"}: json: cannot unmarshal number 1e999 into Go struct field driftString.N of type float64; {N:0 S: M:0}`,
		v2:      `*json.UnmarshalTypeError{number, int, 10, "driftString", "N"}: json: cannot unmarshal number into Go struct field driftString.N of type int; {N:0 S: M:0}`,
		why:     `the number is not converted before it is refused`,
	},
	{
		name: "string: no string inside", doc: `{"S":"x"}`, run: into[driftString],
		classic: `*errors.errorString: json: invalid use of ,string struct tag, trying to unmarshal "x" into string; {N:0 S: M:0}`,
		v2:      `*json.UnmarshalTypeError{string, string, 8, "driftString", "S"}: json: cannot unmarshal string into Go struct field driftString.S of type string: invalid character 'x' looking for beginning of object key string; {N:0 S: M:0}`,
		why:     `the error is an UnmarshalTypeError that wraps another`,
	},
	{
		name: "string: half a surrogate pair", doc: `{"S":"\"\\ud800\""}`, run: into[driftString],
		classic: "ok; {N:0 S:� M:0}",
		v2:      "*json.UnmarshalTypeError{string, string, 18, \"driftString\", \"S\"}: json: cannot unmarshal string into Go struct field driftString.S of type string: invalid surrogate pair `\\ud800\"` in string; {N:0 S: M:0}",
		why:     `the inner string is checked strictly`,
	},
	{
		name: "string: what comes after", doc: `{"N":"x","M":1}`, run: into[driftString],
		classic: `*errors.errorString: json: invalid use of ,string struct tag, trying to unmarshal "x" into int; {N:0 S: M:0}`,
		v2:      `*json.UnmarshalTypeError{number x, int, 8, "driftString", "N"}: json: cannot unmarshal number x into Go struct field driftString.N of type int; {N:0 S: M:1}`,
		why:     `no error of ",string" ends decoding`,
	},
	{
		name: "target: looked at first", doc: `x`, run: intoNoPointer,
		classic: `*json.SyntaxError`,
		v2:      `*json.InvalidUnmarshalError: json: Unmarshal(non-pointer int)`,
		why:     `a target that cannot be set is noticed before the document`,
	},
	{
		name: "stream: More", doc: `1  2`, run: script("dmb", whole),
		classic: `1 ok; true; "2"`,
		v2:      `1 ok; true; "  2"`,
		why:     `More consumes no white space`,
	},
	{
		name: "stream: Buffered", doc: `{"a":1}`, run: script("ttbo", iotest.OneByteReader),
		classic: `{ ok; a ok; ":"; 4`,
		v2:      `{ ok; a ok; ""; 4`,
		why:     `Token does not read ahead to the colon`,
	},
	{
		name: "stream: a key", doc: `{"a":1}`, run: script("td", whole),
		classic: `{ ok; <nil> *json.SyntaxError`,
		v2:      `{ ok; a ok`,
		why:     `Decode takes keys, too`,
	},
	{
		name: "stream: behind the last element", doc: `[1]`, run: script("tddt", whole),
		classic: `[ ok; 1 ok; <nil> *json.SyntaxError; ] ok`,
		v2:      `[ ok; 1 ok; <nil> *json.SyntaxError; <nil> *json.SyntaxError`,
		why:     `an error of Decode stays, also for Token`,
	},
	{
		name: "stream: InputOffset", doc: `[1 2]`, run: script("tddo", whole),
		classic: `[ ok; 1 ok; <nil> *json.SyntaxError; 3`,
		v2:      `[ ok; 1 ok; <nil> *json.SyntaxError; 2`,
		why:     `InputOffset stays before the white space that comes before a fault`,
	},
	{
		name: "stream: Token after Decode", doc: `[1 2]`, run: script("dt", whole),
		classic: `<nil> *json.SyntaxError; [ ok`,
		v2:      `<nil> *json.SyntaxError; <nil> *json.SyntaxError`,
		why:     `Token does not begin again with the value that Decode refused`,
	},
	{
		name: "stream: offset", doc: `1 1e999`, run: script("dd", whole),
		classic: `1 ok; <nil> *json.UnmarshalTypeError{number 1e999, float64, 7, "", ""}: json: cannot unmarshal number 1e999 into Go value of type float64`,
		v2:      `1 ok; 0 *json.UnmarshalTypeError{number 1e999, float64, 5, "", ""}: json: cannot unmarshal number 1e999 into Go value of type float64`,
		why:     `as for a number for an any`,
	},
	{
		name: "stream: a reader's error", doc: `1 2 `, run: script("ddm", breaksOff),
		classic: `1 ok; 2 ok; false`,
		v2:      `1 ok; 2 ok; true`,
		why:     `More is true where the reader failed: the next call tells`,
	},
}

// TestDriftsClassic: the decoder gives what the classic encoding/json gives, on every toolchain.
func TestDriftsClassic(t *testing.T) {
	for _, d := range drifts {
		if got := d.run(Subject(), d.doc); got != d.classic {
			t.Errorf("%s, %q:\n got %s\nwant %s", d.name, d.doc, got, d.classic)
		}
		if !difftest.ClassicOracle {
			continue
		}
		if got := d.run(difftest.Std(), d.doc); got != d.classic {
			t.Errorf("%s, %q: encoding/json gives\n     %s\nnot  %s", d.name, d.doc, got, d.classic)
		}
	}
}

// TestDrifts127: go1.27's encoding/json gives what is written down. Where a later Go does
// not, the table and GO127.md need an update.
func TestDrifts127(t *testing.T) {
	if difftest.ClassicOracle {
		t.Skip("encoding/json is the classic one here: its drifts begin with go1.27, without GOEXPERIMENT=nojsonv2")
	}
	if !slices.Contains(build.Default.ReleaseTags, "go1.27") {
		t.Skip("the v2 engine of a Go before go1.27 is another one: what is written down is go1.27's")
	}
	for _, d := range drifts {
		if d.classic == d.v2 || d.why == "" {
			t.Errorf("%s: no drift, or no reason", d.name)
		}
		if got := d.run(difftest.Std(), d.doc); got != d.v2 {
			t.Errorf("%s, %q: encoding/json gives\n     %s\nnot  %s", d.name, d.doc, got, d.v2)
		}
	}
}
