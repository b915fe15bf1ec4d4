/* SPDX-License-Identifier: BSD-2-Clause */
/* The post-mortem: what the write-ahead log of the run before this one (core/hardware/write_ahead.h), the journal on its
 * medium, tells of its end. */
#ifndef CORE_POST_MORTEM_H
#define CORE_POST_MORTEM_H

#include "core/hardware/deny.h"
#include "core/record/record.h"
#include "lib/parse.h"

#define POST_MORTEM_TEXT 160
#define SUSPECTS         DENY_BELOW

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
	/* Where this run stopped, if its journal names an access (last), and those before it (first): by space and address. */
	struct location suspects[SUSPECTS];
	uint8_t suspect_count;
	bool has_suspect; /* the last of them is this run's own */
};

/* Reads a journal, of which any part may be damaged or missing: lines that are none of ours are passed over,
 * and so is a last one without its end. */
void post_mortem_read(struct slice journal, struct post_mortem *run);

/* Denies the suspects, which are the last accesses of runs that did not come to their end, under all rules of the user; one that those
 * allow is a suspect no longer. */
void post_mortem_deny(struct post_mortem *run);

/* A "last_run" record if that run did not come to its end, or a note if its journal cannot be read; and a "denied" record
 * for each suspect. */
void post_mortem_report(const struct post_mortem *run, struct output *output);

#endif
