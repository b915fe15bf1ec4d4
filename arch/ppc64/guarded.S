/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions that may trap. Each function makes one access between guarded_start and guarded_end; the
 * exception handler sends a trap from there to guarded_trapped. The answer is a struct guarded: r3 the value,
 * r4 whether it trapped. */

.macro guarded name, instruction:vararg
	.globl	\name
\name:
	li	4, 0
	\instruction
	blr
.endm

	.text
	.globl	guarded_start
guarded_start:
	/* r3 comes in as what is to be read: a register that leaves its target alone shows. */
	guarded guarded_read_dec,   mfspr 3, 22
	guarded guarded_read_tb,    mfspr 3, 268
	guarded guarded_read_pvr,   mfspr 3, 287
	guarded guarded_read_lpcr,  mfspr 3, 318
	guarded guarded_read_ldbar, mfspr 3, 850
	guarded guarded_read_hid0,  mfspr 3, 1008
	guarded guarded_read_pir,   mfspr 3, 1023
	guarded guarded_write_ldbar, mtspr 850, 3
	guarded guarded_load8,  lbz 3, 0(3)
	guarded guarded_load16, lhbrx 3, 0, 3
	guarded guarded_load32, lwbrx 3, 0, 3
	guarded guarded_load64, ldbrx 3, 0, 3
	/* r3 address, r5 value */
	guarded guarded_store8,  stb 5, 0(3)
	guarded guarded_store16, sthbrx 5, 0, 3
	guarded guarded_store32, stwbrx 5, 0, 3
	guarded guarded_store64, stdbrx 5, 0, 3
	.globl	guarded_end
guarded_end:
	.globl	guarded_trapped
guarded_trapped:
	li	4, 1
	blr

	.section .note.GNU-stack, "", @progbits
