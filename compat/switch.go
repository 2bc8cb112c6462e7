package main

import (
	"bytes"
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// switched is the import that takes encoding/json's place.
const switched = `"swarjson/decoder"`

// switchImport returns src with its import of encoding/json exchanged, and whether
// there is one. Nothing else in the file changes: a name that the import has stays.
func switchImport(name string, src []byte) (_ []byte, ok bool, err error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, src, parser.ImportsOnly)
	if err != nil {
		return nil, false, err
	}
	var out bytes.Buffer
	done := 0
	for _, im := range f.Imports {
		if im.Path.Value != `"encoding/json"` {
			continue
		}
		from, to := fset.Position(im.Path.Pos()).Offset, fset.Position(im.Path.End()).Offset
		out.Write(src[done:from])
		if im.Name == nil {
			out.WriteString("json ")
		}
		out.WriteString(switched)
		done = to
		ok = true
	}
	out.Write(src[done:])
	return out.Bytes(), ok, nil
}

// switchTree switches every Go file of the module in dir, tests included, and
// returns how many it has changed. Nested modules and test data stay as they are.
func switchTree(dir string) (files int, err error) {
	err = filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name == dir {
				return nil
			}
			if d.Name() == "testdata" || d.Name() == "vendor" {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		out, ok, err := switchImport(name, src)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if !ok {
			return nil
		}
		files++
		return os.WriteFile(name, out, 0o644)
	})
	return files, err
}

// copyTree copies a module out of the module cache, where everything is read-only.
func copyTree(to, from string) error {
	return filepath.WalkDir(from, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(target, 0o755)
		case !d.Type().IsRegular():
			return nil
		}
		b, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, b, 0o644)
	})
}
