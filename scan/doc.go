// Package scan turns bytes of JSON into positions: stage 1 of the decoder.
//
// It knows which bytes stand inside strings and which are structural, and
// nothing of the grammar: it never says that a document is wrong, it only raises
// flags. It knows neither Go types nor readers.
//
// # The index
//
// Indexer.Index reads a document piece by piece (a window, a slice, one byte:
// pieces may be cut anywhere) and writes, in ascending order, the positions of
//
//   - each of { } [ ] : , outside strings,
//   - both quotes of every string,
//   - the first byte of every other scalar: a maximal run, outside strings, of
//     bytes that are none of { } [ ] : , no quote and no white space (space, \t,
//     \n, \r). Numbers, true, false, null and garbage look alike here.
//
// One line of a document, with the bytes that are indexed (^), those inside
// strings (_, the mask of the code's variable inStr) and the backslashes (b):
//
//	{ "a\"b" : [ -1.5, tru ] }
//	^ ^    ^ ^ ^ ^   ^ ^   ^ ^
//	  _____
//	    b
//
// A backslash that is not itself escaped escapes the byte after it, and an escaped
// quote is no quote. That holds outside strings too, where it spares the kernels
// a distinction that no caller can see: a backslash there is part of a scalar,
// which makes the document wrong at or before that byte.
//
// # Implementations
//
// The portable code (index_generic.go) is the specification and is compiled
// everywhere. Vector kernels stand beside it and give the same positions, bits
// and flags for every input; see Kernel for how one is chosen. Every kernel that a machine can run is
// tested there against a naive indexer; the one for AVX-512 runs on an emulator too (_emulate).
//
// # Words of eight bytes
//
// The rest of the package are small primitives for the decoder, on words that were
// loaded with mem.Ptr.U64: byte 0 of memory is the lowest lane on every machine.
// A mask of lanes has one of two types. In an Exact mask each lane is right.
// A First mask costs fewer operations, but only its lowest lane is sure. The
// types differ so that counting the lanes of a First mask does not compile.
package scan
