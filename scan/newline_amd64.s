//go:build !purego

#include "textflag.h"

DATA newlines<>+0(SB)/1, $'\n'
GLOBL newlines<>(SB), RODATA|NOPTR, $1

// func newlinesAVX2(src *byte, n int) int
//
// A lane that holds a newline compares as -1. Four vectors of bytes count how often each of their lanes does;
// before one of these counters can overflow, after 255 rounds, all are added up.
//
//	SI  the next byte                       Y0      '\n' in each lane
//	CX  rounds of 128 bytes left            Y1-Y4   the counters, of 8 bits
//	DX  rounds before they are added up     Y6      the sum, in four lanes of 64 bits
//	Y8-Y11 the comparisons                  Y7      0: VPSADBW adds up eight lanes of |a - 0|
//
// SAFETY: n>>7 rounds of 128 bytes are read, so nothing behind src+n.
TEXT ·newlinesAVX2(SB), NOSPLIT, $0-24
	MOVQ         src+0(FP), SI
	MOVQ         n+8(FP), CX
	VPBROADCASTB newlines<>(SB), Y0
	VPXOR        Y6, Y6, Y6
	VPXOR        Y7, Y7, Y7
	SHRQ         $7, CX // rounds of 128 bytes
	JZ           done

sums:
	MOVQ   $255, DX
	CMPQ   CX, DX
	CMOVQLT CX, DX
	SUBQ   DX, CX
	VPXOR  Y1, Y1, Y1
	VPXOR  Y2, Y2, Y2
	VPXOR  Y3, Y3, Y3
	VPXOR  Y4, Y4, Y4

round:
	VPCMPEQB (SI), Y0, Y8
	VPCMPEQB 32(SI), Y0, Y9
	VPCMPEQB 64(SI), Y0, Y10
	VPCMPEQB 96(SI), Y0, Y11
	VPSUBB   Y8, Y1, Y1
	VPSUBB   Y9, Y2, Y2
	VPSUBB   Y10, Y3, Y3
	VPSUBB   Y11, Y4, Y4
	ADDQ     $128, SI
	DECQ     DX
	JNZ      round

	VPSADBW Y7, Y1, Y1
	VPSADBW Y7, Y2, Y2
	VPSADBW Y7, Y3, Y3
	VPSADBW Y7, Y4, Y4
	VPADDQ  Y1, Y2, Y2
	VPADDQ  Y3, Y4, Y4
	VPADDQ  Y2, Y6, Y6
	VPADDQ  Y4, Y6, Y6
	TESTQ   CX, CX
	JNZ     sums

	VEXTRACTI128 $1, Y6, X1
	VPADDQ       X1, X6, X6
	VPSRLDQ      $8, X6, X1
	VPADDQ       X1, X6, X6

done:
	VMOVQ X6, AX
	VZEROUPPER
	MOVQ  AX, ret+16(FP)
	RET
