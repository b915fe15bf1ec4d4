/* SPDX-License-Identifier: BSD-2-Clause */
/* Loops of instructions whose counts are in doubt: instructions that enter or leave code without a branch, repeat
 * themselves, or serialize. The numbers of instructions and branches that retire in a turn are known. */
#ifndef CHECKS_X86_CORE_KINDS_H
#define CHECKS_X86_CORE_KINDS_H

#include "core/hardware/hw.h"

struct core_kind {
	const char *name;
	hw_work *run;                    /* `context`: uint64_t number of turns, at least 1 */
	uint16_t instructions, branches; /* in a turn; four instructions for each branch */
	bool doubtful;                   /* no document guarantees for all processors that each is counted once */
	bool ring_0;                     /* needs privilege level 0 */
};

/* The last one has no name. */
extern const struct core_kind core_kinds[];

/* Returns false if this processor runs at a privilege level at which the kind cannot run, or if its local APIC is in
 * x2APIC mode, without the registers that the loop writes. Call it on the processor that would run the kind. */
bool core_kind_can_run(const struct core_kind *kind);

#endif
