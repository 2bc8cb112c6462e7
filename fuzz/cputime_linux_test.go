package fuzz

import (
	"runtime"
	"syscall"
	"time"
)

// cpuTime returns how much processor time do takes. What else the machine has to do
// does not count, nor does the collector's work in other threads.
func cpuTime(do func()) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	before := threadTime()
	do()
	return threadTime() - before
}

// threadTime returns how much processor time this thread has had.
func threadTime() time.Duration {
	const thisThread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thisThread, &u); err != nil {
		return time.Since(processStart)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

var processStart = time.Now()
