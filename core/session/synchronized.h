/* SPDX-License-Identifier: BSD-2-Clause */
/* Starting, or stopping, the counters of several sockets at the same time. */
#ifndef CORE_SYNCHRONIZED_H
#define CORE_SYNCHRONIZED_H

#include "core/session/session.h"

#define MOMENT_LEAD_NS UINT64_C(300000)

/* What one socket does. */
struct synchronized {
	struct session *session; /* of that socket alone */
	const struct program *program;
	uint64_t at_ns;   /* when it is to begin; synchronized_run decides */
	uint64_t when_ns; /* the middle of the time that it took ... */
	uint64_t
		took_ns; /* ... and all of it: when counters really started or stopped is known to half of that, either way */
	bool good;
};

/* Runs the programs, each on a processor of its socket, MOMENT_LEAD_NS from now, when a processor that
 * sleeps is awake; a single one at once. False if an operation failed: see the session's trouble. */
MUST_CHECK bool synchronized_run(struct synchronized *moments, unsigned count);

/* From the first to the last. */
uint64_t synchronized_skew_ns(const struct synchronized *moments, unsigned count);

#endif
