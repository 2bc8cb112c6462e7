package measure

import (
	"syscall"
	"time"
)

// CPU returns the processor time, user and system, that all threads of the process
// have used so far.
func CPU() time.Duration {
	process, err := syscall.GetCurrentProcess()
	if err != nil {
		panic(err)
	}
	var creation, exit, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(process, &creation, &exit, &kernel, &user); err != nil {
		panic(err)
	}
	return span(kernel) + span(user)
}

// span converts a count of 100 ns units. Filetime.Nanoseconds is no use: it takes
// its argument to be a date.
func span(t syscall.Filetime) time.Duration {
	return time.Duration(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime)) * 100
}
