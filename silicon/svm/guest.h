/* SPDX-License-Identifier: BSD-2-Clause */
/* The guest's registers by operand width, and how our own code calls down when it runs as guest. */
#ifndef SILICON_SVM_GUEST_H
#define SILICON_SVM_GUEST_H

#include "silicon/svm/svm.h"

#define GUEST_CALL        UINT64_C(0x756e636f726b) /* RAX of VMMCALL, "uncork"; RCX is one of: */
#define GUEST_CALL_REPORT 0                        /* print the statistics */
#define GUEST_CALL_LEAVE  1                        /* the program has ended: judge it, print the statistics */

static inline void guest_call(uint64_t function)
{
	__asm__ volatile("vmmcall" : : "a"(GUEST_CALL), "c"(function) : "memory");
}

/* True if the guest executes 64-bit code. */
static inline bool is_wide(const struct vmcb *vmcb)
{
	return (vmcb->efer & EFER_LMA) && (vmcb->cs.attributes & SEGMENT_LONG);
}

/* Writes a register as an instruction does: 4 bytes clear the upper half, 1 and 2 keep the rest. */
static inline void gpr_write(struct cpu *cpu, unsigned reg, unsigned bytes, uint64_t value)
{
	uint64_t mask = MASK(0, 8 * bytes);

	if (bytes >= 4)
		cpu->gpr[reg] = value & mask;
	else
		cpu->gpr[reg] = (cpu->gpr[reg] & ~mask) | (value & mask);
}

#endif
