package fuzz

import (
	"os"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"

	"swarjson/internal/difftest"
)

// classic skips a test whose oracle is not the classic encoding/json.
func classic(t testing.TB) {
	t.Helper()
	if !difftest.ClassicOracle {
		t.Skip("encoding/json runs on the v2 engine here: no strict comparison (set GOEXPERIMENT=nojsonv2)")
	}
}

// check runs a case, and reports a difference as a small case.
func check(t testing.TB, c difftest.Case) {
	t.Helper()
	ref, sub := difftest.Std(), Subject()
	if c.Run(ref, sub) == nil {
		return
	}
	small, diff := difftest.Shrink(ref, sub, c, 5*time.Second)
	if diff == nil {
		t.Fatalf("a difference that comes and goes:\n%s", c.Snippet(c.Run(ref, sub)))
	}
	t.Errorf("differs from encoding/json:\n%s", small.Snippet(diff))
}

func envUint(t *testing.T, name string, def uint64) uint64 {
	s := os.Getenv(name)
	if s == "" {
		return def
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

// TestRandomCases runs the random cases of consecutive seeds: documents biased to
// a target type, mutated ones, targets with contents, scripts of Decoder calls.
func TestRandomCases(t *testing.T) {
	classic(t)
	def := uint64(40_000)
	if testing.Short() {
		def = 8_000
	}
	n, first := envUint(t, "SWARJSON_CASES", def), envUint(t, "SWARJSON_SEED", 1)
	ref, sub := difftest.Std(), Subject()
	start := time.Now()
	var failed sync.Map
	count := 0
	for seed := first; seed < first+n; seed++ {
		c := difftest.RandomCase(seed)
		err := c.Run(ref, sub)
		if err == nil {
			continue
		}
		small, diff := difftest.Shrink(ref, sub, c, 2*time.Second)
		if diff == nil {
			small, diff = c, err
		}
		text := small.Snippet(diff)
		if _, known := failed.LoadOrStore(text, true); !known {
			t.Errorf("seed %d differs from encoding/json:\n%s", seed, text)
			if count++; count >= 20 {
				t.Fatal("too many differences: stopped")
			}
		}
	}
	t.Logf("%d cases from seed %d on %s in %v", n, first, runtime.Version(), time.Since(start).Round(time.Millisecond))
}

var noOptions difftest.Options
