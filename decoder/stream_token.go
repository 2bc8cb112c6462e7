package decoder

import (
	"swarjson/internal/mem"
	"swarjson/internal/syntax"
)

// The token stream: a token at a time without a target, and values inside of
// arrays and objects by Decode. It walks the grammar's states by itself, and
// reads each literal as if it were a value of its own.

// kinds is a stack of one bit per open container: 1 for an object. Token has no depth limit, so what a level
// costs is up to the input.
//
//	len(full) = max(0, depth-1) / 64
//	level l, 1 ≤ l ≤ depth, is  bit 63-(l-1)%64 of full[(l-1)/64]  if (l-1)/64 < len(full),
//	                            bit depth-l of top                 if not
//
// Bits of top above these are left over, and mean nothing.
type kinds struct {
	top   uint64
	depth int
	full  []uint64
}

func (k *kinds) push(object bool) {
	if k.depth&63 == 0 {
		k.spill()
	}
	bit := uint64(0)
	if object {
		bit = 1
	}
	k.top = k.top<<1 | bit
	k.depth++
}

// spill puts a full top away.
func (k *kinds) spill() {
	if k.depth > 0 {
		k.full = append(k.full, k.top)
	}
}

// pop takes the innermost container off. depth > 0.
func (k *kinds) pop() {
	k.depth--
	k.top >>= 1
	if k.depth&63 == 0 {
		k.unspill()
	}
}

// unspill takes the last full word back.
func (k *kinds) unspill() {
	if last := len(k.full) - 1; last >= 0 {
		k.top, k.full = k.full[last], k.full[:last]
	}
}

// after returns the token stream's state behind a value.
func (k *kinds) after() syntax.State {
	switch {
	case k.depth == 0:
		return syntax.Top
	case k.top&1 != 0:
		return syntax.AfterMember
	}
	return syntax.AfterElem
}

// object reports whether the container at level, counted from 1, is an object.
func (k *kinds) object(level int) bool {
	word, at := (level-1)>>6, (level-1)&63
	if word < len(k.full) {
		return k.full[word]>>(63-at)&1 != 0
	}
	return k.top>>(k.depth-level)&1 != 0
}

// byteToken is Token without an index: it looks at the unread bytes one by one. It says
// what Token does; the walk along the entries leaves to it all that is not regular.
func (dec *stream) byteToken() (Token, error) {
	if dec.in.reading {
		panic(readerCalls)
	}
	for {
		c, err := dec.peek()
		if err != nil {
			dec.park()
			return nil, err
		}
		switch c {
		case '[':
			if !dec.takesValue() {
				return dec.tokenError(c)
			}
			dec.open(false, syntax.FirstElem)
			return Delim('['), nil
		case '{':
			if !dec.takesValue() {
				return dec.tokenError(c)
			}
			dec.open(true, syntax.FirstKey)
			return Delim('{'), nil
		case ']':
			if dec.state != syntax.FirstElem && dec.state != syntax.AfterElem {
				return dec.tokenError(c)
			}
			dec.close()
			return Delim(']'), nil
		case '}':
			if dec.state != syntax.FirstKey && dec.state != syntax.AfterMember {
				return dec.tokenError(c)
			}
			dec.close()
			return Delim('}'), nil
		case ':':
			if dec.state != syntax.Colon {
				return dec.tokenError(c)
			}
			dec.in.skip(1)
			dec.state = syntax.MemberValue
		case ',':
			switch dec.state {
			case syntax.AfterElem:
				dec.nextElem()
			case syntax.AfterMember:
				dec.state = syntax.Key
			default:
				return dec.tokenError(c)
			}
			dec.in.skip(1)
		default:
			name := c == '"' && (dec.state == syntax.FirstKey || dec.state == syntax.Key)
			if !name && !dec.takesValue() {
				return dec.tokenError(c)
			}
			token, err := dec.literal()
			if name && err == nil {
				dec.setName(token.(string))
				dec.state = syntax.Colon
			}
			return token, err
		}
	}
}

// open consumes the bracket that begins an array or object.
func (dec *stream) open(object bool, first syntax.State) {
	dec.in.skip(1)
	if dec.names.current > 0 {
		dec.settleName()
	}
	dec.parents.push(object)
	// What is left of an earlier container's step is its name, which no one looks at before there
	// is another.
	if n := len(dec.path); n < maxPathDepth {
		if n < cap(dec.path) {
			dec.path = dec.path[:n+1]
			dec.path[n].index = 0
		} else {
			dec.path = append(dec.path, streamStep{})
		}
	}
	dec.state = first
}

// nextElem is called behind the comma of an array.
func (dec *stream) nextElem() {
	if dec.parents.depth <= maxPathDepth {
		dec.path[dec.parents.depth-1].index++
	}
	dec.state = syntax.Elem
}

// setName is called behind the name of a member.
func (dec *stream) setName(name string) {
	dec.names.current = 0
	if dec.parents.depth <= maxPathDepth {
		dec.path[dec.parents.depth-1].name = name
	}
}

// keptPath is how many steps a path has room for, at most, between two values at the top.
const keptPath = 64

// close consumes the bracket that ends the innermost array or object.
func (dec *stream) close() {
	dec.in.skip(1)
	dec.names.current = 0
	dec.parents.pop()
	if n := dec.parents.depth; n < len(dec.path) {
		dec.path = dec.path[:n]
	}
	dec.state = dec.parents.after()
	if dec.state == syntax.Top {
		// Keeps no name. All that is kept is cleared behind every value, so it must not be much.
		if cap(dec.path) > keptPath {
			dec.path = nil
		} else {
			clear(dec.path[:cap(dec.path)])
		}
	}
}

// takesValue reports whether a value may come next.
func (dec *stream) takesValue() bool { return valueStates>>dec.state&1 != 0 }

// valueStates has bit s set for each state s in which a value may come next.
const valueStates = 1<<syntax.Top | 1<<syntax.FirstElem | 1<<syntax.Elem | 1<<syntax.MemberValue

// endValue is called behind a value.
func (dec *stream) endValue() {
	switch dec.state {
	case syntax.FirstElem, syntax.Elem:
		dec.state = syntax.AfterElem
	case syntax.MemberValue:
		dec.state = syntax.AfterMember
	}
}

// separator consumes the comma or colon that a Decode inside of an array or object
// finds before its value. (Behind the comma of an object comes a name, which only
// Token takes.)
func (dec *stream) separator() error {
	due := byte(',')
	switch dec.state {
	case syntax.AfterElem:
	case syntax.Colon:
		due = ':'
	default:
		return nil
	}
	c, err := dec.peek()
	if err != nil {
		return err
	}
	if c != due {
		return syntax.ValueError(dec.state, c, dec.inputOffset())
	}
	dec.in.skip(1)
	if due == ',' {
		dec.nextElem()
	} else {
		dec.state = syntax.MemberValue
	}
	return nil
}

// peek consumes white space and returns the byte behind it, which stays unread. If
// there is none, the white space stays too. Errors of the reader are returned,
// but not remembered.
func (dec *stream) peek() (byte, error) {
	if unread := dec.in.unread(); len(unread) > 0 && unread[0] > ' ' {
		return unread[0], nil
	}
	var err error
	for n := 0; ; {
		unread := dec.in.unread()
		n = skipSpace(unread, n)
		if dec.opts.MaxBytes > 0 && int64(n) > dec.opts.MaxBytes {
			return 0, ErrTooLarge
		}
		if n < len(unread) {
			dec.in.skip(n)
			return unread[n], nil
		}
		if err != nil {
			return 0, err
		}
		err = dec.in.fill()
	}
}

// skipSpace returns the index of the first byte of b[n:] that is no white space, or
// len(b). Indentation goes by words.
func skipSpace(b []byte, n int) int {
	p := mem.Of(b)
	for n < len(b) && syntax.IsSpace(b[n]) {
		n++
		// SAFETY: n+8 <= len(b).
		for n+8 <= len(b) && p.U64(n) == lanes*' ' {
			n += 8
		}
	}
	return n
}

func (dec *stream) tokenError(c byte) (Token, error) {
	return nil, syntax.TokenError(dec.state, c, dec.inputOffset())
}
