// Command hours fuzzes for hours: every target of every package in turn, each for the same
// time. What came of it is a line per run in fuzz/RUNS.md, with totals above them. A target is
// run once, and again for the rest of its time if a busy machine stopped it.
//
//	go run ./fuzz/hours -each 10m                all of them
//	go run ./fuzz/hours -each 1h -run 'UTF8|Any' some
//	go run ./fuzz/hours -run '^internal/num\.'   those of a package
//	go run ./fuzz/hours -tags purego             where the fuzzer gets coverage of stage 1 too
//
// The other targets are run even if one finds something; the status at the end is 1 then.
// Inputs that were interesting stay in Go's build cache, so that the next run goes on from
// them. It knows no targets by name. What go test calls a failure is one, but for two things that
// come of the machine or of go test: see stood and ranOut.
//
// A target is called by its package's directory and its name, "internal/num.FuzzNumber".
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

const module = "swarjson"

func main() {
	c := config{}
	flag.DurationVar(&c.each, "each", 10*time.Minute, "how long each target is fuzzed")
	flag.IntVar(&c.parallel, "parallel", 1, "how many processes fuzz")
	flag.StringVar(&c.run, "run", "", "pattern of the targets, such as fuzz.FuzzAny; all if empty")
	flag.StringVar(&c.tags, "tags", "", "build tags")
	flag.Parse()
	if flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := c.all(); err != nil {
		fmt.Fprintln(os.Stderr, "hours:", err)
		os.Exit(1)
	}
}

type config struct {
	each     time.Duration
	parallel int
	run      string
	tags     string
	root     string // of the module
}

// target is a function to fuzz.
type target struct {
	pkg  string // its directory, from the module's root on, with slashes
	name string
}

func (t target) String() string { return t.pkg + "." + t.name }

// all fuzzes the targets, and notes each as soon as it is done.
func (c *config) all() error {
	pattern, err := regexp.Compile(c.run)
	if err != nil {
		return err
	}
	if c.root, err = output("go", "list", "-m", "-f", "{{.Dir}}", module); err != nil {
		return err
	}
	list, err := output("go", "test", "-C", c.root, "-tags="+c.tags, "-list=^Fuzz", "./...")
	if err != nil {
		return err
	}
	ran := 0
	var problems []error
	for _, t := range targets(list) {
		if !pattern.MatchString(t.String()) {
			continue
		}
		ran++
		for left := c.each; left > 0; {
			begin := time.Now()
			r, err := c.fuzz(t, left)
			if err == nil {
				err = note(filepath.Join(c.root, "fuzz", "RUNS.md"), r)
			}
			if err == nil && r.isFinding() {
				err = errors.New(r.finding)
			}
			if err != nil {
				problems = append(problems, fmt.Errorf("%v: %w", t, err))
			}
			if err != nil || r.finding != stalled {
				break
			}
			left -= max(time.Since(begin), time.Second).Round(time.Second)
		}
	}
	if ran == 0 {
		return fmt.Errorf("no target matches %q", c.run)
	}
	return errors.Join(problems...)
}

// targets returns those that go test -list names: a package's come before the line that ends it.
func targets(list string) []target {
	var all, open []target
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "Fuzz") {
			open = append(open, target{name: line})
			continue
		}
		if f := strings.Fields(line); len(f) > 1 && f[0] == "ok" {
			for _, t := range open {
				t.pkg = strings.TrimPrefix(f[1], module+"/")
				all = append(all, t)
			}
		}
		open = nil
	}
	return all
}

// fuzz fuzzes one target for some time.
func (c *config) fuzz(t target, each time.Duration) (run, error) {
	r := run{target: t.String(), date: time.Now().UTC().Format(time.DateOnly), finding: none}
	var err error
	if r.version, err = output("go", "env", "GOVERSION"); err != nil {
		return r, err
	}
	if c.tags != "" {
		r.version += " " + c.tags
	}
	if r.commit, err = commit(c.root); err != nil {
		return r, err
	}
	cmd := exec.Command("go", "test", "-C", c.dir(t), "-tags="+c.tags, "-run=^$", "-fuzz=^"+t.name+"$", "-fuzztime="+each.String(),
		"-fuzzminimizetime=100x", "-parallel="+strconv.Itoa(c.parallel), "-timeout=0", ".")
	fmt.Println(strings.Join(cmd.Args, " "))
	var text strings.Builder
	cmd.Stdout = io.MultiWriter(os.Stdout, &text)
	cmd.Stderr = cmd.Stdout
	failed := cmd.Run()
	r.read(text.String())
	if ranOut(text.String()) {
		r.finding, failed = none, nil
	}
	if r.isFinding() && stood(text.String()) && c.passes(t, r.finding) {
		r.finding = stalled
	}
	if failed != nil && r.finding == none {
		return r, fmt.Errorf("no finding, but %w", failed)
	}
	if failed == nil && r.executions == 0 {
		return r, errors.New("was not fuzzed") // it skips on encoding/json's v2 engine
	}
	return r, nil
}

// ranOut reports whether go test, which says text, failed for nothing but the end of its time. When
// that comes while an input runs, it is an error to it now and then (go.dev/issue/75804).
func ranOut(text string) bool {
	return strings.Contains(text, "\n    context deadline exceeded\n") && !written.MatchString(text) && strings.Count(text, "--- FAIL: ") == 1
}

// stood reports whether go test, which says text, stopped because an input had not come to an
// end for 10 seconds, as any may on a machine that is busy with something else: the process
// that fuzzes is gone, and for two lines of progress, of which there is one every
// 3 seconds, it had next to nothing done. A crash stops it too, but at full speed.
func stood(text string) bool {
	if !strings.Contains(text, "fuzzing process hung or terminated unexpectedly") {
		return false
	}
	var before []int64 // executions
	for line := range strings.Lines(text) {
		if m := progress.FindStringSubmatch(line); m != nil {
			n, _ := strconv.ParseInt(m[2], 10, 64)
			before = append(before, n)
		}
	}
	n := len(before)
	return n >= 4 && before[n-1]-before[n-3] < 10
}

// dir returns the directory of t's package.
func (c *config) dir(t target) string { return filepath.Join(c.root, filepath.FromSlash(t.pkg)) }

// passes reports whether an input for t that the fuzzer has written to a file passes by itself, ten
// times. The file stays: it is a seed now.
func (c *config) passes(t target, file string) bool {
	input, ok := strings.CutPrefix(file, "testdata/fuzz/")
	if !ok {
		return false
	}
	out, err := output("go", "test", "-C", c.dir(t), "-tags="+c.tags, "-v", "-run=^"+t.name+"$/^"+path.Base(input)+"$", "-count=10", "-timeout=1m", ".")
	return err == nil && strings.Contains(out, "--- PASS: "+input)
}

var (
	progress = regexp.MustCompile(`^fuzz: elapsed: (\S+), execs: (\d+) .*new interesting: (\d+)`)
	written  = regexp.MustCompile(`Failing input written to (\S+)`)
	seed     = regexp.MustCompile(`^failure while testing seed corpus entry: (\S+)`)
	failure  = regexp.MustCompile(`^\s*--- FAIL: (\S+)`)
)

// read takes from what go test prints what there is to note: of progress the last line, of
// a failure the input's file or, if it was there before, its name.
func (r *run) read(text string) {
	file := ""
	for line := range strings.Lines(text) {
		if m := progress.FindStringSubmatch(line); m != nil {
			r.time, _ = time.ParseDuration(m[1])
			r.executions, _ = strconv.ParseInt(m[2], 10, 64)
			r.interesting, _ = strconv.ParseInt(m[3], 10, 64)
		} else if m := written.FindStringSubmatch(line); m != nil {
			file = m[1]
		} else if m := seed.FindStringSubmatch(line); m != nil {
			file = m[1]
		} else if m := failure.FindStringSubmatch(line); m != nil {
			r.finding = m[1] // the innermost comes last
		}
	}
	if file != "" {
		r.finding = filepath.ToSlash(file)
	}
}

// commit returns HEAD, with a plus if there are changes on top of it, other than of RUNS.md.
func commit(root string) (string, error) {
	head, err := output("git", "-C", root, "rev-parse", "--short", "HEAD")
	if err != nil {
		return "", err
	}
	changed, err := output("git", "-C", root, "status", "--porcelain", "--", ".", ":(exclude)fuzz/RUNS.md")
	if err != nil {
		return "", err
	}
	if changed != "" {
		head += "+"
	}
	return head, nil
}

// output runs a program and returns what it prints.
func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	if e, ok := err.(*exec.ExitError); ok {
		err = fmt.Errorf("%s %s: %w\n%s", name, args[0], err, e.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}
