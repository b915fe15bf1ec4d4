/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks at which count an overflow bit is set: before or after the counter's wrap, the step from all ones to 0. */
#ifndef CHECKS_LIB_ENDS_H
#define CHECKS_LIB_ENDS_H

#include "checks/lib/core.h"

/* Returns the value that is `counts` below the wrap. */
uint64_t ending_below(uint64_t mask, uint64_t counts);

/* Fails the check, with the number of counts left, if a counter whose overflow bit is set has not wrapped. Callers let
 * no counter count a quarter of its range from 0. */
void ending_expect_behind(struct check_context *context, const struct check_register *reg, uint64_t mask,
			  uint64_t value);

/* One counter, and the place of its overflow bit. */
struct ending {
	const struct counter *counter; /* of a box; NULL: of a core PMU */
	struct check_register count, shows;
	uint64_t bit, mask;
	uint64_t farthest; /* counts below its wrap: writes cannot bring it farther away */
	uint64_t counts;   /* from a start to a stop, in the latest run from 0 */
	bool meant;        /* under test; the others begin at 0 and get nowhere near their wraps */
	bool due;          /* once it has wrapped, its overflow bit must be set */
	bool placed;       /* it began below its wrap; else at 0 */
};

#define ENDINGS COUNTERS_MAX
_Static_assert(ENDINGS >= CORE_COUNTERS, "those of a processor fit in");

/* Counters that are started and stopped together. */
struct endings {
	struct ending of[ENDINGS];
	unsigned count;
	bool careful;                  /* never stop a counter nearer its wrap than asked */
	uint64_t pause_ns;             /* between start and stop in the latest run from 0; 0: none */
	const struct core_group *core; /* the core PMU of the counters; NULL: they are a box's */
	/* Clears the overflow bits that are set, and notes them. */
	void (*clear)(struct check_context *context, struct endings *endings);
};

/* Measures what each counter counts from 0 in a run with that pause. Returns the least count of those under test. */
uint64_t endings_measure(struct check_context *context, struct endings *endings, uint64_t pause_ns);

/* Lengthens the pause, up to `longest_ns`, until each counter under test counts more than `counts` in such a run. */
void endings_reach(struct check_context *context, struct endings *endings, uint64_t counts, uint64_t longest_ns);

/* Fails at an overflow bit that is set too early in a run of `pause_ns` from `counts` below the wraps. */
void endings_pass(struct check_context *context, struct endings *endings, uint64_t counts, uint64_t pause_ns);

/* Lets the counters approach their wraps in runs of `longest_ns` and less that stop shortly, at least `nearest` counts,
 * before them. Fails at an overflow bit that is set too early, or is missing. */
void endings_approach(struct check_context *context, struct endings *endings, uint64_t longest_ns, uint64_t nearest);

/* Stops each counter about `behind` counts after its wrap (negative: before it), if it can get there by counting. Fails
 * at an overflow bit that is set too early, or is missing. */
void endings_land(struct check_context *context, struct endings *endings, int64_t behind);

#endif
