package machine

import (
	"runtime"
	"strings"
	"testing"
)

func TestDescribe(t *testing.T) {
	info := Describe("some-kernel")
	line := info.String()
	for _, part := range []string{info.CPU, runtime.Version(), runtime.GOARCH, "some-kernel"} {
		if part == "" || !strings.Contains(line, part) {
			t.Errorf("%q does not say %q", line, part)
		}
	}
	if strings.Contains(line, "\n") {
		t.Errorf("more than one line: %q", line)
	}
}

func TestString(t *testing.T) {
	info := Info{CPU: "A CPU", Features: []string{"X", "Y"}, Cores: 3, Kernel: "k", GoVersion: "go1", OS: "os", Arch: "arch",
		Experiment: "e", Level: "L=1", Tags: "purego"}
	const want = "A CPU, 3 cores (X Y); go1 os/arch L=1 purego GOEXPERIMENT=e; scan kernel k"
	if got := info.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
