/* SPDX-License-Identifier: BSD-2-Clause */
/* What the counters of a session have counted, however often they came round: the one place that knows when each must be looked at again, and
 * whether its count is sure. */
#ifndef CORE_COUNTS_H
#define CORE_COUNTS_H

#include "core/session/session.h"

struct counts {
	struct session *session;
	uint64_t *slots; /* that looks are read into */
	/* Of each counter: */
	uint64_t *values;    /* what it has counted since counts_clear */
	uint64_t *previous;  /* what it held when it was last seen */
	uint64_t *looked_ns; /* when it was last looked at */
	uint64_t *modulo;   /* 0: its value is right; else it may be more, by multiples of this: a look came too late */
	bool *went_back;    /* a look in time saw it lower than before: it is broken, or narrower than its table says */
	uint64_t paused_ns; /* since when they stand still; 0: they count */
	bool resumed;       /* they have counted before */
	bool came_round;    /* one of them, since counts_clear_overflows */
	uint32_t corrected; /* values put right by an erratum */
};

/* Makes *counts ready, with memory of the machine's arena; false if it is full. Looks are read into `slots`, live_slots of them; NULL: into the
 * session's own. */
MUST_CHECK bool counts_init(struct counts *counts, struct session *session, uint64_t *slots);

/* Counts from what the counters held when they were armed. To be called after session_begin, before they count for the first time. */
void counts_from_first(struct counts *counts);

/* Counts from 0 on. */
void counts_clear(struct counts *counts);

/* Clears the overflow bits that counters have left since; they must stand still. False on trouble. */
MUST_CHECK bool counts_clear_overflows(struct counts *counts);

/* They count from `now_ns` on. While they stood still no look was due. */
void counts_resume(struct counts *counts, uint64_t now_ns);

/* They stand still from now on. */
void counts_pause(struct counts *counts, uint64_t now_ns);

/* Why what the counter of that number has counted cannot be believed; NULL: it can. */
const char *counts_distrust(const struct counts *counts, unsigned index);

/* Takes where counters that are framed (session_order) have begun, or what they have counted until they ended. */
void counts_take_framed(struct counts *counts, enum session_edge edge);

/* Leaves out what counters that cannot be stopped have counted while the others stood still. False on trouble. */
MUST_CHECK bool counts_pass_free(struct counts *counts);

/* True if the session has counters that cannot be stopped. */
bool counts_have_free(const struct counts *counts);

/* How soon to call counts_keep_up again, at the latest. */
uint64_t counts_soonest_ns(const struct counts *counts);

/* Takes the value of a counter as read. `older`: maybe before it was last seen. */
void counts_take(struct counts *counts, unsigned index, uint64_t raw, bool older);

/* Looks at the counters that may come round unseen otherwise, except sampled ones, and at the postings of framed ones. `older` as above. False
 * on trouble. */
MUST_CHECK bool counts_keep_up(struct counts *counts, uint64_t now_ns, bool older);

/* True if a look is due. */
bool counts_are_due(const struct counts *counts, uint64_t now_ns);

/* Reads all of them, except framed ones, as they stand still since `now_ns`. False on trouble. */
MUST_CHECK bool counts_read(struct counts *counts, uint64_t now_ns);

#endif
