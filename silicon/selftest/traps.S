/* SPDX-License-Identifier: BSD-2-Clause */
	.text

	/* One gate for each exception, the PMI and the wake-up, 16 bytes apart. */
	.macro	gate vector
	.balign	16
	.if	!(\vector == 8 || (\vector >= 10 && \vector <= 14) || \vector == 17)
	push	$0
	.endif
	push	$\vector
	jmp	trap_common
	.endm

	.globl	trap_gates
	.hidden	trap_gates
	.balign	16
trap_gates:
	.altmacro
	.set	number, 0
	.rept	32
	gate	%number
	.set	number, number + 1
	.endr
	gate	0xf0
	gate	0xf1

trap_common:
	push	%rax
	push	%rcx
	push	%rdx
	push	%rbx
	push	%rbp
	push	%rsi
	push	%rdi
	push	%r8
	push	%r9
	push	%r10
	push	%r11
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	cld
	mov	%rsp, %rdi
	mov	%rsp, %rbp
	and	$-16, %rsp
	call	trap_taken
	mov	%rbp, %rsp
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%r11
	pop	%r10
	pop	%r9
	pop	%r8
	pop	%rdi
	pop	%rsi
	pop	%rbp
	pop	%rbx
	pop	%rdx
	pop	%rcx
	pop	%rax
	add	$16, %rsp
	iretq

	/* Attempts. An exception in here continues at try_failed with its vector in RAX; nothing but the
	 * return address may be on the stack. */
	.globl	try_first, try_last, try_failed, try_rdmsr, try_wrmsr, try_rdpmc, try_vmmcall, try_vmrun, try_cr0, try_cr4, try_cr4_r9
	.hidden	try_first, try_last, try_failed, try_rdmsr, try_wrmsr, try_rdpmc, try_vmmcall, try_vmrun, try_cr0, try_cr4, try_cr4_r9
try_first:
try_rdmsr:
	mov	%edi, %ecx
	rdmsr
	jmp	1f
try_rdpmc:
	mov	%edi, %ecx
	rdpmc
1:	shl	$32, %rdx
	or	%rdx, %rax
	mov	%rax, (%rsi)
	xor	%eax, %eax
	ret
try_wrmsr:
	mov	%edi, %ecx
	mov	%rsi, %rax
	mov	%rsi, %rdx
	shr	$32, %rdx
	wrmsr
	xor	%eax, %eax
	ret
try_cr0:
	mov	%rdi, %cr0
	xor	%eax, %eax
	ret
try_cr4:
	mov	%rdi, %cr4
	xor	%eax, %eax
	ret
try_cr4_r9:
	mov	%rdi, %r9
	mov	%r9, %cr4
	xor	%eax, %eax
	ret
try_vmmcall:
	mov	%rdi, %rax
	xor	%ecx, %ecx
	vmmcall
	xor	%eax, %eax
	ret
try_vmrun:
	mov	%rdi, %rax
	vmrun	%rax
	xor	%eax, %eax
	ret
try_last:
try_failed:
	ret

	.section .note.GNU-stack, "", @progbits
