package main

import "testing"

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

func TestDifference(t *testing.T) {
	before := results{"p.A": pass, "p.B": fail, "p.C": skip, "p.D": pass}
	after := results{"p.A": fail, "p.B": fail, "p.C": skip}
	got := before.differences(after)
	if len(got) != 2 || got[0] != "p.A" || got[1] != "p.D" {
		t.Errorf("got %q, want p.A and p.D", got)
	}
	if d := before.differences(before); len(d) != 0 {
		t.Errorf("equal results differ in %q", d)
	}
}
