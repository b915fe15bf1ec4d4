/* SPDX-License-Identifier: BSD-2-Clause */
/* What the processor and our stubs leave on the stack when an exception or interrupt is taken. */
#ifndef ARCH_X86_TRAP_H
#define ARCH_X86_TRAP_H

#include "lib/basic.h"

#define TRAP_NMI           2
#define TRAP_DOUBLE_FAULT  8
#define TRAP_PAGE_FAULT    14
#define TRAP_MACHINE_CHECK 18
#define TRAP_EXCEPTIONS    32  /* vectors that belong to exceptions */
#define TRAP_PMI           256 /* stands in for whatever vector the PMI was given */
#define TRAP_WAKE          257 /* likewise, for the interrupt that wakes a waiting processor */

/* In the order of stubs.S. */
struct trap_frame {
	uint64_t r15, r14, r13, r12, r11, r10, r9, r8;
	uint64_t rdi, rsi, rbp, rbx, rdx, rcx, rax;
	uint64_t vector; /* an exception's, TRAP_PMI or TRAP_WAKE */
	uint64_t error;  /* 0 for exceptions without error code */
	uint64_t rip, cs, rflags, rsp, ss;
};

/* Called by the stubs with interrupts off. Returns to what was interrupted, which may have been
 * changed to a fix-up's landing. */
void trap_dispatch(struct trap_frame *frame);

#endif
