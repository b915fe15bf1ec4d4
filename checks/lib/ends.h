/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a counter stands as its overflow shows: before its end, which is the step from all ones to 0, or behind it. */
#ifndef CHECKS_LIB_ENDS_H
#define CHECKS_LIB_ENDS_H

#include "checks/lib/support.h"

/* A counter that is stopped near its end. */
struct ending {
	const struct check_register *count;
	uint64_t mask; /* of its width */
};

/* The value so many counts below the end. */
uint64_t ending_below(uint64_t mask, uint64_t counts);

/* Fails, with the counts that were left, if a counter whose overflow shows stands before its end. Whoever uses it lets none
 * count a quarter of its range from 0. */
void ending_expect_behind(struct check_context *context, const struct ending *ending, uint64_t value);

/* The same of one that was stopped, `shows`: its overflow does. If it does not and `due`, it fails where the counter stands
 * behind its end. */
void ending_judge(struct check_context *context, const struct ending *ending, uint64_t value, bool shows, bool due);

#endif
