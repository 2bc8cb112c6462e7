package num

import "swarjson/internal/mem"

// padded is the size of the copies on the stack: of numbers of up to 39 bytes,
// with the padding behind them.
const padded = 48

// ParseFloat64 returns the value of s, and whether all of s is a JSON number that a
// float64 can hold; see Float64.
func ParseFloat64(s string) (v float64, ok bool) {
	var b [padded]byte
	p := pad(&b, s)
	v, n, ok := Float64(p, 0)
	return v, ok && n == len(s)
}

// ParseInt64 returns the value of s, and whether all of s is a JSON number that
// is an int64; see Int64.
func ParseInt64(s string) (v int64, ok bool) {
	var b [padded]byte
	v, n, ok := Int64(pad(&b, s))
	return v, ok && n == len(s)
}

// ParseUint64 returns the value of s, and whether all of s is a JSON number that
// is a uint64; see Uint64.
func ParseUint64(s string) (v uint64, ok bool) {
	var b [padded]byte
	v, n, ok := Uint64(pad(&b, s))
	return v, ok && n == len(s)
}

// pad returns a copy of s that fulfils the padded contract: in b if there is
// room, otherwise on the heap.
func pad(b *[padded]byte, s string) mem.Ptr {
	t := b[:]
	if len(s) > padded-9 {
		t = make([]byte, len(s)+9)
	}
	copy(t, s)
	return mem.Of(t)
}
