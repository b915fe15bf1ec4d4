/* SPDX-License-Identifier: BSD-2-Clause */
/* The ring that trace mode writes: records of 64 bytes, big-endian, at the next place of the ring whatever was
 * there. Linux, arch/powerpc/perf/imc-pmu.c, struct trace_imc_data. Pure. */
#ifndef ARCH_PPC64_TRACE_H
#define ARCH_PPC64_TRACE_H

#include "lib/basic.h"

#define TRACE_RECORD_BYTES 64
#define TRACE_COUNTERS     4

/* The state in the word of the process: hypervisor, and problem (user) state. */
#define TRACE_STATE        (BIT(63) | BIT(62))
#define TRACE_STATE_OURS   BIT(63)

struct trace_sample {
	uint64_t time;    /* time base */
	uint64_t ip;      /* effective address */
	uint64_t process; /* what runs there; on some processors its state, too: imc_facts.samples_say_state */
	uint64_t counters[TRACE_COUNTERS];
};

/* Contents of a ring that was cleared before the run and is stopped now. */
struct trace_view {
	const uint8_t *ring;
	uint32_t records; /* room, at least 1 */
	uint32_t valid;   /* records that are whole */
	uint32_t torn;    /* ... that are not: their two time stamps differ */
	uint32_t first;   /* the oldest place */
	uint32_t drops;   /* places after which time goes back, except from the ring's end to its start */
	uint32_t lead;    /* places at the start of the ring that were left unwritten */
	bool full;        /* no place was left unwritten */
	bool wrapped;     /* older samples were overwritten */
};

struct trace_view trace_view_of(const void *ring, uint32_t records);

/* The next valid sample in order of places from the oldest on; *at starts at 0. False at the end. */
MUST_CHECK bool trace_next(const struct trace_view *view, uint32_t *at, struct trace_sample *sample);

#endif
