package workload

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"swarjson/bench/corpus"
)

// The names of the workloads, in the order in which tables show them.
const (
	Struct = "struct" // Unmarshal into the document's full type
	Any    = "any"    // Unmarshal into an empty interface
	Valid  = "valid"  // is it JSON?
	Wanted = "wanted" // Unmarshal into a type with two of the document's members
	Small  = "small"  // Unmarshal of a small document into its type
	Body   = "body"   // NewDecoder and one Decode of a small document into its type, from a reader
	Stream = "stream" // NewDecoder and Decode into the full type, from a reader
	Lines  = "lines"  // NewDecoder, then Decode of each line's record
	Tokens = "tokens" // NewDecoder, then Token until the end of the stream
)

// Names lists the workloads.
func Names() []string {
	return []string{Struct, Any, Valid, Wanted, Small, Body, Stream, Lines, Tokens}
}

// About says what a workload does, for a table's title.
func About(workload string) string {
	switch workload {
	case Struct:
		return "Unmarshal into the document's full type"
	case Any:
		return "Unmarshal into any"
	case Valid:
		return "Valid"
	case Wanted:
		return "Unmarshal into a type that has two of the document's members"
	case Small:
		return "Unmarshal of small documents into their types"
	case Body:
		return "NewDecoder and one Decode of small documents, as of the bodies of requests"
	case Stream:
		return fmt.Sprintf("Decoder over a reader that gives %d KiB at a time, full type", readSize>>10)
	case Lines:
		return "Decoder over newline-delimited records"
	case Tokens:
		return fmt.Sprintf("Token until the end of the stream, over a reader that gives %d KiB at a time", readSize>>10)
	}
	return workload
}

// An Op performs a workload once. It hands each value that it has decoded to emit, as
// the pointer that was decoded into.
type Op func(emit func(v any)) error

// A Case is a workload on a document.
type Case struct {
	Workload string
	Document string
	// Bytes is the document's length.
	Bytes int
	// Op returns what a contender has to do, nil if it lacks the API for it.
	Op func(c Contender) Op
}

// String returns workload and document.
func (k Case) String() string { return k.Workload + "/" + k.Document }

// Discard is the emit function for timing.
func Discard(any) {}

// readSize is the most that a stream's reader returns at a time, as a network
// connection or a buffered file would.
const readSize = 32 << 10

// reader is an io.Reader over a document that returns at most readSize bytes at a time.
type reader struct{ rest []byte }

func (r *reader) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), readSize)], r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// into returns the op that decodes a document into new values.
func into(data []byte, newValue func() any) func(Contender) Op {
	return func(c Contender) Op {
		if c.Unmarshal == nil {
			return nil
		}
		return func(emit func(any)) error {
			v := newValue()
			err := c.Unmarshal(data, v)
			emit(v)
			return err
		}
	}
}

// intoAny returns the op that decodes a document into an empty interface.
func intoAny(data []byte) func(Contender) Op {
	return func(c Contender) Op {
		if c.Any == nil {
			return into(data, corpus.Of[any]())(c)
		}
		return func(emit func(any)) error {
			v, err := c.Any(data)
			emit(&v)
			return err
		}
	}
}

var errInvalid = errors.New("the document is said to be invalid")

// valid returns the op that validates a document.
func valid(data []byte) func(Contender) Op {
	return func(c Contender) Op {
		if c.Valid == nil {
			return nil
		}
		return func(func(any)) error {
			if !c.Valid(data) {
				return errInvalid
			}
			return nil
		}
	}
}

// stream returns the op that decodes all values of a stream into new values.
func stream(data []byte, newValue func() any) func(Contender) Op {
	return func(c Contender) Op {
		if c.NewDecoder == nil {
			return nil
		}
		return func(emit func(any)) error {
			dec := c.NewDecoder(&reader{data})
			for {
				v := newValue()
				err := dec.Decode(v)
				if err == io.EOF {
					return nil
				}
				if err != nil {
					return err
				}
				emit(v)
			}
		}
	}
}

// one returns the op that decodes the one value of a stream into a new value, and does not wait
// for the stream's end.
func one(data []byte, newValue func() any) func(Contender) Op {
	return func(c Contender) Op {
		if c.NewDecoder == nil {
			return nil
		}
		return func(emit func(any)) error {
			v := newValue()
			err := c.NewDecoder(&reader{data}).Decode(v)
			emit(v)
			return err
		}
	}
}

// tokens returns the op that reads all tokens of a stream, and keeps none. What it emits is the
// stream, for collect to read again.
func tokens(data []byte) func(Contender) Op {
	return func(c Contender) Op {
		if c.Tokens == nil {
			return nil
		}
		read := func(keep func(any)) error { return c.Tokens(&reader{data}, keep) }
		return func(emit func(any)) error {
			if err := read(nil); err != nil {
				return err
			}
			emit(tokenStream(read))
			return nil
		}
	}
}

// tokenStream reads all tokens of a stream and hands them to keep.
type tokenStream func(keep func(token any)) error

// list returns the tokens.
func (s tokenStream) list() (tokens []any, err error) {
	err = s(func(token any) { tokens = append(tokens, token) })
	return tokens, err
}

// inMean lists the documents that a workload is run on; workloads that are not
// named are run on all of theirs.
var restricted = map[string][]string{
	Valid:  {"twitter", "citm_catalog", "canada", "synthea_fhir", "golang_source"},
	Stream: {"twitter", "citm_catalog", "canada", "synthea_fhir", "golang_source"},
	Tokens: {"twitter", "citm_catalog", "canada", "synthea_fhir", "golang_source"},
}

func runsOn(workload, document string) bool {
	names, ok := restricted[workload]
	if !ok {
		return true
	}
	for _, name := range names {
		if name == document {
			return true
		}
	}
	return false
}

// A Selection says which cases are wanted: comma-separated lists of names, where the
// empty list means all.
type Selection struct{ Documents, Workloads string }

// matches reports whether a list selects a name.
func matches(list, name string) bool {
	if strings.TrimSpace(list) == "" {
		return true
	}
	for item := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(item) == name {
			return true
		}
	}
	return false
}

// Cases loads the documents and returns the selected cases, workload by workload. A name
// in the selection that means nothing is an error.
func Cases(s Selection) ([]Case, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	var cases []Case
	add := func(workload, document string, data []byte, op func(Contender) Op) {
		if matches(s.Workloads, workload) && runsOn(workload, document) {
			cases = append(cases, Case{workload, document, len(data), op})
		}
	}
	type loaded struct {
		corpus.Corpus
		data []byte
	}
	var documents []loaded
	for _, c := range corpus.All() {
		if !matches(s.Documents, c.Name) {
			continue
		}
		data, err := c.Load()
		if err != nil {
			return nil, err
		}
		documents = append(documents, loaded{c, data})
	}
	for _, d := range documents {
		add(Struct, d.Name, d.data, into(d.data, d.New))
	}
	for _, d := range documents {
		add(Any, d.Name, d.data, intoAny(d.data))
	}
	for _, d := range documents {
		add(Valid, d.Name, d.data, valid(d.data))
	}
	for _, d := range documents {
		if d.Wanted != nil {
			add(Wanted, d.Name, d.data, into(d.data, d.Wanted))
		}
	}
	for _, d := range corpus.Smalls() {
		if matches(s.Documents, d.Name) {
			add(Small, d.Name, d.Data, into(d.Data, d.New))
		}
	}
	for _, d := range corpus.Smalls() {
		if matches(s.Documents, d.Name) {
			add(Body, d.Name, d.Data, one(d.Data, d.New))
		}
	}
	for _, d := range documents {
		add(Stream, d.Name, d.data, stream(d.data, d.New))
	}
	for _, d := range corpus.LineSets() {
		if !matches(s.Documents, d.Name) || !matches(s.Workloads, Lines) {
			continue
		}
		data, err := d.Load()
		if err != nil {
			return nil, err
		}
		add(Lines, d.Name, data, stream(data, d.New))
	}
	for _, d := range documents {
		add(Tokens, d.Name, d.data, tokens(d.data))
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("no workload among %q runs on a document among %q", s.Workloads, s.Documents)
	}
	return cases, nil
}

// Documents lists the names of all documents.
func Documents() []string {
	names := corpus.Names()
	for _, d := range corpus.Smalls() {
		names = append(names, d.Name)
	}
	for _, d := range corpus.LineSets() {
		names = append(names, d.Name)
	}
	return names
}

// check reports the first name in the selection that no document or workload has.
func (s Selection) check() error {
	if err := CheckNames("corpus", s.Documents, Documents()); err != nil {
		return err
	}
	return CheckNames("workload", s.Workloads, Names())
}

// CheckNames returns an error if the comma-separated list holds a name that is not
// among the known ones. What says what the names are names of.
func CheckNames(what, list string, known []string) error {
	if strings.TrimSpace(list) == "" {
		return nil
	}
	all := strings.Join(known, ",")
	for item := range strings.SplitSeq(list, ",") {
		name := strings.TrimSpace(item)
		if name == "" || !matches(all, name) {
			return fmt.Errorf("no %s is called %q (there are: %s)", what, name, strings.Join(known, ", "))
		}
	}
	return nil
}

// FileCases returns the cases for a user's own document, of which no type is known. A
// document that holds several values, one after the other, is read as a stream. If it is no
// JSON, the error is encoding/json's.
func FileCases(name string, data []byte, workloads string) ([]Case, error) {
	if err := CheckNames("workload", workloads, []string{Any, Valid, Stream, Lines, Tokens}); err != nil {
		return nil, err
	}
	std := Standard()
	candidates := []Case{
		{Any, name, len(data), intoAny(data)},
		{Valid, name, len(data), valid(data)},
		{Stream, name, len(data), stream(data, corpus.Of[any]())},
		{Tokens, name, len(data), tokens(data)},
	}
	if !std.Valid(data) {
		values := 0
		op := stream(data, corpus.Of[any]())
		if err := op(std)(func(any) { values++ }); err != nil {
			return nil, fmt.Errorf("%s is not JSON: %w", name, err)
		}
		if values == 0 {
			return nil, fmt.Errorf("%s holds no JSON value", name)
		}
		candidates = []Case{{Lines, name, len(data), op}}
	}
	var cases []Case
	for _, c := range candidates {
		if matches(workloads, c.Workload) {
			cases = append(cases, c)
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("no workload among %q runs on %s", workloads, name)
	}
	return cases, nil
}
