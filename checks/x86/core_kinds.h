/* SPDX-License-Identifier: BSD-2-Clause */
/* Loops of instructions whose counts are in doubt: those that enter and leave code by other ways than a branch, repeat
 * themselves, or serialize. The instructions and branches that retire in a turn are known. */
#ifndef CHECKS_X86_CORE_KINDS_H
#define CHECKS_X86_CORE_KINDS_H

#include "core/hardware/hw.h"

struct core_kind {
	const char *name;
	hw_work *run;                    /* `context`: uint64_t turns, of which at least 1 */
	uint16_t instructions, branches; /* of a turn; four instructions to a branch, but for far calls and INT */
	bool doubtful;                   /* no document says of all processors that each is counted once */
	bool ring_0;                     /* needs privilege level 0 */
};

/* Ends with one without a name. */
extern const struct core_kind core_kinds[];

/* False if this processor is at a privilege level at which the kind cannot run, or its local APIC is in x2APIC mode,
 * and so not where the loop writes. Call it on the processor that would run the kind. */
bool core_kind_can_run(const struct core_kind *kind);

#endif
