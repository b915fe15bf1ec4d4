/* SPDX-License-Identifier: BSD-2-Clause */
/* Processors that are interrupted at the same time meet, and one of them judges for all. */
#ifndef ARCH_X86_MEETING_H
#define ARCH_X86_MEETING_H

#include "lib/basic.h"

struct meeting {
	/* So long the first one waits for the others. They wait for it 16 times that, and as long again to be stopped. */
	uint64_t patience_ticks;
	/* For meeting.c only; 0 at first. */
	uint64_t now;    /* the meeting under way: how many came, what they brought, and its number */
	uint64_t judged; /* meetings that have ended */
	bool over;       /* a processor found that the run cannot continue */
};

/* Meets the others with what the calling processor brings (bits 0 to 7). The first one to come waits until `expected` have come,
 * or as long as its patience lasts, and calls `judge` with what all have brought: true if all may continue. The others wait for that. Returns that
 * verdict; if it is false the first one returns at once, and the others wait to be stopped. Each call belongs to
 * one meeting, which has one judge: processors that come after its end hold the next one. */
MUST_CHECK bool meeting_hold(struct meeting *meeting, unsigned brought, uint32_t expected,
			     bool (*judge)(unsigned brought));

#endif
