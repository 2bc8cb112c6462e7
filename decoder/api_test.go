package decoder

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

// ours are the exported names that encoding/json does not have.
var ours = []string{"ErrDuplicateName", "ErrInvalidUTF8", "ErrTooLarge", "Elements", "Locate", "LocateAll", "Member", "Members", "Options", "Parse", "PointerError", "Position", "RejectedError", "StreamError", "Values"}

// TestExportedNames compares what this package exports with what encoding/json
// does, by the compiler's own view of both: the same names; functions of the same
// type; types that are the same type. Decoder is the one type of our own: it
// has the same methods.
func TestExportedNames(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("the importer starts the go command, which nothing here can")
	}
	// From one importer, so that both packages mean the same encoding/json.
	imp := importer.Default()
	theirs, err := imp.Import("encoding/json")
	if err != nil {
		t.Fatal(err)
	}
	pkg := checkHere(t, imp)
	for _, name := range exported(theirs) {
		if name == "Options" {
			continue // go1.27's set of options for its v2; ours is another thing
		}
		if pkg.Scope().Lookup(name) == nil {
			t.Errorf("%s is missing", name)
			continue
		}
		their, our := theirs.Scope().Lookup(name), pkg.Scope().Lookup(name)
		if _, ok := their.(*types.TypeName); ok && name != "Decoder" {
			if !types.Identical(our.Type(), their.Type()) {
				t.Errorf("%s is another type: %v", name, our.Type())
			}
			if !our.(*types.TypeName).IsAlias() {
				t.Errorf("%s is no alias", name)
			}
			continue
		}
		if name != "Decoder" && name != "NewDecoder" && !types.Identical(our.Type(), their.Type()) {
			t.Errorf("%s is %v, want %v", name, our.Type(), their.Type())
		}
	}
	for _, name := range exported(pkg) {
		if theirs.Scope().Lookup(name) == nil && !slices.Contains(ours, name) {
			t.Errorf("%s is exported, but neither encoding/json's nor in this test's list", name)
		}
	}

	our, their := methods(pkg), methods(theirs)
	for name, sig := range their {
		switch {
		case our[name] == nil:
			t.Errorf("Decoder has no method %s", name)
		case !types.Identical(our[name], sig):
			t.Errorf("Decoder.%s is %v, want %v", name, our[name], sig)
		}
	}
	if len(their) < 7 {
		t.Errorf("only %d methods of Decoder found", len(their))
	}
}

// exported returns the exported names of a package.
func exported(pkg *types.Package) []string {
	var names []string
	for _, name := range pkg.Scope().Names() {
		if token.IsExported(name) {
			names = append(names, name)
		}
	}
	return names
}

// methods returns the types of *Decoder's exported methods.
func methods(pkg *types.Package) map[string]types.Type {
	found := map[string]types.Type{}
	set := types.NewMethodSet(types.NewPointer(pkg.Scope().Lookup("Decoder").Type()))
	for m := range set.Methods() {
		if m.Obj().Exported() {
			// The type without the receiver.
			sig := m.Type().(*types.Signature)
			found[m.Obj().Name()] = types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
		}
	}
	return found
}

// checkHere type-checks this package, as built for tests but without them.
func checkHere(t *testing.T, imp types.Importer) *types.Package {
	t.Helper()
	dir, err := build.ImportDir(".", 0)
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range dir.GoFiles {
		f, err := parser.ParseFile(fset, filepath.Join(".", name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	// The project's own packages are not found by imp, and not needed: nothing that
	// is exported mentions them. That the package compiles is known.
	config := types.Config{Importer: imp, IgnoreFuncBodies: true, Error: func(error) {}}
	pkg, _ := config.Check("swarjson/decoder", fset, files, nil)
	return pkg
}
