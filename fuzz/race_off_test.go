//go:build !race

package fuzz

const underRace = false
