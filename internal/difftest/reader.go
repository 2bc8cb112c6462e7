package difftest

import (
	"errors"
	"io"
)

// ErrFeed is the error that a Feed's reader returns where the feed says so.
var ErrFeed = errors.New("the feed broke off")

// A Chunk is what one call of Read does: it hands out up to N bytes, and with
// them an error or none.
type Chunk struct {
	N    int
	Fail bool // return ErrFeed with the bytes
}

// A Feed is how a document reaches a Decoder: the chunks in turn, over and over.
// The reader obeys io.Reader's contract to the letter, with what it allows and few
// do: (0, nil), data together with io.EOF, the rest of p used as scratch space,
// and data after an error.
type Feed struct {
	Chunks  []Chunk
	EOFWith bool // io.EOF comes with the last bytes, not after them
	Scratch bool // spoil p beyond the bytes that are returned
}

// maxSpare is the spare capacity that encoding/json's Decoder offers at least to
// every Read. With chunks up to it both decoders are offered the same bytes, and
// must ask for them at the same times.
const maxSpare = 512

// exact reports whether every Read takes as much as the chunk offers.
func (f Feed) exact() bool {
	for _, c := range f.Chunks {
		if c.N > maxSpare {
			return false
		}
	}
	return len(f.Chunks) > 0
}

type feedReader struct {
	feed  Feed
	data  []byte
	off   int
	next  int // the chunk that is next
	reads int
	idle  int
}

func (r *feedReader) Read(p []byte) (n int, err error) {
	r.reads++
	if r.off == len(r.data) {
		return 0, io.EOF
	}
	if len(p) == 0 {
		return 0, nil
	}
	c := Chunk{N: len(r.data)}
	if len(r.feed.Chunks) > 0 {
		c = r.feed.Chunks[r.next%len(r.feed.Chunks)]
		r.next++
	}
	if c.N == 0 && !c.Fail {
		// A feed of nothing but (0, nil) must not last for ever.
		if r.idle++; r.idle > 100 {
			c.N = 1
		}
	}
	n = copy(p[:min(len(p), c.N)], r.data[r.off:])
	r.off += n
	if r.feed.Scratch {
		for i := n; i < min(len(p), n+64); i++ {
			p[i] = `"}]0,`[i%5]
		}
	}
	if c.Fail {
		return n, ErrFeed
	}
	if r.off == len(r.data) && r.feed.EOFWith {
		return n, io.EOF
	}
	return n, nil
}

// rest returns what has not been read yet.
func (r *feedReader) rest() []byte { return r.data[r.off:] }
