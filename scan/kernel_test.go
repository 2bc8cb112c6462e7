package scan

import (
	"os"
	"testing"
)

func TestChooseKernel(t *testing.T) {
	for _, tc := range []struct {
		want   string
		usable []string
		got    string
	}{
		{"", nil, "swar"},
		{"", []string{"avx512", "avx2"}, "avx512"},
		{"avx2", []string{"avx512", "avx2"}, "avx2"},
		{"avx2", []string{"neon"}, "neon"},
		{"swar", []string{"avx512", "avx2"}, "swar"},
		{"swar", nil, "swar"},
		{"AVX2", []string{"avx512", "avx2"}, "avx512"},
		{"mmx", nil, "swar"},
	} {
		if got := chooseKernel(tc.want, tc.usable); got != tc.got {
			t.Errorf("chooseKernel(%q, %v) = %q, want %q", tc.want, tc.usable, got, tc.got)
		}
	}
}

// TestKernelForced: who forces a kernel wants it tested, and does not want to be told that all is well with another one.
func TestKernelForced(t *testing.T) {
	if want := os.Getenv("SWARJSON_KERNEL"); want != "" && Kernel() != want {
		t.Errorf("SWARJSON_KERNEL is %q, but this machine or build runs %q", want, Kernel())
	}
	if useKernel != (Kernel() != "swar") {
		t.Errorf("Kernel() = %q, but useKernel = %v", Kernel(), useKernel)
	}
}

// FuzzIndex compares every implementation with the naive reference on a document that is cut in three. Assembly
// gives the fuzzer no coverage, but the portable code beside it does.
func FuzzIndex(f *testing.F) {
	f.Add(sample, uint16(10), uint16(100))
	f.Add([]byte(`["\\\"",{"\u00e9":1e5}]`), uint16(3), uint16(4))
	f.Add([]byte("\"\xf0\x9f\x8e\x88\xe2\x82\x00\x1a\x0c"), uint16(2), uint16(7))
	var c checker
	f.Fuzz(func(t *testing.T, doc []byte, a, b uint16) {
		i := int(a) % (len(doc) + 1)
		j := i + int(b)%(len(doc)-i+1)
		checkDoc(t, &c, doc)
		checkDoc(t, &c, doc, i, j)
	})
}
