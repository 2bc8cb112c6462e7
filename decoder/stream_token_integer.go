package decoder

import (
	"swarjson/internal/mem"
	"swarjson/internal/num"
)

// Integers whose length is known from the index: no one has to look for their end.

const (
	// shortestInteger is the length from which on it pays: num.Float64 reads shorter ones
	// as one word.
	shortestInteger = 9

	// longestInteger is up to which length every integer is a float64: 10^15 < 2^53.
	longestInteger = 15
)

// integerWords returns the n bytes at p as two words of eight digits each, if they are digits,
// the last eight of them in lo, where shortestInteger <= n <= longestInteger. TestInteger.
//
//	n = 10    1 2 3 4 5 6 7 8 9 0        hi  0 0 0 0 0 0 1 2
//	          ───────────────  << 48     lo  3 4 5 6 7 8 9 0
//	              ───────────────
//
// SAFETY: the n bytes can be read.
func integerWords(p mem.Ptr, n int) (hi, lo uint64) {
	return (p.U64(0) ^ lanes*'0') << (uint(128-8*n) & 63), p.U64(n-8) ^ lanes*'0'
}

// areDigits reports whether all lanes of both words are 0…9: adding 0x76 sets the top bit of
// a lane from 0x0a on, those from 0x80 on have it set, and only such lanes carry.
func areDigits(hi, lo uint64) bool {
	return ((hi+0x76*lanes)|hi|(lo+0x76*lanes)|lo)&highs == 0
}

// integer returns the number whose digits are the lanes of hi and lo.
func integer(hi, lo uint64) float64 {
	return float64(int64(num.Eight(hi)*1e8 + num.Eight(lo)))
}
