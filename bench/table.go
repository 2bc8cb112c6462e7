package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"swarjson/bench/machine"
	"swarjson/bench/measure"
	"swarjson/bench/workload"
)

// writeTable prints the results: a block for each workload, a line for each document. Results
// come in pairs, the reference's first.
func writeTable(w io.Writer, results []workload.Result, reference, ours string) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	current := ""
	var ratios []float64
	flushMean := func() {
		if len(ratios) > 1 {
			fmt.Fprintf(t, "geometric mean\t\t\t\t\t%.2f ×\t\t\t\t\n", measure.GeoMean(ratios))
		}
		ratios = nil
	}
	for i := 0; i+1 < len(results); i += 2 {
		ref, our := results[i], results[i+1]
		if our.Workload != current {
			flushMean()
			if err := t.Flush(); err != nil {
				return err
			}
			current = our.Workload
			fmt.Fprintf(w, "\n%s: %s\n", current, workload.About(current))
			fmt.Fprintf(t, "document\tbytes\t%s\t%s\twall\tratio\tallocs/op\tB/op\t%s\tresult\t\n",
				reference, ours+" MB/s", "allocs/op of "+reference)
		}
		fmt.Fprintf(t, "%s\t%d\t%s\t%s\t%s\t", our.Document, our.Bytes,
			figure(ref, ref.MBPerSecond()), figure(our, our.MBPerSecond()), figure(our, our.WallMBPerSecond()))
		if !our.Timed() || !ref.Timed() {
			fmt.Fprintf(t, "\t\t\t\t%s\t\n", verdict(our))
			continue
		}
		ratio := measure.Ratio(ref.CPU, our.CPU)
		if our.Sound() {
			ratios = append(ratios, ratio)
		}
		fmt.Fprintf(t, "%.2f ×\t%.0f\t%.0f\t%.0f\t%s\t\n", ratio, our.Allocs, our.AllocBytes, ref.Allocs, verdict(our))
	}
	flushMean()
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nMB/s are 10^6 bytes of input per second of the process's processor time, garbage collection\n"+
		"included; wall is per second of wall time. Medians of interleaved rounds. ratio: %s's time over %s's.\n", reference, ours)
	return err
}

// writeMarkdown prints a table with a line for each document and a column for each workload.
// Results come in pairs, the reference's first.
func writeMarkdown(w io.Writer, info machine.Info, results []workload.Result, rounds int) error {
	var documents, workloads []string
	cells := map[[2]string]string{}
	ratios := map[string][]float64{}
	for i := 0; i+1 < len(results); i += 2 {
		ref, our := results[i], results[i+1]
		if !slices.Contains(documents, our.Document) {
			documents = append(documents, our.Document)
		}
		if !slices.Contains(workloads, our.Workload) {
			workloads = append(workloads, our.Workload)
		}
		text := verdict(our)
		if our.Sound() && ref.Timed() {
			ratio := measure.Ratio(ref.CPU, our.CPU)
			ratios[our.Workload] = append(ratios[our.Workload], ratio)
			text = fmt.Sprintf("%.0f (%.1f ×)", our.MBPerSecond(), ratio)
		}
		cells[[2]string{our.Document, our.Workload}] = text
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| | %s |\n| --- |%s\n", strings.Join(workloads, " | "), strings.Repeat(" ---: |", len(workloads)))
	for _, d := range documents {
		fmt.Fprintf(&b, "| %s |", d)
		for _, k := range workloads {
			fmt.Fprintf(&b, " %s |", cells[[2]string{d, k}])
		}
		b.WriteByte('\n')
	}
	b.WriteString("| geometric mean |")
	for _, k := range workloads {
		text := ""
		if len(ratios[k]) > 0 {
			text = fmt.Sprintf("%.1f ×", measure.GeoMean(ratios[k]))
		}
		fmt.Fprintf(&b, " %s |", text)
	}
	fmt.Fprintf(&b, "\n\nMB/s of processor time, garbage collection included (in brackets: encoding/json's time over ours);\n"+
		"medians of %d interleaved rounds. %s.\n", rounds, info)
	_, err := io.WriteString(w, b.String())
	return err
}

// figure formats a throughput.
func figure(r workload.Result, mb float64) string {
	if !r.Timed() {
		return "-"
	}
	return fmt.Sprintf("%.0f", mb)
}

// verdict says in a word how a result compares with the reference's.
func verdict(r workload.Result) string {
	switch {
	case r.Missing:
		return "no such API"
	case r.Differs != "":
		return "DIFFERENT"
	}
	return "equal"
}
