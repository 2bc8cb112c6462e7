//go:build purego || !amd64

package num

// eachPath calls f for each implementation: there is one.
func eachPath(f func()) { f() }
