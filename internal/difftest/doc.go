// Package difftest tells two JSON decoders apart. It holds what a test needs
// to show that a package cannot be distinguished from classic encoding/json:
//
//   - Subject: the decoding half of a package as functions, so that this package
//     imports neither of the two;
//   - compare.go: two object graphs as one bisimulation, down to float bits,
//     nil against empty, aliasing, and what happened to objects that the target
//     held before the call;
//   - run.go, stream.go: one call of Unmarshal, one script of Decoder calls, on
//     fresh identical targets and with a hostile input buffer;
//   - targets.go, types_*.go, fill.go: the target types and their contents;
//   - gen*.go, mutate.go: documents biased to a target type;
//   - shrink.go: from a failing case to a small one, printed as Go.
//
// It knows nothing about how a decoder works: only what can be observed through
// the API counts. Everything random comes from a seed, and the same seed makes
// the same case on every platform.
package difftest
