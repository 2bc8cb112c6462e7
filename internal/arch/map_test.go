package arch

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var goFile = regexp.MustCompile(`\b[a-z_0-9/]+\.go\b`)

// TestMapOfDecoder: the map at the head of decoder/engine.go lists every file of its
// package that is no test, and none that is not there.
func TestMapOfDecoder(t *testing.T) {
	const folder = root + "/decoder"
	b, err := os.ReadFile(filepath.Join(folder, "engine.go"))
	if err != nil {
		t.Fatal(err)
	}
	head, _, ok := strings.Cut(string(b), "\npackage decoder\n")
	if !ok {
		t.Fatal("engine.go has no head")
	}
	listed := map[string]bool{}
	for _, name := range goFile.FindAllString(head, -1) {
		listed[name] = true
	}
	files, err := filepath.Glob(folder + "/*.go")
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		name := filepath.Base(f)
		if !strings.HasSuffix(name, "_test.go") && !listed[name] {
			t.Errorf("the map in decoder/engine.go lacks %s", name)
		}
		delete(listed, name)
	}
	for name := range listed {
		t.Errorf("the map in decoder/engine.go lists %s, which is not there", name)
	}
}

// TestArchitectureFiles: the files that ARCHITECTURE.md names are there. In a line
// of a table, a name without a folder is in the folder of the one before it.
func TestArchitectureFiles(t *testing.T) {
	b, err := os.ReadFile(root + "/ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(b)) {
		folder := "decoder"
		for _, name := range goFile.FindAllString(line, -1) {
			if dir := path.Dir(name); dir != "." {
				folder = dir
			}
			found++
			if _, err := os.Stat(filepath.Join(root, folder, path.Base(name))); err != nil {
				t.Errorf("ARCHITECTURE.md names %s: %v", name, err)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d names of files were found", found)
	}
}
