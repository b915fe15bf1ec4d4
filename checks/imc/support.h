/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that the checks of in-memory counters share. Like the framework's own, they do nothing once the check has
 * failed or been skipped, except those that stop and clear. */
#ifndef CHECKS_IMC_SUPPORT_H
#define CHECKS_IMC_SUPPORT_H

#include "arch/ppc64/posted.h"
#include "core/check/check.h"

#define NS_PER_MS UINT64_C(1000000)

/* The box of the running check, and its kind. */
const struct box *subject(const struct check_context *context);
enum imc_kind subject_kind(const struct check_context *context);

/* For struct check.applies: boxes of one kind. is_first_nest() selects one nest box for each chip. */
bool is_core(const struct machine *machine, const struct check_target *target);
bool is_thread(const struct machine *machine, const struct check_target *target);
/* True if the box's counters are posted to a page of the program, as those of cores and threads are. */
bool has_page(const struct machine *machine, const struct check_target *target);
bool is_trace(const struct machine *machine, const struct check_target *target);
bool is_first_nest(const struct machine *machine, const struct check_target *target);
bool has_counters(const struct machine *machine, const struct check_target *target);

enum imc_kind kind_of(const struct box *box);

/* Notes that checks leave to later checks of the run. */
struct imc_notes {
	uint64_t disobedient;         /* chips whose microcode did not obey a command: bit i is socket i */
	struct moved_counts *threads; /* movements of the counters of all threads: counts.c */
	struct interval *intervals;   /* how often each box's counters are posted, or its thread sampled */
};

/* By number of box, in ticks of the time base. 0: too few postings or samples. */
struct interval {
	bool known;
	uint64_t ticks;
};

/* Returns the run's notes. If there is no memory, fails the check and returns NULL. */
struct imc_notes *notes_of(struct check_context *context);

/* A failure at a place in memory, a register or a call. */
struct finding {
	struct location where;
	uint64_t expected, got;
	uint8_t outcome;       /* enum outcome of the access; unless it is OK, `got` is invalid */
	const struct box *box; /* the box with the failure; NULL: the box of the check */
};
void fail_at(struct check_context *context, const struct finding *finding, const char *format, ...) PRINTF_LIKE(3, 4);

/* Read and write. An access that does not answer fails the check; the read then returns 0. */
uint64_t read_at(struct check_context *context, struct location where);
void write_at(struct check_context *context, struct location where, uint64_t value);

/* Returns the place of a box's counter, given by its event's row. */
struct location counter_at(const struct box *box, unsigned event);

/* Makes a call and returns its result, or OPAL's PARAMETER error if the result cannot be read. */
int64_t result_of_call(struct check_context *context, struct location call, uint64_t address);

/* Makes a START or STOP call on `cpu` (1 + index). Fails the check if it does not succeed. */
void must_call(struct check_context *context, uint16_t cpu, unsigned token, enum imc_engine engine);

/* Reads until the value is `wanted`, for at most `bound_ns`. True if it was seen. */
bool await_at(struct check_context *context, struct location where, uint64_t wanted, uint64_t bound_ns);

/* Start and stop the engine that posts the counters of a nest, core or thread box: microcode, the core's engine, or
 * LDBAR. Call stop() on every way out of the check; afterwards everything is off. Once the microcode of a chip has not
 * obeyed a command, checks that need it are skipped. */
void start(struct check_context *context, const struct box *box);
void stop(struct check_context *context, const struct box *box);

/* Like start() and stop(), but do not fail the check. start_quietly() returns false if OPAL refuses or the microcode
 * does not run; stop_anyway() does not wait. */
MUST_CHECK bool start_quietly(struct check_context *context, const struct box *box);
void stop_anyway(struct machine *machine, const struct box *box);

/* Samples the thread of a trace box and notes its interval, unless it is known: trace_samples.c. */
void sample_interval(struct check_context *context, const struct machine_box *place);

/* Takes room for all counters of a box, in the order of its events, from the arena; arena_release() frees it. Without
 * memory, fails the check and returns NULL. */
uint64_t *room_for(struct check_context *context, const struct box *box);
void read_all(struct check_context *context, const struct box *box, uint64_t *values);

/* Longest time for the microcode to obey a command, and to post everything once. */
#define NEST_BOUND_NS (2000 * NS_PER_MS)

#endif
