// Command mutate shows that the tests notice. It copies the module, breaks the copy
// in one small way after the other (see edits.go), and runs the tests each time:
// a change that no test notices is a hole in the tests.
//
//	go run ./fuzz/mutate            all of them
//	go run ./fuzz/mutate -list      names only
//	go run ./fuzz/mutate depth utf8 those whose names contain one of the words
//
// It ends with status 1 if a change goes unnoticed, no longer applies to the source,
// or does not compile.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

func main() {
	list := flag.Bool("list", false, "list the changes and stop")
	limit := flag.Duration("timeout", 3*time.Minute, "for the tests of one change")
	flag.Parse()
	if *list {
		for _, e := range edits {
			fmt.Printf("%-32s %s\n", e.name, e.file)
		}
		return
	}
	if err := run(flag.Args(), *limit); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// An edit is one deliberate break.
type edit struct {
	name string
	file string
	// old must occur in the file; its first occurrence is replaced.
	old, new string
	// runs is the pattern of tests in package fuzz that are run first, to save
	// time: if they do not notice, all tests are run.
	runs string
	// in is the package whose tests runs is for instead: of what encoding/json does not have.
	in string
}

func run(words []string, limit time.Duration) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := copyModule(root, dir); err != nil {
		return err
	}
	// Without a break the tests must pass, or passing and failing say nothing.
	if noticed, text := try(dir, "./fuzz", "", limit); noticed != "" {
		return fmt.Errorf("the tests fail as it is: %s\n%s", noticed, text)
	}
	bad := 0
	tried := 0
	for _, e := range edits {
		if !selected(e.name, words) {
			continue
		}
		tried++
		start := time.Now()
		noticed, err := mutant(dir, e, limit)
		took := time.Since(start).Round(time.Second)
		if err != nil {
			bad++
			fmt.Printf("%-32s FAILED: %v (%v)\n", e.name, err, took)
			continue
		}
		fmt.Printf("%-32s noticed by %s (%v)\n", e.name, noticed, took)
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d changes were not noticed", bad, tried)
	}
	fmt.Printf("all %d changes noticed\n", tried)
	return nil
}

func selected(name string, words []string) bool {
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return len(words) == 0
}

// mutant applies e in dir, runs the tests, takes e back, and returns which test
// noticed.
func mutant(dir string, e edit, limit time.Duration) (string, error) {
	name := filepath.Join(dir, filepath.FromSlash(e.file))
	was, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	if !bytes.Contains(was, []byte(e.old)) {
		return "", fmt.Errorf("no longer applies: %s has no %q", e.file, e.old)
	}
	broken := bytes.Replace(was, []byte(e.old), []byte(e.new), 1)
	if err := os.WriteFile(name, broken, 0o644); err != nil {
		return "", err
	}
	defer func() { _ = os.WriteFile(name, was, 0o644) }()
	build := exec.Command("go", "build", "./decoder")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("does not compile: %s", out)
	}
	noticed := ""
	if e.in != "" {
		noticed, _ = try(dir, e.in, e.runs, limit)
	} else if e.runs != "" {
		noticed, _ = try(dir, "./fuzz", e.runs, limit)
	}
	if noticed == "" {
		noticed, _ = try(dir, "./fuzz", "", limit)
	}
	if noticed == "" {
		return "", fmt.Errorf("no test noticed")
	}
	return noticed, nil
}

var failedTest = regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`)

// compares is the pattern of the tests that compare with encoding/json. Those of
// time and memory are left out: on a busy machine they fail without a break too.
const compares = "^(TestRandomCases|Test(Basics|BasicsTruncated|Scalars|NumbersInContext|Nulls|Names|NameTails|Embedding|StringTag|SlicesAndArrays|Maps|" +
	"InterfacesAndPointers|InvalidTargets|UserMethods|StandardTypes|SyntaxErrors|ErrorOrder|Depth|Scripts|Readers|Leftovers|LongSpace|OwnSuite)|TestEvery.*|Fuzz.*)$"

// try runs the tests of a package that match pattern, briefly, and returns the first that
// failed, or "".
func try(dir, in, pattern string, limit time.Duration) (noticed, text string) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	args := []string{"test", "-short", "-count=1", "-failfast", "-vet=off", "-timeout", limit.String()}
	if pattern == "" {
		pattern = compares
	}
	args = append(args, "-run", pattern)
	cmd := exec.CommandContext(ctx, "go", append(args, in)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err == nil {
		return "", ""
	}
	if m := failedTest.FindSubmatch(out); m != nil {
		return string(m[1]), string(out)
	}
	return "a crash or an endless loop", string(out)
}

func moduleRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	mod := strings.TrimSpace(string(out))
	if filepath.Base(mod) != "go.mod" {
		return "", fmt.Errorf("not in a module")
	}
	return filepath.Dir(mod), nil
}

// copyModule copies what the tests of package fuzz need.
func copyModule(root, dir string) error {
	for _, sub := range []string{"go.mod", "go.sum", "decoder", "fuzz", "internal", "scan", "utf8enc"} {
		err := filepath.WalkDir(filepath.Join(root, sub), func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			to := filepath.Join(dir, rel)
			if d.IsDir() {
				return os.MkdirAll(to, 0o755)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			return os.WriteFile(to, data, 0o644)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
