/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/selftest/alone.h"

	/* Copied to a page below 1 MiB, where processors begin in real mode. */
	.section .rodata.wake, "a", @progbits
	.globl	wake_begin, wake_long
	.hidden	wake_begin, wake_long
	.code16
wake_begin:
	cli
	mov	%cs, %ax
	mov	%ax, %ds
	mov	%edx, WAKE_SIGNATURE
	mov	%cr0, %eax
	mov	%eax, WAKE_CR0
	lgdtl	WAKE_GDTR
	mov	WAKE_CR3, %eax
	mov	%eax, %cr3
	mov	$0x20, %eax		/* PAE */
	mov	%eax, %cr4
	mov	$0xc0000080, %ecx	/* EFER */
	rdmsr
	or	$0x100, %eax		/* LME */
	wrmsr
	mov	$0x80000011, %eax	/* PG, ET, PE */
	mov	%eax, %cr0
	ljmpl	*WAKE_TARGET

	.code64
wake_long:
	mov	$ALONE_DATA, %eax
	mov	%eax, %ds
	mov	%eax, %es
	mov	%eax, %ss
	lea	wake_begin(%rip), %rbx
	mov	$1, %eax
	lock xadd %eax, WAKE_COUNT(%rbx)
	inc	%eax
	imul	$WAKE_STACK_SIZE, %rax
	add	WAKE_STACKS(%rbx), %rax
	mov	%rax, %rsp
	call	*WAKE_ENTRY(%rbx)
1:	hlt
	jmp	1b
	.org	wake_begin + WAKE_CODE_BYTES

	.section .note.GNU-stack, "", @progbits
