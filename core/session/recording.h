/* SPDX-License-Identifier: BSD-2-Clause */
/* Sampling on several sockets at once: each has a session, a sampler, a processor that takes its PMIs, and
 * a share of the samples. They share nothing until their samples come together here. */
#ifndef CORE_RECORDING_H
#define CORE_RECORDING_H

#include "core/session/measure.h"
#include "core/session/sample.h"

/* Who does not say how long it may take: a machine that is busy takes long, one that gives none is not waited for. */
#define RECORDING_PATIENCE_MS 10000

/* What `record` is asked for where no PMI is needed. */
struct recording_request {
	uint32_t cpu; /* to be sampled: index into machine.cpus */
	uint64_t samples, time_ms;
	bool quiet;
};

struct recording {
	struct interruption interruption;
	bool interrupted;
	struct machine *machine;
	struct output *output;
	struct measure_parts parts;
	struct sampler *samplers; /* one for each part */
	uint64_t *looked_ns;      /* of each: when it was last seen to have taken a sample */
	uint32_t *seen;           /* ... and how many it had taken then */
	uint64_t samples;         /* wanted, in all */
	uint64_t sequence;        /* given out, in all */
	uint64_t time_ms;         /* after so long it is given up; 0: if none has come for RECORDING_PATIENCE_MS */
	bool quiet;               /* only the sums are printed */
	/* What is done meanwhile, as long as it takes; false if it could not. NULL: nothing. */
	bool (*meanwhile)(void *context);
	void *context;
	uint64_t began_ns, deadline_ns, spoken_ns;
};

/* Makes *recording ready for the parts, compiled with a period. False if the arena is full. */
MUST_CHECK bool recording_init(struct recording *recording, const struct measure *measure,
			       const struct measure_parts *parts);

/* To be called while something goes on that takes long: no counter of the recording (`context`) comes round unseen then. */
MUST_CHECK bool recording_keep_up(void *context);

/* Takes the samples, and does meanwhile what is to be done, again and again until all have come; prints them in order of time, and
 * says what went wrong. */
void recording_run(struct recording *recording);

#endif
