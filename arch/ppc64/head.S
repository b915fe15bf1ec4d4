/* SPDX-License-Identifier: BSD-2-Clause */
/* Where processors come in, and where they go to OPAL and come back: the code that must run in either
 * endianness. OPAL is big-endian, we are little-endian, and only a return from interrupt changes that. */

#define SPRN_HSRR0 314
#define SPRN_HSRR1 315

/* An instruction, given as a number, that is executed big-endian. */
.macro big word
	.long ((\word & 0xff) << 24) | ((\word & 0xff00) << 8) | ((\word >> 8) & 0xff00) | ((\word >> 24) & 0xff)
.endm

/* To little-endian, if we are not: goes on behind itself. Uses r10, r11 and LR. The first word is a
 * branch over one word when read big-endian, and a trap that never fires when read little-endian. */
.macro enter_little_endian
	tdi	0, 0, 0x48
	b	991f
	big	0x7d6000a6		/* mfmsr r11 */
	big	0x616b0001		/* ori r11, r11, 1: MSR[LE] */
	big	0x429f0005		/* bcl 20, 31, .+4 */
	big	0x7d4802a6		/* mflr r10 */
	big	0x394a0014		/* addi r10, r10, 20: behind the last word here */
	big	0x7d5a4ba6		/* mtspr HSRR0, r10 */
	big	0x7d7b4ba6		/* mtspr HSRR1, r11 */
	big	0x4c000224		/* hrfid */
991:
.endm

/* r2 and `register` from where we are; uses LR. */
.macro find_toc register
	bcl	20, 31, 992f
992:	mflr	\register
	addis	2, \register, (.TOC. - 992b)@ha
	addi	2, 2, (.TOC. - 992b)@l
.endm

	.section .head, "ax"
	.globl	entry
/* r3 = device tree; r8, r9 = OPAL's base and entry, or 0. Linux' kexec overwrites the word at 0x5c, and
 * may have left processors that spin at 0x60. */
entry:
	enter_little_endian
	b	start_boot
	.org	entry + 0x60
spin:
	tdi	0, 0, 0x48		/* big-endian: b .+8 */
	b	spin
	big	0x4bfffff8		/* b .-8 */

	.balign	256
	.globl	entry_secondary
entry_secondary:
	enter_little_endian
	b	start_secondary

	.text
start_boot:
	mr	27, 3
	mr	28, 8
	mr	29, 9
	find_toc 30
	addis	31, 30, (image_start - 992b)@ha
	addi	31, 31, (image_start - 992b)@l

	addis	3, 2, bss_start@toc@ha
	addi	3, 3, bss_start@toc@l
	addis	4, 2, bss_end@toc@ha
	addi	4, 4, bss_end@toc@l
	li	0, 0
1:	cmpld	3, 4
	bge	2f
	std	0, 0(3)
	addi	3, 3, 8
	b	1b
2:
	addis	1, 2, boot_stack_top@toc@ha
	addi	1, 1, boot_stack_top@toc@l
	std	0, 0(1)			/* the backtrace ends here */
	addis	13, 2, boot_canary@toc@ha
	addi	13, 13, boot_canary@toc@l
	addi	13, 13, 0x7010		/* CANARY_DISTANCE */

	mr	3, 31
	addis	4, 2, image_relocations@toc@ha
	addi	4, 4, image_relocations@toc@l
	addis	5, 2, image_relocations_end@toc@ha
	addi	5, 5, image_relocations_end@toc@l
	bl	image_relocate
	nop
	mr	3, 31
	mr	4, 27
	bl	image_better_place
	nop
	cmpdi	3, 0
	bne	move

	mr	3, 27
	mr	4, 28
	mr	5, 29
	bl	ppc64_main
	nop
	b	.

/* To the place in r3, and in at the entry there. */
move:
	addis	5, 2, image_file_end@toc@ha
	addi	5, 5, image_file_end@toc@l
	mr	6, 3
	mr	7, 31
3:	cmpld	7, 5
	bge	4f
	ld	0, 0(7)
	std	0, 0(6)
	dcbst	0, 6
	sync
	icbi	0, 6
	addi	7, 7, 8
	addi	6, 6, 8
	b	3b
4:	sync
	isync
	addis	4, 2, entry@toc@ha
	addi	4, 4, entry@toc@l
	subf	4, 31, 4
	add	4, 4, 3
	mtctr	4
	mr	3, 27
	mr	8, 28
	mr	9, 29
	bctr

/* Processors come when they like. What each needs stands in a place of its own (struct arrival in agent.c), found by the PIR
 * in r3; one that has none was not asked for, and has nothing that it could use. */
start_secondary:
	find_toc 4
	addis	5, 2, ppc64_arrivals@toc@ha
	addi	5, 5, ppc64_arrivals@toc@l
	ld	6, 8(5)			/* how many there are; at least 1 */
	ld	5, 0(5)
	mtctr	6
1:	ld	7, 0(5)			/* PIR */
	cmpld	7, 3
	beq	2f
	addi	5, 5, 40
	bdnz	1b
	b	.
2:	ld	1, 8(5)			/* stack */
	ld	13, 16(5)		/* its struct, plus CANARY_DISTANCE */
	li	0, 0
	std	0, 0(1)
	mr	3, 5
	bl	processor_started
	nop
	b	.

/* int64_t opal_call(token, a, b, c, d, e). OPAL wants r0 = token, r2 = its base, arguments from r3 on, and
 * comes back by LR, big-endian; r1 and r13 to r31 are as before then. Interrupts would overwrite HSRR0 and
 * HSRR1, so they are off from before those are set until they have been used. */
	.globl	opal_call
opal_call:
	mflr	0
	std	0, 16(1)
	std	2, 24(1)
	stdu	1, -64(1)
	mfmsr	12
	std	12, 32(1)
	li	11, 0
	mtmsrd	11, 1			/* EE = RI = 0 */
	addis	11, 2, opal@toc@ha
	addi	11, 11, opal@toc@l
	addis	10, 2, back_from_opal@toc@ha
	addi	10, 10, back_from_opal@toc@l
	mtlr	10
	ld	10, 8(11)
	mtspr	SPRN_HSRR0, 10
	li	10, 1
	ori	10, 10, 0x8000
	andc	12, 12, 10		/* EE, LE */
	mtspr	SPRN_HSRR1, 12
	mr	0, 3
	mr	3, 4
	mr	4, 5
	mr	5, 6
	mr	6, 7
	mr	7, 8
	ld	2, 0(11)
	hrfid
back_from_opal:
	enter_little_endian
	ld	12, 32(1)
	addi	1, 1, 64
	ld	2, 24(1)
	ld	0, 16(1)
	mtlr	0
	mtmsrd	12, 1
	blr

	.bss
	.balign	128
	.globl	boot_stack
boot_stack:
	.space	65536 - 128		/* BOOT_STACK_SIZE */
boot_stack_top:
	.space	128
boot_canary:
	.space	128
	.section .note.GNU-stack, "", @progbits
