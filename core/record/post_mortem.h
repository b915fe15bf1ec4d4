/* SPDX-License-Identifier: BSD-2-Clause */
/* The post-mortem: reads from the journal of the previous run, its write-ahead log on a medium (core/hardware/write_ahead.h),
 * how that run ended. */
#ifndef CORE_POST_MORTEM_H
#define CORE_POST_MORTEM_H

#include "core/hardware/deny.h"
#include "core/record/record.h"
#include "lib/parse.h"

#define POST_MORTEM_TEXT 160
#define SUSPECTS         DENY_BELOW

enum post_mortem_end {
	POST_MORTEM_UNREADABLE, /* not a journal of uncork */
	POST_MORTEM_ENDED,      /* the run ended normally */
	POST_MORTEM_AT_ACCESS,  /* it stopped at an access that did not return ... */
	POST_MORTEM_IN_WINDOW,  /* ... in a measurement, or shortly after it ... */
	POST_MORTEM_ELSEWHERE   /* ... or between accesses */
};

struct post_mortem {
	uint8_t end; /* enum post_mortem_end */
	/* Each is empty if there was none. */
	char access[POST_MORTEM_TEXT]; /* the last access in the journal: "write wbox.ctl0 (msr 0xc90) = ..." */
	char command[POST_MORTEM_TEXT], check[POST_MORTEM_TEXT], step[POST_MORTEM_TEXT];
	bool paced;      /* checks and measurements reached the medium with a delay: later ones may be missing */
	bool full;       /* the journal no longer recorded first accesses */
	uint32_t listed; /* number of first accesses that the measurement was to make */
	char only[POST_MORTEM_TEXT]; /* the last of them */
	/* Accesses at which runs stopped, by space and address: those of earlier runs, then this run's, if its journal names
	 * one. */
	struct location suspects[SUSPECTS];
	uint8_t suspect_count;
	bool has_suspect; /* the last suspect is this run's */
};

/* Reads a journal, any part of which may be damaged or missing. Ignores unknown lines and an incomplete last line. */
void post_mortem_read(struct slice journal, struct post_mortem *run);

/* Denies the suspects, with lower priority than all rules of the user. A suspect that these rules allow is removed from the
 * list. */
void post_mortem_deny(struct post_mortem *run);

/* Writes a "last_run" record if that run did not end normally, or a note if its journal cannot be read; and a "denied" record for
 * each suspect. */
void post_mortem_report(const struct post_mortem *run, struct output *output);

#endif
