/* SPDX-License-Identifier: BSD-2-Clause */
#include "checks/lib/ends.h"

#define SLACK 8 /* counts at the very end, where an overflow may be signalled one early or late */

uint64_t ending_below(uint64_t mask, uint64_t counts)
{
	return (mask + 1 - counts) & mask;
}

void ending_expect_behind(struct check_context *context, const struct check_register *reg, uint64_t mask,
			  uint64_t value)
{
	if (value >= mask / 4 && value + SLACK <= mask)
		fail_got(context, reg, 0, value, "its overflow shows %llu counts before its end",
			 (unsigned long long)ending_below(mask, value));
}

void ending_judge(struct check_context *context, const struct check_register *reg, uint64_t mask, uint64_t value,
		  bool shows, bool due)
{
	if (shows)
		ending_expect_behind(context, reg, mask, value);
	else if (due && value < mask / 4 && value >= SLACK)
		fail_got(context, reg, mask, value, "it is %llu counts past its end, and no overflow shows",
			 (unsigned long long)value);
}
