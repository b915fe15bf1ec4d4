/* SPDX-License-Identifier: BSD-2-Clause */
/* The code that stubs in the firmware's code call when LDBAR is written or memory is loaded. A copy of it runs in the firmware's
 * byte order, with interrupts off, and r12 pointing to the thread's area. It saves all registers that C code may change, switches
 * to big-endian, calls opal_hooked, and returns. */
#include "silicon/opal/opal.h"

#define SPR_XER     1
#define SPR_HSRR0   314
#define SPR_HSRR1   315
#define SPR_MSR     890 /* the machine state, saved by the stub */
#define SPR_PIR     1023

/* Offsets in the area, after the stub's: see patch.h. */
#define VALUE       0
#define SITE        8
#define MSR         40
#define RETURN      48
#define R0          56
#define R1          64
#define R2          72
#define R3          80 /* to r10 */
#define COUNT       144
#define CONDITION   152
#define XER         160
#define HSRR0       168
#define HSRR1       176

	.machine power9
	.text

	.globl	opal_hook
opal_hook:
	std	%r0, R0(%r12)
	std	%r1, R1(%r12)
	std	%r2, R2(%r12)
	std	%r3, R3(%r12)
	std	%r4, R3 + 8(%r12)
	std	%r5, R3 + 16(%r12)
	std	%r6, R3 + 24(%r12)
	std	%r7, R3 + 32(%r12)
	std	%r8, R3 + 40(%r12)
	std	%r9, R3 + 48(%r12)
	std	%r10, R3 + 56(%r12)
	mflr	%r3
	std	%r3, RETURN(%r12)
	mfctr	%r3
	std	%r3, COUNT(%r12)
	mfcr	%r3
	std	%r3, CONDITION(%r12)
	mfspr	%r3, SPR_XER
	std	%r3, XER(%r12)
	mfspr	%r3, SPR_MSR
	std	%r3, MSR(%r12)
	mfspr	%r3, SPR_HSRR0
	std	%r3, HSRR0(%r12)
	mfspr	%r3, SPR_HSRR1
	std	%r3, HSRR1(%r12)
	bcl	20, 31, 1f
1:	mflr	%r5
	addi	%r5, %r5, 2f - 1b
	mfmsr	%r6
	lis	%r3, big_endian@h
	ori	%r3, %r3, big_endian@l
	mtspr	SPR_HSRR0, %r3
	lis	%r3, 0x9000 /* SF and HV */
	sldi	%r3, %r3, 32
	mtspr	SPR_HSRR1, %r3
	ld	%r3, VALUE(%r12)
	ld	%r4, SITE(%r12)
	hrfid
2:	ld	%r3, HSRR0(%r12)
	mtspr	SPR_HSRR0, %r3
	ld	%r3, HSRR1(%r12)
	mtspr	SPR_HSRR1, %r3
	ld	%r3, XER(%r12)
	mtspr	SPR_XER, %r3
	ld	%r3, CONDITION(%r12)
	mtcr	%r3
	ld	%r3, COUNT(%r12)
	mtctr	%r3
	ld	%r3, RETURN(%r12)
	mtlr	%r3
	ld	%r0, R0(%r12)
	ld	%r1, R1(%r12)
	ld	%r2, R2(%r12)
	ld	%r3, R3(%r12)
	ld	%r4, R3 + 8(%r12)
	ld	%r5, R3 + 16(%r12)
	ld	%r6, R3 + 24(%r12)
	ld	%r7, R3 + 32(%r12)
	ld	%r8, R3 + 40(%r12)
	ld	%r9, R3 + 48(%r12)
	ld	%r10, R3 + 56(%r12)
	blr
	.globl	opal_hook_end
opal_hook_end:

	/* r3: value, r4: site, r5: return address, r6: machine state to return to, r12: area. */
big_endian:
	mfspr	%r7, SPR_PIR
	sldi	%r7, %r7, 3
	lis	%r8, opal_stack_top@ha
	addi	%r8, %r8, opal_stack_top@l
	ldx	%r1, %r8, %r7
	lis	%r2, .TOC.@ha
	addi	%r2, %r2, .TOC.@l
	std	%r5, -8(%r1)
	std	%r6, -16(%r1)
	std	%r12, -24(%r1)
	addi	%r1, %r1, -144
	bl	opal_hooked
	ld	%r5, 136(%r1)
	ld	%r6, 128(%r1)
	ld	%r12, 120(%r1)
	mtspr	SPR_HSRR0, %r5
	mtspr	SPR_HSRR1, %r6
	hrfid

	.bss
	.balign	0x10000
	.globl	opal_hook_areas
opal_hook_areas:
	.space	512 * OPAL_PIRS
