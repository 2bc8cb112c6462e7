package syntax

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// streams leads into every state of a token stream, by other ways than lead does.
// tokens is how many tokens the text has.
var streams = []struct {
	st     State
	prefix string
	tokens int
}{
	{Top, ``, 0}, {Top, " \n", 0}, {Top, `1 "a" {} `, 4},
	{FirstElem, `[`, 1}, {FirstElem, ` {"a": [ `, 3},
	{Elem, `[1,`, 2}, {Elem, `[[true, false, `, 4},
	{AfterElem, `[1 `, 2}, {AfterElem, `[{"k":1} `, 5}, {AfterElem, `{"a":[""`, 4},
	{FirstKey, `{`, 1}, {FirstKey, `[ { `, 2},
	{Key, `{"a":1,`, 3}, {Key, `[{"a":[] , `, 5},
	{Colon, `{"a"`, 2}, {Colon, `[{"a":1,"b" `, 5},
	{MemberValue, `{"a":`, 2}, {MemberValue, `{"a" : `, 2},
	{AfterMember, `{"a":1 `, 3}, {AfterMember, `[{"a":{}`, 5},
}

// TestTokenError checks every byte that Token refuses in every state.
func TestTokenError(t *testing.T) {
	refused := 0
	for _, tc := range streams {
		takesValue := false
		switch tc.st {
		case Top, FirstElem, Elem, MemberValue:
			takesValue = true
		}
		if strings.HasSuffix(tc.prefix, " ") && (tc.st == Elem || tc.st == Key) && !classic() {
			continue // the v2 engine puts the error at the comma
		}
		for c := range 256 {
			doc := append([]byte(tc.prefix), byte(c))
			dec := json.NewDecoder(bytes.NewReader(doc))
			for range tc.tokens {
				if _, err := dec.Token(); err != nil {
					t.Fatalf("%q: %v", doc, err)
				}
			}
			_, want := dec.Token()
			if _, ok := want.(*json.SyntaxError); !ok {
				continue // a token, or the beginning of one
			}
			if takesValue && strings.IndexByte(`[]{}:,`, byte(c)) < 0 {
				continue // refused by Decode, which Token calls for a value
			}
			refused++
			if err := same(TokenError(tc.st, byte(c), int64(len(tc.prefix))), want); err != nil {
				t.Errorf("Token at the end of %q: %v", doc, err)
			}
		}
	}
	if refused < 60 {
		t.Errorf("only %d cases", refused)
	}
}

// TestValueError checks Decode where no value may begin.
func TestValueError(t *testing.T) {
	for _, tc := range streams {
		switch tc.st {
		case AfterElem, Colon, FirstKey, AfterMember:
		default:
			continue
		}
		for c := range 256 {
			if IsSpace(byte(c)) || tc.st == AfterElem && c == ',' || tc.st == Colon && c == ':' {
				continue
			}
			doc := append([]byte(tc.prefix), byte(c))
			dec := json.NewDecoder(bytes.NewReader(doc))
			for range tc.tokens {
				dec.Token()
			}
			var v any
			want := dec.Decode(&v)
			got := ValueError(tc.st, byte(c), int64(len(strings.TrimRight(tc.prefix, " "))))
			if tc.st == AfterElem || tc.st == Colon {
				got = ValueError(tc.st, byte(c), int64(len(tc.prefix)))
			}
			if err := same(got, want); err != nil && classic() {
				t.Errorf("Decode at the end of %q: %v", doc, err)
			}
			if e, ok := got.(*json.SyntaxError); !ok || e.Error() == "" {
				t.Errorf("Decode at the end of %q: %v", doc, got)
			}
		}
	}
}

// classic reports whether encoding/json is not run by its v2 engine, which has other
// rules for a Decode in the middle of a token stream.
func classic() bool {
	dec := json.NewDecoder(strings.NewReader(`{"a"`))
	dec.Token()
	var v any
	return dec.Decode(&v) != nil
}
