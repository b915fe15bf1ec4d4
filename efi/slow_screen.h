/* SPDX-License-Identifier: BSD-2-Clause */
/* Screens that take long for a line: a management processor's takes a tenth of a second and more to scroll. What stands elsewhere as
 * well is then left out, but for what matters, and how far the run has come is shown in one line. Pure. */
#ifndef EFI_SLOW_SCREEN_H
#define EFI_SLOW_SCREEN_H

#include "lib/text.h"

#define SLOW_LINES       16    /* so many tell */
#define SLOW_LINE_US     50000 /* each, on the average: a thousand lines take a minute */
#define SLOW_PROGRESS_US 1000000

struct slow_screen {
	uint64_t lines, took_us; /* of what was shown */
	uint64_t left_out;       /* lines */
	uint64_t told_us;        /* when it last showed how far the run has come; 0: never */
	bool standing;           /* and that stands in its last line */
};

/* So many lines were shown, and that took so long. */
void slow_screen_note(struct slow_screen *screen, uint64_t lines, uint64_t took_us);

bool slow_screen_is(const struct slow_screen *screen);

/* Lines are not shown. True if `text` is to be shown instead: how many there were, with `doing` behind it, over what stands in the
 * last line. */
bool slow_screen_leave_out(struct slow_screen *screen, uint64_t lines, uint64_t now_us, const char *doing,
			   struct text *text);

/* Something is shown again: true if a line is to be ended before. */
bool slow_screen_resume(struct slow_screen *screen);

#endif
