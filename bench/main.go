// Command bench decodes real documents with swarjson and with encoding/json, makes sure
// that both come to the same result, and prints how fast they are.
//
//	go run ./bench                          all documents, all workloads
//	go run ./bench -corpus twitter,canada   some documents
//	go run ./bench -workload struct,any     some workloads
//	go run ./bench -file my.json            your own document
//	go run ./bench -json                    the measurements, for other programs
//
// It exits with status 1 if a result differs, and says where; with status 2 if it could
// not do its work.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"swarjson/bench/machine"
	"swarjson/bench/progress"
	"swarjson/bench/workload"
	"swarjson/scan"
)

func main() {
	// A first interrupt ends the run between two cases and shows what there is.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // a second one ends the program
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr, []workload.Contender{workload.Standard(), workload.Swarjson()}))
}

// The program's exit statuses.
const (
	statusEqual   = 0
	statusDiffers = 1
	statusFailed  = 2
)

// config is what the command line says.
type config struct {
	file      string
	selection workload.Selection
	rounds    int
	slice     time.Duration
	asJSON    bool
	markdown  bool
}

var errUsage = errors.New("usage")

// parseFlags reads the command line. Errors and help go to stderr.
func parseFlags(args []string, stderr io.Writer) (config, error) {
	var c config
	flags := flag.NewFlagSet("bench", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&c.file, "file", "", "decode this `file` instead of the documents: JSON, or JSON values one after the other")
	flags.StringVar(&c.selection.Documents, "corpus", "", "comma-separated `names` of documents: "+strings.Join(workload.Documents(), ", "))
	flags.StringVar(&c.selection.Workloads, "workload", "", "comma-separated `names` of workloads: "+strings.Join(workload.Names(), ", "))
	flags.IntVar(&c.rounds, "rounds", 7, "how often each measurement is repeated; the median counts")
	flags.DurationVar(&c.slice, "slice", 60*time.Millisecond, "how long a measurement takes")
	flags.BoolVar(&c.asJSON, "json", false, "print the measurements as JSON")
	flags.BoolVar(&c.markdown, "markdown", false, "print a short table in Markdown, for a README")
	if err := flags.Parse(args); err != nil {
		return c, err
	}
	problem := ""
	switch {
	case flags.NArg() > 0:
		problem = "unexpected argument " + flags.Arg(0)
	case c.rounds < 1:
		problem = "-rounds must be at least 1"
	case c.slice <= 0:
		problem = "-slice must be positive"
	case c.asJSON && c.markdown:
		problem = "-json and -markdown exclude each other"
	case c.file != "" && c.selection.Documents != "":
		problem = "-file and -corpus exclude each other"
	}
	if problem != "" {
		fmt.Fprintln(stderr, "bench:", problem)
		return c, errUsage
	}
	return c, nil
}

// loadCases returns what is to be measured.
func loadCases(c config) ([]workload.Case, error) {
	if c.file == "" {
		return workload.Cases(c.selection)
	}
	data, err := os.ReadFile(c.file)
	if err != nil {
		return nil, err
	}
	return workload.FileCases(filepath.Base(c.file), data, c.selection.Workloads)
}

// run is the program without its surroundings. The first contender is the reference, the
// second the one whose figures are wanted.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, contenders []workload.Contender) int {
	c, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return statusEqual
	}
	if err != nil {
		return statusFailed
	}
	info := machine.Describe(scan.Kernel())
	if !c.asJSON && !c.markdown {
		fmt.Fprintln(stdout, info)
	}
	cases, err := loadCases(c)
	if err != nil {
		fmt.Fprintln(stderr, "bench:", err)
		return statusFailed
	}
	line := progress.New(stderr, len(cases)*len(contenders)*c.rounds)
	var results []workload.Result
	for _, k := range cases {
		if ctx.Err() != nil {
			break
		}
		results = append(results, workload.Run([]workload.Case{k}, contenders, workload.Options{
			Rounds: c.rounds, Slice: c.slice, Label: line.Label, Step: line.Step,
		})...)
	}
	line.Finish()

	switch {
	case c.asJSON:
		encoder := json.NewEncoder(stdout)
		encoder.SetIndent("", "\t")
		err = encoder.Encode(struct {
			Machine machine.Info      `json:"machine"`
			Results []workload.Result `json:"results"`
		}{info, results})
	case c.markdown:
		err = writeMarkdown(stdout, info, results, c.rounds)
	default:
		err = writeTable(stdout, results, contenders[0].Name, contenders[1].Name)
	}
	if err != nil {
		fmt.Fprintln(stderr, "bench:", err)
		return statusFailed
	}
	status := statusEqual
	for _, r := range results {
		if r.Differs != "" {
			fmt.Fprintln(stderr, "DIFFERENT:", r.Differs)
			status = statusDiffers
		}
	}
	if ctx.Err() != nil {
		fmt.Fprintf(stderr, "bench: interrupted after %d of %d cases\n", len(results)/len(contenders), len(cases))
		return max(status, statusFailed)
	}
	return status
}
