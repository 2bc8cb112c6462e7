// The lines of an excerpt. However long a line is, only the bytes near the place are
// looked at: first backwards from it, to see where to begin, and then forwards.

package decoder

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"
)

const (
	// excerptWidth is how many columns of a terminal an excerpt takes at the most.
	excerptWidth = 78

	// maxShownBytes: no more bytes than this for each column are looked at on either
	// side of the place (there are characters that take no column).
	maxShownBytes = 4
	shownBytes    = excerptWidth * maxShownBytes

	// tabWidth is how many spaces stand for a tab, wherever it is.
	tabWidth = 4

	ellipsis = "..."
)

// Excerpt returns the line of the document that the place is in, and below it a
// caret under the place, each line with a newline behind it:
//
//	{"port": localhost}
//	         ^
//
// If the line has nothing but white space before the place, the last line before it
// that has more is shown too, for that is where a comma was forgotten.
//
// A long line is cut, with "..." for what is left out, so that no line takes more than
// 78 columns. The caret is under the character in a terminal with a fixed-width font:
// East Asian wide characters and emoji take two columns, combining marks none, tabs are
// shown as four spaces. What would not be visible is made so: control characters
// have their pictures (␀, ␛, ␍), a byte that is not UTF-8 is <0xFF>, anything else
// that is not printable, such as a byte order mark or a no-break space, is <U+FEFF>.
//
// For the zero Position it is "".
func (p Position) Excerpt() string {
	if p.Line == 0 {
		return ""
	}
	at := int(p.Offset - p.from)
	// Where the line begins in text, or below 0 if text begins later.
	start := int(max(p.Offset-int64(p.Column-1)-p.from, -1))
	at = charStart(p.text, max(start, 0), at)
	left, leftMore := cellsBefore(p.text, start, at)
	right, rightMore := cellsFrom(p.text, at, p.extract)
	if len(right) == 0 {
		right = []cell{{"", 1}} // the caret needs a column
	}

	leftRoom, rightRoom := shareWidth(width(left), leftMore, width(right), rightMore)
	var b []byte
	if start > 0 && !leftMore && width(left) <= leftRoom && len(bytes.Trim(p.text[start:at], spaces)) == 0 {
		b = p.appendLineBefore(b, start)
	}
	caret := 0
	if leftMore || width(left) > leftRoom {
		for width(left) > leftRoom-len(ellipsis) || len(left) > 0 && left[0].width == 0 {
			left = left[1:]
		}
		b = append(b, ellipsis...)
		caret = len(ellipsis)
	}
	caret += width(left)
	b = appendCells(b, left)
	b = appendCut(b, right, rightMore, rightRoom)
	for range caret {
		b = append(b, ' ')
	}
	b = append(b, "^\n"...)
	return string(b)
}

// shareWidth says how many columns of excerptWidth the cells left and right of the
// place get, if they have so many, or so many and more.
func shareWidth(left int, leftMore bool, right int, rightMore bool) (leftRoom, rightRoom int) {
	const half = excerptWidth / 2
	switch {
	case !leftMore && left <= half:
		return left, excerptWidth - left
	case !rightMore && right <= half:
		return excerptWidth - right, right
	}
	return half, half
}

// appendLineBefore appends the last line of more than white space before the one that
// begins at text[start], if there is one near.
func (p *Position) appendLineBefore(b []byte, start int) []byte {
	first := max(start-shownBytes, 0)
	near := bytes.TrimRight(p.text[first:start], spaces)
	if len(near) == 0 {
		return b
	}
	from := bytes.LastIndexByte(near, '\n') + 1
	if from == 0 && (first > 0 || p.from > 0) {
		// The line begins further back: show its end.
		cells, more := cellsBefore(p.text, -1, first+len(near))
		b = append(b, ellipsis...)
		for more && width(cells) > excerptWidth-len(ellipsis) || len(cells) > 0 && cells[0].width == 0 {
			cells = cells[1:]
		}
		return append(appendCells(b, cells), '\n')
	}
	cells, more := cellsFrom(p.text[:start], first+from, false)
	return appendCut(b, cells, more, excerptWidth)
}

// A cell is what is shown of one character, or of a byte that belongs to none.
type cell struct {
	shown string
	width int // in columns
}

func width(cells []cell) int {
	n := 0
	for i := range cells {
		n += cells[i].width
	}
	return n
}

func appendCells(b []byte, cells []cell) []byte {
	for i := range cells {
		b = append(b, cells[i].shown...)
	}
	return b
}

// appendCut appends the cells that begin in room columns, with an ellipsis if that is
// not all, and a newline.
func appendCut(b []byte, cells []cell, more bool, room int) []byte {
	if more || width(cells) > room {
		for width(cells) > room-len(ellipsis) {
			cells = cells[:len(cells)-1]
		}
		return append(appendCells(b, cells), ellipsis+"\n"...)
	}
	return append(appendCells(b, cells), '\n')
}

// cellsBefore returns what is shown of text[start:at], or of its end: if there is more
// than fits in any case, more is true. start < 0 stands for a line that begins before
// text.
func cellsBefore(text []byte, start, at int) (cells []cell, more bool) {
	first := max(start, at-shownBytes, 0)
	for first > start && first < at && !utf8.RuneStart(text[first]) {
		first++ // a character that is cut
	}
	i := at
	for total := 0; i > first && total <= excerptWidth; {
		r, n := utf8.DecodeLastRune(text[first:i])
		i -= n
		c := show(text[i:i+n], r)
		total += c.width
		cells = append(cells, c)
	}
	slices.Reverse(cells)
	return cells, i > start
}

// cellsFrom returns what is shown of the line from text[at], the place, on. more is
// true if the line has more than fits in any case, or may have, as open says
// that it goes on behind text.
func cellsFrom(text []byte, at int, open bool) (cells []cell, more bool) {
	limit := min(at+shownBytes, len(text))
	i := at
	for total := 0; i < limit && total <= excerptWidth; {
		rest := text[i:]
		if open && !utf8.FullRune(rest) {
			return cells, true
		}
		if i > at && (rest[0] == '\n' || bytes.HasPrefix(rest, crlf)) {
			return cells, false
		}
		r, n := utf8.DecodeRune(rest)
		c := show(rest[:n], r)
		if i == at && c.width == 0 {
			c = showCode(r)
		}
		total += c.width
		cells = append(cells, c)
		i += n
		if rest[0] == '\n' {
			return cells, false
		}
	}
	if i < len(text) {
		return cells, text[i] != '\n' && !bytes.HasPrefix(text[i:], crlf)
	}
	return cells, open
}

var crlf = []byte("\r\n")

// charStart returns where the character begins that text[at] is part of, but not
// before text[start].
func charStart(text []byte, start, at int) int {
	if at == len(text) || utf8.RuneStart(text[at]) {
		return at
	}
	for i := at - 1; i >= start && i > at-utf8.UTFMax; i-- {
		if utf8.RuneStart(text[i]) {
			if _, n := utf8.DecodeRune(text[i:]); i+n > at {
				return i
			}
			break
		}
	}
	return at
}

// show returns what is shown of r, which b holds, or of the byte b that is not UTF-8.
func show(b []byte, r rune) cell {
	switch {
	case r >= ' ' && r < 0x7f:
		return cell{string(b), 1}
	case r == '\t':
		return cell{"    "[:tabWidth], tabWidth}
	case r < ' ':
		return cell{string('\u2400' + r), 1} // the control pictures, ␀ to ␟
	case r == 0x7f:
		return cell{"\u2421", 1} // ␡
	case r == utf8.RuneError && len(b) == 1:
		return cell{fmt.Sprintf("<0x%02X>", b[0]), len("<0xFF>")}
	case !strconv.IsPrint(r):
		return showCode(r)
	}
	return cell{string(b), runeWidth(r)}
}

// showCode returns a cell with r's number.
func showCode(r rune) cell {
	s := fmt.Sprintf("<%U>", r)
	return cell{s, len(s)}
}
