package utf8enc

// AppendValid appends src to dst with each invalid byte replaced by U+FFFD, as
// encoding/json does it when it unquotes a string: of a byte sequence that is no character only the
// first byte is replaced, and what follows it is looked at anew. dst and src must not
// overlap.
func AppendValid(dst, src []byte) []byte {
	for {
		n := ValidPrefix(src)
		dst = append(dst, src[:n]...)
		if n == len(src) {
			return dst
		}
		dst = append(dst, "\uFFFD"...)
		src = src[n+1:]
	}
}
