//go:build !unix && !windows

package measure

import "time"

var start = time.Now()

// CPU returns the time since the program started: this system does not tell the
// processor time of a process.
func CPU() time.Duration { return time.Since(start) }
