/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by meaning_count.c and meaning_clock.c: counts events on all sockets that take part in a work, at the same time. */
#ifndef CORE_MEANING_COUNTING_H
#define CORE_MEANING_COUNTING_H

#include "core/check/meaning_count.h"
#include "core/session/counts.h"
#include "core/session/synchronized.h"

#define LOOK_NS UINT64_C(1000000) /* length of a window without work */

struct counting {
	const struct meaning_request *request;
	struct meaning_report *report;
	struct meaning_counted *counted;
	struct machine *machine;
	uint8_t run;
	bool quiet;                             /* report no reason if counting is impossible */
	struct slice strings[SCHEDULE_CONFIGS]; /* event string of each configuration */
	struct event_config *configs;
	uint32_t rows[SCHEDULE_CONFIGS]; /* for each configuration: bit i, it belongs to row i of the report */
	uint8_t config_count;
	struct session *sessions; /* one for each socket that takes part */
	struct synchronized *begins, *ends;
	struct counts *counts; /* of each session, in the last window */
	uint16_t session_count;
	bool started;
};

/* Calls `plan`, which chooses the events; compiles and begins the sessions; calls `windows`; and restores all registers. Does not
 * call `windows` if the events cannot be counted here. */
void counting_run(struct counting *counting, void (*plan)(struct counting *), bool (*windows)(struct counting *));

/* Adds a configuration for an event string, unless there is one, and returns its index; -1 if that is impossible. Keeps a reference
 * to `string`. */
int counting_add(struct counting *counting, struct slice string);

/* Adds all events of a row of the report; their counts go to that row. */
void counting_add_row(struct counting *counting, unsigned row);

/* Empties the caches, does `amount` of work and counts it; *time_ns is its duration. MEANING_IDLE_LONG counts for `longest_ns`
 * without work. Returns false after a failure. */
MUST_CHECK bool counting_window(struct counting *counting, enum meaning_amount amount, uint64_t longest_ns,
				uint64_t *time_ns);

/* True if a row of the report counts boxes of that socket. */
bool counting_row_counts(const struct counting *counting, unsigned row, uint16_t socket);

/* Begins the work of the request, for at most 4N units. Returns false if it cannot be done: report->skipped has the reason. */
MUST_CHECK bool counting_begin_work(const struct meaning_request *request, struct meaning_report *report);

/* True if both are the same instance of the same type, on any sockets. */
bool counting_same_box(const struct box *a, const struct box *b);

#endif
