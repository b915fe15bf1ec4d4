/* SPDX-License-Identifier: BSD-2-Clause */
/* Entries and exits of the layer, all big-endian.
 *
 * skiboot loads the file at 0x20000000 and runs it there; it copies itself to the address where it is linked, so that the firmware
 * can use that place. */
#include "silicon/opal/opal.h"

#define SPR_PIR       1023
#define STACK_SPACE   112 /* stack that the ABI requires of a caller, rounded up */

	.machine power9

	/* Addresses here are below 2 GiB. */
	.macro LOAD register, symbol
	lis	\register, \symbol@ha
	addi	\register, \register, \symbol@l
	.endm

	/* The stack of this thread, the TOC. */
	.macro OWN_STACK scratch
	mfspr	\scratch, SPR_PIR
	sldi	\scratch, \scratch, 3
	addis	\scratch, \scratch, opal_stack_top@ha
	addi	\scratch, \scratch, opal_stack_top@l
	ld	%r1, 0(\scratch)
	LOAD	%r2, .TOC.
	.endm

	.section .text.start, "ax"
	.globl	_start
_start:
	mr	%r28, %r3
	mr	%r29, %r8
	mr	%r30, %r9
	mr	%r27, %r7
	bcl	20, 31, 1f
1:	mflr	%r31
	LOAD	%r4, 1b
	subf	%r31, %r4, %r31
	LOAD	%r5, opal_image_start
	LOAD	%r6, opal_image_end
	mr	%r9, %r5
2:	ldx	%r7, %r5, %r31
	std	%r7, 0(%r5)
	addi	%r5, %r5, 8
	cmpld	%r5, %r6
	blt	2b
	mr	%r3, %r9
	mr	%r4, %r6
	bl	sync_code
	LOAD	%r5, opal_bss_start
	LOAD	%r6, opal_bss_end
	li	%r7, 0
3:	std	%r7, 0(%r5)
	addi	%r5, %r5, 8
	cmpld	%r5, %r6
	blt	3b
	LOAD	%r12, 4f
	mtctr	%r12
	bctr
4:	LOAD	%r1, boot_stack_end - STACK_SPACE
	LOAD	%r2, .TOC.
	mr	%r3, %r28
	mr	%r4, %r29
	mr	%r5, %r30
	mr	%r6, %r27
	bl	opal_main
	b	.

	/* From r3 up to r4. */
sync_code:
	clrrdi	%r3, %r3, 7
	mr	%r7, %r3
5:	dcbst	0, %r7
	addi	%r7, %r7, 128
	cmpld	%r7, %r4
	blt	5b
	sync
6:	icbi	0, %r3
	addi	%r3, %r3, 128
	cmpld	%r3, %r4
	blt	6b
	isync
	blr

	.text
	.globl	opal_sync_code
opal_sync_code:
	add	%r4, %r3, %r4
	b	sync_code

	/* Called as a C function with the token first; r1 and r13 to r31 survive. */
	.globl	opal_call
opal_call:
	mflr	%r0
	std	%r0, 16(%r1)
	stdu	%r1, -48(%r1)
	std	%r2, 24(%r1)
	mr	%r0, %r3
	mr	%r3, %r4
	mr	%r4, %r5
	mr	%r5, %r6
	mr	%r6, %r7
	mr	%r7, %r8
	LOAD	%r12, opal_real_entry
	ld	%r12, 0(%r12)
	mtctr	%r12
	LOAD	%r12, opal_real_base
	ld	%r2, 0(%r12)
	bctrl
	ld	%r2, 24(%r1)
	addi	%r1, %r1, 48
	ld	%r0, 16(%r1)
	mtlr	%r0
	blr

	/* OPAL's calling convention: token in r0, base in r2, arguments from r3 on. r11, r12, CTR and CR0 are free. */
	.globl	opal_entry
opal_entry:
	cmpldi	%r0, OPAL_TOKENS - 1
	bgt	1f
	LOAD	%r12, opal_intercepted
	lbzx	%r11, %r12, %r0
	cmpdi	%r11, 0
	bne	2f
1:	LOAD	%r12, opal_real_entry
	ld	%r12, 0(%r12)
	mtctr	%r12
	bctr
2:	mr	%r11, %r1
	mr	%r12, %r2
	mfspr	%r1, SPR_PIR
	sldi	%r1, %r1, 3
	LOAD	%r2, opal_stack_top
	ldx	%r1, %r2, %r1
	LOAD	%r2, .TOC.
	std	%r11, -8(%r1)
	addi	%r1, %r1, -(16 + FRAME_BYTES)
	std	%r0, FRAME_TOKEN(%r1)
	std	%r12, FRAME_BASE(%r1)
	std	%r3, FRAME_ARGUMENT(%r1)
	std	%r4, FRAME_ARGUMENT + 8(%r1)
	std	%r5, FRAME_ARGUMENT + 16(%r1)
	std	%r6, FRAME_ARGUMENT + 24(%r1)
	std	%r7, FRAME_ARGUMENT + 32(%r1)
	std	%r8, FRAME_ARGUMENT + 40(%r1)
	std	%r9, FRAME_ARGUMENT + 48(%r1)
	std	%r10, FRAME_ARGUMENT + 56(%r1)
	mflr	%r11
	std	%r11, FRAME_LINK(%r1)
	mfmsr	%r11
	std	%r11, FRAME_STATE(%r1)
	mr	%r3, %r1
	addi	%r1, %r1, -STACK_SPACE
	bl	opal_intercept
	addi	%r1, %r1, STACK_SPACE
	ld	%r11, FRAME_LINK(%r1)
	mtlr	%r11
	ld	%r1, FRAME_BYTES + 8(%r1)
	blr

	/* Entry of a thread that START_CPU starts; its PIR is in r3. */
	.globl	opal_arrival
opal_arrival:
	OWN_STACK %r4
	addi	%r1, %r1, -STACK_SPACE
	bl	opal_arrive
	b	.

	/* Registers that skiboot leaves undefined get a value that is not a valid address. */
	.globl	opal_enter
opal_enter:
	ld	%r12, 0(%r3)
	ld	%r7, 16(%r3)
	ld	%r3, 8(%r3)
	mtctr	%r12
	li	%r4, 0
	li	%r5, 0
	lis	%r6, 0x6550
	ori	%r6, %r6, 0x4150
	LOAD	%r8, opal_real_base
	ld	%r8, 0(%r8)
	LOAD	%r9, opal_entry
	li	%r0, -1
	li	%r1, -1
	li	%r2, -1
	li	%r13, -1
	mtlr	%r0
	bctr

	.bss
	.balign	128
	.space	OPAL_STACK_BYTES
boot_stack_end:
	.balign	8
	.globl	opal_real_entry
opal_real_entry:
	.space	8
	.globl	opal_real_base
opal_real_base:
	.space	8
