// Package arch holds the rules about who may import whom, as tests: the
// layers of the packages, the one home of unsafe, no cgo, no go:linkname, and what
// a program that imports swarjson/decoder links besides the standard library. They also
// hold the maps of files to what is there.
//
// It looks at source files, not at one build, so that a file for another
// platform, or behind a tag, is held to the same rules. There is no code in it that
// anything could import.
package arch
