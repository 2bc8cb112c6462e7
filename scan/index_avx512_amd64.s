//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// Stage 1 with AVX-512 (F, BW, VBMI, VBMI2), BMI1, POPCNT and PCLMULQDQ: a block is one vector. It does what
// indexGeneric does, whose comments have the derivations, with markByLowBits and the utf8Errors of kernel_tables.go;
// what it has in common with indexAVX2 is explained there.
//
// What a block takes is bounded by how many masks are made and moved to general registers. So there are five for
// most blocks, quotes among them, and each tells as much as it can.
//
// In the loop
//
//	SI   the block                                Z0      the block's bytes
//	R8   bytes from SI to the end of src          Z2-Z5   scratch
//	DI   next entry of pos                        Z6      '"'
//	R10  next word of esc                         Z7      '\\'
//	R11  inString: all ones or 0                  Z8      markByLowBits
//	R12  escaped: 1 or 0                          Z9      all ones
//	R13  scalar: 1 or 0                           Z10     0x20
//	AX   quotes, then the positions               Z11     the block before
//	BX   backslashes, white space, other          Z12     errors of UTF-8: any lane that is not 0
//	CX   structural, then how many positions      Z13-Z15 utf8Errors
//	DX   inStr                                    Z16     position of SI, in 16 lanes
//	R14  scratch                                  Z17     64, in 16 lanes
//	                                              Z18     0, 1, ... 63
//	K1   the bytes of the block that are there    Z19     0x0f
//	K2-K5 scratch                                 Z20-Z22 0x60, 0x70, 0x80
//	                                              Z23     what is complete before ASCII
//	                                              Z24     0

#define escMask 0(SP)
#define flagsSP 8(SP)

#define BYTES8(name, i, v) DATA name<>+i(SB)/8, v
BYTES8(iota64, 0, $0x0706050403020100)
BYTES8(iota64, 8, $0x0f0e0d0c0b0a0908)
BYTES8(iota64, 16, $0x1716151413121110)
BYTES8(iota64, 24, $0x1f1e1d1c1b1a1918)
BYTES8(iota64, 32, $0x2726252423222120)
BYTES8(iota64, 40, $0x2f2e2d2c2b2a2928)
BYTES8(iota64, 48, $0x3736353433323130)
BYTES8(iota64, 56, $0x3f3e3d3c3b3a3938)
GLOBL iota64<>(SB), RODATA|NOPTR, $64

// The largest bytes that may stand in the last lanes before ASCII: no lead of 4, 3, 2 bytes with too few to follow.
BYTES8(complete64, 0, $0xffffffffffffffff)
BYTES8(complete64, 8, $0xffffffffffffffff)
BYTES8(complete64, 16, $0xffffffffffffffff)
BYTES8(complete64, 24, $0xffffffffffffffff)
BYTES8(complete64, 32, $0xffffffffffffffff)
BYTES8(complete64, 40, $0xffffffffffffffff)
BYTES8(complete64, 48, $0xffffffffffffffff)
BYTES8(complete64, 56, $0xbfdfefffffffffff)
GLOBL complete64<>(SB), RODATA|NOPTR, $64

// SPLATB fills Z, whose low part is X, with the byte v.
#define SPLATB(v, X, Z) MOVL v, AX; VMOVD AX, X; VPBROADCASTB X, Z

// func indexAVX512(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (count int, flags Flags)
TEXT ·indexAVX512(SB), NOSPLIT, $16-57
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), R8
	MOVQ pos+32(FP), DI
	MOVQ esc+40(FP), R10
	MOVL $0, flagsSP

	SPLATB($0x22, X6, Z6)
	SPLATB($0x5c, X7, Z7)
	VMOVDQU64       ·markByLowBits(SB), Z8
	VPTERNLOGD      $0xff, Z9, Z9, Z9
	SPLATB($0x20, X10, Z10)
	VPXORQ          Z12, Z12, Z12
	VBROADCASTI32X4 ·utf8Errors+0(SB), Z13
	VBROADCASTI32X4 ·utf8Errors+16(SB), Z14
	VBROADCASTI32X4 ·utf8Errors+32(SB), Z15
	SPLATB($0x0f, X2, Z19)
	SPLATB($0x60, X3, Z20)
	SPLATB($0x70, X4, Z21)
	SPLATB($0x80, X5, Z22)
	MOVL            off+24(FP), AX
	VMOVD           AX, X2
	VPBROADCASTD    X2, Z16
	MOVL            $64, AX
	VMOVD           AX, X2
	VPBROADCASTD    X2, Z17
	VMOVDQU64       iota64<>(SB), Z18
	VMOVDQU64       complete64<>(SB), Z23
	VPXORQ          Z24, Z24, Z24
	KXNORQ          K1, K1, K1

	MOVQ x+0(FP), AX
	MOVQ Indexer_inString(AX), R11
	MOVQ Indexer_escaped(AX), R12
	MOVQ Indexer_scalar(AX), R13

	// Before the first block: the pending bytes, at the very end.
	VMOVD         Indexer_pend(AX), X2
	VPSLLDQ       $12, X2, X2
	VINSERTI32X4  $3, X2, Z12, Z11

	CMPQ R8, $64
	JLT  last

block:
	VMOVDQU64 (SI), Z0

loaded:
	// Quotes
	VPCMPEQB Z6, Z0, K2
	KMOVQ    K2, AX

	// Most blocks have neither a backslash nor a non-ASCII byte, nor is their first byte escaped. Of c^'\\', these
	// bytes are the ones that are, with a sign, not above 0.
	VPXORQ    Z7, Z0, Z2
	VPCMPB    $2, Z24, Z2, K2
	KMOVQ     K2, BX
	ORQ       R12, BX
	JNZ       rare
	MOVQ      BX, (R10)
	VPSUBUSB  Z23, Z11, Z2
	VPORQ     Z2, Z12, Z12
	VMOVDQA64 Z0, Z11

rareDone:
	// Inside strings: the prefix XOR is a carry-less product with all ones.
	VMOVQ      AX, X2
	VPCLMULQDQ $0, X9, X2, X2
	VMOVQ      X2, DX
	XORQ       R11, DX
	MOVQ       DX, R11
	SARQ       $63, R11

	// Control characters
	VPCMPUB $1, Z10, Z0, K2
	KMOVQ   K2, BX
	TESTQ   DX, BX
	JNZ     control

controlDone:
	// Structural bytes and white space: those that are what the table has for their low six bits. The former are
	// above ' '.
	VPERMB   Z8, Z0, Z2
	VPCMPEQB Z0, Z2, K4
	VPCMPUB  $6, Z10, Z0, K4, K3
	KMOVQ    K4, BX
	KMOVQ    K3, CX

	// Bytes of other scalars, and where they start
	ORQ   DX, BX
	ORQ   AX, BX
	NOTQ  BX
	ANDNQ CX, DX, CX
	ORQ   CX, AX
	LEAQ  (R13)(BX*2), R14
	ANDNQ BX, R14, R14
	ORQ   R14, AX
	MOVQ  BX, R13
	SHRQ  $63, R13

	// The positions: the indexes of the mask's bits move together, and are widened and stored, 16 at once.
	KMOVQ         AX, K5
	VPCOMPRESSB.Z Z18, K5, Z2
	POPCNTQ       AX, CX
	VPMOVZXBD     X2, Z3
	VPADDD        Z16, Z3, Z3
	VMOVDQU32     Z3, (DI)
	CMPQ          CX, $16
	JGT           more

moreDone:
	LEAQ   (DI)(CX*4), DI
	VPADDD Z17, Z16, Z16
	ADDQ   $64, SI
	ADDQ   $8, R10
	SUBQ   $64, R8
	CMPQ   R8, $64
	JGE    block
	TESTQ  R8, R8
	JLE    done

last:
	// The last R8 = 1 to 63 bytes, and spaces after them. What the mask excludes is not loaded and causes no fault.
	MOVQ      $0, escMask
	MOVQ      $-1, BX
	MOVL      $64, CX
	SUBQ      R8, CX
	SHRQ      CX, BX
	KMOVQ     BX, K1
	VMOVDQA64 Z10, Z0
	VMOVDQU8  (SI), K1, Z0
	JMP       loaded

done:
	// If the last block was a tail of R8+64 bytes, the carries are not those of its end but of that place.
	JEQ  store
	LEAQ 64(R8), CX
	MOVQ escMask, R12
	SHRQ CX, R12
	ANDQ $1, R12
	DECQ CX
	MOVQ BX, R13
	SHRQ CX, R13
	ANDQ $1, R13

store:
	MOVQ     x+0(FP), AX
	MOVQ     R11, Indexer_inString(AX)
	MOVQ     R12, Indexer_escaped(AX)
	MOVQ     R13, Indexer_scalar(AX)
	SUBQ     pos+32(FP), DI
	SHRQ     $2, DI
	MOVQ     DI, count+48(FP)
	MOVL     flagsSP, AX
	MOVL     AX, BX
	ORL      $const_InvalidUTF8, BX
	VPTESTMB Z12, Z12, K2
	KORTESTQ K2, K2
	CMOVLNE  BX, AX
	MOVB     AX, flags+56(FP)
	VZEROUPPER
	RET

more:
	VEXTRACTI32X4 $1, Z2, X3
	VPMOVZXBD     X3, Z3
	VPADDD        Z16, Z3, Z3
	VMOVDQU32     Z3, 64(DI)
	CMPQ          CX, $32
	JLE           moreDone
	VEXTRACTI32X4 $2, Z2, X3
	VPMOVZXBD     X3, Z3
	VPADDD        Z16, Z3, Z3
	VMOVDQU32     Z3, 128(DI)
	VEXTRACTI32X4 $3, Z2, X3
	VPMOVZXBD     X3, Z3
	VPADDD        Z16, Z3, Z3
	VMOVDQU32     Z3, 192(DI)
	JMP           moreDone

control:
	ORL $const_Control, flagsSP
	JMP controlDone

rare:
	VPCMPEQB Z7, Z0, K2
	VPMOVB2M Z0, K3
	KMOVQ    K2, BX
	MOVQ     BX, (R10)
	KTESTQ   K3, K3
	JNZ      nonASCII
	VPSUBUSB Z23, Z11, Z2
	VPORQ    Z2, Z12, Z12
	VMOVDQA64 Z0, Z11
	JMP      escapes

nonASCII:
	ORL       $const_NonASCII, flagsSP
	VALIGNQ   $6, Z11, Z0, Z2        // each lane of 128 bits: the one before
	VPALIGNR  $15, Z2, Z0, Z3        // one byte before
	VPSRLW    $4, Z3, Z4
	VPANDQ    Z19, Z4, Z4
	VPSHUFB   Z4, Z13, Z4
	VPANDQ    Z19, Z3, Z3
	VPSHUFB   Z3, Z14, Z3
	VPANDQ    Z3, Z4, Z4
	VPSRLW    $4, Z0, Z3
	VPANDQ    Z19, Z3, Z3
	VPSHUFB   Z3, Z15, Z3
	VPANDQ    Z3, Z4, Z4
	VPALIGNR  $14, Z2, Z0, Z3        // two before: a lead of 3 or 4 bytes, 0xe0 or above, becomes 0x80 or above
	VPSUBUSB  Z20, Z3, Z3
	VPALIGNR  $13, Z2, Z0, Z2        // three before: the same for 0xf0
	VPSUBUSB  Z21, Z2, Z2
	VPORQ     Z2, Z3, Z3
	VPANDQ    Z22, Z3, Z3            // errTwoConts is the top bit
	VPXORQ    Z3, Z4, Z4
	VMOVDQU8.Z Z4, K1, Z4            // in a tail, a sequence that the end cuts off runs into the padding
	VPORQ     Z4, Z12, Z12
	VMOVDQA64 Z0, Z11
	MOVQ      BX, R14
	ORQ       R12, R14
	JNZ       escapes
	TESTQ     AX, AX
	JNZ       rareDone
	TESTQ     R11, R11
	JEQ       rareDone

	// Text: a block without quotes inside a string. It has no positions, and its bytes no meaning. BX is 0.
	VPCMPUB  $1, Z10, Z0, K2
	XORL     CX, CX
	XORL     R13, R13
	KORTESTQ K2, K2
	JEQ      moreDone
	ORL      $const_Control, flagsSP
	JMP      moreDone

escapes:
	// findEscaped. BX is not 0, or R12 is 1, or both.
	TESTQ BX, BX
	JEQ   unflagged
	ORL   $const_Backslash, flagsSP

unflagged:
	ANDNQ BX, R12, BX                // backslash &^ escaped
	LEAQ  (R12)(BX*2), CX            // follows
	ANDNQ BX, CX, DX
	MOVQ  $0x5555555555555555, R14
	ANDNQ DX, R14, DX                // oddStarts
	XORL  R12, R12
	ADDQ  BX, DX                     // sum
	SETCS R12
	ADDQ  DX, DX
	XORQ  R14, DX
	ANDQ  CX, DX                     // the escaped bytes
	MOVQ  DX, escMask
	ANDNQ AX, DX, AX
	JMP   rareDone
