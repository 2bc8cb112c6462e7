package measure

import (
	"math"
	"runtime"
	"slices"
	"testing"
	"time"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Abs(b) }

func TestSummarize(t *testing.T) {
	values := []float64{9, 1, 5, 3, 7}
	s := Summarize(values)
	if !near(s.Median, 5) {
		t.Errorf("median %v, want 5", s.Median)
	}
	if !math.IsInf(s.Spread, 1) {
		t.Errorf("five values have a spread of %v, want +Inf", s.Spread)
	}
	if !slices.Equal(values, []float64{9, 1, 5, 3, 7}) {
		t.Errorf("the sample was changed: %v", values)
	}
	// With 11 values the interval reaches from the third to the tenth; the two
	// wild values do not count.
	s = Summarize([]float64{100, 110, 90, 105, 95, 101, 99, 102, 98, 1000, 1})
	if !near(s.Median, 100) || !near(s.Spread, 0.075) {
		t.Errorf("got %+v, want median 100 and spread 0.075", s)
	}
	if s := Summarize(nil); !math.IsNaN(s.Median) {
		t.Errorf("the empty sample has median %v", s.Median)
	}
}

func TestRatio(t *testing.T) {
	// The machine is ten times slower in the last round; the ratio is not.
	a := []float64{20, 22, 200}
	b := []float64{10, 11, 100}
	if got := Ratio(a, b); !near(got, 2) {
		t.Errorf("ratio %v, want 2", got)
	}
	if got := Ratio(a, []float64{10}); !near(got, 2) {
		t.Errorf("ratio of samples of different length: %v, want 2", got)
	}
}

func TestUnits(t *testing.T) {
	if got := MBPerSecond(1000, 1000); !near(got, 1000) {
		t.Errorf("a byte per nanosecond is %v MB/s, want 1000", got)
	}
	if got := GeoMean([]float64{1, 4, 16}); !near(got, 4) {
		t.Errorf("geometric mean %v, want 4", got)
	}
	if got := GeoMean(nil); !math.IsNaN(got) {
		t.Errorf("geometric mean of nothing: %v", got)
	}
}

// spin keeps the processor busy.
func spin(d time.Duration) {
	for start := time.Now(); time.Since(start) < d; {
	}
}

func TestCPU(t *testing.T) {
	cpu := CPU()
	spin(30 * time.Millisecond)
	busy := CPU() - cpu
	// A loaded machine gives us less than we asked for, never nothing.
	if busy < 2*time.Millisecond {
		t.Errorf("30 ms of work counted as %v", busy)
	}
}

// TestBallast: with it the heap has the size it should have, and without it it has not.
func TestBallast(t *testing.T) {
	live := func() uint64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return stats.HeapAlloc
	}
	const slack = 1 << 20
	if n := live(); n > liveHeap-slack {
		t.Skipf("the heap holds %d bytes already", n)
	}
	weight := ballast()
	if n := live(); n < liveHeap-slack || n > liveHeap+slack {
		t.Errorf("the heap holds %d bytes, want %d", n, liveHeap)
	}
	if more := ballast(); len(more) > slack {
		t.Errorf("a second ballast of %d bytes", len(more))
	}
	runtime.KeepAlive(weight)
}

var sink []byte

func TestInterleave(t *testing.T) {
	var log []int
	steps := 0
	tasks := []Task{
		{Name: "two allocations", Run: func() { sink = make([]byte, 1000); sink = make([]byte, 1000); spin(50 * time.Microsecond) }},
		{Name: "none", Run: func() { log = append(log[:0], 1); spin(200 * time.Microsecond) }},
	}
	const rounds = 5
	got := Interleave(tasks, Options{Rounds: rounds, Slice: 4 * time.Millisecond, Step: func() { steps++ }})
	if len(got) != 2 || steps != 2*rounds {
		t.Fatalf("%d series, %d steps", len(got), steps)
	}
	for i, s := range got {
		if len(s.CPU) != rounds || len(s.Wall) != rounds || s.Iterations < 1 {
			t.Errorf("%s: %d, %d values, %d iterations", tasks[i].Name, len(s.CPU), len(s.Wall), s.Iterations)
		}
		if Summarize(s.Wall).Median < 50e3 {
			t.Errorf("%s: %v ns per operation", tasks[i].Name, s.Wall)
		}
	}
	// The runtime allocates now and then on its own account.
	if a := got[0].Allocs; a < 2 || a > 3 {
		t.Errorf("%v allocations per operation, want 2", a)
	}
	if b := got[0].AllocBytes; b < 2000 || b > 4000 {
		t.Errorf("%v bytes per operation, want about 2048", b)
	}
	if a := got[1].Allocs; a > 1 {
		t.Errorf("%v allocations per operation, want none", a)
	}
}
