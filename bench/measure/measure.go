// Package measure times operations that are to be compared with each other.
//
// It differs from the standard library's benchmarks in what it is for. There, one
// function runs for a second, then the next. On a machine that is not idle, or
// that changes its clock rate, the second has met other conditions than the first,
// and a ratio of the two says little. Here all contenders of a case run in turns,
// for a short slice each, round after round, in an order that changes. What
// disturbs one round disturbs all of it, and the medians over the rounds forget it.
//
// What is counted is processor time of the whole process, garbage collection
// included: memory that a decoder wastes is paid for by its user, on other cores
// if need be. Wall time is recorded beside it.
//
// The package knows nothing of JSON.
package measure

import (
	"math/rand/v2"
	"runtime"
	"time"
)

// A Task is one contender's operation.
type Task struct {
	// Name is for the caller's use.
	Name string
	// Run performs the operation once.
	Run func()
}

// Options says how long to measure.
type Options struct {
	// Rounds is the number of slices that each task gets.
	Rounds int
	// Slice is the wall time that a slice aims at. It should hold several garbage
	// collections of the heaviest task.
	Slice time.Duration
	// Step, if not nil, is called after each slice.
	Step func()
}

// A Series is what was measured of one task. The slices hold one entry for each
// round, and entries with the same index were measured in the same round.
type Series struct {
	// CPU and Wall are nanoseconds per operation.
	CPU, Wall []float64
	// Allocs and AllocBytes are allocations and allocated bytes per operation,
	// over all rounds.
	Allocs, AllocBytes float64
	// Iterations is the number of operations in a slice.
	Iterations int
}

// liveHeap is the size in bytes that the heap is brought to while tasks are measured. The
// collector runs whenever the heap has doubled, so its share of the time depends on what else
// the process holds. A run on one small document must not differ in that from a run on all.
const liveHeap = 16 << 20

// ballast returns memory that makes up for what the heap lacks to liveHeap bytes.
func ballast() []byte {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	if stats.HeapAlloc >= liveHeap {
		return nil
	}
	return make([]byte, liveHeap-stats.HeapAlloc)
}

// Interleave measures the tasks and returns a series for each.
func Interleave(tasks []Task, o Options) []Series {
	weight := ballast()
	defer runtime.KeepAlive(weight)
	series := make([]Series, len(tasks))
	for i, task := range tasks {
		series[i].Iterations = calibrate(task.Run, o.Slice)
	}
	order := make([]int, len(tasks))
	for i := range order {
		order[i] = i
	}
	// Fixed seeds: a run can be repeated.
	shuffle := rand.New(rand.NewPCG(1, 2))
	for range o.Rounds {
		// Who runs after whom must not be the same in every round, because
		// a task leaves its traces in the caches and in the heap's size.
		shuffle.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			series[i].slice(tasks[i].Run)
			if o.Step != nil {
				o.Step()
			}
		}
	}
	for i := range series {
		n := float64(max(1, o.Rounds*series[i].Iterations))
		series[i].Allocs /= n
		series[i].AllocBytes /= n
	}
	return series
}

// slice runs the operation s.Iterations times and records what that took. Allocs and
// AllocBytes are sums until Interleave divides them.
func (s *Series) slice(run func()) {
	// The predecessor's garbage is not this task's, and the distance to the next
	// collection is the same for everyone.
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	cpu, wall := CPU(), time.Now()
	for range s.Iterations {
		run()
	}
	usedWall, usedCPU := time.Since(wall), CPU()-cpu
	runtime.ReadMemStats(&after)

	n := float64(s.Iterations)
	s.CPU = append(s.CPU, float64(usedCPU)/n)
	s.Wall = append(s.Wall, float64(usedWall)/n)
	s.Allocs += float64(after.Mallocs - before.Mallocs)
	s.AllocBytes += float64(after.TotalAlloc - before.TotalAlloc)
}

// calibrate warms the operation up and returns how often it fits into a slice, at
// least once.
func calibrate(run func(), slice time.Duration) int {
	run()
	for n := 1; ; n *= 2 {
		start := time.Now()
		for range n {
			run()
		}
		took := time.Since(start)
		// A quarter of a slice is long enough to extrapolate from.
		if took >= slice/4 || n >= 1<<30 {
			return max(1, int(float64(n)*float64(slice)/float64(max(took, 1))))
		}
	}
}
