// Package corpus holds the documents that the benchmark programs decode, and
// the Go types they are decoded into.
//
// The well-known documents are not part of this repository. They are read, at
// run time, from places that pin their bytes: a released version of a Go module
// and the Go distribution itself (fetch.go). Two further documents are written
// by a small generator (generate.go). Whatever the source, a document is handed
// out only if its SHA-256 is the one recorded here, so that two machines that
// report a figure have decoded the same bytes.
//
// Every type is faithful: each member of the document has a field of the natural
// Go type, and encoding the decoded value again yields an equal document. A
// benchmark against a type that drops half of the members would measure
// skipping, and call it decoding.
//
// The package knows nothing of any decoder but the standard library's.
package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// ErrChecksum is in the chain of the error that Load returns when the bytes that
// were found are not the bytes that were expected.
var ErrChecksum = errors.New("checksum differs")

// A Corpus is one document together with the types to decode it into.
type Corpus struct {
	// Name is the short name by which the programs' flags and tables know it.
	Name string
	// About says in one line what is in it.
	About string
	// Size is the document's length in bytes.
	Size int
	// SHA256 is the expected sum of the document, in hexadecimal.
	SHA256 string
	// New returns a pointer to a new zero value of the document's full type.
	New func() any
	// Wanted returns a pointer to a new zero value of a type with just two of
	// the document's many members. It is nil where that would make no sense.
	Wanted func() any
	// WantedFields names these two members.
	WantedFields string

	// source returns the document's bytes, unchecked.
	source func() ([]byte, error)
}

// Of returns a function that allocates a zero T, in the form the fields New and
// Wanted of Corpus want it.
func Of[T any]() func() any { return func() any { return new(T) } }

// all lists the corpora in the order in which tables show them.
var all = []Corpus{
	{
		Name:         "twitter",
		About:        "a search result: 100 tweets with users and entities, Japanese text",
		Size:         631514,
		SHA256:       "a08b769f32b95f426cbc3abafcec65c1a19d3eb544d4ddf320eae142c99efc5d",
		New:          Of[Twitter](),
		Wanted:       Of[TwitterWanted](),
		WantedFields: "statuses[].id, statuses[].user.screen_name",
		source:       fromSimdjson("twitter.json.zst"),
	},
	{
		Name:         "citm_catalog",
		About:        "a concert hall's catalogue: small integers, maps, pretty-printed",
		Size:         1727204,
		SHA256:       "a73e7a883f6ea8de113dff59702975e60119b4b58d451d518a929f31c92e2059",
		New:          Of[CITM](),
		Wanted:       Of[CITMWanted](),
		WantedFields: "performances[].id, performances[].venueCode",
		source:       fromSimdjson("citm_catalog.json.zst"),
	},
	{
		Name:         "canada",
		About:        "a country's outline as GeoJSON: 111,126 floats of 15 to 17 digits",
		Size:         2251051,
		SHA256:       "f83b3b354030d5dd58740c68ac4fecef64cb730a0d12a90362a7f23077f50d78",
		New:          Of[Canada](),
		Wanted:       Of[CanadaWanted](),
		WantedFields: "type, features[].properties.name",
		source:       fromSimdjson("canada.json.zst"),
	},
	{
		Name:         "synthea_fhir",
		About:        "a patient's health record (FHIR): deep, wide, dates, pretty-printed",
		Size:         2008494,
		SHA256:       "2beda3c35ce039d4ec37114490ff8fc719a4377ad697ce912e8df74c647f1f3d",
		New:          Of[FHIR](),
		Wanted:       Of[FHIRWanted](),
		WantedFields: "entry[].fullUrl, entry[].request.method",
		source:       fromGo("synthea_fhir.json.zst"),
	},
	{
		Name:         "golang_source",
		About:        "a source tree: 12,808 recursive nodes, seven members each, compact",
		Size:         1940472,
		SHA256:       "23e8e3541eac3570958d6d430fc82867874be78a435580279b20f1efe5a6169f",
		New:          Of[GolangSource](),
		Wanted:       Of[GolangSourceWanted](),
		WantedFields: "tree.name, username",
		source:       fromGo("golang_source.json.zst"),
	},
	{
		Name:   "string_escaped",
		About:  "text in 60 scripts, every character written as \\uXXXX, names too",
		Size:   42062,
		SHA256: "ca0aaea6300da53ec86596a72b8750ea5c5c301647e9b90d9b5a08fe09bcff50",
		New:    Of[Scripts](),
		source: fromGo("string_escaped.json.zst"),
	},
	{
		Name:   "string_unicode",
		About:  "the same text as raw UTF-8 of two to four bytes a character",
		Size:   18124,
		SHA256: "da96cffd3a60d7bd4fe67416f94715e74479873e999561e35a4d779490d66875",
		New:    Of[Scripts](),
		source: fromGo("string_unicode.json.zst"),
	},
	{
		Name:   "cyrillic_escaped",
		About:  "Russian sentences as an ASCII-only encoder writes them: \\uXXXX",
		Size:   629319,
		SHA256: "9be889ccee535133cf0c7babd83930eab85e087a362a22fb13bddcb4a119f653",
		New:    Of[[]string](),
		source: generated(cyrillicEscaped),
	},
}

// All returns every corpus, in the order in which tables show them. The slice is
// the caller's.
func All() []Corpus { return append([]Corpus(nil), all...) }

// Names returns the names of all corpora, in the order of All.
func Names() []string {
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	return names
}

// Select returns the corpora whose names appear in the comma-separated list, in
// the order of All; all of them if the list is empty. A name that no corpus has
// is an error, since a run that silently leaves something out misleads.
func Select(list string) ([]Corpus, error) {
	if strings.TrimSpace(list) == "" {
		return All(), nil
	}
	wanted := map[string]bool{}
	for name := range strings.SplitSeq(list, ",") {
		wanted[strings.TrimSpace(name)] = true
	}
	var picked []Corpus
	for _, c := range all {
		if wanted[c.Name] {
			picked = append(picked, c)
			delete(wanted, c.Name)
		}
	}
	for name := range wanted {
		return nil, fmt.Errorf("no corpus is called %q (there are: %s)", name, strings.Join(Names(), ", "))
	}
	return picked, nil
}

// Load returns the document. The slice is the caller's; a call costs a
// decompression. It fails if the source cannot be reached, or if the bytes are not
// those that c describes (ErrChecksum).
func (c Corpus) Load() ([]byte, error) {
	data, err := c.source()
	if err != nil {
		return nil, fmt.Errorf("corpus %s: %w", c.Name, err)
	}
	if err := verify(data, c.Size, c.SHA256); err != nil {
		return nil, fmt.Errorf("corpus %s: %w", c.Name, err)
	}
	return data, nil
}

// verify compares data with an expected length and an expected sum.
func verify(data []byte, size int, sum string) error {
	if len(data) != size {
		return fmt.Errorf("%w: %d bytes, expected %d", ErrChecksum, len(data), size)
	}
	got := sha256.Sum256(data)
	if hex.EncodeToString(got[:]) != sum {
		return fmt.Errorf("%w: SHA-256 is %x, expected %s", ErrChecksum, got, sum)
	}
	return nil
}
