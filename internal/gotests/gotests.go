// Package gotests runs the Go project's own tests of classic encoding/json
// against swarjson/decoder.
//
// Nothing of them is kept here. At test time the toolchain's own files are read
// from GOROOT, moved by way of go/ast into a package outside, in which every
// exported name of encoding/json is taken from swarjson/decoder, and run there.
// What the tests use of encoding/json's unexported names gets an equivalent
// built on the exported ones (shim below), or the test is dropped by name, with
// the reason (Dropped).
package gotests

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// Dropped names the tests that are left out, and why.
var Dropped = map[string]string{
	"FuzzEqualFold":  "calls the unexported foldName; what it decides is tested through struct fields elsewhere",
	"TestTagParsing": "calls the unexported parseTag; tags are tested through struct fields elsewhere",
}

// benchmarks is the file that holds benchmarks only, on top of packages that
// no package outside GOROOT may import.
const benchmarks = "bench_test.go"

// subject is the name under which the rewritten files import the package.
const subject = "subjectjson"

// shim defines the unexported names that the tests use, by what the package under
// test exports:
//
//   - checkValid checks a whole document: so does Unmarshal into a RawMessage,
//     whose method accepts everything;
//   - a valid number is a valid document that starts like a number and has no
//     white space around it;
//   - SyntaxError and MarshalerError have an unexported field, which the tests
//     set in literals. Memory is where reflect says the field is.
const shim = `package json

import (
	"reflect"
	"strings"

	subjectjson "swarjson/decoder"
)

type isZeroer interface{ IsZero() bool }

const startDetectingCyclesAfter = 1000

type scanner struct{}

func checkValid(data []byte, _ *scanner) error {
	var raw subjectjson.RawMessage
	return subjectjson.Unmarshal(data, &raw)
}

func isValidNumber(s string) bool {
	return s != "" && strings.Trim(s, " \t\r\n") == s && strings.ContainsRune("-0123456789", rune(s[0])) && subjectjson.Valid([]byte(s))
}

func setField(p any, name, value string) {
	f := reflect.ValueOf(p).Elem().FieldByName(name)
	reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem().SetString(value)
}

func newSyntaxError(msg string, offset int64) *subjectjson.SyntaxError {
	e := &subjectjson.SyntaxError{Offset: offset}
	setField(e, "msg", msg)
	return e
}

func newMarshalerError(t reflect.Type, err error, sourceFunc string) *subjectjson.MarshalerError {
	e := &subjectjson.MarshalerError{Type: t, Err: err}
	setField(e, "sourceFunc", sourceFunc)
	return e
}

var (
	_ = startDetectingCyclesAfter
	_ = isValidNumber
	_ = newSyntaxError
	_ = newMarshalerError
	_ = checkValid
	_ isZeroer
	_ scanner
)
`

// A Module is a directory in which go test runs the rewritten tests.
type Module struct {
	Dir string
	// Tests are the names of the kept functions Test…, Fuzz… and Example….
	Tests []string
	// Dropped are the names of those left out.
	Dropped []string
}

// Write reads the tests in goroot and writes the module into dir. root is the
// directory of the module under test, toolchain the version for go.mod.
func Write(dir, goroot, root, goVersion string) (*Module, error) {
	m := &Module{Dir: dir}
	src := filepath.Join(goroot, "src", "encoding", "json")
	names, err := filepath.Glob(filepath.Join(src, "*_test.go"))
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	packages := map[string][]*source{}
	for _, name := range names {
		base := filepath.Base(name)
		if strings.HasPrefix(base, "v2_") || base == benchmarks {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		packages[f.Name.Name] = append(packages[f.Name.Name], &source{base, f})
	}
	if len(packages["json"]) == 0 || len(packages["json_test"]) == 0 {
		return nil, fmt.Errorf("no classic tests of encoding/json in %s", src)
	}
	for pkg, sub := range map[string]string{"json": "inside", "json_test": "outside"} {
		out := filepath.Join(dir, sub)
		if err := os.MkdirAll(out, 0o755); err != nil {
			return nil, err
		}
		if pkg == "json" {
			if err := os.WriteFile(filepath.Join(out, "shim_test.go"), []byte(shim), 0o644); err != nil {
				return nil, err
			}
		}
		r := newRewriter(m, packages[pkg])
		for _, s := range packages[pkg] {
			text, err := r.rewrite(fset, s)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", s.name, err)
			}
			if err := os.WriteFile(filepath.Join(out, s.name), text, 0o644); err != nil {
				return nil, err
			}
		}
	}
	sort.Strings(m.Tests)
	sort.Strings(m.Dropped)
	return m, m.writeGoMod(root, goVersion)
}

// writeGoMod makes a go.mod that needs nothing but what the module under test
// needs, whose go.sum comes along.
func (m *Module) writeGoMod(root, goVersion string) error {
	mod := fmt.Sprintf("module gotests\n\ngo %s\n\nrequire swarjson v0.0.0\n\nreplace swarjson => %s\n", goVersion, strconv.Quote(root))
	if err := os.WriteFile(filepath.Join(m.Dir, "go.mod"), []byte(mod), 0o644); err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(m.Dir, "go.sum"), sum, 0o644)
}

type source struct {
	name string
	file *ast.File
}

type rewriter struct {
	m        *Module
	declared map[string]bool // names of the test package itself
}

func newRewriter(m *Module, files []*source) *rewriter {
	r := &rewriter{m, map[string]bool{}}
	for _, s := range files {
		for name := range s.file.Scope.Objects {
			r.declared[name] = true
		}
	}
	return r
}

// rewrite moves one file out of encoding/json. Names are changed in place: an
// identifier that reads "subjectjson.Unmarshal" prints as the selector it stands
// for, and no parent node has to be told.
func (r *rewriter) rewrite(fset *token.FileSet, s *source) ([]byte, error) {
	f := s.file
	// The package keeps its name, which stands in some of the expected texts.
	r.drop(f)
	imported := false
	for _, im := range f.Imports {
		if im.Path.Value == `"encoding/json"` {
			im.Path.Value = `"swarjson/decoder"`
			if im.Name == nil {
				im.Name = ast.NewIdent("json")
			}
			imported = true
		}
	}
	if !imported {
		f.Decls = append([]ast.Decl{&ast.GenDecl{
			Tok:   token.IMPORT,
			Specs: []ast.Spec{&ast.ImportSpec{Name: ast.NewIdent(subject), Path: &ast.BasicLit{Kind: token.STRING, Value: `"swarjson/decoder"`}}},
		}}, f.Decls...)
		for _, id := range f.Unresolved {
			if id.IsExported() && !r.declared[id.Name] && types.Universe.Lookup(id.Name) == nil {
				id.Name = subject + "." + id.Name
			}
		}
		literals(f)
	}
	r.unusedImports(f)
	var buf bytes.Buffer
	if err := format.Node(&buf, fset, f); err != nil {
		return nil, err
	}
	if !imported {
		fmt.Fprintf(&buf, "\nvar _ %s.Token\n", subject)
	}
	return buf.Bytes(), nil
}

// drop removes the tests that cannot come along, and notes the names of the others.
func (r *rewriter) drop(f *ast.File) {
	kept := f.Decls[:0:0]
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil {
			kept = append(kept, d)
			continue
		}
		name := fn.Name.Name
		if _, ok := Dropped[name]; ok {
			r.m.Dropped = append(r.m.Dropped, name)
			// Its comments would be left behind in the wrong place.
			var rest []*ast.CommentGroup
			for _, c := range f.Comments {
				if c.End() < d.Pos() || c.Pos() > d.End() {
					rest = append(rest, c)
				}
			}
			f.Comments = rest
			continue
		}
		for _, prefix := range []string{"Test", "Fuzz", "Example"} {
			if strings.HasPrefix(name, prefix) {
				r.m.Tests = append(r.m.Tests, name)
			}
		}
		kept = append(kept, d)
	}
	f.Decls = kept
}

// unusedImports drops the imports that only dropped tests used.
func (r *rewriter) unusedImports(f *ast.File) {
	used := map[string]bool{}
	for _, d := range f.Decls {
		ast.Inspect(d, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := sel.X.(*ast.Ident); ok {
					used[id.Name] = true
				}
			}
			return true
		})
	}
	decls := f.Decls[:0:0]
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			decls = append(decls, d)
			continue
		}
		specs := g.Specs[:0:0]
		for _, spec := range g.Specs {
			im := spec.(*ast.ImportSpec)
			path, _ := strconv.Unquote(im.Path.Value)
			name := path[strings.LastIndex(path, "/")+1:]
			if im.Name != nil {
				name = im.Name.Name
			}
			if used[name] || name == subject || name == "_" {
				specs = append(specs, spec)
			}
		}
		if g.Specs = specs; len(specs) > 0 {
			decls = append(decls, d)
		}
	}
	f.Decls = decls
}

// literals turns composite literals of the two error types with unexported fields
// into calls of the shim.
func literals(f *ast.File) {
	makers := map[string]string{subject + ".SyntaxError": "newSyntaxError", subject + ".MarshalerError": "newMarshalerError"}
	ast.Inspect(f, func(n ast.Node) bool {
		// The literal is always behind an &: the call returns a pointer.
		swap := func(e ast.Expr) ast.Expr {
			u, ok := e.(*ast.UnaryExpr)
			if !ok || u.Op != token.AND {
				return e
			}
			lit, ok := u.X.(*ast.CompositeLit)
			if !ok {
				return e
			}
			id, ok := lit.Type.(*ast.Ident)
			if !ok || makers[id.Name] == "" || len(lit.Elts) == 0 {
				return e
			}
			id.Name = makers[id.Name]
			args := make([]ast.Expr, len(lit.Elts))
			for i, el := range lit.Elts {
				args[i] = el
				if kv, ok := el.(*ast.KeyValueExpr); ok { // all fields are given, in order
					args[i] = kv.Value
				}
			}
			return &ast.CallExpr{Fun: id, Lparen: lit.Lbrace, Args: args, Rparen: lit.Rbrace}
		}
		switch n := n.(type) {
		case *ast.CompositeLit:
			for i, e := range n.Elts {
				n.Elts[i] = swap(e)
			}
		case *ast.KeyValueExpr:
			n.Value = swap(n.Value)
		case *ast.CallExpr:
			for i, e := range n.Args {
				n.Args[i] = swap(e)
			}
		case *ast.AssignStmt:
			for i, e := range n.Rhs {
				n.Rhs[i] = swap(e)
			}
		case *ast.ReturnStmt:
			for i, e := range n.Results {
				n.Results[i] = swap(e)
			}
		}
		return true
	})
}
