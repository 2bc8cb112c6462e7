// Package decoder decodes JSON. It is encoding/json under another name, and
// several times as fast:
//
//	import json "swarjson/decoder"
//
// is the only line that a program changes. Every exported name of encoding/json is
// here; its types are aliases of encoding/json's, so that values, errors and
// methods of either package work with the other. Unmarshal, Valid and Decoder are
// this package's own; Marshal, Encoder, Indent and what else encodes hand over to
// encoding/json.
//
// # What is the same
//
// For every input and every target: the value, the error's type, text and offset,
// and what is in the target after an error. A syntax error leaves the target
// as it was. The reference is the classic encoding/json (Go 1.26, or Go 1.27 built
// with GOEXPERIMENT=nojsonv2), on every toolchain; only the wording and offset of a
// syntax error come from the toolchain's own encoding/json.
//
// # What is more
//
// Options change how values are decoded, Decoder takes arrays and objects of any
// size apart in constant memory, Locate tells where in a document an error lies.
//
// # Memory
//
// Nothing that is returned refers to the input, unless Options.AliasInput asks for
// it. Short strings and small slices of numbers share pieces of memory of 1 KiB, in
// values with many strings of 3 KiB: a string that is kept keeps less than that alive
// beyond itself. So do small variables without pointers that a pointer leads to, which
// is why runtime.SetFinalizer must not be called for them.
//
// This package knows Go types and no grammar of its own: where tokens begin and
// end is found by package scan, what a number is worth by internal/num, and what is
// wrong with a text by internal/syntax.
package decoder
