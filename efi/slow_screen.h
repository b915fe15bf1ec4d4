/* SPDX-License-Identifier: BSD-2-Clause */
/* Screens that take long for a line: a management processor's takes a tenth of a second and more to scroll. What stands elsewhere as
 * well is then left out, but for what matters, and how far the run has come is shown in one line. Pure. */
#ifndef EFI_SLOW_SCREEN_H
#define EFI_SLOW_SCREEN_H

#include "lib/text.h"

#define SLOW_LINES       16    /* needed for a judgement */
#define SLOW_LINE_US     50000 /* each, on the average: a thousand lines take a minute */
#define SLOW_PROGRESS_US 1000000

struct slow_screen {
	uint64_t lines, took_us; /* of what was shown */
	uint64_t left_out;       /* lines */
	uint64_t told_us;        /* when the run's progress was last shown; 0: never */
	bool standing;           /* the progress stands in the last line */
};

/* Notes that `lines` lines were shown, in `took_us`. */
void slow_screen_note(struct slow_screen *screen, uint64_t lines, uint64_t took_us);

bool slow_screen_is(const struct slow_screen *screen);

/* Notes lines that are not shown. True if `text` is to be shown instead: their number, then `doing`, over what stands in the
 * last line. */
bool slow_screen_leave_out(struct slow_screen *screen, uint64_t lines, uint64_t now_us, const char *doing,
			   struct text *text);

/* Resumes output. Returns true if the caller must end a line first. */
bool slow_screen_resume(struct slow_screen *screen);

#endif
