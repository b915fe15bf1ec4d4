/* SPDX-License-Identifier: BSD-2-Clause */
/* Records: everything a run has to say, in one of three forms. The verdict is derived from the
 * records that went through here and from nothing else. */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include "core/event/event.h"
#include "core/hardware/machine.h"
#include "core/metric/ratio.h"

enum record_form { FORM_TEXT, FORM_JSON, FORM_KTAP };

/* Ordered: the worst one seen is the verdict of the run. */
enum verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_ERROR, VERDICT_TIMEOUT, VERDICT_CRASH };

/* CHECK_UNTESTED: something that real hardware may have in any case kept it from being tested, and nobody is to blame. */
enum check_result { CHECK_PASS, CHECK_FAIL, CHECK_SKIP, CHECK_UNTESTED };
#define CHECK_RESULTS 4

struct output {
	void (*write)(void *context, const char *bytes, size_t length);
	void *context;
	/* Gets every record as JSON, whatever form it has elsewhere; NULL: nobody does. To be set once, after
	 * output_start. */
	void (*keep)(void *context, const char *bytes, size_t length);
	void *keep_context;
	uint8_t form;         /* enum record_form: of the records that come now */
	uint8_t end_form;     /* enum record_form: of the end record */
	uint8_t verdict;      /* enum verdict: the worst so far */
	bool several_sockets; /* text names the socket of each record */
	bool every_check;     /* text shows checks that passed or were skipped, and answers; else failures alone */
	const char *heading;  /* text: what heads the columns of the latest record; NULL: nothing */
	bool elsewhere;       /* something failed that is no check */
	bool one_plan;        /* of all that is going to be asked for one command alone has checks */
	uint8_t ktap_state;   /* enum ktap_state: how far KTAP's head is out */
	bool matters;     /* what is written now is for those, too, who see little: failures, and how the run ends */
	bool whole_lines; /* the line carries nothing but whole ones: text shows no status */
	uint8_t status;   /* characters of the status that stands in the console's line; 0: none */
	uint32_t passed, failed, skipped, untested, planned;
	char lacks[96];                     /* what the machine was without, for the end record */
	uint32_t ktap_planned, ktap_points; /* checks that KTAP has promised, and test points that it has had */
	uint32_t results;                   /* records that stand for something measured or checked */
};

/* What -F asks for. */
struct form_choice {
	bool given;   /* a form is among it */
	uint8_t form; /* enum record_form */
	bool framed;  /* the console's lines are to go out in frames, whatever form they have */
};

#define FORM_NAMES "text, json, ktap or framed"

/* Reads "json", "framed" or "framed,json"; false if it is anything else. */
MUST_CHECK bool form_choice_read(struct slice value, struct form_choice *choice);

/* Makes *output ready for a run whose records go to `write`, all of them in `form` until output_form
 * says otherwise. `write` gets pieces of lines, each line ending with a line feed. */
void output_start(struct output *output, void (*write)(void *, const char *, size_t), void *context,
		  enum record_form form);

/* From now on, and at the end, records are in `form`. */
void output_form(struct output *output, enum record_form form);

/* ---- one record --------------------------------------------------------------------------------------- */

#define RECORD_FIELDS 24   /* of a record */
#define RECORD_BYTES  2048 /* of what is composed for it; text that is passed by pointer takes none */

enum record_type { RECORD_TEXT, RECORD_NUMBER, RECORD_HEX, RECORD_RATIO, RECORD_NAMES, RECORD_VALUES };

/* Something that was counted. */
struct sample_value {
	const char *event; /* canonical */
	uint64_t value;    /* events in this interval */
};

struct record_field {
	const char *name;
	uint8_t type;   /* enum record_type */
	bool aside;     /* for people alone */
	uint16_t count; /* of names or values */
	union {
		const char *text;
		uint64_t number; /* RECORD_HEX too */
		struct ratio ratio;
		const char *const *names;
		const struct sample_value *values;
	};
};

/* A record under way. It is collected before any form is given to it, so that nothing of it is seen before
 * record_end, and so that records may be nested. Members are for core/record/ alone. */
struct record {
	struct output *output;
	const char *kind;
	struct record_field fields[RECORD_FIELDS + 1]; /* the last one is for what there is no room for */
	uint8_t field_count;
	bool aside;     /* fields that come now are */
	bool composing; /* `text` is under way, and belongs to the last field */
	struct text text;
	size_t used; /* of `bytes`, by fields that are complete */
	char bytes[RECORD_BYTES];
};

/* Begins a record of a kind ("cpu", "box", "event", ...): docs/records.md has all of them, and the fields of each.
 * What the console shows of a kind is in the table of templates, core/record/record_text.c. Text given to a
 * record must stay as it is until record_end. */
void record_begin(struct record *record, struct output *output, const char *kind);

/* Adds a field. Their order is that of the record in JSON and KTAP. A field for which there is no room makes
 * the last one say so. NULL is written as "-". */
void record_text(struct record *record, const char *name, const char *text);
void record_u64(struct record *record, const char *name, uint64_t number);
void record_hex(struct record *record, const char *name, uint64_t number); /* "0x1f" */
void record_ratio(struct record *record, const char *name, struct ratio ratio);
void record_names(struct record *record, const char *name, const char *const *names, unsigned count);
void record_values(struct record *record, const char *name, const struct sample_value *values, unsigned count);

/* Adds a text that is made here. What does not fit is cut, and " [...]" stands behind it. */
void record_format(struct record *record, const char *name, const char *format, ...) PRINTF_LIKE(3, 4);

/* Adds a text that the caller writes, until another field is added or the record ends. */
struct text *record_compose(struct record *record, const char *name);

/* Adds space, address and socket of a register. */
void record_location(struct record *record, const struct location *where);

/* Fields that are added from here on are for people alone: only templates can show them. A record that has no
 * other fields is one for people. */
void record_aside(struct record *record);

/* Sends the record. */
void record_end(struct record *record);

/* Some lines for people that belong to no record. */
void record_prose(struct output *output, const char *text);

/* ---- records that are the same everywhere ---------------------------------------------------------------- */

/* The boxes that a sum is over, and those that it should be over: what is hidden, absent or denied gives no count. */
struct boxes_counted {
	uint16_t boxes, of; /* equal: nothing is missing, and nothing is said */
};

struct count_record {
	uint16_t socket;
	uint16_t sockets; /* 0; else this is the sum over so many sockets, and `socket` says nothing */
	const char *box;
	const char *event; /* canonical */
	uint64_t value;
	const char *unit;  /* "events", "cycles", ... */
	uint64_t time_ns;  /* how long the counter was enabled */
	uint32_t interval; /* number of the interval from 0; 0 if there is one only */
	uint64_t at_ns;    /* end of the interval since the start; 0 if there is one only */
	uint16_t cpu;      /* 1 + index of the processor whose box it is; 0: the socket's */
	struct boxes_counted counted;
	uint64_t modulo; /* 0; else the value may be more, by a multiple of this: a look came too late */
	/* Of a counter that nothing stops: its time is that from one posting to another, how many postings later, and so much
	 * more or less. */
	bool framed;
	uint64_t postings, within_ns;
};
void record_count(struct output *output, const struct count_record *count);

/* So many system management interrupts came to a processor while it counted; nothing is said of none. `at_ns` is the end of the
 * interval, 0: there are none. */
void record_smis(struct output *output, uint32_t cpu, uint64_t smis, uint32_t interval, uint64_t at_ns);

/* How well it is known for how long a socket's counters counted. */
struct timing_record {
	uint16_t socket;
	uint64_t time_ns;   /* as their counts say it */
	uint64_t within_ns; /* so much more or less it may have been */
	uint32_t interval;  /* as in struct count_record */
	uint64_t at_ns;
};
void record_timing(struct output *output, const struct timing_record *timing);

struct metric_record {
	uint16_t socket;
	const char *box;    /* NULL: the value is the socket's */
	const char *metric; /* its name */
	struct ratio value; /* may be unknown: a division by zero is no number, nor is what cannot be */
	const char *unit;
	/* As in struct count_record. */
	uint64_t time_ns;
	uint32_t interval;
	uint64_t at_ns;
	struct ratio impossible;               /* what the formula comes to, where `contradict` says that it cannot */
	const struct sample_value *contradict; /* counts that contradict each other */
	uint16_t contradict_count;             /* 0: the value is in its range */
	struct boxes_counted counted;
	bool unequal;      /* no value: sums over different boxes would be held against each other */
	const char *doubt; /* no value: why a count cannot be believed */
};
void record_metric(struct output *output, const struct metric_record *metric);

struct sample_record {
	uint64_t seq; /* from 1 */
	uint16_t socket;
	uint32_t cpu;
	uint64_t ticks;
	uint64_t ip;
	bool native; /* the uncore's own PMI; false: a proxy from the core */
	bool lost;   /* no PMI arrived: the overflow was found by polling, and ip is 0 */
	bool frozen_by_hardware;
	bool posted;                 /* no PMI: the hardware wrote it to memory, and nothing was frozen */
	const char *symbol;          /* what of our code is at ip, "spin+0x24"; NULL: not known */
	uint64_t skew_ns;            /* freeze skew, 0 if one register froze all */
	const char *const *overflow; /* "cbox0.ctr1", ... */
	uint8_t overflow_count;
	const struct sample_value *values;
	uint16_t value_count;
};
void record_sample(struct output *output, const struct sample_record *sample);

/* Evidence of a failed check. */
struct check_evidence {
	const char *box; /* "cbox3" */
	const char *reg; /* "cbox3.ctr1" */
	struct location where;
	uint64_t expected, got; /* if they are the same, the message tells what is wrong: got is shown alone */
	/* enum outcome of the access. If it is not OUTCOME_OK nothing was read: its name is shown as
	 * what was got, and expected and got are not used. */
	uint8_t outcome;
	const char *fact;       /* the statement it rests on */
	const char *fact_of;    /* of what else it is a statement, and why it is taken; NULL: of this */
	const char *advice;     /* what to re-test or replace; NULL: none */
	const char *hypervisor; /* that stands between uncork and the register; NULL or empty: none */
};

/* So many checks follow. To be called before the first of them; a plan of none is an error. */
void record_plan(struct output *output, uint32_t checks);

/* `evidence` may be NULL unless the check failed at a register. `message` says why (skip, untested: reason). `because`: the failed check
 * from which this failure follows; NULL: none. */
void record_check(struct output *output, const char *id, enum check_result result, const char *message,
		  const struct check_evidence *evidence, const char *because);

/* One operation of a register program, for `program`. */
struct operation;
void record_operation(struct output *output, const struct machine *machine, const char *program,
		      const struct operation *operation);

/* A remark that changes no verdict: progress, assumptions made, corrections applied. */
void record_note(struct output *output, const char *format, ...) PRINTF_LIKE(2, 3);

/* Says what is about to be done and may never come to its end ("check ID", "write wbox.ctl0 (msr 0xc90) = 0x1 on cpu
 * 0", one line, its line feed is dropped). It is no result, and nothing follows from it. In text it is a status line that
 * what comes next is written over: two carriage returns, the line, perhaps blanks and as many backspaces, and no line
 * feed. */
void record_ahead(struct output *output, struct slice what);

/* Blanks the status line out, if there is one: the line is needed for something that is no record. */
void record_settle(struct output *output);

/* An access to a register has not come back, outside any check: the verdict becomes at least VERDICT_FAIL. To be said by
 * another processor than the one that stands still. */
struct stuck_access;
void record_stuck(struct output *output, const struct machine *machine, const struct stuck_access *access);

/* Errors that processors report and that have not been said yet, and at the end how many there were. */
void record_errors(struct output *output, struct machine *machine);
void record_errors_total(struct output *output, const struct machine *machine);

/* The leaving audit (core/hardware/leaving.h): each register that is not as the run found it; the verdict is then at least
 * VERDICT_ERROR. To be called when all is put back. */
void record_left(struct output *output, const struct machine *machine);

/* What a platform finds of its own that is not as it was found: each, and then how many. */
struct left;
void record_left_register(struct output *output, const struct machine *machine, const struct left *left);
void record_left_total(struct output *output, unsigned count);

/* Something went wrong: the verdict becomes at least `verdict` (ERROR for bad input, FAIL for
 * hardware that did not do what was asked). */
void record_error(struct output *output, enum verdict verdict, const char *format, ...) PRINTF_LIKE(3, 4);

/* An event string was refused. The verdict becomes at least VERDICT_ERROR. */
void record_diagnostic(struct output *output, const struct diagnostic *diagnostic, struct slice string);

/* The end record. Checks that were planned and did not run have failed; a run that planned checks of
 * which none passed or failed is an error. Returns the verdict of the run. To be called once, last. */
enum verdict output_end(struct output *output);

/* Adds a few words to what the end record says that the machine was without ("no ACPI"). */
void output_lacks(struct output *output, const char *what);

const char *verdict_name(enum verdict verdict); /* "pass", "fail", "error", "timeout", "crash" */

#endif
