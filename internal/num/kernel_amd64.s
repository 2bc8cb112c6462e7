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

// func decimalAVX2(p mem.Ptr, n int) (v float64, ok bool)
//
//	SI  the first digit            X0  the fraction's digits, one a lane, the last in the last
//	CX  digits of the fraction     R8  what is before them
//	R10 how many are in X0         BX  the sign bit
//	                               AX  m
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
	// The 16 bytes before the end are the number's.
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

	// Three digits, the first not 0. R8 = 100*(a-'0') + 10*(b-'0') + c-'0'
	MOVBLZX 1(SI), R9
	MOVBLZX 2(SI), R10
	LEAL    -48(R10), R11
	CMPL    R11, $9
	JHI     no
	LEAL    -48(R9), R11
	CMPL    R11, $9
	JHI     no
	LEAL    -49(R8), R11
	CMPL    R11, $8
	JHI     no
	LEAL    (R8)(R8*4), R8
	LEAL    (R9)(R8*2), R9
	LEAL    (R9)(R9*4), R9
	LEAL    -5328(R10)(R9*2), R8
	SUBQ    $4, CX
	JMP     fraction

two:
	MOVBLZX 1(SI), R9
	LEAL    -48(R9), R11
	CMPL    R11, $9
	JHI     no
	LEAL    -49(R8), R11
	CMPL    R11, $8
	JHI     no
	LEAL    (R8)(R8*4), R8
	LEAL    -528(R9)(R8*2), R8
	SUBQ    $3, CX
	JMP     fraction

one:
	SUBL    $48, R8
	CMPL    R8, $9
	JHI     no
	SUBQ    $2, CX
	CMPQ    CX, $17
	JNE     fraction
	// As much as a number less than 1 may need: the first of 17 digits goes with the one before the point.
	MOVBLZX 2(SI), R9
	SUBL    $48, R9
	CMPL    R9, $9
	JHI     no
	LEAL    (R8)(R8*4), R8
	LEAL    (R9)(R8*2), R8
	MOVL    $16, R10
	JMP     lanes

fraction:
	MOVL       CX, R10
	CMPQ       CX, $16
	JHI        no

lanes:
	LEAQ       behind<>(SB), DI
	VPSUBB     ascii<>(SB), X0, X0
	VPAND      (DI)(R10*1), X0, X0
	VPSUBUSB   nines<>(SB), X0, X1
	VPTEST     X1, X1
	JNE        no
	VPMADDUBSW ones<>(SB), X0, X0
	VPMADDWD   hundreds<>(SB), X0, X0
	VPACKUSDW  X0, X0, X0
	VPMADDWD   thousands<>(SB), X0, X0
	VMOVQ      X0, AX
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

	// As in Float64, with the power of the exponent -CX. Its subnormals and infinities are far away.
	LEAQ    ·powers(SB), DI
	MOVL    $-const_minExp, R8
	SUBQ    CX, R8
	SHLQ    $4, R8
	LZCNTQ  AX, R9
	SHLXQ   R9, AX, AX
	MULQ    (DI)(R8*1)       // DX: hi
	LEAQ    1(DX), R10
	ANDL    $0x1ff, R10
	CMPL    R10, $1
	JLS     no
	MOVQ    DX, R11
	SHRQ    $63, R11         // top
	LEAQ    9(R11), R10
	SHRXQ   R10, DX, DX      // r
	MOVL    DX, R12
	ANDL    $1, R12
	ADDQ    R12, DX
	SHRQ    $1, DX
	IMUL3Q  $-217706, CX, CX
	SARQ    $16, CX          // log2(e)
	ADDQ    R11, CX
	SUBQ    R9, CX
	ADDQ    $(62+1023), CX   // below
	SHLQ    $52, CX
	ADDQ    CX, DX
	ORQ     BX, DX
	MOVQ    DX, v+16(FP)
	MOVB    $1, ok+24(FP)
	RET

small:
	// m and the power are exact.
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
