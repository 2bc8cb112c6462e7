package syntax

import (
	"encoding/json"
	"strings"
	"sync"
	"unicode/utf8"
)

// No error text is written here. encoding/json's text for a fault depends on the
// grammatical state and on the offending byte alone (since go1.27, when it runs on
// the v2 engine, on a few bytes more: a whole escape sequence, a whole UTF-8
// character). So a document of a few bytes that gets into the same state
// and then meets the same bytes is given to encoding/json, and its error is
// handed on with the offset moved to where the fault is.

// lead holds a short text that gets the grammar into a state. For a state inside a
// token it is the token's beginning alone, which goes behind the lead of a state
// that the token may begin in.
var lead = [numStates]string{
	Top:         ``,
	FirstElem:   `[`,
	Elem:        `[0,`,
	AfterElem:   `[""`,
	FirstKey:    `{`,
	Key:         `{"":0,`,
	Colon:       `{""`,
	MemberValue: `{"":`,
	AfterMember: `{"":""`,
	End:         `""`,

	str:      `"`,
	strEsc:   `"\`,
	strU0:    `"\u`,
	strU1:    `"\u0`,
	strU2:    `"\u00`,
	strU3:    `"\u000`,
	neg:      `-`,
	zero:     `0`,
	integer:  `1`,
	dot:      `0.`,
	frac:     `0.0`,
	exp:      `0e`,
	expSign:  `0e+`,
	expDigit: `0e0`,
	true1:    `t`,
	true2:    `tr`,
	true3:    `tru`,
	false1:   `f`,
	false2:   `fa`,
	false3:   `fal`,
	false4:   `fals`,
	null1:    `n`,
	null2:    `nu`,
	null3:    `nul`,
}

// begin is the inverse of after: a state in which a token may begin that what is
// left to come follows.
var begin = [numStates]State{
	End:         Top,
	AfterElem:   FirstElem,
	AfterMember: MemberValue,
	Colon:       FirstKey,
}

// escapeLen is the length of a \u escape; no fault concerns more bytes of a
// string than that.
const escapeLen = len(`\u0000`)

// Fault returns encoding/json's error for b[i], at which Scan has stopped with Bad.
// offset is what encoding/json counts for it: the bytes up to and including
// b[i]. b should hold the bytes around b[i] as far as they are at hand;
// go1.27's texts quote them.
func (s *Scanner) Fault(b []byte, i int, offset int64) error {
	if c := b[i]; (c == '{' || c == '[') && s.full() {
		switch s.state {
		case Top, FirstElem, Elem, MemberValue:
			return TooDeep(c, offset)
		}
	}
	doc, token := s.lead(b[:i])
	at := len(doc)
	n := utf8.UTFMax
	if strEsc <= s.state && s.state <= strU3 {
		n = token + escapeLen - at
	}
	doc = append(doc, b[i:i+min(n, len(b)-i)]...)
	e := reject(doc)
	e.Offset += offset - int64(at+1)
	return &e
}

// Truncated returns encoding/json's error for input that ends too early.
// offset is what encoding/json counts for it: the bytes of the whole input. b
// should hold the input's last token as far as it is at hand; go1.27 puts some
// errors at the token's beginning.
func (s *Scanner) Truncated(b []byte, offset int64) error {
	doc, token := s.lead(b)
	e := reject(doc)
	end := len(doc)
	if neg <= s.state && s.state <= expDigit && e.Offset == int64(token) {
		// Said of the number's first byte, and the number in doc is not as long.
		end = token + numberLen(b)
	}
	e.Offset += offset - int64(end)
	return &e
}

// TooDeep returns encoding/json's error for the container c ('[' or '{') that is
// one too many. offset is what encoding/json counts for it: the bytes up to
// and including c.
func TooDeep(c byte, offset int64) error {
	e := tooDeep()[c&0x20>>5] // '[' is 0x5B, '{' is 0x7B
	e.Offset += offset - (MaxDepth + 1)
	return &e
}

// tooDeep holds the errors for '[' and '{': their document is not small.
var tooDeep = sync.OnceValue(func() (e [2]json.SyntaxError) {
	open := strings.Repeat("[", MaxDepth)
	e[0] = reject([]byte(open + "["))
	e[1] = reject([]byte(open + "{"))
	return e
})

// lead returns a short document that leads into s's state, where b are the bytes
// before the fault, and where the token that s is in begins in it: for an escape
// sequence, its backslash. The document has room for a few more bytes.
func (s *Scanner) lead(b []byte) (doc []byte, token int) {
	doc = make([]byte, 0, 32)
	if s.state <= End {
		return append(doc, lead[s.state]...), 0
	}
	doc = append(doc, lead[begin[s.next]]...)
	token = len(doc)
	doc = append(doc, lead[s.state]...)
	switch {
	case s.state == str:
		doc = append(doc, partialRune(b)...)
	case strEsc <= s.state && s.state <= strU3:
		// The escape sequence as it is.
		token++
		n := len(doc) - token
		if n <= len(b) {
			copy(doc[token:], b[len(b)-n:])
		}
	}
	return doc, token
}

// reject returns the error that encoding/json has for doc, which is not valid.
func reject(doc []byte) json.SyntaxError {
	var v any
	if e, ok := json.Unmarshal(doc, &v).(*json.SyntaxError); ok {
		return *e
	}
	// A future encoding/json that accepts doc. There is a fault all the same, and
	// an error that no version can do without: that of the empty document.
	var e json.SyntaxError
	if p, ok := json.Unmarshal(nil, &v).(*json.SyntaxError); ok {
		e = *p
	}
	e.Offset = int64(len(doc))
	return e
}

// partialRune returns the bytes at b's end that begin a UTF-8 sequence and do not
// finish it. (Where a string breaks off in one, go1.27 puts the error before it.)
func partialRune(b []byte) []byte {
	for n := 1; n < utf8.UTFMax && n <= len(b); n++ {
		tail := b[len(b)-n:]
		if utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return tail
			}
			break
		}
	}
	return nil
}

// numberLen returns the length of the number that b breaks off in.
func numberLen(b []byte) int {
	i := len(b)
	for i > 0 && strings.IndexByte("0123456789+-.eE", b[i-1]) >= 0 {
		i--
	}
	return len(b) - i
}
