//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// behind<>+n is the mask of the last n lanes.
DATA behind<>+0(SB)/8, $0
DATA behind<>+8(SB)/8, $0
DATA behind<>+16(SB)/8, $-1
DATA behind<>+24(SB)/8, $-1
GLOBL behind<>(SB), RODATA|NOPTR, $32

#define SPLAT(name, v) \
	DATA name<>+0(SB)/8, v; DATA name<>+8(SB)/8, v; \
	GLOBL name<>(SB), RODATA|NOPTR, $16

SPLAT(ascii, $0x3030303030303030)     // '0'
SPLAT(nines, $0x0909090909090909)
SPLAT(ones, $0x010a010a010a010a)      // 10, 1: pairs of bytes to two digits
SPLAT(hundreds, $0x0001006400010064)  // 100, 1: pairs of words to four digits
SPLAT(thousands, $0x0001271000012710) // 10000, 1: pairs of words to eight digits

// What two and three digits have too much if each is taken as its ASCII code: '0'*11 and '0'*111.
#define ZEROS2 528
#define ZEROS3 5328

// RANGE goes to no unless from <= c <= from+size, in one unsigned comparison: 48, 9 for '0' to '9', and 49, 8 for '1' to '9'.
#define RANGE(c, from, size) \
	LEAL -from(c), R11; \
	CMPL R11, $size; \
	JHI  no

// func decimalAVX2(p mem.Ptr, n int) (v float64, ok bool)
//
// The number is m * 10^-f, of f digits behind the point. m is w*10^j + x: x is the last j = min(f, 16) digits, out of one
// vector, and w the one to three before them (before the point, but for the first of 17 behind it).
//
//	SI  the first digit             X0  the last 16 bytes, then the last j digits, one a lane
//	CX  bytes from SI on, then f    R8  w; later the offset into powers
//	R10 j; later scratch            AX  x, m, m shifted up to bit 63
//	BX  the sign, in bit 63         DX  hi, and what becomes of it
//	R9  lz, R11 top, at the end     DI, R12, X1  scratch
//
// What may not be such a number, and what one word of the power does not decide, goes to no. All vector
// instructions are VEX-encoded and 128 bits wide: there are no upper halves to clear.
//
// SAFETY: loads lie within the n bytes at p. p[0] is loaded first, for n > 0. From the range check on, 16 <= CX <= 20, and
// the loads are of SI+0 ... SI+3 and of the 16 bytes before SI+CX. behind is read at 12 <= j <= 16, pow10 at j,
// exact and powers for f <= 17.
TEXT ·decimalAVX2(SB), NOSPLIT, $0-25
	MOVQ p_p+0(FP), SI
	MOVQ n+8(FP), CX
	XORL BX, BX
	CMPB (SI), $'-'
	JNE  unsigned
	INCQ SI
	DECQ CX
	BTSQ $63, BX

unsigned:
	// 16 <= CX <= 20, in one unsigned comparison.
	LEAQ -16(CX), AX
	CMPQ AX, $4
	JHI  no
	VMOVDQU -16(SI)(CX*1), X0

	// Branches, for what they are about can be foreseen: with it, nothing waits for the point to be found.
	MOVBLZX (SI), R8
	CMPB    2(SI), $'.'
	JEQ     two
	CMPB    1(SI), $'.'
	JEQ     one
	CMPB    3(SI), $'.'
	JNE     no

	// abc. with a in 1...9, b and c in 0...9: 100a + 10b + c = 2*(5*(2*5a + b)) + c.
	MOVBLZX 1(SI), R9
	MOVBLZX 2(SI), R10
	RANGE(R10, 48, 9)
	RANGE(R9, 48, 9)
	RANGE(R8, 49, 8)
	LEAL    (R8)(R8*4), R8
	LEAL    (R9)(R8*2), R9
	LEAL    (R9)(R9*4), R9
	LEAL    -ZEROS3(R10)(R9*2), R8
	SUBQ    $4, CX
	JMP     fraction

two:
	// ab. with a in 1...9: 10a + b = 2*5a + b.
	MOVBLZX 1(SI), R9
	RANGE(R9, 48, 9)
	RANGE(R8, 49, 8)
	LEAL    (R8)(R8*4), R8
	LEAL    -ZEROS2(R9)(R8*2), R8
	SUBQ    $3, CX
	JMP     fraction

one:
	// a. with a in 0...9.
	SUBL    $48, R8
	CMPL    R8, $9
	JHI     no
	SUBQ    $2, CX
	CMPQ    CX, $17
	JNE     fraction
	// 17 digits are what a float64 less than 1 may need. The first of them joins w, and j = 16.
	MOVBLZX 2(SI), R9
	SUBL    $48, R9
	CMPL    R9, $9
	JHI     no
	LEAL    (R8)(R8*4), R8
	LEAL    (R9)(R8*2), R8
	MOVL    $16, R10
	JMP     lanes

fraction:
	// j = f, at least 16-4 = 12.
	MOVL CX, R10
	CMPQ CX, $16
	JHI  no

lanes:
	// The last j lanes as 0...9, the others 0. Subtracting '0' modulo 2^8 and then 9 with saturation leaves 0 for
	// digits alone.
	LEAQ       behind<>(SB), DI
	VPSUBB     ascii<>(SB), X0, X0
	VPAND      (DI)(R10*1), X0, X0
	VPSUBUSB   nines<>(SB), X0, X1
	VPTEST     X1, X1
	JNE        no

	// x = AX>>32 + 10^8 * (AX & (2^32-1)): pairs of lanes are joined three times, up to two numbers of eight digits.
	// (VPACKUSDW saturates beyond 65535, and four digits are at most 9999.)
	VPMADDUBSW ones<>(SB), X0, X0
	VPMADDWD   hundreds<>(SB), X0, X0
	VPACKUSDW  X0, X0, X0
	VPMADDWD   thousands<>(SB), X0, X0
	VMOVQ      X0, AX

	// m = w*10^j + x < 10^19 < 2^64: w < 1000 and j <= 16.
	LEAQ       ·pow10(SB), DI
	IMULQ      (DI)(R10*8), R8
	MOVL       AX, R9
	SHRQ       $32, AX
	IMULQ      $100000000, R9
	ADDQ       R8, AX
	ADDQ       R9, AX

	MOVQ AX, R8
	SHRQ $53, R8
	JEQ  small

	// m >= 2^53: as at the end of Float64, with e = -f. From 2^53 * 10^-17 to 1000 nothing is subnormal or infinite.
	// A row of powers is 16 bytes, its first word the upper one.
	LEAQ    ·powers(SB), DI
	MOVL    $-const_minExp, R8
	SUBQ    CX, R8
	SHLQ    $4, R8
	LZCNTQ  AX, R9
	SHLXQ   R9, AX, AX
	MULQ    (DI)(R8*1)       // DX: hi

	// The nine bits of hi that are cut off in any case are all 1 or all 0: undecided.
	LEAQ    1(DX), R10
	ANDL    $0x1ff, R10
	CMPL    R10, $1
	JLS     no

	// r = hi >> (9+top), and (r + r&1) >> 1.
	MOVQ    DX, R11
	SHRQ    $63, R11         // top
	LEAQ    9(R11), R10
	SHRXQ   R10, DX, DX      // r
	MOVL    DX, R12
	ANDL    $1, R12
	ADDQ    R12, DX
	SHRQ    $1, DX

	// below = log2(-f) + topBias + top - lz, the biased exponent less 1; the mantissa's own leading bit adds it.
	IMUL3Q  $-const_log2Of10, CX, CX
	SARQ    $16, CX          // log2(-f), rounded down
	ADDQ    R11, CX
	SUBQ    R9, CX
	ADDQ    $const_topBias, CX
	SHLQ    $52, CX
	ADDQ    CX, DX
	ORQ     BX, DX
	MOVQ    DX, v+16(FP)
	MOVB    $1, ok+24(FP)
	RET

small:
	// m < 2^53 and 10^f are exact, so the division rounds once. (The XOR is there since the conversion keeps
	// the upper lane, and would wait for the old one.)
	VXORPS   X0, X0, X0
	VCVTSI2SDQ AX, X0, X0
	LEAQ     ·exact(SB), DI
	VDIVSD   (DI)(CX*8), X0, X0
	VMOVQ    X0, AX
	ORQ      BX, AX
	MOVQ     AX, v+16(FP)
	MOVB     $1, ok+24(FP)
	RET

no:
	MOVB $0, ok+24(FP)
	RET
