/* SPDX-License-Identifier: BSD-2-Clause */
/* System management interrupts: nobody can hold them back, and counters count what they execute. */
#ifndef CORE_SMI_H
#define CORE_SMI_H

#include "core/hardware/machine.h"

/* MSR 0x34: system management interrupts since reset, of each thread (MSR_NEHALEM_SMI_COUNT, as EDK II calls it). */
#define SMI_COUNT      0x34
#define SMI_COUNT_BITS MASK(0, 32) /* SDM, vol. 4: those above are reserved */

/* How many a processor has taken since reset, modulo 2^32. False if it does not say. */
MUST_CHECK bool smi_count(const struct machine *machine, uint32_t cpu, uint64_t *count);

/* Those of one processor, from one moment on. */
struct smi_watch {
	const struct machine *machine;
	uint32_t cpu;
	uint64_t before;
	bool told; /* the processor says how many */
};

struct smi_watch smi_watch_start(const struct machine *machine, uint32_t cpu);

/* How many came since; 0 if the processor does not say. */
uint64_t smi_watch_count(const struct smi_watch *watch);

#endif
