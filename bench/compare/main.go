// Command compare measures swarjson against the other JSON decoders that Go programs use.
//
//	go run -C bench/compare .                     everything, results under bench/record
//	go run -C bench/compare . -quick              a first look, in about two minutes
//	go run -C bench/compare . -workload any -peers sonic,goccy -corpus canada
//	go run -C bench/compare . -render FILE        tables and charts of an earlier run
//
// Every decoder's result is compared with encoding/json's before it is timed; who comes to
// another result is marked, and does not count as a rival. Decoders run in turns, round
// after round, and medians are reported.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/pprof"
	"strings"
	"time"

	"swarjson/bench/machine"
	"swarjson/bench/progress"
	"swarjson/bench/workload"
	"swarjson/scan"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop)
	err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
	case errors.Is(err, errOurs):
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	default:
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(2)
	}
}

// errOurs is returned if it is swarjson's result that is wrong.
var errOurs = errors.New("swarjson's result differs from encoding/json's")

// config is what the command line says.
type config struct {
	selection  workload.Selection
	peers      string
	rounds     int
	slice      time.Duration
	record     string
	render     string
	cpuProfile string
	quick      bool
}

func parseFlags(args []string, stderr io.Writer) (config, error) {
	var c config
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.BoolVar(&c.quick, "quick", false, "few rounds, short slices, no record: a first look")
	flags.StringVar(&c.selection.Documents, "corpus", "", "comma-separated `names` of documents: "+strings.Join(workload.Documents(), ", "))
	flags.StringVar(&c.selection.Workloads, "workload", "", "comma-separated `names` of workloads: "+strings.Join(workload.Names(), ", "))
	flags.StringVar(&c.peers, "peers", "", "comma-separated `names` of decoders, or of families of them (sonic, jsoniter, …); none for none but encoding/json")
	flags.IntVar(&c.rounds, "rounds", 0, "how often each measurement is repeated (default 11, with -quick 3)")
	flags.DurationVar(&c.slice, "slice", 0, "how long a measurement takes (default 150ms, with -quick 40ms)")
	flags.StringVar(&c.record, "record", "", "the `folder` for raw results, tables and charts (default ../record, with -quick none)")
	flags.StringVar(&c.render, "render", "", "measure nothing: print the tables, and draw the charts, of this `file` of raw results")
	flags.StringVar(&c.cpuProfile, "cpuprofile", "", "write a CPU profile to this `file`")
	if err := flags.Parse(args); err != nil {
		return c, err
	}
	if flags.NArg() > 0 {
		return c, fmt.Errorf("unexpected argument %s", flags.Arg(0))
	}
	if c.rounds == 0 {
		c.rounds = 11
		if c.quick {
			c.rounds = 3
		}
	}
	if c.slice == 0 {
		c.slice = 150 * time.Millisecond
		if c.quick {
			c.slice = 40 * time.Millisecond
		}
	}
	if c.rounds < 1 || c.slice < 0 {
		return c, errors.New("-rounds and -slice must be positive")
	}
	if c.record == "" && !c.quick && c.render == "" {
		c.record = "../record"
	}
	return c, nil
}

// run is the program without its surroundings.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	c, err := parseFlags(args, stderr)
	if err != nil {
		return err
	}
	var rec Record
	if c.render != "" {
		rec, err = readRecord(c.render)
	} else {
		rec, err = measureAll(ctx, c, stderr)
	}
	if err != nil {
		return err
	}
	if err := writeText(stdout, rec); err != nil {
		return err
	}
	if c.record != "" {
		paths, err := save(rec, c.record)
		if err != nil {
			return err
		}
		fmt.Fprintf(stdout, "\nwritten: %s\n", strings.Join(paths, ", "))
	}
	for _, r := range rec.Results {
		if (r.Contender == ours || r.Contender == aliasing) && r.Differs != "" {
			return fmt.Errorf("%w: %s", errOurs, r.Differs)
		}
	}
	return nil
}

// measureAll checks, times and probes the chosen decoders.
func measureAll(ctx context.Context, c config, stderr io.Writer) (rec Record, err error) {
	contenders, err := choose(peers(), c.peers)
	if err != nil {
		return rec, err
	}
	contenders = append([]workload.Contender{workload.Standard(), workload.Swarjson(), workload.Aliasing()}, contenders...)
	cases, err := workload.Cases(c.selection)
	if err != nil {
		return rec, err
	}
	if c.cpuProfile != "" {
		file, err := os.Create(c.cpuProfile)
		if err != nil {
			return rec, err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		if err := pprof.StartCPUProfile(file); err != nil {
			return rec, err
		}
		defer pprof.StopCPUProfile()
	}
	rec = Record{
		Time:    time.Now().UTC().Truncate(time.Second),
		Machine: machine.Describe(scan.Kernel()),
		Rounds:  c.rounds,
		Slice:   c.slice.String(),
	}
	for _, contender := range contenders {
		rec.Contenders = append(rec.Contenders, Contender{contender.Name, contender.Version})
		rec.Probes = append(rec.Probes, probe(contender)...)
	}
	line := progress.New(stderr, len(cases)*len(contenders)*c.rounds)
	defer line.Finish()
	for _, k := range cases {
		if ctx.Err() != nil {
			return rec, ctx.Err()
		}
		rec.Results = append(rec.Results, workload.Run([]workload.Case{k}, contenders, workload.Options{
			Rounds: c.rounds, Slice: c.slice, Label: line.Label, Step: line.Step,
		})...)
	}
	return rec, nil
}

// choose returns the contenders that a list of names and families selects.
func choose(all []workload.Contender, list string) ([]workload.Contender, error) {
	if strings.TrimSpace(list) == "" {
		return all, nil
	}
	if strings.TrimSpace(list) == "none" {
		return nil, nil
	}
	var known []string
	for _, c := range all {
		known = append(known, c.Name, family(c.Name))
	}
	if err := workload.CheckNames("peer", list, known); err != nil {
		return nil, err
	}
	var chosen []workload.Contender
	for _, c := range all {
		for item := range strings.SplitSeq(list, ",") {
			if name := strings.TrimSpace(item); name == c.Name || name == family(c.Name) {
				chosen = append(chosen, c)
				break
			}
		}
	}
	return chosen, nil
}

// family returns what the configurations of one decoder have in common in their names.
func family(name string) string {
	before, _, found := strings.Cut(name, "/")
	switch {
	case !found:
		return name
	case before == "encoding":
		return name
	case before == "json":
		return "json/v2"
	}
	return before
}
