// Command compat runs other people's test suites against swarjson/decoder.
//
// It takes modules that use encoding/json heavily from the module proxy, at
// the versions pinned in modules.go, and runs the tests of each twice: as they are,
// and with every import of encoding/json exchanged for swarjson/decoder. A module
// passes if no test that passed or was skipped the first time does otherwise the second time.
//
//	go run ./compat                  all modules
//	go run ./compat -only gin        those whose path contains "gin"
//	go run ./compat -list            what there is
//	go run ./compat -keep DIR        leaves the copies in DIR, to look into
//
// It is run by hand, from the root of the repository, since it takes a quarter of
// an hour and some hundred megabytes of other people's modules.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

func main() { os.Exit(command()) }

// command is main; it returns the exit status: 1 if there are differences, 2 if
// nothing could be done.
func command() int {
	only := flag.String("only", "", "take only modules whose path contains this `text`")
	listOnly := flag.Bool("list", false, "list the modules and stop")
	keep := flag.String("keep", "", "leave the copies in this `directory`")
	limit := flag.Duration("limit", 10*time.Minute, "time limit of one run of one module's tests")
	procs := flag.Int("p", 2, "packages that are built and tested at once")
	flag.Parse()
	if flag.NArg() != 0 {
		flag.Usage()
		return 2
	}

	root, err := projectRoot()
	if err != nil {
		fmt.Fprintln(os.Stderr, "compat:", err)
		return 2
	}
	var chosen []subject
	for _, s := range subjects {
		if strings.Contains(s.path, *only) {
			chosen = append(chosen, s)
		}
	}
	if *listOnly {
		for _, s := range chosen {
			fmt.Printf("%-45s %-10s %s", s.path, s.version, s.kind)
			if s.skip != "" {
				fmt.Printf(", without %s: %s", s.skip, s.why)
			}
			fmt.Println()
		}
		return 0
	}
	if len(chosen) == 0 {
		fmt.Fprintf(os.Stderr, "compat: no module's path contains %q\n", *only)
		return 2
	}

	var work string
	if *keep == "" {
		work, err = os.MkdirTemp("", "swarjson-compat-")
		defer os.RemoveAll(work)
	} else if work, err = filepath.Abs(*keep); err == nil {
		err = os.MkdirAll(work, 0o755)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "compat:", err)
		return 2
	}

	r := runner{root: root, work: work, limit: *limit, procs: *procs}
	fmt.Println("| module | version | files switched | tests | passed | failed | skipped | differences |")
	fmt.Println("| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |")
	bad := 0
	for _, s := range chosen {
		begin := time.Now()
		o, err := r.check(s)
		if err != nil {
			bad++
			fmt.Printf("| %s | %s | | | | | | not run |\n", s.path, s.version)
			fmt.Fprintf(os.Stderr, "compat: %s: %v\n", s.path, err)
			continue
		}
		verdict := "none"
		if len(o.differences) > 0 {
			bad++
			verdict = fmt.Sprint(len(o.differences))
		}
		n := o.after.count()
		fmt.Printf("| %s | %s | %d | %d | %d | %d | %d | %s |\n",
			s.path, s.version, o.files, len(o.after), n[pass], n[fail], n[skip], verdict)
		fmt.Fprintf(os.Stderr, "compat: %s: %.0f s\n", s.path, time.Since(begin).Seconds())
		for _, d := range o.differences {
			fmt.Fprintf(os.Stderr, "\n%s: %s before, %s after\n%s", d, o.before[d], o.after[d], o.output(d))
		}
	}
	if bad > 0 {
		fmt.Fprintf(os.Stderr, "compat: %d of %d modules differ or did not run\n", bad, len(chosen))
		return 1
	}
	return 0
}

// projectRoot returns the folder of the module swarjson, which must be the current one.
func projectRoot() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "swarjson").Output()
	if err != nil {
		return "", errors.New("run this from the root of the repository")
	}
	return strings.TrimSpace(string(out)), nil
}

// Outcomes of a test. A test that was not run has the outcome "".
const (
	pass = "pass"
	fail = "fail"
	skip = "skip"
)

// results maps a test, as package.Name/Sub, to its outcome. A package that cannot be built
// or dies has an entry of its own, under its name alone.
type results map[string]string

func (r results) count() map[string]int {
	n := map[string]int{}
	for _, outcome := range r {
		n[outcome]++
	}
	return n
}

// differences returns the tests that did not fail before and have another outcome
// now, sorted. A test that failed before (for want of a network, say) tells nothing.
func (r results) differences(now results) []string {
	all := maps.Clone(r)
	maps.Copy(all, now)
	var names []string
	for name := range all {
		if r[name] != now[name] && r[name] != fail {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// outcome is what was found out about one module.
type outcome struct {
	files         int
	before, after results
	differences   []string
	text          map[string]string // output of tests of the second run
}

// output returns what a test printed, its last lines if there are many.
func (o outcome) output(name string) string {
	lines := strings.SplitAfter(o.text[name], "\n")
	if n := len(lines); n > 40 {
		lines = append([]string{"...\n"}, lines[n-40:]...)
	}
	return strings.Join(lines, "")
}

// runner holds what all modules share.
type runner struct {
	root, work string
	limit      time.Duration
	procs      int
}

// check tests one module, before and after the switch.
func (r runner) check(s subject) (outcome, error) {
	var o outcome
	dir := filepath.Join(r.work, strings.NewReplacer("/", "_").Replace(s.path))
	if err := os.RemoveAll(dir); err != nil {
		return o, err
	}
	out, err := r.run(r.work, r.limit, "go", "mod", "download", "-json", s.path+"@"+s.version)
	if err != nil {
		return o, err
	}
	var info struct{ Dir, Error string }
	if err := json.Unmarshal(out, &info); err != nil || info.Error != "" {
		return o, fmt.Errorf("go mod download: %v %s", err, info.Error)
	}
	if err := copyTree(dir, info.Dir); err != nil {
		return o, err
	}
	// Both runs have the same requirements, so that they differ in nothing but the import.
	// Requiring this project makes the module one of a newer Go: it is to keep
	// what its own version means for the standard library's behaviour.
	godebug, err := goVersion(dir)
	if err != nil {
		return o, err
	}
	for _, args := range [][]string{
		{"go", "mod", "edit", "-require=swarjson@v0.0.0", "-replace=swarjson=" + r.root, "-godebug=default=" + godebug},
		{"go", "list", "-test", "-deps", "./..."},
		{"go", "get", "swarjson/decoder"},
	} {
		if _, err := r.run(dir, r.limit, args...); err != nil {
			return o, err
		}
	}
	if o.before, _, err = r.test(dir, s); err != nil {
		return o, err
	}
	if o.files, err = switchTree(dir); err != nil {
		return o, err
	}
	if o.files == 0 {
		return o, errors.New("does not import encoding/json")
	}
	if o.after, o.text, err = r.test(dir, s); err != nil {
		return o, err
	}
	o.differences = o.before.differences(o.after)
	if len(o.differences) > 0 {
		// Some suites depend on time or luck. What differs once must differ again.
		again, text, err := r.test(dir, s)
		if err != nil {
			return o, err
		}
		o.differences = slices.DeleteFunc(o.differences, func(name string) bool {
			if o.before[name] != again[name] {
				return false
			}
			o.after[name], o.text[name] = again[name], text[name]
			if again[name] == "" {
				delete(o.after, name) // its name is another one each time
			}
			return true
		})
	}
	if len(o.before) == 0 {
		return o, errors.New("has no tests")
	}
	return o, nil
}

// goVersion returns the Go version that the module in dir is written for, such as go1.21.
func goVersion(dir string) (string, error) {
	src, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(src)) {
		if words := strings.Fields(line); len(words) >= 2 && words[0] == "go" {
			version := strings.SplitN(words[1], ".", 3)
			if len(version) >= 2 {
				return "go" + version[0] + "." + version[1], nil
			}
		}
	}
	return "go1.16", nil // what the go command takes it for
}

// env is the environment of every go command that looks at a foreign module.
func env() []string {
	return append(os.Environ(), "GOFLAGS=-mod=mod -buildvcs=false", "GOWORK=off")
}

// run runs a command and returns its standard output; an error has the end of the other.
func (r runner) run(dir string, limit time.Duration, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = env()
	cmd.WaitDelay = 10 * time.Second
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		msg := stderr.Bytes()
		msg = msg[max(0, len(msg)-2000):]
		return out, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, msg)
	}
	return out, nil
}

// test runs a module's tests.
func (r runner) test(dir string, s subject) (results, map[string]string, error) {
	args := []string{"go", "test", "-json", "-count=1", "-vet=off", "-ldflags=-s -w", fmt.Sprintf("-p=%d", r.procs), "-timeout", r.limit.String()}
	if s.skip != "" {
		args = append(args, "-skip", s.skip)
	}
	if s.packages == nil {
		args = append(args, "./...")
	} else {
		args = append(args, s.packages...)
	}
	out, err := r.run(dir, r.limit, args...)
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return nil, nil, err
	}
	return parse(bytes.NewReader(out))
}

// port is what differs from run to run in the names of tests that start a server.
var port = regexp.MustCompile(`(127\.0\.0\.1|\[::1?\]|localhost):[0-9]+`)

// event is a line that go test -json writes.
type event struct {
	Action, Package, ImportPath, Test, Output string
}

// parse collects the outcomes from what go test -json has written.
func parse(in io.Reader) (results, map[string]string, error) {
	res := results{}
	text := map[string]*strings.Builder{}
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 && err != nil {
			break
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			continue // a line that a test has written past the go command
		}
		name := e.Package
		if name == "" {
			name, _, _ = strings.Cut(e.ImportPath, " ") // "p [p.test]"
		}
		if e.Test != "" {
			name += "." + port.ReplaceAllString(e.Test, "$1:port")
		}
		switch e.Action {
		case "output", "build-output":
			if text[name] == nil {
				text[name] = new(strings.Builder)
			}
			text[name].WriteString(e.Output)
		case pass, fail, skip:
			// A package's own outcome follows from its tests', unless it failed to build.
			if (e.Test != "" || e.Action == fail) && res[name] != fail {
				res[name] = e.Action
			}
		}
	}
	all := map[string]string{}
	for name, b := range text {
		all[name] = b.String()
	}
	return res, all, nil
}
