/* SPDX-License-Identifier: BSD-2-Clause */
/* The post-mortem: what the write-ahead log of the run before this one (core/hardware/write_ahead.h), the journal on its
 * medium, tells of its end. */
#ifndef CORE_POST_MORTEM_H
#define CORE_POST_MORTEM_H

#include "core/record/record.h"
#include "lib/parse.h"

#define POST_MORTEM_TEXT 160

enum post_mortem_end {
	POST_MORTEM_UNREADABLE, /* no journal of ours */
	POST_MORTEM_ENDED,      /* it came to its end */
	POST_MORTEM_AT_ACCESS,  /* an access has not returned */
	POST_MORTEM_IN_WINDOW,  /* in a measurement, or shortly after it */
	POST_MORTEM_ELSEWHERE   /* between accesses */
};

struct post_mortem {
	uint8_t end; /* enum post_mortem_end */
	/* Each is empty if there was none. */
	char access[POST_MORTEM_TEXT]; /* the last one written down: "write wbox.ctl0 (msr 0xc90) = ..." */
	char command[POST_MORTEM_TEXT], check[POST_MORTEM_TEXT], step[POST_MORTEM_TEXT];
	bool paced;      /* checks and measurements were not on the medium at once: there may have been some more */
	bool full;       /* first accesses were no longer written down */
	uint32_t listed; /* accesses that were made for the first time in the measurement, if any */
	char only[POST_MORTEM_TEXT]; /* the last of those */
};

/* Reads a journal, of which any part may be damaged or missing: lines that are none of ours are passed over,
 * and so is a last one without its end. */
void post_mortem_read(struct slice journal, struct post_mortem *run);

/* A "last_run" record if that run did not come to its end; a note if its journal cannot be read. */
void post_mortem_report(const struct post_mortem *run, struct output *output);

#endif
