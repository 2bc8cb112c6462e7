package arch

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "swarjson"

	layerMem      = 0
	layerUTF8     = 1
	layerScan     = 2
	layerInternal = 3
	layerDecoder  = 4
	layerAids     = 5 // test aids: nothing that is linked into a program imports them
	layerUsers    = 6 // programs and fuzz targets
)

// layers gives each package its place; a package may import those of lower layers
// only. Packages of internal/ that are not named here are in layerInternal and may
// import each other as well: Go itself refuses cycles.
var layers = map[string]int{
	"internal/mem":       layerMem,
	"utf8enc":            layerUTF8,
	"scan":               layerScan,
	"decoder":            layerDecoder,
	"fuzz":               layerUsers,
	"compat":             layerUsers,
	"internal/arch":      layerAids,
	"internal/difftest":  layerAids,
	"internal/gotests":   layerAids,
	"internal/toolchain": layerAids,
}

// layerOf returns the layer of the package in folder dir, and whether it has one.
func layerOf(dir string) (int, bool) {
	if l, ok := layers[dir]; ok {
		return l, true
	}
	if strings.HasPrefix(dir, "fuzz/") {
		return layerUsers, true
	}
	return layerInternal, strings.HasPrefix(dir, "internal/")
}

// mayImport reports whether non-test code in folder from may import folder to.
func mayImport(from, to string) bool {
	f, ok1 := layerOf(from)
	t, ok2 := layerOf(to)
	if !ok1 || !ok2 {
		return false
	}
	return t < f || t == f && f == layerInternal
}

// file is one Go source file of the root module.
type file struct {
	path    string // from the module's root, with slashes
	test    bool
	imports []string
	ast     *ast.File
	fset    *token.FileSet
}

func (f file) dir() string { return path.Dir(f.path) }

// root is the module's root folder, seen from this package's.
const root = "../.."

// files parses every Go file of the root module, whatever its build constraints.
func files(t *testing.T) []file {
	t.Helper()
	var all []file
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name == root {
				return nil
			}
			if base := d.Name(); base == "testdata" || base[0] == '.' || base[0] == '_' {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil {
				return fs.SkipDir // a module of its own
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f := file{path: filepath.ToSlash(rel), test: strings.HasSuffix(name, "_test.go"), fset: token.NewFileSet()}
		f.ast, err = parser.ParseFile(f.fset, f.path, src, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, im := range f.ast.Imports {
			p, err := strconv.Unquote(im.Path.Value)
			if err != nil {
				return err
			}
			f.imports = append(f.imports, p)
		}
		all = append(all, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 50 {
		t.Fatalf("found only %d Go files below %s: this is not the module's root", len(all), root)
	}
	return all
}

// own cuts the module's name off an import path of this project.
func own(imported string) (dir string, ok bool) { return strings.CutPrefix(imported, module+"/") }

// ignored reports whether no build has the file: it is a program that go:generate runs.
func ignored(f file) bool {
	for _, group := range f.ast.Comments {
		for _, c := range group.List {
			if c.Text == "//go:build ignore" {
				return true
			}
		}
	}
	return false
}

func TestImportDirection(t *testing.T) {
	for _, f := range files(t) {
		if _, ok := layerOf(f.dir()); !ok {
			t.Errorf("%s: package %s has no layer: give it one in internal/arch", f.path, f.dir())
			continue
		}
		for _, imported := range f.imports {
			to, ok := own(imported)
			if !ok {
				continue
			}
			// Tests may use what lies above them (a test aid, the decoder), but no program.
			if f.test && to != "fuzz" && to != "compat" && !strings.HasPrefix(to, "bench") {
				continue
			}
			if !mayImport(f.dir(), to) {
				t.Errorf("%s imports %s: the arrow points the wrong way", f.path, to)
			}
		}
	}
}

// TestRules shows that the table above refuses what it is there to refuse.
func TestRules(t *testing.T) {
	for _, tt := range []struct {
		from, to string
		want     bool
	}{
		{"utf8enc", "internal/mem", true},
		{"scan", "utf8enc", true},
		{"internal/num", "scan", true},
		{"decoder", "internal/num", true},
		{"decoder", "scan", true},
		{"fuzz", "decoder", true},
		{"fuzz", "internal/difftest", true},
		{"internal/mem", "utf8enc", false},
		{"utf8enc", "scan", false},
		{"scan", "internal/num", false},
		{"scan", "decoder", false},
		{"internal/syntax", "decoder", false},
		{"decoder", "internal/difftest", false},
		{"decoder", "internal/toolchain", false},
		{"decoder", "fuzz", false},
		{"fuzz", "bench", false},
		{"newfolder", "decoder", false},
	} {
		if got := mayImport(tt.from, tt.to); got != tt.want {
			t.Errorf("mayImport(%q, %q) = %v, want %v", tt.from, tt.to, got, tt.want)
		}
	}
}

// TestUnsafe: unsafe is imported by internal/mem alone, and by files that do nothing
// but declare assembly routines. There is neither cgo nor go:linkname, and the packages
// that turn bytes into positions and code points into bytes know neither readers nor reflect.
func TestUnsafe(t *testing.T) {
	homes := 0
	for _, f := range files(t) {
		for _, imported := range f.imports {
			switch imported {
			case "C":
				t.Errorf("%s uses cgo", f.path)
			case "unsafe":
				if f.dir() == "internal/mem" {
					homes++
				} else if !onlyStubs(f.ast) {
					t.Errorf("%s imports unsafe: only internal/mem may", f.path)
				}
			case "reflect", "io", "bufio":
				if dir := f.dir(); (dir == "scan" || dir == "utf8enc") && !f.test && !ignored(f) {
					t.Errorf("%s imports %s: bytes only, down there", f.path, imported)
				}
			case "testing":
				if l, _ := layerOf(f.dir()); l <= layerDecoder && !f.test {
					t.Errorf("%s imports testing into a program", f.path)
				}
			}
		}
		for _, group := range f.ast.Comments {
			for _, c := range group.List {
				if strings.HasPrefix(c.Text, "//go:linkname") {
					t.Errorf("%s: go:linkname", f.fset.Position(c.Pos()))
				}
			}
		}
	}
	if homes == 0 {
		t.Error("internal/mem does not import unsafe: this test looks at the wrong files")
	}
}

// onlyStubs reports whether the file declares nothing but functions without bodies.
func onlyStubs(f *ast.File) bool {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			if d.Tok != token.IMPORT {
				return false
			}
		case *ast.FuncDecl:
			if d.Body != nil {
				return false
			}
		}
	}
	return true
}

// listed is what `go list -json` says about a package.
type listed struct {
	ImportPath string
	Name       string
	Standard   bool
	Imports    []string
	Module     *struct{ Path string }
	Doc        string
}

// list runs go list in the root folder.
func list(t *testing.T, env []string, args ...string) []listed {
	t.Helper()
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("no programs can be started here")
	}
	cmd := exec.Command("go", append([]string{"list", "-json=ImportPath,Name,Standard,Imports,Module,Doc"}, args...)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list %v: %v\n%s", args, err, stderr.Bytes())
	}
	var all []listed
	for dec := json.NewDecoder(bytes.NewReader(out)); dec.More(); {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// TestRunTimeDependencies: who imports swarjson/decoder links the standard
// library, cpuid and what cpuid itself needs, on each platform, and no more.
func TestRunTimeDependencies(t *testing.T) {
	platforms := []string{"linux/amd64", "linux/386", "linux/arm64", "linux/s390x", "darwin/arm64", "windows/amd64", "js/wasm"}
	if testing.Short() {
		platforms = platforms[:1]
	}
	for _, platform := range platforms {
		goos, goarch, _ := strings.Cut(platform, "/")
		env := []string{"GOOS=" + goos, "GOARCH=" + goarch, "CGO_ENABLED=0", "GOWORK=off"}
		pkgs := list(t, env, "-deps", "./decoder")
		importers := map[string][]string{} // package → who imports it
		for _, p := range pkgs {
			for _, imported := range p.Imports {
				importers[imported] = append(importers[imported], p.ImportPath)
			}
		}
		seen := false
		for _, p := range pkgs {
			switch {
			case p.Standard:
			case p.ImportPath == module+"/decoder":
				seen = true
			case strings.HasPrefix(p.ImportPath, module+"/"):
				dir, _ := own(p.ImportPath)
				if l, ok := layerOf(dir); !ok || l >= layerAids {
					t.Errorf("%s: decoder links %s", platform, p.ImportPath)
				}
			case strings.HasPrefix(p.ImportPath, "github.com/klauspost/cpuid/v2"), strings.HasPrefix(p.ImportPath, "golang.org/x/sys/"):
				for _, from := range importers[p.ImportPath] {
					dir, ours := own(from)
					if ours && (dir != "scan" || p.ImportPath != "github.com/klauspost/cpuid/v2") {
						t.Errorf("%s: %s imports %s", platform, from, p.ImportPath)
					}
				}
			default:
				t.Errorf("%s: decoder links %s, by way of %v", platform, p.ImportPath, importers[p.ImportPath])
			}
		}
		if !seen {
			t.Errorf("%s: go list does not show the decoder itself", platform)
		}
	}
}

// TestModuleRequirements: go.mod names cpuid and go-cmp, and the one module that
// cpuid needs, and that is all.
func TestModuleRequirements(t *testing.T) {
	src, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]bool{
		"github.com/klauspost/cpuid/v2": true,
		"github.com/google/go-cmp":      true,
		"golang.org/x/sys":              false, // must be marked as indirect
	}
	inBlock := false
	for i, line := range strings.Split(string(src), "\n") {
		line, comment, _ := strings.Cut(line, "//")
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			continue
		case inBlock && words[0] == ")":
			inBlock = false
			continue
		case words[0] == "require" && words[1] == "(":
			inBlock = true
			continue
		case words[0] == "require":
			words = words[1:]
		case words[0] == "replace" || words[0] == "exclude" || words[0] == "toolchain":
			t.Errorf("go.mod:%d: %s in the root module", i+1, words[0])
			continue
		case !inBlock:
			continue
		}
		direct, ok := allowed[words[0]]
		if !ok || !direct && strings.TrimSpace(comment) != "indirect" {
			t.Errorf("go.mod:%d: the root module must not need %s", i+1, words[0])
		}
	}
}

// TestPackageComments: each package says what it is and what it refuses to do.
func TestPackageComments(t *testing.T) {
	docs := map[string]bool{}
	for _, f := range files(t) {
		if f.test || ignored(f) {
			continue
		}
		want := "Package " + f.ast.Name.Name + " "
		if f.ast.Name.Name == "main" {
			want = "" // a program's comment begins with its own name
		}
		has := f.ast.Doc != nil && strings.HasPrefix(f.ast.Doc.Text(), want)
		docs[f.dir()] = docs[f.dir()] || has
	}
	for _, dir := range slices.Sorted(maps.Keys(docs)) {
		if !docs[dir] {
			t.Errorf("package %s has no package comment", dir)
		}
	}
}
