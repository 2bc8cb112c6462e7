package decoder

import (
	"bytes"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"swarjson/internal/syntax"
)

// TestSeparatorIsLast: the comma or colon before a value that Decode takes is the last byte that has been read,
// and the buffer is full, so that the read which follows moves what is in it. There are index entries left over then.
func TestSeparatorIsLast(t *testing.T) {
	met := map[byte]int{}
	reads := []int{100, 1000, 4096, 32 << 10, 1 << 20}
	if testing.Short() {
		reads = []int{1000, 1 << 20}
	}
	for _, tc := range []struct{ open, value, last string }{
		{`[`, `"x",`, `7]`}, {`[`, `[],`, `[1]]`}, {`[`, `12,`, `{"a":[1]}]`}, {`{`, `"k":{},`, `"k":7}`}, {`{`, `"k":"v",`, `"k":[1]}`}, {`{`, `"name":1,`, `"k":{"a":1}}`},
	} {
		for pad := range len(tc.value) {
			doc := []byte(tc.open + strings.Repeat(" ", pad) + strings.Repeat(tc.value, 140_000/len(tc.value)) + tc.last)
			for _, read := range reads {
				ours, theirs := NewDecoder(&chunked{data: doc, size: fixed(read), errAt: -1}), json.NewDecoder(bytes.NewReader(doc))
				for i := 0; ; i++ {
					op := 0 // Token
					if unread := ours.awake().in.unread(); len(unread) == 1 && (unread[0] == ',' && ours.awake().state == syntax.AfterElem || unread[0] == ':') {
						met[unread[0]]++
						op = 98 // Decode into any
					}
					what, got := call(ours, op, nil)
					_, want := call(theirs, op, nil)
					got, want = append(got, ours.InputOffset()), append(want, theirs.InputOffset())
					if !reflect.DeepEqual(got, want) {
						t.Fatalf("%.40q, reads of %d, call %d, %s:\ngot  %s\nwant %s", doc, read, i, what, describe(got), describe(want))
					}
					if err := got[len(got)-2]; err != nil {
						if err != io.EOF {
							t.Fatal(err)
						}
						break
					}
				}
			}
		}
	}
	if met[','] < 10 || met[':'] < 10 {
		t.Errorf("met %d commas and %d colons", met[','], met[':'])
	}
}
