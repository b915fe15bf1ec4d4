/* SPDX-License-Identifier: BSD-2-Clause */
/* Instructions that may fault, each in a function of its own. They return struct guarded (access.h):
 * the value in rax, 0 or the fault in rdx. A fault continues at guarded_landing with rdx set by the
 * trap dispatcher. All entries of the exception table come from this file, so that they lie together. */

	.macro	guarded name
	.globl	\name
	.hidden	\name
	.type	\name, @function
	.balign	16
\name:
	.endm

	.macro	may_fault instruction:vararg
.Lrisky\@:
	\instruction
	.pushsection .rodata.fixups, "a", @progbits
	.long	.Lrisky\@ - .
	.long	guarded_landing - .
	.popsection
	.endm

	.macro	succeed
	xorl	%edx, %edx
	ret
	.endm

	.section .rodata.fixups, "a", @progbits
	.globl	fixup_table
	.hidden	fixup_table
	.balign	4
fixup_table:

	.text

	guarded	guarded_rdmsr
	movl	%edi, %ecx
	may_fault rdmsr
	shlq	$32, %rdx
	orq	%rdx, %rax
	succeed

	guarded	guarded_rdpmc
	movl	%edi, %ecx
	may_fault rdpmc
	shlq	$32, %rdx
	orq	%rdx, %rax
	succeed

	guarded	guarded_wrmsr
	movl	%edi, %ecx
	movl	%esi, %eax
	movq	%rsi, %rdx
	shrq	$32, %rdx
	may_fault wrmsr
	succeed

	guarded	guarded_load8
	may_fault movzbl (%rdi), %eax
	succeed

	guarded	guarded_load16
	may_fault movzwl (%rdi), %eax
	succeed

	guarded	guarded_load32
	may_fault movl (%rdi), %eax
	succeed

	guarded	guarded_load64
	may_fault movq (%rdi), %rax
	succeed

	guarded	guarded_store8
	may_fault movb %sil, (%rdi)
	succeed

	guarded	guarded_store16
	may_fault movw %si, (%rdi)
	succeed

	guarded	guarded_store32
	may_fault movl %esi, (%rdi)
	succeed

	guarded	guarded_store64
	may_fault movq %rsi, (%rdi)
	succeed

	.type	guarded_landing, @function
guarded_landing:
	xorl	%eax, %eax
	ret

	.section .rodata.fixups, "a", @progbits
	.globl	fixup_table_end
	.hidden	fixup_table_end
fixup_table_end:

	.section .note.GNU-stack, "", @progbits
