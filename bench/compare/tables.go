package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"unicode"

	"swarjson/bench/measure"
	"swarjson/bench/workload"
)

// A view is a table of a workload: its title, and the text for a result.
type view struct {
	title string
	cell  func(r workload.Result) string
}

// views are the tables that writeText prints for each workload.
var views = []view{
	{"MB/s of processor time", func(r workload.Result) string {
		s := measure.Summarize(r.CPU)
		text := fmt.Sprintf("%.0f", measure.MBPerSecond(r.Bytes, s.Median))
		if !math.IsInf(s.Spread, 0) {
			text += fmt.Sprintf(" ±%.0f%%", 100*s.Spread)
		}
		return text
	}},
	{"MB/s of wall time", func(r workload.Result) string { return fmt.Sprintf("%.0f", r.WallMBPerSecond()) }},
	{"allocations (bytes per byte of input)", func(r workload.Result) string {
		return fmt.Sprintf("%.0f (%.2f)", r.Allocs, r.AllocBytes/float64(r.Bytes))
	}},
}

// cellOf formats a result that may be missing, wrong or both.
func (v view) cellOf(r workload.Result) string {
	switch {
	case r.Timed() && r.Differs == "":
		return v.cell(r)
	case r.Timed():
		return v.cell(r) + " ≠"
	case r.Differs != "":
		return "fails"
	}
	return "-"
}

// writeText prints everything for a reader at a terminal.
func writeText(w io.Writer, rec Record) error {
	fmt.Fprintln(w, rec.Machine)
	fmt.Fprintf(w, "%s; %d interleaved rounds of %s; medians, ± half of the 95 %% confidence interval\n",
		rec.Time.Format("2006-01-02 15:04 MST"), rec.Rounds, rec.Slice)
	for _, c := range rec.Contenders {
		fmt.Fprintf(w, "  %s %s\n", c.Name, c.Version)
	}
	all := grids(rec)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, g := range all {
		fmt.Fprintf(w, "\n%s: %s\n", g.workload, workload.About(g.workload))
		for i, v := range views {
			fmt.Fprintf(t, "%s\t%s\t", v.title, strings.Join(g.documents, "\t"))
			if i == 0 {
				fmt.Fprint(t, "geometric mean\t")
			}
			fmt.Fprintln(t)
			for _, name := range g.rows {
				fmt.Fprintf(t, "%s\t", name)
				for _, d := range g.documents {
					fmt.Fprintf(t, "%s\t", v.cellOf(g.at(name, d)))
				}
				if i == 0 {
					fmt.Fprintf(t, "%s\t", meanText(g, name))
				}
				fmt.Fprintln(t)
			}
			if i == 0 {
				writeRivals(t, g)
			}
			if err := t.Flush(); err != nil {
				return err
			}
		}
	}
	fmt.Fprintln(w)
	for _, r := range rec.Results {
		if r.Differs != "" {
			fmt.Fprintf(w, "differs: %s\n", firstLine(r.Differs))
		}
	}
	writeProbes(w, rec)
	fmt.Fprintln(w)
	for _, g := range all {
		if v, ok := g.judge(); ok {
			fmt.Fprintln(w, v)
		}
	}
	return nil
}

// writeRivals adds two lines to a table: the best peer of each document, and how we
// compare with it.
func writeRivals(w io.Writer, g grid) {
	peers, ratios := map[string]string{}, map[string]string{}
	for _, r := range g.rivals(ours, anyone) {
		peers[r.document], ratios[r.document] = r.peer, fmt.Sprintf("%.2f ×", r.ratio)
	}
	if len(peers) == 0 {
		return
	}
	line := func(title string, texts map[string]string, last string) {
		fmt.Fprintf(w, "%s\t", title)
		for _, d := range g.documents {
			fmt.Fprintf(w, "%s\t", texts[d])
		}
		fmt.Fprintf(w, "%s\t\n", last)
	}
	line("best peer", peers, "")
	mean := ""
	if v, ok := g.judge(); ok {
		mean = fmt.Sprintf("%.2f ×", v.mean)
	}
	line(ours+" against it", ratios, mean)
}

func meanText(g grid, name string) string {
	if mean, ok := g.mean(name); ok {
		return fmt.Sprintf("%.0f", mean)
	}
	return "-"
}

// firstLine returns the first line of a text, with what a terminal cannot show replaced: some
// decoders quote the input's raw bytes in their errors.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '\uFFFD'
		}
		return r
	}, line)
}

// writeProbes lists what each contender does otherwise than encoding/json.
func writeProbes(w io.Writer, rec Record) {
	for _, c := range rec.Contenders {
		var no []string
		for _, p := range rec.Probes {
			if p.Contender == c.Name && !p.Yes {
				no = append(no, p.Question)
			}
		}
		if len(no) > 0 {
			fmt.Fprintf(w, "unlike encoding/json, %s does not do this: %s\n", c.Name, strings.Join(no, "; "))
		}
	}
}

// writeMarkdown writes the tables for a README: throughput by processor time, and what
// each contender leaves out.
func writeMarkdown(w io.Writer, rec Record) {
	fmt.Fprintf(w, "%s.\n%s, %d interleaved rounds of %s each, medians. MB/s are 10^6 bytes of input per second of\n"+
		"processor time of the whole process, garbage collection included. **Bold**: the fastest. ≠: the result is not\n"+
		"equal to that of encoding/json, so it does not count as a rival. fails: an error or a panic.\n\n",
		rec.Machine, rec.Time.Format("2006-01-02"), rec.Rounds, rec.Slice)
	all := grids(rec)
	fmt.Fprint(w, "| workload | against the best peer of each document | least | "+
		"against the best that leaves nothing out | against encoding/json | with AliasInput against the best peer |\n| --- | ---: | ---: | ---: | ---: | ---: |\n")
	for _, g := range all {
		if v, ok := g.judge(); ok {
			alias := ""
			if v.alias > 0 {
				alias = fmt.Sprintf("%.2f ×", v.alias)
			}
			fmt.Fprintf(w, "| %s | %.2f × | %.2f × (%s, %s) | %.2f × | %.1f × | %s |\n",
				v.workload, v.mean, v.worst.ratio, v.worst.document, v.worst.peer, v.strict, v.toStd, alias)
		}
	}
	for _, g := range all {
		fmt.Fprintf(w, "\n**%s**: %s, MB/s\n\n", g.workload, workload.About(g.workload))
		fmt.Fprintf(w, "| | %s | mean |\n|%s\n", strings.Join(g.documents, " | "), strings.Repeat(" ---: |", len(g.documents)+2))
		for _, name := range g.rows {
			fmt.Fprintf(w, "| %s |", name)
			for _, d := range g.documents {
				fmt.Fprintf(w, " %s |", markdownCell(g, name, d))
			}
			fmt.Fprintf(w, " %s |\n", meanText(g, name))
		}
	}
	if len(rec.Probes) > 0 {
		writeMarkdownProbes(w, rec)
	}
	fmt.Fprint(w, "\nVersions:")
	for i, c := range rec.Contenders {
		if i > 0 {
			fmt.Fprint(w, ",")
		}
		fmt.Fprintf(w, " %s %s", c.Name, c.Version)
	}
	fmt.Fprintln(w, ".")
}

func markdownCell(g grid, name, document string) string {
	r := g.at(name, document)
	text := view{cell: func(r workload.Result) string { return fmt.Sprintf("%.0f", r.MBPerSecond()) }}.cellOf(r)
	if !r.Sound() || name == aliasing {
		return text
	}
	for _, other := range g.rows {
		if o := g.at(other, document); o.Sound() && other != aliasing && o.MBPerSecond() > r.MBPerSecond() {
			return text
		}
	}
	return "**" + text + "**"
}

// writeMarkdownProbes writes a table of what each contender does as encoding/json does.
func writeMarkdownProbes(w io.Writer, rec Record) {
	var names, questions []string
	yes := map[[2]string]string{}
	for _, p := range rec.Probes {
		if len(names) == 0 || names[len(names)-1] != p.Contender {
			names = append(names, p.Contender)
		}
		if len(names) == 1 {
			questions = append(questions, p.Question)
		}
		mark := "no"
		if p.Yes {
			mark = "yes"
		}
		yes[[2]string{p.Contender, p.Question}] = mark
	}
	fmt.Fprintf(w, "\n**What is left out**: does it, as encoding/json does …\n\n| | %s |\n| --- |%s\n",
		strings.Join(names, " | "), strings.Repeat(" --- |", len(names)))
	for _, q := range questions {
		fmt.Fprintf(w, "| %s |", q)
		for _, n := range names {
			fmt.Fprintf(w, " %s |", yes[[2]string{n, q}])
		}
		fmt.Fprintln(w)
	}
}
