package difftest

import "math/rand/v2"

// Rand is a source of choices that is the same on every platform and toolchain.
type Rand struct{ src *rand.PCG }

// NewRand returns the source with the given seed.
func NewRand(seed uint64) *Rand { return &Rand{rand.NewPCG(seed, 0x5eed)} }

// N returns a number in [0, n); n must be positive.
func (r *Rand) N(n int) int { return int(r.src.Uint64() % uint64(n)) }

// Range returns a number in [lo, hi].
func (r *Rand) Range(lo, hi int) int { return lo + r.N(hi-lo+1) }

// OneIn is true once in n times.
func (r *Rand) OneIn(n int) bool { return r.N(n) == 0 }

// U64 returns 64 random bits.
func (r *Rand) U64() uint64 { return r.src.Uint64() }

// Pick returns one of the elements.
func Pick[T any](r *Rand, s []T) T { return s[r.N(len(s))] }

// small returns a length: mostly small, seldom up to hi.
func (r *Rand) small(hi int) int {
	n := r.N(4)
	if r.OneIn(8) {
		n = r.N(hi + 1)
	}
	return n
}
