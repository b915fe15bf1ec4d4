/* SPDX-License-Identifier: BSD-2-Clause */
/* A meeting of CPUs that are interrupted at the same time. One of them judges for all. */
#ifndef ARCH_X86_MEETING_H
#define ARCH_X86_MEETING_H

#include "lib/basic.h"

struct meeting {
	/* Time that the first CPU waits for the others. They wait for it 16 times as long, and as long again to be
	 * stopped. */
	uint64_t patience_ticks;
	/* For meeting.c only; all start at 0. */
	uint64_t now;    /* current meeting: number of CPUs that came, their bits, and its own number */
	uint64_t judged; /* meetings that have ended */
	bool over;       /* the run cannot continue */
};

/* Joins a meeting and delivers `brought` (bits 0 to 7). The first CPU waits until `expected` CPUs have come, at most
 * for the patience, and calls `judge` with all bits delivered; it returns true if all may continue. The others wait for
 * the verdict, which all return; if it is false, the first CPU returns at once, and the others wait to be stopped. Each
 * call belongs to one meeting, which has one judge: CPUs that come after its end hold the next one. */
MUST_CHECK bool meeting_hold(struct meeting *meeting, unsigned brought, uint32_t expected,
			     bool (*judge)(unsigned brought));

#endif
