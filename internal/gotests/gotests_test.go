package gotests

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"swarjson/internal/difftest"
)

func goEnv(t *testing.T, names ...string) []string {
	t.Helper()
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Fatalf("go env: %v", err)
	}
	return strings.Split(strings.TrimRight(string(out), "\n"), "\n")
}

// TestGoProject writes the module and runs it. Each of its tests is a subtest here.
func TestGoProject(t *testing.T) {
	if !difftest.ClassicOracle {
		t.Skip("encoding/json runs on the v2 engine here: its classic tests do not apply (set GOEXPERIMENT=nojsonv2)")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command here to run them with")
	}
	env := goEnv(t, "GOROOT", "GOMOD", "GOVERSION")
	goroot, root := env[0], filepath.Dir(env[1])
	version := strings.TrimPrefix(strings.Fields(env[2])[0], "go")
	if strings.Count(version, ".") == 1 {
		version += ".0"
	}
	m, err := Write(t.TempDir(), goroot, root, version)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Dropped) != len(Dropped) || len(m.Dropped) > 10 {
		t.Errorf("dropped %v: want all of the list, and at most 10", m.Dropped)
	}
	for _, name := range m.Dropped {
		t.Logf("dropped %s: %s", name, Dropped[name])
	}
	results := run(t, m)
	passed := 0
	for _, name := range m.Tests {
		t.Run(name, func(t *testing.T) {
			switch r := results[name]; r.action {
			case "pass":
				passed++
			case "skip":
				t.Skip(r.output)
			case "":
				t.Error("it did not run")
			default:
				t.Errorf("%s\n%s", r.action, r.output)
			}
		})
	}
	t.Logf("%s: %d of %d tests passed, %d dropped", env[2], passed, len(m.Tests), len(m.Dropped))
	if passed < 75 {
		t.Errorf("only %d tests passed", passed)
	}
}

type result struct{ action, output string }

// run runs go test -json in the module and gathers what it says by test.
func run(t *testing.T, m *Module) map[string]*result {
	t.Helper()
	// vet is off: the examples' names refer to functions of another package.
	cmd := exec.Command("go", "test", "-json", "-vet=off", "-count=1", "./...")
	cmd.Dir = m.Dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	runErr := cmd.Run()
	results := map[string]*result{}
	var other strings.Builder
	sc := bufio.NewScanner(&out)
	sc.Buffer(nil, 16<<20)
	for sc.Scan() {
		var ev struct{ Action, Package, Test, Output string }
		if err := json.Unmarshal(sc.Bytes(), &ev); err != nil {
			other.WriteString(sc.Text() + "\n")
			continue
		}
		if ev.Test == "" {
			other.WriteString(ev.Output)
			continue
		}
		name, _, sub := strings.Cut(ev.Test, "/")
		r := results[name]
		if r == nil {
			r = &result{}
			results[name] = r
		}
		switch {
		case ev.Action == "output":
			r.output += ev.Output
		case sub:
		case ev.Action == "pass" || ev.Action == "fail" || ev.Action == "skip":
			r.action = ev.Action
		}
	}
	if runErr != nil {
		failed := 0
		for _, r := range results {
			if r.action == "fail" {
				failed++
			}
		}
		if failed == 0 {
			keys := make([]string, 0, len(results))
			for k, r := range results {
				if r.action == "" {
					keys = append(keys, k)
				}
			}
			sort.Strings(keys)
			t.Fatalf("go test: %v (unfinished: %v)\n%s%s", runErr, keys, errs.String(), other.String())
		}
	}
	return results
}
