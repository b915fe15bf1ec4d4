/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that the checks of core PMUs share. As elsewhere, they do nothing once the check has failed
 * or been skipped. */
#ifndef TESTS_TARGET_CORE_H
#define TESTS_TARGET_CORE_H

#include "checks/lib/support.h"
#include "core/event/event.h"
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

/* One counter of a core PMU. Numbers: general counters first, then the fixed ones. */
struct core_counter {
	struct check_register count, select;
	unsigned index; /* among its kind */
	bool fixed;
	uint64_t bit; /* in control, status and clear */
	uint64_t mask;
};

struct core_counter core_counter_of(const struct check_context *context, const struct core *core, unsigned number);

/* All counters of a processor. */
#define CORE_COUNTERS (2 * EVENT_FIXED_FIRST)
struct core_group {
	struct core core;
	struct core_counter counters[CORE_COUNTERS];
	unsigned count;
	uint64_t bits; /* of all of them */
};
struct core_group core_group_of_target(const struct check_context *context);

/* The counter that the running check is about. */
struct core_counter core_counter_of_target(const struct check_context *context, const struct core *core);

/* Event and umask of what all processors count. */
#define CORE_CYCLES       0x003c
#define CORE_INSTRUCTIONS 0x00c0
#define CORE_BRANCHES     0x00c4

/* True if the counter holds `value` exactly as written: where writes reach only 31 bits, it holds no larger value. */
bool core_can_hold(const struct core *core, const struct core_counter *counter, uint64_t value);

/* An event that the counter counts: cycles, or what a fixed counter is for. */
unsigned core_event_of(const struct core_counter *counter);

/* Stops all counters, disables each, and clears their overflows. Load events only after it: counters may have to be
 * primed. */
void core_quiet(struct check_context *context, const struct core *core);

/* Privilege levels at which a counter counts: OS is level 0, where the checks run; USR are those above. */
enum core_levels { CORE_LEVELS_ALL, CORE_LEVEL_OS, CORE_LEVELS_USR };

/* Programs the counter: once started, it counts `event` from `value` on. `pmi`: its overflow asks for a PMI.
 * `modifiers`: more bits of the select; a fixed counter has none, and its own event. `unselected`: sets all but the
 * counter's own enable, which of a fixed counter is its levels. If CPUID says that a general counter's event is not
 * there, the check becomes untested. */
struct core_load {
	unsigned event;
	uint64_t value;
	bool pmi, unselected;
	uint8_t levels; /* enum core_levels */
	uint64_t modifiers;
};
void core_load(struct check_context *context, const struct core_counter *counter, const struct core_load *load);

/* Quiets all counters, then loads each with core_event_of() and 0. */
void core_load_all(struct check_context *context, const struct core *core, bool pmi);

/* Starts the counters of `bits` together. core_stop() stops all. */
void core_start(struct check_context *context, const struct core *core, uint64_t bits);
void core_stop(struct check_context *context, const struct core *core);

#define CORE_RUN_NS   UINT64_C(100000) /* of a run, in which each counter that is enabled advances */
/* Longest wait for an overflow. A counter too slow to overflow in that time is not judged. */
#define CORE_BOUND_NS UINT64_C(100000000)

/* Loads the counter near its end, starts it and waits until its overflow shows. The counter keeps counting unless
 * hardware stops it. Returns true if the overflow showed. */
bool core_overflow(struct check_context *context, const struct core *core, const struct core_counter *counter,
		   bool pmi);

/* On parts that keep the overflow bit of a counter stopped at its overflow: waits until the overflowed counter is far
 * enough from its end to be stopped, or hardware has stopped it. */
void core_leave_end(struct check_context *context, const struct core *core, const struct core_counter *counter);

/* Skips the check and returns true if the counter has not reached its end: its event comes too slowly, or the counter
 * is dead, which its `counts` check says. */
bool core_skip_slow(struct check_context *context, const struct core_counter *counter);

/* Fails the check because the counter did not overflow, unless core_skip_slow() skips it. */
void core_fail_overflow(struct check_context *context, const struct core *core, const struct core_counter *counter);

/* The counter to compare `counter` with, which counts every cycle and starts and stops with it: the fixed one of the
 * core's cycles, or general counter 0 (for counter 0 itself: 1), programmed so. */
struct core_counter core_clock_beside(const struct check_context *context, const struct core *core,
				      const struct core_counter *counter);

/* Runs the counters of `bits` while their processor does the same work `times` times: none of its clocks stands. */
#define CORE_SLOW_TIMES 16 /* where one counts too little */
void core_run_busy(struct check_context *context, const struct core *core, uint64_t bits, unsigned times);

/* Runs `work` on the core's processor. Fails the check if the processor does not answer. */
void core_do(struct check_context *context, const struct core *core, hw_work *work, void *argument);

#endif
