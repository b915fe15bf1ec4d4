/* SPDX-License-Identifier: BSD-2-Clause */
/* Starts or stops the counters of several sockets at the same time. */
#ifndef CORE_SYNCHRONIZED_H
#define CORE_SYNCHRONIZED_H

#include "core/session/session.h"

#define MOMENT_LEAD_NS UINT64_C(300000)

/* The program of one socket, and when it ran. */
struct synchronized {
	struct session *session; /* of that socket only */
	const struct program *program;
	uint64_t at_ns;   /* planned start, set by synchronized_run */
	uint64_t when_ns; /* middle of its run */
	uint64_t took_ns; /* length of its run: counters started or stopped at when_ns +/- took_ns / 2 */
	bool good;
};

/* Runs the programs, each on a processor of its socket, MOMENT_LEAD_NS from now: sleeping processors are awake by then. Runs a
 * single program at once. False if an operation failed: see the session's trouble. */
MUST_CHECK bool synchronized_run(struct synchronized *moments, unsigned count);

/* Time from the earliest `when_ns` to the latest. */
uint64_t synchronized_skew_ns(const struct synchronized *moments, unsigned count);

#endif
