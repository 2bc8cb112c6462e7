package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestEditsApply: whoever changes what an edit is about is told at once, not in the hour
// that all of them take.
func TestEditsApply(t *testing.T) {
	names := map[string]bool{}
	for _, e := range edits {
		src, err := os.ReadFile(filepath.Join("../..", filepath.FromSlash(e.file)))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(src, []byte(e.old)) {
			t.Errorf("%s: %s has no %q", e.name, e.file, e.old)
		}
		if e.old == e.new || names[e.name] {
			t.Errorf("%s: changes nothing, or is there twice", e.name)
		}
		names[e.name] = true
	}
}
