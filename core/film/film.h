/* SPDX-License-Identifier: BSD-2-Clause */
/* A film of known work: the same work from the same state, again and again, and each time all counters of the socket are frozen by the
 * overflow of its clock a few cycles later than the time before. What a counter has more in one frame than in the frame before happened in
 * the cycles between them. */
#ifndef CORE_FILM_H
#define CORE_FILM_H

#include "core/session/measure.h"
#include "core/session/sample.h"
#include "core/work/work.h"

#define FILM_FRAMES_MOST 1000
#define FILM_FRAMES      100                 /* if nobody says how many */
#define FILM_CYCLES_MOST UINT64_C(100000000) /* a tenth of a second of the slowest clock there may be */

struct film {
	/* What is asked: the first of the measure's configurations is the clock, and one socket is meant. */
	struct measure *measure;
	struct work_request request;
	/* In cycles: frames are begin + step, begin + 2 step ... up to end. */
	uint64_t begin;
	uint64_t end;  /* 0: as long as the work takes */
	uint64_t step; /* 0: so that there are FILM_FRAMES */
	/* What is made of it. */
	struct session *session;
	struct sampler sampler;
	struct work work;
	uint32_t cpu;   /* that takes the PMIs */
	uint16_t clock; /* which of the counters it is */
	uint32_t frames, taken;
	uint32_t *counts;               /* of each frame in turn: of each counter */
	uint64_t late_least, late_most; /* cycles from the overflow to the freeze */
	bool ended; /* before its last frame: it was interrupted, or its clock did not come so far */
};

/* Takes the film and says it: records "film", and "film_counter" for each counter. What goes wrong is said, once. Memory comes from the
 * machine's arena and goes back. */
void film_run(struct film *film);

#endif
