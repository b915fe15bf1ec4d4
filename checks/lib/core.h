/* SPDX-License-Identifier: BSD-2-Clause */
/* What the checks of core PMUs have in common. As elsewhere, nothing is done any more once the check has failed
 * or been skipped. */
#ifndef TESTS_TARGET_CORE_H
#define TESTS_TARGET_CORE_H

#include "checks/lib/support.h"
#include "core/hardware/core_pmu.h"

/* The PMU of one logical processor. */
struct core {
	struct box box;
	unsigned counters, fixed_counters;
	struct check_register control, status, clear, fixed_select, freeze;
	uint64_t freeze_bit; /* in the register `freeze` */
	uint64_t
		frozen; /* in `status` and `clear`: hardware has stopped all counters; 0: it clears the enables instead */
};

struct core core_of(const struct check_context *context, const struct box *box);
struct core core_of_target(const struct check_context *context);

/* One counter of it: general ones first, then the fixed. */
struct core_counter {
	struct check_register count, select;
	unsigned index; /* among its kind */
	bool fixed;
	uint64_t bit; /* in control, status and clear */
	uint64_t mask;
};

struct core_counter core_counter_of(const struct check_context *context, const struct core *core, unsigned number);

/* The counter that the running check is about. */
struct core_counter core_counter_of_target(const struct check_context *context, const struct core *core);

/* Event and umask of what all processors count. */
#define CORE_CYCLES       0x003c
#define CORE_INSTRUCTIONS 0x00c0
#define CORE_BRANCHES     0x00c4

/* Whether the value can be written to the counter as it is: where writes reach 31 bits alone, others cannot. */
bool core_can_hold(const struct core *core, const struct core_counter *counter, uint64_t value);

/* An event that the counter counts: cycles, or what a fixed counter is for. */
unsigned core_event_of(const struct core_counter *counter);

/* Stops everything, disables each counter, and clears what overflowed. Calls for other events come after it: counters may
 * have to be primed. */
void core_quiet(struct check_context *context, const struct core *core);

/* At which privilege levels a counter counts: 0, where we are, and those above. */
enum core_levels { CORE_LEVELS_ALL, CORE_LEVEL_OS, CORE_LEVELS_USR };

/* Has the counter count an event, from a value on, once it is started; `pmi`: its overflow asks for a PMI. A fixed
 * counter has an event of its own, and no `modifiers`, which are more bits of a select; `unselected`: all but the enable
 * of its own, which of a fixed counter are its levels. Of a general counter and an event that CPUID says is not there the check
 * becomes untested. */
struct core_load {
	unsigned event;
	uint64_t value;
	bool pmi, unselected;
	uint8_t levels; /* enum core_levels */
	uint64_t modifiers;
};
void core_load(struct check_context *context, const struct core_counter *counter, const struct core_load *load);

/* Quiets all, and loads each counter with the event that it counts, of which the architecture has one each. */
void core_load_all(struct check_context *context, const struct core *core, bool pmi);

/* Sets the counters of these bits going together, and stops all. */
void core_start(struct check_context *context, const struct core *core, uint64_t bits);
void core_stop(struct check_context *context, const struct core *core);

/* Lets the counters of these bits run for a while that every one of them sees. */
#define CORE_RUN_NS UINT64_C(100000)
void core_run(struct check_context *context, const struct core *core, uint64_t bits);

/* How long an overflow is waited for: of what counts so slowly that nothing comes of it in that time nothing is said. */
#define CORE_BOUND_NS UINT64_C(100000000)

/* The same for as long as it takes `counter` to advance by CORE_LEAST, or, if it does not, for a tenth of a second. */
#define CORE_LEAST    256
void core_run_until(struct check_context *context, const struct core *core, uint64_t bits,
		    const struct core_counter *counter);

/* Loads the counter near its end, starts it and waits until its overflow shows; it goes on counting unless hardware
 * stops it. True if it did. */
bool core_overflow(struct check_context *context, const struct core *core, const struct core_counter *counter,
		   bool pmi);

/* On parts that keep the bit of a counter which is stopped at its overflow: lets one that has overflowed count on, unless hardware has
 * stopped it, until it may be stopped. */
void core_leave_end(struct check_context *context, const struct core *core, const struct core_counter *counter);

/* Skips the check, and is true, if the counter has not come to its end: what it counts comes too slowly, or it is dead, which
 * its `counts` check says. */
bool core_skip_slow(struct check_context *context, const struct core_counter *counter);

/* Fails because it did not overflow; or skips likewise. */
void core_fail_overflow(struct check_context *context, const struct core *core, const struct core_counter *counter);

/* The counter to compare one with, which counts in every cycle and starts and stops with it: the fixed one of the core's
 * cycles, or general counter 0, programmed so. */
struct core_counter core_clock_beside(const struct check_context *context, const struct core *core,
				      const struct core_counter *counter);

/* For struct check.applies: true if there is one beside each counter. */
bool core_has_beside(const struct machine *machine, const struct check_target *target);

/* Lets the counters of these bits run while their processor works, `times` the same, so that none of its clocks stands. */
#define CORE_SLOW_TIMES 16 /* where one does not tell enough */
void core_run_busy(struct check_context *context, const struct core *core, uint64_t bits, unsigned times);

/* Has the processor do it; the check fails if it does not answer. */
void core_do(struct check_context *context, const struct core *core, hw_work *work, void *argument);

/* Counts are the same but for what comes between the starts and stops of two counters. */
bool core_agree(uint64_t a, uint64_t b);

#endif
