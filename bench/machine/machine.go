// Package machine describes the conditions under which a figure was measured.
package machine

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// Info is a machine and the program that runs on it.
type Info struct {
	CPU        string   `json:"cpu"`
	Features   []string `json:"features"` // those that matter to a decoder
	Cores      int      `json:"cores"`    // that the Go scheduler uses
	Kernel     string   `json:"kernel"`   // the scan kernel in use
	GoVersion  string   `json:"go"`
	Experiment string   `json:"goexperiment,omitempty"`
	OS         string   `json:"os"`
	Arch       string   `json:"arch"`
	Level      string   `json:"level,omitempty"` // GOAMD64 and the like
	Tags       string   `json:"tags,omitempty"`
}

// interesting are the CPU features that decoders choose their kernels by.
var interesting = []cpuid.FeatureID{
	cpuid.SSE42, cpuid.AVX2, cpuid.BMI1, cpuid.BMI2, cpuid.CLMUL, cpuid.POPCNT,
	cpuid.AVX512F, cpuid.AVX512BW, cpuid.AVX512VBMI, cpuid.AVX512VBMI2, cpuid.GFNI, cpuid.VPCLMULQDQ,
	cpuid.ASIMD, cpuid.PMULL,
}

// Describe returns the conditions of this process. Kernel is the name of the scan kernel.
func Describe(kernel string) Info {
	info := Info{
		CPU:       strings.TrimSpace(cpuid.CPU.BrandName),
		Cores:     runtime.GOMAXPROCS(0),
		Kernel:    kernel,
		GoVersion: runtime.Version(),
		OS:        runtime.GOOS,
		Arch:      runtime.GOARCH,
	}
	if info.CPU == "" {
		info.CPU = "unknown CPU"
	}
	for _, feature := range interesting {
		if cpuid.CPU.Supports(feature) {
			info.Features = append(info.Features, feature.String())
		}
	}
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range build.Settings {
			switch setting.Key {
			case "GOEXPERIMENT":
				info.Experiment = setting.Value
			case "GOAMD64", "GOARM64", "GO386":
				info.Level = setting.Key + "=" + setting.Value
			case "-tags":
				info.Tags = setting.Value
			}
		}
	}
	return info
}

// String returns the description in one line.
func (i Info) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d cores", i.CPU, i.Cores)
	if len(i.Features) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(i.Features, " "))
	}
	fmt.Fprintf(&b, "; %s %s/%s", i.GoVersion, i.OS, i.Arch)
	for _, extra := range []string{i.Level, i.Tags} {
		if extra != "" {
			b.WriteString(" " + extra)
		}
	}
	if i.Experiment != "" {
		b.WriteString(" GOEXPERIMENT=" + i.Experiment)
	}
	if i.Kernel != "" {
		b.WriteString("; scan kernel " + i.Kernel)
	}
	return b.String()
}

// Version returns the version of a module that this program was built with, or the
// empty string.
func Version(module string) string {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, dep := range build.Deps {
		if dep.Path != module {
			continue
		}
		if dep.Replace != nil && dep.Replace.Version != "" {
			return dep.Replace.Version
		}
		return dep.Version
	}
	return ""
}
