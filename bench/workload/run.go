package workload

import (
	"errors"
	"time"

	"swarjson/bench/measure"
)

// A Result is what was found out about one contender on one case.
type Result struct {
	Workload  string `json:"workload"`
	Document  string `json:"document"`
	Bytes     int    `json:"bytes"`
	Contender string `json:"contender"`
	// Missing is true if the contender has no API for the case. There are no
	// figures then.
	Missing bool `json:"missing,omitempty"`
	// Differs says in what the result differs from the reference's; it is empty if
	// the two are equal. There may be figures all the same.
	Differs string `json:"differs,omitempty"`
	// CPU and Wall are nanoseconds per operation, one entry a round.
	CPU  []float64 `json:"cpu_ns"`
	Wall []float64 `json:"wall_ns"`
	// Allocs and AllocBytes are per operation.
	Allocs     float64 `json:"allocs"`
	AllocBytes float64 `json:"alloc_bytes"`
}

// Timed reports whether there are figures.
func (r Result) Timed() bool { return len(r.CPU) > 0 }

// Sound reports whether there are figures, for a result that equals the reference's.
func (r Result) Sound() bool { return r.Timed() && r.Differs == "" }

// MBPerSecond returns the throughput by processor time, the median of the rounds.
func (r Result) MBPerSecond() float64 {
	return measure.MBPerSecond(r.Bytes, measure.Summarize(r.CPU).Median)
}

// WallMBPerSecond returns the throughput by wall time, the median of the rounds.
func (r Result) WallMBPerSecond() float64 {
	return measure.MBPerSecond(r.Bytes, measure.Summarize(r.Wall).Median)
}

// Options says how Run goes about it.
type Options struct {
	Rounds int
	Slice  time.Duration
	// Label, if not nil, is called before each case.
	Label func(text string)
	// Step, if not nil, is called with the number of slices that are done: Rounds
	// times the number of contenders for each case in all.
	Step func(n int)
}

// Run checks and times the contenders on the cases. The first contender is the reference.
// Contenders whose result differs are timed as well, unless they fail altogether.
func Run(cases []Case, contenders []Contender, o Options) []Result {
	var results []Result
	for _, k := range cases {
		if o.Label != nil {
			o.Label(k.String())
		}
		results = append(results, runCase(k, contenders, o)...)
	}
	return results
}

func runCase(k Case, contenders []Contender, o Options) []Result {
	step := func(n int) {
		if o.Step != nil {
			o.Step(n)
		}
	}
	results := make([]Result, len(contenders))
	var tasks []measure.Task
	var timed []int // the contender of each task
	for i, c := range contenders {
		r := &results[i]
		*r = Result{Workload: k.Workload, Document: k.Document, Bytes: k.Bytes, Contender: c.Name}
		if err := Check(k, contenders[0], c); errors.Is(err, ErrNoAPI) {
			r.Missing = true
		} else if err != nil {
			r.Differs = err.Error()
		}
		if r.Missing || !works(k.Op(c)) {
			step(o.Rounds)
			continue
		}
		op := k.Op(c)
		tasks = append(tasks, measure.Task{Name: c.Name, Run: func() {
			// The check has been: an operation that has worked once does so
			// again. What it returns must be looked at all the same, or a
			// clever compiler might leave it out.
			if err := op(Discard); err != nil {
				panic(err)
			}
		}})
		timed = append(timed, i)
	}
	series := measure.Interleave(tasks, measure.Options{Rounds: o.Rounds, Slice: o.Slice, Step: func() { step(1) }})
	for t, s := range series {
		r := &results[timed[t]]
		r.CPU, r.Wall, r.Allocs, r.AllocBytes = s.CPU, s.Wall, s.Allocs, s.AllocBytes
	}
	return results
}

// works reports whether an op runs through without an error or a panic.
func works(op Op) bool {
	_, err := collect(op)
	return err == nil
}
