/* SPDX-License-Identifier: BSD-2-Clause */
/* Where counters stand when their overflows show: before or after their ends, the step from all ones to 0. */
#ifndef CHECKS_LIB_ENDS_H
#define CHECKS_LIB_ENDS_H

#include "checks/lib/core.h"

/* Returns the value that is `counts` below the end. */
uint64_t ending_below(uint64_t mask, uint64_t counts);

/* Fails the check, with the counts that were left, if a counter whose overflow shows stands before its end. Callers let
 * no counter count a quarter of its range from 0. */
void ending_expect_behind(struct check_context *context, const struct check_register *reg, uint64_t mask,
			  uint64_t value);

/* One counter, and where its overflow shows. */
struct ending {
	const struct counter *counter; /* of a box; NULL: of a processor */
	struct check_register count, shows;
	uint64_t bit, mask;
	uint64_t farthest; /* counts below its end: writes bring it no farther from it */
	uint64_t counts;   /* from a start to a stop, in the latest run from 0 on */
	bool meant;        /* it is looked at; the others begin at 0 and get nowhere near their ends */
	bool due;          /* after its end its overflow must show */
	bool placed;       /* it began below its end; else at 0 */
};

#define ENDINGS COUNTERS_MAX
_Static_assert(ENDINGS >= CORE_COUNTERS, "those of a processor fit in");

/* Counters that are started and stopped together. */
struct endings {
	struct ending of[ENDINGS];
	unsigned count;
	bool careful;                  /* no counter may stop nearer its end than it is told to */
	uint64_t pause_ns;             /* between start and stop in the latest run from 0 on; 0: none */
	const struct core_group *core; /* whose counters they are; NULL: a box's */
	/* Puts back to 0 what shows, and notes it. */
	void (*clear)(struct check_context *context, struct endings *endings);
};

/* Finds what each counts in a run with that pause, from 0 on. Returns the least of those that are meant. */
uint64_t endings_measure(struct check_context *context, struct endings *endings, uint64_t pause_ns);

/* Lengthens the pause, up to `longest_ns`, until each counts more than `counts` in such a run. */
void endings_reach(struct check_context *context, struct endings *endings, uint64_t counts, uint64_t longest_ns);

/* Fails at an overflow that shows too soon in a run of `pause_ns` from `counts` below the ends. */
void endings_pass(struct check_context *context, struct endings *endings, uint64_t counts, uint64_t pause_ns);

/* Runs of `longest_ns` and less start as far below the ends as each counts, and stop shortly, at least `nearest` counts, before them. Fails at an
 * overflow that shows too soon, or does not show. */
void endings_approach(struct check_context *context, struct endings *endings, uint64_t longest_ns, uint64_t nearest);

/* Stops each counter about `behind` counts after its end (below 0: before it), if it can get there by counting. Fails at an overflow that
 * shows too soon, or does not show. */
void endings_land(struct check_context *context, struct endings *endings, int64_t behind);

#endif
