/* SPDX-License-Identifier: BSD-2-Clause */
/* Inside of meaning_count.c and meaning_clock.c: some events of all sockets that take part in a work, counted at once. */
#ifndef CORE_MEANING_COUNTING_H
#define CORE_MEANING_COUNTING_H

#include "core/check/meaning_count.h"
#include "core/session/counts.h"
#include "core/session/synchronized.h"

#define LOOK_NS UINT64_C(1000000) /* a look at what counts without work */

struct counting {
	const struct meaning_request *request;
	struct meaning_report *report;
	struct meaning_counted *counted;
	struct machine *machine;
	uint8_t run;
	bool quiet;                             /* what keeps it from being counted is not worth a word */
	struct slice strings[SCHEDULE_CONFIGS]; /* of each configuration */
	struct event_config *configs;
	uint32_t rows[SCHEDULE_CONFIGS]; /* of each: bit i, it is of row i of the report */
	uint8_t config_count;
	struct session *sessions; /* one for each socket that takes part */
	struct synchronized *begins, *ends;
	struct counts *counts; /* of each of them, in the last window */
	uint16_t session_count;
	bool started;
};

/* Plans what is counted, compiles sessions, and calls `windows` with all of them begun; registers are as before when it returns.
 * `windows` is not called if nothing here counts it. */
void counting_run(struct counting *counting, void (*plan)(struct counting *), bool (*windows)(struct counting *));

/* The configuration of an event string, which must last, made unless it is there; -1 if it cannot be. */
int counting_add(struct counting *counting, struct slice string);

/* The same of all events of a row of the report, which then has their counts. */
void counting_add_row(struct counting *counting, unsigned row);

/* From empty caches: so much work, counted. Without any it counts for `longest_ns` if the amount is MEANING_IDLE_LONG. False if
 * something broke. */
MUST_CHECK bool counting_window(struct counting *counting, enum meaning_amount amount, uint64_t longest_ns,
				uint64_t *time_ns);

/* True if a row of the report is about boxes of that socket. */
bool counting_row_counts(const struct counting *counting, unsigned row, uint16_t socket);

/* Starts the work of the report, 4N units of it at most. False if it cannot be done: report->skipped says why. */
MUST_CHECK bool counting_begin_work(const struct meaning_request *request, struct meaning_report *report);

/* The same instance of the same type, of whatever socket. */
bool counting_same_box(const struct box *a, const struct box *b);

#endif
