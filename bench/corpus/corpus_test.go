package corpus

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
)

// decodeStrictly decodes data into v with encoding/json; members that the type
// does not have are an error.
func decodeStrictly(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	return dec.Decode(v)
}

// document is what the tests below need to know of a corpus or small document.
type document struct {
	name string
	data []byte
	new  func() any
}

func documents(t *testing.T) []document {
	var docs []document
	for _, c := range All() {
		data, err := c.Load()
		if err != nil {
			t.Fatal(err)
		}
		docs = append(docs, document{c.Name, data, c.New})
	}
	for _, s := range Smalls() {
		docs = append(docs, document{s.Name, s.Data, s.New})
	}
	for _, l := range LineSets() {
		data, err := l.Load()
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
			docs = append(docs, document{fmt.Sprintf("%s/%d", l.Name, i), line, l.New})
		}
	}
	return docs
}

// TestTypesAreFaithful decodes each document into its type, encodes the value,
// and compares the trees of the two documents: nothing may be lost, nothing
// added, nothing changed.
func TestTypesAreFaithful(t *testing.T) {
	for _, d := range documents(t) {
		v := d.new()
		if err := decodeStrictly(d.data, v); err != nil {
			t.Errorf("%s: %v", d.name, err)
			continue
		}
		again, err := json.Marshal(v)
		if err != nil {
			t.Errorf("%s: %v", d.name, err)
			continue
		}
		var want, got any
		if err := json.Unmarshal(d.data, &want); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(again, &got); err != nil {
			t.Fatal(err)
		}
		if where, ok := sameTree(want, got, ""); !ok {
			t.Errorf("%s: encoding the decoded value changes %s", d.name, where)
		}
	}
}

// sameTree reports whether two decoded documents are equal, and if not, where
// they differ. Two spellings of one instant (a fraction of .000) are equal.
func sameTree(want, got any, path string) (where string, same bool) {
	switch want := want.(type) {
	case map[string]any:
		got, ok := got.(map[string]any)
		if !ok {
			return path, false
		}
		for name := range got {
			if _, ok := want[name]; !ok {
				return path + "/" + name + " (added)", false
			}
		}
		for name, w := range want {
			g, ok := got[name]
			if !ok {
				return path + "/" + name + " (lost)", false
			}
			if where, same := sameTree(w, g, path+"/"+name); !same {
				return where, false
			}
		}
		return "", true
	case []any:
		got, ok := got.([]any)
		if !ok || len(got) != len(want) {
			return path, false
		}
		for i := range want {
			if where, same := sameTree(want[i], got[i], fmt.Sprintf("%s/%d", path, i)); !same {
				return where, false
			}
		}
		return "", true
	case string:
		got, ok := got.(string)
		if ok && want == got {
			return "", true
		}
		w, err1 := time.Parse(time.RFC3339, want)
		g, err2 := time.Parse(time.RFC3339, got)
		return path, ok && err1 == nil && err2 == nil && w.Equal(g)
	default:
		return path, reflect.DeepEqual(want, got)
	}
}

// TestSameTree makes sure that the comparison above finds what it is there for.
func TestSameTree(t *testing.T) {
	parse := func(text string) (v any) {
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	const doc = `{"a":[1,"x",null],"t":"2020-01-02T03:04:05.000Z"}`
	for text, where := range map[string]string{
		`{"a":[1,"x",null],"t":"2020-01-02T03:04:05Z"}`:       "",
		`{"a":[1,"x",null],"t":"2020-01-02T03:04:06Z"}`:       "/t",
		`{"a":[1,"x"],"t":"2020-01-02T03:04:05Z"}`:            "/a",
		`{"a":[1,"y",null],"t":"2020-01-02T03:04:05Z"}`:       "/a/1",
		`{"a":[1,"x",""],"t":"2020-01-02T03:04:05Z"}`:         "/a/2",
		`{"a":[2,"x",null],"t":"2020-01-02T03:04:05Z"}`:       "/a/0",
		`{"a":[1,"x",null]}`:                                  "/t (lost)",
		`{"a":[1,"x",null],"t":"2020-01-02T03:04:05Z","z":0}`: "/z (added)",
	} {
		got, same := sameTree(parse(doc), parse(text), "")
		if same != (where == "") || !same && got != where {
			t.Errorf("%s: differs at %q, want %q", text, got, where)
		}
	}
}

// TestWanted decodes each document into the type with two members, and looks for
// a value in each member.
func TestWanted(t *testing.T) {
	for _, c := range All() {
		if (c.Wanted == nil) != (c.WantedFields == "") {
			t.Errorf("%s: Wanted and WantedFields do not go together", c.Name)
		}
		if c.Wanted == nil {
			continue
		}
		data, err := c.Load()
		if err != nil {
			t.Fatal(err)
		}
		v := c.Wanted()
		if err := json.Unmarshal(data, v); err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(text); n < 20 || n > len(data)/4 {
			t.Errorf("%s: the wanted members make up %d bytes of %d", c.Name, n, len(data))
		}
		if bytes.Contains(text, []byte(`""`)) || bytes.Contains(text, []byte(`":0`)) {
			t.Errorf("%s: a wanted member is empty: %.200s", c.Name, text)
		}
	}
}

// TestSmallSizes holds the small documents to the sizes they are named after.
func TestSmallSizes(t *testing.T) {
	for _, s := range Smalls() {
		if want := fmt.Sprintf("%d_bytes", len(s.Data)); s.Name != want {
			t.Errorf("%s has %d bytes", s.Name, len(s.Data))
		}
	}
}

// TestChecksumFailure changes a byte of a document, and its length, and expects
// Load to refuse either.
func TestChecksumFailure(t *testing.T) {
	good := []byte(`{"a":1}`)
	sum := fmt.Sprintf("%x", sha256.Sum256(good))
	for data, fails := range map[string]bool{`{"a":1}`: false, `{"a":2}`: true, `{"a":1} `: true, ``: true} {
		c := Corpus{
			Name: "artificial", Size: len(good), SHA256: sum,
			source: func() ([]byte, error) { return []byte(data), nil },
		}
		got, err := c.Load()
		if !fails {
			if err != nil || string(got) != data {
				t.Errorf("%s: %q, %v", data, got, err)
			}
			continue
		}
		if !errors.Is(err, ErrChecksum) || !strings.Contains(err.Error(), "artificial") {
			t.Errorf("%q: got error %v", data, err)
		}
		if got != nil {
			t.Errorf("%q: a document was returned along with %v", data, err)
		}
	}
}

// TestSourceErrors follows failures of a source to the caller.
func TestSourceErrors(t *testing.T) {
	for _, source := range []func(string) func() ([]byte, error){fromGo, fromSimdjson} {
		missing := Corpus{Name: "artificial", source: source("no_such_document.json.zst")}
		if _, err := missing.Load(); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("missing file: got error %v", err)
		}
	}
	if _, err := moduleDir("github.com/go-json-experiment/json", "v999.0.0"); err == nil ||
		!strings.Contains(err.Error(), "v999.0.0") {
		t.Errorf("missing version: got error %v", err)
	}
	path := t.TempDir() + "/garbage.zst"
	if err := os.WriteFile(path, []byte("this is not compressed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := decompressFile(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("garbage: got error %v", err)
	}
}

// TestGoModule reads a document from the module that stands in for the Go
// distribution's folder, and expects the same bytes.
func TestGoModule(t *testing.T) {
	picked, err := Select("synthea_fhir")
	if err != nil {
		t.Fatal(err)
	}
	c := picked[0]
	c.source = func() ([]byte, error) { return fromGoModule("synthea_fhir.json.zst") }
	if _, err := c.Load(); err != nil {
		t.Error(err)
	}
}

// TestSelect covers the corpus flag of the programs.
func TestSelect(t *testing.T) {
	for list, want := range map[string]string{
		"":                strings.Join(Names(), " "),
		"canada":          "canada",
		"canada, twitter": "twitter canada",
	} {
		picked, err := Select(list)
		var names []string
		for _, c := range picked {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, " "); err != nil || got != want {
			t.Errorf("Select(%q) = %s, %v, want %s", list, got, err, want)
		}
	}
	if picked, err := Select("twitter,nosuch"); err == nil || !strings.Contains(err.Error(), `"nosuch"`) {
		t.Errorf("unknown name: %v, %v", picked, err)
	}
}

// TestGeneratedText checks the escaped document against the words it is made of.
func TestGeneratedText(t *testing.T) {
	known := map[string]bool{}
	for _, word := range russian {
		known[word] = true
	}
	data := cyrillicEscaped()
	for i, b := range data {
		if b >= 0x80 {
			t.Fatalf("byte %d is %#x", i, b)
		}
	}
	var sentences []string
	if err := json.Unmarshal(data, &sentences); err != nil {
		t.Fatal(err)
	}
	for _, sentence := range sentences {
		for word := range strings.FieldsSeq(strings.TrimSuffix(sentence, ".")) {
			if !known[word] {
				t.Fatalf("unknown word %q", word)
			}
		}
	}
}
