package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       run
	}{
		{"nothing found", `fuzz: elapsed: 0s, gathering baseline coverage: 0/905 completed
fuzz: elapsed: 1s, gathering baseline coverage: 905/905 completed, now fuzzing with 1 workers
fuzz: elapsed: 3s, execs: 4040 (1346/sec), new interesting: 2 (total: 907)
fuzz: elapsed: 1m0s, execs: 84040 (1346/sec), new interesting: 13 (total: 918)
PASS
`, run{time: time.Minute, executions: 84040, interesting: 13, finding: none}},
		{"an input", `fuzz: elapsed: 3s, execs: 4040 (1346/sec), new interesting: 2 (total: 907)
fuzz: minimizing 34-byte failing input file
fuzz: elapsed: 4s, minimizing
--- FAIL: FuzzAny (4.03s)
    --- FAIL: FuzzAny (0.00s)
        random_test.go:33: differs from encoding/json:

    Failing input written to testdata/fuzz/FuzzAny/771e938e4458e983
    To re-run:
FAIL
`, run{time: 3 * time.Second, executions: 4040, interesting: 2, finding: "testdata/fuzz/FuzzAny/771e938e4458e983"}},
		{"a seed", `fuzz: elapsed: 0s, gathering baseline coverage: 0/66 completed
failure while testing seed corpus entry: FuzzAny/seed910
fuzz: elapsed: 1s, gathering baseline coverage: 65/66 completed
--- FAIL: FuzzAny (1.28s)
    --- FAIL: FuzzAny (0.94s)
FAIL
`, run{finding: "FuzzAny/seed910"}},
		{"no build", "# swarjson/decoder\nany.go:1:1: syntax error\nFAIL\tswarjson/fuzz [build failed]\n", run{finding: none}},
	} {
		got := run{finding: none}
		got.read(c.text)
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func TestStood(t *testing.T) {
	const (
		fail = "--- FAIL: FuzzAny (4.03s)\n    fuzzing process hung or terminated unexpectedly: exit status 2\n    Failing input written to testdata/fuzz/FuzzAny/771e\n"
		slow = `fuzz: elapsed: 30m33s, execs: 1853713 (50/sec), new interesting: 89 (total: 1531)
fuzz: elapsed: 30m36s, execs: 1853829 (39/sec), new interesting: 89 (total: 1531)
fuzz: elapsed: 30m40s, execs: 1853829 (0/sec), new interesting: 89 (total: 1531)
fuzz: elapsed: 30m42s, execs: 1853829 (0/sec), new interesting: 89 (total: 1531)
fuzz: elapsed: 30m48s, execs: 1853832 (1/sec), new interesting: 89 (total: 1531)
`
		fast = `fuzz: elapsed: 3s, execs: 4040 (1346/sec), new interesting: 2 (total: 907)
fuzz: elapsed: 6s, execs: 8040 (1346/sec), new interesting: 2 (total: 907)
fuzz: elapsed: 9s, execs: 12040 (1346/sec), new interesting: 2 (total: 907)
fuzz: elapsed: 11s, execs: 14040 (1346/sec), new interesting: 2 (total: 907)
`
	)
	for _, c := range []struct {
		text string
		want bool
	}{{slow + fail, true}, {fast + fail, false}, {fail, false}, {slow, false}, {slow + "--- FAIL: FuzzAny (0.00s)\n", false}, {slow + fast + fail, false}} {
		if got := stood(c.text); got != c.want {
			t.Errorf("%v, want %v, of\n%s", got, c.want, c.text)
		}
	}
}

func TestRanOut(t *testing.T) {
	const (
		time  = "fuzz: elapsed: 49m0s, execs: 2343372 (0/sec), new interesting: 487 (total: 1587)\n"
		out   = "--- FAIL: FuzzUTF8 (2940.48s)\n    fuzz_test.go:66: no seeds\n    context deadline exceeded\nFAIL\n"
		input = "--- FAIL: FuzzUTF8 (4.03s)\n    --- FAIL: FuzzUTF8 (0.00s)\n        x_test.go:1: got context deadline exceeded\n"
	)
	for text, want := range map[string]bool{
		time + out: true, time: false, time + input: false, out + input: false,
		out + "    Failing input written to testdata/fuzz/FuzzUTF8/771e\n": false,
	} {
		if got := ranOut(text); got != want {
			t.Errorf("%v, want %v, of\n%s", got, want, text)
		}
	}
}

func TestTargets(t *testing.T) {
	got := targets(`FuzzA
FuzzB
ok  	swarjson/internal/num	0.003s
ok  	swarjson/bench	0.004s
?   	swarjson/internal/arch	[no test files]
FuzzA
ok  	swarjson/scan	(cached)
FuzzC
FAIL	swarjson/decoder	0.1s
FuzzD
ok  	swarjson/fuzz	0.003s
`)
	want := []target{{"internal/num", "FuzzA"}, {"internal/num", "FuzzB"}, {"scan", "FuzzA"}, {"fuzz", "FuzzD"}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestNote(t *testing.T) {
	runs := []run{
		{"2006-01-02", "FuzzA", "go1.26.8", "0123abc", 10 * time.Minute, 1000, 5, none},
		{"2006-01-02", "FuzzB", "go1.26.8 purego", "0123abc+", 20 * time.Second, 10, 0, "testdata/fuzz/FuzzB/0123"},
		{"2006-01-03", "FuzzA", "go1.26.9", "0123abd", time.Hour, 1 << 40, 7, none},
		{"2006-01-03", "FuzzB", "go1.26.9", "0123abd", time.Minute, 5, 1, stalled},
	}
	name := filepath.Join(t.TempDir(), "RUNS.md")
	for _, r := range runs {
		if err := note(name, r); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := parse(string(text)); err != nil || !slices.Equal(got, runs) {
		t.Errorf("%v, %v", got, err)
	}
	for _, want := range []string{
		"| FuzzA | 2 | 1h10m0s | 1099511628776 | 12 | 0 |\n| FuzzB | 2 | 1m20s | 15 | 1 | 1 |\n| all | 4 | 1h11m20s | 1099511628791 | 13 | 1 |\n",
		"| 2006-01-02 | FuzzB | go1.26.8 purego | 0123abc+ | 20s | 10 | 0 | `testdata/fuzz/FuzzB/0123` |\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("lacks %s in\n%s", want, text)
		}
	}
	for _, bad := range []string{"x", runsHead + "| 1 |\n", runsHead + "| d | t | v | c | soon | 1 | 1 | none |\n"} {
		if _, err := parse(bad); err == nil {
			t.Errorf("parse accepts %q", bad)
		}
	}
}

// TestRuns: the file at hand is as it was written.
func TestRuns(t *testing.T) {
	text, err := os.ReadFile("../RUNS.md")
	if err != nil {
		t.Fatal(err)
	}
	runs, err := parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(runs) == 0 || render(runs) != string(text) {
		t.Errorf("%d runs; RUNS.md was edited by hand", len(runs))
	}
}
