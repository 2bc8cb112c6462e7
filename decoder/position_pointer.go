// JSON Pointers of offsets. The structural index is walked from the document's
// start, with a stack of the containers that are open, which holds where each
// one's current name or index is. Scalars and strings are not looked into, so
// the walk runs at about the speed of stage 1.

package decoder

import (
	"bytes"
	"strconv"

	"swarjson/internal/syntax"
	"swarjson/scan"
	"swarjson/utf8enc"
)

// Pointer returns the JSON Pointer (RFC 6901) of the value that the place is in, such
// as /servers/0/port; it is "" for the top-level value. Names are as decoded,
// invalid UTF-8 replaced by U+FFFD, and have ~ and / written as ~0 and ~1.
//
// Where a value is missing, it is the pointer that this value would have. A name and
// its colon count as part of the member's value, and so does the byte behind a number or
// literal that breaks off. Everything else between the values of an array
// or object, and a name that is not well-formed, is part of that array or object. If the document is broken before the place, the
// pointer is that of the break, for no path leads further. In a sequence of
// values, it is relative to the value that the place is in.
//
// It takes a walk from the document's start to the place each time it is called. The
// Position of a [Decoder] has its pointer at hand.
func (p Position) Pointer() string {
	if p.extract {
		return p.pointer
	}
	if p.Line == 0 {
		return ""
	}
	return pointerAt(p.text, int(p.Offset))
}

// pointerAt returns the JSON Pointer of data[off], 0 <= off <= len(data).
func pointerAt(data []byte, off int) string {
	var w pathWalk
	w.data = data
	w.run(off)
	return string(w.pointer)
}

const (
	// pathWindow is how much pathWalk indexes at a time: little, as its buffers
	// are made for one call.
	pathWindow = 4 << 10

	pathSlack = 64 // what Indexer.Index demands beyond the window
)

// pathWalk follows the grammar over index entries, as far as containers, names and
// separators go.
//
//	state ∈ {Top, FirstElem, … , AfterMember, End}: what stands to come
//	state is one of an object's, or an array's, if and only if the last step is
//	state = Top or End if and only if there is no step
type pathWalk struct {
	data  []byte
	state syntax.State
	steps []pathStep

	inName bool // between the quotes of a name
	inText bool // between the quotes of a string value
	start  int  // offset of the last scalar or opening quote
	scalar bool // the last entry was a scalar's

	pointer []byte // the result
}

// pathStep is an open container and the way down from it.
type pathStep struct {
	index int // of the current element; < 0 in an object

	// The current member's name: data[nameFrom:nameTo], without its quotes.
	nameFrom, nameTo int
}

// run sets w.pointer to that of data[off].
func (w *pathWalk) run(off int) {
	var (
		pos [pathWindow + pathSlack]uint32
		esc [pathWindow / 64]uint64
		ix  scan.Indexer
	)
	for from := 0; from < off; from += pathWindow {
		to := min(from+pathWindow, off)
		n, _ := ix.Index(w.data[from:to], 0, pos[:], esc[:])
		for _, p := range pos[:n] {
			if !w.step(from + int(p)) {
				w.finish(from + int(p))
				return
			}
		}
	}
	w.finish(off)
}

// step takes the entry at data[i]. It reports false, and changes nothing, if the
// grammar does not allow it there.
func (w *pathWalk) step(i int) bool {
	c := w.data[i]
	if c == '"' {
		return w.quote(i)
	}
	// The entries of a string's quotes are neighbours: w is not inside a string.
	w.scalar = false
	top := len(w.steps) - 1
	switch c {
	case ',':
		switch w.state {
		case syntax.AfterElem:
			w.steps[top].index++
			w.state = syntax.Elem
		case syntax.AfterMember:
			w.state = syntax.Key
		default:
			return false
		}
	case ':':
		if w.state != syntax.Colon {
			return false
		}
		w.state = syntax.MemberValue
	case '[', '{':
		if !w.value() || len(w.steps) >= maxPathDepth {
			return false
		}
		if c == '[' {
			w.steps = append(w.steps, pathStep{index: 0})
			w.state = syntax.FirstElem
		} else {
			w.steps = append(w.steps, pathStep{index: -1})
			w.state = syntax.FirstKey
		}
	case ']':
		if w.state != syntax.FirstElem && w.state != syntax.AfterElem {
			return false
		}
		w.steps = w.steps[:top]
		w.endValue()
	case '}':
		if w.state != syntax.FirstKey && w.state != syntax.AfterMember {
			return false
		}
		w.steps = w.steps[:top]
		w.endValue()
	default:
		if !w.value() {
			return false
		}
		w.start, w.scalar = i, true
		w.endValue()
	}
	return true
}

// maxPathDepth is how deep the walk follows: no error but those of Token, which
// has no limit, lies deeper, and memory is to stay bounded.
const maxPathDepth = maxDepthDefault

// quote is step for a quote.
func (w *pathWalk) quote(i int) bool {
	switch {
	case w.inName:
		w.inName = false
		top := &w.steps[len(w.steps)-1]
		top.nameFrom, top.nameTo = w.start+1, i
		w.state = syntax.Colon
	case w.inText:
		w.inText = false
		w.endValue()
	case w.state == syntax.FirstKey || w.state == syntax.Key:
		w.inName = true
		w.start = i
	case w.value():
		w.inText = true
		w.start = i
	default:
		return false
	}
	w.scalar = false
	return true
}

// value reports whether a value may stand here. Behind the top-level value, another
// one begins.
func (w *pathWalk) value() bool {
	switch w.state {
	case syntax.FirstElem, syntax.Elem, syntax.MemberValue, syntax.Top, syntax.End:
		return true
	}
	return false
}

// endValue sets the state behind a value that is, or lay, in the last step's
// container.
func (w *pathWalk) endValue() {
	switch top := len(w.steps) - 1; {
	case top < 0:
		w.state = syntax.End
	case w.steps[top].index < 0:
		w.state = syntax.AfterMember
	default:
		w.state = syntax.AfterElem
	}
}

// finish sets w.pointer to that of data[off], of which all entries before it were
// taken.
func (w *pathWalk) finish(off int) {
	c := byte(' ') // the end is like white space
	if off < len(w.data) {
		c = w.data[off]
	}
	inside := false // inside what the last step leads to, not only inside its container
	switch {
	case w.inName:
		inside = w.nameAround(w.start)
	case w.inText, w.scalar && w.inScalar(off):
		inside = true
	default:
		switch w.state {
		case syntax.Elem, syntax.Colon, syntax.MemberValue:
			inside = true
		case syntax.FirstElem:
			inside = c != ']' && !scan.IsSpace(c)
		case syntax.FirstKey, syntax.Key:
			inside = c == '"' && w.nameAround(off)
		}
	}
	steps := w.steps
	if !inside && len(steps) > 0 {
		steps = steps[:len(steps)-1]
	}
	for i := range steps {
		w.pointer = append(w.pointer, '/')
		if s := &steps[i]; s.index >= 0 {
			w.pointer = strconv.AppendInt(w.pointer, int64(s.index), 10)
		} else {
			name := appendName(nil, w.data[s.nameFrom:s.nameTo])
			w.pointer = appendReference(w.pointer, string(name))
		}
	}
}

// inScalar reports whether data[off] belongs to the scalar at w.start: it is in it, or
// right behind it where more of it had to come.
func (w *pathWalk) inScalar(off int) bool {
	for _, c := range w.data[w.start:off] {
		if endsScalar[c] {
			return false
		}
	}
	if off < len(w.data) && !endsScalar[w.data[off]] {
		return true
	}
	return syntax.Check(w.data[w.start:off]) != nil
}

// nameAround makes the name whose opening quote is data[i] the last step's, and
// reports whether it is a whole one, and well-formed.
func (w *pathWalk) nameAround(i int) bool {
	end := closingQuote(w.data, i+1)
	if end < 0 || !isText(w.data[i+1:end]) {
		return false
	}
	top := &w.steps[len(w.steps)-1]
	top.nameFrom, top.nameTo = i+1, end
	return true
}

// closingQuote returns the offset of the first quote in data[from:] that ends a
// string which is open at from, or -1.
func closingQuote(data []byte, from int) int {
	for i := from; ; i++ {
		n := bytes.IndexByte(data[i:], '"')
		if n < 0 {
			return -1
		}
		i += n
		if !isEscaped(data[from:i]) {
			return i
		}
	}
}

// isEscaped reports whether what follows before, a string's beginning, is escaped:
// whether an odd number of backslashes ends it. Each run is looked at once, by
// the quote behind it.
func isEscaped(before []byte) bool {
	n := len(before)
	for n > 0 && before[n-1] == '\\' {
		n--
	}
	return (len(before)-n)&1 != 0
}

// isText reports whether raw is the inside of a string: without control characters
// and bad escapes. It has no quote that is not escaped.
func isText(raw []byte) bool {
	return !hasControl(raw) && checkEscapes(raw)
}

// appendName appends what the inside of a string stands for; a bad escape stands for
// itself. (appendUnquoted, for values, refuses it.)
func appendName(dst, raw []byte) []byte {
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			return utf8enc.AppendValid(dst, raw)
		}
		dst = utf8enc.AppendValid(dst, raw[:i])
		r, n := escape(raw[i:])
		if n == 0 {
			r, n = '\\', 1
		}
		dst = utf8enc.Append(dst, r)
		raw = raw[i+n:]
	}
}
