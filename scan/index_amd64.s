//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// Stage 1 with AVX2, BMI1, POPCNT and PCLMULQDQ: a block of 64 bytes, in two vectors, per round. It
// does what indexGeneric does, whose comments have the derivations, with the tables of kernel_tables.go.
//
// In the loop
//
//	SI   the block                                Y0, Y1  the block's bytes
//	R8   bytes from SI to the end of src          Y2-Y5   scratch
//	DI   next entry of pos                        Y6      '"'
//	R9   position of the block before                           Y7      '\\'
//	R10  next word of esc                         Y8      spaceByNibble
//	R11  inString: all ones or 0                  Y9      structuralByNibble
//	R12  escaped: 1 or 0                          Y10     0x20
//	R13  scalar: 1 or 0                           Y11     the last 32 bytes before the block
//	AX   quotes                                   Y12     errors of UTF-8: any lane that is not 0
//	BX   backslashes, controls, other             Y13     utf8Errors[0]
//	CX   structural                               Y14     utf8Errors[1]
//	DX   inStr                                    Y15     utf8Errors[2]
//	BP   the mask of positions of the block before, which are written while this block's masks are on their
//	     way: a block's work is one long chain of instructions that wait for each other
//	R14  scratch
//
// On the stack: the tail, padded to a block; the block's mask of escaped bytes, if it is the tail; flags; the
// mask of positions that is being written.

#define tail    0(SP)
#define escMask 64(SP)
#define flagsSP 72(SP)
#define masks   80(SP)

DATA quotes<>+0(SB)/1, $'"'
GLOBL quotes<>(SB), RODATA|NOPTR, $1
DATA slashes<>+0(SB)/1, $'\\'
GLOBL slashes<>(SB), RODATA|NOPTR, $1
DATA eight<>+0(SB)/4, $8
GLOBL eight<>(SB), RODATA|NOPTR, $4
DATA blanks<>+0(SB)/1, $0x20
GLOBL blanks<>(SB), RODATA|NOPTR, $1

#define SPLAT(name, v) \
	DATA name<>+0(SB)/8, v; DATA name<>+8(SB)/8, v; DATA name<>+16(SB)/8, v; DATA name<>+24(SB)/8, v; \
	GLOBL name<>(SB), RODATA|NOPTR, $32

SPLAT(deletes, $0x7f7f7f7f7f7f7f7f)
SPLAT(nibbles, $0x0f0f0f0f0f0f0f0f)
SPLAT(lead3, $0x6060606060606060)
SPLAT(lead4, $0x7070707070707070)
SPLAT(top, $0x8080808080808080)

// The largest bytes that may stand in the last lanes before ASCII: no lead of 4, 3, 2 bytes with too few to follow.
DATA complete<>+0(SB)/8, $0xffffffffffffffff
DATA complete<>+8(SB)/8, $0xffffffffffffffff
DATA complete<>+16(SB)/8, $0xffffffffffffffff
DATA complete<>+24(SB)/8, $0xbfdfefffffffffff
GLOBL complete<>(SB), RODATA|NOPTR, $32

// MASK collects the top bits of the lanes of A and B in DST, by way of TMP.
#define MASK(A, B, DST, TMP) \
	VPMOVMSKB A, DST; \
	VPMOVMSKB B, TMP; \
	SHLQ      $32, TMP; \
	ORQ       TMP, DST

// UTF8 leaves the errors of the bytes of IN, which follow those of PREV, in E. T and A are scratch.
#define UTF8(IN, PREV, T, A, E) \
	VPERM2I128 $0x21, IN, PREV, T; \ // PREV's upper half, IN's lower half
	VPALIGNR   $15, T, IN, A; \ // one byte before
	VPSRLW     $4, A, E; \
	VPAND      nibbles<>(SB), E, E; \
	VPSHUFB    E, Y13, E; \
	VPAND      nibbles<>(SB), A, A; \
	VPSHUFB    A, Y14, A; \
	VPAND      A, E, E; \
	VPSRLW     $4, IN, A; \
	VPAND      nibbles<>(SB), A, A; \
	VPSHUFB    A, Y15, A; \
	VPAND      A, E, E; \
	VPALIGNR   $14, T, IN, A; \ // two before: a lead of 3 or 4 bytes, 0xe0 or above, becomes 0x80 or above
	VPSUBUSB   lead3<>(SB), A, A; \
	VPALIGNR   $13, T, IN, T; \ // three before: the same for 0xf0
	VPSUBUSB   lead4<>(SB), T, T; \
	VPOR       T, A, A; \
	VPAND      top<>(SB), A, A; \ // errTwoConts is the top bit
	VPXOR      A, E, E

// PUT writes the positions of all bits of BP, byte by byte, from DI on. bitTable has the bits of each byte; they
// are widened to positions and stored, all eight of them, wanted or not. There is no branch on how many bits there
// are, and little for the integer units to do, which the masks keep busy: a loop of TZCNT and BLSR takes them longer
// from three bits on. CX, DX and Y3 to Y5 are scratch.
#define PUT \
	MOVQ         BP, masks; \
	LEAQ         ·bitTable(SB), DX; \
	VMOVD        R9, X3; \
	VPBROADCASTD X3, Y3; \
	VPBROADCASTD eight<>(SB), Y5; \
	MOVBLZX      BP, CX; \
	PUT8; NEXT8(1); NEXT8(2); NEXT8(3); NEXT8(4); NEXT8(5); NEXT8(6); NEXT8(7)

#define NEXT8(K) \
	MOVBLZX (80+K)(SP), CX; \
	PUT8

#define PUT8 \
	VPMOVZXBD (DX)(CX*8), Y4; \
	POPCNTL   CX, CX; \
	VPADDD    Y3, Y4, Y4; \
	VMOVDQU   Y4, (DI); \
	LEAQ      (DI)(CX*4), DI; \
	VPADDD    Y5, Y3, Y3

// func indexAVX2(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (count int, flags Flags)
TEXT ·indexAVX2(SB), NOSPLIT, $88-57
	MOVQ x+0(FP), AX
	MOVQ src+8(FP), SI
	MOVQ n+16(FP), R8
	MOVL off+24(FP), R9
	MOVQ pos+32(FP), DI
	MOVQ esc+40(FP), R10
	MOVQ Indexer_inString(AX), R11
	MOVQ Indexer_escaped(AX), R12
	MOVQ Indexer_scalar(AX), R13
	MOVL $0, flagsSP

	VPBROADCASTB   quotes<>(SB), Y6
	VPBROADCASTB   slashes<>(SB), Y7
	VBROADCASTI128 ·spaceByNibble(SB), Y8
	VBROADCASTI128 ·structuralByNibble(SB), Y9
	VPBROADCASTB   blanks<>(SB), Y10
	VPXOR          Y12, Y12, Y12
	VBROADCASTI128 ·utf8Errors+0(SB), Y13
	VBROADCASTI128 ·utf8Errors+16(SB), Y14
	VBROADCASTI128 ·utf8Errors+32(SB), Y15

	// Before the first block: the pending bytes, at the very end.
	SUBL        $64, R9
	XORL        BP, BP
	VMOVD       Indexer_pend(AX), X11
	VPSLLDQ     $12, X11, X11
	VINSERTI128 $1, X11, Y12, Y11

	CMPQ R8, $64
	JLT  last

block:
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1

	// Quotes and backslashes
	VPCMPEQB Y6, Y0, Y2
	VPCMPEQB Y6, Y1, Y3
	MASK(Y2, Y3, AX, R14)
	VPCMPEQB Y7, Y0, Y2
	VPCMPEQB Y7, Y1, Y3

	// Most blocks have neither a backslash nor a non-ASCII byte, nor is their first byte escaped.
	VPOR      Y0, Y1, Y4
	VPOR      Y2, Y3, Y5
	VPOR      Y4, Y5, Y5
	VPMOVMSKB Y5, BX
	ORL       R12, BX
	JNZ       rare
	MOVQ      BX, (R10)
	VPSUBUSB  complete<>(SB), Y11, Y2
	VPOR      Y2, Y12, Y12
	VMOVDQA   Y1, Y11

rareDone:
	// Inside strings: the prefix XOR is a carry-less product with all ones.
	VMOVQ      AX, X2
	VPCMPEQB   X3, X3, X3
	VPCLMULQDQ $0, X3, X2, X2

	// The positions of the block before
	TESTQ BP, BP
	JEQ   putDone
	PUT

putDone:
	ADDL $64, R9

	VMOVQ X2, DX
	XORQ  R11, DX
	MOVQ  DX, R11
	SARQ  $63, R11

	// Control characters. The comparison is signed, but there are only ASCII bytes left.
	VPCMPGTB Y0, Y10, Y2
	VPCMPGTB Y1, Y10, Y3
	MASK(Y2, Y3, BX, R14)
	TESTQ    DX, BX
	JNZ      control

controlDone:
	// Structural bytes
	VPSHUFB  Y0, Y9, Y2
	VPSHUFB  Y1, Y9, Y3
	VPOR     Y10, Y0, Y4
	VPOR     Y10, Y1, Y5
	VPCMPEQB Y2, Y4, Y2
	VPCMPEQB Y3, Y5, Y3
	MASK(Y2, Y3, CX, R14)
	ANDNQ    CX, BX, CX

	// White space
	VPSHUFB  Y0, Y8, Y2
	VPSHUFB  Y1, Y8, Y3
	VPCMPEQB Y0, Y2, Y2
	VPCMPEQB Y1, Y3, Y3
	MASK(Y2, Y3, BX, R14)

	// Bytes of other scalars, and where they start
	ORQ   CX, BX
	ORQ   DX, BX
	ORQ   AX, BX
	NOTQ  BX
	ANDNQ CX, DX, BP
	ORQ   AX, BP
	LEAQ  (R13)(BX*2), R14
	ANDNQ BX, R14, R14
	ORQ   R14, BP
	MOVQ  BX, R13
	SHRQ  $63, R13

next:
	ADDQ  $64, SI
	ADDQ  $8, R10
	SUBQ  $64, R8
	CMPQ  R8, $64
	JGE   block
	TESTQ R8, R8
	JLE   done

last:
	// Copy the last R8 = 1 to 63 bytes over a block of spaces, in two overlapping pieces.
	MOVQ    $0, escMask
	VMOVDQU Y10, tail
	VMOVDQU Y10, 32(SP)
	LEAQ    tail, DX
	CMPQ    R8, $32
	JGE     last32
	CMPQ    R8, $16
	JGE     last16
	CMPQ    R8, $8
	JGE     last8
	CMPQ    R8, $4
	JGE     last4
	MOVBLZX (SI), AX
	MOVQ    R8, BX
	SHRQ    $1, BX
	MOVBLZX (SI)(BX*1), CX
	MOVBLZX -1(SI)(R8*1), R14
	MOVB    AX, (DX)
	MOVB    CX, (DX)(BX*1)
	MOVB    R14, -1(DX)(R8*1)
	MOVQ    DX, SI
	JMP     block

last4:
	MOVL (SI), AX
	MOVL -4(SI)(R8*1), CX
	MOVL AX, (DX)
	MOVL CX, -4(DX)(R8*1)
	MOVQ DX, SI
	JMP  block

last8:
	MOVQ (SI), AX
	MOVQ -8(SI)(R8*1), CX
	MOVQ AX, (DX)
	MOVQ CX, -8(DX)(R8*1)
	MOVQ DX, SI
	JMP  block

last16:
	VMOVDQU (SI), X0
	VMOVDQU -16(SI)(R8*1), X1
	VMOVDQU X0, (DX)
	VMOVDQU X1, -16(DX)(R8*1)
	MOVQ    DX, SI
	JMP     block

last32:
	VMOVDQU (SI), Y0
	VMOVDQU -32(SI)(R8*1), Y1
	VMOVDQU Y0, (DX)
	VMOVDQU Y1, -32(DX)(R8*1)
	MOVQ    DX, SI
	JMP     block

done:
	// If the last block was a tail of R8+64 bytes, the carries are not those of its end but of that place. inString
	// is the same there, as spaces change nothing.
	TESTQ R8, R8
	JEQ   store
	LEAQ  64(R8), CX
	MOVQ  escMask, R12
	SHRQ  CX, R12
	ANDQ  $1, R12
	DECQ  CX
	MOVQ  BX, R13
	SHRQ  CX, R13
	ANDQ  $1, R13

store:
	// The last block's positions
	PUT
	MOVQ   x+0(FP), AX
	MOVQ   R11, Indexer_inString(AX)
	MOVQ   R12, Indexer_escaped(AX)
	MOVQ   R13, Indexer_scalar(AX)
	SUBQ   pos+32(FP), DI
	SHRQ   $2, DI
	MOVQ   DI, count+48(FP)
	MOVL   flagsSP, AX
	MOVL   AX, BX
	ORL    $const_InvalidUTF8, BX
	VPTEST Y12, Y12
	CMOVLNE BX, AX
	MOVB   AX, flags+56(FP)
	VZEROUPPER
	RET

control:
	ORL $const_Control, flagsSP
	JMP controlDone

rare:
	MASK(Y2, Y3, BX, R14)
	MOVQ      BX, (R10)
	VPMOVMSKB Y4, CX
	TESTL     CX, CX
	JNZ       nonASCII
	VPSUBUSB  complete<>(SB), Y11, Y2
	VPOR      Y2, Y12, Y12
	VMOVDQA   Y1, Y11
	JMP       escapes

	// Text: a block without quotes inside a string. It has no positions, and its bytes no meaning.
text:
	TESTQ R11, R11
	JEQ   rareDone
	VPCMPGTB  Y0, Y10, Y2
	VPCMPGTB  Y1, Y10, Y3
	VPOR      Y2, Y3, Y2
	VPMOVMSKB Y2, BX
	TESTL     BX, BX
	JNZ       textControl

textDone:
	TESTQ BP, BP
	JNZ   textAfter

textNext:
	ADDL $64, R9
	XORL BX, BX
	XORL R13, R13
	JMP  next

textControl:
	ORL $const_Control, flagsSP
	JMP textDone

textAfter:
	// The positions of the block before, which is the one with the string's opening quote.
	PUT
	XORL BP, BP
	JMP  textNext

nonASCII:
	ORL  $const_NonASCII, flagsSP
	UTF8(Y0, Y11, Y2, Y3, Y4)
	UTF8(Y1, Y0, Y2, Y3, Y5)
	CMPQ R8, $64
	JGE  whole

	// In a tail, a sequence that the end cuts off is no error, but runs into the padding.
	LEAQ  ·laneMasks(SB), DX
	SUBQ  R8, DX
	VPAND 64(DX), Y4, Y4
	VPAND 96(DX), Y5, Y5

whole:
	VPOR Y4, Y12, Y12
	VPOR Y5, Y12, Y12
	VMOVDQA Y1, Y11

	// From here on they are as good as any other byte without a meaning.
	VPBLENDVB Y0, deletes<>(SB), Y0, Y0
	VPBLENDVB Y1, deletes<>(SB), Y1, Y1
	MOVQ      BX, R14
	ORQ       R12, R14
	JNZ       escapes
	TESTQ     AX, AX
	JEQ       text
	JMP       rareDone

escapes:
	// findEscaped. BX is not 0, or R12 is 1, or both.
	TESTQ BX, BX
	JEQ   unflagged
	ORL   $const_Backslash, flagsSP

unflagged:
	ANDNQ BX, R12, BX            // backslash &^ escaped
	LEAQ  (R12)(BX*2), CX        // follows
	ANDNQ BX, CX, DX
	MOVQ  $0x5555555555555555, R14
	ANDNQ DX, R14, DX            // oddStarts
	XORL  R12, R12
	ADDQ  BX, DX                 // sum
	SETCS R12
	ADDQ  DX, DX
	XORQ  R14, DX
	ANDQ  CX, DX                 // the escaped bytes
	MOVQ  DX, escMask
	ANDNQ AX, DX, AX
	TESTQ AX, AX
	JEQ   text
	JMP   rareDone
