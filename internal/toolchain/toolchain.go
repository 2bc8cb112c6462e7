// Package toolchain is for tests that assert what the compiler makes of the code: which
// functions it inlines, how many allocations are left. Such assertions hold for one
// release series of Go, go.mod's, and for an ordinary build of it; elsewhere they skip.
// It knows none of the functions, and says nothing about how fast anything is.
package toolchain

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
)

// Pinned skips the test unless the toolchain is of the release series that go.mod names,
// and the test binary was built without anything that changes code: the race detector
// and the like, coverage, flags for the compiler.
func Pinned(t testing.TB) {
	t.Helper()
	want := series(t)
	if rest, ok := strings.CutPrefix(runtime.Version(), want); !ok || rest != "" && rest[0] != '.' && rest[0] != ' ' {
		t.Skipf("asserted for %s, this is %s", want, runtime.Version())
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		t.Skip("no build info")
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "-race", "-msan", "-asan", "-cover", "-gcflags":
			t.Skipf("built with %s=%s", s.Key, s.Value)
		}
	}
	if testing.CoverMode() != "" {
		t.Skip("built with coverage")
	}
}

// series returns the release series of the go line in go.mod, such as go1.26.
func series(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		b, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			for line := range strings.Lines(string(b)) {
				if v, ok := strings.CutPrefix(line, "go "); ok {
					parts := strings.SplitN(strings.TrimSpace(v), ".", 3)
					return "go" + strings.Join(parts[:min(2, len(parts))], ".")
				}
			}
			t.Fatalf("no go line in %s", filepath.Join(dir, "go.mod"))
		}
		if up := filepath.Dir(dir); up != dir {
			dir = up
			continue
		}
		t.Fatal("no go.mod above the test")
	}
}

// Inlined asserts that the compiler inlines functions into the package in the working
// directory: its own, named as in "isTrue" or "(*engine).at", and those of others that it
// calls, as in "mem.Ptr.U8".
func Inlined(t testing.TB, functions ...string) {
	t.Helper()
	Pinned(t)
	// Costs differ with what the compiler has instructions for.
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skipf("not asserted for %s", runtime.GOARCH)
	}
	out, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	inlined := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		for _, says := range []string{": can inline ", ": inlining call to "} {
			if _, name, ok := strings.Cut(strings.TrimSpace(line), says); ok {
				inlined[name] = true
			}
		}
	}
	for _, f := range functions {
		if !inlined[f] {
			t.Errorf("%s is not inlined", f)
		}
	}
}
