package scan

import (
	"os"
	"slices"
)

// This file: which kernel is used.

// kernel is the name of the implementation in use. It is chosen once, when the package is initialized.
var kernel = chooseKernel(os.Getenv("SWARJSON_KERNEL"), machineKernels())

// Kernel returns the name of the implementation that Index uses: "avx512" or "avx2" on amd64, "neon" on arm64, or
// "swar", the portable one, on all other machines, on those that lack an instruction that the kernels need, and
// in builds with the tag purego.
//
// The environment variable SWARJSON_KERNEL, if it is one of these names when the program starts, forces the
// choice, so that every implementation can be tested and measured on one machine. A name that is unknown or that
// this machine cannot run leaves the choice as it is: Kernel tells.
func Kernel() string { return kernel }

// chooseKernel returns want if it is possible, else the best of usable, which is ordered from best to worst.
func chooseKernel(want string, usable []string) string {
	usable = append(slices.Clone(usable), "swar")
	if slices.Contains(usable, want) {
		return want
	}
	return usable[0]
}
