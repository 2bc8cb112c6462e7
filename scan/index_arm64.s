//go:build !purego

#include "textflag.h"
#include "go_asm.h"

// Stage 1 with NEON: a block of 64 bytes, in four vectors, per round. It does what indexGeneric does, whose
// comments have the derivations, with the tables of kernel_tables.go.
//
// In the loop
//
//	R1  the block                                     V0-V3   the block's bytes
//	R2  bytes from R1 to the end of src               V4-V14  scratch
//	R3  position of the block before                  V15     what is complete before ASCII, see below
//	R4  next entry of pos                             V16     '"'
//	R5  next word of esc                              V17     '\\'
//	R6  inString: all ones or 0                       V18     spaceByNibble
//	R7  escaped: 1 or 0                               V19     structuralByNibble
//	R8  scalar: 1 or 0                                V20     0x20
//	R9  positions of the block before, to be written  V21     0x1f
//	    while this block's masks are on their way     V22     0x0f
//	R10 quotes                                        V23     1, 2, 4, ..., 0x80, twice
//	R11 backslashes, controls, other                  V24     the last 16 bytes before the block
//	R12 structural                                    V25     errors of UTF-8: any lane that is not 0
//	R13 inStr                                         V26-V28 utf8Errors
//	R19 flags                                         V29     0xe0
//	R20 mask of escaped bytes                         V30     0xf0
//	R21 1<<63                                         V31     0x80
//	R14, R15, R22, R23 scratch

// MASK collects the lanes of V4 to V7, each 0 or all ones, as bits of DST: each lane keeps the bit of its place
// among eight, and three rounds of pairwise addition bring eight lanes together.
#define MASK(DST) \
	VAND  V23.B16, V4.B16, V4.B16; \
	VAND  V23.B16, V5.B16, V5.B16; \
	VAND  V23.B16, V6.B16, V6.B16; \
	VAND  V23.B16, V7.B16, V7.B16; \
	VADDP V5.B16, V4.B16, V4.B16; \
	VADDP V7.B16, V6.B16, V6.B16; \
	VADDP V6.B16, V4.B16, V4.B16; \
	VADDP V4.B16, V4.B16, V4.B16; \
	VMOV  V4.D[0], DST

// UTF8 leaves the errors of the bytes of IN, which follow those of PREV, in E.
#define UTF8(IN, PREV, E) \
	VEXT  $15, IN.B16, PREV.B16, V8.B16; \ // one byte before
	VUSHR $4, V8.B16, E.B16; \
	VTBL  E.B16, [V26.B16], E.B16; \
	VAND  V22.B16, V8.B16, V8.B16; \
	VTBL  V8.B16, [V27.B16], V8.B16; \
	VAND  V8.B16, E.B16, E.B16; \
	VUSHR $4, IN.B16, V8.B16; \
	VTBL  V8.B16, [V28.B16], V8.B16; \
	VAND  V8.B16, E.B16, E.B16; \
	VEXT  $14, IN.B16, PREV.B16, V8.B16; \ // two before: is it a lead of 3 or 4 bytes, 0xe0 or above?
	VUMAX V29.B16, V8.B16, V9.B16; \
	VCMEQ V8.B16, V9.B16, V8.B16; \
	VEXT  $13, IN.B16, PREV.B16, V9.B16; \ // three before: is it 0xf0 or above?
	VUMAX V30.B16, V9.B16, V10.B16; \
	VCMEQ V9.B16, V10.B16, V9.B16; \
	VORR  V9.B16, V8.B16, V8.B16; \
	VAND  V31.B16, V8.B16, V8.B16; \ // errTwoConts is the top bit
	VEOR  V8.B16, E.B16, E.B16

// ASCII raises an error if the bytes before a block of ASCII are incomplete: a lane of V24 above that of V15.
#define ASCII \
	VUMAX V15.B16, V24.B16, V4.B16; \
	VEOR  V15.B16, V4.B16, V4.B16; \
	VORR  V4.B16, V25.B16, V25.B16; \
	VORR  V3.B16, V3.B16, V24.B16

// START counts the positions in R9, to R14, and lets R23 point behind them. It reverses R9, as there is an instruction
// for leading zeros only.
#define START \
	VMOV    R9, V10.D[0]; \
	VCNT    V10.B8, V10.B8; \
	VUADDLV V10.B8, V10; \
	VMOV    V10.D[0], R14; \
	ADD     R14<<2, R4, R23; \
	RBIT    R9, R9

// PUT writes the position of R9's highest bit to entry K and clears the bit.
#define PUT(K) \
	CLZ  R9, R15; \
	LSR  R15, R21, R22; \
	BIC  R22, R9, R9; \
	ADDW R3, R15, R15; \
	MOVW R15, (4*K)(R4)

#define PUT8 PUT(0); PUT(1); PUT(2); PUT(3); PUT(4); PUT(5); PUT(6); PUT(7)

// func indexNEON(x *Indexer, src *byte, n int, off uint32, pos *uint32, esc *uint64) (count int, flags Flags)
TEXT ·indexNEON(SB), NOSPLIT, $64-57
	MOVD  x+0(FP), R0
	MOVD  src+8(FP), R1
	MOVD  n+16(FP), R2
	MOVWU off+24(FP), R3
	MOVD  pos+32(FP), R4
	MOVD  esc+40(FP), R5
	MOVD  Indexer_inString(R0), R6
	MOVD  Indexer_escaped(R0), R7
	MOVD  Indexer_scalar(R0), R8
	MOVD  ZR, R9
	MOVD  ZR, R19
	MOVD  ZR, R20
	MOVD  $(1<<63), R21
	SUBW  $64, R3, R3

	// The largest bytes that may stand in the last lanes before ASCII: no lead of 4, 3, 2 bytes with too few to follow.
	MOVD $-1, R14
	MOVD $0xbfdfefffffffffff, R15
	VMOV R14, V15.D[0]
	VMOV R15, V15.D[1]

	VMOVI $0x22, V16.B16
	VMOVI $0x5c, V17.B16
	MOVD  $·spaceByNibble(SB), R14
	VLD1  (R14), [V18.B16]
	MOVD  $·structuralByNibble(SB), R14
	VLD1  (R14), [V19.B16]
	VMOVI $0x20, V20.B16
	VMOVI $0x1f, V21.B16
	VMOVI $0x0f, V22.B16
	MOVD  $0x8040201008040201, R14
	VDUP  R14, V23.D2
	VEOR  V25.B16, V25.B16, V25.B16
	MOVD  $·utf8Errors(SB), R14
	VLD1  (R14), [V26.B16, V27.B16, V28.B16]
	VMOVI $0xe0, V29.B16
	VMOVI $0xf0, V30.B16
	VMOVI $0x80, V31.B16

	// Before the first block: the pending bytes, at the very end.
	MOVWU Indexer_pend(R0), R14
	VEOR  V24.B16, V24.B16, V24.B16
	VMOV  R14, V24.S[3]

	CMP $64, R2
	BLT last

block:
	VLD1 (R1), [V0.B16, V1.B16, V2.B16, V3.B16]

	// Quotes
	VCMEQ V16.B16, V0.B16, V4.B16
	VCMEQ V16.B16, V1.B16, V5.B16
	VCMEQ V16.B16, V2.B16, V6.B16
	VCMEQ V16.B16, V3.B16, V7.B16
	MASK(R10)

	// Most blocks have neither a backslash nor a non-ASCII byte, nor is their first byte escaped.
	VCMEQ V17.B16, V0.B16, V4.B16
	VCMEQ V17.B16, V1.B16, V5.B16
	VCMEQ V17.B16, V2.B16, V6.B16
	VCMEQ V17.B16, V3.B16, V7.B16
	VORR  V0.B16, V1.B16, V8.B16
	VORR  V2.B16, V3.B16, V9.B16
	VORR  V8.B16, V9.B16, V14.B16
	VORR  V4.B16, V5.B16, V8.B16
	VORR  V6.B16, V7.B16, V9.B16
	VORR  V8.B16, V9.B16, V8.B16
	VORR  V8.B16, V14.B16, V8.B16
	VMOV  V8.D[0], R14
	VMOV  V8.D[1], R15
	ORR   R14, R15, R15
	AND   $0x8080808080808080, R15, R15
	ORR   R7, R15, R15
	CBNZ  R15, rare
	MOVD  ZR, (R5)
	ASCII

rareDone:
	// The positions of the block before: eight at once, and eight more as long as there are any.
	START
	PUT8
	CMP $8, R14
	BGT more

moreDone:
	MOVD R23, R4
	ADDW $64, R3, R3

	// Inside strings: the prefix XOR
	EOR R10<<1, R10, R13
	EOR R13<<2, R13, R13
	EOR R13<<4, R13, R13
	EOR R13<<8, R13, R13
	EOR R13<<16, R13, R13
	EOR R13<<32, R13, R13
	EOR R6, R13, R13
	ASR $63, R13, R6

	// Control characters: their maximum with 0x1f is 0x1f
	VUMAX V21.B16, V0.B16, V4.B16
	VUMAX V21.B16, V1.B16, V5.B16
	VUMAX V21.B16, V2.B16, V6.B16
	VUMAX V21.B16, V3.B16, V7.B16
	VCMEQ V21.B16, V4.B16, V4.B16
	VCMEQ V21.B16, V5.B16, V5.B16
	VCMEQ V21.B16, V6.B16, V6.B16
	VCMEQ V21.B16, V7.B16, V7.B16
	MASK(R11)
	TST   R13, R11
	BNE   control

controlDone:
	// Structural bytes
	VAND  V22.B16, V0.B16, V8.B16
	VAND  V22.B16, V1.B16, V9.B16
	VAND  V22.B16, V2.B16, V10.B16
	VAND  V22.B16, V3.B16, V11.B16
	VTBL  V8.B16, [V19.B16], V4.B16
	VTBL  V9.B16, [V19.B16], V5.B16
	VTBL  V10.B16, [V19.B16], V6.B16
	VTBL  V11.B16, [V19.B16], V7.B16
	VORR  V20.B16, V0.B16, V12.B16
	VORR  V20.B16, V1.B16, V13.B16
	VCMEQ V12.B16, V4.B16, V4.B16
	VCMEQ V13.B16, V5.B16, V5.B16
	VORR  V20.B16, V2.B16, V12.B16
	VORR  V20.B16, V3.B16, V13.B16
	VCMEQ V12.B16, V6.B16, V6.B16
	VCMEQ V13.B16, V7.B16, V7.B16
	MASK(R12)
	BIC   R11, R12, R12

	// White space
	VTBL  V8.B16, [V18.B16], V4.B16
	VTBL  V9.B16, [V18.B16], V5.B16
	VTBL  V10.B16, [V18.B16], V6.B16
	VTBL  V11.B16, [V18.B16], V7.B16
	VCMEQ V0.B16, V4.B16, V4.B16
	VCMEQ V1.B16, V5.B16, V5.B16
	VCMEQ V2.B16, V6.B16, V6.B16
	VCMEQ V3.B16, V7.B16, V7.B16
	MASK(R11)

	// Bytes of other scalars, and where they start
	ORR R12, R11, R11
	ORR R13, R11, R11
	ORR R10, R11, R11
	MVN R11, R11
	BIC R13, R12, R9
	ORR R10, R9, R9
	ORR R11<<1, R8, R14
	BIC R14, R11, R14
	ORR R14, R9, R9
	LSR $63, R11, R8

	ADD  $64, R1, R1
	ADD  $8, R5, R5
	SUB  $64, R2, R2
	CMP  $64, R2
	BGE  block
	CMP  $0, R2
	BLE  done

last:
	// Copy the last R2 = 1 to 63 bytes over a block of spaces, by the bits of their number.
	MOVD ZR, R20
	MOVD $tail-64(SP), R14
	VORR V20.B16, V20.B16, V4.B16
	VORR V20.B16, V20.B16, V5.B16
	VORR V20.B16, V20.B16, V6.B16
	VORR V20.B16, V20.B16, V7.B16
	VST1 [V4.B16, V5.B16, V6.B16, V7.B16], (R14)
	TBZ  $5, R2, no32
	VLD1.P 32(R1), [V4.B16, V5.B16]
	VST1.P [V4.B16, V5.B16], 32(R14)

no32:
	TBZ  $4, R2, no16
	VLD1.P 16(R1), [V4.B16]
	VST1.P [V4.B16], 16(R14)

no16:
	TBZ    $3, R2, no8
	MOVD.P 8(R1), R15
	MOVD.P R15, 8(R14)

no8:
	TBZ     $2, R2, no4
	MOVWU.P 4(R1), R15
	MOVW.P  R15, 4(R14)

no4:
	TBZ     $1, R2, no2
	MOVHU.P 2(R1), R15
	MOVH.P  R15, 2(R14)

no2:
	TBZ   $0, R2, no1
	MOVBU (R1), R15
	MOVB  R15, (R14)

no1:
	MOVD $tail-64(SP), R1
	B    block

done:
	// If the last block was a tail of R2+64 bytes, the carries are not those of its end but of that place. inString
	// is the same there, as spaces change nothing.
	CBZ R2, store
	ADD $64, R2, R14
	LSR R14, R20, R7
	AND $1, R7, R7
	SUB $1, R14, R14
	LSR R14, R11, R8
	AND $1, R8, R8

store:
	// The last block's positions
	START

put8:
	PUT8
	ADD  $32, R4, R4
	SUBS $8, R14, R14
	BGT  put8

	MOVD R6, Indexer_inString(R0)
	MOVD R7, Indexer_escaped(R0)
	MOVD R8, Indexer_scalar(R0)
	MOVD pos+32(FP), R14
	SUB  R14, R23, R23
	LSR  $2, R23, R23
	MOVD R23, count+48(FP)
	VMOV V25.D[0], R14
	VMOV V25.D[1], R15
	ORR  R14, R15, R15
	CBZ  R15, valid
	ORR  $const_InvalidUTF8, R19, R19

valid:
	MOVB R19, flags+56(FP)
	RET

more:
	ADD  $32, R4, R4
	PUT8
	SUB  $8, R14, R14
	CMP  $8, R14
	BGT  more
	B    moreDone

control:
	ORR $const_Control, R19, R19
	B   controlDone

rare:
	MASK(R11)
	MOVD R11, (R5)
	VMOV V14.D[0], R14
	VMOV V14.D[1], R15
	ORR  R14, R15, R15
	AND  $0x8080808080808080, R15, R15
	CBNZ R15, nonASCII
	ASCII
	B    escapes

nonASCII:
	ORR $const_NonASCII, R19, R19
	UTF8(V0, V24, V4)
	UTF8(V1, V0, V5)
	UTF8(V2, V1, V6)
	UTF8(V3, V2, V7)
	CMP $64, R2
	BGE whole

	// In a tail, a sequence that the end cuts off is no error, but runs into the padding.
	MOVD $·laneMasks+64(SB), R14
	SUB  R2, R14, R14
	VLD1 (R14), [V10.B16, V11.B16, V12.B16, V13.B16]
	VAND V10.B16, V4.B16, V4.B16
	VAND V11.B16, V5.B16, V5.B16
	VAND V12.B16, V6.B16, V6.B16
	VAND V13.B16, V7.B16, V7.B16

whole:
	VORR V4.B16, V5.B16, V4.B16
	VORR V6.B16, V7.B16, V6.B16
	VORR V4.B16, V6.B16, V4.B16
	VORR V4.B16, V25.B16, V25.B16
	VORR V3.B16, V3.B16, V24.B16
	ORR  R7, R11, R14
	CBZ  R14, rareDone

escapes:
	// findEscaped. R11 is not 0, or R7 is 1, or both.
	CBZ R11, unflagged
	ORR $const_Backslash, R19, R19

unflagged:
	BIC  R7, R11, R11       // backslash &^ escaped
	ORR  R11<<1, R7, R12    // follows
	MOVD $0x5555555555555555, R14
	BIC  R12, R11, R13
	BIC  R14, R13, R13      // oddStarts
	ADDS R11, R13, R13      // sum
	CSET HS, R7
	EOR  R13<<1, R14, R13
	AND  R12, R13, R20      // the escaped bytes
	BIC  R20, R10, R10
	B    rareDone
