/* SPDX-License-Identifier: BSD-2-Clause */
/* Limits flushes of a file to its medium: a stick takes milliseconds for each flush, some firmware rewrites the whole file,
 * and cheap sticks wear out. Pure. */
#ifndef EFI_PACE_H
#define EFI_PACE_H

#include "lib/basic.h"

#define PACE_COSTS 10 /* of the time at most a tenth goes into flushes that nothing asks for */

struct pace {
	uint64_t least_us; /* from the end of one flush to the next, at the least */
	uint64_t cost_us;  /* of one flush: the highest of late */
	uint64_t due_us;   /* when the next one may begin */
	uint32_t flushes;
};

/* True if the file may be flushed though nothing is urgent. `now_us` is any time that advances; 0 while unknown: always true. */
bool pace_is_due(const struct pace *pace, uint64_t now_us);

/* Notes a flush, urgent or not, that took from `began_us` to `ended_us`. */
void pace_note(struct pace *pace, uint64_t began_us, uint64_t ended_us);

#endif
