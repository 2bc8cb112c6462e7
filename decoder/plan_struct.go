// Plans for structs, and how a member's name finds its field.
//
// Documents are mostly written by encoders, so the next member is guessed to be
// the next field in declaration order: length and first word are compared, then
// the rest. If the guess fails a hash table is asked. It is keyed by what is the
// same for all spellings of an ASCII name (length, first and last word without the case
// bits), so that a miss is a proof for most names that no field matches.
//
// Many structs have no tags, and every name then differs from its field in case. It costs nothing
// as long as no other field has the same letters: see field.loose. Only names that meet a field which is not
// loose, and are not equal to it, and names with escapes or non-ASCII characters go to the map of folded names.

package decoder

import (
	"fmt"
	"math/bits"
	"reflect"
	"unicode/utf8"

	"swarjson/internal/mem"
	"swarjson/internal/num"
	"swarjson/internal/syntax"
	"swarjson/scan"
)

// field is a field of a struct plan, laid out for the comparison with a name.
type field struct {
	first uint64 // first eight bytes of the name, low lane first, zero behind its end

	// mask[1] has the lanes of first that belong to the name: it is for Options.CaseSensitive. mask[0] is for names in
	// any case: if the field is loose it lacks the bits that are the case of a letter, else it is the same.
	mask [2]uint64

	// loose: the name is ASCII, and that of no other field becomes the same by folding. So what
	// differs from it in case alone is meant for no other field.
	loose bool

	set  setFunc
	off  int // offset of the field in the struct
	name string
	path string // name behind the names of the structs it is embedded in, with dots
	next int32  // number of the next field in the same slot, -1 at the end
	kind fieldKind
}

// structPlan decodes objects into structs of one type.
type structPlan struct {
	typ    reflect.Type
	fields []field
	table  []int32 // hash → number of the first field, -1: none; len is a power of two
	exact  map[string]int32
	folded map[string]int32
	wide   bool // a name has non-ASCII characters, which may match others, ASCII ones too
}

// structure compiles struct type t.
func (c *compiler) structure(p *plan, t reflect.Type) setFunc {
	s := &structPlan{typ: t, exact: map[string]int32{}, folded: map[string]int32{}}
	selected := structFields(t)
	for _, sf := range selected {
		f := field{name: sf.name}
		f.first, f.mask[1] = firstWord(sf.name)
		f.mask[0] = f.mask[1]
		s.fields = append(s.fields, f)
	}
	for i, sf := range selected {
		c.reach(p, &s.fields[i], t, sf)
	}
	s.buildTable()
	// Not the method value s.decode, which would be one more call.
	return func(d *engine, k int, p mem.Ptr) int {
		if d.tok(k) != '{' {
			return d.mismatch(k, s.typ)
		}
		if d.depth >= d.maxDepth {
			return d.fail(k, faultValue)
		}
		d.enter('{')
		k++
		if k > d.lim {
			k = d.refill(k)
		}
		if c := d.tok(k); c != '"' {
			if c != '}' {
				return d.fail(k, syntax.FirstKey)
			}
			return d.leave(k)
		}
		return s.fill(d, k, p)
	}
}

// reach fills in how f is set from a pointer to its struct of type t. The way to
// a field leads through embedded structs, and may pass pointers to them.
func (c *compiler) reach(p *plan, f *field, t reflect.Type, sf structField) {
	at := t
	readOnly := false // the last step is to an unexported embedded struct
	direct := true    // no pointer on the way
	path := ""
	for i, n := range sf.index {
		if at.Kind() == reflect.Pointer {
			at = at.Elem()
			direct = false
		}
		step := at.Field(n)
		if i < len(sf.index)-1 {
			path += step.Name + "."
		}
		f.off += int(step.Offset)
		readOnly = !step.IsExported()
		at = step.Type
	}
	f.path = path + sf.name
	part := c.part(p, sf.typ)
	if direct && !sf.quoted && !readOnly {
		c.link(func() { f.set = part.value })
		f.kind = kindOf(sf.typ)
		if sf.typ.Kind() == reflect.Pointer {
			f.kind = fieldPointer
		}
		return
	}
	if readOnly && sf.typ.Kind() == reflect.Pointer {
		// It cannot be set: reflect panics, for which the document has to be valid first.
		p.userCode = true
	}
	f.off = 0
	f.set = func(d *engine, k int, p mem.Ptr) int {
		v, err := walk(reflect.NewAt(t, p.Pointer()).Elem(), sf.index)
		if err != nil {
			d.saveError(err)
			return d.skip(k)
		}
		switch {
		case sf.quoted:
			return d.quoted(k, v)
		case readOnly:
			return d.generic(k, v)
		}
		return part.value(d, k, mem.From(v.Addr().UnsafePointer()))
	}
	if sf.quoted && direct && !readOnly {
		f.off = int(offsetOf(t, sf.index))
		f.set = quotedPlan(sf.typ)
	}
}

// offsetOf returns the offset of a field that no pointer is on the way to.
func offsetOf(t reflect.Type, index []int) (off uintptr) {
	for _, n := range index {
		step := t.Field(n)
		off += step.Offset
		t = step.Type
	}
	return off
}

// quotedPlan returns the set function of a field of type t with ",string".
func quotedPlan(t reflect.Type) setFunc {
	return func(d *engine, k int, p mem.Ptr) int {
		return d.quoted(k, reflect.NewAt(t, p.Pointer()).Elem())
	}
}

// walk returns the field of v at index, allocating embedded structs.
func walk(v reflect.Value, index []int) (reflect.Value, error) {
	for _, n := range index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				if !v.CanSet() {
					return v, fmt.Errorf("json: cannot set embedded pointer to unexported struct: %v", v.Type().Elem())
				}
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(n)
	}
	return v, nil
}

// firstWord returns the first eight bytes of name as a word, and the mask of them.
func firstWord(name string) (word, mask uint64) {
	for i := range min(len(name), 8) {
		word |= uint64(name[i]) << (8 * i)
		mask |= 0xff << (8 * i)
	}
	return word, mask
}

// hash maps a name's length n, its first word (with zeros behind its end) and, if it is
// longer than eight bytes, its last to a slot. Bit 5 of each byte is set first, which makes
// the letters' cases equal (and joins some other characters, to no harm).
//
// The last word is for types with many fields, whose names often begin alike. A character
// that both words have does not cancel out, since 13 is odd. Of the product, bit i depends
// on bits 0 to i only, so the upper half is first folded onto the lower.
func (s *structPlan) hash(first, last uint64, n int) uint {
	x := (first | lanes*0x20) ^ bits.RotateLeft64(last|lanes*0x20, 13)
	x ^= x >> 32
	return uint(x*golden>>32+uint64(n)*0x85EBCA6B) & uint(len(s.table)-1)
}

func (s *structPlan) buildTable() {
	size := 4
	for size < 4*len(s.fields) {
		size *= 2
	}
	s.table = make([]int32, size)
	for i := range s.table {
		s.table[i] = -1
	}
	for i := len(s.fields) - 1; i >= 0; i-- {
		f := &s.fields[i]
		last := uint64(0)
		if n := len(f.name); n > 8 {
			last, _ = firstWord(f.name[n-8:])
		}
		slot := &s.table[s.hash(f.first, last, len(f.name))]
		f.next = *slot
		*slot = int32(i)
		s.exact[f.name] = int32(i)
		// Of names that are equal but for case, the first in the struct counts.
		folded := fold(nil, []byte(f.name))
		other, twin := s.folded[string(folded)]
		if twin {
			s.fields[other].loose = false
		}
		ascii := true
		for _, c := range []byte(f.name) {
			ascii = ascii && c < utf8.RuneSelf
		}
		f.loose = ascii && !twin
		s.wide = s.wide || !ascii
		s.folded[string(folded)] = int32(i)
	}
	for i := range s.fields {
		if f := &s.fields[i]; f.loose {
			f.mask[0] &^= caseBits(f.first)
		}
	}
}

// fill decodes members from the name at entry k on, to the object's end.
//
// It is the innermost loop of most programs, and calls no set function where it need not: strings
// that text would copy word by word, numbers, bools and null for pointers are stored here.
//
//	base = d.base, index = d.pos    read again after each call that may refill
func (s *structPlan) fill(d *engine, k int, p mem.Ptr) int {
	guess := 0
	event := 0 // all ones once a value has raised one
	exact := 0 // which mask counts
	if d.caseSensitive {
		exact = 1
	}
	base, index := d.base, d.pos
	for {
		// SAFETY: as for entry, in all of the loop. A colon is two entries on, so the name
		// has a closing quote; words reach at most 8 bytes beyond the name, where lookahead or
		// padding lies.
		e := index.Add(k * 4)
		from := entry(e, 0) + 1
		n := entry(e, 1) - from
		if base.U8(entry(e, 2)) != ':' {
			return s.badName(d, k)
		}
		name := base.Add(from)
		word := name.U64(0)
		var f *field
		if guess < len(s.fields) {
			f = &s.fields[guess]
			if len(f.name) == n && (word^f.first)&f.mask[exact] == 0 && (n <= 8 || sameTail(name, f.name, n)) {
				guess++
				goto found
			}
		}
		{
			i := s.lookup(d, k, name, word, n)
			if i < 0 {
				if i == badField {
					return d.fail(k, syntax.Key)
				}
				k = d.skip(k + 3)
				if k < 0 {
					d.failedIn(syntax.MemberValue)
					return k
				}
				base, index = d.base, d.pos
				goto separator
			}
			f = &s.fields[i]
			guess = int(i) + 1
		}
	found:
		k += 3
		{ // a block, for goto must not jump over what it declares. The cases are those of store.
			at := entry(e, 3)
			q := base.Add(at)
			v := p.Add(f.off)
			switch f.kind {
			case fieldString:
				if q.U8(0) != '"' {
					break
				}
				str, ok := "", false
				size := entry(e, 4) - at - 1
				if uint(size) <= wordCopy && cap(d.arena)-len(d.arena) >= size+8 && d.flags&flagsInexact == 0 && !d.alias {
					// text and room, in line. SAFETY: as there.
					src, dst := q.Add(1), mem.Of(d.arena).Add(len(d.arena))
					plain := true
					if d.flags&scan.Backslash == 0 {
						copyWords(dst, src, size)
					} else {
						plain = !copyFind(dst, src, size)
					}
					if plain {
						*mem.At[string](v) = d.take(dst, size)
						k += 2
						goto separator
					}
					str, ok = d.textSlow(k)
				} else {
					str, ok = d.text(k)
				}
				if ok {
					*mem.At[string](v) = str
					k += 2
					goto separator
				}
			case fieldInt64:
				if i, size, ok := num.Int64(q); ok && endsScalar[q.U8(size)] {
					*mem.At[int64](v) = i
					k++
					goto separator
				}
			case fieldFloat64:
				if x, size, ok := num.Float64(q, entry(e, 4)-at); ok && endsScalar[q.U8(size)] {
					*mem.At[float64](v) = x
					k++
					goto separator
				}
			case fieldBool:
				if b := isTrue(q); b || isFalse(q) {
					*mem.At[bool](v) = b
					k++
					goto separator
				}
			case fieldPointer:
				if isNull(q) {
					*mem.At[mem.Ptr](v) = mem.Ptr{}
					k++
					goto separator
				}
			}
			if k = f.set(d, k, v); k < 0 {
				if k = d.unwindMember(k, s.typ, f); k < 0 {
					return k
				}
				event = -1
			}
			base, index = d.base, d.pos
		}
	separator:
		c := base.U8(entry(index, k))
		if c == ',' {
			k++
			if k > d.lim {
				k = d.refill(k)
				base, index = d.base, d.pos
			}
			if base.U8(entry(index, k)) != '"' {
				return d.fail(k, syntax.Key)
			}
			continue
		}
		if c != '}' {
			return d.fail(k, syntax.AfterMember)
		}
		return d.leave(k) ^ event
	}
}

// sameTail compares the last bytes of a name of n = len(name) > 8 bytes whose first eight
// are the same as the field's. Words end at n, in both.
func sameTail(p mem.Ptr, name string, n int) bool {
	q := mem.OfString(name)
	for i := 8; i < n-8; i += 8 {
		if p.U64(i) != q.U64(i) {
			return false
		}
	}
	return p.U64(n-8) == q.U64(n-8)
}

// sameFoldedTail is sameTail without regard to case. name is ASCII; at p may be any bytes, for bit 7 is never left out.
func sameFoldedTail(p mem.Ptr, name string, n int) bool {
	q := mem.OfString(name)
	for i := 8; i < n-8; i += 8 {
		if word := q.U64(i); (p.U64(i)^word)&^caseBits(word) != 0 {
			return false
		}
	}
	word := q.U64(n - 8)
	return (p.U64(n-8)^word)&^caseBits(word) == 0
}

// caseBits returns bit 5 of each lane of word, all of them below 0x80, that is a letter: what upper and lower case
// differ in.
//
//	x = c|0x20 is in 'a' … 'z'  just if  x + (0x80 - 'a') has bit 7 and x + (0x7f - 'z') has not
//
// Neither sum exceeds 0xff: lanes do not carry. TestCaseBits.
func caseBits(word uint64) uint64 {
	x := word | lanes*0x20
	return (x + lanes*(0x80-'a')) &^ (x + lanes*(0x7f-'z')) & highs >> 2
}

// badName reports the fault of a name at entry k that no colon follows.
func (s *structPlan) badName(d *engine, k int) int {
	if d.flags&flagsSpecial != 0 && !d.checkString(k) {
		return d.fail(k, syntax.Key)
	}
	return d.fail(k+2, syntax.Colon)
}

const (
	noField  = -1
	badField = -2 // the name has a syntax fault
)

// lookup returns the number of the field that the name at entry k selects.
func (s *structPlan) lookup(d *engine, k int, name mem.Ptr, word uint64, n int) int32 {
	last := uint64(0)
	if n < 8 {
		word &^= ^uint64(0) << (uint(n) * 8 & 63)
	} else if n > 8 {
		last = name.U64(n - 8)
	}
	alike := false // a field could match without regard to case
	for i := s.table[s.hash(word, last, n)]; i >= 0; {
		f := &s.fields[i]
		if len(f.name) == n {
			if f.first == word && (n <= 8 || sameTail(name, f.name, n)) {
				return i
			}
			if f.loose {
				if (f.first^word)&f.mask[0] == 0 && (n <= 8 || sameFoldedTail(name, f.name, n)) && !d.caseSensitive {
					return i
				}
			} else {
				alike = alike || (f.first^word)&^(lanes*0x20) == 0
			}
		}
		i = f.next
	}
	if alike || s.wide || d.flags&(flagsSpecial|flagsNonASCII) != 0 && !isPlainName(name, n) {
		return s.lookupSlow(d, k)
	}
	if d.disallowUnknown {
		d.saveError(fmt.Errorf("json: unknown field %q", string(name.Bytes(n))))
	}
	return noField
}

// isPlainName reports whether the n bytes at p are a name as it stands: ASCII, without
// escapes and control characters. Eight bytes behind them can be read.
func isPlainName(p mem.Ptr, n int) bool {
	var odd uint64
	for i := 0; i < n; i += 8 {
		w := p.U64(i)
		if n-i < 8 {
			// Lanes behind the end become 'x'.
			rest := ^uint64(0) << (uint(n-i) * 8 & 63)
			w = w&^rest | rest&(lanes*'x')
		}
		// A lane's top bit: 0x80 and above; '\\' (where x is 0, or above such a lane);
		// below 0x20.
		x := w ^ lanes*'\\'
		odd |= w | (x-lanes)&^x | (w-lanes*' ')&^w
	}
	return odd&highs == 0
}

// lookupSlow is lookup by the name's exact value and its folded form.
func (s *structPlan) lookupSlow(d *engine, k int) int32 {
	from := d.at(k) + 1
	raw := d.base.Add(from).Bytes(d.at(k+1) - from)
	var buf [128]byte
	var foldBuf [64]byte
	name := raw
	if d.isSpecial(raw) {
		ok := false
		if d.flags&flagsInexact == 0 && len(raw) <= len(buf)-8 {
			var n int
			n, ok = unescape(mem.Of(buf[:]), raw)
			name = buf[:n]
		} else {
			name, ok = appendUnquoted(buf[:0], raw, false)
		}
		if !ok {
			return badField
		}
		if i, ok := s.exact[string(name)]; ok {
			return i
		}
	}
	if !d.caseSensitive {
		if i, ok := s.folded[string(fold(foldBuf[:0], name))]; ok {
			return i
		}
	}
	if d.disallowUnknown {
		d.saveError(fmt.Errorf("json: unknown field %q", string(name)))
	}
	return noField
}
