// Plans for slices and arrays.
//
// Elements are decoded in place. A slice's spare capacity is used as it is, stale
// elements included, as encoding/json does; beyond it the index tells how many
// elements come, so that most slices are allocated once. Where that is too far to see,
// small elements are gathered first; for large ones the length of the plan's last slice
// is the guess.

package decoder

import (
	"encoding/base64"
	"reflect"
	"sync/atomic"

	"swarjson/internal/mem"
	"swarjson/internal/num"
	"swarjson/internal/syntax"
)

const (
	// countAhead bounds how many entries are looked at to count elements. Each
	// array looks at its own elements, nested ones again: the bound keeps that
	// linear.
	countAhead = 96

	// firstCapacity is what a slice starts with at most if counting did not reach its end.
	firstCapacity = 4

	// mostGrowth is how many times its length a slice may grow at once, if the last one was longer.
	mostGrowth = 4

	// Engines remember lengths in lengthSlots slots, which plans share in turn. Flag isLong is
	// set if the last array had more than shortArray bytes: counting would not reach its end.
	lengthSlots = 64
	isLong      = 1 << 31

	// gatherBytes is how much memory elements are gathered in, if they have no more than
	// largestGathered bytes. So many slices at a time do so: a thousand nested arrays
	// must not take a thousand times that.
	gatherBytes     = 4096
	largestGathered = gatherBytes / 16
	mostGathered    = 16
	keptGatherers   = 4 // with a pooled engine

	// shortArray is how many bytes an array may have at most to be worth counting again.
	shortArray = 8 * countAhead
)

// slicePlan decodes arrays into slices of one type.
type slicePlan struct {
	typ  reflect.Type
	kind fieldKind       // of the elements, which are stored without a call if it is known
	ptr  mem.PointerType // to typ
	set  setFunc         // of an element
	elem reflect.Type
	size int  // of an element
	flat bool // elements have no pointers
	slot uint // of engine.lengths
	// elemPlan is the elements' plan.
	elemPlan *plan
	// batch is how many elements are gathered, 0 if they are too large for that.
	batch int
}

var slicePlans atomic.Uint32

// slice compiles slice type t.
func (c *compiler) slice(p *plan, t reflect.Type) setFunc {
	elem := c.part(p, t.Elem())
	s := &slicePlan{
		typ: t, kind: kindOf(t.Elem()), ptr: mem.PointerTo(t),
		elem: t.Elem(), size: int(t.Elem().Size()), flat: isFlat(t.Elem()),
		slot:     uint(slicePlans.Add(1)) % lengthSlots,
		elemPlan: elem,
	}
	if 0 < s.size && s.size <= largestGathered {
		s.batch = gatherBytes / s.size
	}
	c.link(func() { s.set = elem.value })
	if t.Elem().Kind() == reflect.Uint8 {
		return s.decodeBytes
	}
	// Not the method value s.decode, which would be one more call.
	return func(d *engine, k int, p mem.Ptr) int {
		if d.tok(k) != '[' {
			return s.other(d, k, p)
		}
		return s.decode(d, k, p)
	}
}

// decode is the set function.
func (s *slicePlan) decode(d *engine, k int, p mem.Ptr) int {
	if d.tok(k) != '[' {
		return s.other(d, k, p)
	}
	if d.depth >= d.maxDepth {
		return d.fail(k, faultValue)
	}
	d.enter('[')
	k++
	if k > d.lim {
		k = d.refill(k)
	}
	if d.tok(k) == ']' {
		// A new slice, not nil: bytes of an empty array, by the view described at header.
		*header(p) = []byte{}
		return d.leave(k)
	}
	if cap(*header(p)) > 0 {
		return s.fill(d, k, p, false)
	}
	switch s.start(d, k, p) {
	case sizeKnown:
		return s.fill(d, k, p, false)
	case sizeGuessed:
		return s.fill(d, k, p, true)
	}
	return s.gather(d, k, p)
}

// What start knows of a slice's size.
const (
	sizeKnown   = iota
	sizeGuessed // settle has to be called
	sizeUnknown // the slice has no memory yet
)

// other handles what is no array: null, and errors.
func (s *slicePlan) other(d *engine, k int, p mem.Ptr) int {
	if d.tok(k) == 'n' && isNull(d.ptr(k)) {
		*header(p) = nil
		return k + 1
	}
	return d.mismatch(k, s.typ)
}

// header is a view of a slice of any element type as []byte, in which length and
// capacity still count elements. Reslicing from 0 within the capacity, and storing
// nil or an empty slice, mean the same for every type.
//
// SAFETY: all slices have one layout, with a pointer first, so that storing the view
// runs the write barrier that the slice needs.
func header(p mem.Ptr) *[]byte { return mem.At[[]byte](p) }

// fill decodes elements from entry k on to the array's end. guessed tells that the slice's
// memory is a guess.
func (s *slicePlan) fill(d *engine, k int, p mem.Ptr, guessed bool) int {
	h := header(p)
	begin := d.offset(k)
	event := 0 // all ones once an element has raised one
	for n := 0; ; {
		// The length is set before each element, and cut at the end: methods may
		// panic, and an element may even be the slice that it is in.
		if n >= len(*h) {
			if n >= cap(*h) {
				s.grow(d, k, p, n, begin)
				guessed = true
			}
			*h = (*h)[:n+1]
		}
		at := mem.Of(*h).Add(n * s.size)
		n++
		next := 0
		if s.kind != fieldAny {
			next = d.store(s.kind, k, at)
		}
		if next > 0 {
			k = next
		} else if k = s.set(d, k, at); k < 0 {
			if k = d.unwindElem(k); k < 0 {
				return k
			}
			event = -1
		}
		c := d.tok(k)
		if c != ',' {
			if c != ']' {
				return d.fail(k, syntax.AfterElem)
			}
			if n < len(*h) {
				*h = (*h)[:n]
			}
			if guessed {
				s.settle(d, k, p, begin)
			}
			return d.leave(k) ^ event
		}
		k++
		if k > d.lim {
			k = d.refill(k)
		}
	}
}

// start gives a slice without memory what the elements from entry k on need. Where
// their end cannot be seen they are gathered, if they are small, or it makes a guess.
func (s *slicePlan) start(d *engine, k int, p mem.Ptr) int {
	more, exact := 0, false
	last := d.lengths[s.slot]
	if last&isLong == 0 {
		more, exact = d.count(k)
	}
	h := header(p)
	switch bytes := more * s.size; {
	case !exact && s.batch > 0 && d.gathering < mostGathered && !s.elemPlan.userCode:
		return sizeUnknown
	case !exact && last&isLong != 0:
		s.ptr.Value(p).Grow(int(min(max(last&^isLong, 1), firstCapacity)))
		return sizeGuessed
	case !exact:
		s.ptr.Value(p).Grow(max(more, firstCapacity))
		return sizeGuessed
	case s.flat && bytes > 0 && bytes <= d.ownMemory:
		*h = d.flatRoom(bytes)[:0:more]
	case s.kind == fieldString:
		// SAFETY: all slices of strings have one layout.
		*mem.At[[]string](p) = make([]string, 0, more)
	case more == 1:
		// SAFETY: a variable is a slice's memory for one element.
		*h = mem.From(reflect.New(s.elem).UnsafePointer()).Bytes(1)[:0]
	default:
		s.ptr.Value(p).Grow(more)
	}
	return sizeKnown
}

// grow makes room for element n, which starts at entry k, and for those that are
// expected to follow it. The array's first element is at offset begin.
//
// A guess by the last slice's length is bounded by this one's, of which all is there: any number
// of slices may be open, and all of them guess by the same one.
func (s *slicePlan) grow(d *engine, k int, p mem.Ptr, n, begin int) {
	more := max(n, firstCapacity)
	if !s.flat {
		more = max(more, min(int(d.lengths[s.slot]&^isLong), mostGrowth*n)-n)
	}
	if at := d.offset(k); n >= firstCapacity && d.in == nil {
		// The document has room for so many elements like those before, which is what
		// the last step needs. It is a guess: growing must not get quadratic by it.
		room := (len(d.data)-at)*n/(at-begin) + 1
		more = max(min(more, room), n/4)
	}
	s.ptr.Value(p).Grow(more)
}

// settle ends a slice whose size was a guess, by start or grow. Its elements lie between offset
// begin and entry k. It takes note of the length, and gives back what is far too much.
func (s *slicePlan) settle(d *engine, k int, p mem.Ptr, begin int) {
	h := header(p)
	n := len(*h)
	s.note(d, n, begin, d.offset(k))
	if cap(*h) > 2*n+firstCapacity {
		v := s.ptr.Value(p)
		exact := reflect.MakeSlice(s.typ, n, n)
		reflect.Copy(exact, v)
		v.Set(exact)
	}
}

// note remembers the length of a slice whose elements lie between two offsets.
func (s *slicePlan) note(d *engine, n, begin, end int) {
	last := uint32(min(n, isLong-1))
	if !s.flat && end-begin > shortArray {
		last |= isLong
	}
	d.lengths[s.slot] = last
}

// gatherer is memory in which slices of one plan collect their elements. Afterwards they
// move to memory of their size, which is less work than growing, and leaves no garbage.
type gatherer struct {
	plan  *slicePlan
	slice mem.Ptr // to a slice of plan.typ
	all   []byte  // that slice when it is empty, as header views it
}

// gather is fill for a new slice whose length cannot be seen.
func (s *slicePlan) gather(d *engine, k int, p mem.Ptr) int {
	d.gathering++
	g := d.takeGatherer(s)
	begin := d.offset(k)
	k = s.fill(d, k, g.slice, false)
	d.gathering--
	if k < 0 && d.failed {
		return k // with g, which holds half a value
	}
	from, to := header(g.slice), header(p)
	if n := len(*from); mem.Of(*from) == mem.Of(g.all) {
		dst, src := s.ptr.Value(p), s.ptr.Value(g.slice)
		dst.Grow(n)
		*to = (*to)[:n]
		reflect.Copy(dst, src)
		src.Clear()
		end := k
		if k < 0 {
			end = ^k // an event
		}
		s.note(d, n, begin, d.offset(end))
	} else {
		// It did not find room and has memory of its own, by now.
		*to = *from
		*from = g.all[:g.plan.batch]
		s.ptr.Value(g.slice).Clear()
	}
	*from = g.all
	d.gatherers = append(d.gatherers, g)
	return k
}

// takeGatherer returns memory for elements of s.
func (d *engine) takeGatherer(s *slicePlan) gatherer {
	for i := len(d.gatherers) - 1; i >= 0; i-- {
		if g := d.gatherers[i]; g.plan == s {
			last := len(d.gatherers) - 1
			d.gatherers[i] = d.gatherers[last]
			d.gatherers = d.gatherers[:last]
			return g
		}
	}
	v := reflect.New(s.typ)
	v.Elem().Set(reflect.MakeSlice(s.typ, 0, s.batch))
	slice := mem.From(v.UnsafePointer())
	return gatherer{s, slice, *header(slice)}
}

// flatRoom returns n zero bytes for elements without pointers, aligned for any
// type. Like short strings, small slices share chunks.
func (d *engine) flatRoom(n int) []byte {
	at := (len(d.flat) + 7) &^ 7
	if at+n > cap(d.flat) {
		size := chunkSize
		if d.ownMemory > chunkSize/4 {
			size = largeChunk
		}
		d.flat = make([]byte, 0, size)
		at = 0
	}
	d.flat = d.flat[:at+n]
	return d.flat[at:]
}

// isFlat reports whether a variable of type t holds no pointer.
func isFlat(t reflect.Type) bool {
	switch kind := t.Kind(); kind {
	case reflect.Array:
		return isFlat(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if !isFlat(t.Field(i).Type) {
				return false
			}
		}
		return true
	default:
		return kind >= reflect.Bool && kind <= reflect.Complex128
	}
}

// nesting is what a structural byte does to the depth.
var nesting = [256]int8{'{': 1, '[': 1, '}': -1, ']': -1}

// count counts the elements, or members, from entry k on up to the bracket that
// closes their container. exact is false if it gave up before that.
func (d *engine) count(k int) (n int, exact bool) {
	depth := 0
	n = 1
	base, pos := d.base, d.pos
	for end := min(k+countAhead, d.cnt); k < end; k++ {
		// A string's two quotes change nothing.
		c := base.U8(entry(pos, k))
		if c == ',' {
			if depth == 0 {
				n++
			}
			continue
		}
		if depth += int(nesting[c]); depth < 0 {
			return n, true
		}
	}
	return n, false
}

// decodeBytes is the set function of slices of bytes: base64 in a string, or an
// array of numbers.
func (s *slicePlan) decodeBytes(d *engine, k int, p mem.Ptr) int {
	if d.tok(k) != '"' {
		return s.decode(d, k, p)
	}
	if k+1 >= d.cnt {
		return d.fail(k, faultValue)
	}
	from := d.at(k) + 1
	raw := d.base.Add(from).Bytes(d.at(k+1) - from)
	if d.isSpecial(raw) {
		var ok bool
		if raw, ok = appendUnquoted(nil, raw, false); !ok {
			return d.fail(k, faultValue)
		}
	}
	b := make([]byte, base64.StdEncoding.DecodedLen(len(raw)))
	n, err := base64.StdEncoding.Decode(b, raw)
	if err != nil {
		d.saveError(err)
		return k + 2
	}
	*header(p) = b[:n]
	return k + 2
}

// arrayPlan decodes arrays into Go arrays of one type.
type arrayPlan struct {
	typ  reflect.Type
	kind fieldKind
	set  setFunc // of an element
	size int     // of an element
	len  int
}

// array compiles array type t.
func (c *compiler) array(p *plan, t reflect.Type) setFunc {
	elem := c.part(p, t.Elem())
	a := &arrayPlan{typ: t, kind: kindOf(t.Elem()), size: int(t.Elem().Size()), len: t.Len()}
	c.link(func() { a.set = elem.value })
	if a.kind == fieldFloat64 && 0 < a.len && a.len <= maxTuple {
		return a.decodeFloats
	}
	return func(d *engine, k int, p mem.Ptr) int { return a.decode(d, k, p) }
}

// maxTuple is the length up to which decodeFloats is worth its while.
const maxTuple = 6

// decodeFloats is decode for up to maxTuple float64s: coordinates, mostly.
func (a *arrayPlan) decodeFloats(d *engine, k int, p mem.Ptr) int {
	// The last number is entry k+2*len-1. Behind the byte that ends it seven more have to be
	// readable (package num): entries k … k+2*len+7 have to be there, or padding.
	if d.tok(k) != '[' || d.depth >= d.maxDepth || k+2*a.len+7 >= d.cnt && d.lim != noLimit {
		return a.decode(d, k, p)
	}
	base, pos := d.base, d.pos.Add(k*4)
	for n := 1; ; n++ {
		at := entry(pos, 1)
		q := base.Add(at)
		v, size, ok := num.Float64(q, entry(pos, 2)-at)
		if !ok || !endsScalar[q.U8(size)] {
			break
		}
		*mem.At[float64](p.Add((n - 1) * 8)) = v
		pos = pos.Add(8)
		c := base.U8(entry(pos, 0))
		if n == a.len {
			if c != ']' {
				break
			}
			k += 2*n + 1
			if k > d.lim {
				k = d.refill(k)
			}
			return k
		}
		if c != ',' {
			break
		}
	}
	// Another length, or another value: from the beginning.
	return a.decode(d, k, p)
}

// decode is the set function.
func (a *arrayPlan) decode(d *engine, k int, p mem.Ptr) int {
	if d.tok(k) != '[' {
		return d.mismatch(k, a.typ)
	}
	if d.depth >= d.maxDepth {
		return d.fail(k, faultValue)
	}
	d.enter('[')
	k++
	if k > d.lim {
		k = d.refill(k)
	}
	if d.tok(k) == ']' {
		a.clear(p, 0)
		return d.leave(k)
	}
	return a.fill(d, k, p, 0)
}

// fill decodes elements from entry k on, the first of them into element n, to the
// array's end; those that the Go array has no room for are skipped.
func (a *arrayPlan) fill(d *engine, k int, p mem.Ptr, n int) int {
	event := 0 // all ones once an element has raised one
	for {
		if n >= a.len {
			k = d.skip(k)
		} else if next := d.store(a.kind, k, p.Add(n*a.size)); next > 0 {
			k = next
		} else {
			k = a.set(d, k, p.Add(n*a.size))
		}
		if k < 0 {
			if k = d.unwindElem(k); k < 0 {
				return k
			}
			event = -1
		}
		n++
		c := d.tok(k)
		if c != ',' {
			if c != ']' {
				return d.fail(k, syntax.AfterElem)
			}
			if n < a.len {
				a.clear(p, n)
			}
			return d.leave(k) ^ event
		}
		k++
		if k > d.lim {
			k = d.refill(k)
		}
	}
}

// clear sets the elements from n on to zero.
func (a *arrayPlan) clear(p mem.Ptr, n int) {
	v := reflect.NewAt(a.typ, p.Pointer()).Elem()
	for ; n < a.len; n++ {
		v.Index(n).SetZero()
	}
}
