/* SPDX-License-Identifier: BSD-2-Clause */
/* System management interrupts: software cannot block them, and counters count the code they execute. */
#ifndef CORE_SMI_H
#define CORE_SMI_H

#include "core/hardware/machine.h"

/* MSR 0x34: system management interrupts since reset, of each thread (MSR_NEHALEM_SMI_COUNT, as EDK II calls it). */
#define SMI_COUNT      0x34
#define SMI_COUNT_BITS MASK(0, 32) /* SDM, vol. 4: higher bits are reserved */

/* Reads the number of SMIs that a processor has taken since reset, modulo 2^32. False if it has no such count. */
MUST_CHECK bool smi_count(const struct machine *machine, uint32_t cpu, uint64_t *count);

/* The SMIs of one processor, counted from one moment on. */
struct smi_watch {
	const struct machine *machine;
	uint32_t cpu;
	uint64_t before;
	bool told; /* the processor counts SMIs */
};

struct smi_watch smi_watch_start(const struct machine *machine, uint32_t cpu);

/* Number of SMIs since the start of the watch; 0 if the processor has no such count. */
uint64_t smi_watch_count(const struct smi_watch *watch);

#endif
