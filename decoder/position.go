// Positions in a document, and how they are shown.
//
//	position.go          Position: what it holds, its one line (String)
//	position_lines.go    lines, columns, characters: counted in bulk
//	position_pointer.go  JSON Pointers, by a walk over the structural index
//	locate.go            Locate: from an error to the offset that a reader looks for
//	excerpt.go           Position.Excerpt: the line and a caret
//	excerpt_width.go     how many columns of a terminal a character takes

package decoder

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A Position is a place in a JSON document, most often that of an error: see
// [Locate]. It is meant to be printed:
//
//	fmt.Printf("config.json:%s\n%s", pos, pos.Excerpt())
//
// prints
//
//	config.json:1:10: invalid character 'l' looking for beginning of value
//	{"port": localhost}
//	         ^
//
// Position refers to the document that Locate was given: as long as its methods
// Pointer and Excerpt are used, that must not change.
type Position struct {
	// Offset is the number of bytes in front of the place, from the document's start.
	Offset int64

	// Line is the number of the line, from 1. Lines end with '\n'.
	Line int64

	// Column is the number of the byte in its line, from 1, as in the messages of
	// compilers.
	Column int

	// CharColumn is the number of the character in its line, from 1, as in the status
	// line of editors. A tab is one character. Each byte but UTF-8's continuation bytes
	// (0x80 to 0xBF) begins one.
	CharColumn int

	// Err is the error that the position belongs to: a *SyntaxError, an
	// *UnmarshalTypeError or io.ErrUnexpectedEOF, without what it was wrapped in.
	Err error

	// text is the document, or an extract of it with the bytes around the place; from is
	// the offset of its first byte. In an extract the line may be cut.
	text    []byte
	from    int64
	extract bool

	// pointer is the JSON Pointer if text is too little to find it.
	pointer string
}

// newPosition returns the Position of data[off], for 0 <= off <= len(data).
func newPosition(data []byte, off int, err error) Position {
	var c lineCounter
	c.countBack(data[:off])
	return c.here(data, off, err)
}

// here returns the Position of text[i], up to which c has counted.
func (c *lineCounter) here(text []byte, i int, err error) Position {
	chars := c.chars + 1
	if i < len(text) && !utf8.RuneStart(text[i]) && chars > 1 {
		chars-- // it belongs to the last character
	}
	return Position{
		Offset:     c.offset,
		Line:       c.lines + 1,
		Column:     int(min(c.offset-c.lineStart+1, math.MaxInt)),
		CharColumn: int(min(chars, math.MaxInt)),
		Err:        err,
		text:       text,
		from:       c.offset - int64(i),
	}
}

// String returns line, column and the error's text in one line, such as
//
//	12:7: invalid character 'x' after object key
//
// and line and column alone if there is no Err. The column is Column, in bytes.
// Control characters, which a text may quote from the document, are escaped.
// For the zero Position it is "-".
func (p Position) String() string {
	if p.Line == 0 {
		return "-"
	}
	b := strconv.AppendInt(nil, p.Line, 10)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(p.Column), 10)
	if p.Err != nil {
		b = append(b, ": "...)
		b = appendVisible(b, p.Err.Error())
	}
	return string(b)
}

// appendVisible appends s, with what is not printable as Go escapes.
func appendVisible(b []byte, s string) []byte {
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if strconv.IsPrint(r) && (r != utf8.RuneError || n > 1) {
			b = append(b, s[:n]...)
		} else {
			quoted := strconv.Quote(s[:n])
			b = append(b, quoted[1:len(quoted)-1]...)
		}
		s = s[n:]
	}
	return b
}

// GoString is for %#v: all that is exported, and not the document.
func (p Position) GoString() string {
	var b strings.Builder
	fmt.Fprintf(&b, "decoder.Position{Offset: %d, Line: %d, Column: %d, CharColumn: %d", p.Offset, p.Line, p.Column, p.CharColumn)
	if p.Err != nil {
		fmt.Fprintf(&b, ", Err: %#v", p.Err)
	}
	b.WriteByte('}')
	return b.String()
}
