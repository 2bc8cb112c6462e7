// Options that refuse what encoding/json accepts: names that an object has twice,
// and text that is not Unicode. A document is looked through for these between its
// validation and its decoding, so that the target stays as it was.

package decoder

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"swarjson/internal/mem"
	"swarjson/scan"
	"swarjson/utf8enc"
)

// Reasons of a RejectedError.
var (
	ErrDuplicateName = errors.New("duplicate name")
	ErrInvalidUTF8   = errors.New("invalid UTF-8")
)

// A RejectedError is the error for a valid document that an option refuses. It
// wraps its Reason.
type RejectedError struct {
	// Reason is ErrDuplicateName or ErrInvalidUTF8.
	Reason error
	// Name is the duplicate name, decoded.
	Name string
	// Offset is where it is, in bytes from the document's start: of a name, its opening
	// quote; of invalid UTF-8, the first bad byte or the backslash of a lone
	// surrogate.
	Offset int64
}

func (e *RejectedError) Error() string {
	if e.Reason == ErrDuplicateName {
		return fmt.Sprintf("json: %v %q in object at offset %d", e.Reason, e.Name, e.Offset)
	}
	return fmt.Sprintf("json: %v in string at offset %d", e.Reason, e.Offset)
}

// InputOffset returns e.Offset, for Locate.
func (e *RejectedError) InputOffset() int64 { return e.Offset }

// Unwrap returns e.Reason.
func (e *RejectedError) Unwrap() error { return e.Reason }

// manyNames is from how many names on an object's are looked up in a map.
const manyNames = 16

// openObject is an object that strict is in: its names are names[from:], and in set
// too if they are many. An array has from = -1.
type openObject struct {
	from int
	set  map[string]struct{}
}

// strict looks through d's document, which is valid, and returns the first thing
// that the options refuse.
func (d *engine) strict() error {
	var (
		names []string
		open  []openObject
		key   bool // the next string is a name
	)
	for k := 0; ; k++ {
		if k > d.lim {
			k = d.refill(k)
		}
		if k >= d.cnt {
			return nil
		}
		switch d.tok(k) {
		case '{':
			open = append(open, openObject{from: len(names)})
			key = true
		case '[':
			open = append(open, openObject{from: -1})
			key = false
		case '}', ']':
			if o := open[len(open)-1]; o.from >= 0 {
				names = names[:o.from]
			}
			open = open[:len(open)-1]
			key = false
		case ',':
			key = len(open) > 0 && open[len(open)-1].from >= 0
		case '"':
			if err := d.strictText(k); err != nil {
				return err
			}
			if key && d.rejectDuplicate {
				name, _ := d.text(k)
				o := &open[len(open)-1]
				if o.has(names, name) {
					return &RejectedError{Reason: ErrDuplicateName, Name: name, Offset: int64(d.offset(k))}
				}
				names = append(names, name)
				o.add(names, name)
			}
			key = false
			k++
		}
	}
}

// has reports whether the object has name already.
func (o *openObject) has(names []string, name string) bool {
	if o.set != nil {
		_, ok := o.set[name]
		return ok
	}
	for _, n := range names[o.from:] {
		if n == name {
			return true
		}
	}
	return false
}

// add notes the name that was appended to names.
func (o *openObject) add(names []string, name string) {
	if o.set != nil {
		o.set[name] = struct{}{}
		return
	}
	if own := names[o.from:]; len(own) >= manyNames {
		o.set = make(map[string]struct{}, 2*manyNames)
		for _, n := range own {
			o.set[n] = struct{}{}
		}
	}
}

// strictText checks the string at entry k for what is not Unicode.
func (d *engine) strictText(k int) error {
	if !d.rejectUTF8 || d.flags&(scan.Backslash|scan.InvalidUTF8) == 0 {
		return nil
	}
	from := d.at(k) + 1
	raw := d.base.Add(from).Bytes(d.at(k+1) - from)
	bad := -1
	if d.flags&scan.InvalidUTF8 != 0 && !utf8enc.Valid(raw) {
		bad = firstInvalid(raw)
	}
	if at := loneSurrogate(raw); at >= 0 && (bad < 0 || at < bad) {
		bad = at
	}
	if bad < 0 {
		return nil
	}
	return &RejectedError{Reason: ErrInvalidUTF8, Offset: int64(d.offset(k) + 1 + bad)}
}

// firstInvalid returns the index of the first byte in b that is not UTF-8.
func firstInvalid(b []byte) int {
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// loneSurrogate returns the index of the first \u escape in raw, the inside of a valid
// string, that is half a surrogate pair, or -1.
func loneSurrogate(raw []byte) int {
	for i := 0; ; {
		j := indexBackslash(raw[i:])
		if j < 0 {
			return -1
		}
		i += j
		_, n := escape(raw[i:])
		if raw[i+1] == 'u' && n == 6 && utf8enc.IsSurrogate(scan.Hex4(mem.Of(raw[i+2:]))) {
			return i
		}
		i += n
	}
}
