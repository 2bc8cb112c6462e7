package syntax

import "sync"

// scanners are kept for their stacks only.
var scanners = sync.Pool{New: func() any { return new(Scanner) }}

// Check returns nil if data is one valid JSON text, and encoding/json's
// *SyntaxError otherwise. It allocates nothing for a valid text.
func Check(data []byte) error { return CheckDepth(data, MaxDepth) }

// CheckDepth is Check with a depth limit of its own, see Scanner.LimitDepth.
func CheckDepth(data []byte, maxDepth int) error {
	return find(data, 0, Top, 0, maxDepth)
}

// Find scans data[from:] starting in state st with depth open containers, and
// returns the error that encoding/json has for the first fault, its offset
// relative to data's start. data ends where the input ends. It returns nil if it
// finds no fault: because there is none, or because the innermost container is
// closed and the one around it unknown, or because st and depth do not go
// together. Then only Check can tell.
func Find(data []byte, from int, st State, depth int) error {
	return find(data, from, st, depth, MaxDepth)
}

// FindDepth is Find with a depth limit of its own, see Scanner.LimitDepth.
func FindDepth(data []byte, from int, st State, depth, maxDepth int) error {
	return find(data, from, st, depth, maxDepth)
}

func find(data []byte, from int, st State, depth, maxDepth int) error {
	if st > End || depth < 0 || (depth == 0) != (st == Top || st == End) {
		return nil
	}
	s := scanners.Get().(*Scanner)
	s.LimitDepth(maxDepth)
	s.Start(st, depth)
	i, v := from, Done
	for v == Done { // twice at the most: the second time in the white space behind the value
		var n int
		n, v = s.Scan(data[i:])
		i += n
	}
	var err error
	switch {
	case v == Bad:
		err = s.Fault(data, i, int64(i)+1)
	case v == More && !s.Complete():
		err = s.Truncated(data, int64(len(data)))
	}
	scanners.Put(s)
	return err
}
