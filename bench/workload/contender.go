// Package workload says what the benchmark programs do: which operations they time,
// on which documents, and how they make sure that an operation's result is right
// before its time is worth anything.
package workload

import (
	standard "encoding/json"
	"io"
	"runtime"

	swarjson "swarjson/decoder"
)

// A Decoder reads values from a stream, one after the other.
type Decoder interface {
	// Decode reads the next value into what v points to. At the end of the stream
	// it returns io.EOF.
	Decode(v any) error
}

// A Contender is a JSON decoder, as far as the workloads use it. A function that is
// nil says that it has no such thing, and it is left out where that is needed.
type Contender struct {
	// Name is the short name by which the programs' flags and tables know it.
	Name string
	// Version is the version that was measured.
	Version string
	// Unmarshal decodes a document into what v points to.
	Unmarshal func(data []byte, v any) error
	// Valid reports whether data is a JSON document.
	Valid func(data []byte) bool
	// NewDecoder starts to read a stream.
	NewDecoder func(r io.Reader) Decoder
	// Tokens reads all tokens of a stream. It hands them to keep, as encoding/json's Token returns
	// them. If keep is nil, which is what is timed, it makes of each what its users
	// get from it, and drops that.
	Tokens func(r io.Reader, keep func(token any)) error
	// Any decodes a document into a tree of Go's basic types, where that is not
	// done by Unmarshal.
	Any func(data []byte) (any, error)
}

// Standard returns the standard library's decoder: the reference whose results are
// right by definition.
func Standard() Contender {
	return Contender{
		Name:       "encoding/json",
		Version:    runtime.Version(),
		Unmarshal:  standard.Unmarshal,
		Valid:      standard.Valid,
		NewDecoder: func(r io.Reader) Decoder { return standard.NewDecoder(r) },
		Tokens:     standardTokens,
	}
}

// Swarjson returns this project's decoder.
func Swarjson() Contender {
	return Contender{
		Name:       "swarjson",
		Version:    "this tree",
		Unmarshal:  swarjson.Unmarshal,
		Valid:      swarjson.Valid,
		NewDecoder: func(r io.Reader) Decoder { return swarjson.NewDecoder(r) },
		Tokens:     swarjsonTokens,
	}
}

// Aliasing returns this project's decoder with the option that lets strings share the
// input's memory, as some peers' strings share that of a copy.
func Aliasing() Contender {
	return Contender{
		Name:      "swarjson/alias",
		Version:   "this tree, Options.AliasInput",
		Unmarshal: swarjson.Options{AliasInput: true}.Unmarshal,
	}
}

// The loops over tokens are written out for each decoder, here and elsewhere: called through an
// interface, the fastest would seem slower by a tenth.

func standardTokens(r io.Reader, keep func(token any)) error {
	dec := standard.NewDecoder(r)
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if keep != nil {
			keep(token)
		}
	}
}

func swarjsonTokens(r io.Reader, keep func(token any)) error {
	dec := swarjson.NewDecoder(r)
	for {
		token, err := dec.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if keep != nil {
			keep(token)
		}
	}
}
