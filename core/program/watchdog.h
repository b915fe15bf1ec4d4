/* SPDX-License-Identifier: BSD-2-Clause */
/* Tells what is slow from what stands still, for one processor that looks at what another is doing.
 *
 * What counts is only time in which the watcher itself ran and saw nothing move: whatever lies between two looks
 * counts for little, however long it was. A machine that is emulated, stopped and continued, or kept from
 * running by its host, loses its watcher as well, and no time is counted. */
#ifndef CORE_WATCHDOG_H
#define CORE_WATCHDOG_H

#include "core/hardware/machine.h"

#define WATCHDOG_LOOKS 50 /* minimum number of looks without progress before the alarm */

/* One watched processor. All zeros: not looked at yet. */
struct watchdog {
	uint64_t mark;   /* what was seen at the last look */
	uint64_t looked; /* ticks, then */
	uint64_t stood;  /* ticks for which the mark has been the same */
};

/* A look. `mark` changes whenever what is watched has moved, and is 0 while nothing is expected of it; `ticks` is the
 * watcher's clock; `bound` (ticks) is how long the same mark may stand. True once it has stood for longer. Of the time
 * since the last look at most a WATCHDOG_LOOKS-th part of the bound counts. */
MUST_CHECK bool watchdog_look(struct watchdog *watchdog, uint64_t mark, uint64_t ticks, uint64_t bound);

/* An access that has not come back. */
struct stuck_access {
	struct location where;
	uint64_t value; /* what is written */
	uint32_t cpu;   /* index into machine.cpus of the processor that makes it */
	bool write;
};

/* Appends "cpu 0 stands still in its write of 0x1 to wbox.ctl0 (msr 0xc90)". */
void stuck_access_text(const struct machine *machine, const struct stuck_access *access, struct text *text);

#endif
