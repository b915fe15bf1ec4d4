/* SPDX-License-Identifier: BSD-2-Clause */
/* Sampling on several sockets at once: each has a session, a sampler, a processor that takes its PMIs, and
 * a share of the samples. They share nothing until this module merges their samples. */
#ifndef CORE_RECORDING_H
#define CORE_RECORDING_H

#include "core/session/measure.h"
#include "core/session/sample.h"

/* Time without a sample after which a recording without a time limit is given up. */
#define RECORDING_PATIENCE_MS 10000

/* The request of the command `record` if no PMI is needed. */
struct recording_request {
	uint32_t cpu; /* index into machine.cpus of the processor to sample */
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
	uint64_t *looked_ns;      /* for each sampler: last time at which a new sample was seen ... */
	uint32_t *seen;           /* ... and its number of samples then */
	uint64_t samples;         /* total number wanted */
	uint64_t sequence;        /* total number printed */
	uint64_t time_ms;         /* time limit; 0: RECORDING_PATIENCE_MS without a sample */
	bool quiet;               /* only the sums are printed */
	/* Runs repeatedly while sampling, however long it takes (may be NULL). Returns false on failure. */
	bool (*meanwhile)(void *context);
	void *context;
	uint64_t began_ns, deadline_ns, spoken_ns;
};

/* Initializes *recording for the parts, which must be compiled with a period. False if the arena is full. */
MUST_CHECK bool recording_init(struct recording *recording, const struct measure *measure,
			       const struct measure_parts *parts);

/* Reads counters of the recording (`context`) that may otherwise wrap unseen. Call it often during long work. False on trouble. */
MUST_CHECK bool recording_keep_up(void *context);

/* Takes the samples, running recording->meanwhile repeatedly until all have come. Prints the samples in order of time, and reports
 * failures. */
void recording_run(struct recording *recording);

#endif
