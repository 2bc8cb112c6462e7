//go:build (amd64 || arm64) && !purego

package scan

// This file: the tables of the vector kernels. Each is a look-up by four bits, for an
// instruction that looks up 16 or more bytes at once (VPSHUFB, VTBL).

// spaceByNibble[c&15] is the one white space character with the low bits of c, or else something that has
// other low bits. So c is white space just if c == spaceByNibble[c&15].
var spaceByNibble = [16]byte{
	' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', '\t', '\n', ' ', ' ', '\r', ' ', ' ',
}

// structuralByNibble does the same for structural bytes, after c |= 0x20, which makes { and } of [ and ] and leaves
// : and , as they are. It makes : and , of 0x1a and 0x0c as well: control characters, which have to be taken
// out of the result.
var structuralByNibble = [16]byte{0xa: ':', 0xb: '{', 0xc: ',', 0xd: '}'}

// UTF-8 is validated by the method of Keiser and Lemire (Validating UTF-8 in less than one instruction per byte,
// 2021). Whether two neighbouring bytes can follow each other depends on twelve bits: both nibbles of the first
// byte and the high nibble of the second. Each kind of error is a bit, each nibble
// has a table of the errors that it does not rule out, and an error is there if all three tables have its bit.
//
// The pair cannot tell whether a continuation after a continuation is right: that is so just if the byte two
// before is the lead of three or four bytes, or the byte three before the lead of four. Therefore the
// kernel exclusive-ors errTwoConts with "two or three before there is such a lead".
//
// A pair that belongs to no error bit is a valid one; a bit may stand for two errors where their nibbles
// cannot be confused.
const (
	errTooShort  = 1 << iota // a lead, then no continuation:    11xxxxxx  0xxxxxxx or 11xxxxxx
	errTooLong               // ASCII, then a continuation:      0xxxxxxx  10xxxxxx
	errOverlong3             // three bytes for less than 0x800: 11100000  100xxxxx
	errTooLarge              // above 0x10ffff:                  11110100  1001xxxx or 101xxxxx; and more than that first byte
	errSurrogate             // 0xd800 to 0xdfff:                11101101  101xxxxx
	errOverlong2             // two bytes for less than 0x80:    1100000x  10xxxxxx
	errFour8                 // four bytes, the second 1000xxxx: 11110000 (less than 0x10000), or above 11110100
	errTwoConts              // two continuations:               10xxxxxx  10xxxxxx

	errAnyLow = errTooShort | errTooLong | errTwoConts // errors that the first byte's low nibble says nothing about
)

// utf8Errors holds the three tables: by the first byte's high nibble, by its low nibble, and by the second byte's
// high nibble.
var utf8Errors = [3][16]byte{
	{
		errTooLong, errTooLong, errTooLong, errTooLong, errTooLong, errTooLong, errTooLong, errTooLong,
		errTwoConts, errTwoConts, errTwoConts, errTwoConts,
		0xc: errTooShort | errOverlong2,
		0xd: errTooShort,
		0xe: errTooShort | errOverlong3 | errSurrogate,
		0xf: errTooShort | errTooLarge | errFour8,
	},
	{
		0x0: errAnyLow | errOverlong2 | errOverlong3 | errFour8,
		0x1: errAnyLow | errOverlong2,
		0x2: errAnyLow,
		0x3: errAnyLow,
		0x4: errAnyLow | errTooLarge,
		0x5: errAnyLow | errTooLarge | errFour8,
		0x6: errAnyLow | errTooLarge | errFour8,
		0x7: errAnyLow | errTooLarge | errFour8,
		0x8: errAnyLow | errTooLarge | errFour8,
		0x9: errAnyLow | errTooLarge | errFour8,
		0xa: errAnyLow | errTooLarge | errFour8,
		0xb: errAnyLow | errTooLarge | errFour8,
		0xc: errAnyLow | errTooLarge | errFour8,
		0xd: errAnyLow | errTooLarge | errFour8 | errSurrogate,
		0xe: errAnyLow | errTooLarge | errFour8,
		0xf: errAnyLow | errTooLarge | errFour8,
	},
	{
		errTooShort, errTooShort, errTooShort, errTooShort, errTooShort, errTooShort, errTooShort, errTooShort,
		0x8: errTooLong | errTwoConts | errOverlong2 | errOverlong3 | errFour8,
		0x9: errTooLong | errTwoConts | errOverlong2 | errOverlong3 | errTooLarge,
		0xa: errTooLong | errTwoConts | errOverlong2 | errSurrogate | errTooLarge,
		0xb: errTooLong | errTwoConts | errOverlong2 | errSurrogate | errTooLarge,
		0xc: errTooShort, 0xd: errTooShort, 0xe: errTooShort, 0xf: errTooShort,
	},
}

// bitTable[m] holds the indexes of m's bits, in ascending order, one per byte; the bytes after them are 0.
var bitTable = func() (t [256][8]uint8) {
	for m := range t {
		n := 0
		for i := range 8 {
			if m>>i&1 != 0 {
				t[m][n] = uint8(i)
				n++
			}
		}
	}
	return t
}()

// laneMasks[64-r:][:64] has ones in the first r lanes of a block, zeros in the others.
var laneMasks = func() (t [128]byte) {
	for i := range 64 {
		t[i] = 0xff
	}
	return t
}()
