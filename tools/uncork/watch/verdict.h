/* SPDX-License-Identifier: BSD-2-Clause */
/* What a run came to, from its lines alone. */
#ifndef TOOLS_WATCH_VERDICT_H
#define TOOLS_WATCH_VERDICT_H

#include "tools/uncork/watch/lines.h"

/* Exit statuses, as tools/boot has them. */
enum watch_status {
	WATCH_PASS,
	WATCH_FAIL,
	WATCH_ERROR, /* usage, trouble on this side, a run that ended in an error or lost lines of a pass */
	WATCH_CRASH,
	WATCH_TIMEOUT /* no verdict came */
};

/* The status of a run. A crash report among the lines is a crash. Without the end record there is no
 * verdict; and what passed with lines lost, or with others than were sent, is an error. */
enum watch_status verdict_of(const struct lines *lines);

/* The status that an end record stands for; false if the line is none. */
MUST_CHECK bool verdict_read(struct slice line, enum watch_status *status);

#endif
