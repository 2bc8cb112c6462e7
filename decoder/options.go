package decoder

import "errors"

// ErrTooLarge is returned for a value that has more than Options.MaxBytes bytes.
var ErrTooLarge = errors.New("json: value exceeds Options.MaxBytes")

// Options changes how values are decoded. The zero value is encoding/json's
// behaviour; each field is a change to it. Options may be copied, and used by
// several goroutines at once.
//
// No option makes a text acceptable that encoding/json refuses.
type Options struct {
	// UseNumber decodes a number into an empty interface as a Number, not as a
	// float64. (Decoder.UseNumber is the same switch.)
	UseNumber bool

	// DisallowUnknownFields makes an object's name that matches no field of its
	// struct an error. (Decoder.DisallowUnknownFields is the same switch.)
	DisallowUnknownFields bool

	// CaseSensitive lets a name match only the field of exactly that name. Without
	// it, a name that equals no field's matches one that differs in letter case.
	CaseSensitive bool

	// RejectDuplicateNames makes an object that has a name twice an error,
	// whether the name has a target or not. Names are compared as decoded: "a" and
	// "\u0061" are the same. Without it, the later member is decoded over the
	// earlier one. It concerns the objects that one Unmarshal or Decode decodes, not
	// those that a Decoder's Token walks through.
	RejectDuplicateNames bool

	// RejectInvalidUTF8 makes bytes that are not UTF-8, and \u escapes that are half
	// a surrogate pair, an error wherever they stand in a string. Without it, they
	// are decoded as U+FFFD, the replacement character.
	RejectInvalidUTF8 bool

	// AliasInput lets strings, and what else can be, refer to the bytes given to
	// Unmarshal instead of copying them. The bytes must not be changed as long as
	// the result is in use, and the result keeps all of them in memory. A
	// Decoder ignores it: its buffer is written over.
	AliasInput bool

	// MaxTypeErrors is how many type errors (UnmarshalTypeError and the like, after
	// which decoding goes on) a call reports at most. Up to 1 it is the first one,
	// as encoding/json returns it; more are joined as by errors.Join, in the order
	// of the document. An error that ends decoding is returned alone.
	MaxTypeErrors int

	// MaxDepth is the number of arrays and objects that may be open at once. 0
	// means 10,000, encoding/json's limit. That is the largest value too: the limit
	// is 10,000 for anything above it or below 0. What goes deeper is a SyntaxError,
	// as it is in encoding/json. It does not concern Token, which has no limit.
	MaxDepth int

	// MaxBytes is the number of bytes that one value may have. White space around it that
	// Unmarshal is given, or that Decode itself finds before it, counts too. A longer one
	// is refused with ErrTooLarge, which every later Decode returns again; a Decoder has
	// read no more than its buffer had room for beyond the limit. For Token each string, number,
	// literal and name is a value. The target stays as it was. 0 and below mean no limit.
	MaxBytes int64
}

// isStrict reports whether o refuses what encoding/json accepts.
func (o *Options) isStrict() bool { return o.RejectDuplicateNames || o.RejectInvalidUTF8 }
