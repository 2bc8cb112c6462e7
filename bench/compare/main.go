package main

import (
	"fmt"
	"os"
	"swarjson/bench/progress"
	"swarjson/bench/workload"
	"time"
)

func main() {
	cases, err := workload.Cases(workload.Selection{Workloads: os.Getenv("W"), Documents: os.Getenv("D")})
	if err != nil {
		panic(err)
	}
	cs := append([]workload.Contender{workload.Standard()}, peers()...)
	l := progress.New(len(cases) * len(cs) * 3)
	rs := workload.Run(cases, cs, workload.Options{Rounds: 3, Slice: 40 * time.Millisecond, Label: l.Label, Step: l.Step})
	l.Finish()
	for _, r := range rs {
		m := ""
		if r.Missing {
			m = "missing"
		}
		d := r.Differs
		if len(d) > 300 {
			d = d[:300]
		}
		fmt.Printf("%-8s %-17s %-20s %8.0f %8.0f %9.0f %s %s\n", r.Workload, r.Document, r.Contender, r.MBPerSecond(), r.WallMBPerSecond(), r.Allocs, m, d)
	}
}
