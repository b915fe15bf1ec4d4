/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks of the silicon itself, run on the target. A check is written once, in checks/x86/ and is
 * planned for every box, register or counter that the processor's tables promise.
 *
 * Rules that every check keeps, with the help of the functions below:
 * - every planned check yields exactly one record; a check without a verdict fails;
 * - it restores every register on every path;
 * - it never writes a bit that the layout does not allow, nor a forbidden preload;
 * - every wait is bounded. */
#ifndef CORE_CHECK_H
#define CORE_CHECK_H

#include "core/check/meaning.h"
#include "core/hardware/control.h"
#include "core/hardware/machine.h"
#include "core/record/record.h"

/* The subject of a planned check. Ids are PROCESSOR.[socketN.]SUBJECT.NAME; socket 0 is not spelt. */
enum check_scope {
	CHECK_OF_MACHINE,  /* once; the subject is "machine" */
	CHECK_OF_SOCKET,   /* each socket: under the box with its global control, "ubox", else "socket" */
	CHECK_OF_BOX,      /* "cbox3" */
	CHECK_OF_REGISTER, /* "cbox3.ctl1" */
	CHECK_OF_COUNTER,  /* each counter, the fixed one included: "cbox3.ctr1" */
	CHECK_OF_FIXED     /* each fixed counter: "wbox.fixed_ctr" */
};

struct check_context;
struct check_target;

struct check {
	const char *name;  /* last part of the id; may hold dots: "freeze.holds" */
	const char *title; /* one line */
	const char *about; /* the property checked, the meaning of a failure, the next thing to try */
	/* The statement that the check rests on, if it holds for every machine. Statements of one processor's guide are in its
	 * struct check_facts; without either the check is not planned. */
	const char *fact;
	const char *fact_core; /* the statement for counters of processors; NULL: the check is not for them */
	const char *advice;    /* after a failure: the part to re-test or replace; NULL: the advice of its scope */
	/* Called only if the box answers, and the box with the global control too, if there is one
	 * (except CHECK_OF_MACHINE and `absent_too`). */
	void (*run)(struct check_context *context);
	/* True for targets that have something to check. NULL: all targets, except registers without bits
	 * that may be written and read back. */
	bool (*applies)(const struct machine *machine, const struct check_target *target);
	uint8_t scope;   /* enum check_scope */
	bool absent_too; /* run it even if the box does not answer */
	bool shared; /* a failure may be due to a part that all boxes share, such as the way to the global control */
	bool on_request; /* planned only if the filter ends with its name: some boards may not tolerate it */
};

/* The checks in order of execution, from simple to complex. Ends with NULL. */
extern const struct check *const checks[];

/* ---- facts about a processor that only checks need: one file per processor, in checks/ --------------- */

/* The statement that a check rests on, with its source. */
struct cited_fact {
	const struct check *check;
	const char *fact;
	bool unseen; /* never seen on such a part: a failure of the check blames no part */
};

/* Boxes that no guide describes, but that are known to match those of a processor with a guide. */
struct check_facts;
struct check_likeness {
	const struct check_facts *facts;   /* of that processor */
	const struct check *const *checks; /* checks whose facts hold here as well, each confirmed; ends with NULL */
	const char *guide;                 /* prefix of statements of its guide: "327043-001" */
	const char *of;                    /* the owner of its boxes, and the source that says these are like them */
};

/* A filter that can block every occurrence, whatever the machine does. */
struct null_filter {
	const char *box;    /* type */
	const char *event;  /* an event that the filter passes, as far as is known */
	uint8_t row, field; /* of the filter, in box_type.registers */
	uint32_t value;     /* value of the field that blocks everything */
	bool late;          /* it takes effect only with a change of frequency */
};

/* A register with a code for the clock rate of its box. */
struct rated_clock {
	const char *box;                    /* type */
	const char *event;                  /* the clock event */
	uint8_t row, field;                 /* of the code */
	uint8_t stopped;                    /* a field of one bit: while it is 1, the code is not valid */
	uint32_t base_kilohertz, kilohertz; /* rate for code 0, and for each step above it; a rate of 0 means unknown */
};

/* An event with a known number of occurrences, whatever the machine does. */
struct known_count {
	const char *box;   /* type */
	const char *event; /* an event string, its filters included */
	bool every;        /* it occurs in every cycle of the box's clock; else in none */
	bool late;         /* its filter takes effect only with a change of frequency */
};

/* A fixed counter whose clock is also counted by boxes of another type. */
struct shared_clock {
	const char *box;   /* type of the box with the fixed counter */
	const char *event; /* clock event of the other boxes */
	bool inferred;     /* no document says that it is the same clock */
};

struct map_facts; /* core/map/map.h */

struct check_facts {
	const char *processor; /* its name: "xeon-7500"; NULL: any that describes itself */
	const struct cited_fact *facts;
	const struct check_likeness *like; /* NULL: a guide describes its boxes */
	const struct null_filter *null_filters;
	const struct rated_clock *rated_clocks;
	const struct shared_clock *shared_clocks;
	const struct known_count *known_counts;
	const struct meanings *meanings; /* expected counts of its events during known work; NULL: no sheet has them */
	const struct map_facts *maps;    /* its boxes that serve lines of memory; NULL: no sheet has them */
	uint8_t fact_count, null_filter_count, rated_clock_count, shared_clock_count, known_count_count;
};

/* The facts of every processor for which checks have some; ends with NULL. */
extern const struct check_facts *const check_facts[];

/* The statement cited for a check, for the processor itself or for one that it matches; NULL: none. */
const char *check_cited(const struct check_facts *facts, const struct check *check);

/* True if the fact of the check was never seen on such a part. */
bool check_is_unseen(const struct check_facts *facts, const struct check *check);

/* The facts about the machine's processor, and about one of its box types; NULL: there are none. */
const struct check_facts *check_facts_of(const struct machine *machine);
const struct null_filter *check_null_filter(const struct machine *machine, const struct box_type *type);
const struct rated_clock *check_rated_clock_of(const struct machine *machine, const struct box_type *type);
const struct shared_clock *check_shared_clock(const struct machine *machine, const struct box_type *type);

/* The known count number `index` of a box type; NULL: there are no more. */
const struct known_count *check_known_count(const struct machine *machine, const struct box_type *type, unsigned index);

/* The statement that a planned check rests on; NULL if the check is not for such boxes. */
const char *check_fact(const struct machine *machine, const struct check_target *target);

/* The other processor whose boxes that statement is about, and why it applies to these; NULL: it is about these. */
const char *check_fact_of(const struct machine *machine, const struct check_target *target);

/* The part to re-test or replace if a check fails at an access with that outcome. */
const char *check_advice(const struct check *check, enum outcome outcome);

/* One register of one box. */
struct check_register {
	struct box box;
	const struct register_row *row;
	uint8_t index;
};

/* One planned check. */
struct check_target {
	const struct check *check;
	const struct machine_box *place; /* NULL for CHECK_OF_MACHINE */
	struct check_register reg;       /* of CHECK_OF_REGISTER and the scopes after it */
	unsigned counter;                /* number of the counter; type->counters for the fixed one */
};

/* A walk over the planned checks. */
struct check_plan {
	const struct machine *machine;
	struct slice filter;
	unsigned check, box, subject; /* position of the walk */
};

/* A plan of all checks whose id matches the glob `filter`, with or without the processor's name and the
 * socket as prefix: "cbox3.*" means cbox3 of every socket. An empty filter matches all. */
struct check_plan check_plan_of(const struct machine *machine, struct slice filter);

/* The next planned check; false at the end. */
bool check_plan_next(struct check_plan *plan, struct check_target *target);

#define CHECK_ID_SIZE 96
void check_id(const struct machine *machine, const struct check_target *target, struct text *id);

/* Runs every check that matches: first the plan, then one record per check. Calls `interrupted` (NULL: never)
 * with `whom` between checks; once it returns true, the rest is skipped. Returns the number of planned checks. */
unsigned checks_run(struct machine *machine, struct output *output, struct slice filter,
		    bool (*interrupted)(void *context), void *whom);

/* Fails the running check because one of its accesses hangs. Call it from another processor; the hung one must
 * not continue. Returns false, without a record, if no check is running. */
struct stuck_access;
MUST_CHECK bool checks_report_stuck(const struct stuck_access *access);

/* Restores the registers written by the running check, if there is one, and forgets the check: for exits on which it never ends. */
void checks_abandon(void);

/* A register's value at the moment the run began. */
struct check_found {
	uint64_t value;
	uint8_t outcome; /* enum outcome; OUTCOME_ABSENT for a write-only register */
	uint16_t root;   /* 1 + the number of the failure that makes it suspect: check_roots.c; 0: none */
};

/* A register that the running check has written, and its value before that. */
struct check_saved {
	struct check_register reg;
	uint64_t value;
	uint64_t written; /* the value written last */
	uint16_t next;    /* 1 + the index of the next one in its chain; 0: none */
};

#define CHECK_SAVED_CHAINS 128

/* PMIs taken while a check watches for them. */
struct check_watch {
	volatile uint32_t count;
	volatile uint32_t cpu; /* of the last one */
	uint64_t strays;       /* stray PMIs of the check's socket when the watch began */
	uint64_t siblings;     /* the strays among them that other logical processors of the taker's core took */
	uint64_t gate;         /* saved value of the processor's gate register, if `gated` */
	uint32_t taker;        /* the watched processor */
	bool open, gated;
};

#define CHECK_MESSAGE_SIZE  320
#define CHECK_REGISTER_NAME 32

/* The fixed counter of a frozen box: stopped, or still counting (box_type.fixed_apart). */
enum fixed_freeze { FIXED_UNKNOWN, FIXED_STANDS, FIXED_RUNS };

/* A fact that is not certain, because it has only one source, or a related processor's document: for `question` the table has
 * `assumed`, and the silicon has `answer`. */
struct check_doubt {
	const char *question, *answer, *assumed; /* question: NULL if there is no doubt */
};

/* How often the counted events occur. STEADY: every look at the counter sees some, or none ever does. SLOW: every longer look does;
 * those are used from now on. UNSTEADY: the events come and go. */
enum check_traffic { TRAFFIC_STEADY, TRAFFIC_SLOW, TRAFFIC_UNSTEADY };

struct check_context {
	/* For the whole run. */
	struct machine *machine;
	struct output *output;
	struct check_found **found; /* for each of machine->boxes: its registers, in order */
	struct check_note *notes;   /* check_note() */
	uint8_t fixed_freeze;       /* enum fixed_freeze, as measured */
	uint64_t *strays;           /* for each socket: PMIs during checks that expected none, except checks of cores */
	struct check_root *roots;   /* failures from which others may follow */
	uint16_t root_count;
	struct check_alike *alike; /* failures of `alike_check` that are the same in all boxes of a type */
	const struct check *alike_check;
	uint16_t alike_count;
	bool muted;                    /* a box is tried again, or early: write no records */
	struct check_summary *summary; /* for the summary of the checks that the console does not show */
	/* For the running check. */
	struct check_target target;
	uint32_t serial; /* different for each run of a check */
	/* Set if the check rests on events that may pause; else NULL. */
	enum check_traffic (*look_at_traffic)(struct check_context *context);
	struct check_saved *saved;
	uint16_t saved_count, saved_room;
	uint16_t saved_chain[CHECK_SAVED_CHAINS]; /* 1 + the number of the first in each chain */
	uint64_t global_bits;                     /* counter enables in the global control register */
	/* The counters that must count in each of machine->boxes, if there is no global control. For a core's box: the
	 * enable bits of its control; else bit i: general counter i, followed by the fixed one. */
	uint64_t *marks;
	uint16_t marks_first, marks_end; /* only boxes from first to before end have marks */
	struct check_watch watch;
	uint8_t result; /* enum check_result, once `decided` */
	bool decided;
	bool without;             /* the result is final: see check_without */
	struct check_doubt doubt; /* the check failed at a fact that is not certain */
	bool surprised;           /* an answer differs from the assumption */
	bool watched;             /* the check waited for PMIs */
	bool counted;             /* the check started counters: overflow bits may be left set */
	char message[CHECK_MESSAGE_SIZE];
	uint16_t used_root; /* 1 + the first root with a register that the check has used; 0: none */
	bool has_evidence, has_reg;
	struct check_register evidence_reg; /* the register reported as broken, if `has_reg` */
	struct check_evidence evidence;
	char box_name[BOX_NAME_SIZE], register_name[CHECK_REGISTER_NAME];
};

/* ---- verdicts: the worst wins (fail, skip, untested, pass); the first of several failures is kept */

void check_pass(struct check_context *context, const char *format, ...) PRINTF_LIKE(2, 3);
void check_skip(struct check_context *context, const char *format, ...) PRINTF_LIKE(2, 3);

/* Untested, because of a condition that sound hardware may have: a function that the board's firmware hides, a channel
 * without memory, a link without a clock. The run can still pass. */
void check_untested(struct check_context *context, const char *format, ...) PRINTF_LIKE(2, 3);
/* Like check_untested(), and final: later verdicts of the check are ignored, since it lacked what it needs. */
void check_without(struct check_context *context, const char *format, ...) PRINTF_LIKE(2, 3);
void check_fail(struct check_context *context, const char *format, ...) PRINTF_LIKE(2, 3);

/* Passes, and records the measured `answer` to the question `name` (ASSUMED_OVERFLOW and the like, or the name
 * of an assumption made of masks), and whether the processor's table assumes it. */
void check_answer(struct check_context *context, const char *name, const char *answer);

/* Like check_answer(), with the expected answer in `assumed` instead of the processor's assumptions; NULL: none. */
void check_answer_to(struct check_context *context, const char *name, const char *answer, const char *assumed);

/* Like check_answer(), for the bits of a field of a register; the question is "ubox.status.pmi". */
void check_answer_field(struct check_context *context, const struct check_register *reg, const struct field *field,
			uint64_t mask);

/* A register that is in no box's table, with its names in reports. */
struct check_place {
	const char *box, *reg;
	struct location where;
};

/* A failure at a register. If the access itself failed, `expected` and `got` have no meaning. */
struct check_difference {
	const struct check_register *reg;
	const struct check_place *place; /* instead of reg: a register in no box's table; else NULL */
	uint64_t expected, got;
	uint8_t outcome; /* enum outcome of the access */
};
void check_fail_at(struct check_context *context, const struct check_difference *difference, const char *format, ...)
	PRINTF_LIKE(3, 4);

/* Fails the check if it passes in another box of the type. Else either the source or the silicon may be wrong, and the result is an
 * answer, as from check_answer_to(). */
void check_doubt_at(struct check_context *context, const struct check_difference *difference,
		    const struct check_doubt *doubt);

/* True while the check may continue: it has not failed, and is neither skipped nor untested. */
bool check_going(const struct check_context *context);

/* ---- registers -------------------------------------------------------------------------------------- */

/* Register `index` of a box's row of that role; row is NULL if the box has none. */
struct check_register check_register_of(const struct box *box, enum role role, unsigned index);

/* The control, status and clear registers of the check's socket; row NULL if boxes control themselves. */
struct check_register check_socket_control(const struct check_context *context);
struct check_register check_socket_status(const struct check_context *context);
struct check_register check_socket_clear(const struct check_context *context);

bool check_same(const struct check_register *a, const struct check_register *b);

/* The number of registers of a box, and register `n` (in order of rows). */
unsigned check_register_count(const struct box *box);
struct check_register check_register_at(const struct box *box, unsigned n);

/* Bits that software may write, write-only and write-1-to-clear bits included. */
uint64_t check_allowed(const struct check_context *context, const struct check_register *reg);

/* The value that lets the boxes of a die go, for the register that freezes them (ROLE_GLOBAL_FREEZE). */
uint64_t check_released(const struct check_context *context, const struct check_register *reg);

/* True if the register can be read: it is not write-only. */
bool check_readable(const struct check_register *reg);

/* True if the register is in a function that accompanies the box's and is missing: the check `identity` reports that. */
bool check_is_lost(const struct machine_box *place, const struct check_register *reg);

/* Reads a register. An access that does not answer fails the check and returns 0. After a failure or a
 * skip no access is made, so that a check's body needs no early return. */
uint64_t check_read(struct check_context *context, const struct check_register *reg);

/* Writes a register. Its value is saved before the first write of the check and restored after the check. Bits that must be 1
 * are written as 1. A value with bits that are not allowed fails the check instead of reaching the hardware. */
void check_write(struct check_context *context, const struct check_register *reg, uint64_t value);

/* Writes a register that may refuse the write; the check restores it itself. Returns OUTCOME_DROPPED if it must not be
 * written, or the check is over. */
enum outcome MUST_CHECK check_try_write(struct check_context *context, const struct check_register *reg,
					uint64_t value);

/* True if other registers may be written only while this register's enable is 0. */
bool check_is_gate(const struct check_register *reg);

/* Writes 0 to the register that must be 0 while this filter register is written, if there is one. */
void check_shut_gate(struct check_context *context, const struct check_register *reg);

/* The value last written to the register by the running check, even if the register did not keep it; without a write, the
 * register's value. */
uint64_t check_written(struct check_context *context, const struct check_register *reg);

/* True if the running check has written the register. */
bool check_is_changed(const struct check_context *context, const struct check_register *reg);

/* Memory of `size` bytes, initially 0, that checks share under `name` until the end of the run. NULL if there is none left. */
void *check_note(struct check_context *context, const char *name, size_t size);

/* Notes in context->marks which counters of a box must count. */
void check_mark(struct check_context *context, const struct box *box, uint64_t bits);

/* Clears the marks of all boxes. */
void check_clear_marks(struct check_context *context);

/* The number of a box's first register: the count of registers in the boxes before it in machine->boxes. */
unsigned check_register_number(const struct check_context *context, const struct machine_box *place);

/* Index of a box in machine->boxes. */
unsigned check_box_index(const struct check_context *context, const struct box *box);

/* The register's value when the run began. */
const struct check_found *check_found_at(const struct check_context *context, const struct check_register *reg);

/* Like check_found_at(), for writing. */
struct check_found *check_found_entry(const struct check_context *context, const struct check_register *reg);

/* Reads a register whatever the check's state: for the inventory, the clean-up and the last check. */
enum outcome MUST_CHECK check_peek(struct check_context *context, const struct check_register *reg, uint64_t *value);

/* Stops all counting of the check's socket and restores the saved registers: first selects and counters,
 * then the boxes' controls, the global control last. */
void check_restore(struct check_context *context);

/* Bits of the status of the box with the global control that only follow the boxes below; 0 for other boxes. */
uint64_t check_mirrored(const struct check_context *context, const struct box *controlling);

/* Clears the overflow bits of the check's socket that are set now, the boxes' bits first: the levels above follow them. A bit that
 * does not clear does not fail the check, but a clear register of the check's own box must answer. */
void check_clear_overflows(struct check_context *context);

/* ---- failures that follow from others: check_roots.c -------------------------------------------------- */

/* Begins a run. False if there is no memory. */
MUST_CHECK bool check_roots_start(struct check_context *context);

/* Notes that the running check has used a register. */
void check_roots_use(struct check_context *context, const struct check_register *reg);

/* Like check_roots_use(), for all registers of a box: a wrong result may be due to any of them. */
void check_roots_use_box(struct check_context *context, const struct box *box);

/* The failure from which the running check's failure follows: 1 + its number; 0: none so far. */
uint16_t check_roots_of(struct check_context *context);

/* Adds the running check's failure as one from which others may follow. Returns 1 + its number, 0 if there is no room. */
uint16_t check_roots_add(struct check_context *context, bool excused);

/* Makes the result of the running check "untested": no part is to blame. */
void check_roots_excuse(struct check_context *context);

/* The id of the check from which the running check's failure follows, or NULL. A failure that follows from an untested
 * check is made untested, too. */
const char *check_roots_blame(struct check_context *context);

/* Reports the failures that follow from no other, and the number that follows from each. */
void check_roots_report(const struct check_context *context);

/* ---- failures that are the same in all boxes of a type: check_alike.c --------------------------------- */

/* Takes memory for a run; false if there is none. */
MUST_CHECK bool check_alike_start(struct check_context *context);

/* If the running check has failed in one box, and fails in all others of its type that answer, its result becomes untested; if the
 * fact it failed at is in doubt, and no box passes, an answer. Tries the other boxes with `run`, without records. */
void check_alike_judge(struct check_context *context, void (*run)(struct check_context *context));

/* The finding from an earlier box of the type; NULL: none. And the failure that stands for all its boxes: 1 + its number, or 0. */
struct check_alike;
const struct check_alike *check_alike_known(struct check_context *context);
uint16_t check_alike_root(const struct check_alike *alike);

/* Makes `target` the running check, without a result. */
void check_begin(struct check_context *context, const struct check_target *target);

/* ---- the summary of checks that are not shown one by one: check_summary.c ---------------------------- */

/* Takes memory for a run of `planned` checks; false if there is none. */
MUST_CHECK bool check_summary_start(struct check_context *context, uint32_t planned);

/* Counts the check that was just reported; reports the run's progress from time to time, for people. */
void check_summary_add(struct check_context *context);

/* Counts an answer of the running check; `said` is its text for people. */
void check_summary_answer(struct check_context *context, const char *said);

/* Reports to people, unless every check is shown: per box the number of checks passed, failed and skipped; the reasons of
 * skips; the answers that were not assumed. */
void check_summary_report(const struct check_context *context);

/* ---- time and PMIs ------------------------------------------------------------------------------------ */

/* Passes `ns` nanoseconds; a PMI does not cut it short. */
void check_pause(struct check_context *context, uint64_t ns);

/* Notes that a counter was found stopped, or that an effect is about to show: until it has settled, nothing is read and only
 * controls are written (core/hardware/settle.h). Writes by the check that stop counters or clear overflow bits note it
 * automatically. */
void check_settle(struct check_context *context);

/* Waits until all PMIs already sent on the socket are taken: each of its processors answers once. An emulated processor may be
 * arbitrarily late. */
void check_settle_pmis(const struct check_context *context);

/* Starts counting PMIs in context->watch. Returns false, with the verdict set, if no window can be opened
 * on that processor. The framework closes the watch if the check does not. */
bool check_watch_open(struct check_context *context, uint32_t cpu);
void check_watch_close(struct check_context *context);

/* Unmasks the watched processor's entry for the next PMI. Call it when no overflow bit is set. Needed if PMIs repeat while the
 * overflow bit is set (hw.unmask): checks do not acknowledge in their handler, so the entry stays masked after each PMI. */
void check_watch_rearm(struct check_context *context);

/* PMIs since the watch began that other processors of the check's socket took, or that its own took without being asked to. */
uint64_t check_watch_strays(const struct check_context *context);

/* The strays that other logical processors of the taker's core took, which is correct: a socket's PMI goes to the whole core. */
uint64_t check_watch_sibling_pmis(const struct check_context *context);

#endif
