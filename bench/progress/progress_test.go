package progress

import (
	"strings"
	"testing"
)

func TestPlain(t *testing.T) {
	var out strings.Builder
	l := start(&out, false, 4)
	l.Label("one")
	l.Step(1)
	l.Label("two")
	l.Step(99)
	l.Label("three")
	l.Finish()
	const want = "  0 % one\n 25 % two\n100 % three\n"
	if got := out.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestBar(t *testing.T) {
	var out strings.Builder
	l := start(&out, true, 4)
	l.Label("a label")
	l.Step(4)
	l.Step(1)
	l.Finish()
	if got := out.String(); !strings.Contains(got, "a label") || strings.Contains(got, "\n") {
		t.Errorf("the bar wrote %q", got)
	}
}

func TestNothingToDo(t *testing.T) {
	var out strings.Builder
	l := start(&out, false, 0)
	l.Label("nothing")
	l.Finish()
	if got := out.String(); got != "  0 % nothing\n" {
		t.Errorf("got %q", got)
	}
}
