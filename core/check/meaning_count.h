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

#define MEANING_BOXES 64 /* boxes of a row whose counts are kept separately */

/* Counts of one box for the largest amount, in the last repeat. */
struct meaning_box {
	struct box box;
	uint64_t count;
};

/* Counts of a row; `points` are summed over its boxes. */
struct meaning_counts {
	struct meaning_box boxes[MEANING_BOXES];
	uint8_t box_count;
	struct meaning_point points[MEANING_REPEATS][MEANING_AMOUNTS];
	uint32_t counters; /* number of counters that counted; 0: no box here counts it */
};

/* A box that counts its clock instead of a row's event, with or without work; box.type NULL: none. */
struct meaning_clocked {
	struct box box;
	uint64_t count, cycles; /* with 4N lines */
	char clock[48];         /* the clock's event */
};

struct meaning_counted {
	struct meaning_counts counts[MEANING_ROWS];
	struct meaning_clocked clocked[MEANING_ROWS];
	uint64_t loud;    /* bit i: run i did no work, since background traffic is too high */
	uint32_t lacking; /* bit i: row i has a box that is present but cannot be counted */
	bool interrupted; /* system management interrupts came */
	bool broken;      /* a law does not hold, or a program stopped: report->message has the details */
};

/* Reason for judging nothing if the prefetchers cannot be switched off. */
extern const char meaning_no_quiet[];

/* Does the work and counts the rows of the report. Returns false, with report->skipped set, if the work cannot be done here. In
 * both cases report->work has ended. */
MUST_CHECK bool meaning_count(const struct meaning_request *request, struct meaning_report *report,
			      struct meaning_counted *counted);

/* The socket whose memory is used, or the CPU's own for MEMORY_ALONE; MEMORY_OF_SEVERAL if unknown. */
uint16_t meaning_home(const struct work *work);

#endif
