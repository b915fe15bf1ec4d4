/* SPDX-License-Identifier: BSD-2-Clause */
/* Fits a line to the counts of several amounts of work: counts for each unit. */
#ifndef CORE_MEANING_FIT_H
#define CORE_MEANING_FIT_H

#include "core/check/meaning_count.h"

#define MEANING_MILLION INT64_C(1000000)
#define MEANING_NOTHING (MEANING_MILLION / 100) /* a smaller slope counts as 0 */

struct meaning_fit {
	int64_t slope;     /* counts for each unit, in millionths */
	int64_t intercept; /* counts without work */
	uint64_t idle;     /* counts without work, in the time of the longest run */
	uint64_t noise;    /* standard deviation between repeats, in counts, at least 1 */
	bool hidden;       /* too much other traffic to judge it */
};

/* The counts in `points` may be differences: negative ones are stored modulo 2^64. */
struct meaning_fit meaning_fit(const struct meaning_point (*points)[MEANING_AMOUNTS],
			       const struct meaning_report *report);

/* True if fit->slope differs from `expected` by at most MEANING_TOLERANCE thousandths of `whole` plus three times the noise.
 * `expected` and `whole` are in millionths. */
bool meaning_near(const struct meaning_fit *fit, int64_t expected, int64_t whole, const struct meaning_report *report);

#endif
