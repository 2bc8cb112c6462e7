//go:build goexperiment.jsonv2

package difftest

// ClassicOracle reports whether the toolchain's encoding/json is the classic
// implementation. With the v2 engine underneath (the default from go1.27 on) it
// differs from the classic one in error texts, offsets and partial results, and
// no strict comparison is sound.
const ClassicOracle = false
