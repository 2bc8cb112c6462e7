package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestSwitchImport(t *testing.T) {
	for _, tt := range []struct {
		name, src, want string
		ok              bool
	}{
		{"alone", "package p\n\nimport \"encoding/json\"\n", "package p\n\nimport json \"swarjson/decoder\"\n", true},
		{"in a block", "package p\nimport (\n\t\"bytes\"\n\t\"encoding/json\" // why\n)\nvar s = `\"encoding/json\"`\n",
			"package p\nimport (\n\t\"bytes\"\n\tjson \"swarjson/decoder\" // why\n)\nvar s = `\"encoding/json\"`\n", true},
		{"named", "package p\nimport std \"encoding/json\"\n", "package p\nimport std \"swarjson/decoder\"\n", true},
		{"dotted", "package p\nimport . \"encoding/json\"\n", "package p\nimport . \"swarjson/decoder\"\n", true},
		{"twice", "package p\nimport \"encoding/json\"\nimport j \"encoding/json\"\n",
			"package p\nimport json \"swarjson/decoder\"\nimport j \"swarjson/decoder\"\n", true},
		{"another", "package p\nimport \"encoding/json/v2\"\n", "package p\nimport \"encoding/json/v2\"\n", false},
		{"in a comment", "package p\n// import \"encoding/json\"\n", "package p\n// import \"encoding/json\"\n", false},
	} {
		got, ok, err := switchImport(tt.name, []byte(tt.src))
		if err != nil || ok != tt.ok || string(got) != tt.want {
			t.Errorf("%s: got %q, %v, %v; want %q, %v", tt.name, got, ok, err, tt.want, tt.ok)
		}
	}
}

func TestDifferences(t *testing.T) {
	before := results{"p.A": pass, "p.B": fail, "p.C": skip, "p.D": pass, "p.E": fail}
	after := results{"p.A": fail, "p.B": fail, "p.C": skip, "p.E": pass, "p": fail}
	got := before.differences(after)
	if want := []string{"p", "p.A", "p.D"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if d := before.differences(before); len(d) != 0 {
		t.Errorf("equal results differ in %q", d)
	}
}

func TestParse(t *testing.T) {
	const in = `{"Action":"start","Package":"p"}
{"Action":"run","Package":"p","Test":"A"}
{"Action":"output","Package":"p","Test":"A","Output":"one\n"}
not JSON at all
{"Action":"output","Package":"p","Test":"A","Output":"two\n"}
{"Action":"fail","Package":"p","Test":"A"}
{"Action":"pass","Package":"p","Test":"B/C"}
{"Action":"pass","Package":"p","Test":"D/http://127.0.0.1:35323/x"}
{"Action":"fail","Package":"p"}
{"Action":"skip","Package":"q"}
{"Action":"pass","Package":"r"}`
	res, text, err := parse(strings.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	if want := (results{"p.A": fail, "p.B/C": pass, "p.D/http://127.0.0.1:port/x": pass, "p": fail}); !maps.Equal(res, want) {
		t.Errorf("got %v, want %v", res, want)
	}
	if got := text["p.A"]; got != "one\ntwo\n" {
		t.Errorf("output of p.A: %q", got)
	}
}
