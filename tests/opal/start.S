/* SPDX-License-Identifier: BSD-2-Clause */
/* Entry, OPAL calls and LDBAR of the payload that tries the virtual POWER9. It is little-endian; OPAL enters
 * it and is called big-endian. */
#define SPR_LDBAR  850
#define SPR_HSRR0  314
#define SPR_HSRR1  315
#define STACK      0x4000
#define MSR_EE_LE  0x8001
#define TICK       8192 /* 16 microseconds */
#define CANARY     28688 /* libfdt reads its stack protector's word so far below r13 */

	.machine power9

	/* Big-endian code, as this assembler sees it: goes on behind itself little-endian. Changes r11, LR. */
	.macro TO_LITTLE
	.long	0x05009f42 /* bcl   20,31,.+4 */
	.long	0xa602687d /* mflr  r11 */
	.long	0x1c006b39 /* addi  r11,r11,28 */
	.long	0xa64b7a7d /* mtspr HSRR0,r11 */
	.long	0xa600607d /* mfmsr r11 */
	.long	0x01006b69 /* xori  r11,r11,1 */
	.long	0xa64b7b7d /* mtspr HSRR1,r11 */
	.long	0x2402004c /* hrfid */
	.endm

	.macro LOAD register, symbol
	lis	\register, \symbol@ha
	addi	\register, \register, \symbol@l
	.endm

	.section .text.start, "ax"
	.globl	_start
_start:
	TO_LITTLE
	LOAD	%r11, bss_start
	LOAD	%r12, bss_end
	li	%r0, 0
1:	std	%r0, 0(%r11)
	addi	%r11, %r11, 8
	cmpld	%r11, %r12
	blt	1b
	LOAD	%r1, stack_end - 112
	LOAD	%r2, .TOC.
	LOAD	%r13, canary + CANARY
	LOAD	%r12, opal_base
	std	%r8, 0(%r12)
	std	%r9, 8(%r12)
	bl	check_main
	b	.

	/* START_CPU brings a second thread here. */
	.balign	4
	.globl	second_start
second_start:
	TO_LITTLE
	LOAD	%r1, second_stack_end - 112
	LOAD	%r2, .TOC.
	LOAD	%r13, canary + CANARY
	bl	check_second
	b	.

	.text
	/* int64_t opal(uint64_t token, a, b, c, d, e) */
	.globl	opal
opal:
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
	LOAD	%r12, opal_return
	mtlr	%r12
	LOAD	%r12, opal_base
	ld	%r2, 0(%r12)
	ld	%r11, 8(%r12)
	mtspr	SPR_HSRR0, %r11
	mfmsr	%r11
	li	%r12, 1
	andc	%r11, %r11, %r12
	mtspr	SPR_HSRR1, %r11
	hrfid
opal_return:
	TO_LITTLE
	ld	%r2, 24(%r1)
	addi	%r1, %r1, 48
	ld	%r0, 16(%r1)
	mtlr	%r0
	blr

	.globl	ldbar_write
ldbar_write:
	mtspr	SPR_LDBAR, %r3
	blr
	.globl	ldbar_read
ldbar_read:
	mfspr	%r3, SPR_LDBAR
	blr

	/* Writes 0 by way of register N, with all other registers filled from the array at r3, and stores what
	 * they then hold, and CTR, XER and CR, in the array at r4: 35 words. r1, r2 and r13 keep their use,
	 * r3 and r4 serve as pointers unless they are N themselves. */
	.macro TRY n
	.globl	ldbar_try_\n
ldbar_try_\n:
	mflr	%r0
	std	%r0, 16(%r1)
	stdu	%r1, -288(%r1)
	std	%r4, 32(%r1)
	.irp	i, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	std	\i, (32 + 8 * \i)(%r1)
	.endr
	ld	%r5, 256(%r3)
	mtctr	%r5
	ld	%r5, 264(%r3)
	mtxer	%r5
	ld	%r5, 272(%r3)
	mtcr	%r5
	.irp	i, 0,4,5,6,7,8,9,10,11,12,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	ld	\i, (8 * \i)(%r3)
	.endr
	ld	%r3, 24(%r3)
	li	\n, 0
	mtspr	SPR_LDBAR, \n
	mtspr	894, %r3 /* a place that QEMU keeps and nobody else uses */
	ld	%r3, 32(%r1)
	.irp	i, 0,4,5,6,7,8,9,10,11,12,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	std	\i, (8 * \i)(%r3)
	.endr
	mfspr	%r4, 894
	std	%r4, 24(%r3)
	mfctr	%r5
	std	%r5, 256(%r3)
	mfxer	%r5
	std	%r5, 264(%r3)
	mfcr	%r5
	std	%r5, 272(%r3)
	.irp	i, 14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
	ld	\i, (32 + 8 * \i)(%r1)
	.endr
	addi	%r1, %r1, 288
	ld	%r0, 16(%r1)
	mtlr	%r0
	blr
	.endm

	.irp	n, 0,3,4,9,11,12,20,31
	TRY	\n
	.endr

	/* Counts decrementer interrupts and asks for the next one. For vector 0x900, little-endian. */
	.globl	tick_handler, tick_handler_end
tick_handler:
	mtspr	272, %r3 /* SPRG0 */
	mtspr	273, %r4
	LOAD	%r3, tick_count
	ld	%r4, 0(%r3)
	addi	%r4, %r4, 1
	std	%r4, 0(%r3)
	li	%r4, TICK
	mtspr	22, %r4
	mfspr	%r4, 273
	mfspr	%r3, 272
	rfid
tick_handler_end:

	/* For a doorbell that the firmware has rung and that comes late: nothing to do. For vector 0xe80. */
	.globl	bell_handler, bell_handler_end
bell_handler:
	hrfid
bell_handler_end:

	.globl	tick_start
tick_start:
	li	%r3, TICK
	mtspr	22, %r3
	mfmsr	%r3
	ori	%r3, %r3, 0x8000
	mtmsrd	%r3, 1
	blr

	/* Returns whether interrupts were on. */
	.globl	tick_stop
tick_stop:
	mfmsr	%r3
	li	%r4, 0
	mtmsrd	%r4, 1
	lis	%r4, 0x7fff
	mtspr	22, %r4
	rldicl	%r3, %r3, 49, 63
	blr

	.bss
	.balign	16
	.globl	tick_count
tick_count:
	.space	8
	.balign	16
	.globl	opal_base
opal_base:
	.space	16 /* base, entry */
	.globl	canary
canary:
	.space	8
	.balign	16
	.space	STACK
stack_end:
	.space	STACK
second_stack_end:
