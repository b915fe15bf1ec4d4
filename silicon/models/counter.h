/* SPDX-License-Identifier: BSD-2-Clause */
/* A counter that is never stepped: its value is computed from the time when it is read.
 *
 * Every event source ticks at fixed model times: a source of rate r (events per second) has made floor(r * t / 10^9) ticks by t
 * nanoseconds; only nanoseconds of bursts count if it ticks only during bursts. A counter adds the ticks of its sources in (since,
 * t]. All arithmetic is exact: two counters of one source agree to the last unit, and an event that is a sum of sub-events counts
 * their exact sum. */
#ifndef SILICON_MODELS_COUNTER_H
#define SILICON_MODELS_COUNTER_H

#include "lib/basic.h"

#define MODEL_NEVER        UINT64_MAX
#define MODEL_SOURCES      40u
/* Bounds of a source's rate, which keep every product below 2^64. */
#define MODEL_CLOCK_LEAST  UINT64_C(1000000) /* Hz: no machine has a slower one */
#define MODEL_CLOCK_LIMIT  UINT64_C(10000000000)
#define MODEL_SMI_LIMIT    100000
#define MODEL_BURSTS_LIMIT 20000000 /* ns: a screen's picture is fetched more often */
#define MODEL_RATE_LIMIT   UINT64_C(2300000000)
/* Maximum that a counter adds per tick. */
#define MODEL_FACTOR_LIMIT 1000u

/* Times of bursts: the first `length` ns of every `period` ns; all times if the period is no longer than the burst. */
struct model_bursts {
	uint64_t period, length;
};

/* Sources that a counter counts while it runs. */
struct model_run {
	uint64_t rate[MODEL_SOURCES];
	uint8_t sources; /* number of rates in use */
	bool running;
	bool down;                /* counts down, and overflows by going below 0 */
	uint64_t inside, outside; /* bit i: rate[i] ticks only during bursts, or only between them */
	struct model_bursts bursts;
};

struct model_counter {
	uint64_t base;        /* the value at time `since` */
	uint64_t since;       /* ns */
	uint64_t stops_at;    /* end of a delayed stop, until which it counts; 0: no stop is pending */
	uint64_t overflow_at; /* time of the next overflow signal after `since`; MODEL_NEVER */
	struct model_run run;
	uint32_t factor; /* added per tick; usually 1 */
	int16_t slip;    /* n > 0: every n-th tick counts twice; n < 0: every |n|-th tick is lost; 0: exact */
	uint8_t width;   /* bits, 1..48 */
	bool moved;      /* it has counted since it was last set */
	bool carried;    /* a carry is not yet signalled */
	int32_t shift;   /* an overflow is signalled this many counts after the carry: usually -1, 0 or 1 */
	uint64_t added;  /* ticks in addition to those of its sources */
	uint64_t ahead;  /* an overflow is also signalled this many counts before the carry; 0: only after it */
};

/* Returns the ticks that a source of `rate` has made by `t`. */
uint64_t model_ticks(uint64_t rate, uint64_t t);

/* Returns the value at `t` >= since. */
uint64_t model_counter_value(const struct model_counter *counter, uint64_t t);

/* True if the value at `t` was reached by counting, not by a write. */
bool model_counter_moved(const struct model_counter *counter, uint64_t t);

/* Advances `base` and `since` to `t`, and computes the next overflow. Returns the number of carries on the way. */
uint64_t model_counter_fold(struct model_counter *counter, uint64_t t);

/* Sets the value at `t`, without a carry. */
void model_counter_set(struct model_counter *counter, uint64_t t, uint64_t value);

/* Adds `count` ticks at `t` to those of its sources. Returns the number of carries until then, these ticks included; if one of them
 * is an overflow, it is due at `t`. */
uint64_t model_counter_add(struct model_counter *counter, uint64_t t, uint64_t count);

/* Makes the counter count the sources of `run` from `t` on. Returns the number of carries up to `t`. */
uint64_t model_counter_run(struct model_counter *counter, uint64_t t, const struct model_run *run);

#endif
