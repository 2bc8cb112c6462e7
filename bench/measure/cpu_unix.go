//go:build unix

package measure

import (
	"syscall"
	"time"
)

// CPU returns the processor time, user and system, that all threads of the process
// have used so far.
func CPU() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		// The call fails for a wrong argument only.
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
