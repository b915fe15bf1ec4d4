/* SPDX-License-Identifier: BSD-2-Clause */
/* Loads a payload as Linux' kexec does where that hurts most: at address 0, where its interrupt vectors will be.
 * The payload is the initial ramdisk. Registers do not say where OPAL is; the first 0x100 bytes of the entry
 * stand at 0 a second time, and the word at 0x5c of either is overwritten. */

#define RAMDISK		0x2800		/* upper half of 0x28000000, where QEMU puts it */
#define LINKED_AT	0x2000		/* upper half of the address that the payload is linked for */
#define E_ENTRY		0x18		/* in an ELF header; little-endian */
#define E_SHOFF		0x28		/* as well; the section headers come after all that is loaded */
#define COOKIE_HIGH	0x6550
#define COOKIE_LOW	0x4150

	.text
	.globl	_start
_start:
	lis	10, RAMDISK
	li	11, E_SHOFF
	lwbrx	12, 11, 10
	srdi	12, 12, 3
	addi	12, 12, 1
	mtctr	12
	li	11, 0
1:	ld	0, 0(10)
	std	0, 0(11)
	addi	10, 10, 8
	addi	11, 11, 8
	bdnz	1b

	lis	9, RAMDISK
	addi	9, 9, E_ENTRY
	lwbrx	9, 0, 9
	lis	10, LINKED_AT
	subf	9, 10, 9		/* the entry, from the first byte */
	mr	8, 9
	li	11, 0
	li	12, 32
	mtctr	12
2:	ld	0, 0(8)
	std	0, 0(11)
	addi	8, 8, 8
	addi	11, 11, 8
	bdnz	2b
	li	0, -1
	li	11, 0
	stw	0, 0x5c(11)
	stw	0, 0x5c(9)
	mtctr	9
	sync
	isync

	li	4, 0			/* where it was loaded */
	li	5, 0
	lis	6, COOKIE_HIGH
	ori	6, 6, COOKIE_LOW
	li	7, 0
	li	8, 0
	li	9, 0
	bctr

	.section .note.GNU-stack, "", @progbits
