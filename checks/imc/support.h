/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that the checks of in-memory counters share. Like the framework's own, they do nothing once
 * the check has failed or been skipped; those that stop and clear always do. */
#ifndef CHECKS_IMC_SUPPORT_H
#define CHECKS_IMC_SUPPORT_H

#include "arch/ppc64/posted.h"
#include "core/check/check.h"

#define NS_PER_MS UINT64_C(1000000)

/* The box that the running check is about, and its kind. */
const struct box *subject(const struct check_context *context);
enum imc_kind subject_kind(const struct check_context *context);

/* For struct check.applies: boxes of one kind, and the first nest box of each chip, which stands for all. */
bool is_core(const struct machine *machine, const struct check_target *target);
bool is_thread(const struct machine *machine, const struct check_target *target);
/* True if the box's counters are posted to a page of the program: those of cores and threads. */
bool has_page(const struct machine *machine, const struct check_target *target);
bool is_trace(const struct machine *machine, const struct check_target *target);
bool is_first_nest(const struct machine *machine, const struct check_target *target);
bool has_counters(const struct machine *machine, const struct check_target *target);

enum imc_kind kind_of(const struct box *box);

/* Notes that the checks of a run pass on to later ones. */
struct imc_notes {
	uint64_t disobedient;         /* chips whose microcode has not obeyed a command: bit i is socket i */
	struct moved_counts *threads; /* movements of the counters of all threads: counts.c */
	struct interval *intervals;   /* how often each box's counters are posted, or its thread sampled */
};

/* By number of box. Ticks of the time base; 0: too few postings or samples to tell. */
struct interval {
	bool known;
	uint64_t ticks;
};

/* Returns the run's notes. Fails the check and returns NULL if there is no memory. */
struct imc_notes *notes_of(struct check_context *context);

/* A failure at a place in memory, a register or a call. */
struct finding {
	struct location where;
	uint64_t expected, got;
	uint8_t outcome;       /* enum outcome of the access; unless it is OK, `got` is void */
	const struct box *box; /* of the finding; NULL: the box that the check is about */
};
void fail_at(struct check_context *context, const struct finding *finding, const char *format, ...) PRINTF_LIKE(3, 4);

/* Reads and writes; an access that does not answer fails the check, reading gives 0 then. */
uint64_t read_at(struct check_context *context, struct location where);
void write_at(struct check_context *context, struct location where, uint64_t value);

/* A counter of a box, by its event's row. */
struct location counter_at(const struct box *box, unsigned event);

/* Makes a call and returns its result, or OPAL's PARAMETER error if the call's own result cannot be read. */
int64_t result_of_call(struct check_context *context, struct location call, uint64_t address);

/* Makes a call, START or STOP, on `cpu` (1 + index). Fails the check if it does not succeed. */
void must_call(struct check_context *context, uint16_t cpu, unsigned token, enum imc_engine engine);

/* Reads until the value is as wanted, for `bound_ns` at most; true if it came to that. */
bool await_at(struct check_context *context, struct location where, uint64_t wanted, uint64_t bound_ns);

/* Starts and stops the engine that posts the counters of a nest, core or thread box: microcode, the core's engine, and
 * LDBAR. Call `stop` on every way out of the check; after it everything is off. Once the microcode of a chip has not
 * obeyed a command, checks that need it are skipped. */
void start(struct check_context *context, const struct box *box);
void stop(struct check_context *context, const struct box *box);

/* `start` and `stop` without holding it against the check: false if OPAL refuses, or the microcode does not run. `stop_anyway` does
 * not wait. */
MUST_CHECK bool start_quietly(struct check_context *context, const struct box *box);
void stop_anyway(struct machine *machine, const struct box *box);

/* Samples the thread of a trace box, and notes its interval if it has none yet: trace_samples.c. */
void sample_interval(struct check_context *context, const struct machine_box *place);

/* Room for all counters of a box, in the order of its events, from the arena; free it with arena_release.
 * Without memory, fails the check and returns NULL. */
uint64_t *room_for(struct check_context *context, const struct box *box);
void read_all(struct check_context *context, const struct box *box, uint64_t *values);

/* Longest time for the microcode to obey a command, and to post everything once. */
#define NEST_BOUND_NS (2000 * NS_PER_MS)

#endif
