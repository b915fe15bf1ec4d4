/* SPDX-License-Identifier: BSD-2-Clause */
/* The flight recorder: the register accesses that each processor is making, and those that it made last. The crash report,
 * the watchdog and the write-ahead log read it; only bus.c writes it, around every access. */
#ifndef CORE_FLIGHT_H
#define CORE_FLIGHT_H

#include "core/hardware/hw.h"

#define FLIGHT_ACCESSES 16 /* kept of each processor; a power of two */
#define FLIGHT_DEPTH    4  /* nested accesses: of normal code, the PMI handler, the NMI and the crash handler */

struct flight_access {
	uint64_t number; /* number among the accesses of all processors, from 1; 0: no access */
	uint64_t value;  /* written, or read once the access has ended */
	struct location where;
	uint8_t outcome; /* enum outcome; OUTCOME_COUNT while the access is under way */
	bool write;
};

/* The record of one processor. Only that processor writes it; others may read it while it makes no accesses. */
struct flight {
	uint32_t depth;  /* number of accesses under way, each interrupted by the next */
	uint32_t ended;  /* number of accesses that have ended; wraps */
	uint64_t latest; /* number of the access begun last */
	struct flight_access under_way[FLIGHT_DEPTH];
	struct flight_access past[FLIGHT_ACCESSES];
};

/* Gives each of `count` processors its own record of `records`, which are all zeros. Before that, and for further processors, all
 * use one record: enough while only one processor makes accesses. */
void flight_start(struct flight *records, uint32_t count);

/* Call them before and after an access by the executing processor `cpu` (index into machine.cpus); in interrupt context,
 * too. `value`: at the begin the value to write, at the end the value written or read. */
struct flight_access *flight_begin(uint32_t cpu, const struct location *where, bool write, uint64_t value);
void flight_end(uint32_t cpu, struct flight_access *access, enum outcome outcome, uint64_t value);

/* Outcome of the last access that a processor has ended. */
enum outcome flight_outcome(uint32_t cpu);

/* The innermost access that a processor is making; NULL if none. */
const struct flight_access *flight_under_way(uint32_t cpu);

/* A number that changes with each access that a processor begins; never 0. */
uint64_t flight_progress(uint32_t cpu);

/* The latest access of all processors whose number is below `number` (UINT64_MAX: the latest of all); NULL if none is kept. */
const struct flight_access *flight_before(uint64_t number);

#endif
