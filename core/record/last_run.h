/* SPDX-License-Identifier: BSD-2-Clause */
/* What the journal of the run before this one (core/hardware/write_ahead.h) tells of its end. */
#ifndef CORE_LAST_RUN_H
#define CORE_LAST_RUN_H

#include "core/record/record.h"
#include "lib/parse.h"

#define LAST_RUN_TEXT 160

enum last_run_end {
	LAST_RUN_UNREADABLE, /* no journal of ours */
	LAST_RUN_ENDED,      /* it came to its end */
	LAST_RUN_AT_ACCESS,  /* an access has not returned */
	LAST_RUN_IN_WINDOW,  /* in a measurement, or shortly after it */
	LAST_RUN_ELSEWHERE   /* between accesses */
};

struct last_run {
	uint8_t end; /* enum last_run_end */
	/* Each is empty if there was none. */
	char access[LAST_RUN_TEXT]; /* the last one written down: "write wbox.ctl0 (msr 0xc90) = ..." */
	char command[LAST_RUN_TEXT], check[LAST_RUN_TEXT], step[LAST_RUN_TEXT];
	uint32_t listed;          /* accesses that were made for the first time in the measurement, if any */
	char only[LAST_RUN_TEXT]; /* the last of those */
};

/* Reads a journal, of which any part may be damaged or missing: lines that are none of ours are passed over,
 * and so is a last one without its end. */
void last_run_read(struct slice journal, struct last_run *run);

/* A "last_run" record if that run did not come to its end; a note if its journal cannot be read. */
void last_run_report(const struct last_run *run, struct output *output);

#endif
