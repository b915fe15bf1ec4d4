/* SPDX-License-Identifier: BSD-2-Clause */
/* Distinguishes slow from hung accesses, for a processor that watches another one.
 *
 * Only time in which the watcher itself ran and saw no progress counts: the time between two looks counts little, however
 * long it is. If a machine is emulated, stopped and continued, or not run by its host, its watcher does not run either, and
 * that time does not count. */
#ifndef CORE_WATCHDOG_H
#define CORE_WATCHDOG_H

#include "core/hardware/machine.h"

#define WATCHDOG_LOOKS 50 /* minimum number of looks without progress before the alarm */

/* One watched processor. All zeros: not looked at yet. */
struct watchdog {
	uint64_t mark;   /* mark at the last look */
	uint64_t looked; /* time of the last look, in ticks */
	uint64_t stood;  /* time for which the mark has not changed, in ticks */
};

/* One look. `mark` changes with each progress of the watched processor, and is 0 while no progress is expected; `ticks`: the
 * watcher's clock; `bound`: allowed time without a change, in ticks. Returns true once that time is exceeded. Of the time
 * since the last look, at most bound / WATCHDOG_LOOKS counts. */
MUST_CHECK bool watchdog_look(struct watchdog *watchdog, uint64_t mark, uint64_t ticks, uint64_t bound);

/* An access that hangs. */
struct stuck_access {
	struct location where;
	uint64_t value; /* the value to write */
	uint32_t cpu;   /* index into machine.cpus of the processor that makes it */
	bool write;
};

/* Appends "cpu 0 stands still in its write of 0x1 to wbox.ctl0 (msr 0xc90)". */
void stuck_access_text(const struct machine *machine, const struct stuck_access *access, struct text *text);

#endif
