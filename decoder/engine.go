// The engine: stage 2 of the decoder.
//
// An engine walks the structural index that package scan makes of a window of
// input. Set functions (setFunc) of compiled plans do the walking; they take
// the number k of the index entry at which a value starts, store the value
// through a pointer, and return the number of the entry behind it.
//
// File map of the package:
//
//	doc.go                the package comment
//	api.go, options.go    the public surface: encoding/json's names, options
//	api_jsonv2.go         the names that encoding/json has on its v2 engine alone
//	unmarshal.go          Unmarshal, Valid: choosing a way, restoring targets
//	engine.go             engine, set functions' contract, entry access, pool
//	window.go             windows over a slice: refill, padding, sentinels
//	fault.go              syntax faults, type errors and their context, unwinding
//	plan.go               Go type → plan; the cache of plans
//	plan_scalar.go        bools, numbers, strings, []byte, Number
//	plan_pointer.go       pointers and interfaces
//	plan_struct.go        structs; field lookup
//	fields.go             which fields a struct type has (tags, embedding, folding)
//	plan_slice.go         slices and arrays
//	plan_map.go           maps
//	plan_map_typed.go     those of strings to strings, any and numbers
//	any.go                values for empty interfaces
//	text.go               strings: copying, unescaping, replacement of bad UTF-8
//	skip.go               values nobody wants: validated, not stored
//	methods.go            Unmarshaler, TextUnmarshaler, ",string": the ways by reflect
//	methods_v2.go         UnmarshalJSONFrom, where encoding/json runs on its v2 engine
//	methods_v1.go         its place elsewhere: no such method
//	strict.go             duplicate names and invalid UTF-8, where options refuse them
//
//	stream.go             Decoder: its methods, and what is left of an idle one
//	stream_decode.go      Decode: the next value, wherever it comes from
//	stream_message.go     a value that has come as a whole
//	stream_input.go       the reader and the buffer; knows no JSON
//	stream_buffer.go      the buffers that Decoders share
//	stream_window.go      windows over that buffer: values decoded while they arrive
//	stream_token.go       the token stream: the grammar's states, byte by byte
//	stream_token_walk.go  Token, More along the index
//	stream_token_names.go, stream_token_integer.go
//	                      its memory of names; integers of known length
//	stream_literal.go     what Token returns for strings, numbers and literals
//	stream_position.go    Decoder.Position and Decoder.Locate
//	iter.go, iter_seek.go Values, Elements, Members; the way along a JSON Pointer
//
//	position.go           Position; has the map of these:
//	position_lines.go     lines and columns
//	position_pointer.go   JSON Pointers of offsets
//	locate.go             from an error to its place
//	excerpt.go            the line and a caret
//	excerpt_width.go      columns that characters take

package decoder

import (
	"math"
	"sync"

	"swarjson/internal/mem"
	"swarjson/internal/syntax"
	"swarjson/scan"
)

// setFunc decodes the value that starts at index entry k into the memory at p.
//
// p points to a live variable of the type that the set function was made for: that makes
// the accesses by mem.At in set functions legal, and nothing else checks it.
//
// On entry the entries exist that the value needs at least, real ones or
// sentinels (see lookahead); containers call refill themselves. The result is the
// entry behind the value. A negative result is an event that the caller passes on, or
// handles with unwindElem or unwindMember (see fault.go).
type setFunc func(d *engine, k int, p mem.Ptr) int

// How many entries are there without looking (refill is called when k > lim):
//
//	k        ≤ lim: entries k … k+lookahead-1 exist
//	k+0 k+1  quotes of a member's name       k+2  its colon
//	k+3 …    its value: one entry, or two quotes
//	k+5      the separator behind a string
//
// Each entry stands for a byte of its own, so the lookahead also bounds bytes
// from below: behind the closing quote of a member's string value, at k+4,
// come at least lookahead-5 = 11 more bytes. Every primitive may thus load
// whole words, up to 8 bytes beyond a token's end, without a check.
const lookahead = 16

// maxDepthDefault is encoding/json's limit of open arrays and objects.
const maxDepthDefault = 10000

// engine is the state of one call.
//
// Invariants between two set functions:
//
//	0 ≤ k ≤ cnt ≤ len(index);  lim = cnt-lookahead, or noLimit at the end
//	k = cnt+1 behind a string without a closing quote, until finish or a container sees it
//	index[cnt:cnt+sentinels] are sentinels if lim = noLimit
//	index[i] < index[i+1] for i+1 < cnt
//	origin + index[i] = the entry's offset in the document
//	base+index[i] is readable, and so are the 8 bytes behind each token
type engine struct {
	base  mem.Ptr    // position 0
	pos   mem.Ptr    // index[0]
	lim   int        // entries above need a refill first
	depth int        // open arrays and objects
	flags scan.Flags // of all windows that unconsumed entries come from

	arena     []byte // spare room for short strings: see text.go
	flat      []byte // the same for small slices: see plan_slice.go
	textBytes int    // allocated for strings of the value at hand
	ownMemory int    // strings above this length get memory of their own
	maxDepth  int
	cnt       int // entries in index, sentinels not counted

	lastType mem.TypeWord // unmarshal.go: target
	lastPlan *plan

	useNumber       bool
	disallowUnknown bool
	caseSensitive   bool
	rejectDuplicate bool
	rejectUTF8      bool
	alias           bool

	// any.go
	floats  []float64
	strs    []string
	items   []any
	members []member
	names   *nameCache

	memberMark, itemMark int      // longest that the stacks have been
	namesUsed            int      // how many entries names has
	nameSlots            [32]byte // which, as far as they find room
	anyError             bool     // any has saved the call's first error

	// window.go
	index   []uint32
	esc     []uint64 // bitmap of the last window's backslashes, for skip.go alone
	escFrom int      // position of esc's first bit
	escEnd  int      // position behind esc's last bit
	escSeen bool     // skip.go: mustCheck has looked at the entries at hand
	escBad  bool     // and found that strings have to be checked one by one
	ix      scan.Indexer
	data    []byte // the document, nil for a stream
	next    int    // offset of the first byte not indexed yet; for a stream, in in.buf
	origin  int    // offset of position 0 in the document

	in   *input // stream_window.go: where the windows come from, nil for a slice
	hold int    // offset from which on its bytes must stay, noHold if none need to
	head int    // first entry that Decode has not consumed
	mark int    // fault.go: offset of a value that does not fit and is skipped, or < 0

	newFlags   scan.Flags // of the windows of the last refill alone
	oldEntries int        // entries that were older than the last refill
	scratch    []byte     // a padded copy of a slice's last bytes

	// fault.go
	tooLong   bool        // window.go: a token of gigabytes stopped the walk
	failed    bool        // a syntax fault: fault* say where
	faultOff  int         // offset of the entry at which the walk stopped
	faultKind fault       // what was expected there
	saved     []typeError // type errors, maxErrors at most
	maxErrors int         // 1: the first, as encoding/json
	fatal     typeError   // its err stops decoding

	rawEnd    int                            // skip.go: offset behind the container that was skipped last
	keyString string                         // plan_map.go: the key that is being stored
	open      [maxDepthDefault/64 + 2]uint64 // skip.go: kinds of open containers
	gatherers []gatherer                     // memory of slices whose length is not known yet, free
	gathering int                            // how many are at work
	lengths   [lengthSlots]uint32            // plan_slice.go: how long the last slice of a plan was

	// stream_window.go. It stands last, so that what every call uses lies close together.
	inErr      error          // why no more comes: an error of in's reader, ErrTooLarge, errLongToken
	valueEnd   int            // offset behind the value, if a refill came at its end
	streamBase int64          // in.base, when positions were right last
	ahead      syntax.Scanner // looks at an incomplete value's last bytes before a read
	checked    int            // up to which offset it has taken the value, or the walk has before it
	unchecked  bool           // ahead is not used: the walk began inside of containers
	slid       bool           // bytes of the value have been given up
	limit      int64          // how many bytes the value may have (a long one: fewer than 2 GiB on 32 bits), 0 for any number
	dec        *stream        // whose engine this is

	// kinds[l] is the bracket that opened level l, for 1 ≤ l ≤ depth, where pass needs it: skipTo has
	// a stack of its own, and tells when it refills.
	kinds [1 << 14]byte
}

const noLimit = math.MaxInt

// at returns the position of entry k.
func (d *engine) at(k int) int { return entry(d.pos, k) }

// entry returns entry k of an index.
//
// SAFETY: k is an entry or a sentinel (lookahead), so it lies within index. What it
// returns is the position of a byte that can be read from base on: see tok and ptr.
func entry(index mem.Ptr, k int) int { return int(*mem.At[uint32](index.Add(k * 4))) }

// tok returns the byte of entry k; it is 0 for a sentinel.
func (d *engine) tok(k int) byte { return d.base.U8(d.at(k)) }

// ptr returns a pointer to the byte of entry k.
func (d *engine) ptr(k int) mem.Ptr { return d.base.Add(d.at(k)) }

// offset returns the offset in the document of entry k.
func (d *engine) offset(k int) int { return d.origin + d.at(k) }

// enter opens the array or object that begins with bracket, at a depth below maxDepth.
func (d *engine) enter(bracket byte) {
	d.depth++
	d.kinds[uint(d.depth)%uint(len(d.kinds))] = bracket
}

// leave steps over the closing bracket at entry k.
func (d *engine) leave(k int) int {
	d.depth--
	k++
	if k > d.lim {
		k = d.refill(k)
	}
	return k
}

// endsScalar tells which bytes cannot continue a number, true, false or null.
// Structural bytes and quotes have index entries of their own, so that one
// which stands where it must not is found at the next separator.
var endsScalar = [256]bool{
	' ': true, '\t': true, '\n': true, '\r': true,
	',': true, ']': true, '}': true, ':': true, '[': true, '{': true, '"': true,
}

// Words of the literals, first byte in the low lane.
const (
	wordTrue = 't' | 'r'<<8 | 'u'<<16 | 'e'<<24
	wordAlse = 'a' | 'l'<<8 | 's'<<16 | 'e'<<24
	wordNull = 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24
)

// isTrue reports whether the entry at q is the literal true; isFalse and
// isNull are its siblings.
//
// SAFETY: eight bytes behind an entry can be read (lookahead, padding).
func isTrue(q mem.Ptr) bool { return q.U32(0) == wordTrue && endsScalar[q.U8(4)] }

func isFalse(q mem.Ptr) bool {
	return q.U8(0) == 'f' && q.U32(1) == wordAlse && endsScalar[q.U8(5)]
}

func isNull(q mem.Ptr) bool { return q.U32(0) == wordNull && endsScalar[q.U8(4)] }

var enginePool = sync.Pool{New: func() any {
	d := &engine{
		index:   make([]uint32, indexSize),
		esc:     make([]uint64, windowSize/64+1),
		scratch: make([]byte, scratchSize),
	}
	d.pos = mem.OfIndex(d.index)
	return d
}}

// newEngine returns an engine from the pool, which has to be told its options and input.
func newEngine() *engine { return enginePool.Get().(*engine) }

func (d *engine) setOptions(o *Options) {
	d.maxDepth, d.maxErrors = maxDepthDefault, 1
	if o == nil {
		d.useNumber, d.disallowUnknown, d.caseSensitive = false, false, false
		d.rejectDuplicate, d.rejectUTF8, d.alias = false, false, false
		return
	}
	d.useNumber, d.disallowUnknown, d.caseSensitive = o.UseNumber, o.DisallowUnknownFields, o.CaseSensitive
	d.rejectDuplicate, d.rejectUTF8, d.alias = o.RejectDuplicateNames, o.RejectInvalidUTF8, o.AliasInput
	d.maxErrors = max(1, o.MaxTypeErrors)
	if o.MaxDepth > 0 && o.MaxDepth < maxDepthDefault {
		d.maxDepth = o.MaxDepth
	}
}

// release gives d back to the pool. What it still holds must neither keep a
// result or an input alive nor be large: slabs of boxes that are partly handed out
// go, buffers above their cap go. The chunks of text.go and plan_slice.go stay, at
// most chunkSize each and without pointers: short results of the next call share them.
func (d *engine) release() {
	d.data, d.base = nil, mem.Ptr{}
	if d.in != nil {
		d.in, d.inErr = nil, nil
	}
	if d.saved != nil {
		d.saved = nil
	}
	if d.fatal.err != nil {
		d.fatal = typeError{}
	}
	d.floats, d.strs, d.keyString = nil, nil, ""
	if len(d.scratch) > maxKeptScratch {
		d.scratch = make([]byte, scratchSize)
	}
	if len(d.index) > indexSize {
		d.index = make([]uint32, indexSize)
		d.pos = mem.OfIndex(d.index)
	}
	if len(d.gatherers) > keptGatherers {
		clear(d.gatherers[keptGatherers:])
		d.gatherers = d.gatherers[:keptGatherers]
	}
	d.gathering = 0
	d.releaseAny()
	enginePool.Put(d)
}
