//go:build go1.27 && goexperiment.jsonv2

package fuzz

import (
	"encoding/json"
	"encoding/json/jsontext"
	jsonv2 "encoding/json/v2"
	"errors"
	"fmt"
	"strings"
	"testing"

	"swarjson/internal/difftest"
)

// Types with UnmarshalJSONFrom, the method of go1.27's v2 engine.
type (
	// fromOnly has no other method.
	fromOnly struct{ Got string }
	// fromBoth has both.
	fromBoth struct{ Got string }
	// fromText has UnmarshalText besides.
	fromText struct{ Got string }
	// fromNested decodes by encoding/json/v2, with the options it was called with.
	fromNested struct{ M map[string]driftInner }
	// fromNumber only inherits the method: json.Number has it on this engine.
	fromNumber struct{ json.Number }
	// fromInt is a scalar, for the option ",string".
	fromInt int
	// fromLazy reads nothing, fromGreedy more than its value, fromDeclines says that it is not for it.
	fromLazy     struct{ Got string }
	fromGreedy   struct{ Got string }
	fromDeclines struct{ Got string }
)

func readFrom(dec *jsontext.Decoder, got *string) error {
	raw, err := dec.ReadValue()
	if err != nil {
		return err
	}
	*got = "From " + string(raw)
	if string(raw) == `"bad"` {
		return errors.New("bad")
	}
	return nil
}

func (f *fromOnly) UnmarshalJSONFrom(dec *jsontext.Decoder) error { return readFrom(dec, &f.Got) }
func (f *fromBoth) UnmarshalJSONFrom(dec *jsontext.Decoder) error { return readFrom(dec, &f.Got) }
func (f *fromText) UnmarshalJSONFrom(dec *jsontext.Decoder) error { return readFrom(dec, &f.Got) }
func (f *fromBoth) UnmarshalJSON(b []byte) error                  { f.Got = "JSON " + string(b); return nil }
func (f *fromText) UnmarshalText(b []byte) error                  { f.Got = "Text " + string(b); return nil }
func (f *fromNested) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	return jsonv2.UnmarshalDecode(dec, &f.M)
}
func (f *fromInt) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	raw, err := dec.ReadValue()
	*f = fromInt(len(raw))
	return err
}
func (f *fromLazy) UnmarshalJSONFrom(*jsontext.Decoder) error { f.Got = "called"; return nil }
func (f *fromGreedy) UnmarshalJSONFrom(dec *jsontext.Decoder) error {
	var first string
	return errors.Join(readFrom(dec, &first), readFrom(dec, &f.Got))
}
func (f *fromDeclines) UnmarshalJSONFrom(*jsontext.Decoder) error { return errors.ErrUnsupported }
func (f *fromDeclines) UnmarshalJSON(b []byte) error              { f.Got = "JSON " + string(b); return nil }

// from runs one document through Unmarshal with all options, and through a Decoder.
func from[T any](p difftest.Subject, doc string) string {
	out := ""
	for _, opt := range []difftest.Options{{}, {UseNumber: true}, {DisallowUnknownFields: true}} {
		v := new(T)
		err := p.Unmarshal(opt, []byte(doc), v)
		out += fmt.Sprintf("%v, %T %v\n", jsonText(v), err, err)
	}
	v := new(T)
	err := p.NewDecoder(strings.NewReader(doc)).Decode(v)
	return out + fmt.Sprintf("%v, %T %v\n", jsonText(v), err, err)
}

// TestUnmarshalJSONFrom: the method is called on the values, and instead of the methods, for which
// encoding/json calls it.
func TestUnmarshalJSONFrom(t *testing.T) {
	type holder[T any] struct {
		V T
		P *T
		I any
		L []T
		M map[string]*T
		Z int
		Q fromInt  `json:",string"`
		R *fromInt `json:",string"`
	}
	for _, run := range []struct {
		name string
		f    func(difftest.Subject, string) string
	}{
		{"only", from[fromOnly]}, {"only, held", from[holder[fromOnly]]}, {"list", from[[]fromOnly]},
		{"pointer", from[**fromOnly]}, {"both", from[fromBoth]}, {"both, held", from[holder[fromBoth]]},
		{"text", from[fromText]}, {"text, held", from[holder[fromText]]},
		{"declines", from[fromDeclines]}, {"declines, held", from[holder[fromDeclines]]},
		{"raw", from[json.RawMessage]},
	} {
		for _, doc := range []string{
			`null`, `1`, ` "x" `, `[1, {"a" : null}]`, `{}`, `{"k":{"A":1}}`,
			`{"V":1,"P":[2],"I":3,"L":[4,"five",{"six":6}],"M":{"a":7,"b":null},"Z":8}`,
			`{"Q":123,"R":"45"}`, `{"Q":"6","R":null}`, `{"Q":null,"R":[1]}`,
			`{"V":null,"P":null,"L":[null],"M":null,"Z":8}`,
		} {
			want, got := run.f(difftest.Std(), doc), run.f(Subject(), doc)
			if want != got {
				t.Errorf("%s, %s:\nwant\n%sgot\n%s", run.name, doc, want, got)
			}
		}
	}
}

// TestUnmarshalJSONFromNested: the options reach what the method calls.
func TestUnmarshalJSONFromNested(t *testing.T) {
	for _, doc := range []string{`{}`, `{"k":{"A":1}}`, `{"k":{"a":1,"nosuch":2}}`, `{"k":null}`} {
		want, got := from[fromNested](difftest.Std(), doc), from[fromNested](Subject(), doc)
		if want != got {
			t.Errorf("%s:\nwant\n%sgot\n%s", doc, want, got)
		}
	}
}

// TestUnmarshalJSONFromKeys: the method is not called on keys.
func TestUnmarshalJSONFromKeys(t *testing.T) {
	for _, p := range []difftest.Subject{difftest.Std(), Subject()} {
		var m map[fromText]int
		if err := p.Unmarshal(difftest.Options{}, []byte(`{"k":1}`), &m); err != nil || m[fromText{"Text k"}] != 1 {
			t.Errorf("%s: %v, %v", p.Name, err, m)
		}
	}
}

// TestUnmarshalJSONFromErrors: an error of the method, and a method that does not read one value.
func TestUnmarshalJSONFromErrors(t *testing.T) {
	for _, p := range []difftest.Subject{difftest.Std(), Subject()} {
		var v struct{ F fromOnly }
		if err := p.Unmarshal(difftest.Options{}, []byte(`{"F":"bad"}`), &v); err == nil || err.Error() != "bad" || v.F.Got != `From "bad"` {
			t.Errorf("%s: bad: %v, %+v", p.Name, err, v)
		}
		var lazy struct{ F fromLazy }
		if err := p.Unmarshal(difftest.Options{}, []byte(`{"F":1}`), &lazy); err == nil || lazy.F.Got != "called" {
			t.Errorf("%s: a method that reads nothing: %v, %+v", p.Name, err, lazy)
		}
		var greedy struct{ F fromGreedy }
		if err := p.Unmarshal(difftest.Options{}, []byte(`{"F":1}`), &greedy); err == nil {
			t.Errorf("%s: a method that reads two values: no error", p.Name)
		}
		var early struct{ F fromOnly }
		if err := p.Unmarshal(difftest.Options{}, []byte(`{"F":1,}`), &early); err == nil || early.F.Got != "" {
			t.Errorf("%s: called although the document is broken: %v, %+v", p.Name, err, early)
		}
	}
}

// TestInheritedFromNumber: a struct that embeds json.Number keeps its classic meaning.
func TestInheritedFromNumber(t *testing.T) {
	v := new(fromNumber)
	if err := Subject().Unmarshal(difftest.Options{}, []byte(`{"Number":12}`), v); err != nil || v.Number != "12" {
		t.Errorf("got %v, %q", err, v.Number)
	}
}
