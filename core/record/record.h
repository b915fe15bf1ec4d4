/* SPDX-License-Identifier: BSD-2-Clause */
/* Records: all output of a run, in one of three forms. The verdict is derived only from the records that pass through here. */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include "core/event/event.h"
#include "core/hardware/machine.h"
#include "core/metric/ratio.h"

enum record_form { FORM_TEXT, FORM_JSON, FORM_KTAP };

/* Ordered: the worst one seen is the verdict of the run. */
enum verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_ERROR, VERDICT_TIMEOUT, VERDICT_CRASH };

/* CHECK_UNTESTED: a condition that sound hardware may have prevented the test; no part is to blame. */
enum check_result { CHECK_PASS, CHECK_FAIL, CHECK_SKIP, CHECK_UNTESTED };
#define CHECK_RESULTS 4

struct output {
	void (*write)(void *context, const char *bytes, size_t length);
	void *context;
	/* Receives every record as JSON, whatever form it has elsewhere; NULL: not used. Set it once, after output_start. */
	void (*keep)(void *context, const char *bytes, size_t length);
	void *keep_context;
	uint8_t form;         /* enum record_form of the records that follow */
	uint8_t end_form;     /* enum record_form of the end record */
	uint8_t verdict;      /* enum verdict: the worst so far */
	bool several_sockets; /* text names the socket of each record */
	bool every_check;     /* text shows checks that passed or were skipped, and answers; else only failures */
	const char *heading;  /* text: column headings of the latest record; NULL: none */
	bool elsewhere;       /* something other than a check failed */
	bool one_plan;        /* only one command of the run has checks */
	uint8_t ktap_state;   /* enum ktap_state: the part of KTAP's head that was written */
	bool matters;         /* what is written now is shown on terse outputs, too: failures, and the end of the run */
	bool whole_lines;     /* the console carries only whole lines: text shows no status */
	uint8_t status;       /* length of the status in the console's line, in characters; 0: none */
	uint32_t passed, failed, skipped, untested, planned;
	char lacks[96];                     /* what the machine lacked, for the end record */
	uint32_t ktap_planned, ktap_points; /* checks in KTAP's plan, and test points written */
	uint32_t results;                   /* records of something measured or checked */
};

/* The value of -F. */
struct form_choice {
	bool given;   /* it names a form */
	uint8_t form; /* enum record_form */
	bool framed;  /* the console's lines are sent in frames, whatever their form */
};

#define FORM_NAMES "text, json, ktap or framed"

/* Reads "json", "framed" or "framed,json"; false if it is anything else. */
MUST_CHECK bool form_choice_read(struct slice value, struct form_choice *choice);

/* Makes *output ready for a run whose records go to `write`, all of them in `form` until output_form is
 * called. `write` receives pieces of lines; each line ends with a line feed. */
void output_start(struct output *output, void (*write)(void *, const char *, size_t), void *context,
		  enum record_form form);

/* Sets the form of all records that follow, the end record included. */
void output_form(struct output *output, enum record_form form);

/* ---- one record --------------------------------------------------------------------------------------- */

#define RECORD_FIELDS 24   /* of a record */
#define RECORD_BYTES  2048 /* room for composed text; text passed by pointer takes none */

enum record_type { RECORD_TEXT, RECORD_NUMBER, RECORD_HEX, RECORD_RATIO, RECORD_NAMES, RECORD_VALUES };

/* One counted event. */
struct sample_value {
	const char *event; /* canonical */
	uint64_t value;    /* events in this interval */
};

struct record_field {
	const char *name;
	uint8_t type;   /* enum record_type */
	bool aside;     /* only for people */
	uint16_t count; /* of names or values */
	union {
		const char *text;
		uint64_t number; /* RECORD_HEX too */
		struct ratio ratio;
		const char *const *names;
		const struct sample_value *values;
	};
};

/* A record being made. Its fields are collected and formatted by record_end, so that nothing is written before,
 * and records may be nested. Members are only for core/record/. */
struct record {
	struct output *output;
	const char *kind;
	struct record_field fields[RECORD_FIELDS + 1]; /* the last one reports fields without room */
	uint8_t field_count;
	bool aside;     /* fields added now are only for people */
	bool composing; /* `text` is being written, and belongs to the last field */
	struct text text;
	size_t used; /* part of `bytes` used by complete fields */
	char bytes[RECORD_BYTES];
};

/* Begins a record of a kind ("cpu", "box", "event", ...). docs/records.md lists all kinds and their fields; the table of templates
 * in core/record/record_text.c defines the console's text. Text passed to a record must stay unchanged until record_end. */
void record_begin(struct record *record, struct output *output, const char *kind);

/* Adds a field. JSON and KTAP keep the order of the fields. If there is no room, the last field says so. NULL is written as "-". */
void record_text(struct record *record, const char *name, const char *text);
void record_u64(struct record *record, const char *name, uint64_t number);
void record_hex(struct record *record, const char *name, uint64_t number); /* "0x1f" */
void record_ratio(struct record *record, const char *name, struct ratio ratio);
void record_names(struct record *record, const char *name, const char *const *names, unsigned count);
void record_values(struct record *record, const char *name, const struct sample_value *values, unsigned count);

/* Adds a formatted text. A text that does not fit is cut, and " [...]" appended. */
void record_format(struct record *record, const char *name, const char *format, ...) PRINTF_LIKE(3, 4);

/* Adds a text field that the caller writes until another field is added or the record ends. */
struct text *record_compose(struct record *record, const char *name);

/* Adds space, address and socket of a register. */
void record_location(struct record *record, const struct location *where);

/* Makes fields added from here on only for people: only templates can show them. A record without other fields is
 * only for people. */
void record_aside(struct record *record);

/* Sends the record. */
void record_end(struct record *record);

/* Writes lines for people that belong to no record. */
void record_prose(struct output *output, const char *text);

/* ---- records that are the same everywhere ---------------------------------------------------------------- */

/* Number of boxes in a sum, and number that it should have: hidden, absent and denied boxes give no count. */
struct boxes_counted {
	uint16_t boxes, of; /* equal: no box is missing, and the record does not show them */
};

struct count_record {
	uint16_t socket;
	uint16_t sockets; /* number of sockets summed up, without regard to `socket`; 0: no sum */
	const char *box;
	const char *event; /* canonical */
	uint64_t value;
	const char *unit;  /* "events", "cycles", ... */
	uint64_t time_ns;  /* time for which the counter was enabled */
	uint32_t interval; /* number of the interval from 0; 0 if there is one only */
	uint64_t at_ns;    /* end of the interval since the start; 0 if there is one only */
	uint16_t cpu;      /* 1 + index of the processor whose box it is; 0: the socket's */
	struct boxes_counted counted;
	uint64_t modulo; /* 0; else the true value may be higher by a multiple of this: a read came too late */
	/* Of a counter that cannot be stopped: its time is from one posting to another, `postings` later, with an uncertainty
	 * of +/- within_ns. */
	bool framed;
	uint64_t postings, within_ns;
};
void record_count(struct output *output, const struct count_record *count);

/* Records how many SMIs the processor took while counting; writes no record for 0. `at_ns` is the end of the interval, 0 if there
 * are no intervals. */
void record_smis(struct output *output, uint32_t cpu, uint64_t smis, uint32_t interval, uint64_t at_ns);

/* The time for which a socket's counters counted, with its uncertainty. */
struct timing_record {
	uint16_t socket;
	uint64_t time_ns;   /* by their counts */
	uint64_t within_ns; /* uncertainty, +/- */
	uint32_t interval;  /* as in struct count_record */
	uint64_t at_ns;
};
void record_timing(struct output *output, const struct timing_record *timing);

struct metric_record {
	uint16_t socket;
	const char *box;    /* NULL: the value is of the socket */
	const char *metric; /* name of the metric */
	struct ratio value; /* may be unknown: after a division by zero, or if the value is impossible */
	const char *unit;
	/* As in struct count_record. */
	uint64_t time_ns;
	uint32_t interval;
	uint64_t at_ns;
	struct ratio impossible; /* the formula's result, if counts in `contradict` show that it is impossible */
	const struct sample_value *contradict; /* counts that contradict each other */
	uint16_t contradict_count;             /* 0: the value is in its range */
	struct boxes_counted counted;
	bool unequal;      /* no value: its sums are over different boxes */
	const char *doubt; /* no value: the reason why a count is not trusted */
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
	const char *symbol;          /* place of ip in our code, "spin+0x24"; NULL: not known */
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
	uint64_t expected, got; /* if equal, only got is shown: the message explains the failure */
	/* enum outcome of the access. If it is not OUTCOME_OK nothing was read: its name is shown instead of
	 * the value, and expected and got are not used. */
	uint8_t outcome;
	const char *fact;       /* the statement that the check rests on */
	const char *fact_of;    /* the other part that the statement is about, and why it applies; NULL: this part */
	const char *advice;     /* the part to re-test or replace; NULL: none */
	const char *hypervisor; /* hypervisor between uncork and the register; NULL or empty: none */
};

/* Records the number of checks that follow. Call it before the first check; a plan of 0 is an error. */
void record_plan(struct output *output, uint32_t checks);

/* Records the result of a check. `evidence` may be NULL unless the check failed at a register. `message` gives the reason.
 * `because`: the failed check from which this failure follows; NULL: none. */
void record_check(struct output *output, const char *id, enum check_result result, const char *message,
		  const struct check_evidence *evidence, const char *because);

/* Records one operation of a register program, for the command `program`. */
struct operation;
void record_operation(struct output *output, const struct machine *machine, const char *program,
		      const struct operation *operation);

/* Records a remark that does not change the verdict: progress, assumptions made, corrections applied. */
void record_note(struct output *output, const char *format, ...) PRINTF_LIKE(2, 3);

/* Announces an action that may hang ("check ID", "write wbox.ctl0 (msr 0xc90) = 0x1 on cpu 0"; one line, its line feed is
 * dropped). It is no result and does not affect the verdict. In text it is a status line that the next output overwrites:
 * two carriage returns, the line, perhaps blanks and as many backspaces, and no line feed. */
void record_ahead(struct output *output, struct slice what);

/* Blanks the status line, if there is one: the line is needed for output that is no record. */
void record_settle(struct output *output);

/* Records a register access that hangs outside any check: the verdict becomes at least VERDICT_FAIL. Call it from another
 * processor than the hung one. */
struct stuck_access;
void record_stuck(struct output *output, const struct machine *machine, const struct stuck_access *access);

/* Records errors that processors report, each once; and, at the end, their number. */
void record_errors(struct output *output, struct machine *machine);
void record_errors_total(struct output *output, const struct machine *machine);

/* Records the leaving audit (core/hardware/leaving.h): each register that is not as the run found it; the verdict is then at
 * least VERDICT_ERROR. Call it after all registers are restored. */
void record_left(struct output *output, const struct machine *machine);

/* Records a platform's own register that is not as the run found it; and, after all of them, their number. */
struct left;
void record_left_register(struct output *output, const struct machine *machine, const struct left *left);
void record_left_total(struct output *output, unsigned count);

/* Records an error: the verdict becomes at least `verdict` (ERROR for bad input, FAIL for hardware that
 * did not do what was asked). */
void record_error(struct output *output, enum verdict verdict, const char *format, ...) PRINTF_LIKE(3, 4);

/* Records a refused event string. The verdict becomes at least VERDICT_ERROR. */
void record_diagnostic(struct output *output, const struct diagnostic *diagnostic, struct slice string);

/* Writes the end record. Planned checks that did not run have failed; a run that planned checks of which
 * none passed or failed is an error. Returns the verdict of the run. Call it once, last. */
enum verdict output_end(struct output *output);

/* Adds a few words to the end record's list of what the machine lacked ("no ACPI"). */
void output_lacks(struct output *output, const char *what);

const char *verdict_name(enum verdict verdict); /* "pass", "fail", "error", "timeout", "crash" */

#endif
