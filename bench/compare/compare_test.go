package main

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"swarjson/bench/machine"
	"swarjson/bench/workload"
)

// madeUp returns a record with simple figures: two documents of 1,000 bytes, throughput
// in MB/s as named, and a peer that is the fastest but wrong.
func madeUp() Record {
	result := func(document, contender string, mb float64) workload.Result {
		ns := 1e6 / mb
		return workload.Result{Workload: workload.Struct, Document: document, Bytes: 1000, Contender: contender,
			CPU: []float64{ns, ns, ns}, Wall: []float64{2 * ns, 2 * ns, 2 * ns}, Allocs: 3, AllocBytes: 500}
	}
	wrong := result("b", "sonic/fastest", 1000)
	wrong.Differs = "struct/b: sonic/fastest: at \x00/x\nand a second line"
	probes := func(name string, strict bool) []Probe {
		return []Probe{{name, "is strict", true, strict, "?"}, {name, "is polite", false, false, "?"}}
	}
	rec := Record{
		Machine:    machine.Info{CPU: "Some CPU @ 3 GHz", Kernel: "avx2", GoVersion: "go1.26.8"},
		Rounds:     3,
		Slice:      "1ms",
		Contenders: []Contender{{reference, "go1.26.8"}, {ours, "this tree"}, {aliasing, "this tree"}, {"sonic/std", "v1"}, {"sonic/fastest", "v1"}, {"goccy", "v2"}},
		Results: []workload.Result{
			result("a", reference, 50), result("a", ours, 400), result("a", aliasing, 600), result("a", "sonic/std", 100), result("a", "sonic/fastest", 200), result("a", "goccy", 20),
			result("b", reference, 50), result("b", ours, 400), result("b", aliasing, 400), result("b", "sonic/std", 800), wrong,
			{Workload: workload.Struct, Document: "b", Bytes: 1000, Contender: "goccy", Missing: true},
		},
	}
	for _, c := range rec.Contenders {
		rec.Probes = append(rec.Probes, probes(c.Name, c.Name != "sonic/fastest")...)
	}
	return rec
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9*math.Abs(b) }

func TestRivals(t *testing.T) {
	all := grids(madeUp())
	if len(all) != 1 {
		t.Fatalf("%d grids", len(all))
	}
	g := all[0]
	list := g.rivals(ours, anyone)
	if len(list) != 2 || list[0].peer != "sonic/fastest" || !near(list[0].ratio, 2) ||
		list[1].peer != "sonic/std" || !near(list[1].ratio, 0.5) {
		t.Errorf("rivals: %+v", list)
	}
	v, ok := g.judge()
	if !ok || !near(v.mean, 1) || v.worst.document != "b" || !near(v.strict, math.Sqrt(4*0.5)) || !near(v.toStd, 8) || !near(v.alias, math.Sqrt(3*0.5)) {
		t.Errorf("verdict: %+v", v)
	}
	if mean, ok := g.mean("sonic/std"); !ok || !near(mean, math.Sqrt(100*800)) {
		t.Errorf("mean of sonic/std: %v, %v", mean, ok)
	}
	for _, name := range []string{"sonic/fastest", "goccy"} {
		if mean, ok := g.mean(name); ok {
			t.Errorf("%s has a mean, %v, though it lacks a document", name, mean)
		}
	}
}

// TestOwnMistake spoils our own result: it must not count.
func TestOwnMistake(t *testing.T) {
	rec := madeUp()
	for i := range rec.Results {
		if rec.Results[i].Contender == ours {
			rec.Results[i].Differs = "at /x"
		}
	}
	if v, ok := grids(rec)[0].judge(); ok {
		t.Errorf("a verdict on wrong results: %+v", v)
	}
	path := filepath.Join(t.TempDir(), "record.json")
	data, err := json.Marshal(rec)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), []string{"-render", path}, io.Discard, io.Discard); !errors.Is(err, errOurs) {
		t.Errorf("got error %v", err)
	}
}

func TestText(t *testing.T) {
	var out strings.Builder
	if err := writeText(&out, madeUp()); err != nil {
		t.Fatal(err)
	}
	lines := map[string]bool{}
	for line := range strings.Lines(out.String()) {
		lines[strings.Join(strings.Fields(line), " ")] = true
	}
	for _, want := range []string{
		"MB/s of processor time a b geometric mean",
		"swarjson 400 400 400",
		"sonic/fastest 200 1000 ≠ -",
		"goccy 20 - -",
		"best peer sonic/fastest sonic/std",
		"swarjson against it 2.00 × 0.50 × 1.00 ×",
		"MB/s of wall time a b",
		"swarjson 200 200",
		"swarjson 3 (0.50) 3 (0.50)",
		"differs: struct/b: sonic/fastest: at \uFFFD/x",
		"unlike encoding/json, sonic/fastest does not do this: is strict; is polite",
		"struct: 1.00 × the best peer (geometric mean of 2), least on b: 0.50 × sonic/std; " +
			"1.41 × the best peer that checks and copies as encoding/json does; 8.0 × encoding/json; with AliasInput 1.22 × the best peer",
	} {
		if !lines[want] {
			t.Errorf("no line %q in\n%s", want, out.String())
		}
	}
}

func TestMarkdown(t *testing.T) {
	var out strings.Builder
	writeMarkdown(&out, madeUp())
	for _, want := range []string{
		"| struct | 1.00 × | 0.50 × (b, sonic/std) | 1.41 × | 8.0 × | 1.22 × |\n",
		"| | a | b | mean |\n| ---: | ---: | ---: | ---: |\n",
		"| swarjson | **400** | 400 | 400 |\n",
		"| swarjson/alias | 600 | 400 | 490 |\n",
		"| sonic/std | 100 | **800** | 283 |\n",
		"| sonic/fastest | 200 | 1000 ≠ | - |\n",
		"| is strict | yes | yes | yes | yes | no | yes |\n",
		"sonic/std v1, ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// TestSave writes a record, and reads and draws it again.
func TestSave(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	paths, err := save(madeUp(), folder)
	if err != nil {
		t.Fatal(err)
	}
	const stem = "0001-01-01-some-cpu-3-ghz-avx2-go1.26.8"
	for _, suffix := range []string{".json", ".md", "-struct.svg", "-summary.svg"} {
		path := filepath.Join(folder, stem+suffix)
		data, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if strings.HasSuffix(path, ".svg") {
			checkSVG(t, path, string(data))
		}
	}
	if len(paths) != 4 {
		t.Errorf("written: %v", paths)
	}
	again, err := readRecord(filepath.Join(folder, stem+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var first, second strings.Builder
	if err := errors.Join(writeText(&first, madeUp()), writeText(&second, again)); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() {
		t.Errorf("a record changes when it is written and read:\n%s\n%s", first.String(), second.String())
	}
}

// checkSVG makes sure that a chart is well-formed and names the families, not their
// configurations.
func checkSVG(t *testing.T, path, svg string) {
	dec := xml.NewDecoder(strings.NewReader(svg))
	var text strings.Builder
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return
		}
		if chars, ok := token.(xml.CharData); ok {
			text.Write(chars)
		}
	}
	for _, want := range []string{"swarjson", "sonic", "encoding/json"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%s does not say %q", path, want)
		}
	}
	if strings.Contains(text.String(), "sonic/") {
		t.Errorf("%s names a configuration", path)
	}
}

func TestBest(t *testing.T) {
	list := grids(madeUp())[0].best()
	var families []string
	for _, s := range list {
		families = append(families, s.family)
	}
	if got := strings.Join(families, " "); got != "swarjson sonic goccy encoding/json" {
		t.Errorf("families: %s", got)
	}
	// sonic/fastest on a; on b it is wrong, so sonic/std.
	if v := list[1].values; len(v) != 2 || !near(v[0], 200) || !near(v[1], 800) {
		t.Errorf("sonic: %v", v)
	}
	names, relative := summary(grids(madeUp()))
	if len(names) != 1 || len(relative) != 3 || !near(relative[1].values[0], math.Sqrt(4*16)) {
		t.Errorf("summary: %v, %+v", names, relative)
	}
}

func TestScale(t *testing.T) {
	for highest, want := range map[float64]string{
		2571: "3000: 0 500 1000 1500 2000 2500 3000",
		298:  "300: 0 50 100 150 200 250 300",
		11.3: "12: 0 2 4 6 8 10 12",
		1:    "1: 0.0 0.2 0.4 0.6 0.8 1.0",
		8:    "8: 0 1 2 3 4 5 6 7 8",
	} {
		end, ticks := scale(highest)
		var labels []string
		for _, tick := range ticks {
			labels = append(labels, tick.Label)
		}
		got := strings.TrimSuffix(labels[len(labels)-1], ".0") + ": " + strings.Join(labels, " ")
		if got != want || end < highest || !near(end, ticks[len(ticks)-1].Value) {
			t.Errorf("scale(%v) = %v, %s, want %s", highest, end, got, want)
		}
	}
}

// TestProbes asks encoding/json itself, which must say yes to everything, and decoders that
// leave something out.
func TestProbes(t *testing.T) {
	for _, p := range probe(workload.Standard()) {
		if !p.Yes {
			t.Errorf("encoding/json is not like itself: %+v", p)
		}
	}
	lax := workload.Standard()
	lax.Unmarshal = func(data []byte, v any) error {
		// Cuts what follows the value, as a decoder does that does not look.
		return json.NewDecoder(strings.NewReader(string(data))).Decode(v)
	}
	var no []string
	for _, p := range probe(lax) {
		if !p.Yes {
			no = append(no, p.Question)
		}
	}
	if got := strings.Join(no, "; "); got != "refuses data after the value" {
		t.Errorf("the lax decoder does not do this: %s", got)
	}
	panicking := workload.Standard()
	panicking.Unmarshal = func([]byte, any) error { panic("no luck") }
	for _, p := range probe(panicking) {
		if p.Yes {
			t.Errorf("a panic passes for %q", p.Question)
		}
	}
	if list := probe(workload.Contender{}); list != nil {
		t.Errorf("no Unmarshal, but answers: %v", list)
	}
}

// TestOurProbes: this project's decoder does everything that encoding/json does.
func TestOurProbes(t *testing.T) {
	for _, p := range probe(workload.Swarjson()) {
		if !p.Yes {
			t.Errorf("%+v", p)
		}
	}
}

func TestChoose(t *testing.T) {
	all := []workload.Contender{{Name: "sonic/std"}, {Name: "sonic/fastest"}, {Name: "goccy"}, {Name: "json/v1-on-v2"}}
	for list, want := range map[string]string{
		"":                   "sonic/std sonic/fastest goccy json/v1-on-v2",
		"none":               "",
		"sonic":              "sonic/std sonic/fastest",
		"goccy, sonic/std":   "sonic/std goccy",
		"sonic,sonic/std":    "sonic/std sonic/fastest",
		"json/v2":            "json/v1-on-v2",
		"nosuch":             "error",
		"sonic,encoding/foo": "error",
	} {
		chosen, err := choose(all, list)
		var names []string
		for _, c := range chosen {
			names = append(names, c.Name)
		}
		got := strings.Join(names, " ")
		if err != nil {
			got = "error"
		}
		if got != want {
			t.Errorf("choose(%q) = %q, want %q", list, got, want)
		}
	}
}

// TestPeers runs every peer on one small document, from the command line to the files.
func TestPeers(t *testing.T) {
	folder := t.TempDir()
	profile := filepath.Join(folder, "cpu.prof")
	var out, errs strings.Builder
	err := run(t.Context(), []string{"-quick", "-corpus", "string_unicode,56_bytes", "-rounds", "1", "-slice", "1ms",
		"-record", folder, "-cpuprofile", profile}, &out, &errs)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range peers() {
		if c.Version == "" && testing.Verbose() {
			t.Logf("%s: no version is known in a test binary", c.Name)
		}
		if !strings.Contains(out.String(), c.Name) {
			t.Errorf("%s is not in the output", c.Name)
		}
	}
	if !strings.Contains(errs.String(), "small/56_bytes") {
		t.Errorf("no progress: %s", errs.String())
	}
	if info, err := os.Stat(profile); err != nil || info.Size() == 0 {
		t.Errorf("no profile: %v", err)
	}
}

func TestFlags(t *testing.T) {
	for _, args := range [][]string{
		{"-nosuch"}, {"stray"}, {"-rounds", "-1"}, {"-corpus", "nosuch"}, {"-workload", "nosuch"},
		{"-peers", "nosuch"}, {"-render", "/nonexistent/file"},
	} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, []string{"-quick", "-corpus", "56_bytes", "-peers", "none"}, io.Discard, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: got error %v", err)
	}
}
