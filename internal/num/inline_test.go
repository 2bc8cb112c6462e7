package num

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestInline asserts that the small functions of the hot paths are inlined. It depends on the
// compiler, and runs only with SWARJSON_INLINE=1 in the environment.
func TestInline(t *testing.T) {
	if os.Getenv("SWARJSON_INLINE") != "1" {
		t.Skip("SWARJSON_INLINE is not 1")
	}
	out, err := exec.Command("go", "build", "-gcflags=-m", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	report := strings.Split(string(out), "\n")
	for _, f := range []string{"nonDigits", "eight", "leadingZero", "skipDigits", "log2", "signed"} {
		found := false
		for _, line := range report {
			found = found || strings.HasSuffix(line, ": can inline "+f)
		}
		if !found {
			t.Errorf("%s is not inlined", f)
		}
	}
}
