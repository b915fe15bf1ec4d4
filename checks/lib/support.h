/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that the checks of counters share. Like check_read and check_write, they do nothing once the check has
 * failed or been skipped. */
#ifndef TESTS_TARGET_SUPPORT_H
#define TESTS_TARGET_SUPPORT_H

#include "core/check/check.h"

/* One counter and everything that belongs to it. */
struct counter {
	struct box box;
	unsigned number; /* type->counters for the fixed one */
	bool fixed;
	struct check_register count, select, control, status, clear;
	uint64_t enable;        /* its bit in the box's control */
	uint64_t overflow;      /* its bit in the box's status and clear */
	uint64_t select_enable; /* the enable in its select */
	uint64_t select_pmi;    /* 0 if not known: see signal_find */
	uint64_t select_report; /* select bits that pass its overflow on above the box, or freeze there; 0: none */
};

#define COUNTERS_MAX 17 /* of one box, the fixed one included */

struct counter counter_of(const struct box *box, unsigned number);

/* The counter the running check is about. */
struct counter counter_of_target(const struct check_context *context);

/* "cbox3.ctr1" */
#define COUNTER_NAME_SIZE 32
void counter_name(const struct counter *counter, char name[COUNTER_NAME_SIZE]);

/* True if count and select answered when the run began. */
bool counter_answers(const struct check_context *context, const struct counter *counter);

/* Number of counters of a box, the fixed one included. */
unsigned counter_count(const struct box *box);

/* Evidence about a box that does not answer, or that answers without one of its functions: the register that the
 * inventory tried, or the identifiers of a wrong PCI function. */
struct silent_box {
	struct check_register reg;
	struct check_place function;
	char box[BOX_NAME_SIZE], name[BOX_NAME_SIZE + 8]; /* of `function` */
	struct check_difference difference;               /* at `reg` or `function` */
};
void silent_box_of(const struct machine *machine, const struct machine_box *place, struct silent_box *silent);

/* Fails the check at a register, unless the check is over. `format` describes the failure. */
void fail_got(struct check_context *context, const struct check_register *reg, uint64_t expected, uint64_t got,
	      const char *format, ...) PRINTF_LIKE(5, 6);

/* Fails the check with the text `wrong` unless `got`, the value read from `reg`, equals `expected`. */
void expect_got(struct check_context *context, const struct check_register *reg, uint64_t expected, uint64_t got,
		const char *wrong);

/* Reads the register and fails the check with the text `wrong` if the value is not `expected`. */
void expect_value(struct check_context *context, const struct check_register *reg, uint64_t expected,
		  const char *wrong);

/* Like expect_value(), for a register above all boxes. If only drivers describe that register, bits without a known
 * meaning may read anything. */
void expect_above(struct check_context *context, const struct check_register *reg, uint64_t expected,
		  const char *wrong);

/* Returns the bits of such a register whose meaning is known. */
uint64_t named_above(const struct check_context *context, const struct check_register *reg);

/* ---- stopping, starting, loading -------------------------------------------------------------------- */

/* Stops every counter of the check's socket and disables the counters of `box`. */
void quiet_box(struct check_context *context, const struct box *box);

/* Like quiet_box(), and clears all overflows of the socket. */
void quiet_clear(struct check_context *context, const struct box *box);

/* Like quiet_box(), for all boxes of the socket that answer. */
void quiet_socket(struct check_context *context);

/* counter_load() sets a stopped counter's value and select; counter_enable() its bit in the box's control. `select`
 * holds the event, and the enable and PMI enable bits if wanted. */
void counter_load(struct check_context *context, const struct counter *counter, uint64_t select, uint64_t value);
void counter_enable(struct check_context *context, const struct counter *counter);

/* Loads and enables the counter, with the enable of its select: it counts from the next start on. */
void counter_prepare(struct check_context *context, const struct counter *counter, uint64_t select, uint64_t value);

/* Counters that one start and one stop control. */
#define START_VALUE UINT64_C(0x1000) /* clear of the low values that errata are about */
struct together {
	struct counting {
		struct counter counter;
		uint64_t select; /* as for counter_prepare() */
		uint64_t from;   /* value that it counts from */
		uint64_t counts; /* since then, in the latest run */
	} of[COUNTERS_MAX];
	unsigned count;
};

/* Prepares all of them for the next start. */
void together_prepare(struct check_context *context, const struct together *together);

/* Prepares them one by one and takes the value that each then reads as its start value, since it may not hold what was
 * written. A counter that cannot be stopped counts longer than the others. */
void together_prepare_as_read(struct check_context *context, struct together *together);

/* Takes their current values as their start values. */
void together_note(struct check_context *context, struct together *together);

/* Runs them for `run_ns` and reads their counts. */
void together_run(struct check_context *context, struct together *together, uint64_t run_ns);

/* Adds the other general counters of the box that answer and can count the event. */
struct stimulus;
void together_add_siblings(const struct check_context *context, struct together *together,
			   const struct counter *counter, const struct stimulus *stimulus);

/* Finds out if the fixed counter counts while its box is frozen; FIXED_UNKNOWN if it never counts. */
enum fixed_freeze fixed_freeze_of(struct check_context *context, const struct counter *counter);

/* True if only the enable in its select starts and stops the counter. Other counters of the box then count for a little
 * more or less time. */
bool starts_alone(struct check_context *context, const struct counter *counter);

/* Finds the next register in the check's socket that freezes all boxes of a die; `*walk` begins as 0. False after the
 * last. start() releases those registers that were found frozen or that the check has written. */
bool next_die(const struct check_context *context, unsigned *walk, struct check_register *control);
void release_die(struct check_context *context, const struct check_register *control);

/* Finds the register that freezes the box's own die. False if there is none, or if it does not answer. */
bool find_die(const struct check_context *context, const struct box *box, struct check_register *control);

/* Finds the next status register of boxes without counters: a socket has one, or one for each die. `*walk` begins as 0.
 * False after the last. */
bool next_gatherer(const struct machine *machine, unsigned socket, unsigned *walk, struct check_register *status);

/* True if overflows of the box are known to be reported above it: it has a status, or its select can ask for it. */
bool shows_above(const struct box *box);

/* Finds the one that reports the box's overflows. False if none does, or if one control serves the whole socket. */
bool find_gatherer(const struct machine *machine, const struct box *box, struct check_register *status);

/* Waits until an overflowed counter has frozen its die, perhaps late, so that this does not freeze the next run. */
void await_freeze(struct check_context *context, const struct counter *counter);

/* Starts the enabled counters, with the `extra` bits set in the socket's control. */
void start(struct check_context *context, uint64_t extra);

/* Stops the socket's control, even if other software started it, and all boxes that were started on their own. */
void stop(struct check_context *context);

/* True while the socket's control lets counters count. If the control does not show that, `counter`, which should
 * count, must move; with NULL the result is false. control_runs() takes the `value` just read from the control. */
bool is_counting(struct check_context *context, const struct counter *counter);
bool control_runs(struct check_context *context, uint64_t value, const struct counter *counter);

/* Returns what the socket's control should read: `value`, with the bits that show whether counters may count set for
 * running (`run`) or stopped counters. */
uint64_t control_shows(const struct check_context *context, uint64_t value, bool run);

/* Fails the check if the socket's control does not let counters count. Arguments as for is_counting(). */
void expect_counting(struct check_context *context, const struct counter *counter, const char *wrong);

/* Reads the counter's value, corrected by its box's erratum. */
uint64_t counter_value(struct check_context *context, const struct counter *counter);

/* Reads the counter and returns its counts since it had the value `from`. */
uint64_t counter_advance(struct check_context *context, const struct counter *counter, uint64_t from);

/* True if a value read may be 0x1000000 too large. The guide says this of the W-Box for values whose low 24 bits are 0
 * or 1, and leaves open whether other boxes do it, too (323535 p.140; the check `hunt.erratum` tests it). */
bool may_be_misread(uint64_t value);

/* True if the status of its box, if any, has the counter's overflow bit set. */
bool counter_overflowed(struct check_context *context, const struct counter *counter);

/* Returns the largest value that the counter surely holds: by the narrowest width, if documents differ. */
uint64_t counter_mask(const struct check_context *context, const struct counter *counter);

/* Returns the counter's width in bits. If the documents differ, measures it. */
unsigned counter_width(struct check_context *context, const struct counter *counter);

/* Finds the assumption on the register's width, by the name of the register ("ubox.fixed_ctr") or of its row
 * ("irp.ctr"). NULL if there is none. */
const struct assumption *assumption_on(const struct check_context *context, const struct check_register *reg);

/* Reads until (value & mask) == wanted or `bound_ns` has passed. True if the value was seen. */
struct expectation {
	const struct check_register *reg;
	uint64_t mask, wanted;
};
bool wait_for(struct check_context *context, const struct expectation *expectation, uint64_t bound_ns);

/* True for a counter that was counting when the run began: it may have moved since it was found. Also true for
 * registers that software cannot write, or that overflows write. */
bool was_running(const struct check_context *context, const struct check_register *reg);

/* ---- an event that advances ------------------------------------------------------------------------- */

struct stimulus {
	uint64_t select;           /* value of the select without enable and PMI enable */
	const struct event *event; /* NULL: the fixed counter's */
	uint32_t siblings;         /* bit i: general counter i can count it, and was counting it */
	uint32_t advanced;         /* bit i: general counter i did advance */
	uint64_t window_ns;        /* time in which it advanced by at least STIMULUS_LEAST */
	bool tried, found;
	bool unseen; /* a long look did not see the event again: it does not pause, the counter is broken */
};

#define STIMULUS_LEAST 64

/* Returns the select of the counter's first listed event; if the box has no list, of a possible clock; 0: none. */
uint64_t event_of(const struct check_context *context, const struct counter *counter);

/* Parses an event string. Fails the check if the processor has no such event. */
bool parse_event(struct check_context *context, const char *event, struct event_config *config);

/* True if the event counts nothing, or something else, until a filter register is written. */
bool needs_filter(const struct box_type *type, const struct event *event);

/* True if events of the counter's box are known, but none that the counter can count. */
bool is_unlisted(const struct check_context *context, const struct counter *counter);

/* Finds another general counter of the box that counts the box's clock, and the select for it. */
bool find_clock_beside(const struct check_context *context, const struct counter *counter, struct counter *clock,
		       uint64_t *select);

/* True if one of the counters in the mask can count the type's clock; mask 0: any counter, including the fixed one. */
bool has_clock(const struct box_type *type, uint32_t counters);

/* Finds the clock event of the counter's box. False if the counter cannot count it. */
bool box_clock_of(const struct check_context *context, const struct counter *counter, uint64_t *select);

/* Finds the select, without enables, for `event`, which at least one counter of the box can count. False if the event
 * needs a filter register or another counter's event. */
bool event_row_select(const struct check_context *context, const struct box *box, const struct event *event,
		      uint64_t *select);

/* Finds an event that needs no filter register and adds at most one in a cycle; it may be idle. Code 1 if the box's
 * events are not documented. False if there is none. */
bool one_bit_event_of(const struct check_context *context, const struct counter *counter, uint64_t *select);

/* Finds a select that counts every cycle of the counter's box: its clock, or an event that adds at most one, below a
 * threshold of two. If there is none, skips the check and returns false. */
bool find_every_cycle(struct check_context *context, const struct counter *counter, uint64_t *select);

/* Returns the select that counts the cycles with event_of()'s event, by a threshold of one; 0: no threshold. */
uint64_t cycles_with(const struct check_context *context, const struct counter *counter);

/* Finds an event that advances the counter by trial, and remembers it for the run. On return, its filter registers are
 * set and all counters are stopped. If none advances, gives the check's verdict and returns false: skipped if all
 * events may be idle, failed for a clock. */
bool stimulus_find(struct check_context *context, const struct counter *counter, struct stimulus *stimulus);

/* Finds another general counter of the box that the stimulus advances. False if none, or if `counter` is fixed. */
bool find_sibling(const struct counter *counter, const struct stimulus *stimulus, struct counter *sibling);

/* Makes the check untested and returns true if no counter of the box advances, not even on its clock, not every board
 * supplies that clock, and no `expect` names the box. */
bool stimulus_left_unclocked(struct check_context *context, const struct box *box);

/* Finds the event that advances the counter most slowly, to allow reads between two events. Sets its filter registers;
 * window_ns is the time from one event to the next. False if none advances. */
bool stimulus_slowest(struct check_context *context, const struct counter *counter, struct stimulus *stimulus);

/* Finds an event that may add more than one in a cycle, needs no filter register, and advances within window_ns. False
 * if there is none. */
bool stimulus_of_many(struct check_context *context, const struct counter *counter, struct stimulus *stimulus);

/* Makes a processor of the check's socket write `lines` lines of its own socket's memory, and as many of another
 * socket's, so that memory and link events happen on an idle board. Leaves out memory that does not exist. */
void write_memory(struct check_context *context, unsigned lines);

/* Returns window_ns of the counter's stimulus if one was found already, else 0. */
uint64_t stimulus_window(struct check_context *context, const struct counter *counter);

/* Like stimulus_find(), but gives no verdict: false if no event advances the counter. */
bool stimulus_try(struct check_context *context, const struct counter *counter, struct stimulus *stimulus);

/* ---- overflows ---------------------------------------------------------------------------------------- */

/* Events between a preload and the overflow it leads to. */
#define PRELOAD_DISTANCE 16

/* Returns the value from which the counter overflows after PRELOAD_DISTANCE events, for any width it may have. */
uint64_t overflow_preload(const struct counter *counter);

/* Makes `counter` overflow: loads it with overflow_preload() and the stimulus's event plus `select_extra`, starts with
 * `global_extra`, waits until it has wrapped, and stops. Other counters that are loaded and enabled run along. True if
 * it wrapped in time. */
struct overflow_request {
	const struct counter *counter;
	const struct stimulus *stimulus;
	uint64_t select_extra, global_extra;
	bool keep_running; /* do not stop at the end */
};
bool overflow(struct check_context *context, const struct overflow_request *request);

/* Like overflow(), but fails the check at the counter if it did not wrap. */
void expect_overflow(struct check_context *context, const struct overflow_request *request);

/* Longest time from a PMI request to the freeze, and to the PMI. It is not documented; a freeze a millisecond late is
 * broken. */
#define FREEZE_BOUND_NS UINT64_C(600000)

/* Returns the counter that proves a freeze by `counter`'s request by stopping: `counter` itself, or, if only its own
 * enable stops it, another counter of its box, which runs along from now on. */
struct counter freeze_witness(struct check_context *context, const struct counter *counter);

/* True if an overflow's request, with the freeze armed, arrives at the global control within FREEZE_BOUND_NS: the
 * control freezes the counters or notes the request. `counter`: as for is_counting(). */
bool request_arrives(struct check_context *context, const struct counter *counter);

/* Returns the bit of the fixed select that lets its overflow signal, found by trial among the processor's candidates
 * and remembered; for other counters the bit of the layout. 0 if there is none. */
uint64_t signal_find(struct check_context *context, const struct counter *counter);

/* Finds a counter of the check's socket whose overflow signals, to try the global control with; its select_pmi is
 * filled in. If there is none, gives the check's verdict and returns false. */
struct reference {
	struct counter counter;
	struct stimulus stimulus;
	bool tried, found;
};
bool reference_find(struct check_context *context, struct reference *reference);

/* Returns the bits of the global status that report the counter's box. */
uint64_t summary_of(const struct counter *counter);

/* Returns the bits of the global status that the table names without a box: what sets them is not documented. */
uint64_t status_open(const struct check_context *context);

/* Finds by trial what threshold and invert do in the counter's box (hunt_threshold.c). Plain: cycles meet a threshold
 * if their count is at least the threshold, or above it. Inverted: if below it, or swapped with plain, or above it.
 * False if the rule could not be found. */
enum { THRESHOLD_AT_LEAST, THRESHOLD_ABOVE };
enum { INVERT_BELOW, INVERT_SWAPPED, INVERT_ABOVE };
struct threshold_rule {
	uint8_t threshold, invert;
};
bool threshold_find(struct check_context *context, const struct box *box, struct threshold_rule *rule);

/* True if the guide contradicts itself about the rule, so that it must be measured (hunt.threshold). */
bool threshold_is_open(const struct check_context *context, const struct counter *counter);

/* ---- all boxes and counters of a socket ----------------------------------------------------------------------- */

/* Returns the next box of the check's socket that answers; `*walk` begins as 0. NULL after the last. */
const struct machine_box *next_box(const struct check_context *context, unsigned *walk);

/* Walks the counters of the boxes of the check's socket that answer. Start with {0}. */
struct counter_walk {
	unsigned box, number;
};
bool next_counter(const struct check_context *context, struct counter_walk *walk, struct counter *counter);

/* Finds the next of them that an event advances, and the event. */
bool next_advancing(struct check_context *context, struct counter_walk *walk, struct counter *counter,
		    struct stimulus *stimulus);

/* Stops everything, then loads and enables every counter of the socket that an event advances. Returns their number. */
unsigned load_all(struct check_context *context);

/* Reads all counters of the socket in the order of the walk, up to SOCKET_COUNTERS. Returns their number. */
#define SOCKET_COUNTERS 512
unsigned read_all(struct check_context *context, uint64_t values[SOCKET_COUNTERS]);

/* Reads all counters twice, some time apart, and fails the check at the first that has moved. Returns their number. */
unsigned expect_frozen(struct check_context *context);

/* ---- PMIs --------------------------------------------------------------------------------------------- */

/* Longest time for a PMI to arrive, and how long to wait for one that must not arrive. */
#define PMI_BOUND_NS UINT64_C(200000000)
#define PMI_QUIET_NS UINT64_C(4000000)

/* Returns the bit of the global control that steers the PMI to a processor; 0 if there is no such bit. */
uint64_t core_select_of(const struct check_context *context, const struct cpu *cpu);

/* Returns the processor that takes the PMIs of the check's socket: the bootstrap processor if it is there, else the
 * first one that PMIs can be steered to. If there is none, fails the check and returns NULL. */
const struct cpu *home_cpu(struct check_context *context);

/* Stops the reference's box, clears overflows, and takes the processor's PMIs from now on (check_watch_open). */
bool reference_watch(struct check_context *context, const struct reference *reference, const struct cpu *cpu);

/* Like gate_find(), for a check that needs a PMI. Returns false, with the verdict given, if no PMI arrives and none was
 * ever seen on such a part. */
bool gate_expect(struct check_context *context);

/* Makes the reference overflow with the freeze armed and `select` in the global control. True if the processor took a
 * PMI. `away_ns`: how long to wait for a PMI that need not come; 0: as long as an expected one may take. */
bool provoke_pmi(struct check_context *context, const struct reference *reference, const struct cpu *cpu,
		 uint64_t select, uint64_t away_ns);

/* Waits until the watch has counted a PMI, or PMI_BOUND_NS. */
void wait_for_pmi(struct check_context *context);

/* ---- counters that do not start and stop together: nested.c ------------------------------------------ */

/* Counts of two counters, one read first and last (outer), the other in between (inner): however long accesses take,
 * the outer count must be at least the inner one. Then with the two exchanged. */
struct nested {
	uint64_t outer_a, inner_b, outer_b, inner_a;
};

/* Reads both running counters around two windows of `window_ns`. Accesses should take only a small part of it, or
 * smaller differences are missed. Neither counter may wrap twice in that time. */
struct nested nested_count(struct check_context *context, const struct counter *a, const struct counter *b,
			   uint64_t window_ns);

/* True if both may have counted the same. */
bool nested_agree(const struct nested *nested);

/* If they differ, sets the count of `a` that `b` implies as expected, and the actual one of `a` as got. */
void nested_note_difference(const struct nested *nested, struct check_difference *difference);

#endif
