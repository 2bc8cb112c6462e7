package scan

func kernelImpls() []impl { return nil }
