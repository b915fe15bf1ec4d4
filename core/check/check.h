/* SPDX-License-Identifier: BSD-2-Clause */
/* Checks of the silicon itself, run on the target. A check is written once, in checks/x86/ and is
 * planned for every box, register or counter that the processor's tables promise.
 *
 * Rules that every check keeps, with the help of the functions below:
 * - every planned check yields exactly one record; one that says nothing has failed;
 * - it leaves every register as it found it, on every path;
 * - it never writes a bit that the layout does not allow, nor a forbidden preload;
 * - every wait is bounded. */
#ifndef CORE_CHECK_H
#define CORE_CHECK_H

#include "core/check/meaning.h"
#include "core/hardware/control.h"
#include "core/hardware/machine.h"
#include "core/record/record.h"

/* What a check is planned for. Ids are PROCESSOR.[socketN.]SUBJECT.NAME; socket 0 is not spelt. */
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
	const char *about; /* what is checked, what a failure means, what to try next */
	/* The statement it rests on, where that is true of whatever machine there is. Statements of one processor's guide are in
	 * its struct check_facts: without either the check is not planned. */
	const char *fact;
	const char *fact_core; /* that of counters of processors; NULL: the check is not for them */
	const char *advice;    /* when it fails: what to re-test or replace; NULL: that of its scope */
	/* Called if the box answers and so does the one with the global control, if there is one;
	 * CHECK_OF_MACHINE and `absent_too` excepted. */
	void (*run)(struct check_context *context);
	/* True for targets that there is something to check of. NULL: all, but for registers without bits
	 * that may be written and read back. */
	bool (*applies)(const struct machine *machine, const struct check_target *target);
	uint8_t scope;   /* enum check_scope */
	bool absent_too; /* call it in any case */
	bool shared;     /* what it shows may be of what all boxes share, such as the way to the global control */
	bool on_request; /* planned only where the filter ends with its name: it does what boards may not like */
};

/* The checks in the order in which they run, from the simple to the complex. Ends with NULL. */
extern const struct check *const checks[];

/* ---- what only checks want to know of a processor: a file each, beside them ------------------------- */

/* What a check rests on, and where that stands. */
struct cited_fact {
	const struct check *check;
	const char *fact;
	bool unseen; /* nobody has seen it on such a part: its failure blames none */
};

/* Boxes that no guide describes, and that are known to be like those of a processor that has one. */
struct check_facts;
struct check_likeness {
	const struct check_facts *facts;   /* of that processor */
	const struct check *const *checks; /* those whose facts hold here as well, each confirmed; ends with NULL */
	const char *guide;                 /* what statements of its guide start with: "327043-001" */
	const char *of;                    /* whose they are, and who says that these are like them */
};

/* A filter that can be made to let nothing pass, whatever the machine does. */
struct null_filter {
	const char *box;    /* type */
	const char *event;  /* one that the filter lets pass, as far as that is known */
	uint8_t row, field; /* of the filter, in box_type.registers */
	uint32_t value;     /* of the field, with which nothing passes */
	bool late;          /* it takes effect only with a change of frequency */
};

/* A register that says by a code at which rate the clock of its box runs. */
struct rated_clock {
	const char *box;                    /* type */
	const char *event;                  /* of the clock */
	uint8_t row, field;                 /* the code */
	uint8_t stopped;                    /* a field of one bit: while it is 1, the code says nothing */
	uint32_t base_kilohertz, kilohertz; /* code 0, and each step above it; 0 says nothing */
};

/* An event of which is known how often it happens, whatever the machine does. */
struct known_count {
	const char *box;   /* type */
	const char *event; /* an event string, its filters included */
	bool every;        /* in every cycle of the box's clock; else in none */
	bool late;         /* what its filter says takes effect only with a change of frequency */
};

/* A fixed counter whose clock boxes of another type count as well. */
struct shared_clock {
	const char *box;   /* type of the fixed counter's */
	const char *event; /* of the others */
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
	const struct meanings *meanings; /* what its events count while known work is done; NULL: no sheet says */
	const struct map_facts *maps;    /* which of its boxes serve lines of memory; NULL: no sheet says */
	uint8_t fact_count, null_filter_count, rated_clock_count, shared_clock_count, known_count_count;
};

/* Of every processor that checks know something of; ends with NULL. */
extern const struct check_facts *const check_facts[];

/* What is cited for a check, of the processor itself or of one that it is like; NULL: nothing. */
const char *check_cited(const struct check_facts *facts, const struct check *check);

/* True if nobody has seen on such a part what the check asks for. */
bool check_is_unseen(const struct check_facts *facts, const struct check *check);

/* What is known of the machine's processor, and of a box type there; NULL: nothing. */
const struct check_facts *check_facts_of(const struct machine *machine);
const struct null_filter *check_null_filter(const struct machine *machine, const struct box_type *type);
const struct rated_clock *check_rated_clock_of(const struct machine *machine, const struct box_type *type);
const struct shared_clock *check_shared_clock(const struct machine *machine, const struct box_type *type);

/* The index-th that is known of a box type; NULL: there are no more. */
const struct known_count *check_known_count(const struct machine *machine, const struct box_type *type, unsigned index);

/* The statement that a planned check rests on; NULL if it is not for such boxes. */
const char *check_fact(const struct machine *machine, const struct check_target *target);

/* Of which other processor's boxes that statement is, and why it is taken for this one's; NULL: it is of these. */
const char *check_fact_of(const struct machine *machine, const struct check_target *target);

/* What to re-test or replace when a check fails at an access of that outcome. */
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
	struct check_register reg;       /* of the scopes from CHECK_OF_REGISTER on */
	unsigned counter;                /* of a counter; type->counters for the fixed one */
};

/* A walk over the planned checks. */
struct check_plan {
	const struct machine *machine;
	struct slice filter;
	unsigned check, box, subject; /* where the walk stands */
};

/* A plan of all checks whose id matches the glob `filter`, with or without the processor's name and the
 * socket in front: "cbox3.*" means that of every socket. An empty filter takes all. */
struct check_plan check_plan_of(const struct machine *machine, struct slice filter);

/* The next planned check; false at the end. */
bool check_plan_next(struct check_plan *plan, struct check_target *target);

#define CHECK_ID_SIZE 96
void check_id(const struct machine *machine, const struct check_target *target, struct text *id);

/* Runs every check that matches: plan first, then one record each. `interrupted` is asked between
 * checks with `whom` (NULL: never); once it says true, the rest is skipped. Returns how many were planned. */
unsigned checks_run(struct machine *machine, struct output *output, struct slice filter,
		    bool (*interrupted)(void *context), void *whom);

/* Reports the check under way as failed by an access that never comes back: to be called by another processor than
 * the one that runs it, which must not go on. False, and nothing is said, if no check is under way. */
struct stuck_access;
MUST_CHECK bool checks_report_stuck(const struct stuck_access *access);

/* Puts back what the check under way has written, if there is one, and forgets it: for a way out on which it will
 * never come to its end. */
void checks_abandon(void);

/* A register's value at the moment the run began. */
struct check_found {
	uint64_t value;
	uint8_t outcome; /* enum outcome; OUTCOME_ABSENT for a write-only register */
	uint16_t root;   /* 1 + the number of the failure that put it under suspicion: check_roots.c; 0: none did */
};

/* A register that the running check has written, and what it held before. */
struct check_saved {
	struct check_register reg;
	uint64_t value;
	uint64_t written; /* the latest */
	uint16_t next;    /* 1 + the index of the next one in its chain; 0: none */
};

#define CHECK_SAVED_CHAINS 128

/* PMIs taken while a check watches for them. */
struct check_watch {
	volatile uint32_t count;
	volatile uint32_t cpu; /* of the last one */
	uint64_t strays;       /* of the check's socket when the watch began */
	uint64_t beside;       /* of these, those of the taker's core */
	uint64_t gate;         /* what the processor's gate register held, if `gated` */
	uint32_t taker;        /* the processor that is watched */
	bool open, gated;
};

#define CHECK_MESSAGE_SIZE  320
#define CHECK_REGISTER_NAME 32

/* Whether a frozen box lets its fixed counter go on (box_type.fixed_apart). */
enum fixed_freeze { FIXED_UNKNOWN, FIXED_STANDS, FIXED_RUNS };

/* What one source alone says, or a document of a relative: `assumed` is the answer to `question` where the silicon's is `answer`. */
struct check_doubt {
	const char *question, *answer, *assumed; /* question: NULL if nothing is doubted */
};

/* Whether what a check counts happens all the time: so often that a counter sees it whenever it looks, or only where it looks for longer,
 * as it does from now on. */
enum check_traffic { TRAFFIC_STEADY, TRAFFIC_SLOW, TRAFFIC_UNSTEADY };

struct check_context {
	/* Of the whole run. */
	struct machine *machine;
	struct output *output;
	struct check_found **found; /* of each of machine->boxes: its registers, in order */
	void *notes;                /* what checks/ remembers from check to check */
	void *marks_seen;           /* and of that what its check of aliases saw */
	void *agreements;           /* and what its check of siblings has found alike */
	uint8_t fixed_freeze;       /* enum fixed_freeze, as measured */
	uint64_t *strays;           /* of each socket: PMIs that came in checks of no core, which waited for none */
	struct check_root *roots;   /* failures from which others may follow */
	uint16_t root_count;
	struct check_alike *alike;       /* what fails alike in all boxes of a type, */
	const struct check *alike_check; /* in this check */
	uint16_t alike_count;
	bool muted;                    /* a box is tried again, or before its turn: nothing is told of it */
	struct check_summary *summary; /* what people are told at the end of what is not shown */
	/* Of the check that runs now. */
	struct check_target target;
	uint32_t serial; /* another one for each run of a check */
	/* Where it rests on events that may pause; NULL: it does not. */
	enum check_traffic (*look_at_traffic)(struct check_context *context);
	struct check_saved *saved;
	uint16_t saved_count, saved_room;
	uint16_t saved_chain[CHECK_SAVED_CHAINS]; /* 1 + the number of the first in each chain */
	uint64_t global_bits;                     /* counter enables that live in the global control register */
	/* Of each of machine->boxes where none is: what is to count. Bits of its control that enable counters of
	 * a processor, else bit i: general counter i, and the fixed one behind them. */
	uint64_t *marks;
	uint16_t marks_first, marks_end; /* none of other boxes are set */
	struct check_watch watch;
	uint8_t result; /* enum check_result, once `decided` */
	bool decided;
	bool without;             /* the result stands: see check_without */
	struct check_doubt doubt; /* it has failed at what is not certain */
	bool surprised;           /* an answer was not as assumed */
	bool watched;             /* PMIs were waited for */
	bool counted;             /* counters were started: overflows may be left behind */
	char message[CHECK_MESSAGE_SIZE];
	uint16_t used_root; /* 1 + the first root of which the check has used a register; 0: it has used none */
	bool has_evidence, has_reg;
	struct check_register evidence_reg; /* that it names as broken, if `has_reg` */
	struct check_evidence evidence;
	char box_name[BOX_NAME_SIZE], register_name[CHECK_REGISTER_NAME];
};

/* ---- verdicts: the worst wins (fail, skip, untested, pass), and of several failures the first is kept */

void check_pass(struct check_context *context, const char *format, ...) PRINTF_LIKE(2, 3);
void check_skip(struct check_context *context, const char *format, ...) PRINTF_LIKE(2, 3);

/* What real hardware may have in any case keeps it from being tested: a function that the board's firmware hides, a channel
 * without memory, a link without a clock. The run passes all the same. */
void check_untested(struct check_context *context, const char *format, ...) PRINTF_LIKE(2, 3);
/* The same, and whatever the check says after it counts for nothing: it did without what it needs. */
void check_without(struct check_context *context, const char *format, ...) PRINTF_LIKE(2, 3);
void check_fail(struct check_context *context, const char *format, ...) PRINTF_LIKE(2, 3);

/* Passes with what was found out, and has a record say so: `answer` to the question `name` (see
 * ASSUMED_OVERFLOW and its like; or the name of an assumption made of masks), and whether the processor's
 * table assumes it. */
void check_answer(struct check_context *context, const char *name, const char *answer);

/* The same where something else than the processor's assumptions says what is expected; NULL: nothing. */
void check_answer_to(struct check_context *context, const char *name, const char *answer, const char *assumed);

/* The same for the bits of a register that are a field; the question is "ubox.status.pmi". */
void check_answer_field(struct check_context *context, const struct check_register *reg, const struct field *field,
			uint64_t mask);

/* A register that is in no box's table, by the names that reports have for it. */
struct check_place {
	const char *box, *reg;
	struct location where;
};

/* A failure at a register. If the access itself did not go well, expected and got say nothing. */
struct check_difference {
	const struct check_register *reg;
	const struct check_place *place; /* instead of reg: what is in no box's table; else NULL */
	uint64_t expected, got;
	uint8_t outcome; /* enum outcome of the access */
};
void check_fail_at(struct check_context *context, const struct check_difference *difference, const char *format, ...)
	PRINTF_LIKE(3, 4);

/* A failure if the check passes in another box of the type: what holds there holds here. Else nobody knows whether the source or the
 * silicon is wrong, and it is an answer, as of check_answer_to. */
void check_doubt_at(struct check_context *context, const struct check_difference *difference,
		    const struct check_doubt *doubt);

/* True while nothing has failed, been skipped or found untested: the check may go on. */
bool check_going(const struct check_context *context);

/* ---- registers -------------------------------------------------------------------------------------- */

/* Register `index` of a box's row of that role; row is NULL if the box has none. */
struct check_register check_register_of(const struct box *box, enum role role, unsigned index);

/* What controls the check's socket, its status, and what clears that; row NULL if boxes control themselves. */
struct check_register check_socket_control(const struct check_context *context);
struct check_register check_socket_status(const struct check_context *context);
struct check_register check_socket_clear(const struct check_context *context);

bool check_same(const struct check_register *a, const struct check_register *b);

/* How many registers a box has, and the n-th of them (in order of rows). */
unsigned check_register_count(const struct box *box);
struct check_register check_register_at(const struct box *box, unsigned n);

/* Bits that software may write at all, write-only and write-1-to-clear ones included. */
uint64_t check_allowed(const struct check_context *context, const struct check_register *reg);

/* True if reading says something: not a write-only register. */
bool check_readable(const struct check_register *reg);

/* True if the register is in a function that accompanies the box's, and is not there: `identity` says so. */
bool check_is_lost(const struct machine_box *place, const struct check_register *reg);

/* Reads. An access that does not answer fails the check and gives 0; after a failure or a skip no
 * access is made any more, so that a check's body can go straight on to its end. */
uint64_t check_read(struct check_context *context, const struct check_register *reg);

/* Writes. What the register held is saved before the first write of the check and put back after it. Bits that must be 1 are,
 * whatever the value. A value with bits that are not allowed fails the check instead of reaching the hardware. */
void check_write(struct check_context *context, const struct check_register *reg, uint64_t value);

/* Writes a register that may refuse it, and that the check puts back itself. OUTCOME_DROPPED if it must not be written,
 * or the check is over. */
enum outcome MUST_CHECK check_try_write(struct check_context *context, const struct check_register *reg,
					uint64_t value);

/* True if others may be written only while this register's enable is 0. */
bool check_is_gate(const struct check_register *reg);

/* Writes 0 to the register that must be 0 while this filter register is written, if there is one. */
void check_shut_gate(struct check_context *context, const struct check_register *reg);

/* What the running check wrote to the register last, whatever became of it there; what it holds if it wrote nothing. */
uint64_t check_written(struct check_context *context, const struct check_register *reg);

/* True if the running check has written the register. */
bool check_is_changed(const struct check_context *context, const struct check_register *reg);

/* Notes what is to count in a box, in context->marks. */
void check_mark(struct check_context *context, const struct box *box, uint64_t bits);

/* Forgets it of all boxes. */
void check_clear_marks(struct check_context *context);

/* How many registers there are in the boxes before this one of machine->boxes: its first register's number. */
unsigned check_register_number(const struct check_context *context, const struct machine_box *place);

/* Index of a box in machine->boxes. */
unsigned check_box_index(const struct check_context *context, const struct box *box);

/* What the register held when the run began. */
const struct check_found *check_found_at(const struct check_context *context, const struct check_register *reg);

/* The same, to be changed. */
struct check_found *check_found_entry(const struct check_context *context, const struct check_register *reg);

/* Reads a register whatever the check's state: for the inventory, the clean-up and the last check. */
enum outcome MUST_CHECK check_peek(struct check_context *context, const struct check_register *reg, uint64_t *value);

/* Stops all counting of the check's socket and puts back what was saved: what select and count, then
 * the boxes' controls, the global control last. */
void check_restore(struct check_context *context);

/* Bits of the status of the box with the global control that only follow the boxes below; 0 for other
 * boxes. */
uint64_t check_mirrored(const struct check_context *context, const struct box *controlling);

/* Clears the overflow bits of the check's socket that are set now, the boxes' first: the levels above
 * follow them. What does not clear is not held against the check, but a clear register of the
 * check's own box must answer. */
void check_clear_overflows(struct check_context *context);

/* ---- what follows from what: check_roots.c ------------------------------------------------------------ */

/* Begins a run. False if there is no memory. */
MUST_CHECK bool check_roots_start(struct check_context *context);

/* The running check has used a register. */
void check_roots_use(struct check_context *context, const struct check_register *reg);

/* The same of all registers of a box: what came out wrong may be due to any of them. */
void check_roots_use_box(struct check_context *context, const struct box *box);

/* From which failure that of the check under way follows: 1 + its number; 0: from none so far. */
uint16_t check_roots_of(struct check_context *context);

/* The check under way has failed, and others may follow from it: 1 + the number of it, 0 if there is no room. */
uint16_t check_roots_add(struct check_context *context, bool excused);

/* Makes what the check under way has found untested: no part is to blame. */
void check_roots_excuse(struct check_context *context);

/* The check under way has failed: the id of the check from which that follows, or NULL. What follows from one that is
 * untested is untested, too. */
const char *check_roots_blame(struct check_context *context);

/* Says which failures follow from none, and how many from each. */
void check_roots_report(const struct check_context *context);

/* ---- what fails alike in all boxes of a type: check_alike.c ------------------------------------------ */

/* Takes memory for a run; false if there is none. */
MUST_CHECK bool check_alike_start(struct check_context *context);

/* If the check under way has failed in one box, and does so in all others of its type that answer, it is untested; if what it has
 * failed at is in doubt, and none of them passes, it is an answer. They are tried with `run`, of which nothing is told. */
void check_alike_judge(struct check_context *context, void (*run)(struct check_context *context));

/* What was found of that in an earlier box of the type; NULL: nothing. And the failure that stands for all of them: 1 + its
 * number, or 0. */
struct check_alike;
const struct check_alike *check_alike_known(struct check_context *context);
uint16_t check_alike_root(const struct check_alike *alike);

/* Makes a target the one of the check under way, of which nothing is known yet. */
void check_begin(struct check_context *context, const struct check_target *target);

/* ---- what people are told of what is not shown: check_summary.c ------------------------------------- */

/* Takes memory for a run of so many checks; false if there is none. */
MUST_CHECK bool check_summary_start(struct check_context *context, uint32_t planned);

/* Counts the check that was just reported; now and then says to people how far the run has come. */
void check_summary_add(struct check_context *context);

/* Counts an answer of the check under way, in the words that people are to see. */
void check_summary_answer(struct check_context *context, const char *said);

/* Says to people, unless they are shown every check: of each box how many passed, failed and were skipped; the reasons
 * of skips; the answers that were not assumed. */
void check_summary_report(const struct check_context *context);

/* ---- time and PMIs ------------------------------------------------------------------------------------ */

/* Passes `ns` nanoseconds; a PMI does not cut it short. */
void check_pause(struct check_context *context, uint64_t ns);

/* Something was found stopped, or about to show: nothing is read, nor written but controls, before it has settled
 * (core/hardware/settle.h). Where the check itself stops counters or clears overflow bits, writing does so. */
void check_settle(struct check_context *context);

/* PMIs of the socket that were sent before have been taken behind this: each of its processors answers once. One that is emulated may
 * be late by any time. */
void check_settle_pmis(const struct check_context *context);

/* From here PMIs are counted in context->watch. False, and the check has its verdict, if no window
 * can be opened on that processor. Closed by the framework if the check does not. */
bool check_watch_open(struct check_context *context, uint32_t cpu);
void check_watch_close(struct check_context *context);

/* Where PMIs come again while their overflow shows (hw.unmask), which no check acknowledges in its handler, the entry of the processor
 * that is watched stays masked behind each; this opens it for the next one, now that nothing shows any more. */
void check_watch_rearm(struct check_context *context);

/* PMIs that other processors of the check's socket took since the watch began, or its own took without
 * being asked to. */
uint64_t check_watch_strays(const struct check_context *context);

/* Those of them that other logical processors of its own core took: a PMI of the socket is for all of them. */
uint64_t check_watch_beside(const struct check_context *context);

#endif
