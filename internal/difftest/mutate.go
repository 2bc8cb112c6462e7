package difftest

import "bytes"

// pieces are what mutations put into documents.
var pieces = []string{
	"{", "}", "[", "]", ":", ",", `"`, `\`, " ", "\n", "null", "true", "false", "0", "1", "-", "e", ".", "E+", "{}", "[]", `""`, `{"a":1}`, ",,", "\x00", "\xff", "é", "\ufeff", `\u`, `\u00`, "nul", "tru", "/", "'", "\t", "\r",
	"1e999", "9", "99999999999999999999", "\x1f", "\x7f", "\xa0", "\u2028", "\f", "\v",
}

// Mutate returns doc with one to four small changes: a byte flipped, cut out, put
// in or doubled, the tail cut off, a part of the document repeated or moved.
func Mutate(r *Rand, doc []byte) []byte {
	b := bytes.Clone(doc)
	for range 1 + r.small(3) {
		n := len(b)
		if n == 0 {
			return append(b, Pick(r, pieces)...)
		}
		i := r.N(n)
		switch r.N(11) {
		case 0:
			b[i] ^= 1 << r.N(8)
		case 1:
			b[i] = byte(r.U64())
		case 2:
			b = append(b[:i], b[i+1:]...)
		case 3, 4:
			p := Pick(r, pieces)
			b = append(b[:i], append([]byte(p), b[i:]...)...)
		case 5:
			b = b[:i]
		case 6:
			j := min(n, i+1+r.N(16))
			b = append(b[:j:j], append(bytes.Clone(b[i:j]), b[j:]...)...)
		case 7:
			j := min(n, i+1+r.N(16))
			b = append(b[:i], b[j:]...)
		case 8:
			j := r.N(n)
			b[i], b[j] = b[j], b[i]
		case 9:
			p := Pick(r, pieces)
			for k := range min(len(p), n-i) {
				b[i+k] = p[k]
			}
		case 10:
			b = append(b, Pick(r, pieces)...)
		}
	}
	return b
}
