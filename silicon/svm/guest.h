/* SPDX-License-Identifier: BSD-2-Clause */
/* Access to the guest's registers by operand width. */
#ifndef SILICON_SVM_GUEST_H
#define SILICON_SVM_GUEST_H

#include "silicon/svm/svm.h"

/* True if the guest executes 64-bit code. */
static inline bool is_wide(const struct vmcb *vmcb)
{
	return (vmcb->efer & EFER_LMA) && (vmcb->cs.attributes & SEGMENT_LONG);
}

/* Writes a register like an instruction: 4 bytes clear the upper half, 1 and 2 keep the rest. */
static inline void gpr_write(struct cpu *cpu, unsigned reg, unsigned bytes, uint64_t value)
{
	uint64_t mask = MASK(0, 8 * bytes);

	if (bytes >= 4)
		cpu->gpr[reg] = value & mask;
	else
		cpu->gpr[reg] = (cpu->gpr[reg] & ~mask) | (value & mask);
}

#endif
