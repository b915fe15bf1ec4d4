/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/svm/svm.h"

	.text

	/* void svm_launch(struct cpu *cpu), interrupts off */
	.globl	svm_launch
svm_launch:
	push	%rbx
	push	%rbp
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	mov	CPU_VMCB(%rdi), %rax
	pushfq
	popq	VMCB_RFLAGS(%rax)
	mov	%rsp, VMCB_RSP(%rax)
	lea	guest_entry(%rip), %rcx
	mov	%rcx, VMCB_RIP(%rax)
	mov	CPU_HOST_CR3(%rdi), %rcx
	mov	%rcx, %cr3
	lgdt	CPU_HOST_GDTR(%rdi)
	lidt	CPU_HOST_IDTR(%rdi)
	/* FS, GS, TR and LDTR stay the guest's, because VMRUN does not switch them. */
	mov	$HOST_DATA, %ecx
	mov	%ecx, %ds
	mov	%ecx, %es
	mov	%ecx, %ss
	mov	CPU_HOST_STACK(%rdi), %rsp
	push	$HOST_CODE
	lea	1f(%rip), %rcx
	push	%rcx
	lretq
1:	call	cpu_run
	ud2

guest_entry:
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbp
	pop	%rbx
	ret

	/* void svm_enter(struct cpu *cpu). #VMEXIT restores only RSP and RAX, so the pointer to struct cpu is on the stack. */
	.globl	svm_enter
svm_enter:
	push	%rbx
	push	%rbp
	push	%r12
	push	%r13
	push	%r14
	push	%r15
	push	%rdi
	rdtsc
	shl	$32, %rdx
	or	%rdx, %rax
	mov	%rax, CPU_ENTERED_TSC(%rdi)
	mov	%rdi, %rax
	mov	8*1(%rax), %rcx
	mov	8*2(%rax), %rdx
	mov	8*3(%rax), %rbx
	mov	8*5(%rax), %rbp
	mov	8*6(%rax), %rsi
	mov	8*7(%rax), %rdi
	mov	8*8(%rax), %r8
	mov	8*9(%rax), %r9
	mov	8*10(%rax), %r10
	mov	8*11(%rax), %r11
	mov	8*12(%rax), %r12
	mov	8*13(%rax), %r13
	mov	8*14(%rax), %r14
	mov	8*15(%rax), %r15
	mov	CPU_VMCB(%rax), %rax
	clgi
	vmload	%rax
	vmrun	%rax
	vmsave	%rax
	mov	(%rsp), %rax
	mov	%rcx, 8*1(%rax)
	mov	%rdx, 8*2(%rax)
	mov	%rbx, 8*3(%rax)
	mov	%rbp, 8*5(%rax)
	mov	%rsi, 8*6(%rax)
	mov	%rdi, 8*7(%rax)
	mov	%r8, 8*8(%rax)
	mov	%r9, 8*9(%rax)
	mov	%r10, 8*10(%rax)
	mov	%r11, 8*11(%rax)
	mov	%r12, 8*12(%rax)
	mov	%r13, 8*13(%rax)
	mov	%r14, 8*14(%rax)
	mov	%r15, 8*15(%rax)
	mov	%rax, %rdi
	rdtsc
	shl	$32, %rdx
	or	%rdx, %rax
	mov	%rax, CPU_EXITED_TSC(%rdi)
	pop	%rdi
	pop	%r15
	pop	%r14
	pop	%r13
	pop	%r12
	pop	%rbp
	pop	%rbx
	ret

	/* void svm_sleep(struct vmcb *vmcb). After a machine check, general registers other than RAX and RSP may have changed, but
	 * none that a function must preserve. VMLOAD and VMSAVE are not needed: the state that they move stays the other
	 * guest's. */
	.globl	svm_sleep
svm_sleep:
	mov	%rdi, %rax
	clgi
	vmrun	%rax
	ret

	.globl	svm_sleeper
svm_sleeper:
	hlt
	jmp	svm_sleeper
sleeper_end:

	/* The gate for machine checks. In the sleeping guest VMMCALL makes it exit. */
host_machine_check:
	push	%rax
	push	%rcx
	mov	16(%rsp), %rax
	lea	svm_sleeper(%rip), %rcx
	cmp	%rcx, %rax
	jb	1f
	lea	sleeper_end(%rip), %rcx
	cmp	%rcx, %rax
	jae	1f
	vmmcall
1:	pop	%rcx
	pop	%rax
	push	$0
	push	$18
	jmp	host_exception

	/* void svm_nmi_window(void): takes the pending NMI, through the host's NMI gate. */
	.globl	svm_nmi_window
svm_nmi_window:
	stgi
	nop
	nop
	clgi
	ret

	/* void svm_wait_nmi(void): sleeps until an NMI comes; returns at once if one is pending. */
	.globl	svm_wait_nmi
svm_wait_nmi:
	stgi
wait_begin:
	nop
wait_sleep:
	hlt
wait_end:
	clgi
	ret

	/* An NMI that comes before the HLT of svm_wait_nmi skips the HLT; otherwise it would not end the wait. */
host_nmi:
	push	%rax
	push	%rcx
	mov	16(%rsp), %rax
	lea	wait_begin(%rip), %rcx
	cmp	%rcx, %rax
	jb	1f
	lea	wait_sleep(%rip), %rcx
	cmp	%rcx, %rax
	ja	1f
	lea	wait_end(%rip), %rcx
	mov	%rcx, 16(%rsp)
1:	pop	%rcx
	pop	%rax
	iretq

	/* void svm_take_interrupt(void): takes one pending interrupt and ignores it. */
	.globl	svm_take_interrupt
svm_take_interrupt:
	stgi
	sti
	nop
	nop
	cli
	clgi
	ret

	/* Returns with IF clear; otherwise the next interrupt would come at once. */
host_interrupt:
	andl	$~RFLAGS_IF_BIT, 16(%rsp)
	iretq

	/* One gate for each vector, 16 bytes apart; each leaves an error code and the vector. */
	.globl	host_gates
	.balign	16
host_gates:
	.set	vector, 0
	.rept	256
	.balign	16
	.if	vector == 2
	jmp	host_nmi
	.elseif	vector == 18
	jmp	host_machine_check
	.elseif	vector >= 32
	jmp	host_interrupt
	.else
	.if	!(vector == 8 || (vector >= 10 && vector <= 14) || vector == 17)
	push	$0
	.endif
	push	$vector
	jmp	host_exception
	.endif
	.set	vector, vector + 1
	.endr

host_exception:
	mov	%rsp, %rdi
	and	$-16, %rsp
	call	host_unexpected
	ud2

	.section .note.GNU-stack, "", @progbits
