/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions that the checks of counters share. Like check_read and check_write, they do nothing once the
 * check has failed or been skipped. */
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
	uint64_t select_enable; /* bits of its select */
	uint64_t select_pmi;    /* 0 if not known: see signal_find */
	uint64_t select_report; /* bits that its overflow needs to show above its box, or to freeze there; 0: none */
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

/* Evidence about a box that does not answer: the register that the inventory tried, or the identifiers of a PCI function
 * that is another than it should be. Also about one that does, without one of its functions. */
struct silent_box {
	struct check_register reg;
	struct check_place function;
	char box[BOX_NAME_SIZE], name[BOX_NAME_SIZE + 8]; /* of `function` */
	struct check_difference difference;               /* of one of them */
};
void silent_box_of(const struct machine *machine, const struct machine_box *place, struct silent_box *silent);

/* Fails the check at a register, unless the check is over. `format` says what is wrong. */
void fail_got(struct check_context *context, const struct check_register *reg, uint64_t expected, uint64_t got,
	      const char *format, ...) PRINTF_LIKE(5, 6);

/* Fails the check, saying what is `wrong`, unless `got`, which was read of `reg`, is as expected. */
void expect_got(struct check_context *context, const struct check_register *reg, uint64_t expected, uint64_t got,
		const char *wrong);

/* Reads the register, and fails the check, saying what is `wrong`, if the value is not as expected. */
void expect_value(struct check_context *context, const struct check_register *reg, uint64_t expected,
		  const char *wrong);

/* The same for a register above all boxes. If only drivers describe that register, no source says what its other bits mean: they may read
 * anything. */
void expect_above(struct check_context *context, const struct check_register *reg, uint64_t expected,
		  const char *wrong);

/* The bits of such a register whose meaning is known. */
uint64_t named_above(const struct check_context *context, const struct check_register *reg);

/* ---- stopping, starting, loading -------------------------------------------------------------------- */

/* Stops every counter of the check's socket and disables the counters of `box`. */
void quiet_box(struct check_context *context, const struct box *box);

/* Quiets the box, and clears all overflows of its socket. */
void quiet_clear(struct check_context *context, const struct box *box);

/* The same for all boxes of the socket that answer. */
void quiet_socket(struct check_context *context);

/* Sets a counter's value and select while it stands still, and its bit in the box's control.
 * `select` holds the event, and the enable and PMI enable bits if wanted. */
void counter_load(struct check_context *context, const struct counter *counter, uint64_t select, uint64_t value);
void counter_enable(struct check_context *context, const struct counter *counter);

/* Both, with the select's own enable: from the next start on it counts. */
void counter_prepare(struct check_context *context, const struct counter *counter, uint64_t select, uint64_t value);

/* Counters that count between one start and one stop. */
#define START_VALUE UINT64_C(0x1000) /* clear of the low values that errata are about */
struct together {
	struct counting {
		struct counter counter;
		uint64_t select; /* as of counter_prepare() */
		uint64_t from;   /* value that it counts from */
		uint64_t counts; /* since then, in the latest run */
	} of[COUNTERS_MAX];
	unsigned count;
};

/* Prepares all of them, for the next start. */
void together_prepare(struct check_context *context, const struct together *together);

/* Prepares them one by one, and takes what each reads then for what it counts from: it may not hold what was written. One that
 * is not stopped has a head start by that. */
void together_prepare_as_read(struct check_context *context, struct together *together);

/* Takes what they read now for what they count from. */
void together_note(struct check_context *context, struct together *together);

/* Runs them for `run_ns`, and reads how far they have counted. */
void together_run(struct check_context *context, struct together *together, uint64_t run_ns);

/* Adds the other general counters of the box that answer and can count the event, to count it. */
struct stimulus;
void together_add_siblings(const struct check_context *context, struct together *together,
			   const struct counter *counter, const struct stimulus *stimulus);

/* Tries if the fixed counter counts while its box is frozen. FIXED_UNKNOWN if it does not even while the box runs. */
enum fixed_freeze fixed_freeze_of(struct check_context *context, const struct counter *counter);

/* True if nothing but the enable in its select starts and stops the counter: others of its box that it is started with
 * count for a little more or less time. */
bool starts_alone(struct check_context *context, const struct counter *counter);

/* Finds the next die's register that freezes all its boxes, in the check's socket; `*walk` begins as 0. False after the
 * last. start() releases each such register that was found frozen or that the check has written. */
bool next_die(const struct check_context *context, unsigned *walk, struct check_register *control);
void release_die(struct check_context *context, const struct check_register *control);

/* Finds the register that freezes the box's own die. False if there is none, or it does not answer. */
bool find_die(const struct check_context *context, const struct box *box, struct check_register *control);

/* The flags of boxes that have no counters of their own, of which a socket has one, or one for each of its dies; `*walk` begins as 0. False
 * after the last. */
bool next_gatherer(const struct machine *machine, unsigned socket, unsigned *walk, struct check_register *status);

/* True if an overflow of the box is known to show above it: the box has a status, or its select asks for that. */
bool shows_above(const struct box *box);

/* Finds the one among them in which overflows of the box show. False if none does, or the socket is controlled as one. */
bool find_gatherer(const struct machine *machine, const struct box *box, struct check_register *status);

/* An overflowed counter freezes its die as well, perhaps some time later: waits for that, so that it does not freeze what runs next. */
void await_freeze(struct check_context *context, const struct counter *counter);

/* Starts what is enabled, with `extra` bits in what controls the socket. */
void start(struct check_context *context, uint64_t extra);

/* Stops the socket's control, even if other software started it, and all other boxes that were started. */
void stop(struct check_context *context);

/* True while the socket's control lets counters count. Where the control does not show that, `counter`, which should
 * count, must move; NULL: nothing is known, and false. control_runs() takes the `value` just read of the control. */
bool is_counting(struct check_context *context, const struct counter *counter);
bool control_runs(struct check_context *context, uint64_t value, const struct counter *counter);

/* Returns what the socket's control should read: `value`, but with the bits that show whether counters may count as
 * they are while it lets them (`run`), or does not. */
uint64_t control_shows(const struct check_context *context, uint64_t value, bool run);

/* Fails the check if the socket's control does not let counters count; arguments as of is_counting. */
void expect_counting(struct check_context *context, const struct counter *counter, const char *wrong);

/* Reads the counter's value, corrected by its box's erratum. */
uint64_t counter_value(struct check_context *context, const struct counter *counter);

/* Reads how far the counter has counted from the value `from` that it was loaded with. */
uint64_t counter_advance(struct check_context *context, const struct counter *counter, uint64_t from);

/* True if a value read may be 0x1000000 too large. The guide says so of the W-Box for values whose low 24 bits are 0 or
 * 1, and leaves open whether others read so, too (323535 p.140; the check `hunt.erratum` asks). */
bool may_be_misread(uint64_t value);

/* True if the status of its box, where there is one, shows an overflow of the counter. */
bool counter_overflowed(struct check_context *context, const struct counter *counter);

/* The largest value that a counter surely holds: where documents differ on its width, by the narrowest. */
uint64_t counter_mask(const struct check_context *context, const struct counter *counter);

/* Number of bits of the counter. Where the documents differ, the hardware is asked. */
unsigned counter_width(struct check_context *context, const struct counter *counter);

/* The assumption on how many of the register's bits there are: by the register's name ("ubox.fixed_ctr") or that of its row
 * ("irp.ctr"). NULL if there is none. */
const struct assumption *assumption_on(const struct check_context *context, const struct check_register *reg);

/* Reads until (value & mask) == wanted or `bound_ns` has passed; true if it came to that. */
struct expectation {
	const struct check_register *reg;
	uint64_t mask, wanted;
};
bool wait_for(struct check_context *context, const struct expectation *expectation, uint64_t bound_ns);

/* True for a counter that was counting when the run began: it may still count, so its value may differ from the one
 * found. Also true for registers that software cannot write, or that overflows write. */
bool was_running(const struct check_context *context, const struct check_register *reg);

/* ---- an event that advances ------------------------------------------------------------------------- */

struct stimulus {
	uint64_t select;           /* value of the select without enable and PMI enable */
	const struct event *event; /* NULL: the fixed counter's */
	uint32_t siblings;         /* bit i: general counter i can count it, and was counting it */
	uint32_t advanced;         /* bit i: general counter i did advance */
	uint64_t window_ns;        /* time in which it has advanced by at least STIMULUS_LEAST */
	bool tried, found;
	bool unseen; /* a long look did not see the event again: it does not pause, its counter is broken */
};

#define STIMULUS_LEAST 64

/* Returns the select of the first event that the counter can count, or, if no event is listed, of what may be one; 0: none. */
uint64_t event_of(const struct check_context *context, const struct counter *counter);

/* Parses an event string. Fails the check if its processor has no such event. */
bool parse_event(struct check_context *context, const char *event, struct event_config *config);

/* True if the event counts nothing, or something else, unless a filter register is written for it. */
bool needs_filter(const struct box_type *type, const struct event *event);

/* True if events of the counter's box are known, but none that this counter can count. */
bool is_unlisted(const struct check_context *context, const struct counter *counter);

/* Finds another general counter of the box that counts the box's clock, and how. */
bool find_clock_beside(const struct check_context *context, const struct counter *counter, struct counter *clock,
		       uint64_t *select);

/* True if one of those counters of the type, by a mask, can count its clock; 0: any, the fixed one included. */
bool has_clock(const struct box_type *type, uint32_t counters);

/* Finds the clock event of the counter's box. False if the counter cannot count it. */
bool box_clock_of(const struct check_context *context, const struct counter *counter, uint64_t *select);

/* Finds the select, without enables, that has a counter of the box count `event`, which one of them at least can count.
 * False if the event needs a filter register, or what another counter counts. */
bool event_row_select(const struct check_context *context, const struct box *box, const struct event *event,
		      uint64_t *select);

/* Finds an event that needs no filter register and adds at most one in a cycle, perhaps none; code 1 where no document
 * lists the box's events. False if there is none. */
bool one_bit_event_of(const struct check_context *context, const struct counter *counter, uint64_t *select);

/* Finds a select that counts every cycle of the counter's box: its clock, or an event that adds at most one, below a
 * threshold of two. If there is none, skips the check and returns false. */
bool find_every_cycle(struct check_context *context, const struct counter *counter, uint64_t *select);

/* The select of event_of()'s event with a threshold of one: counts the cycles in which it happens. 0 if the select has no threshold. */
uint64_t cycles_with(const struct check_context *context, const struct counter *counter);

/* An event that advances on this counter's box: found by trial, remembered for the run. The filter registers it
 * needs are set when this returns, with everything stopped. If none does,
 * the check gets its verdict and false is returned: skipped where all events may be idle, failed for a clock. */
bool stimulus_find(struct check_context *context, const struct counter *counter, struct stimulus *stimulus);

/* Another general counter of the box that advances on the event of a general one; false if there is none. */
bool find_sibling(const struct counter *counter, const struct stimulus *stimulus, struct counter *sibling);

/* Makes the check untested and returns true if none of the box's counters advances, not even on its clock, not every
 * board gives boxes of this type a clock, and no `expect` names the box. */
bool stimulus_left_unclocked(struct check_context *context, const struct box *box);

/* Finds the event that advances the counter most slowly, to look at it between two events. Sets its filter registers;
 * window_ns is the time from one event to the next. False if none advances. */
bool stimulus_slowest(struct check_context *context, const struct counter *counter, struct stimulus *stimulus);

/* Finds an event that may add more than one in a cycle, needs no filter register, and advances within window_ns. False
 * if the counter can count none, or none advances. */
bool stimulus_of_many(struct check_context *context, const struct counter *counter, struct stimulus *stimulus);

/* Makes a processor of the check's socket write `lines` lines of its own socket's memory, and as many of another socket's if there is one, so
 * that events of memory and of links happen on an idle board. Does nothing if there is no such memory. */
void write_memory(struct check_context *context, unsigned lines);

/* Returns window_ns of the counter's stimulus if one was found already, else 0. */
uint64_t stimulus_window(struct check_context *context, const struct counter *counter);

/* Like stimulus_find(), but without a verdict: false if nothing advances. */
bool stimulus_try(struct check_context *context, const struct counter *counter, struct stimulus *stimulus);

/* ---- overflows ---------------------------------------------------------------------------------------- */

/* Events between a preload and the overflow it leads to. */
#define PRELOAD_DISTANCE 16

/* Returns the value from which the counter overflows after PRELOAD_DISTANCE events, for any width it may have. */
uint64_t overflow_preload(const struct counter *counter);

/* Lets `counter` overflow: loads it with overflow_preload and the stimulus's event plus
 * `select_extra`, starts with `global_extra`, waits until it has wrapped, and stops. Other counters
 * that were loaded and enabled before run along. True if it wrapped within the bound. */
struct overflow_request {
	const struct counter *counter;
	const struct stimulus *stimulus;
	uint64_t select_extra, global_extra;
	bool keep_running; /* do not stop at the end */
};
bool overflow(struct check_context *context, const struct overflow_request *request);

/* Like overflow(), but fails the check at the counter if it did not wrap. */
void expect_overflow(struct check_context *context, const struct overflow_request *request);

/* Longest time from a PMI request to the freeze, and to the PMI. No document gives it; a freeze a millisecond late is
 * broken. */
#define FREEZE_BOUND_NS UINT64_C(600000)

/* The counter that shows by standing still that `counter`'s request froze: itself, but for one that its own enable alone stops
 * another of its box, which runs along from here on. */
struct counter freeze_witness(struct check_context *context, const struct counter *counter);

/* True if the request of an overflow with the freeze armed gets to the global control: it freezes, or notes it, within
 * FREEZE_BOUND_NS. `counter`: as of is_counting. */
bool request_arrives(struct check_context *context, const struct counter *counter);

/* The bit of the fixed select that lets its overflow signal, found by trial among the processor's
 * candidates and remembered; for other counters the bit that the layout has. 0 if none does. */
uint64_t signal_find(struct check_context *context, const struct counter *counter);

/* A counter of the check's socket that overflows and whose overflow signals, to try the global control
 * with; its select_pmi is filled in. False, with the check's verdict given, if there is none. */
struct reference {
	struct counter counter;
	struct stimulus stimulus;
	bool tried, found;
};
bool reference_find(struct check_context *context, struct reference *reference);

/* Bits of the global status that show the counter's box. */
uint64_t summary_of(const struct counter *counter);

/* Bits of the global status that the table names and no box explains: what sets them is not documented. */
uint64_t status_open(const struct check_context *context);

/* What threshold and invert do in the counter's box, by trial (hunt_threshold.c): cycles pass whose count is at least the
 * threshold, or above it. Inverted pass those below it; or the two are swapped; or those above it. False if it could not be
 * found out. */
enum { THRESHOLD_AT_LEAST, THRESHOLD_ABOVE };
enum { INVERT_BELOW, INVERT_SWAPPED, INVERT_ABOVE };
struct threshold_rule {
	uint8_t threshold, invert;
};
bool threshold_find(struct check_context *context, const struct box *box, struct threshold_rule *rule);

/* True where the guide contradicts itself about the rule, so that only the hardware can tell (hunt.threshold). */
bool threshold_is_open(const struct check_context *context, const struct counter *counter);

/* ---- all boxes and counters of a socket ----------------------------------------------------------------------- */

/* Returns the next box of the check's socket that answers; `*walk` begins as 0. NULL after the last. */
const struct machine_box *next_box(const struct check_context *context, unsigned *walk);

/* Walks the counters of the boxes of the check's socket that answer. Start with {0}. */
struct counter_walk {
	unsigned box, number;
};
bool next_counter(const struct check_context *context, struct counter_walk *walk, struct counter *counter);

/* The next of them that an event advances, and that event. */
bool next_advancing(struct check_context *context, struct counter_walk *walk, struct counter *counter,
		    struct stimulus *stimulus);

/* Stops everything, then loads and enables every counter of the socket that an event advances, from 0
 * on. Returns how many. */
unsigned load_all(struct check_context *context);

/* Reads all counters of the socket in the order of the walk. `values` has room for SOCKET_COUNTERS. Returns how many there are. */
#define SOCKET_COUNTERS 512
unsigned read_all(struct check_context *context, uint64_t values[SOCKET_COUNTERS]);

/* Reads all counters twice, some time apart, and fails the check at the first that has moved. Returns their number. */
unsigned expect_frozen(struct check_context *context);

/* ---- PMIs --------------------------------------------------------------------------------------------- */

/* Longest time for a PMI to arrive, and time to wait for one that must not come. */
#define PMI_BOUND_NS UINT64_C(200000000)
#define PMI_QUIET_NS UINT64_C(4000000)

/* The bit of the global control that steers the PMI to a processor; 0 if it has no such bit. */
uint64_t core_select_of(const struct check_context *context, const struct cpu *cpu);

/* The processor that takes the PMIs of the check's socket: the one we run on if it is there, else its
 * first that can be steered to. NULL, with the check failed, if there is none. */
const struct cpu *home_cpu(struct check_context *context);

/* Stops the reference's box, clears overflows, and takes the processor's PMIs from here on
 * (check_watch_open). */
bool reference_watch(struct check_context *context, const struct reference *reference, const struct cpu *cpu);

/* Like gate_find(), for a check that needs a PMI. False, with the verdict given, if none arrives or was ever seen of such a part. */
bool gate_expect(struct check_context *context);

/* One overflow of the reference with the freeze armed and `select` in the global control. True if the processor took a PMI, for which
 * it is watched meanwhile; `away_ns`: how long for one that need not come, 0: of one that should as long as it may take. */
bool provoke_pmi(struct check_context *context, const struct reference *reference, const struct cpu *cpu,
		 uint64_t select, uint64_t away_ns);

/* Waits until the watch has counted a PMI, or PMI_BOUND_NS. */
void wait_for_pmi(struct check_context *context);

/* ---- counters that do not start and stop together: nested.c ------------------------------------------ */

/* One is read first and last, the other in between: however long an access takes, the outer one must have counted at least as much. Then
 * the other way round. */
struct nested {
	uint64_t outer_a, inner_b, outer_b, inner_a;
};

/* Reads both running counters around two stretches of `window_ns`. An access should take a small part of that, or less
 * is found. Neither counter may wrap twice in that time. */
struct nested nested_count(struct check_context *context, const struct counter *a, const struct counter *b,
			   uint64_t window_ns);

/* True if they may have counted the same. */
bool nested_agree(const struct nested *nested);

/* Sets what `b` says that `a` must have counted, and what `a` did count, where they differ. */
void nested_note_difference(const struct nested *nested, struct check_difference *difference);

#endif
