package difftest

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
)

// A Case is one comparison, small enough to be printed as a Go literal. Script
// nil means a call of Unmarshal.
type Case struct {
	Target string
	Fill   uint64
	Opt    Options
	Doc    string
	Script *Script // its Doc is unused: the Case's counts
}

// Run runs the case on both subjects, and returns the first difference or nil.
func (c Case) Run(ref, sub Subject) error {
	if c.Script != nil {
		s := *c.Script
		s.Doc = []byte(c.Doc)
		return s.Run(ref, sub)
	}
	t, ok := Lookup(c.Target)
	if !ok {
		return fmt.Errorf("no target named %q", c.Target)
	}
	if err := Unmarshal(ref, sub, c.Opt, []byte(c.Doc), func() any { return t.Make(c.Fill) }); err != nil {
		return err
	}
	return Valid(ref, sub, []byte(c.Doc))
}

// RandomCase makes a case from a seed. One in four is a script.
func RandomCase(seed uint64) Case {
	r := NewRand(seed)
	if r.OneIn(4) {
		return randomScript(r)
	}
	ts := Targets()
	t := ts[r.N(len(ts))]
	c := Case{Target: t.Name}
	if r.OneIn(3) {
		c.Fill = 1 + uint64(r.N(1<<16))
	}
	if r.OneIn(10) {
		c.Opt.UseNumber = true
	}
	if r.OneIn(8) {
		c.Opt.DisallowUnknownFields = true
	}
	c.Doc = string(randomDoc(r, t))
	return c
}

func randomDoc(r *Rand, t Target) []byte {
	if r.OneIn(40) { // a document made for another type
		t = Pick(r, Targets())
	}
	doc := Document(r, t.Type)
	if r.OneIn(3) {
		doc = Mutate(r, doc)
	}
	return doc
}

func randomFeed(r *Rand) Feed {
	f := Feed{EOFWith: r.OneIn(3), Scratch: r.OneIn(3)}
	switch r.N(8) {
	case 0:
		f.Chunks = []Chunk{{N: 1}}
	case 1: // as it comes
	case 2:
		f.Chunks = []Chunk{{N: maxSpare}}
	case 3:
		f.Chunks = []Chunk{{N: r.Range(513, 70_000)}}
	default:
		for range r.Range(1, 6) {
			c := Chunk{N: Pick(r, []int{0, 1, 2, 3, 5, 7, 8, 16, 31, 32, 33, 63, 64, 65, 100, 500})}
			c.Fail = r.OneIn(40)
			f.Chunks = append(f.Chunks, c)
		}
	}
	return f
}

func randomScript(r *Rand) Case {
	s := Script{Feed: randomFeed(r), Drain: r.OneIn(3)}
	ts := Targets()
	var doc []byte
	if r.OneIn(12) {
		s.Steps = append(s.Steps, Step{Op: OpNumber})
	}
	if r.OneIn(12) {
		s.Steps = append(s.Steps, Step{Op: OpUnknown})
	}
	add := func(op Op, t Target) {
		st := Step{Op: op}
		if op == OpDecode {
			st.Target = t.Name
			if r.OneIn(4) {
				st.Fill = 1 + uint64(r.N(1<<16))
			}
		}
		for r.OneIn(6) {
			s.Steps = append(s.Steps, Step{Op: Pick(r, []Op{OpMore, OpBuffered, OpOffset, OpMore, OpOffset, OpToken, OpNumber, OpUnknown, OpAgain})})
		}
		s.Steps = append(s.Steps, st)
	}
	sep := func() {
		doc = append(doc, Pick(r, []string{"\n", " ", "\n", "", "\r\n", "   \t", "\n\n\n"})...)
	}
	t := Pick(r, ts)
	switch r.N(5) {
	case 0, 1: // values one after the other
		for range r.Range(1, 6) {
			if r.OneIn(3) {
				t = Pick(r, ts)
			}
			doc = append(doc, Document(r, t.Type)...)
			sep()
			op := OpDecode
			if r.OneIn(4) {
				op = OpAgain
			}
			add(op, t)
			if s.Steps[len(s.Steps)-1].Op == OpAgain {
				s.Steps[len(s.Steps)-1].Target = t.Name
			}
		}
		add(OpDecode, t) // io.EOF
	case 2: // an array, element by element
		doc = append(doc, "[ "[:r.Range(1, 2)]...)
		add(OpToken, t)
		for i := range r.N(6) {
			if i > 0 {
				doc = append(doc, ',')
			}
			sep()
			doc = append(doc, Document(r, t.Type)...)
			if r.OneIn(3) {
				s.Steps = append(s.Steps, Step{Op: OpMore})
			}
			add(OpDecode, t)
		}
		doc = append(doc, ']')
		s.Steps = append(s.Steps, Step{Op: OpMore}, Step{Op: OpToken})
		sep()
		doc = append(doc, Document(r, t.Type)...)
		add(OpDecode, t)
	case 3: // an object, member by member
		doc = append(doc, '{')
		add(OpToken, t)
		for i := range r.N(6) {
			if i > 0 {
				doc = append(doc, ',')
			}
			sep()
			g := gen{r: r, dirty: 6}
			g.key(Pick(r, plainKeys))
			doc = append(append(doc, g.b...), ':')
			doc = append(doc, Document(r, t.Type)...)
			add(OpToken, t)
			add(OpDecode, t)
		}
		doc = append(doc, '}')
		s.Steps = append(s.Steps, Step{Op: OpMore}, Step{Op: OpToken})
	case 4: // tokens, with values in between
		for range r.Range(1, 3) {
			doc = append(doc, Document(r, t.Type)...)
			sep()
		}
		for range r.Range(3, 30) {
			switch r.N(10) {
			case 0:
				add(OpDecode, Pick(r, ts))
			case 1:
				add(OpMore, t)
			default:
				add(OpToken, t)
			}
		}
	}
	if r.OneIn(3) {
		doc = Mutate(r, doc)
	}
	for i := range s.Steps { // what follows an OpAgain without a Decode needs a type
		if s.Steps[i].Op == OpAgain && s.Steps[i].Target == "" {
			s.Steps[i].Target = t.Name
		}
	}
	if len(doc) > 3000 {
		// Byte by byte, encoding/json takes quadratic time on long white space.
		for i := range s.Feed.Chunks {
			s.Feed.Chunks[i].N = max(s.Feed.Chunks[i].N, 200)
		}
	}
	return Case{Doc: string(doc), Script: &s}
}

// Snippet prints the case as a Go test that uses this package, with what the
// difference is.
func (c Case) Snippet(diff error) string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "// %v\n", strings.ReplaceAll(diff.Error(), "\n", "\n// "))
	if t, ok := Lookup(c.Target); ok && c.Script == nil {
		fmt.Fprintf(&sb, "// target type: %s\n", typeString(t.Type))
	}
	sb.WriteString("func TestRepro(t *testing.T) {\n\tcheck(t, difftest.Case{\n")
	if c.Script == nil {
		fmt.Fprintf(&sb, "\t\tTarget: %q,\n", c.Target)
	}
	if c.Fill != 0 {
		fmt.Fprintf(&sb, "\t\tFill:   %d,\n", c.Fill)
	}
	if c.Opt != (Options{}) {
		fmt.Fprintf(&sb, "\t\tOpt:    %s,\n", goSyntax(c.Opt))
	}
	fmt.Fprintf(&sb, "\t\tDoc:    %s,\n", docSyntax(c.Doc))
	if s := c.Script; s != nil {
		sb.WriteString("\t\tScript: &difftest.Script{\n")
		if !reflect.DeepEqual(s.Feed, Feed{}) {
			fmt.Fprintf(&sb, "\t\t\tFeed: %s,\n", goSyntax(s.Feed))
		}
		sb.WriteString("\t\t\tSteps: []difftest.Step{\n")
		for _, st := range s.Steps {
			fmt.Fprintf(&sb, "\t\t\t\t{Op: %q", st.Op)
			if st.Target != "" {
				fmt.Fprintf(&sb, ", Target: %q", st.Target)
			}
			if st.Fill != 0 {
				fmt.Fprintf(&sb, ", Fill: %d", st.Fill)
			}
			sb.WriteString("},\n")
		}
		sb.WriteString("\t\t\t},\n")
		if s.Drain {
			sb.WriteString("\t\t\tDrain: true,\n")
		}
		sb.WriteString("\t\t},\n")
	}
	sb.WriteString("\t})\n}\n")
	return sb.String()
}

func goSyntax(v any) string {
	return fmt.Sprintf("%#v", v)
}

// docSyntax prints a document as a Go expression, runs of one byte folded.
func docSyntax(doc string) string {
	if len(doc) < 400 {
		return fmt.Sprintf("%q", doc)
	}
	var parts []string
	for i := 0; i < len(doc); {
		j := i
		for j < len(doc) && doc[j] == doc[i] {
			j++
		}
		if j-i >= 32 {
			parts = append(parts, fmt.Sprintf("strings.Repeat(%q, %d)", doc[i:i+1], j-i))
			i = j
			continue
		}
		k := i
		for k < len(doc) && !(k+32 <= len(doc) && bytes.Count([]byte(doc[k:k+32]), []byte{doc[k]}) == 32) {
			k++
		}
		parts = append(parts, fmt.Sprintf("%q", doc[i:k]))
		i = k
	}
	return strings.Join(parts, " + ")
}

func typeString(t reflect.Type) string {
	if t.Name() == "" || t.PkgPath() == "" || !strings.HasSuffix(t.PkgPath(), "difftest") {
		return t.String()
	}
	return "difftest." + t.Name()
}
