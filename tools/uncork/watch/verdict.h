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

/* What the lines of a run say, as they are given out. */
struct run_verdict {
	bool crashed;
	bool ends; /* the latest line is an end record */
	enum watch_status status;
};

void verdict_take(struct run_verdict *verdict, struct slice line);

/* Lines are lost here. */
void verdict_take_lost(struct run_verdict *verdict);

/* The status of a run whose lines are all given out. A crash report among the lines is a crash. Without the end
 * record there is no verdict; and what passed with lines lost, or with others than were sent, is an error. */
enum watch_status verdict_of(const struct run_verdict *verdict, const struct lines *lines);

/* The status that an end record stands for; false if the line is none. */
MUST_CHECK bool verdict_read(struct slice line, enum watch_status *status);

#endif
