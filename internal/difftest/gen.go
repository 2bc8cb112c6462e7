package difftest

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A gen writes one document for one target type. It knows the type's names and
// kinds and usually obeys them, so that documents get far into a decoder; it errs
// often enough that every error is met everywhere.
type gen struct {
	r      *Rand
	b      []byte
	budget int // bytes that may still be written before everything becomes short
	spaces int // 0 none, 1 some, 2 much white space
	wrong  int // one value in so many has the wrong kind
	dirty  int // one string in so many has odd contents
}

// Document returns a document biased to t. Most are well-formed.
func Document(r *Rand, t reflect.Type) []byte {
	g := &gen{r: r, budget: 300}
	switch {
	case r.OneIn(400):
		g.budget = 200_000
	case r.OneIn(40):
		g.budget = 8_000
	case r.OneIn(6):
		g.budget = 1_500
	}
	g.spaces = Pick(r, []int{0, 0, 0, 1, 1, 2})
	g.wrong = Pick(r, []int{1 << 30, 60, 20, 6})
	g.dirty = Pick(r, []int{1 << 30, 30, 8, 3})
	if r.OneIn(600) {
		g.pad()
	}
	g.space()
	if g.budget == 200_000 && !isList(t) {
		g.manyOf(t)
	} else {
		g.value(t, 0)
	}
	g.space()
	return g.b
}

func isList(t reflect.Type) bool {
	return t.Kind() == reflect.Slice || t.Kind() == reflect.Map || t.Kind() == reflect.Interface
}

// pad writes white space up to about the end of a window of any likely size, so
// that whatever follows lies across it.
func (g *gen) pad() {
	n := Pick(g.r, []int{512, 4096, 16 << 10, 32 << 10, 64 << 10, 128 << 10}) - g.r.N(200)
	g.b = append(g.b, strings.Repeat(Pick(g.r, []string{" ", "\n", " \t"}), n)[:n]...)
}

// manyOf writes a long document for a type that has no room for one: an object
// with many unknown members between the known ones.
func (g *gen) manyOf(t reflect.Type) {
	fields := fieldsOf(t)
	g.b = append(g.b, '{')
	for i := 0; len(g.b) < 150_000; i++ {
		if i > 0 {
			g.b = append(g.b, ',')
		}
		if len(fields) > 0 && g.r.OneIn(8) {
			f := Pick(g.r, fields)
			g.member(f.name, f.typ, 1)
			continue
		}
		g.member("unknown"+strconv.Itoa(i), reflect.TypeFor[any](), 1)
	}
	g.b = append(g.b, '}')
}

func (g *gen) space() {
	switch g.spaces {
	case 0:
		return
	case 1:
		if !g.r.OneIn(3) {
			return
		}
	}
	switch g.r.N(5) {
	case 0:
		g.b = append(g.b, ' ')
	case 1:
		g.b = append(g.b, "\n  "...)
	case 2:
		g.b = append(g.b, "\r\n\t"...)
	case 3:
		for range g.r.N(12) {
			g.b = append(g.b, " \t\r\n"[g.r.N(4)])
		}
	case 4:
		if g.spaces == 2 && g.r.OneIn(4) {
			g.b = append(g.b, strings.Repeat(" ", g.r.N(150))...)
		}
	}
}

// hints say what types with methods of their own like to read.
var hints = map[reflect.Type]func(g *gen){
	reflect.TypeFor[time.Time](): func(g *gen) {
		g.b = append(g.b, Pick(g.r, []string{
			`"2024-02-29T12:34:56Z"`, `"2024-02-29T12:34:56.123456789+02:00"`, `"2023-02-29T00:00:00Z"`, `"2006-01-02T15:04:05-07:00"`,
			`"2006-01-02t15:04:05Z"`, `"2006-01-02T15:04:05,5Z"`, `"2006-01-02T5:04:05Z"`, `"2006-01-02T15:04:05"`, `"0000-01-01T00:00:00Z"`, `"9999-12-31T23:59:59.999999999Z"`,
			`"2006-01-02T15:04:05+24:00"`, `"2006-01-02T15:04:05+00:00"`, `"2006-01-02T24:00:00Z"`, `"2006-01-02T15:04:60Z"`, `""`, `"\u0032006-01-02T15:04:05Z"`, `123`, `null`,
			`"10000-01-01T00:00:00Z"`, `"2006-13-02T15:04:05Z"`, `"2006-01-02T15:04:05.Z"`, `"2006-01-02T15:04:05.0000000001Z"`, `"2006-01-02 15:04:05Z"`, `"2006-01-02T15:04:05-00:00"`,
		})...)
	},
	reflect.TypeFor[big.Int](): func(g *gen) {
		g.b = append(g.b, Pick(g.r, []string{`0`, `-1`, `123456789012345678901234567890`, `-0`, `1e3`, `1.0`, `"12"`, `"0x1f"`, `null`, `12345678901234567890`, `true`, `"\u0031"`, `[]`})...)
	},
	reflect.TypeFor[big.Float](): func(g *gen) {
		g.b = append(g.b, Pick(g.r, []string{`"1.5"`, `"1e1000"`, `"inf"`, `"-0"`, `1.5`, `null`, `"0x.8p3"`, `"x"`, `""`, `"1.00000000000000000000000000001"`})...)
	},
	reflect.TypeFor[big.Rat](): func(g *gen) {
		g.b = append(g.b, Pick(g.r, []string{`"1/3"`, `"1.25"`, `"1/0"`, `"x"`, `3`, `null`})...)
	},
	reflect.TypeFor[netip.Addr](): func(g *gen) {
		g.b = append(g.b, Pick(g.r, []string{`"1.2.3.4"`, `"::1"`, `"fe80::1%eth0"`, `""`, `"1.2.3.256"`, `"x"`, `null`, `1`, `"::ffff:1.2.3.4"`})...)
	},
	reflect.TypeFor[netip.AddrPort](): func(g *gen) {
		g.b = append(g.b, Pick(g.r, []string{`"1.2.3.4:80"`, `"[::1]:80"`, `""`, `"1.2.3.4"`, `null`})...)
	},
	reflect.TypeFor[netip.Prefix](): func(g *gen) {
		g.b = append(g.b, Pick(g.r, []string{`"1.2.3.0/24"`, `"::/0"`, `""`, `"1.2.3.4/33"`, `null`})...)
	},
	reflect.TypeFor[net.IP](): func(g *gen) {
		g.b = append(g.b, Pick(g.r, []string{`"1.2.3.4"`, `"::1"`, `""`, `"x"`, `null`, `[1]`})...)
	},
	reflect.TypeFor[url.URL](): func(g *gen) {
		g.b = append(g.b, Pick(g.r, []string{`{"Scheme":"http","Host":"h","Path":"/p","User":{}}`, `"http://h/p"`, `null`, `{}`, `{"scheme":1}`})...)
	},
	reflect.TypeFor[json.Number](): func(g *gen) {
		if g.r.OneIn(3) {
			g.b = append(g.b, Pick(g.r, []string{`"12"`, `""`, `"x"`, `"-"`, `"1e5"`, `"01"`, `" 1"`, `"+1"`, `"0x10"`, `"1_0"`, `"\u0031"`, `"NaN"`, `null`, `"1."`})...)
			return
		}
		g.number(reflect.Float64)
	},
	reflect.TypeFor[Picky](): func(g *gen) {
		if !g.r.OneIn(3) {
			g.number(reflect.Int)
			return
		}
		g.b = append(g.b, Pick(g.r, []string{`"panic"`, `"panic error"`, `"type error"`, `"type error with field"`, `"wrapped type error"`, `"syntax error"`, `"other"`, `null`, `{}`, `[ ]`})...)
	},
	reflect.TypeFor[Text]():       func(g *gen) { g.text(`"bad text"`, `"good"`, `""`, `"b\u0061d"`, `null`, `{}`, `[]`, `1`, `true`) },
	reflect.TypeFor[TextInt]():    func(g *gen) { g.text(`"bad"`, `"good"`, `""`, `null`, `5`, `"5"`, `"\"5\""`) },
	reflect.TypeFor[TextString](): func(g *gen) { g.text(`"bad"`, `"good"`, `""`, `null`, `5`, `"\"x\""`) },
	reflect.TypeFor[TextStruct](): func(g *gen) { g.text(`"a:b"`, `"ab"`, `"x:"`, `null`) },
	reflect.TypeFor[ID]():         func(g *gen) { g.text(`"00ff10aB"`, `"0"`, `"zzzzzzzz"`, `null`, `[1,2,3,4]`) },
}

func (g *gen) text(lits ...string) {
	if g.r.OneIn(4) {
		g.string()
		return
	}
	g.b = append(g.b, Pick(g.r, lits)...)
}

// value writes a value for t.
func (g *gen) value(t reflect.Type, depth int) {
	r := g.r
	short := g.budget < len(g.b) || depth > 12
	switch {
	case r.OneIn(g.wrong):
		g.junk(depth)
		return
	case r.OneIn(25):
		g.b = append(g.b, "null"...)
		return
	}
	for t.Kind() == reflect.Pointer {
		if short && r.OneIn(2) {
			g.b = append(g.b, "null"...)
			return
		}
		t = t.Elem()
	}
	if h := hints[t]; h != nil && !r.OneIn(10) {
		h(g)
		return
	}
	switch t.Kind() {
	case reflect.Bool:
		g.b = append(g.b, Pick(r, []string{"true", "false"})...)
	case reflect.String:
		g.string()
	case reflect.Struct:
		g.object(t, depth, short)
	case reflect.Map:
		g.mapping(t, depth, short)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 && !r.OneIn(6) {
			g.base64()
			return
		}
		g.list(t.Elem(), depth, g.length(short))
	case reflect.Array:
		n := t.Len()
		if r.OneIn(3) {
			n = max(0, n+r.Range(-2, 2))
		}
		g.list(t.Elem(), depth, n)
	case reflect.Interface:
		g.any(depth)
	default:
		g.number(t.Kind())
	}
}

func (g *gen) length(short bool) int {
	switch {
	case short:
		return g.r.N(2)
	case g.budget > 100_000:
		return g.r.Range(500, 8000)
	case g.budget > 5000:
		return g.r.N(200)
	case g.r.OneIn(10):
		return g.r.N(40)
	}
	return g.r.N(6)
}

func (g *gen) list(elem reflect.Type, depth, n int) {
	g.b = append(g.b, '[')
	g.space()
	for i := range n {
		if i > 0 {
			g.b = append(g.b, ',')
			g.space()
		}
		g.value(elem, depth+1)
		g.space()
		if len(g.b) > 2*g.budget+64 {
			break
		}
	}
	g.b = append(g.b, ']')
}

func (g *gen) member(name string, t reflect.Type, depth int) {
	g.space()
	g.key(name)
	g.space()
	g.b = append(g.b, ':')
	g.space()
	g.value(t, depth+1)
	g.space()
}

func (g *gen) object(t reflect.Type, depth int, short bool) {
	fields := fieldsOf(t)
	n := min(len(fields), g.r.N(12))
	if short {
		n = min(n, 1)
	}
	inOrder := g.r.OneIn(2)
	next := 0
	g.b = append(g.b, '{')
	g.space()
	for i := range n {
		if i > 0 {
			g.b = append(g.b, ',')
		}
		f := Pick(g.r, fields)
		if inOrder && next < len(fields) { // the order of the type, with gaps
			f = fields[next]
			next += 1 + g.r.small(3)
		}
		name := f.name
		switch {
		case g.r.OneIn(9):
			g.member(nearMiss(g.r, name), f.typ, depth)
			continue
		case g.r.OneIn(14):
			g.member(Pick(g.r, plainKeys), reflect.TypeFor[any](), depth)
			continue
		}
		if f.quoted && !g.r.OneIn(5) {
			g.space()
			g.key(name)
			g.b = append(g.b, ':')
			g.quotedValue(f.typ, depth)
			continue
		}
		g.member(name, f.typ, depth)
	}
	g.b = append(g.b, '}')
}

// quotedValue writes what a ",string" field likes to read: a value inside
// a string.
func (g *gen) quotedValue(t reflect.Type, depth int) {
	at := len(g.b)
	if g.r.OneIn(4) {
		g.b = append(g.b, Pick(g.r, []string{
			`"null"`, `null`, `""`, `"01"`, `" 1"`, `"1 "`, `"-"`, `"+1"`, `"nul"`, `"true"`, `"tru"`, `"false"`, `"1.0"`, `"1e2"`, `"\"a\""`, `"\"a"`, `"a"`, `"\""`, `"[1]"`, `"{}"`,
			`"5\""`, `"\u0031"`, `"\"\\u0041\""`, `"\"\\x\""`, `"999999999999999999999"`, `"1e999"`, `"-0"`, `"\\"`, `"\"\""`, `"n"`, `"t"`, `"f"`, `1`, `true`, `[]`, `{}`, `"nullx"`, `"0x10"`, `"1_000"`, `"Inf"`, `"1e5x"`,
		})...)
		return
	}
	sub := gen{r: g.r, budget: 40, wrong: g.wrong, dirty: g.dirty}
	sub.value(t, depth+6)
	g.b = append(g.b[:at], strconv.Quote(strings.ToValidUTF8(string(sub.b), "?"))...)
}

func (g *gen) mapping(t reflect.Type, depth int, short bool) {
	g.b = append(g.b, '{')
	g.space()
	for i := range g.length(short) {
		if i > 0 {
			g.b = append(g.b, ',')
		}
		if len(g.b) > 2*g.budget+64 {
			g.member("last", t.Elem(), depth)
			break
		}
		var name string
		switch k := t.Key(); {
		case g.r.OneIn(12):
			name = Pick(g.r, plainKeys)
		case k == reflect.TypeFor[TextStruct]():
			name = Pick(g.r, []string{"a:b", "c:d", "a:", "none", ":", "a:b"})
		case k == reflect.TypeFor[ID]():
			name = Pick(g.r, []string{"00010203", "ffffffff", "0"})
		case k == reflect.TypeFor[netip.Addr]():
			name = Pick(g.r, []string{"1.2.3.4", "::1", "x", ""})
		case k.Kind() >= reflect.Int && k.Kind() <= reflect.Float64:
			name = Pick(g.r, []string{"0", "1", "2", "3", "-1", "127", "128", "-129", "255", "256", "65536", "4294967296", "18446744073709551615", "18446744073709551616", "9223372036854775808",
				"-9223372036854775809", "01", "+1", " 1", "1.0", "1e2", "", "x", "-0", "0x1", "1_0"})
		default:
			name = g.mapKey(i)
		}
		g.member(name, t.Elem(), depth)
	}
	g.b = append(g.b, '}')
}

func (g *gen) mapKey(i int) string {
	if g.r.OneIn(3) || i > 20 {
		return "key" + strconv.Itoa(g.r.N(2*i+10))
	}
	return Pick(g.r, plainKeys)
}

// any writes something for an empty interface.
func (g *gen) any(depth int) {
	if g.budget < len(g.b) || depth > 10 {
		g.b = append(g.b, Pick(g.r, []string{"null", "true", "0", `""`, "[]", "{}"})...)
		return
	}
	anyT := reflect.TypeFor[any]()
	switch g.r.N(9) {
	case 0, 1:
		g.list(anyT, depth, g.length(depth > 4))
	case 2, 3:
		g.mapping(reflect.TypeFor[map[string]any](), depth, depth > 4)
	case 4, 5:
		g.string()
	case 6, 7:
		g.number(reflect.Float64)
	default:
		g.b = append(g.b, Pick(g.r, []string{"true", "false", "null"})...)
	}
}

// junk writes a value of any kind.
func (g *gen) junk(depth int) {
	switch g.r.N(8) {
	case 0:
		g.b = append(g.b, Pick(g.r, []string{"true", "false"})...)
	case 1:
		g.string()
	case 2:
		g.number(reflect.Float64)
	case 3:
		g.number(reflect.Int)
	case 4:
		g.b = append(g.b, Pick(g.r, []string{"[]", "{}", "[[]]", "{\"a\":{}}", `[1,"x",null]`, `{"a":1,"b":[2]}`})...)
	case 5:
		n := g.r.N(12)
		g.b = append(g.b, strings.Repeat("[", n)+strings.Repeat("]", n)...)
		if n == 0 {
			g.b = append(g.b, '0')
		}
	case 6:
		if g.r.OneIn(20) { // near the limit of depth
			n := g.r.Range(9985, 10003)
			g.b = append(g.b, strings.Repeat("[", n)...)
			g.b = append(g.b, strings.Repeat("]", n)...)
			return
		}
		g.any(depth)
	case 7:
		g.b = append(g.b, "null"...)
	}
}

// plainKeys are names that many of the types know, and some that none knows.
var plainKeys = []string{
	"a", "b", "c", "A", "ID", "Name", "name", "tags", "X", "Own", "k", "key", "old", "unknown", "", "é", "日本", "x y", "a\"b", "\u2028", "id", "next", "n", "kids", "0", "1", "-1", "\U0001f600",
	"a long key of more than sixteen bytes", "exactly8", "exactly 16 bytes",
}

// A field is a member that a struct type knows.
type field struct {
	name   string
	typ    reflect.Type
	quoted bool
}

var fieldCache sync.Map // reflect.Type → []field

// fieldsOf lists the names that t is likely to know, promoted ones included. It
// need not be exact: a name too many is an unknown name.
func fieldsOf(t reflect.Type) []field {
	if t.Kind() != reflect.Struct {
		return nil
	}
	if f, ok := fieldCache.Load(t); ok {
		return f.([]field)
	}
	fieldCache.Store(t, []field(nil)) // for types that embed themselves
	var fs []field
	for i := range t.NumField() {
		sf := t.Field(i)
		tag := sf.Tag.Get("json")
		name, opts, _ := strings.Cut(tag, ",")
		ft := sf.Type
		if sf.Anonymous && name == "" {
			if ft.Kind() == reflect.Pointer {
				ft = ft.Elem()
			}
			fs = append(fs, fieldsOf(ft)...)
		}
		if name == "" {
			name = sf.Name
		}
		fs = append(fs, field{name, sf.Type, strings.Contains(opts, "string")})
	}
	fieldCache.Store(t, fs)
	return fs
}

// nearMiss returns a name that is almost the given one: in another case, folded in
// the Unicode way, cut, prolonged, or with one byte changed.
func nearMiss(r *Rand, name string) string {
	switch r.N(9) {
	case 0:
		return strings.ToUpper(name)
	case 1:
		return strings.ToLower(name)
	case 2:
		return strings.Map(func(c rune) rune {
			if r.OneIn(2) {
				return c
			}
			return []rune(strings.ToUpper(string(c)))[0]
		}, name)
	case 3:
		return strings.NewReplacer("k", "\u212a", "s", "\u017f", "K", "\u212a", "S", "\u017f").Replace(name)
	case 4:
		return name + Pick(r, []string{"x", "_", " ", "\x00", "é", "0"})
	case 5:
		if len(name) > 1 {
			return name[:len(name)-1]
		}
	case 6:
		if len(name) > 0 {
			b := []byte(name)
			b[r.N(len(b))] ^= Pick(r, []byte{0x20, 0x01, 0x40, 0x80})
			return string(b)
		}
	case 7:
		return name + name
	case 8:
		if len(name) > 1 {
			return fmt.Sprintf("%s%s", name[1:], name[:1])
		}
	}
	return name
}

// Names returns the names of members that t is likely to know.
func Names(t reflect.Type) []string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	var names []string
	for _, f := range fieldsOf(t) {
		names = append(names, f.name)
	}
	return names
}
