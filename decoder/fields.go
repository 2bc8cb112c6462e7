// Which members of an object go to which fields of a struct type: tags, embedded
// structs, hidden and ambiguous names, and matching without regard to case.

package decoder

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// structField is a field that a member's name can select, or one that competes
// for a name.
type structField struct {
	name   string
	tagged bool  // the name comes from a tag
	index  []int // as in reflect.Value.FieldByIndex
	typ    reflect.Type
	quoted bool // option ",string" on a type that it applies to
}

// structFields returns the fields of struct type t that decoding can reach, in the
// order of declaration, embedded ones where they are embedded.
//
// The search goes level by level: at each one the structs embedded in the level
// above. A struct type counts once, at the highest level that it is on.
func structFields(t reflect.Type) []structField {
	type embedded struct {
		typ   reflect.Type
		index []int
		twice bool // more than once on its level: its fields annihilate each other
	}
	var found []structField
	visited := map[reflect.Type]bool{}
	for level := []embedded{{typ: t}}; len(level) > 0; {
		var next []embedded
		seen := map[reflect.Type]int{} // type → 1 + its place in next
		for _, e := range level {
			if visited[e.typ] {
				continue
			}
			visited[e.typ] = true
			for i := range e.typ.NumField() {
				sf := e.typ.Field(i)
				if !reachable(sf) {
					continue
				}
				tag := sf.Tag.Get("json")
				if tag == "-" {
					continue
				}
				name, options, _ := strings.Cut(tag, ",")
				if !isTagName(name) {
					name = ""
				}
				typ := sf.Type
				if typ.Name() == "" && typ.Kind() == reflect.Pointer {
					typ = typ.Elem()
				}
				index := append(slices.Clone(e.index), i)
				if name == "" && sf.Anonymous && typ.Kind() == reflect.Struct {
					if at := seen[typ]; at > 0 {
						next[at-1].twice = true
						continue
					}
					next = append(next, embedded{typ: typ, index: index})
					seen[typ] = len(next)
					continue
				}
				f := structField{name: name, tagged: name != "", index: index, typ: sf.Type}
				if name == "" {
					f.name = sf.Name
				}
				f.quoted = hasOption(options, "string") && quotable(typ.Kind()) && !hasUnmarshalFrom(reflect.PointerTo(typ))
				found = append(found, f)
				if e.twice {
					found = append(found, f)
				}
			}
		}
		level = next
	}
	return dominant(found)
}

// reachable reports whether decoding can set sf or, for an embedded struct,
// fields of it.
func reachable(sf reflect.StructField) bool {
	if sf.IsExported() {
		return true
	}
	t := sf.Type
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return sf.Anonymous && t.Kind() == reflect.Struct
}

// dominant keeps of all fields with one name the one that Go's rules for embedded
// fields select, where a tag beats none at the same depth, or none of them if
// two are equals.
func dominant(fields []structField) []structField {
	slices.SortStableFunc(fields, func(a, b structField) int {
		if c := strings.Compare(a.name, b.name); c != 0 {
			return c
		}
		if c := cmp.Compare(len(a.index), len(b.index)); c != 0 {
			return c
		}
		if a.tagged != b.tagged {
			if a.tagged {
				return -1
			}
			return 1
		}
		return slices.Compare(a.index, b.index)
	})
	var out []structField
	for len(fields) > 0 {
		n := 1
		for n < len(fields) && fields[n].name == fields[0].name {
			n++
		}
		if n == 1 || len(fields[0].index) != len(fields[1].index) || fields[0].tagged != fields[1].tagged {
			out = append(out, fields[0])
		}
		fields = fields[n:]
	}
	slices.SortFunc(out, func(a, b structField) int { return slices.Compare(a.index, b.index) })
	return out
}

// isTagName reports whether a tag's name is one that encoding/json takes.
func isTagName(s string) bool {
	for _, r := range s {
		// Quote, backslash and comma have a meaning of their own.
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return s != ""
}

// hasOption reports whether a tag's comma-separated options hold one.
func hasOption(options, option string) bool {
	for o := range strings.SplitSeq(options, ",") {
		if o == option {
			return true
		}
	}
	return false
}

// quotable reports whether the option ",string" has a meaning for kind k.
func quotable(k reflect.Kind) bool {
	return k == reflect.Bool || k == reflect.String ||
		k >= reflect.Int && k <= reflect.Uintptr || k == reflect.Float32 || k == reflect.Float64
}

// fold appends the canonical form of name to dst: two names match without regard
// to case if their forms are equal. Each code point becomes the smallest of those
// that Unicode's simple folding joins with it; ASCII letters become upper case.
func fold(dst []byte, name []byte) []byte {
	for len(name) > 0 {
		c := name[0]
		if c < utf8.RuneSelf {
			if 'a' <= c && c <= 'z' {
				c -= 'a' - 'A'
			}
			dst = append(dst, c)
			name = name[1:]
			continue
		}
		r, n := utf8.DecodeRune(name)
		name = name[n:]
		for next := unicode.SimpleFold(r); ; next = unicode.SimpleFold(r) {
			wrapped := next <= r
			r = next
			if wrapped {
				break
			}
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}
