package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"swarjson/bench/machine"
	"swarjson/bench/measure"
	"swarjson/bench/workload"
)

// The names of the contenders that the tables treat in a way of their own.
const (
	ours      = "swarjson"
	aliasing  = "swarjson/alias" // ours, but it keeps the input: no peer, and no figure of ours
	reference = "encoding/json"
)

// A Record is all that a run has found out, and under what conditions.
type Record struct {
	Time       time.Time         `json:"time"`
	Machine    machine.Info      `json:"machine"`
	Rounds     int               `json:"rounds"`
	Slice      string            `json:"slice"`
	Contenders []Contender       `json:"contenders"`
	Probes     []Probe           `json:"probes"`
	Results    []workload.Result `json:"results"`
}

// A Contender is a decoder that took part.
type Contender struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// readRecord reads what save has written.
func readRecord(path string) (Record, error) {
	var rec Record
	data, err := os.ReadFile(path)
	if err != nil {
		return rec, err
	}
	if err := json.Unmarshal(data, &rec); err != nil {
		return rec, fmt.Errorf("%s: %w", path, err)
	}
	return rec, nil
}

// save writes the raw results, the tables and the charts into a folder and returns
// the paths. The files of a run have one stem: its date, machine, kernel and toolchain.
func save(rec Record, folder string) (paths []string, err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	stem := filepath.Join(folder, stemOf(rec))
	raw, err := json.Marshal(rec)
	if err != nil {
		return nil, err
	}
	var table strings.Builder
	writeMarkdown(&table, rec)
	files := map[string][]byte{stem + ".json": append(raw, '\n'), stem + ".md": []byte(table.String())}
	charts, err := drawCharts(rec)
	if err != nil {
		return nil, err
	}
	for name, svg := range charts {
		files[stem+"-"+name+".svg"] = svg
	}
	for path, data := range files {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths, nil
}

var notInNames = regexp.MustCompile(`[^a-z0-9.]+`)

// stemOf returns the name that a record's files share.
func stemOf(rec Record) string {
	parts := []string{rec.Time.Format("2006-01-02"), rec.Machine.CPU, rec.Machine.Kernel, rec.Machine.GoVersion}
	return strings.Trim(notInNames.ReplaceAllString(strings.ToLower(strings.Join(parts, "-")), "-"), "-")
}

// strict returns the contenders that do everything essential that encoding/json does.
func (rec Record) strict() map[string]bool {
	strict := map[string]bool{}
	for _, p := range rec.Probes {
		if _, seen := strict[p.Contender]; !seen {
			strict[p.Contender] = true
		}
		if p.Essential && !p.Yes {
			strict[p.Contender] = false
		}
	}
	return strict
}

// A grid is the results of one workload.
type grid struct {
	workload  string
	documents []string
	// rows are the contenders that have figures for at least one document.
	rows []string
	// strict are those that leave nothing essential out.
	strict map[string]bool
	cells  map[[2]string]workload.Result // by contender and document
}

// grids sorts the results by workload, and keeps their order otherwise.
func grids(rec Record) []grid {
	var all []grid
	for _, r := range rec.Results {
		if len(all) == 0 || all[len(all)-1].workload != r.Workload {
			all = append(all, grid{workload: r.Workload, strict: rec.strict(), cells: map[[2]string]workload.Result{}})
		}
		g := &all[len(all)-1]
		if len(g.documents) == 0 || g.documents[len(g.documents)-1] != r.Document {
			g.documents = append(g.documents, r.Document)
		}
		g.cells[[2]string{r.Contender, r.Document}] = r
	}
	for i := range all {
		g := &all[i]
		for _, c := range rec.Contenders {
			for _, d := range g.documents {
				if r := g.at(c.Name, d); r.Timed() || r.Differs != "" {
					g.rows = append(g.rows, c.Name)
					break
				}
			}
		}
	}
	return all
}

func (g grid) at(contender, document string) workload.Result {
	return g.cells[[2]string{contender, document}]
}

// mean returns the geometric mean of a contender's throughput over the documents, and
// false if it has none for some document, or a wrong one.
func (g grid) mean(contender string) (float64, bool) {
	var values []float64
	for _, d := range g.documents {
		r := g.at(contender, d)
		if !r.Sound() {
			return 0, false
		}
		values = append(values, r.MBPerSecond())
	}
	return measure.GeoMean(values), true
}

// A rival is the fastest peer on a document.
type rival struct {
	document string
	peer     string
	ratio    float64 // the peer's time over ours: more than 1 is in our favour
}

// rivals finds the best peer for each document on which we, in the configuration us, have a sound
// result and at least one of the eligible peers has. encoding/json counts as a peer.
func (g grid) rivals(us string, eligible func(name string) bool) []rival {
	var list []rival
	for _, d := range g.documents {
		our := g.at(us, d)
		if !our.Sound() {
			continue
		}
		best := rival{document: d}
		for _, name := range g.rows {
			peer := g.at(name, d)
			if name == ours || name == aliasing || !peer.Sound() || !eligible(name) {
				continue
			}
			if ratio := measure.Ratio(peer.CPU, our.CPU); best.peer == "" || ratio < best.ratio {
				best.peer, best.ratio = name, ratio
			}
		}
		if best.peer != "" {
			list = append(list, best)
		}
	}
	return list
}

// anyone makes all peers eligible.
func anyone(string) bool { return true }

// A verdict sums a workload up.
type verdict struct {
	workload  string
	documents int
	mean      float64 // geometric mean of the ratios to the best peer of each document
	worst     rival
	strict    float64 // the same, to the best peer that leaves nothing essential out
	toStd     float64 // geometric mean of the ratios to encoding/json
	alias     float64 // as mean, for our aliasing configuration; 0 if it was not measured
}

// judge sums a grid up; false if there is nothing to compare.
func (g grid) judge() (verdict, bool) {
	list := g.rivals(ours, anyone)
	if len(list) == 0 {
		return verdict{}, false
	}
	v := verdict{workload: g.workload, documents: len(list), worst: list[0]}
	var ratios, toStd []float64
	for _, r := range list {
		ratios = append(ratios, r.ratio)
		if r.ratio < v.worst.ratio {
			v.worst = r
		}
		if std := g.at(reference, r.document); std.Sound() {
			toStd = append(toStd, measure.Ratio(std.CPU, g.at(ours, r.document).CPU))
		}
	}
	var strict []float64
	for _, r := range g.rivals(ours, func(name string) bool { return g.strict[name] }) {
		strict = append(strict, r.ratio)
	}
	var alias []float64
	for _, r := range g.rivals(aliasing, anyone) {
		alias = append(alias, r.ratio)
	}
	if len(alias) == len(list) {
		v.alias = measure.GeoMean(alias)
	}
	v.mean, v.strict, v.toStd = measure.GeoMean(ratios), measure.GeoMean(strict), measure.GeoMean(toStd)
	return v, true
}

// String returns the verdict as a line of text.
func (v verdict) String() string {
	text := fmt.Sprintf("%s: %.2f × the best peer (geometric mean of %d), least on %s: %.2f × %s; "+
		"%.2f × the best peer that checks and copies as encoding/json does; %.1f × encoding/json",
		v.workload, v.mean, v.documents, v.worst.document, v.worst.ratio, v.worst.peer, v.strict, v.toStd)
	if v.alias > 0 {
		text += fmt.Sprintf("; with AliasInput %.2f × the best peer", v.alias)
	}
	return text
}
