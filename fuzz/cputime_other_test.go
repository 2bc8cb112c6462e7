//go:build !linux

package fuzz

import "time"

// cpuTime returns how long do takes.
func cpuTime(do func()) time.Duration {
	start := time.Now()
	do()
	return time.Since(start)
}
