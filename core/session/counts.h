/* SPDX-License-Identifier: BSD-2-Clause */
/* The counts of a session's counters, however often they wrapped. Only this module knows when each counter must be read again, and
 * whether its count is certain. */
#ifndef CORE_COUNTS_H
#define CORE_COUNTS_H

#include "core/session/session.h"

struct counts {
	struct session *session;
	uint64_t *slots; /* destination of reads while the counters count */
	/* For each counter: */
	uint64_t *values;    /* counts since counts_clear */
	uint64_t *previous;  /* value at the last read */
	uint64_t *looked_ns; /* time of the last read */
	uint64_t *modulo;    /* 0; else the true count may be higher by a multiple of this: a read came too late */
	bool *went_back; /* a read in time gave a lower value: the counter is broken, or narrower than its table says */
	uint64_t paused_ns; /* time since which the counters are stopped; 0: they count */
	bool resumed;       /* the counters have counted before */
	bool came_round;    /* a counter wrapped since counts_clear_overflows */
	uint32_t corrected; /* number of values corrected for an erratum */
};

/* Initializes *counts, with memory from the machine's arena; false if it is full. Counters are read into `slots`, which has
 * session.live_slots entries; NULL: the session's own slots. */
MUST_CHECK bool counts_init(struct counts *counts, struct session *session, uint64_t *slots);

/* Takes the values that the counters were armed with as the start. Call it after session_begin, before they count for the first
 * time. */
void counts_from_first(struct counts *counts);

/* Sets all counts to 0. */
void counts_clear(struct counts *counts);

/* Clears the overflow bits that counters set since the last call, if any. The counters must be stopped. False on trouble. */
MUST_CHECK bool counts_clear_overflows(struct counts *counts);

/* Notes that the counters count from `now_ns` on. The time for which they were stopped does not make a read due. */
void counts_resume(struct counts *counts, uint64_t now_ns);

/* Notes that the counters are stopped from `now_ns` on. */
void counts_pause(struct counts *counts, uint64_t now_ns);

/* The reason why the count of counter `index` is not trusted; NULL: it is. */
const char *counts_distrust(const struct counts *counts, unsigned index);

/* Takes the values of framed counters (session_order): their start at SESSION_BEGINS, their counts at SESSION_ENDS. */
void counts_take_framed(struct counts *counts, enum session_edge edge);

/* Skips the counts that counters which cannot be stopped have made while the others were stopped. False on trouble. */
MUST_CHECK bool counts_pass_free(struct counts *counts);

/* True if the session has counters that cannot be stopped. */
bool counts_have_free(const struct counts *counts);

/* Longest time until the next call of counts_keep_up, in nanoseconds. */
uint64_t counts_soonest_ns(const struct counts *counts);

/* Takes `raw`, a value read from counter `index`. `older`: it may have been read before the last value taken. */
void counts_take(struct counts *counts, unsigned index, uint64_t raw, bool older);

/* Reads the counters that may otherwise wrap unseen, except sampled ones, and the postings of framed ones. `older` as above. False
 * on trouble. */
MUST_CHECK bool counts_keep_up(struct counts *counts, uint64_t now_ns, bool older);

/* True if a read is due. */
bool counts_are_due(const struct counts *counts, uint64_t now_ns);

/* Reads all counters, except framed ones. They must be stopped since `now_ns`. False on trouble. */
MUST_CHECK bool counts_read(struct counts *counts, uint64_t now_ns);

#endif
