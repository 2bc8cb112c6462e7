package toolchain

import (
	"regexp"
	"testing"
)

func TestSeries(t *testing.T) {
	if s := series(t); !regexp.MustCompile(`^go1\.\d+$`).MatchString(s) {
		t.Errorf("%q is no release series", s)
	}
}

// A reporter counts errors, and is a testing.TB otherwise.
type reporter struct {
	testing.TB
	errors int
}

func (r *reporter) Errorf(string, ...any) { r.errors++ }

// TestInlined: a function that is not inlined, or not there, is reported.
func TestInlined(t *testing.T) {
	r := &reporter{TB: t}
	Inlined(r, "series", "nowhere", "strings.CutPrefix")
	if r.errors != 2 {
		t.Errorf("%d errors for two of three functions", r.errors)
	}
}
