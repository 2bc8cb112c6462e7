package decoder

import (
	"flag"
	"os"
	"testing"
)

// TestMain has buffers overwritten as soon as they are given back.
func TestMain(m *testing.M) {
	flag.Parse()
	poison = flag.Lookup("test.bench").Value.String() == ""
	os.Exit(m.Run())
}
