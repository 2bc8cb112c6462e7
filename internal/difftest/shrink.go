package difftest

import (
	"bytes"
	"slices"
	"time"
)

// Shrink returns a smaller case that still shows a difference, and that
// difference. It tries to leave things out and to make what stays plainer, until
// nothing helps any more or the time is over. The difference need not be the one
// that c showed: the smallest is the best start for whoever looks at it.
func Shrink(ref, sub Subject, c Case, limit time.Duration) (Case, error) {
	end := time.Now().Add(limit)
	best := c.Run(ref, sub)
	if best == nil {
		return c, nil
	}
	try := func(d Case) bool {
		if time.Now().After(end) {
			return false
		}
		err := d.Run(ref, sub)
		if err == nil {
			return false
		}
		c, best = d, err
		return true
	}
	for again := true; again && time.Now().Before(end); {
		again = shrinkSetup(c, try)
		doc := shrinkBytes([]byte(c.Doc), end, func(b []byte) bool {
			d := c
			d.Doc = string(b)
			return try(d)
		})
		again = string(doc) != c.Doc || again
	}
	return c, best
}

// shrinkSetup simplifies all but the document.
func shrinkSetup(c Case, try func(Case) bool) (changed bool) {
	attempt := func(f func(*Case)) {
		d := c
		if c.Script != nil {
			s := *c.Script
			s.Steps = slices.Clone(s.Steps)
			s.Feed.Chunks = slices.Clone(s.Feed.Chunks)
			d.Script = &s
		}
		f(&d)
		if try(d) {
			c, changed = d, true
		}
	}
	if c.Fill != 0 {
		attempt(func(d *Case) { d.Fill = 0 })
	}
	if c.Opt.UseNumber {
		attempt(func(d *Case) { d.Opt.UseNumber = false })
	}
	if c.Opt.DisallowUnknownFields {
		attempt(func(d *Case) { d.Opt.DisallowUnknownFields = false })
	}
	if c.Script == nil {
		return changed
	}
	if c.Script.Drain {
		attempt(func(d *Case) { d.Script.Drain = false })
	}
	for i := len(c.Script.Steps) - 1; i >= 0; i-- {
		attempt(func(d *Case) { d.Script.Steps = slices.Delete(d.Script.Steps, i, i+1) })
	}
	for i := range c.Script.Steps {
		if c.Script.Steps[i].Fill != 0 {
			attempt(func(d *Case) { d.Script.Steps[i].Fill = 0 })
		}
		if t := c.Script.Steps[i].Target; t != "" && t != "any" {
			attempt(func(d *Case) { d.Script.Steps[i].Target = "any" })
		}
	}
	f := c.Script.Feed
	if len(f.Chunks) > 0 {
		attempt(func(d *Case) { d.Script.Feed.Chunks = nil })
	}
	if len(c.Script.Feed.Chunks) > 1 {
		attempt(func(d *Case) { d.Script.Feed.Chunks = []Chunk{{N: 1}} })
		for i := len(c.Script.Feed.Chunks) - 1; i >= 0 && len(c.Script.Feed.Chunks) > 1; i-- {
			attempt(func(d *Case) { d.Script.Feed.Chunks = slices.Delete(d.Script.Feed.Chunks, i, i+1) })
		}
	}
	if f.EOFWith {
		attempt(func(d *Case) { d.Script.Feed.EOFWith = false })
	}
	if f.Scratch {
		attempt(func(d *Case) { d.Script.Feed.Scratch = false })
	}
	return changed
}

// shrinkBytes leaves out ever smaller parts of b, and then replaces bytes by
// plainer ones, as long as keep holds and it is not yet end.
func shrinkBytes(b []byte, end time.Time, keep func([]byte) bool) []byte {
	for size := len(b) / 2; size > 0; {
		cut := false
		for i := 0; i+size <= len(b); {
			if time.Now().After(end) {
				return b
			}
			d := slices.Concat(b[:i], b[i+size:])
			if keep(d) {
				b, cut = d, true
				continue
			}
			i += max(1, size/2)
		}
		if !cut || size > len(b) {
			size /= 2
		}
		size = min(size, len(b))
	}
	if len(b) > 2000 {
		return b
	}
	// Pairs of brackets or quotes that go only together.
	for i := 0; i < len(b); i++ {
		if i >= len(b) || !bytes.ContainsRune([]byte(`[{"`), rune(b[i])) {
			continue
		}
		for j := i + 1; j < len(b); j++ {
			if d := slices.Concat(b[:i], b[i+1:j], b[j+1:]); keep(d) {
				b = d
				i--
				break
			}
			if j > i+60 {
				break
			}
		}
		i = max(i, -1)
	}
	for i := range b {
		for _, c := range []byte("0a ") {
			if b[i] == c || b[i] == '0' {
				break
			}
			d := bytes.Clone(b)
			d[i] = c
			if keep(d) {
				b = d
				break
			}
		}
	}
	return b
}
