// Values for empty interfaces: map[string]any, []any, string, float64 (or
// Number), bool and nil.
//
// Members and elements collect on stacks of the engine, so that each map and
// slice is made once, with its final size. Names repeat, so they go through a
// small cache. Floats and short strings are boxed in slabs: one allocation for
// many interfaces. Slices and maps are boxed one by one, since a slab of them
// would keep their neighbours' trees alive; a short slice together with its elements.

package decoder

import (
	"swarjson/internal/mem"
	"swarjson/internal/num"
	"swarjson/internal/syntax"
)

const (
	floatSlab  = 64 // floats of one allocation: 512 bytes
	stringSlab = 32 // string headers of one allocation: 512 bytes

	// flushMembers is how many members collect before a map is made: a document
	// that repeats one name must not cost memory for each.
	flushMembers = 512

	// keptStack is how many entries of the stacks stay with a pooled engine.
	keptStack = 4096
)

// member is a name and its value, on their way into a map.
type member struct {
	name  string
	value any
}

// any decodes the value at entry k. A negative entry is a syntax fault; a type
// error (a number too large) yields nil, is saved, and raises d.anyError.
func (d *engine) any(k int) (any, int) {
	switch c := d.tok(k); c {
	case '"':
		s, ok := d.text(k)
		if !ok {
			return nil, d.fail(k, faultValue)
		}
		return d.boxString(s), k + 2
	case '{':
		m, k := d.anyObject(k)
		return m, k
	case '[':
		return d.anyArray(k)
	case 't':
		if !isTrue(d.ptr(k)) {
			return nil, d.fail(k, faultValue)
		}
		return true, k + 1
	case 'f':
		if !isFalse(d.ptr(k)) {
			return nil, d.fail(k, faultValue)
		}
		return false, k + 1
	case 'n':
		if !isNull(d.ptr(k)) {
			return nil, d.fail(k, faultValue)
		}
		return nil, k + 1
	}
	if d.useNumber {
		n := d.scalar(k)
		if n == 0 {
			return nil, d.fail(k, faultValue)
		}
		return Number(d.shortCopy(k, n)), k + 1
	}
	q := d.ptr(k)
	v, n, ok := num.Float64(q, d.at(k+1)-d.at(k))
	if !ok || !endsScalar[q.U8(n)] {
		return d.anyNumberSlow(k)
	}
	return d.boxFloat(v), k + 1
}

// anyNumberSlow is any for a number that is none, or out of float64's range.
func (d *engine) anyNumberSlow(k int) (any, int) {
	n := d.scalar(k)
	if n == 0 {
		return nil, d.fail(k, faultValue)
	}
	// encoding/json has read one byte more by then.
	offset := d.offset(k) + n + 1
	if d.saveTypeError(k+1, "number "+string(d.ptr(k).Bytes(n)), float64Type, offset) < 0 {
		d.anyError = true
	}
	return nil, k + 1
}

// anyObject decodes the object that opens at entry k.
func (d *engine) anyObject(k int) (map[string]any, int) {
	if d.depth >= d.maxDepth {
		return nil, d.fail(k, faultValue)
	}
	d.enter('{')
	k++
	if k > d.lim {
		k = d.refill(k)
	}
	if d.tok(k) != '"' {
		if d.tok(k) != '}' {
			return nil, d.fail(k, syntax.FirstKey)
		}
		return map[string]any{}, d.leave(k)
	}
	var m map[string]any
	base := len(d.members)
	for {
		name, ok := d.name(k)
		if !ok {
			return nil, d.fail(k, syntax.Key)
		}
		if d.tok(k+2) != ':' {
			return nil, d.fail(k+2, syntax.Colon)
		}
		v, next := d.any(k + 3)
		if next < 0 {
			d.failedIn(syntax.MemberValue)
			return nil, next
		}
		k = next
		d.members = append(d.members, member{name, v})
		c := d.tok(k)
		if c == ',' {
			k++
			if k > d.lim {
				k = d.refill(k)
			}
			if d.tok(k) != '"' {
				return nil, d.fail(k, syntax.Key)
			}
			if len(d.members)-base == flushMembers {
				m = d.flush(m, base)
			}
			continue
		}
		if c != '}' {
			return nil, d.fail(k, syntax.AfterMember)
		}
		return d.flush(m, base), d.leave(k)
	}
}

// flush moves the members from base on into m, which is made if it is nil.
func (d *engine) flush(m map[string]any, base int) map[string]any {
	d.memberMark = max(d.memberMark, len(d.members))
	members := d.members[base:]
	if m == nil {
		m = make(map[string]any, len(members))
	}
	for i := range members {
		m[members[i].name] = members[i].value
	}
	d.members = d.members[:base]
	return m
}

// anyArray decodes the array that opens at entry k.
func (d *engine) anyArray(k int) (any, int) {
	if d.depth >= d.maxDepth {
		return nil, d.fail(k, faultValue)
	}
	d.enter('[')
	k++
	if k > d.lim {
		k = d.refill(k)
	}
	if d.tok(k) == ']' {
		return emptySlice, d.leave(k)
	}
	base := len(d.items)
	for {
		v, next := d.any(k)
		if next < 0 {
			d.failedIn(syntax.Elem)
			return nil, next
		}
		k = next
		d.items = append(d.items, v)
		c := d.tok(k)
		if c == ',' {
			k++
			if k > d.lim {
				k = d.refill(k)
			}
			continue
		}
		if c != ']' {
			return nil, d.fail(k, syntax.AfterElem)
		}
		d.itemMark = max(d.itemMark, len(d.items))
		s := boxSlice(d.items[base:])
		d.items = d.items[:base]
		return s, d.leave(k)
	}
}

// emptySlice is what all empty arrays become: there is nothing in it to share.
var emptySlice any = []any{}

// shortSlice is a slice of up to four elements and its memory: one allocation for an interface
// value that otherwise needs two, for header and elements.
type shortSlice[A [1]any | [2]any | [3]any | [4]any] struct {
	slice []any
	array A
}

// boxSlice returns a copy of items as an interface value.
func boxSlice(items []any) any {
	switch len(items) {
	case 1:
		b := new(shortSlice[[1]any])
		return boxIn(&b.slice, b.array[:], items)
	case 2:
		b := new(shortSlice[[2]any])
		return boxIn(&b.slice, b.array[:], items)
	case 3:
		b := new(shortSlice[[3]any])
		return boxIn(&b.slice, b.array[:], items)
	case 4:
		b := new(shortSlice[[4]any])
		return boxIn(&b.slice, b.array[:], items)
	}
	s := make([]any, len(items))
	copy(s, items)
	return s
}

// boxIn makes *slice a copy of items in array, and boxes it.
func boxIn(slice *[]any, array, items []any) any {
	copy(array, items)
	*slice = array
	return mem.BoxSlice(slice)
}

// boxString returns s as an interface value.
func (d *engine) boxString(s string) any {
	if len(s) > wordCopy {
		return s
	}
	if len(d.strs) == cap(d.strs) {
		d.strs = make([]string, 0, stringSlab)
	}
	d.strs = append(d.strs, s) // SAFETY: a slab's elements are written once.
	return mem.BoxString(&d.strs[len(d.strs)-1])
}

// boxFloat returns f as an interface value.
func (d *engine) boxFloat(f float64) any {
	if len(d.floats) == cap(d.floats) {
		d.floats = make([]float64, 0, floatSlab)
	}
	d.floats = append(d.floats, f) // SAFETY: as in boxString.
	return mem.BoxFloat64(&d.floats[len(d.floats)-1])
}

// nameCache holds names of this call, found by their bytes. Only names without
// escapes are in it, so that a hit on a name's raw bytes is exact.
type nameCache [256]string

// Names up to this many bytes are cached.
const longestCached = 32

// name returns the member name whose opening quote is entry k.
func (d *engine) name(k int) (string, bool) {
	from := d.at(k) + 1
	n := d.at(k+1) - from
	if uint(n-1) >= longestCached || d.flags&flagsInexact != 0 || d.alias {
		return d.text(k)
	}
	p := d.base.Add(from)
	first := p.U64(0)
	var last uint64
	if n > 8 {
		last = p.U64(n - 8)
	} else {
		first &= ^uint64(0) >> ((64 - uint(n)*8) & 63) // 1 ≤ n ≤ 8
	}
	if d.names == nil {
		d.names = new(nameCache)
	}
	at := byte((first ^ last*3 + uint64(n)) * golden >> 56) // the product's top byte
	slot := &d.names[at]
	if len(*slot) == n && *slot == p.String(n) {
		return *slot, true
	}
	s, ok := d.text(k)
	if ok && len(s) == n {
		if *slot == "" {
			if d.namesUsed < len(d.nameSlots) {
				d.nameSlots[d.namesUsed] = at
			}
			d.namesUsed++
		}
		*slot = s
	}
	return s, ok
}

// releaseAny forgets what stacks and cache hold of a result.
func (d *engine) releaseAny() {
	d.memberMark = max(d.memberMark, len(d.members))
	d.itemMark = max(d.itemMark, len(d.items))
	d.members = d.members[:0]
	d.items = d.items[:0]
	if cap(d.members) > keptStack {
		d.members = nil
	} else {
		clear(d.members[:d.memberMark])
	}
	if cap(d.items) > keptStack {
		d.items = nil
	} else {
		clear(d.items[:d.itemMark])
	}
	d.memberMark, d.itemMark = 0, 0
	if d.namesUsed > len(d.nameSlots) {
		clear(d.names[:])
	} else {
		for _, at := range d.nameSlots[:d.namesUsed] {
			d.names[at] = ""
		}
	}
	d.namesUsed = 0
}
