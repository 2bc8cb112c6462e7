package main

// edits are small: each could be a slip, or an optimization that seemed harmless.
var edits = []edit{
	{
		name: "no case folding", file: "decoder/plan_struct.go", runs: "TestNames",
		old: "if !d.caseSensitive {", new: "if false {",
	},
	{
		name: "ASCII-only case folding", file: "decoder/fields.go", runs: "TestNames",
		old: "next := unicode.SimpleFold(r); ; next = unicode.SimpleFold(r)", new: "next := r; ; next = unicode.SimpleFold(r)",
	},
	{
		name: "folding before exact match", file: "decoder/plan_struct.go", runs: "TestNames|TestRandom",
		old: "s.folded[string(folded)] = int32(i)", new: "if !twin {\n\t\t\ts.folded[string(folded)] = int32(i)\n\t\t}",
	},
	{
		name: "names equal in eight bytes are equal", file: "decoder/plan_struct.go", runs: "TestName",
		old: "(n <= 8 || sameTail(name, f.name, n))", new: "true",
	},
	{
		name: "idle with bytes that others have", file: "decoder/stream.go", runs: "TestScripts|TestRandom",
		old: "cap(in.small) == 0 || &in.small[:1][0] != &dec.bytes[0]", new: "false",
	},
	{
		name: "idle within an array", file: "decoder/stream.go", runs: "TestScripts|TestRandom",
		old: "s.state != syntax.Top || s.parents.depth > 0", new: "s.state > syntax.MemberValue",
	},
	{
		name: "a message's type errors", file: "decoder/stream_message.go", runs: "TestScripts|TestRandom",
		old: "if k < 0 || d.result() != nil {", new: "if k < 0 {",
	},
	{
		name: "a message consumed to the end", file: "decoder/stream_message.go", runs: "TestScripts|TestRandom",
		old: "size := d.offset(k-1) + 1", new: "size := len(unread)",
	},
	{
		name: "long numbers as they ought to be", file: "internal/num/decimal.go", runs: "TestScalars",
		old: "|| e < 0 && dot-i > strconvDigits", new: "",
	},
	{
		name: "every field is loose", file: "decoder/plan_struct.go", runs: "TestNames",
		old: "f.loose = ascii && !twin", new: "f.loose = ascii",
	},
	{
		name: "case of what is no letter", file: "decoder/plan_struct.go", runs: "TestNames",
		old: "&^ (x + lanes*(0x7f-'z')) & highs >> 2", new: "& highs >> 2",
	},
	{
		name: "case in CaseSensitive", file: "decoder/plan_struct.go", runs: "TestNames",
		old: "\t\texact = 1\n", new: "\t\texact = 0\n",
	},
	{
		name: "folding beyond eight bytes is forgotten", file: "decoder/plan_struct.go", runs: "TestNames",
		old: "(n <= 8 || sameFoldedTail(name, f.name, n))", new: "(n <= 8 || sameTail(name, f.name, n))",
	},
	{
		name: "ints through float64", file: "decoder/plan_scalar.go", runs: "TestScalars",
		old: "v, n, ok := num.Int64(q)\n\t\tif !ok", new: "f, n, ok := num.Float64(q, 0)\n\t\tv := int64(f)\n\t\tif !ok",
	},
	{
		name: "float32 through float64", file: "decoder/plan_scalar.go", runs: "TestScalars",
		old: "v, n, ok := num.Float32(q, ", new: "w, n, ok := num.Float64(q, d.at(k+1)-d.at(k))\n\t\tv := float32(w)\n\t\t_, _, _ = num.Float32(q, ",
	},
	{
		name: "width of ints not checked", file: "decoder/plan_scalar.go", runs: "TestScalars",
		old: "!ok || int64(T(v)) != v ||", new: "!ok ||",
	},
	{
		name: "aliasing the input", file: "decoder/text.go", runs: "TestScalars|TestRandom",
		old: "return string(raw), true", new: "return mem.StringOf(raw), true",
	},
	{
		name: "one byte too many", file: "decoder/window.go", runs: "TestRandom|TestScalars",
		old: "copy(d.scratch, tail)", new: "n = copy(d.scratch[:end], tail[:min(n+1, cap(tail))])",
	},
	{
		name: "stale slice elements zeroed", file: "decoder/plan_slice.go", runs: "TestSlices",
		old: "*h = (*h)[:n+1]\n", new: "*h = (*h)[:n+1]\n\t\t\treflect.NewAt(s.typ, p.Pointer()).Elem().Index(n).SetZero()\n",
	},
	{
		name: "slice not cut", file: "decoder/plan_slice.go", runs: "TestSlices",
		old: "if n < len(*h) {", new: "if false {",
	},
	{
		name: "nil for an empty array", file: "decoder/plan_slice.go", runs: "TestSlices",
		old: "*header(p) = []byte{}", new: "*header(p) = nil",
	},
	{
		name: "array's tail kept", file: "decoder/plan_slice.go", runs: "TestSlices",
		old: "if n < a.len {\n\t\t\t\ta.clear(p, n)", new: "if false {\n\t\t\t\ta.clear(p, n)",
	},
	{
		name: "last type error kept", file: "decoder/fault.go", runs: "TestErrorOrder",
		old: "if len(d.saved) >= d.maxErrors {\n\t\treturn k\n\t}", new: "d.saved = d.saved[:0]",
	},
	{
		name: "outermost struct named", file: "decoder/fault.go", runs: "TestErrorOrder|TestEmbedding",
		old: "if !te.inContext {", new: "if true {",
	},
	{
		name: "offset of mismatched brackets", file: "decoder/fault.go", runs: "TestErrorOrder|TestBasics",
		old: "offset := d.offset(k) + 1", new: "offset := d.offset(k)",
	},
	{
		name: "base64 refuses newlines", file: "decoder/plan_slice.go", runs: "TestSlices",
		old: "n, err := base64.StdEncoding.Decode(b, raw)", new: "for _, c := range raw {\n\t\tif c < ' ' {\n\t\t\traw = []byte(\"*\")\n\t\t}\n\t}\n\tn, err := base64.StdEncoding.Decode(b, raw)",
	},
	{
		name: "map values merged", file: "decoder/plan_map.go", runs: "TestMaps",
		old: "elem.SetZero()\n\t\tmore := false", new: "more := false",
	},
	{
		name: "depth 9,999", file: "decoder/engine.go", runs: "TestDepth|TestSlices",
		old: "const maxDepthDefault = 10000", new: "const maxDepthDefault = 9999",
	},
	{
		name: "depth 10,001", file: "decoder/engine.go", runs: "TestDepth|TestSlices",
		old: "const maxDepthDefault = 10000", new: "const maxDepthDefault = 10001",
	},
	{
		name: "reading ahead", file: "decoder/stream_window.go", runs: "TestScripts|TestRandom",
		old: "d.inErr != nil || d.closes() ||", new: "d.inErr != nil ||",
	},
	{
		name: "fault seen a read late", file: "decoder/stream_window.go", runs: "TestScripts",
		old: "return verdict == syntax.Bad\n}", new: "return verdict == syntax.Lost\n}",
	},
	{
		name: "element where a name is due", file: "internal/syntax/scanner.go", runs: "TestScripts",
		old: "case last == ',' && inObject:", new: "case last == ',' && false:",
	},
	{
		name: "MaxBytes not looked at behind the value", file: "decoder/stream_window.go", runs: "MaxBytes", in: "./decoder",
		old: "d.limit > 0 && int64(d.endOf(k)) > d.limit", new: "false",
	},
	{
		name: "MaxBytes not looked at before a read", file: "decoder/stream_window.go", runs: "MaxBytesInTime", in: "./decoder",
		old: "if d.limit > 0 && int64(len(in.buf)+d.origin) > d.limit {", new: "if false {",
	},
	{
		name: "buffer given back though lent", file: "decoder/stream_buffer.go", runs: "Buffers|Parked", in: "./decoder",
		old: "|| in.pinned || in.lent {", new: "|| in.pinned {",
	},
	{
		name: "UnmarshalText of null", file: "decoder/methods.go", runs: "TestUserMethods|TestNulls",
		old: "if !null {", new: "if true {",
	},
	{
		name: "methods before validation", file: "decoder/unmarshal.go", runs: "TestUserMethods|TestErrorOrder",
		old: "return !p.userCode && ", new: "return ",
	},
	{
		name: "target not restored", file: "decoder/unmarshal.go", runs: "TestErrorOrder|TestBasics",
		old: "if fresh {\n\t\t\treflect.ValueOf(v).Elem().SetZero()", new: "if false {\n\t\t\treflect.ValueOf(v).Elem().SetZero()",
	},
	{
		name: "contents not looked at", file: "decoder/unmarshal.go", runs: "TestErrorOrder|TestBasics",
		old: "return !p.userCode && mem.IsZero(v, p.size)", new: "return !p.userCode",
	},
	{
		name: "low surrogate first", file: "decoder/text.go", runs: "TestEvery",
		old: "if utf8enc.IsHigh(r) && src.U16(i)", new: "if src.U16(i)",
	},
	{
		name: "invalid UTF-8 let through", file: "decoder/text.go", runs: "TestScalars|TestEvery",
		old: "flagsInexact  = scan.Control | scan.InvalidUTF8", new: "flagsInexact  = scan.Control",
	},
	{
		name: "control characters let through", file: "decoder/text.go", runs: "TestScalars|TestEvery",
		old: "flagsInexact  = scan.Control | scan.InvalidUTF8", new: "flagsInexact  = scan.InvalidUTF8",
	},
	{
		name: "number out of range empties an interface", file: "decoder/plan_pointer.go", runs: "TestInterfaces|TestScalars",
		old: "if v != nil || c != '-' && c-'0' > 9 {", new: "if v != nil || c != 1 {",
	},
	{
		name: "interface's pointer not followed", file: "decoder/plan_pointer.go", runs: "TestInterfaces",
		old: "if e := reflect.ValueOf(*slot); e.Kind() == reflect.Pointer && !e.IsNil() {", new: "if false {",
	},
	{
		name: "string tag takes any n-word", file: "decoder/methods.go", runs: "TestStringTag",
		old: "if string(item) != \"null\" {", new: "if false {",
	},
	{
		name: "text of an unknown field", file: "decoder/plan_struct.go", runs: "TestNames|TestScripts",
		old: "unknown field %q\", string(name.Bytes(n))", new: "unknown field %s\", string(name.Bytes(n))",
	},
	{
		name: "ambiguous fields taken", file: "decoder/fields.go", runs: "TestEmbedding",
		old: "if n == 1 || ", new: "if true || ",
	},
	{
		name: "More at a brace", file: "decoder/stream_token_walk.go", runs: "TestScripts",
		old: "c != ']' && c != '}'", new: "c != ']'",
	},
	{
		name: "key's error ends the map", file: "decoder/plan_map.go", runs: "TestMaps",
		old: "return d.saveTypeError(k, \"number \"+name, m.key, at+1)", new: "return d.stop(k, &UnmarshalTypeError{Value: \"number \" + name, Type: m.key, Offset: int64(at + 1)})",
	},
	{
		name: "offset of a bad key", file: "decoder/plan_map.go", runs: "TestMaps",
		old: "m.key, at+1)", new: "m.key, at)",
	},
	{
		name: "UnmarshalJSON's bytes with a space", file: "decoder/skip.go", runs: "TestUserMethods",
		old: "end = from + d.scalar(k)", new: "end = from + d.scalar(k) + 1",
	},
	{
		name: "gathered elements not cleared", file: "decoder/plan_slice.go", runs: "TestLongArrays",
		old: "src.Clear()", new: "",
	},
	{
		name: "gathered slice given away", file: "decoder/plan_slice.go", runs: "TestLongArrays",
		old: "reflect.Copy(dst, src)", new: "*to = *from",
	},
	{
		name: "zero elements not stored", file: "decoder/plan_map_typed.go", runs: "TestTypedMaps|TestMaps",
		old: "to[name] = *slow", new: "if event == 0 {\n\t\t\t\tto[name] = *slow\n\t\t\t}",
	},
	{
		name: "short escapes of three bytes", file: "decoder/text.go", runs: "TestScalars|TestRandom",
		old: "uint32(r)-0x800 < 0xd800-0x800", new: "uint32(r)-0x800 < 0xe000-0x800",
	},
	{
		name: "zeros counted as digits", file: "internal/num/float.go", in: "./internal/num", runs: "TestLeadingZeros",
		old: "nd -= 1 + ", new: "nd -= 2 + ",
	},
	{
		name: "struct loop keeps its base over a refill", file: "decoder/plan_struct.go", runs: "TestLongArrays|TestRandom|TestScripts",
		old: "k = d.refill(k)\n\t\t\t\tbase, index = d.base, d.pos", new: "k = d.refill(k)",
	},
	{
		name: "struct loop keeps its base over a value", file: "decoder/plan_struct.go", runs: "TestLongArrays|TestRandom|TestScripts",
		old: "\t\t\tbase, index = d.base, d.pos\n\t\t}\n\tseparator:", new: "\t\t}\n\tseparator:",
	},
	{
		name: "backslashes overlooked", file: "decoder/text.go", in: "./decoder", runs: "TestShortStrings",
		old: "return found&highs != 0", new: "return false",
	},
	{
		name: "names driven out by none", file: "decoder/stream_token_names.go", in: "./decoder", runs: "TestNameSlots",
		old: "old.size > 0", new: "true",
	},
	{
		name: "name of an outer member lost", file: "decoder/stream_token.go", in: "./decoder", runs: "TestTokenPlaces",
		old: "\t\tdec.settleName()\n", new: "",
	},
	{
		name: "name of a later member left", file: "decoder/stream_token.go", in: "./decoder", runs: "TestTokenPlaces",
		old: "dec.names.current = 0\n\tif dec.parents", new: "if dec.parents",
	},
	{
		name: "full words of containers reversed", file: "decoder/stream_token.go", in: "./decoder", runs: "TestKinds",
		old: ">>(63-at)&1", new: ">>at&1",
	},
	{
		name: "names equal but for the middle", file: "decoder/stream_token_walk.go", in: "./decoder", runs: "TestNameSlots|TestTokenPlaces",
		old: "n > 16 && (n > 24 || slot.middle != src.U64(8))", new: "n > 24",
	},
	{
		name: "token behind a comma that is left", file: "decoder/stream_token_walk.go", runs: "TestScripts",
		old: "s.state = syntax.Key\n\t\t\t\treturn", new: "return",
	},
	{
		name: "integers with a zero in front", file: "decoder/stream_token_walk.go", in: "./decoder", runs: "TestWalk",
		old: " && p.U8(0) > '0'", new: "",
	},
	{
		name: "digits of the fraction unchecked", file: "internal/num/kernel_amd64.s", in: "./internal/num", runs: "TestKernel",
		old: "VPTEST     X1, X1\n\tJNE        no", new: "VPTEST     X1, X1",
	},
	{
		name: "border taken for decided", file: "internal/num/kernel_amd64.s", in: "./internal/num", runs: "TestKernel",
		old: "CMPL    R10, $1\n\tJLS     no", new: "CMPL    R10, $1",
	},
	{
		name: "zero in front of two digits", file: "internal/num/kernel_amd64.s", in: "./internal/num", runs: "TestKernel",
		old: "RANGE(R8, 49, 8)", new: "RANGE(R8, 48, 9)",
	},
	{
		name: "lanes of what comes before kept", file: "internal/num/float.go", in: "./internal/num", runs: "TestKnown|Float|Random",
		old: "last = lastLanes(last, rest)", new: "",
	},
	{
		name: "newlines beyond what a byte counts", file: "scan/newline_amd64.s", in: "./scan", runs: "TestNewlines",
		old: "MOVQ   $255, DX", new: "MOVQ   $256, DX",
	},
	{
		name: "entries of bytes that are gone", file: "decoder/stream_window.go", in: "./decoder", runs: "TestSeparatorIsLast",
		old: "d.at(d.head) < by", new: "false",
	},
	{
		name: "options for the first value alone", file: "decoder/stream_window.go", runs: "TestScripts|TestRandom",
		old: "if dec.optionsSet {", new: "if false {",
	},
}
