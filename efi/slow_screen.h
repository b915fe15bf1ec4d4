/* SPDX-License-Identifier: BSD-2-Clause */
/* Slow screens: a management processor's takes a tenth of a second or more to scroll one line. Text that is also
 * written elsewhere is then left out, unless it is important, and one line shows the progress of the run. Pure. */
#ifndef EFI_SLOW_SCREEN_H
#define EFI_SLOW_SCREEN_H

#include "lib/text.h"

#define SLOW_LINES       16    /* lines needed for a decision */
#define SLOW_LINE_US     50000 /* average time of a line: a thousand lines take a minute */
#define SLOW_PROGRESS_US 1000000

struct slow_screen {
	uint64_t lines, took_us; /* of text that was shown */
	uint64_t left_out;       /* lines */
	uint64_t told_us;        /* time when progress was last shown; 0: never */
	bool standing;           /* the last line shows the progress */
};

/* Records that `lines` lines were shown in `took_us`. */
void slow_screen_note(struct slow_screen *screen, uint64_t lines, uint64_t took_us);

bool slow_screen_is(const struct slow_screen *screen);

/* Records lines that are not shown. Returns true if `text` must be shown instead: their number and `doing`, which
 * replace the last line. */
bool slow_screen_leave_out(struct slow_screen *screen, uint64_t lines, uint64_t now_us, const char *doing,
			   struct text *text);

/* Resumes output. Returns true if the caller must end a line first. */
bool slow_screen_resume(struct slow_screen *screen);

#endif
