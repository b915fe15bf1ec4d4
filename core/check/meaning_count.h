/* SPDX-License-Identifier: BSD-2-Clause */
/* Counts events while known work is done: between meaning.c, which judges, and sessions. */
#ifndef CORE_MEANING_COUNT_H
#define CORE_MEANING_COUNT_H

#include "core/check/meaning.h"

/* Amounts of work that are counted; the last two do none, for a short time and for as long as the largest took. */
enum meaning_amount { MEANING_IDLE, MEANING_ONE, MEANING_TWO, MEANING_FOUR, MEANING_IDLE_LONG, MEANING_AMOUNTS };

/* In units of N. */
extern const uint8_t meaning_times[MEANING_AMOUNTS];

struct meaning_point {
	uint64_t count, time_ns;
};

#define MEANING_BOXES 64 /* of a row that are told apart */

/* What one box counted of the largest amount, in the last repeat. */
struct meaning_box {
	struct box box;
	uint64_t count;
};

/* Of a row: all its boxes together. */
struct meaning_counts {
	struct meaning_box boxes[MEANING_BOXES];
	uint8_t box_count;
	struct meaning_point points[MEANING_REPEATS][MEANING_AMOUNTS];
	uint32_t counters; /* that counted; 0: there are none here */
};

/* A box whose counter of a row goes as its clock does, work or none; box.type NULL: there is none. */
struct meaning_clocked {
	struct box box;
	uint64_t count, cycles; /* with 4N lines */
	char clock[48];         /* the clock's event */
};

struct meaning_counted {
	struct meaning_counts counts[MEANING_ROWS];
	struct meaning_clocked clocked[MEANING_ROWS];
	uint64_t loud;    /* a bit for each run in which so much goes on without work that none was done */
	uint32_t lacking; /* a bit for each row of which a box is there and cannot be counted */
	bool interrupted; /* by system management interrupts */
	bool broken;      /* a law does not hold, or a program stopped: report->message says it */
};

/* Why nothing is judged where prefetchers go on. */
extern const char meaning_no_quiet[];

/* Does the work and counts the rows of the report. False, with report->skipped, if the work cannot be done here. report->work has
 * ended when this returns. */
MUST_CHECK bool meaning_count(const struct meaning_request *request, struct meaning_report *report,
			      struct meaning_counted *counted);

/* The socket whose memory is worked on; MEMORY_OF_SEVERAL if nobody says. */
uint16_t meaning_home(const struct work *work);

#endif
