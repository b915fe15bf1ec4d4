/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a boot loader of Linux enters the program: in 32-bit mode at the start of what it has loaded, or in
 * 64-bit mode 0x200 bytes behind it. Interrupts are off, and ESI or RSI is the address of the boot parameters.
 *
 * The image has been relocated for one address. If it was loaded elsewhere it moves there first: the loader has
 * left the memory from PAYLOAD_AT to the end of its place free, as init_size asks. Then its zeroed data are
 * zeroed, and pc_main runs in 64-bit mode on a stack of ours with the first 4 GiB mapped one to one (or as much
 * as whoever entered in 64-bit mode has mapped). */

#include "pc/protocol.h"

#define PAGE_BYTES       4096
#define STACK_BYTES      (128 << 10)
#define PRESENT_WRITABLE 0x3
#define LARGE            0x80
#define LARGE_BITS       21
#define DIRECTORIES      4
#define CR0_PAGING       0x80000000
#define CR4_PAE          0x20
#define MSR_EFER         0xc0000080
#define EFER_LONG_MODE   0x100

	/* Counted from the 32-bit entry, which EBP holds the address of. */
#define RVA(symbol)      ((symbol) - entry_32)

	.section .text.entry, "ax", @progbits
	.code32
	.globl	entry_32
	.hidden	entry_32
entry_32:
	cli
	cld
	mov	%esi, %ebx
	lea	BOOT_SCRATCH_END(%esi), %esp
	call	1f
1:	pop	%ebp
	sub	$RVA(1b), %ebp
	mov	RVA(place)(%ebp), %edi
	cmp	%edi, %ebp
	je	2f
	mov	%ebp, %esi
	mov	%edi, %ebp
	mov	$RVA(data_end), %ecx
	rep movsb
	lea	RVA(2f)(%ebp), %eax
	jmp	*%eax

2:	lea	RVA(zeroed_start)(%ebp), %edi
	lea	RVA(zeroed_end)(%ebp), %ecx
	sub	%edi, %ecx
	xor	%eax, %eax
	rep stosb

	/* Page tables: a root, a table of directories, and these. */
	lea	RVA(tables)(%ebp), %edi
	lea	PAGE_BYTES + PRESENT_WRITABLE(%edi), %eax
	mov	%eax, (%edi)
	xor	%ecx, %ecx
3:	add	$PAGE_BYTES, %eax
	mov	%eax, PAGE_BYTES(%edi, %ecx, 8)
	inc	%ecx
	cmp	$DIRECTORIES, %ecx
	jb	3b
	xor	%ecx, %ecx
4:	mov	%ecx, %eax
	shl	$LARGE_BITS, %eax
	or	$(PRESENT_WRITABLE | LARGE), %eax
	mov	%eax, 2 * PAGE_BYTES(%edi, %ecx, 8)
	inc	%ecx
	cmp	$(DIRECTORIES * PAGE_BYTES / 8), %ecx
	jb	4b

	mov	$CR4_PAE, %eax		/* four levels, whatever was on before */
	mov	%eax, %cr4
	mov	%edi, %cr3
	mov	$MSR_EFER, %ecx
	rdmsr
	or	$EFER_LONG_MODE, %eax
	wrmsr
	mov	%cr0, %eax
	or	$CR0_PAGING, %eax
	mov	%eax, %cr0
	lgdt	RVA(pc_segments_register)(%ebp)
	lea	RVA(stack_end)(%ebp), %esp
	push	$BOOT_CODE
	lea	RVA(settled)(%ebp), %eax
	push	%eax
	lret

	.org	ENTRY_64
	.code64
	cli
	cld
	mov	%rsi, %rbx
	lea	entry_32(%rip), %rsi
	mov	place(%rip), %rdi
	cmp	%rdi, %rsi
	je	5f
	lea	data_end(%rip), %rcx
	sub	%rsi, %rcx
	rep movsb
	mov	place(%rip), %rax
	lea	5f(%rip), %rcx
	lea	entry_32(%rip), %rdx
	sub	%rdx, %rcx
	add	%rcx, %rax
	jmp	*%rax
5:	lea	zeroed_start(%rip), %rdi
	lea	zeroed_end(%rip), %rcx
	sub	%rdi, %rcx
	xor	%eax, %eax
	rep stosb
	lgdt	pc_segments_register(%rip)
	lea	stack_end(%rip), %rsp
	push	$BOOT_CODE
	lea	settled(%rip), %rax
	push	%rax
	lretq

settled:
	mov	$BOOT_DATA, %eax
	mov	%eax, %ds
	mov	%eax, %es
	mov	%eax, %ss
	xor	%eax, %eax
	mov	%eax, %fs
	mov	%eax, %gs
	lidt	no_interrupts(%rip)
	mov	%rbx, %rdi
	xor	%ebp, %ebp		/* backtraces end here */
	call	pc_main
	ud2

	/* Nothing here may be where it is not relocated. */
	.section .data.rel.ro.entry, "aw", @progbits
	.balign	8
place:	.quad	entry_32
	.balign	8
segments:
	.quad	0, 0
	.quad	0x00af9b000000ffff	/* BOOT_CODE, of 64 bits */
	.quad	0x00cf93000000ffff	/* BOOT_DATA */
	.globl	pc_segments_register
	.hidden	pc_segments_register
pc_segments_register:
	.word	pc_segments_register - segments - 1
	.quad	segments
no_interrupts:
	.word	0
	.quad	0

	.section .bss.entry, "aw", @nobits
	.balign	PAGE_BYTES
tables:	.skip	(2 + DIRECTORIES) * PAGE_BYTES
	.skip	STACK_BYTES
stack_end:

	.section .note.GNU-stack, "", @progbits
