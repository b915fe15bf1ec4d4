/* SPDX-License-Identifier: BSD-2-Clause */
/* What a processor executes after INIT and STARTUP (Intel SDM vol. 3A, "MP initialization"): from real mode to
 * the mode of the processor that started it, and into a function. This is copied to a page below 1 MiB, so it
 * finds everything by its distance from its start. startup.h describes the words at its end. */

#include "pc/startup.h"

#define MSR_EFER 0xc0000080
#define AT(label) (label - startup_code)

	.section .rodata.startup, "a", @progbits
	.globl	startup_code
	.hidden	startup_code
	.globl	startup_code_end
	.hidden	startup_code_end
	.balign	16
	.code16
startup_code:
	cli
	cld
	mov	%cs, %ax
	mov	%ax, %ds
	mov	STARTUP_CR4, %eax
	mov	%eax, %cr4
	mov	STARTUP_CR3, %eax
	mov	%eax, %cr3
	mov	$MSR_EFER, %ecx
	mov	STARTUP_EFER, %eax
	xor	%edx, %edx
	wrmsr
	lgdtl	STARTUP_TABLE
	mov	STARTUP_CR0, %eax
	mov	%eax, %cr0		/* protected mode and paging at once: this is 64-bit mode */
	ljmpl	*STARTUP_FAR

	.code64
	.globl	startup_code_64
	.hidden	startup_code_64
startup_code_64:
	mov	$1, %eax
	lock xadd %eax, startup_code + STARTUP_TICKET(%rip)
	cmp	startup_code + STARTUP_COUNT(%rip), %eax
	jae	1f
	mov	%eax, %eax
	inc	%rax
	imul	startup_code + STARTUP_STACK_BYTES(%rip), %rax
	add	startup_code + STARTUP_STACKS(%rip), %rax
	lgdt	startup_code + STARTUP_THEIR_TABLE(%rip)
	mov	startup_code + STARTUP_DATA(%rip), %ecx
	mov	%ecx, %ds
	mov	%ecx, %es
	mov	%ecx, %ss
	mov	%rax, %rsp
	xor	%eax, %eax
	mov	%eax, %fs
	mov	%eax, %gs
	mov	startup_code + STARTUP_CODE(%rip), %eax
	push	%rax
	lea	2f(%rip), %rax
	push	%rax
	lretq
2:	mov	startup_code + STARTUP_ARGUMENT(%rip), %rdi
	xor	%ebp, %ebp		/* backtraces end here */
	call	*startup_code + STARTUP_FUNCTION(%rip)
1:	cli
	hlt
	jmp	1b
startup_code_end:

	.section .note.GNU-stack, "", @progbits
