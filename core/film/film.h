/* SPDX-License-Identifier: BSD-2-Clause */
/* A film of known work: repeats the same work from the same state. In each frame the overflow of a clock freezes all counters of
 * the socket a few cycles later than in the frame before. The difference of a counter between two frames happened in the cycles
 * between them. */
#ifndef CORE_FILM_H
#define CORE_FILM_H

#include "core/session/measure.h"
#include "core/session/sample.h"
#include "core/work/work.h"

#define FILM_FRAMES_MOST 1000
#define FILM_FRAMES      100                 /* default */
#define FILM_CYCLES_MOST UINT64_C(100000000) /* a tenth of a second of the slowest possible clock */

struct film {
	/* The request: the first configuration of `measure` is the clock; it measures one socket. */
	struct measure *measure;
	struct work_request request;
	/* In cycles of the clock: frames are at begin + step, begin + 2 step ... up to end. */
	uint64_t begin;
	uint64_t end;  /* 0: the length of the work */
	uint64_t step; /* 0: a step that gives FILM_FRAMES frames */
	/* The result. */
	struct session *session;
	struct sampler sampler;
	struct work work;
	uint32_t cpu;   /* processor that takes the PMIs */
	uint16_t clock; /* index of the clock's counter */
	uint32_t frames, taken;
	uint32_t *counts;               /* for each frame, the counts of each counter */
	uint64_t late_least, late_most; /* cycles from the overflow to the freeze */
	bool ended; /* ended before its last frame: interrupted, or the clock did not get that far */
};

/* Takes the film, and writes the records "film", and "film_counter" for each counter. Reports failures, once. Releases the memory
 * that it takes from the machine's arena. */
void film_run(struct film *film);

#endif
