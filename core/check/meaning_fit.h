/* SPDX-License-Identifier: BSD-2-Clause */
/* From counts of several amounts of work to counts a unit. */
#ifndef CORE_MEANING_FIT_H
#define CORE_MEANING_FIT_H

#include "core/check/meaning_count.h"

#define MEANING_MILLION INT64_C(1000000)
#define MEANING_NOTHING (MEANING_MILLION / 100) /* a slope below this is none */

struct meaning_fit {
	int64_t slope;     /* counts a unit, in millionths */
	int64_t intercept; /* counts without any unit */
	uint64_t idle;     /* counts in the time of the longest run, without work */
	uint64_t noise;    /* from run to run: standard deviation, at least 1 */
	bool hidden;       /* other traffic is too much to see it */
};

/* Counts may be differences of counts: what is below 0 wraps. */
struct meaning_fit meaning_fit(const struct meaning_point (*points)[MEANING_AMOUNTS],
			       const struct meaning_report *report);

/* True if a slope is what is expected of it, by MEANING_TOLERANCE of `whole` and three times the noise. All but the noise in millionths. */
bool meaning_near(const struct meaning_fit *fit, int64_t expected, int64_t whole, const struct meaning_report *report);

#endif
