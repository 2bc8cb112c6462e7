package main

// RUNS.md: read, added to, and written again. Its totals are made from its lines.

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"
)

// run is what came of fuzzing one target once: a line of RUNS.md.
type run struct {
	date        string
	target      string // "fuzz.FuzzAny"
	version     string // of Go, and build tags
	commit      string
	time        time.Duration
	executions  int64
	interesting int64  // inputs that reached new code
	finding     string // the input that fails, none, or stalled
}

const (
	none    = "none"
	stalled = "none (the machine was too busy)"
)

// isFinding reports whether an input failed.
func (r *run) isFinding() bool { return r.finding != none && r.finding != stalled }

const (
	head = `# Fuzzing runs

Written by ` + "`go run ./fuzz/hours`" + `, which adds a line per run and sums them up. A commit with a plus had
changes on top of it. Seeds are run first, and count as executions. New inputs are those that reached code
which none had reached before on that machine. "Too busy" stands for an input that took 10 seconds beside other
programs, when the fuzzer stops, after a time in which next to nothing was done, and that passed ten times by itself.

## Totals

| target | runs | time | executions | new inputs | findings |
| --- | ---: | ---: | ---: | ---: | ---: |
`
	runsHead = `
## Runs

| date | target | Go | commit | time | executions | new inputs | finding |
| --- | --- | --- | --- | ---: | ---: | ---: | --- |
`
)

// note adds r to the file.
func note(name string, r run) error {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	runs, err := parse(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, []byte(render(append(runs, r))), 0o666)
}

// parse returns the runs that text, a file of render's, lists.
func parse(text string) ([]run, error) {
	_, lines, ok := strings.Cut(text, runsHead)
	if !ok && text != "" {
		return nil, errors.New("has no table of runs")
	}
	var runs []run
	for line := range strings.Lines(lines) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 8 {
			return nil, fmt.Errorf("not a run: %s", line)
		}
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " `")
		}
		r := run{date: cells[0], target: cells[1], version: cells[2], commit: cells[3], finding: cells[7]}
		var err [3]error
		r.time, err[0] = time.ParseDuration(cells[4])
		r.executions, err[1] = strconv.ParseInt(cells[5], 10, 64)
		r.interesting, err[2] = strconv.ParseInt(cells[6], 10, 64)
		if err := errors.Join(err[:]...); err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// render returns the file for runs.
func render(runs []run) string {
	var sb strings.Builder
	sb.WriteString(head)
	sum := func(name string, of func(run) bool) {
		var all run
		n, findings := 0, 0
		for _, r := range runs {
			if !of(r) {
				continue
			}
			n++
			all.time += r.time
			all.executions += r.executions
			all.interesting += r.interesting
			if r.isFinding() {
				findings++
			}
		}
		fmt.Fprintf(&sb, "| %s | %d | %v | %d | %d | %d |\n", name, n, all.time, all.executions, all.interesting, findings)
	}
	seen := map[string]bool{}
	for _, r := range runs {
		if !seen[r.target] {
			seen[r.target] = true
			sum(r.target, func(other run) bool { return other.target == r.target })
		}
	}
	sum("all", func(run) bool { return true })
	sb.WriteString(runsHead)
	for _, r := range runs {
		finding := r.finding
		if r.isFinding() {
			finding = "`" + finding + "`"
		}
		fmt.Fprintf(&sb, "| %s | %s | %s | %s | %v | %d | %d | %s |\n", r.date, r.target, r.version, r.commit, r.time, r.executions, r.interesting, finding)
	}
	return sb.String()
}
