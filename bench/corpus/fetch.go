package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Documents come from the test data of released Go modules. The go command fetches
// them: `go mod download` puts a module into the module cache, once, and says in
// which directory. That works from a fresh clone and an empty cache, needs no entry
// in any go.mod, and works the same whether the program was started by `go run`,
// by `go test`, or as a binary somewhere else.
const (
	simdjsonModule  = "github.com/minio/simdjson-go"
	simdjsonVersion = "v0.4.5"
	simdjsonFolder  = "testdata"

	jsonv2Module  = "github.com/go-json-experiment/json"
	jsonv2Version = "v1.27.2"
	jsonv2Folder  = "internal/jsontest/_embed"
)

// gorootFolders are the folders below GOROOT in which the Go distribution keeps the
// test documents of its own JSON package: up to go1.26, and from go1.27 on.
var gorootFolders = []string{
	"src/encoding/json/internal/jsontest/testdata",
	"src/encoding/json/internal/jsontest/_embed",
}

// fromSimdjson returns a source that reads a compressed file from simdjson-go's test data.
func fromSimdjson(file string) func() ([]byte, error) {
	return func() ([]byte, error) {
		dir, err := moduleDir(simdjsonModule, simdjsonVersion)
		if err != nil {
			return nil, err
		}
		return decompressFile(filepath.Join(dir, simdjsonFolder, file))
	}
}

// fromGo returns a source that reads one of the test documents of Go's own JSON
// package. The Go distribution has them, but may rename their folder with each
// release or be installed without them; then they come from the module in which
// that package is developed.
func fromGo(file string) func() ([]byte, error) {
	return func() ([]byte, error) {
		root, err := goroot()
		if err != nil {
			return nil, err
		}
		for _, folder := range gorootFolders {
			data, err := decompressFile(filepath.Join(root, filepath.FromSlash(folder), file))
			if !errors.Is(err, fs.ErrNotExist) {
				return data, err
			}
		}
		return fromGoModule(file)
	}
}

// fromGoModule reads the same documents from the module.
func fromGoModule(file string) ([]byte, error) {
	dir, err := moduleDir(jsonv2Module, jsonv2Version)
	if err != nil {
		return nil, err
	}
	return decompressFile(filepath.Join(dir, filepath.FromSlash(jsonv2Folder), file))
}

// moduleDir returns the directory of a module in the module cache, and downloads
// the module if it is not there.
func moduleDir(module, version string) (string, error) {
	out, err := goCommand("mod", "download", "-json", module+"@"+version)
	// With -json the command reports a failed download in its output, and in
	// its exit status too; the former is the better text.
	var report struct{ Dir, Error string }
	if jsonErr := json.Unmarshal(out, &report); jsonErr == nil && report.Error != "" {
		return "", fmt.Errorf("go mod download %s@%s: %s", module, version, report.Error)
	}
	if err != nil {
		return "", err
	}
	if report.Dir == "" {
		return "", fmt.Errorf("go mod download %s@%s names no directory", module, version)
	}
	return report.Dir, nil
}

// goroot returns the root of the Go distribution whose go command is in the path.
// Under `go run` and `go test` that is the one that built this program.
var goroot = sync.OnceValues(func() (string, error) {
	out, err := goCommand("env", "GOROOT")
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(out)), nil
})

// goCommand runs the go command outside of any module or workspace, so that
// nothing the surroundings say (vendoring, -mod, a work file) can interfere.
func goCommand(args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = os.TempDir()
	cmd.Env = append(os.Environ(),
		"GOWORK=off",
		"GOFLAGS=",
		// The checksum database need not be asked: every document is checked
		// against a sum in this package's source.
		"GONOSUMDB="+simdjsonModule+","+jsonv2Module,
	)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return out, fmt.Errorf("go %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return out, nil
}

// decompressFile returns the contents of a zstd-compressed file.
func decompressFile(path string) ([]byte, error) {
	packed, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	// Concurrency 1 starts no goroutines that could outlive the call.
	reader, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
	if err != nil {
		return nil, err
	}
	defer reader.Close()
	data, err := reader.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return data, nil
}
