/* SPDX-License-Identifier: BSD-2-Clause */
/* Stack contents after an exception or interrupt, pushed by the processor and the stubs. */
#ifndef ARCH_X86_TRAP_H
#define ARCH_X86_TRAP_H

#include "lib/basic.h"

#define TRAP_NMI           2
#define TRAP_DOUBLE_FAULT  8
#define TRAP_PAGE_FAULT    14
#define TRAP_MACHINE_CHECK 18
#define TRAP_EXCEPTIONS    32  /* vectors of exceptions */
#define TRAP_PMI           256 /* used for the PMI, whatever its vector */
#define TRAP_WAKE          257 /* used for the interrupt that wakes a waiting CPU */

/* In the order of stubs.S. */
struct trap_frame {
	uint64_t r15, r14, r13, r12, r11, r10, r9, r8;
	uint64_t rdi, rsi, rbp, rbx, rdx, rcx, rax;
	uint64_t vector; /* an exception's, TRAP_PMI or TRAP_WAKE */
	uint64_t error;  /* 0 for exceptions without error code */
	uint64_t rip, cs, rflags, rsp, ss;
};

/* Called by the stubs with interrupts off. Returns to the interrupted code, or to a fix-up's landing that it has put
 * into the frame. */
void trap_dispatch(struct trap_frame *frame);

#endif
