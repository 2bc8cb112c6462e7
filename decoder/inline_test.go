package decoder

import (
	"testing"

	"swarjson/internal/toolchain"
)

// TestInline asserts that what is done per entry, per string, per token and per byte costs
// no call.
func TestInline(t *testing.T) {
	toolchain.Inlined(t,
		// engine.go: entries and literals
		"(*engine).at", "(*engine).tok", "(*engine).ptr", "(*engine).offset", "(*engine).leave",
		"isTrue", "isFalse", "isNull",
		// window.go: what small documents pay
		"(*engine).pad", "(*engine).seal",
		// text.go, plan_slice.go: memory of results
		"copyWords", "copyFind", "(*engine).take", "(*engine).allocated", "(*engine).resetChunks", "(*engine).flatRoom", "header",
		// any.go
		"(*engine).boxString", "(*engine).boxFloat", "mem.BoxString", "mem.BoxFloat64",
		// fault.go: on the way back from each value
		"(*engine).fail", "(*engine).unwindElem", "(*engine).unwindMember",
		// streams: each token, each value
		"(*input).unread", "(*input).skip", "(*input).offset", "(*places).begin",
		"(*kinds).push", "(*kinds).pop", "(*kinds).after", "(*kinds).object",
		"(*stream).nextElem", "(*stream).setName", "(*stream).endValue", "(*stream).takesValue",
		"(*tokenMemory).boxString", "(*tokenMemory).boxFloat", "(*tokenMemory).take",
		"entry", "(*tokenWalk).at", "(*stream).walked", "(*stream).walkTo", "nameWords", "nameHome", "(*nameSlot).isFor",
		"integerWords", "areDigits", "integer",
		// internal/mem: loads and stores
		"mem.Of", "mem.OfIndex", "mem.Ptr.Add", "mem.Ptr.IsNil", "mem.Ptr.Bytes", "mem.Ptr.String", "mem.StringOf",
		"mem.Ptr.U8", "mem.Ptr.U16", "mem.Ptr.U32", "mem.Ptr.U64",
		"mem.Ptr.Put8", "mem.Ptr.Put16", "mem.Ptr.Put32", "mem.Ptr.Put64",
		"mem.At[uint32]", "mem.At[string]", "mem.At[float64]", "mem.At[bool]", "mem.At[interface {}]",
		// what other packages do per string and number
		"utf8enc.Two", "utf8enc.Three", "utf8enc.IsSurrogate", "scan.Hex4",
	)
}
