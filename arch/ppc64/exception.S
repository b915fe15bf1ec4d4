/* SPDX-License-Identifier: BSD-2-Clause */
/* From a vector to C and back. A vector has room for eight instructions: it parks r3 in SPRG1, takes the
 * processor's struct from HSPRG0, parks r4, loads the vector's number and branches here (vectors.c writes it). */

/* struct hardware_thread */
#define SAVED_R4	0x10
#define SAVED_R5	0x18
#define SAVED_CTR	0x20
#define HANDLER		0x28
#define STACK		0x30
/* struct trap_frame */
#define NIP		256
#define MSR		264
#define LR		272
#define CTR		280
#define XER		288
#define CR		296
#define DAR		304
#define DSISR		312
#define SRR0		320
#define SRR1		328
#define HSRR0		336
#define HSRR1		344
#define VECTOR		352
#define FRAME_BYTES	368
#define STACK_BYTES	8192

	.text
/* Copied to low memory, within reach of the vectors' branches: nothing here depends on where it is. */
	.globl	exception_common
exception_common:
	std	5, SAVED_R5(3)
	mfctr	5
	std	5, SAVED_CTR(3)
	ld	5, HANDLER(3)
	mtctr	5
	bctr
	.globl	exception_common_end
exception_common_end:

	.globl	exception_entry
exception_entry:
	ld	5, STACK(3)
	addi	5, 5, -FRAME_BYTES
	std	0, 0(5)
	std	1, 8(5)
	std	2, 16(5)
	std	4, VECTOR(5)
	ld	4, SAVED_R4(3)
	std	4, 32(5)
	ld	4, SAVED_R5(3)
	std	4, 40(5)
	ld	4, SAVED_CTR(3)
	std	4, CTR(5)
	mfspr	4, 273			/* SPRG1: r3 */
	std	4, 24(5)
	ld	4, STACK(3)
	addi	4, 4, -STACK_BYTES
	std	4, STACK(3)
	.irp	r, 6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	std	\r, \r * 8(5)
	.endr
	mflr	6
	std	6, LR(5)
	mfxer	6
	std	6, XER(5)
	mfcr	6
	std	6, CR(5)
	mfspr	6, 26
	std	6, SRR0(5)
	mfspr	6, 27
	std	6, SRR1(5)
	mfspr	6, 314
	std	6, HSRR0(5)
	mfspr	6, 315
	std	6, HSRR1(5)
	mfspr	6, 19
	std	6, DAR(5)
	mfspr	6, 18
	std	6, DSISR(5)

	addi	13, 3, 0x7010		/* CANARY_DISTANCE: OPAL has an r13 of its own */
	mr	31, 3
	mr	30, 5
	bcl	20, 31, 1f
1:	mflr	4
	addis	2, 4, (.TOC. - 1b)@ha
	addi	2, 2, (.TOC. - 1b)@l
	li	0, 0
	stdu	0, -128(5)		/* the end of a backtrace */
	mr	1, 5
	stdu	1, -64(1)
	mr	3, 30
	bl	exception_taken
	nop

	mr	3, 30
	ld	4, STACK(31)
	addi	4, 4, STACK_BYTES
	std	4, STACK(31)
	ld	4, NIP(3)
	mtspr	314, 4
	ld	4, MSR(3)
	mtspr	315, 4
	ld	4, LR(3)
	mtlr	4
	ld	4, CTR(3)
	mtctr	4
	ld	4, XER(3)
	mtxer	4
	ld	4, CR(3)
	mtcr	4
	.irp	r, 0,1,2,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	ld	\r, \r * 8(3)
	.endr
	ld	3, 24(3)
	hrfid

	.section .note.GNU-stack, "", @progbits
