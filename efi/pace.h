/* SPDX-License-Identifier: BSD-2-Clause */
/* Limits flushes of a file to its medium: a stick takes milliseconds for each flush, some firmware rewrites the whole
 * file, and cheap sticks wear out. Pure. */
#ifndef EFI_PACE_H
#define EFI_PACE_H

#include "lib/basic.h"

#define PACE_COSTS 10 /* flushes that are not requested take at most a tenth of the time */

struct pace {
	uint64_t least_us; /* least time from one flush's end to the next flush */
	uint64_t cost_us;  /* highest recent cost of one flush */
	uint64_t due_us;   /* earliest time of the next flush */
	uint32_t flushes;
};

/* True if the file may be flushed although nothing is urgent. `now_us` is any time that advances; if it is unknown,
 * 0, the result is always true. */
bool pace_is_due(const struct pace *pace, uint64_t now_us);

/* Records a flush, urgent or not, from `began_us` to `ended_us`. */
void pace_note(struct pace *pace, uint64_t began_us, uint64_t ended_us);

#endif
