//go:build purego || !(amd64 || arm64)

package scan

func kernelImpls() []impl { return nil }
