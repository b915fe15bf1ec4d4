/* SPDX-License-Identifier: BSD-2-Clause */
/* Counters in memory: their inventory, and start and stop of their posting in a measurement. */
#ifndef ARCH_PPC64_POSTED_H
#define ARCH_PPC64_POSTED_H

#include "arch/ppc64/catalog.h"
#include "arch/ppc64/imc.h"
#include "core/session/session_protocol.h"

#define POSTED_PAGE       CATALOG_PAGE /* of a core's or thread's counters, and its alignment */
#define POSTED_RING       262144       /* of a thread's samples, and its alignment */

/* Size and fill of the guard after each page and ring. Nothing may write to it after start-up. */
#define POSTED_GUARD      128
#define POSTED_GUARD_WORD UINT64_C(0x6775617264776f72)

/* Fill the guard at `after`, right after a page or ring; and return its first word that has changed since, or
 * NULL. */
void posted_set_guard(uint64_t after);
const volatile uint64_t *posted_broken_guard(uint64_t after);

/* Words of a nest's control block, and their values. */
#define NEST_STATUS       0x00
#define NEST_COMMAND      0x08
#define NEST_SPEED        0x10
#define NEST_AVAILABILITY 0x18
#define NEST_MODE         0x20

#define NEST_INITIALISING 0 /* or there is no microcode */
#define NEST_RUNNING      1
#define NEST_PAUSED       2
#define NEST_BAD_SPEED    3
#define NEST_BAD_MODE     4

/* A status of a nest in words. */
const char *posted_status_text(uint64_t status);

/* Functions and tables of POWER processors for core/. */
extern const struct posted posted;

/* State of this machine's counters. */
struct posted_state {
	struct catalog catalog;
	uint64_t *core_pages; /* of the core of each processor */
	bool *core_ready;     /* of the core of each processor: the hardware knows its page */
};
extern struct posted_state posted_state;

/* Reads the catalog, lists the machine's boxes and asks each whether it posts. Returns false if the arena is full. */
MUST_CHECK bool posted_inventory(struct machine *machine);

/* Sets LDBAR to 0 on every reachable CPU and reads it back, before uncork leaves the machine. Returns 1 + index of
 * the first CPU whose LDBAR is not 0, or 0. Bounded; also for crash handlers. */
uint16_t posted_leave(struct machine *machine);

/* ---- locations: posted_session.c --------------------------------------------------------------------- */

/* Word of the control block of a box's nest. */
struct location posted_control(const struct box *box, unsigned word);

/* A call for the chip or core of a CPU (1 + index). */
struct location posted_call(const struct machine *machine, uint16_t cpu, unsigned token, enum imc_engine engine);

/* LDBAR of a CPU (1 + index). */
struct location posted_ldbar(const struct machine *machine, uint16_t cpu);

/* 1 + index of a usable CPU of a chip; 0 if there is none. */
uint16_t posted_cpu_of(const struct machine *machine, uint16_t socket);

/* The session protocol (posted_session.c), and the function of `record` (trace_record.c). */
extern const struct session_protocol posted_protocol;
struct measure;
struct recording_request;
void trace_record(struct measure *measure, const struct recording_request *request);

#endif
