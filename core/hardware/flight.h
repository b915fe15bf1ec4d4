/* SPDX-License-Identifier: BSD-2-Clause */
/* The flight recorder: which register accesses each processor is making, and which it made last. The crash report,
 * the watchdog and the write-ahead log all read it; bus.c alone writes it, around every access. */
#ifndef CORE_FLIGHT_H
#define CORE_FLIGHT_H

#include "core/hardware/hw.h"

#define FLIGHT_ACCESSES 16 /* kept of each processor; a power of two */
#define FLIGHT_DEPTH    4  /* an access, and those of the PMI handler, the NMI and the crash that interrupted it */

struct flight_access {
	uint64_t number; /* counts the accesses of all processors, from 1; 0: there was none */
	uint64_t value;  /* written, or read once done */
	struct location where;
	uint8_t outcome; /* enum outcome; OUTCOME_COUNT while the access is under way */
	bool write;
};

/* The record of one processor. It alone writes it; others may read it while it stands still. */
struct flight {
	uint32_t depth;  /* so many accesses are under way, each within the one before */
	uint32_t ended;  /* so many have ended; wraps */
	uint64_t latest; /* number of the access begun last */
	struct flight_access under_way[FLIGHT_DEPTH];
	struct flight_access past[FLIGHT_ACCESSES];
};

/* Gives each of `count` processors a record of its own, all zeros. Before that, and for processors beyond, one record
 * serves all: enough while only one of them makes accesses. */
void flight_start(struct flight *records, uint32_t count);

/* To be called around an access by processor `cpu` (index into machine.cpus), which executes this; in interrupt
 * context, too. `value` is what is written, and at the end what was written or read. */
struct flight_access *flight_begin(uint32_t cpu, const struct location *where, bool write, uint64_t value);
void flight_end(uint32_t cpu, struct flight_access *access, enum outcome outcome, uint64_t value);

/* What came of the access that a processor has made last. */
enum outcome flight_outcome(uint32_t cpu);

/* The access that a processor is in, the innermost; NULL if it makes none. */
const struct flight_access *flight_under_way(uint32_t cpu);

/* A number that changes with each access that a processor begins; never 0. */
uint64_t flight_progress(uint32_t cpu);

/* The latest access of all processors before that of a number (UINT64_MAX: the latest of all); NULL if none is kept. */
const struct flight_access *flight_before(uint64_t number);

#endif
