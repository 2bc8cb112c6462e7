package fuzz

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"swarjson/internal/difftest"
)

// suiteTargets are what every file of the suites is decoded into.
var suiteTargets = []string{"any", "RawMessage", "string", "int", "float64", "bool", "[]any", "map[string]any", "[]string", "[]float64", "[3]int", "map[string]int", "Small", "Scalars", "*any", "Raw", "Text", "Number", "[]byte", "Tree", "struct{}", "map[int8]string", "Quoted", "Emb"}

// suite runs a document of somebody else's through every road.
func suite(t *testing.T, name string, doc []byte) {
	t.Helper()
	ref, sub := difftest.Std(), Subject()
	if err := difftest.Valid(ref, sub, doc); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	targets := suiteTargets
	if len(doc) > 20_000 {
		targets = targets[:3]
	}
	for i, target := range targets {
		c := difftest.Case{Target: target, Doc: string(doc), Opt: difftest.Options{UseNumber: i%3 == 1, DisallowUnknownFields: i%4 == 3}}
		if err := c.Run(ref, sub); err != nil {
			small, diff := difftest.Shrink(ref, sub, c, 1e9)
			t.Errorf("%s into %s: %v\n%s", name, target, err, small.Snippet(diff))
			return
		}
		c.Fill = 7
		if err := c.Run(ref, sub); err != nil {
			t.Errorf("%s into %s with contents: %v", name, target, err)
			return
		}
	}
	for i, feed := range feeds {
		if len(doc) > 20_000 && i > 0 {
			break
		}
		for _, steps := range []string{"d d d", "t t t t t t d t", "d:Raw d:Small d", "m t m d o"} {
			s := difftest.Script{Doc: doc, Feed: feed, Steps: ops(steps), Drain: true}
			if err := s.Run(ref, sub); err != nil {
				t.Errorf("%s, feed %d, %q: %v", name, i, steps, err)
				return
			}
		}
	}
}

// external finds a directory of data that does not belong to the project: named
// by an environment variable, or beside the module.
func external(t *testing.T, env string, beside ...string) string {
	t.Helper()
	if dir := os.Getenv(env); dir != "" {
		return dir
	}
	dir := filepath.Join(append([]string{"..", "..", "shared"}, beside...)...)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no %s here: set %s to run it", beside[0], env)
	}
	return dir
}

// TestJSONTestSuite runs nst/JSONTestSuite. Its y_ files must be accepted, its n_
// files refused; with i_ files, as with all others, what encoding/json does is right.
func TestJSONTestSuite(t *testing.T) {
	classic(t)
	dir := external(t, "SWARJSON_TESTSUITE", "JSONTestSuite")
	files, err := filepath.Glob(filepath.Join(dir, "test_parsing", "*.json"))
	if err != nil || len(files) < 300 {
		t.Fatalf("%d files in %s, %v: want 300 or more", len(files), dir, err)
	}
	more, err := filepath.Glob(filepath.Join(dir, "test_transform", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	accepted := 0
	for _, f := range append(files, more...) {
		doc, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(f)
		ok := Subject().Valid(doc)
		if ok {
			accepted++
		}
		// Deep nesting is the one thing that encoding/json refuses and JSON does not.
		if strings.HasPrefix(name, "y_") && !ok || strings.HasPrefix(name, "n_") && ok {
			t.Errorf("%s: Valid is %v", name, ok)
		}
		suite(t, name, doc)
	}
	t.Logf("%d files, %d of them accepted", len(files)+len(more), accepted)
}

// TestFuzzCorpus runs the JSON files of dvyukov/go-fuzz-corpus.
func TestFuzzCorpus(t *testing.T) {
	classic(t)
	dir := external(t, "SWARJSON_FUZZCORPUS", "go-fuzz-corpus", "json", "corpus")
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 1000 {
		t.Fatalf("%d files in %s, %v: want 1,000 or more", len(files), dir, err)
	}
	n := 0
	for i, f := range files {
		if testing.Short() && i%8 != 0 || f.IsDir() {
			continue
		}
		doc, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		suite(t, f.Name(), doc)
		n++
	}
	t.Logf("%d files", n)
}

// TestOwnSuite runs the project's own files of the same classes. Each file holds
// documents as a JSON array of strings in which \u00XX stands for the byte XX.
func TestOwnSuite(t *testing.T) {
	classic(t)
	files, err := filepath.Glob(filepath.Join("testdata", "suite", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	sort.Strings(files)
	n := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var docs []string
		if err := json.Unmarshal(text, &docs); err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		for _, d := range docs {
			var doc []byte
			for _, c := range d {
				if c > 0xff {
					t.Fatalf("%s: %q holds a character that is no byte", f, d)
				}
				doc = append(doc, byte(c))
			}
			ok := Subject().Valid(doc)
			switch name := filepath.Base(f); {
			case strings.HasPrefix(name, "y_") && !ok, strings.HasPrefix(name, "n_") && ok:
				t.Errorf("%s: %q: Valid is %v", name, doc, ok)
			}
			suite(t, filepath.Base(f)+" "+d, doc)
			n++
		}
	}
	t.Logf("%d documents in %d files", n, len(files))
}
