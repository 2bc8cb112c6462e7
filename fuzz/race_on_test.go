//go:build race

package fuzz

// underRace: the race detector makes everything slower, and bounds of time and memory meaningless.
const underRace = true
