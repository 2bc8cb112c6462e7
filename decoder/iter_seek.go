// The way through a document to what a JSON Pointer leads to, and what comes
// behind it. These methods report false for the end, and for an error, which is dec.err.

package decoder

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"swarjson/internal/syntax"
)

// A PointerError says that a JSON Pointer does not lead to what is wanted.
type PointerError struct {
	// Pointer is the JSON Pointer as it was given.
	Pointer string

	// Found is the part of Pointer that leads to a value, "" for the document itself.
	Found string

	// Reason says what is wrong there.
	Reason string
}

func (e *PointerError) Error() string {
	return fmt.Sprintf("json: pointer %q: %s", e.Pointer, e.Reason)
}

// splitPointer returns the reference tokens of a JSON Pointer, and false if it is none.
func splitPointer(pointer string) ([]string, bool) {
	if pointer == "" {
		return nil, true
	}
	tokens := strings.Split(pointer, "/")
	if tokens[0] != "" {
		return nil, false
	}
	tokens = tokens[1:]
	for i, token := range tokens {
		for j := strings.IndexByte(token, '~'); j >= 0; {
			if j+1 == len(token) || token[j+1] != '0' && token[j+1] != '1' {
				return nil, false
			}
			next := strings.IndexByte(token[j+1:], '~')
			if next < 0 {
				break
			}
			j += 1 + next
		}
		tokens[i] = unescapeToken.Replace(token)
	}
	return tokens, true
}

var unescapeToken = strings.NewReplacer("~0", "~", "~1", "/")

// arrayIndex returns the number that a reference token stands for in an array.
func arrayIndex(token string) (int64, bool) {
	if token == "" || token[0]-'0' > 9 || token[0] == '0' && len(token) > 1 {
		return 0, false
	}
	n, err := strconv.ParseInt(token, 10, 64)
	return n, err == nil
}

// seek goes to the array or object that pointer leads to, and into it: bracket is [ or {.
// If null is there it goes behind that.
func (dec *stream) seek(pointer string, bracket byte) bool {
	tokens, ok := splitPointer(pointer)
	if !ok {
		err := &PointerError{Pointer: pointer, Reason: "not a JSON Pointer (RFC 6901)"}
		dec.err = &StreamError{Position: dec.positionAt(dec.in.pos, err, ""), Err: err}
		return false
	}
	for i, token := range tokens {
		c, ok := dec.ahead()
		switch {
		case !ok:
			return false
		case c == '{' || c == '[':
			if !dec.enter(c) {
				return false
			}
		default:
			return dec.wrong(pointer, i, c, "an array or object")
		}
		if c == '{' {
			if found, ok := dec.seekMember(token); !ok {
				return false
			} else if !found {
				return dec.lost(pointer, i, fmt.Sprintf("no member %q", token))
			}
			continue
		}
		n, ok := arrayIndex(token)
		if !ok {
			return dec.lost(pointer, i, fmt.Sprintf("%q is no index of an array", token))
		}
		for ; ; n-- {
			if !dec.moreElements() {
				if dec.err != nil {
					return false
				}
				return dec.lost(pointer, i, "no element "+token)
			}
			if n == 0 {
				break
			}
			if !dec.skipValue() {
				return false
			}
		}
	}
	c, ok := dec.ahead()
	switch {
	case !ok:
		return false
	case c == bracket:
		return dec.enter(c)
	case c == 'n':
		dec.skipValue()
		return false
	}
	want := "an array"
	if bracket == '{' {
		want = "an object"
	}
	return dec.wrong(pointer, len(tokens), c, want)
}

// wrong ends a search at a value that begins with c and is not what is wanted, unless
// there is a syntax error. The pointer's first n tokens lead to it.
func (dec *stream) wrong(pointer string, n int, c byte, want string) bool {
	place := dec.positionAt(dec.in.pos, nil, "")
	kind := "a number"
	switch c {
	case '{':
		kind = "an object"
	case '[':
		kind = "an array"
	case '"':
		kind = "a string"
	case 't', 'f':
		kind = "a bool"
	case 'n':
		kind = "null"
	}
	// An array or object is not worth a walk of gigabytes.
	if c != '{' && c != '[' && !dec.skipValue() {
		return false
	}
	return dec.lostAt(place, pointer, n, fmt.Sprintf("want %s, found %s", want, kind))
}

// lost ends a search behind a bracket: only the pointer's first n tokens lead somewhere.
func (dec *stream) lost(pointer string, n int, reason string) bool {
	return dec.lostAt(dec.positionAt(dec.in.pos-1, nil, ""), pointer, n, reason)
}

func (dec *stream) lostAt(place Position, pointer string, n int, reason string) bool {
	found := pointer
	for range strings.Count(pointer, "/") - n {
		found = found[:strings.LastIndexByte(found, '/')]
	}
	if found != "" {
		reason += " at " + strconv.Quote(found)
	}
	err := &PointerError{Pointer: pointer, Found: found, Reason: reason}
	place.Err, place.pointer = err, found
	dec.err = &StreamError{Position: place, Err: err}
	return false
}

// nonSpace consumes white space, and returns the byte behind it, or the error of the
// reader. Unlike peek it keeps nothing of the white space.
func (dec *stream) nonSpace() (byte, error) {
	var err error
	for {
		unread := dec.in.unread()
		n := 0
		for n < len(unread) && syntax.IsSpace(unread[n]) {
			n++
		}
		dec.in.skip(n)
		if n < len(unread) {
			dec.in.late = err
			return unread[n], nil
		}
		if err != nil {
			return 0, err
		}
		err = dec.in.fill()
	}
}

// ahead returns the first byte of the value, name or separator that has to come.
func (dec *stream) ahead() (byte, bool) {
	if dec.err != nil {
		return 0, false
	}
	c, err := dec.nonSpace()
	dec.places.begin(dec.in.offset())
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		dec.fail(err, len(dec.in.buf))
		return 0, false
	}
	return c, true
}

// moreValues reports whether another value comes, and not the end of the stream.
func (dec *stream) moreValues() bool {
	_, err := dec.nonSpace()
	dec.places.begin(dec.in.offset())
	if err != nil && err != io.EOF {
		dec.fail(err, len(dec.in.buf))
	}
	return err == nil
}

// unexpected makes the syntax error for the next byte, which state st does not allow.
func (dec *stream) unexpected(st syntax.State) bool {
	depth := dec.parents.depth
	if st == syntax.End {
		depth = 0
	}
	scan := dec.scanner()
	scan.Start(st, depth)
	in := &dec.in
	n, _ := scan.Scan(in.unread())
	dec.fail(scan.Fault(in.unread(), n, in.offset()+int64(n)+1), in.pos+n)
	return false
}

// enter goes into the array or object that begins with c, the next byte.
func (dec *stream) enter(c byte) bool {
	limit := dec.opts.MaxDepth
	if limit <= 0 || limit > maxDepthDefault {
		limit = maxDepthDefault
	}
	if dec.parents.depth >= limit {
		dec.fail(syntax.TooDeep(c, dec.in.offset()+1), dec.in.pos)
		return false
	}
	if c == '{' {
		dec.open(true, syntax.FirstKey)
	} else {
		dec.open(false, syntax.FirstElem)
	}
	return true
}

// moreElements goes to the next element of the array that dec is in, or behind the
// array.
func (dec *stream) moreElements() bool {
	c, ok := dec.ahead()
	if !ok || dec.state != syntax.FirstElem && dec.state != syntax.AfterElem {
		return false
	}
	switch {
	case c == ']':
		dec.close()
		return false
	case dec.state == syntax.FirstElem:
		return true
	case c != ',':
		return dec.unexpected(dec.state)
	}
	dec.in.skip(1)
	dec.nextElem()
	_, ok = dec.ahead()
	return ok
}

// moreMembers goes to the next name in the object that dec is in, or behind the object.
func (dec *stream) moreMembers() bool {
	c, ok := dec.ahead()
	if !ok || dec.state != syntax.FirstKey && dec.state != syntax.AfterMember {
		return false
	}
	switch {
	case c == '}':
		dec.close()
		return false
	case dec.state == syntax.AfterMember:
		if c != ',' {
			return dec.unexpected(dec.state)
		}
		dec.in.skip(1)
		dec.state = syntax.Key
		if c, ok = dec.ahead(); !ok {
			return false
		}
	}
	if c != '"' {
		return dec.unexpected(dec.state)
	}
	return true
}

// rawName takes the name that comes next, with its quotes. It stays as it is until
// the next read.
func (dec *stream) rawName() ([]byte, bool) {
	dec.scanned = dec.in.offset()
	n, err := dec.readValue(nil)
	if err != nil {
		return nil, false
	}
	name := dec.in.unread()[:n]
	dec.in.skip(n)
	dec.state = syntax.Colon
	return name, true
}

// colon goes behind the colon that comes next.
func (dec *stream) colon() bool {
	c, ok := dec.ahead()
	if !ok {
		return false
	}
	if c != ':' {
		return dec.unexpected(syntax.Colon)
	}
	dec.in.skip(1)
	dec.state = syntax.MemberValue
	return true
}

// memberName takes the name that comes next, and its colon.
func (dec *stream) memberName() (string, bool) {
	raw, ok := dec.rawName()
	if !ok {
		return "", false
	}
	token, err := dec.decodeLiteral(raw)
	if err != nil {
		dec.fail(err, dec.in.pos)
		if e, ok := err.(*RejectedError); ok {
			dec.places.failedAt = dec.places.start + e.Offset
		}
		return "", false
	}
	name := token.(string)
	dec.setName(name)
	if !dec.colon() {
		return name, false
	}
	_, ok = dec.ahead()
	return name, ok
}

// seekMember goes to the value of the member with this name in the object that
// dec is in. It reports whether there is one, and whether there was no error.
func (dec *stream) seekMember(name string) (found, ok bool) {
	for dec.moreMembers() {
		raw, ok := dec.rawName()
		if !ok {
			return false, false
		}
		if isName(raw[1:len(raw)-1], name) {
			dec.setName(name)
			return true, dec.colon()
		}
		dec.skipped = append(dec.skipped[:0], raw[1:len(raw)-1]...)
		if !dec.colon() || !dec.skipValue() {
			dec.setName(string(appendName(nil, dec.skipped)))
			return false, false
		}
	}
	return false, dec.err == nil
}

// isName reports whether raw, the inside of a valid string, stands for name.
func isName(raw []byte, name string) bool {
	if bytes.IndexByte(raw, '\\') < 0 && utf8.Valid(raw) {
		return string(raw) == name
	}
	return string(appendName(nil, raw)) == name
}

// skipValue checks the value that comes next, and goes behind it.
func (dec *stream) skipValue() bool {
	c, ok := dec.ahead()
	if !ok {
		return false
	}
	dec.scanned = dec.in.offset()
	if c == '{' || c == '[' {
		return dec.skipStream() == nil
	}
	n, err := dec.readValue(nil)
	if err != nil {
		return false
	}
	dec.in.skip(n)
	dec.endValue()
	return true
}

// finish checks what comes behind the last value that was wanted, up to the end of the
// stream. It reports false if there is, or was, an error.
func (dec *stream) finish() bool {
	if dec.err != nil {
		return false
	}
	if dec.parents.depth > 0 {
		dec.scanned = dec.in.offset()
		dec.places.begin(dec.scanned)
		if dec.skipOpen() != nil {
			return false
		}
	}
	_, err := dec.nonSpace()
	dec.places.begin(dec.in.offset())
	switch {
	case err == nil:
		return dec.unexpected(syntax.End)
	case err != io.EOF:
		dec.fail(err, len(dec.in.buf))
		return false
	}
	return true
}
