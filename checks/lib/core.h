/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that the checks of core PMUs share. They do nothing once the check has failed or been skipped. */
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
	unsigned index; /* among the counters of its kind */
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
	uint64_t bits; /* the bits of all counters */
};
struct core_group core_group_of_target(const struct check_context *context);

/* The counter that the running check is about. */
struct core_counter core_counter_of_target(const struct check_context *context, const struct core *core);

/* Events and umasks that all processors count. */
#define CORE_CYCLES       0x003c
#define CORE_INSTRUCTIONS 0x00c0
#define CORE_BRANCHES     0x00c4

/* True if the counter holds `value` exactly as written. If writes reach only 31 bits, it cannot hold larger values. */
bool core_can_hold(const struct core *core, const struct core_counter *counter, uint64_t value);

/* Returns an event that the counter counts: instructions for fixed counter 0, else cycles. */
unsigned core_event_of(const struct core_counter *counter);

/* Stops and disables all counters and clears their overflows. Load events only afterwards: counters may have to be
 * primed. */
void core_quiet(struct check_context *context, const struct core *core);

/* Privilege levels at which a counter counts: OS is level 0, where the checks run; USR are all levels above 0. */
enum core_levels { CORE_LEVELS_ALL, CORE_LEVEL_OS, CORE_LEVELS_USR };

/* Programs the counter: once started, it counts `event` from `value` on. `pmi`: its overflow asks for a PMI.
 * `modifiers`: more bits of the select; not for fixed counters, which also ignore `event`. `unselected`: leaves out the
 * counter's own enable (of a fixed counter: its levels). If CPUID says that a general counter's event does not exist,
 * the check becomes untested. */
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

#define CORE_RUN_NS   UINT64_C(100000) /* length of a run in which each enabled counter advances */
/* Longest wait for an overflow. A counter too slow to overflow in that time is not judged. */
#define CORE_BOUND_NS UINT64_C(100000000)

/* Loads the counter near its wrap, starts it and waits until its overflow bit is set. The counter keeps counting unless
 * hardware stops it. Returns true if the bit was set. */
bool core_overflow(struct check_context *context, const struct core *core, const struct core_counter *counter,
		   bool pmi);

/* For parts that keep the overflow bit of a counter stopped at its wrap: waits until the overflowed counter is far
 * enough from its wrap to be stopped, or hardware has stopped it. */
void core_leave_end(struct check_context *context, const struct core *core, const struct core_counter *counter);

/* Skips the check and returns true if the counter has not wrapped: its event comes too slowly, or the counter is dead,
 * which its `counts` check reports. */
bool core_skip_slow(struct check_context *context, const struct core_counter *counter);

/* Fails the check because the counter did not overflow, unless core_skip_slow() skips it. */
void core_fail_overflow(struct check_context *context, const struct core *core, const struct core_counter *counter);

/* Returns a counter that counts every cycle and starts and stops with `counter`, to compare the two: the fixed counter
 * of core cycles, or else general counter 0 (1 for counter 0 itself). */
struct core_counter core_clock_beside(const struct check_context *context, const struct core *core,
				      const struct core_counter *counter);

/* Runs the counters of `bits` while their processor does the same work `times` times, so that its clocks run. */
#define CORE_SLOW_TIMES 16 /* for a counter that counts too little in one run */
void core_run_busy(struct check_context *context, const struct core *core, uint64_t bits, unsigned times);

/* Runs `work` on the core's processor. Fails the check if the processor does not answer. */
void core_do(struct check_context *context, const struct core *core, hw_work *work, void *argument);

#endif
