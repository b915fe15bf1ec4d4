/* SPDX-License-Identifier: BSD-2-Clause */
/* The text of the script that a program of unit tests runs; the build says which. */
	.section .rodata
	.globl	script_path, script_text, script_end
script_path:
	.asciz	SCRIPT
script_text:
	.incbin	SCRIPT
script_end:
	.byte	0
	.section .note.GNU-stack,"",%progbits
