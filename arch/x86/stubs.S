/* SPDX-License-Identifier: BSD-2-Clause */
/* Entries of our interrupt gates. In 64-bit mode the processor aligns the stack to 16 bytes before it
 * pushes; error code, vector and 15 registers make a frame (struct trap_frame) of 22 words, so it is
 * aligned again at the call. Handlers are compiled without use of FPU and SSE registers. */

	.set	WITH_ERROR_CODE, (1 << 8) | (1 << 10) | (1 << 11) | (1 << 12) | (1 << 13) | (1 << 14)
	.set	WITH_ERROR_CODE, WITH_ERROR_CODE | (1 << 17) | (1 << 21) | (1 << 29) | (1 << 30)

	.text
	.globl	trap_stubs
	.hidden	trap_stubs
	.balign	16
trap_stubs:				/* 16 bytes each: idt.c counts on it */
	.set	vector, 0
	.rept	32
	.balign	16
	.if	((WITH_ERROR_CODE >> vector) & 1) == 0
	pushq	$0
	.endif
	pushq	$vector
	jmp	enter
	.set	vector, vector + 1
	.endr

	.globl	trap_wake
	.hidden	trap_wake
	.balign	16
trap_wake:
	pushq	$0
	pushq	$257			/* TRAP_WAKE */
	jmp	enter

	.globl	trap_pmi
	.hidden	trap_pmi
	.balign	16
trap_pmi:
	pushq	$0
	pushq	$256			/* TRAP_PMI */

enter:
	pushq	%rax
	pushq	%rcx
	pushq	%rdx
	pushq	%rbx
	pushq	%rbp
	pushq	%rsi
	pushq	%rdi
	pushq	%r8
	pushq	%r9
	pushq	%r10
	pushq	%r11
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	cld
	movq	%rsp, %rdi
	call	trap_dispatch
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%r11
	popq	%r10
	popq	%r9
	popq	%r8
	popq	%rdi
	popq	%rsi
	popq	%rbp
	popq	%rbx
	popq	%rdx
	popq	%rcx
	popq	%rax
	addq	$16, %rsp

	.globl	trap_spurious		/* a spurious interrupt is not to be acknowledged */
	.hidden	trap_spurious
trap_spurious:
	iretq

	.section .note.GNU-stack, "", @progbits
