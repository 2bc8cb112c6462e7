// Package syntax is the exact, slow path of the JSON grammar: it says whether
// bytes are a JSON text, where the first fault is, and gives the error that
// encoding/json has for it.
//
// It is syntax only: it knows no Go types, decodes nothing, and keeps no bytes.
// The decoder's plans accept good input without it; they come here when
// something looked wrong, when a text must be known to be good before it is
// decoded, and for streams, where the end of a value must be found while its
// bytes still arrive.
//
//   - scanner.go: Scanner, the grammar as a machine that reads any chunking of
//     the input and can be started in the middle of a text;
//   - check.go: Check and Find, the two questions that are asked about bytes
//     that are all at hand;
//   - error.go: from a state and an offending byte to the error;
//   - token.go: the same for the errors that only a Decoder's Token has.
package syntax

import "encoding/binary"

// State is what the grammar waits for between two tokens. The states named here
// are the ones that a scan may start in (Scanner.Start, Find). The innermost
// open container follows from the state: an array for FirstElem, Elem and
// AfterElem, an object for FirstKey, Key, Colon, MemberValue and AfterMember,
// none for Top and End.
type State uint8

const (
	Top         State = iota // a top-level value
	FirstElem                // after '[': a value or ']'
	Elem                     // after ',' in an array: a value
	AfterElem                // after a value in an array: ',' or ']'
	FirstKey                 // after '{': a key or '}'
	Key                      // after ',' in an object: a key
	Colon                    // after a key: ':'
	MemberValue              // after ':': a value
	AfterMember              // after a value in an object: ',' or '}'
	End                      // after the top-level value: white space only

	// The states inside a token. What follows the token is in Scanner.next.

	str      // in a string
	strEsc   // after its '\'
	strU0    // after \u, and 0, 1, 2, 3 hexadecimal digits
	strU1    //
	strU2    //
	strU3    //
	neg      // after '-'
	zero     // after a number's leading 0: complete, unless a fraction or an exponent follows
	integer  // in a number's integer digits: complete
	dot      // after the decimal point
	frac     // in the digits behind it: complete
	exp      // after 'e' or 'E'
	expSign  // after the exponent's sign
	expDigit // in the exponent's digits: complete
	true1    // after 't'
	true2    //
	true3    //
	false1   // after 'f'
	false2   //
	false3   //
	false4   //
	null1    // after 'n'
	null2    //
	null3    //

	ended // a top-level string or literal is complete; no byte behind it was seen yet
	lost  // in a container of unknown kind

	numStates
)

// MaxDepth is the number of containers that may be open at once, as in
// encoding/json.
const MaxDepth = 10000

// Verdict is what a Scanner has to say about the bytes that it was given.
type Verdict uint8

const (
	// More: all bytes were taken, and the text goes on (or ends here, see
	// Scanner.Complete).
	More Verdict = iota
	// Done: the top-level value is complete; it ends before the first byte that
	// was not taken.
	Done
	// Bad: the first byte that was not taken is the fault.
	Bad
	// Lost: the container that the scan was started in has been closed, and the
	// one around it is of unknown kind. Without a fault before it, nothing can
	// be said about what follows.
	Lost
)

// after is what follows a token that began in a state: a value or a key.
var after = [numStates]State{
	Top:         End,
	FirstElem:   AfterElem,
	Elem:        AfterElem,
	MemberValue: AfterMember,
	FirstKey:    Colon,
	Key:         Colon,
}

// literals holds, for the states inside true, false and null, the byte that must
// come and the state that it leads to; 0 stands for the literal's end, for Top is
// never led to.
var literals = [numStates]struct {
	want byte
	then State
}{
	true1: {'r', true2}, true2: {'u', true3}, true3: {'e', 0},
	false1: {'a', false2}, false2: {'l', false3}, false3: {'s', false4}, false4: {'e', 0},
	null1: {'u', null2}, null2: {'l', null3}, null3: {'l', 0},
}

// Properties of a byte, see class.
const (
	isSpace = 1 << iota // JSON's white space
	isPlain             // stands for itself in a string
	isHex
	isDigit
)

var class = func() (t [256]uint8) {
	for i := range t {
		c := byte(i)
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			t[i] |= isSpace
		}
		if c >= 0x20 && c != '"' && c != '\\' {
			t[i] |= isPlain
		}
		if '0' <= c && c <= '9' {
			t[i] |= isDigit | isHex
		}
		if 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' {
			t[i] |= isHex
		}
	}
	return t
}()

// IsSpace reports whether c is white space between tokens.
func IsSpace(c byte) bool { return class[c]&isSpace != 0 }

// Scanner follows the grammar through a text that arrives in chunks. It takes
// each byte once, in any chunking with the same outcome. The zero Scanner waits
// for a top-level value.
//
// The kinds of the open containers are a stack of bits, 1 for an object, level l
// (counted from 1) at bit (l-1)%64 of word (l-1)/64. The last word is cur, those
// before it are in words:
//
//	0 <= floor <= depth <= max depth
//	levels 1 … floor are of unknown kind (floor = 0 if started at the top)
//	len(words) = how often a level l > floor+1 with (l-1)%64 = 0 is open
type Scanner struct {
	state State
	next  State // inside a token: what follows it
	max   int   // the depth limit; 0 stands for MaxDepth
	depth int
	floor int
	cur   uint64
	words []uint64
}

// Reset prepares s for a new top-level value. The depth limit stays.
func (s *Scanner) Reset() { s.Start(Top, 0) }

// Start prepares s for input that goes on in state st with depth open containers,
// of which only the innermost is known, by st. depth is 0 for Top and End, and
// at least 1 for all others. The depth limit stays.
func (s *Scanner) Start(st State, depth int) {
	s.state, s.depth, s.floor = st, depth, 0
	s.words = s.words[:0]
	s.cur = 0
	if depth > 0 {
		s.floor = depth - 1
		if FirstKey <= st && st <= AfterMember {
			s.cur = 1 << (s.floor % 64)
		}
	}
}

// GoOn prepares s for input that goes on inside of open containers, of which open has the
// brackets that opened them, the outermost first, one at least. last is a byte of the
// token before that place: '{', '[', ',', or the first or the last byte of a value. (It is not
// for places behind a name or a colon.) The depth limit stays.
func (s *Scanner) GoOn(open []byte, last byte) {
	s.Reset()
	inObject := false
	for _, c := range open {
		inObject = c == '{'
		if inObject {
			s.push(1)
		} else {
			s.push(0)
		}
	}
	switch {
	case last == '{':
		s.state = FirstKey
	case last == '[':
		s.state = FirstElem
	case last == ',' && inObject:
		s.state = Key
	case last == ',':
		s.state = Elem
	case inObject:
		s.state = AfterMember
	default:
		s.state = AfterElem
	}
}

// LimitDepth lets at most n containers be open at once, where 1 <= n <= MaxDepth;
// every other n means MaxDepth.
func (s *Scanner) LimitDepth(n int) {
	if n < 1 || n > MaxDepth {
		n = MaxDepth
	}
	s.max = n
}

// Depth returns the number of open containers.
func (s *Scanner) Depth() int { return s.depth }

// Complete reports whether the text may end here: behind the top-level value, or
// in a top-level number that needs nothing more. (Only the end of the input, or
// the next byte, tells that a number is over.)
func (s *Scanner) Complete() bool {
	switch s.state {
	case End, ended:
		return true
	case zero, integer, frac, expDigit:
		return s.next == End
	}
	return false
}

// Begun reports whether anything but white space was taken since Reset.
func (s *Scanner) Begun() bool { return s.state != Top }

// full reports whether one more container would be too many.
func (s *Scanner) full() bool {
	if s.max == 0 {
		return s.depth >= MaxDepth
	}
	return s.depth >= s.max
}

// push opens a container: object is 1 for an object, 0 for an array.
func (s *Scanner) push(object uint64) {
	bit := s.depth % 64
	if bit == 0 && s.depth > 0 {
		s.words = append(s.words, s.cur)
		s.cur = 0
	}
	s.cur = s.cur&^(1<<bit) | object<<bit
	s.depth++
}

// pop closes a container and returns the state behind it: End at the top,
// lost if the container around it is of unknown kind.
func (s *Scanner) pop() State {
	s.depth--
	if s.depth == s.floor {
		if s.depth == 0 {
			return End
		}
		return lost
	}
	if s.depth%64 == 0 {
		last := len(s.words) - 1
		s.cur, s.words = s.words[last], s.words[:last]
	}
	if s.cur>>((s.depth-1)%64)&1 != 0 {
		return AfterMember
	}
	return AfterElem
}

// Scan takes bytes up to the end of b, the end of the top-level value, or the
// first fault. It returns how many it took, and why it stopped.
//
// A top-level array or object is Done with its last byte. A string, a number or a
// literal is Done when the byte behind it is seen, which may be any byte and is
// not taken: encoding/json's Decoder waits for that byte, although it could know
// that a string is over. After Done, Scan takes white space only.
func (s *Scanner) Scan(b []byte) (int, Verdict) {
	st := s.state
	i := 0
scan:
	for {
		if i >= len(b) {
			s.state = st
			return i, More
		}
		c := b[i]
		switch st {
		case Top, FirstElem, Elem, MemberValue:
			if class[c]&isSpace != 0 {
				i = skipSpaces(b, i+1)
				continue
			}
			switch c {
			case '"':
				s.next, st = after[st], str
			case '{':
				if s.full() {
					break scan
				}
				s.push(1)
				st = FirstKey
			case '[':
				if s.full() {
					break scan
				}
				s.push(0)
				st = FirstElem
			case ']':
				if st != FirstElem {
					break scan
				}
				if st = s.pop(); st == End || st == lost {
					return s.closed(st, i+1)
				}
			case '-':
				s.next, st = after[st], neg
			case '0':
				s.next, st = after[st], zero
			case '1', '2', '3', '4', '5', '6', '7', '8', '9':
				s.next, st = after[st], integer
			case 't':
				s.next, st = after[st], true1
			case 'f':
				s.next, st = after[st], false1
			case 'n':
				s.next, st = after[st], null1
			default:
				break scan
			}
			i++

		case AfterElem:
			switch c {
			case ' ', '\t', '\n', '\r':
			case ',':
				st = Elem
			case ']':
				if st = s.pop(); st == End || st == lost {
					return s.closed(st, i+1)
				}
			default:
				break scan
			}
			i++

		case AfterMember:
			switch c {
			case ' ', '\t', '\n', '\r':
			case ',':
				st = Key
			case '}':
				if st = s.pop(); st == End || st == lost {
					return s.closed(st, i+1)
				}
			default:
				break scan
			}
			i++

		case FirstKey, Key:
			switch c {
			case ' ', '\t', '\n', '\r':
				i = skipSpaces(b, i+1)
				continue
			case '"':
				s.next, st = Colon, str
			case '}':
				if st != FirstKey {
					break scan
				}
				if st = s.pop(); st == End || st == lost {
					return s.closed(st, i+1)
				}
			default:
				break scan
			}
			i++

		case Colon:
			switch c {
			case ' ', '\t', '\n', '\r':
			case ':':
				st = MemberValue
			default:
				break scan
			}
			i++

		case End:
			if class[c]&isSpace == 0 {
				break scan
			}
			i++

		case str:
			if i = skipPlain(b, i); i >= len(b) {
				continue
			}
			c = b[i]
			for class[c]&isPlain != 0 {
				if i++; i >= len(b) {
					continue scan
				}
				c = b[i]
			}
			switch c {
			case '"':
				if st = s.next; st == End {
					st = ended
				}
			case '\\':
				st = strEsc
			default:
				break scan
			}
			i++

		case strEsc:
			switch c {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
				st = str
			case 'u':
				st = strU0
			default:
				break scan
			}
			i++

		case strU0, strU1, strU2, strU3:
			if class[c]&isHex == 0 {
				break scan
			}
			if st++; st > strU3 {
				st = str
			}
			i++

		case neg:
			switch {
			case c == '0':
				st = zero
			case class[c]&isDigit != 0:
				st = integer
			default:
				break scan
			}
			i++

		case zero, integer, frac, expDigit:
			if st != zero {
				for class[c]&isDigit != 0 {
					if i++; i >= len(b) {
						continue scan
					}
					c = b[i]
				}
			}
			switch {
			case c == '.' && (st == zero || st == integer):
				st = dot
				i++
			case (c == 'e' || c == 'E') && st != expDigit:
				st = exp
				i++
			case s.next == End:
				return s.closed(End, i)
			default:
				st = s.next // and c once more
			}

		case dot:
			if class[c]&isDigit == 0 {
				break scan
			}
			st = frac
			i++

		case exp, expSign:
			switch {
			case (c == '+' || c == '-') && st == exp:
				st = expSign
			case class[c]&isDigit != 0:
				st = expDigit
			default:
				break scan
			}
			i++

		case ended:
			return s.closed(End, i)

		case lost:
			return s.closed(lost, i)

		default: // in true, false or null
			l := &literals[st]
			if c != l.want {
				break scan
			}
			if st = l.then; st == Top {
				if st = s.next; st == End {
					st = ended
				}
			}
			i++
		}
	}
	s.state = st
	return i, Bad
}

// Lanes of a word: 1 and 0x80 in each.
const (
	lanes = ^uint64(0) / 0xff
	highs = lanes << 7
)

// skipSpaces returns the index of the first byte of b[i:] that is no space, or one of the
// seven spaces before it: indentation goes by words.
func skipSpaces(b []byte, i int) int {
	for i+8 <= len(b) && binary.LittleEndian.Uint64(b[i:]) == lanes*' ' {
		i += 8
	}
	return i
}

// skipPlain returns the index of the first byte of b[i:] that is not plain, or one of the
// seven bytes before it.
//
// Per lane, (x-1)&^x has its top bit set if x is 0, and (x-0x20)&^x if x < 0x20; a borrow from a
// lane below may set others, but that lane is not plain then. So no bit at all means
// eight plain bytes.
func skipPlain(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		quote, backslash := w^lanes*'"', w^lanes*'\\'
		if ((quote-lanes)&^quote|(backslash-lanes)&^backslash|(w-lanes*' ')&^w)&highs != 0 {
			break
		}
	}
	return i
}

// closed leaves Scan where the container that it was started in, or the whole
// value, ends: before byte i.
func (s *Scanner) closed(st State, i int) (int, Verdict) {
	s.state = st
	if st == lost {
		return i, Lost
	}
	return i, Done
}
