package workload

import (
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"swarjson/bench/corpus"
)

// broken returns a contender that decodes with encoding/json and then spoils the value.
func broken(spoil func(v any)) Contender {
	c := Standard()
	c.Name = "broken"
	c.Unmarshal = func(data []byte, v any) error {
		err := json.Unmarshal(data, v)
		spoil(v)
		return err
	}
	return c
}

func structCase(t *testing.T, document string) Case {
	cases, err := Cases(Selection{Documents: document, Workloads: Struct})
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 1 {
		t.Fatalf("%d cases", len(cases))
	}
	return cases[0]
}

// TestCheckFindsDifferences spoils one small thing in a big value, in many ways, and
// expects the check to name the place.
func TestCheckFindsDifferences(t *testing.T) {
	k := structCase(t, "twitter")
	status := func(v any, i int) *corpus.TwitterStatus { return &v.(*corpus.Twitter).Statuses[i] }
	for _, test := range []struct {
		spoil func(v any)
		where string
	}{
		{func(v any) { status(v, 99).ID++ }, "/Statuses/99/ID"},
		{func(v any) { status(v, 17).User.Name += "x" }, "/Statuses/17/User/Name"},
		{func(v any) { status(v, 3).Entities.Symbols = nil }, "/Statuses/3/Entities/Symbols: nil or empty"},
		{func(v any) { status(v, 0).InReplyToUserID = new(int64) }, "/Statuses/0/InReplyToUserID"},
		{func(v any) { s := v.(*corpus.Twitter); s.Statuses = s.Statuses[:99] }, "/Statuses: lengths 100 and 99"},
		{func(v any) { v.(*corpus.Twitter).SearchMetadata.CompletedIn *= 1.0000000000000002 }, "/SearchMetadata/CompletedIn"},
	} {
		err := Check(k, Standard(), broken(test.spoil))
		if err == nil || !strings.Contains(err.Error(), "struct/twitter: broken") || !strings.Contains(err.Error(), test.where) {
			t.Errorf("got error %v, want one that names %s", err, test.where)
		}
	}
	if err := Check(k, Standard(), broken(func(any) {})); err != nil {
		t.Errorf("nothing was spoilt: %v", err)
	}
}

// TestCheckFindsErrors covers contenders that fail where the reference does not, and
// the other way round, and in another way.
func TestCheckFindsErrors(t *testing.T) {
	k := structCase(t, "string_unicode")
	failing := Standard()
	failing.Unmarshal = func([]byte, any) error { return errors.New("no luck") }
	panicking := Standard()
	panicking.Unmarshal = func([]byte, any) error { panic("no luck") }
	other := Standard()
	other.Unmarshal = func([]byte, any) error { return errors.New("other luck") }
	without := Standard()
	without.Unmarshal = nil

	for _, c := range []Contender{failing, panicking} {
		if err := Check(k, Standard(), c); err == nil || !strings.Contains(err.Error(), "no luck") {
			t.Errorf("the contender's failure: got %v", err)
		}
		if err := Check(k, c, Standard()); err == nil || !strings.Contains(err.Error(), "no luck") {
			t.Errorf("the reference's failure: got %v", err)
		}
	}
	if err := Check(k, failing, other); err == nil || !strings.Contains(err.Error(), "other luck") {
		t.Errorf("another failure: got %v", err)
	}
	if err := Check(k, Standard(), without); !errors.Is(err, ErrNoAPI) {
		t.Errorf("no API: got %v", err)
	}
}

// TestCheckFindsLostValues has a stream that ends early.
func TestCheckFindsLostValues(t *testing.T) {
	cases, err := Cases(Selection{Documents: "tweet_lines"})
	if err != nil {
		t.Fatal(err)
	}
	c := Standard()
	c.NewDecoder = func(r io.Reader) Decoder { return Standard().NewDecoder(io.LimitReader(r, 200_000)) }
	if err := Check(cases[0], Standard(), c); err == nil {
		t.Error("a stream cut short passes the check")
	}
	c.NewDecoder = func(r io.Reader) Decoder { return &stopsEarly{Standard().NewDecoder(r), 40} }
	if err := Check(cases[0], Standard(), c); err == nil || !strings.Contains(err.Error(), "40 values") {
		t.Errorf("40 of 100 records: got %v", err)
	}
}

// TestCheckFindsOtherTokens has one token of many changed, and one lost.
func TestCheckFindsOtherTokens(t *testing.T) {
	cases, err := Cases(Selection{Documents: "twitter", Workloads: Tokens})
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		spoil func(i int, token any, keep func(any))
		where string
	}{
		"changed": {func(i int, token any, keep func(any)) {
			if i == 5000 {
				token = "another"
			}
			keep(token)
		}, "/5000: types"},
		"lost": {func(i int, token any, keep func(any)) {
			if i != 5000 {
				keep(token)
			}
		}, "lengths 29573 and 29572"},
		"none": {func(i int, token any, keep func(any)) { keep(token) }, ""},
	} {
		c := Standard()
		c.Name = "broken"
		c.Tokens = func(r io.Reader, keep func(any)) error {
			i := 0
			return Standard().Tokens(r, func(token any) {
				if keep != nil {
					test.spoil(i, token, keep)
				}
				i++
			})
		}
		err := Check(cases[0], Standard(), c)
		if test.where == "" && err != nil || test.where != "" && (err == nil || !strings.Contains(err.Error(), test.where)) {
			t.Errorf("%s: got %v, want one that says %q", name, err, test.where)
		}
	}
}

type stopsEarly struct {
	Decoder
	left int
}

func (s *stopsEarly) Decode(v any) error {
	if s.left--; s.left < 0 {
		return io.EOF
	}
	return s.Decoder.Decode(v)
}

func TestDifference(t *testing.T) {
	type part struct {
		M map[int]string
		p *int
		E any
	}
	one, two := 1, 2
	for _, test := range []struct {
		want, got any
		where     string
	}{
		{part{M: map[int]string{1: "a"}}, part{M: map[int]string{1: "a"}}, ""},
		{part{M: map[int]string{1: "a"}}, part{M: map[int]string{1: "b"}}, `at /M/1: want "a", got "b"`},
		{part{M: map[int]string{1: "a"}}, part{M: map[int]string{2: "a"}}, `at /M/1: want "a", got nothing`},
		{part{M: map[int]string{}}, part{}, "at /M: nil or empty: want a map[int]string, got nil"},
		{part{p: &one}, part{p: &two}, "at /p: want 1, got 2"},
		{part{p: &one}, part{}, "at /p: want a *int, got nil"},
		{part{E: 1.0}, part{E: 1}, "at /E: types float64 and int: want 1, got 1"},
		{part{E: []any{nil}}, part{E: []any{false}}, "at /E/0: want nil, got false"},
		{[2]float64{1, 2}, [2]float64{1, 3}, "at /1: want 2, got 3"},
		{1, 2, "at /: want 1, got 2"},
		{strings.Repeat("x", 70), "", `at /: want "` + strings.Repeat("x", 60) + `"…, got ""`},
	} {
		if got := Difference(test.want, test.got); got != test.where {
			t.Errorf("%#v, %#v:\ngot  %s\nwant %s", test.want, test.got, got, test.where)
		}
	}
}

// TestCases lists all cases and looks for each workload and each document.
func TestCases(t *testing.T) {
	cases, err := Cases(Selection{})
	if err != nil {
		t.Fatal(err)
	}
	var workloads, documents []string
	for _, k := range cases {
		workloads = append(workloads, k.Workload)
		documents = append(documents, k.Document)
		if k.Bytes == 0 {
			t.Errorf("%s has no bytes", k)
		}
	}
	for _, name := range Names() {
		if !slices.Contains(workloads, name) {
			t.Errorf("no case for %s", name)
		}
	}
	for _, name := range Documents() {
		if !slices.Contains(documents, name) {
			t.Errorf("no case for %s", name)
		}
	}
	if !slices.IsSortedFunc(workloads, func(a, b string) int {
		return slices.Index(Names(), a) - slices.Index(Names(), b)
	}) {
		t.Errorf("the workloads are not in order: %v", workloads)
	}
}

// TestOurResults checks this project's decoder on every case. The benchmark does so too; here it
// is part of the tests.
func TestOurResults(t *testing.T) {
	cases, err := Cases(Selection{})
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range cases {
		if err := Check(k, Standard(), Swarjson()); err != nil {
			t.Error(err)
		}
	}
}

func TestSelectionErrors(t *testing.T) {
	for _, s := range []Selection{
		{Documents: "nosuch"}, {Workloads: "nosuch"}, {Documents: "twitter,"}, {Documents: "357_bytes", Workloads: Struct},
	} {
		if cases, err := Cases(s); err == nil {
			t.Errorf("%+v: %d cases, no error", s, len(cases))
		}
	}
}

func TestFileCases(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": [1, "x"]}`:    "any valid stream tokens",
		"{\"a\":1}\n[2] 3\n": "lines",
		``:                   "holds no JSON value",
		`{"a":1}, {"a":2}`:   "is not JSON",
		`{"a":`:              "is not JSON",
	} {
		cases, err := FileCases("f", []byte(text), "")
		var got []string
		for _, k := range cases {
			got = append(got, k.Workload)
			if err := Check(k, Standard(), Swarjson()); err != nil {
				t.Error(err)
			}
		}
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q: got error %v, want %q", text, err, want)
			}
		} else if strings.Join(got, " ") != want {
			t.Errorf("%q: got %v, want %q", text, got, want)
		}
	}
	if _, err := FileCases("f", []byte(`1`), "struct"); err == nil {
		t.Error("there is no type for a file, but no error either")
	}
	if _, err := FileCases("f", []byte(`1`), "lines"); err == nil {
		t.Error("a single value is not a set of lines, but there is no error")
	}
}

func TestRun(t *testing.T) {
	wrong := broken(func(v any) { v.(*corpus.Scripts).Arabic = "" })
	failing := Standard()
	failing.Name = "failing"
	failing.Unmarshal = func([]byte, any) error { return errors.New("no luck") }
	without := Contender{Name: "without"}
	contenders := []Contender{Standard(), wrong, failing, without}
	steps, label := 0, ""
	results := Run([]Case{structCase(t, "string_unicode")}, contenders, Options{
		Rounds: 2, Slice: time.Millisecond,
		Label: func(text string) { label = text },
		Step:  func(n int) { steps += n },
	})
	if len(results) != 4 || steps != 8 || label != "struct/string_unicode" {
		t.Fatalf("%d results, %d steps, label %q", len(results), steps, label)
	}
	if r := results[0]; !r.Sound() || r.MBPerSecond() <= 0 || r.WallMBPerSecond() <= 0 || r.Allocs < 60 {
		t.Errorf("the reference: %+v", r)
	}
	if r := results[1]; r.Sound() || !r.Timed() || !strings.Contains(r.Differs, "/Arabic") {
		t.Errorf("a wrong value: %+v", r)
	}
	if r := results[2]; r.Timed() || !strings.Contains(r.Differs, "no luck") {
		t.Errorf("a failure: %+v", r)
	}
	if r := results[3]; r.Timed() || !r.Missing {
		t.Errorf("no API: %+v", r)
	}
}

// TestReader holds the stream's reader to its piece size and its end.
func TestReader(t *testing.T) {
	data := make([]byte, 2*readSize+5)
	r := &reader{data}
	var sizes []int
	for {
		n, err := r.Read(make([]byte, 1<<20))
		if err == io.EOF {
			break
		}
		sizes = append(sizes, n)
	}
	if !slices.Equal(sizes, []int{readSize, readSize, 5}) {
		t.Errorf("pieces of %v bytes", sizes)
	}
}
