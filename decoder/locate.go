// Locate: from an error to the byte that a human looks for.
//
// The offsets in encoding/json's errors mean different things. With n for an
// error's Offset:
//
//	SyntaxError
//	  data[n-1]    is the byte that is wrong (since go1.27, the last byte of the
//	               character, or of the escape sequence, that is)
//	  n = len      and text "unexpected end": the input is too short; also if a
//	               literal or number breaks off: the text then complains of a
//	               space that is not there (since go1.27, n may be where the
//	               token that breaks off begins)
//	  data[n]      is the byte that is wrong: from Decoder.Token
//	UnmarshalTypeError
//	  data[:n]     ends with the value, if that is a string, number or literal
//	  data[n-1]    is the [ or { that opens the value
//	  data[:n-1]   ends with the number, if one is too large for an any
//	  data[n-1]    is the quote that opens the name, for a map's key (since go1.27, the
//	               one that closes it)
//	  data[n:]     begins with the value, since go1.27, for some interfaces
//
// Both kinds are told apart by what stands in data, and an offset that fits none
// is not one of data: most often it was counted by a method UnmarshalJSON,
// from somewhere else.

package decoder

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"swarjson/scan"
)

// Locate finds the place in data, a JSON document, that err is about. err is, or
// wraps (as errors.As finds it; of several joined errors the first counts)
//
//   - a [*SyntaxError]: the place is the first byte that is wrong, or the end of
//     data if that is too short;
//   - an [*UnmarshalTypeError]: the place is where the value begins that does not
//     fit, or for a map's key, where that begins;
//   - an error with a method InputOffset() int64, such as [*RejectedError]: the place
//     is the byte at that offset;
//   - [io.ErrUnexpectedEOF]: the place is the end of data.
//
// It reports false if err is nothing of this kind, or is not about data: its
// offset must be possible for an error of its kind and text. That is how the
// errors of other documents are found out that an UnmarshalJSON method passes on,
// or those of a [Decoder] whose offsets count from elsewhere than data's
// start; but it can happen that such an offset fits by chance.
//
// Locate counts newlines at the speed of memory. Only [Position.Pointer] parses.
// It allocates nothing. The Position refers to data, which must not change as long
// as it is used.
func Locate(data []byte, err error) (Position, bool) {
	var p Position
	ok := false
	eachError(err, func(e error) bool {
		var off int
		if off, ok = offsetIn(data, e); ok {
			p = newPosition(data, off, e)
		}
		return false
	})
	return p, ok
}

// LocateAll is [Locate] for all the errors that are joined in err (as by
// errors.Join, or with Options.MaxTypeErrors). What cannot be located is left out.
func LocateAll(data []byte, err error) []Position {
	var all []Position
	eachError(err, func(e error) bool {
		if off, ok := offsetIn(data, e); ok {
			all = append(all, newPosition(data, off, e))
		}
		return true
	})
	return all
}

// eachError calls yield for each error in err's tree that is of a kind that Locate knows, in
// the order of errors.As, until yield returns false; so does eachError then.
// What such an error wraps itself is its cause, and not visited.
func eachError(err error, yield func(error) bool) bool {
	switch e := err.(type) {
	case nil:
		return true
	case *SyntaxError:
		return e == nil || yield(e)
	case *UnmarshalTypeError:
		return e == nil || yield(e)
	case interface{ As(any) bool }:
		var (
			syntaxError *SyntaxError
			typeError   *UnmarshalTypeError
		)
		if e.As(&syntaxError) && syntaxError != nil {
			return yield(syntaxError)
		}
		if e.As(&typeError) && typeError != nil {
			return yield(typeError)
		}
	}
	if _, ok := err.(inputOffsetter); ok || err == io.ErrUnexpectedEOF {
		return yield(err)
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		return eachError(e.Unwrap(), yield)
	case interface{ Unwrap() []error }:
		for _, err := range e.Unwrap() {
			if !eachError(err, yield) {
				return false
			}
		}
	}
	return true
}

// offsetIn returns the offset in data that err, one of eachError's, is about.
func offsetIn(data []byte, err error) (int, bool) {
	switch e := err.(type) {
	case *SyntaxError:
		return syntaxOffset(data, e)
	case *UnmarshalTypeError:
		return typeOffset(data, e)
	case inputOffsetter:
		off := e.InputOffset()
		return int(off), 0 <= off && off <= int64(len(data))
	}
	return len(data), true
}

// inputOffsetter is an error that says where it is, in bytes from the document's
// start.
type inputOffsetter interface{ InputOffset() int64 }

// unexpectedEnd is the text of the error for input that is too short.
var unexpectedEnd = sync.OnceValue(func() string {
	var v any
	return json.Unmarshal(nil, &v).Error()
})

// syntaxOffset is offsetIn for a SyntaxError.
func syntaxOffset(data []byte, e *SyntaxError) (int, bool) {
	if e.Offset < 0 || e.Offset > int64(len(data)) {
		return 0, false
	}
	n := int(e.Offset)
	text := e.Error()
	if text == unexpectedEnd() {
		// n is the end, or the beginning of the token there.
		for _, c := range data[n:] {
			if endsScalar[c] {
				return 0, false
			}
		}
		return len(data), true
	}
	named, ok := namedChar(text)
	if !ok {
		// Since go1.27 a whole escape sequence is what is wrong.
		from := max(n-len(`\u0000`), 0)
		if i := bytes.IndexByte(data[from:n], '\\'); i >= 0 && strings.Contains(text, string(data[from+i:n])) {
			return from + i, true
		}
		return max(n-1, 0), true
	}
	// Characters first: no byte that is wrong comes right behind a byte >= 0x80, which
	// would be in a string or wrong itself, so that for the byte 0xA0 in the classic
	// text, data[:n] does not end with the character U+00A0, C2 A0.
	if r, size := utf8.DecodeLastRune(data[:n]); r == named && size > 1 {
		return n - size, true
	}
	if n > 0 && rune(data[n-1]) == named {
		return n - 1, true
	}
	if n == len(data) {
		return n, named == ' '
	}
	return n, rune(data[n]) == named
}

// namedChar returns the character that the error text names in single quotes. In
// the classic texts it is a byte, written as if it was Latin-1.
func namedChar(text string) (rune, bool) {
	_, quoted, ok := strings.Cut(text, "'")
	if !ok {
		return 0, false
	}
	r, _, tail, err := strconv.UnquoteChar(quoted, '\'')
	return r, err == nil && strings.HasPrefix(tail, "'")
}

// typeOffset is offsetIn for an UnmarshalTypeError.
func typeOffset(data []byte, e *UnmarshalTypeError) (int, bool) {
	// An Offset of 0 was not set.
	if e.Offset <= 0 || e.Offset > int64(len(data))+1 {
		return 0, false
	}
	n := int(e.Offset)
	// Value is a kind of value, and for some errors a space and its text, as decoded.
	kind, text, hasText := strings.Cut(e.Value, " ")
	if n <= len(data) {
		if hasText && opensName(data, n-1, text) {
			return n - 1, true
		}
		if i := valueStart(data, n); i >= 0 && fitsKind(data[i], kind) {
			return i, true
		}
	}
	if hasText && bytes.HasSuffix(data[:n-1], []byte(text)) {
		if i := valueStart(data, n-1); i == n-1-len(text) && fitsKind(data[i], kind) {
			return i, true
		}
	}
	if n < len(data) && fitsKind(data[n], kind) && !endsValue(data, n) {
		return n, true
	}
	return 0, false
}

// fitsKind reports whether a value of an UnmarshalTypeError's kind can begin with
// c. Kinds that user code made up, can always. Numbers and bools may be quoted.
func fitsKind(c byte, kind string) bool {
	switch kind {
	case "string":
		return c == '"'
	case "number":
		return c == '-' || '0' <= c && c <= '9' || c == '"'
	case "bool":
		return c == 't' || c == 'f' || c == '"'
	case "null":
		return c == 'n' || c == '"'
	case "array":
		return c == '['
	case "object":
		return c == '{'
	}
	return true
}

// valueStart returns where the value begins that ends at data[:n], or that
// data[n-1] opens, if it is a bracket; -1 if there is none. 0 <= n <= len(data).
func valueStart(data []byte, n int) int {
	if n == 0 {
		return -1
	}
	i := n - 1
	switch c := data[i]; {
	case c == '"':
		i = openingQuote(data, i)
	case c == '[', c == '{':
		if endsValue(data, i) {
			return -1
		}
		return i
	case endsScalar[c], n < len(data) && !endsScalar[data[n]]:
		return -1
	default:
		for i > 0 && !endsScalar[data[i-1]] {
			i--
		}
	}
	switch {
	case i < 0, endsValue(data, i):
		return -1
	case beforeSeparator(data, n), len(bytes.TrimLeft(data[:i], spaces)) == 0:
		return i // inside something, or at the top, where another value may follow
	}
	return -1
}

const spaces = " \t\r\n"

// openingQuote returns the offset of the quote that opens the string which data[i]
// closes, or -1: the last quote before it that no odd number of backslashes precedes.
// (None precedes an opening quote.)
func openingQuote(data []byte, i int) int {
	for {
		i = bytes.LastIndexByte(data[:i], '"')
		if i < 0 || !isEscaped(data[:i]) {
			return i
		}
	}
}

// endsValue reports whether what comes before data[i] is the end of another
// value, so that none can begin at data[i].
func endsValue(data []byte, i int) bool {
	for i--; i >= 0; i-- {
		switch c := data[i]; c {
		case '[', '{', ',', ':':
			return false
		default:
			if !scan.IsSpace(c) {
				return true
			}
		}
	}
	return false
}

// beforeSeparator reports whether data[n:] can follow a value.
func beforeSeparator(data []byte, n int) bool {
	for _, c := range data[n:] {
		switch c {
		case ',', ':', ']', '}':
			return true
		default:
			if !scan.IsSpace(c) {
				return false
			}
		}
	}
	return true
}

// opensName reports whether data[i] is the opening quote of a member's name that is
// text when decoded. It tells a map's key from a quoted number, of which data[i]
// would be the closing quote: there, a separator follows, which is not how
// the text of a number begins.
func opensName(data []byte, i int, text string) bool {
	if data[i] != '"' {
		return false
	}
	if before := bytes.TrimRight(data[:i], spaces); !bytes.HasSuffix(before, []byte("{")) && !bytes.HasSuffix(before, []byte(",")) {
		return false
	}
	end := closingQuote(data, i+1)
	if end < 0 {
		return false
	}
	after := bytes.TrimLeft(data[end+1:], spaces)
	return bytes.HasPrefix(after, []byte(":")) && string(appendName(nil, data[i+1:end])) == text
}
