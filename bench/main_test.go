package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"swarjson/bench/corpus"
	"swarjson/bench/machine"
	"swarjson/bench/workload"
)

// program runs the program with a contender in our place, and returns what it writes.
func program(ctx context.Context, ours workload.Contender, args ...string) (status int, stdout, stderr string) {
	var out, errs strings.Builder
	status = run(ctx, args, &out, &errs, []workload.Contender{workload.Standard(), ours})
	return status, out.String(), errs.String()
}

// short are flags for a run that measures next to nothing.
func short(args ...string) []string { return append(args, "-rounds", "1", "-slice", "1ms") }

func TestEqualResults(t *testing.T) {
	status, stdout, stderr := program(t.Context(), workload.Swarjson(), short("-corpus", "string_unicode,357_bytes")...)
	if status != statusEqual {
		t.Fatalf("status %d: %s", status, stderr)
	}
	for _, part := range []string{"scan kernel", "struct: ", "any: ", "small: ", "string_unicode", "357_bytes", " × ", "equal"} {
		if !strings.Contains(stdout, part) {
			t.Errorf("the table lacks %q:\n%s", part, stdout)
		}
	}
	if strings.Contains(stdout, "DIFFERENT") {
		t.Errorf("a difference:\n%s", stdout)
	}
	if !strings.Contains(stderr, "any/string_unicode") {
		t.Errorf("no progress line: %s", stderr)
	}
}

// TestDifferentResults runs the program on a decoder that gets one letter wrong.
func TestDifferentResults(t *testing.T) {
	wrong := workload.Swarjson()
	wrong.Name = "wrong"
	unmarshal := wrong.Unmarshal
	wrong.Unmarshal = func(data []byte, v any) error {
		err := unmarshal(data, v)
		if s, ok := v.(*corpus.Scripts); ok {
			s.Thai += "x"
		}
		return err
	}
	status, stdout, stderr := program(t.Context(), wrong, short("-corpus", "string_unicode")...)
	if status != statusDiffers {
		t.Errorf("status %d", status)
	}
	if strings.Count(stdout, "DIFFERENT") != 1 {
		t.Errorf("one line of the table should be marked:\n%s", stdout)
	}
	if !strings.Contains(stderr, "struct/string_unicode") || !strings.Contains(stderr, "/Thai") {
		t.Errorf("the place is not named: %s", stderr)
	}
}

func TestJSONOutput(t *testing.T) {
	status, stdout, stderr := program(t.Context(), workload.Swarjson(), short("-json", "-corpus", "56_bytes")...)
	if status != statusEqual {
		t.Fatalf("status %d: %s", status, stderr)
	}
	var report struct {
		Machine machine.Info
		Results []workload.Result
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err)
	}
	if report.Machine.GoVersion == "" || len(report.Results) != 4 {
		t.Fatalf("%+v", report)
	}
	for _, r := range report.Results {
		if r.Workload != workload.Small && r.Workload != workload.Body || r.Document != "56_bytes" || r.Bytes != 56 || len(r.CPU) != 1 {
			t.Errorf("%+v", r)
		}
	}
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := write("good.json", `{"a": [1, 2.5, "x", null]}`)
	lines := write("lines.ndjson", "{\"a\":1}\n{\"a\":2}\n")
	bad := write("bad.json", `{"a": [1, 2.5, }`)
	for _, test := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"-file", good}, statusEqual, "good.json"},
		{[]string{"-file", good, "-workload", "valid"}, statusEqual, "valid: "},
		{[]string{"-file", lines}, statusEqual, "lines: "},
		{[]string{"-file", bad}, statusFailed, "bad.json is not JSON: invalid character '}'"},
		{[]string{"-file", filepath.Join(dir, "missing")}, statusFailed, "missing"},
		{[]string{"-file", good, "-corpus", "twitter"}, statusFailed, "exclude each other"},
		{[]string{"-file", good, "-workload", "struct"}, statusFailed, `"struct"`},
	} {
		status, stdout, stderr := program(t.Context(), workload.Swarjson(), short(test.args...)...)
		if status != test.status || !strings.Contains(stdout+stderr, test.want) {
			t.Errorf("%v: status %d, want %d with %q:\n%s%s", test.args, status, test.status, test.want, stdout, stderr)
		}
	}
}

func TestFlags(t *testing.T) {
	for _, test := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"-help"}, statusEqual, "-workload"},
		{[]string{"-nosuch"}, statusFailed, "-nosuch"},
		{[]string{"-rounds", "0"}, statusFailed, "-rounds"},
		{[]string{"-slice", "0s"}, statusFailed, "-slice"},
		{[]string{"-json", "-markdown"}, statusFailed, "-markdown"},
		{[]string{"stray"}, statusFailed, "stray"},
		{[]string{"-corpus", "nosuch"}, statusFailed, "twitter"},
		{[]string{"-workload", "nosuch"}, statusFailed, "struct"},
	} {
		status, _, stderr := program(t.Context(), workload.Swarjson(), test.args...)
		if status != test.status || !strings.Contains(stderr, test.want) {
			t.Errorf("%v: status %d, want %d with %q:\n%s", test.args, status, test.status, test.want, stderr)
		}
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ours := workload.Swarjson()
	unmarshal := ours.Unmarshal
	ours.Unmarshal = func(data []byte, v any) error {
		cancel() // while the first case runs
		return unmarshal(data, v)
	}
	status, stdout, stderr := program(ctx, ours, short("-corpus", "string_unicode", "-workload", "struct,any")...)
	if status != statusFailed || !strings.Contains(stderr, "after 1 of 2 cases") {
		t.Errorf("status %d: %s", status, stderr)
	}
	if !strings.Contains(stdout, "struct: ") || strings.Contains(stdout, "any: ") {
		t.Errorf("the table should show the first case only:\n%s", stdout)
	}
}

// madeUp returns results with simple figures: equal ones, a wrong one, a missing one.
func madeUp() []workload.Result {
	result := func(document, contender string, ns, allocs float64) workload.Result {
		return workload.Result{Workload: workload.Valid, Document: document, Bytes: 1000, Contender: contender,
			CPU: []float64{ns}, Wall: []float64{2 * ns}, Allocs: allocs, AllocBytes: 10 * allocs}
	}
	wrong := result("b", "new", 5000, 1)
	wrong.Differs = "somewhere"
	none := workload.Result{Workload: workload.Valid, Document: "d", Bytes: 1000, Contender: "new", Missing: true}
	return []workload.Result{
		result("a", "old", 10000, 7), result("a", "new", 2500, 1),
		result("b", "old", 10000, 7), wrong,
		result("c", "old", 10000, 7), result("c", "new", 10000, 1),
		result("d", "old", 10000, 7), none,
	}
}

func TestMarkdown(t *testing.T) {
	var out strings.Builder
	if err := writeMarkdown(&out, machine.Info{CPU: "Some CPU", GoVersion: "go1"}, madeUp(), 3); err != nil {
		t.Fatal(err)
	}
	const want = "| | valid |\n| --- | ---: |\n| a | 400 (4.0 ×) |\n| b | DIFFERENT |\n| c | 100 (1.0 ×) |\n" +
		"| d | no such API |\n| geometric mean | 2.0 × |\n\n"
	if got := out.String(); !strings.HasPrefix(got, want) || !strings.Contains(got, "medians of 3 interleaved rounds. Some CPU") {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	status, stdout, stderr := program(t.Context(), workload.Swarjson(), short("-markdown", "-corpus", "56_bytes")...)
	if status != statusEqual || !strings.HasPrefix(stdout, "| | small | body |\n") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
}

// TestTable formats made-up results and compares the whole text.
func TestTable(t *testing.T) {
	var out strings.Builder
	if err := writeTable(&out, madeUp(), "old", "new"); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	want := []string{
		"",
		"valid: Valid",
		"document bytes old new MB/s wall ratio allocs/op B/op allocs/op of old result",
		"a 1000 100 400 200 4.00 × 1 10 7 equal",
		"b 1000 100 200 100 2.00 × 1 10 7 DIFFERENT",
		"c 1000 100 100 50 1.00 × 1 10 7 equal",
		"d 1000 100 - - no such API",
		"geometric mean 2.00 ×",
	}
	for i, line := range want {
		if i >= len(got) || got[i] != line {
			t.Fatalf("line %d: want %q in\n%s", i, line, out.String())
		}
	}
}
