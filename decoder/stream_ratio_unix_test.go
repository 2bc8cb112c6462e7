//go:build unix

package decoder

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"
)

// Types for the well-known documents: not all they have, but most of it.
type (
	twitterPart struct {
		Statuses []struct {
			CreatedAt string `json:"created_at"`
			ID        uint64 `json:"id"`
			Text      string `json:"text"`
			Source    string `json:"source"`
			User      struct {
				ID          uint64  `json:"id"`
				Name        string  `json:"name"`
				ScreenName  string  `json:"screen_name"`
				Description string  `json:"description"`
				URL         *string `json:"url"`
				Followers   int     `json:"followers_count"`
				Verified    bool    `json:"verified"`
			} `json:"user"`
			Entities struct {
				URLs []struct {
					URL     string `json:"url"`
					Indices []int  `json:"indices"`
				} `json:"urls"`
			} `json:"entities"`
			Retweets int `json:"retweet_count"`
		} `json:"statuses"`
	}
	citmPart struct {
		AreaNames    map[string]string `json:"areaNames"`
		Performances []struct {
			EventID int64 `json:"eventId"`
			ID      int64 `json:"id"`
			Prices  []struct {
				Amount   int   `json:"amount"`
				Category int64 `json:"seatCategoryId"`
			} `json:"prices"`
			SeatCategories []struct {
				ID    int64 `json:"seatCategoryId"`
				Areas []struct {
					ID    int64   `json:"areaId"`
					Block []int64 `json:"blockIds"`
				} `json:"areas"`
			} `json:"seatCategories"`
			Start int64  `json:"start"`
			Venue string `json:"venueCode"`
		} `json:"performances"`
	}
	canadaPart struct {
		Features []struct {
			Geometry struct {
				Type        string         `json:"type"`
				Coordinates [][][2]float64 `json:"coordinates"`
			} `json:"geometry"`
		} `json:"features"`
	}
)

// processTime returns the processor time of all threads.
func processTime() time.Duration {
	var usage syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &usage) != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// compareTime runs both in turns, as often as makes slices of 20 ms, and reports
// how fast stream is: in MB/s, and against slice, both medians over the rounds.
func compareTime(b *testing.B, size, rounds int, slice, stream func()) (ratio float64) {
	time1 := func(f func(), n int) float64 {
		start := processTime()
		for range n {
			f()
		}
		return float64(processTime()-start) / float64(n)
	}
	slice()
	stream()
	n := 1
	for time1(slice, n)*float64(n) < 20e6 && n < 1<<20 {
		n *= 2
	}
	var ratios, streams []float64
	for range rounds {
		s, t := time1(slice, n), time1(stream, n)
		s = (s + time1(slice, n)) / 2
		ratios = append(ratios, s/t)
		streams = append(streams, t)
	}
	slices.Sort(ratios)
	slices.Sort(streams)
	b.ReportMetric(float64(size)*1e3/streams[rounds/2], "MB/s-stream")
	b.ReportMetric(ratios[rounds/2], "of-slice-speed")
	b.ReportMetric(0, "ns/op")
	return ratios[rounds/2]
}

// BenchmarkStreamAgainstSlice compares Decoder, over a reader of 32 KiB at a time, with
// Unmarshal of the same bytes. Documents that are not there are generated.
func BenchmarkStreamAgainstSlice(b *testing.B) {
	rounds := 15
	if testing.Short() {
		rounds = 3
	}
	lines, err := io.ReadAll(newGenerated("", "", 4000, appendLine))
	if err != nil {
		b.Fatal(err)
	}
	array, err := io.ReadAll(newGenerated("[", "]", 4000, appendElement))
	if err != nil {
		b.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		new  func() any
	}{
		{"twitter", func() any { return new(twitterPart) }},
		{"citm_catalog", func() any { return new(citmPart) }},
		{"canada", func() any { return new(canadaPart) }},
		{"generated", func() any { return new([]memoryRecord) }},
	} {
		b.Run("doc="+tc.name, func(b *testing.B) {
			doc, err := os.ReadFile(filepath.Join("..", "..", "shared", "corpora", tc.name+".json"))
			if err != nil {
				if tc.name != "generated" {
					b.Skipf("the document %s is not part of the project, and no copy lies beside it", tc.name)
				}
				doc = array
			}
			compareTime(b, len(doc), rounds, func() {
				if err := Unmarshal(doc, tc.new()); err != nil {
					b.Fatal(err)
				}
			}, func() {
				dec := NewDecoder(&chunked{data: doc, size: fixed(32 << 10), errAt: -1})
				if err := dec.Decode(tc.new()); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
	slice := func() {
		for line := range bytes.Lines(lines) {
			var r memoryRecord
			if err := Unmarshal(line, &r); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("doc=lines", func(b *testing.B) {
		compareTime(b, len(lines), rounds, slice, func() {
			dec := NewDecoder(&chunked{data: lines, size: fixed(32 << 10), errAt: -1})
			for {
				var r memoryRecord
				if err := dec.Decode(&r); err == io.EOF {
					return
				} else if err != nil {
					b.Fatal(err)
				}
			}
		})
	})
	b.Run("doc=lines/as=Values", func(b *testing.B) {
		compareTime(b, len(lines), rounds, slice, func() {
			for _, err := range Values[memoryRecord](&chunked{data: lines, size: fixed(32 << 10), errAt: -1}) {
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	})
	b.Run("doc=generated/as=Elements", func(b *testing.B) {
		compareTime(b, len(array), rounds, slice, func() {
			for _, err := range Elements[memoryRecord](&chunked{data: array, size: fixed(32 << 10), errAt: -1}, "") {
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	})
	small := bytes.Repeat([]byte(`{"id":1,"n":"ab"}`+"\n"), 20_000)
	b.Run("doc=small", func(b *testing.B) {
		type record struct {
			ID int
			N  string
		}
		compareTime(b, len(small), rounds, func() {
			for line := range bytes.Lines(small) {
				var r record
				if err := Unmarshal(line, &r); err != nil {
					b.Fatal(err)
				}
			}
		}, func() {
			dec := NewDecoder(&chunked{data: small, size: fixed(32 << 10), errAt: -1})
			for {
				var r record
				if dec.Decode(&r) != nil {
					break
				}
			}
		})
	})
}
