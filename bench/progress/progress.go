// Package progress shows how far a benchmark program has come.
package progress

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// A Line is a progress line. It is a moving bar on a terminal. Elsewhere, in a log say,
// a moving bar is a nuisance: there it is one plain line for each new label.
type Line struct {
	bar   *progressbar.ProgressBar
	plain io.Writer
	done  int
	total int
}

// New starts a line for a number of steps. What matters about w is whether it is a terminal.
func New(w io.Writer, total int) *Line {
	file, ok := w.(*os.File)
	return start(w, ok && term.IsTerminal(int(file.Fd())), total)
}

func start(w io.Writer, terminal bool, total int) *Line {
	if !terminal {
		return &Line{plain: w, total: total}
	}
	return &Line{total: total, bar: progressbar.NewOptions(total,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

// Label says what is being done now.
func (l *Line) Label(text string) {
	if l.bar != nil {
		l.bar.Describe(fmt.Sprintf("%-28s", text))
		return
	}
	fmt.Fprintf(l.plain, "%3d %% %s\n", 100*l.done/max(l.total, 1), text)
}

// Step counts n steps as done. It never goes beyond the total.
func (l *Line) Step(n int) {
	n = min(n, l.total-l.done)
	l.done += n
	if l.bar != nil {
		// The bar's writer is a terminal; should it be gone, the benchmark
		// need not stop for that.
		_ = l.bar.Add(n)
	}
}

// Finish removes the bar, so that what is printed next starts on a clean line.
func (l *Line) Finish() {
	l.Step(l.total - l.done)
	if l.bar != nil {
		_ = l.bar.Finish()
	}
}
