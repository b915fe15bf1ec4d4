/* SPDX-License-Identifier: BSD-2-Clause */
#include "checks/lib/ends.h"

#define SLACK 8 /* counts at the very end, where an overflow may be signalled one early or late */

uint64_t ending_below(uint64_t mask, uint64_t counts)
{
	return (mask + 1 - counts) & mask;
}

void ending_expect_behind(struct check_context *context, const struct ending *ending, uint64_t value)
{
	const struct check_difference difference = {.reg = ending->count, .expected = 0, .got = value};

	if (value >= ending->mask / 4 && value + SLACK <= ending->mask && check_going(context))
		check_fail_at(context, &difference, "its overflow shows %llu counts before its end",
			      (unsigned long long)ending_below(ending->mask, value));
}

void ending_judge(struct check_context *context, const struct ending *ending, uint64_t value, bool shows, bool due)
{
	const struct check_difference difference = {.reg = ending->count, .expected = ending->mask, .got = value};

	if (shows)
		ending_expect_behind(context, ending, value);
	else if (due && value < ending->mask / 4 && value >= SLACK && check_going(context))
		check_fail_at(context, &difference, "it is %llu counts past its end, and no overflow shows",
			      (unsigned long long)value);
}
