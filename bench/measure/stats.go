package measure

import (
	"math"

	"golang.org/x/perf/benchmath"
)

// A Summary describes a sample: its median, and by how much the median may be off.
type Summary struct {
	Median float64
	// Spread is half the width of the median's 95 % confidence interval, as a
	// fraction of the median. It assumes nothing about the distribution, and is
	// +Inf where the sample is too small (fewer than six values).
	Spread float64
}

// Summarize describes a sample. The sample is left as it is.
func Summarize(values []float64) Summary {
	if len(values) == 0 {
		return Summary{Median: math.NaN(), Spread: math.Inf(1)}
	}
	// NewSample sorts what it is given.
	sample := benchmath.NewSample(append([]float64(nil), values...), &benchmath.DefaultThresholds)
	s := benchmath.AssumeNothing.Summary(sample, 0.95)
	return Summary{Median: s.Center, Spread: (s.Hi - s.Lo) / 2 / s.Center}
}

// Ratio returns the median over the rounds of a's value divided by b's value in the same
// round: how many times as long as b a takes. That is steadier than the ratio of the
// medians, since a disturbed round weighs on both of its values.
func Ratio(a, b []float64) float64 {
	n := min(len(a), len(b))
	ratios := make([]float64, n)
	for i := range ratios {
		ratios[i] = a[i] / b[i]
	}
	return Summarize(ratios).Median
}

// MBPerSecond converts nanoseconds per operation on a number of bytes to megabytes
// (10^6 bytes) per second.
func MBPerSecond(bytes int, ns float64) float64 { return float64(bytes) * 1e3 / ns }

// GeoMean returns the geometric mean of positive values, NaN if there are none.
func GeoMean(values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}
