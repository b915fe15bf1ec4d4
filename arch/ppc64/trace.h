/* SPDX-License-Identifier: BSD-2-Clause */
/* Ring written by trace mode: records of 64 bytes, big-endian, each at the next place of the ring, whatever was
 * there. Linux, arch/powerpc/perf/imc-pmu.c, struct trace_imc_data. Pure. */
#ifndef ARCH_PPC64_TRACE_H
#define ARCH_PPC64_TRACE_H

#include "lib/basic.h"

#define TRACE_RECORD_BYTES 64
#define TRACE_COUNTERS     4

/* State in the word of the process: hypervisor, and problem (user) state. */
#define TRACE_STATE        (BIT(63) | BIT(62))
#define TRACE_STATE_OURS   BIT(63)

struct trace_sample {
	uint64_t time;    /* time base */
	uint64_t ip;      /* effective address */
	uint64_t process; /* process; on some processors also its state: imc_facts.samples_say_state */
	uint64_t counters[TRACE_COUNTERS];
};

/* Contents of a ring that was cleared before the run and is stopped now. */
struct trace_view {
	const uint8_t *ring;
	uint32_t records; /* room, at least 1 */
	uint32_t valid;   /* records that are whole */
	uint32_t torn;    /* records that are torn: their two time stamps differ */
	uint32_t first;   /* place of the oldest record */
	uint32_t drops;   /* places after which time goes back, except at the ring's end */
	uint32_t lead;    /* unwritten places at the start of the ring */
	bool full;        /* all places were written */
	bool wrapped;     /* older samples were overwritten */
};

struct trace_view trace_view_of(const void *ring, uint32_t records);

/* Returns the next valid sample, from the oldest place on; *at starts at 0. Returns false at the end. */
MUST_CHECK bool trace_next(const struct trace_view *view, uint32_t *at, struct trace_sample *sample);

#endif
