/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares two counters of one thing that do not start and stop together. One is read first and last, the other in
 * between: however long an access takes, the outer one must have counted at least as much. Then the other way round. */
#ifndef TESTS_TARGET_NESTED_H
#define TESTS_TARGET_NESTED_H

#include "checks/lib/support.h"

/* What two counters `a` and `b` counted, each once around the other and once within. */
struct nested {
	uint64_t outer_a, inner_b, outer_b, inner_a;
};

/* Reads both running counters around two stretches of `window_ns`. An access should take a small part of that, or less
 * is found. Neither counter may wrap twice in that time. */
struct nested nested_count(struct check_context *context, const struct counter *a, const struct counter *b,
			   uint64_t window_ns);

/* True if they may have counted the same. */
bool nested_agree(const struct nested *nested);

/* Sets what `b` says that `a` must have counted, and what `a` did count, where they differ. */
void nested_note_difference(const struct nested *nested, struct check_difference *difference);

#endif
