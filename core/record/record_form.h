/* SPDX-License-Identifier: BSD-2-Clause */
/* What the three forms of records have in common: a table of functions per form, and the lines that
 * they write. For core/record*.c alone. */
#ifndef CORE_RECORD_FORM_H
#define CORE_RECORD_FORM_H

#include "core/program/program.h"
#include "core/record/record.h"

enum record_kind {
	KIND_NONE,
	KIND_COUNT,
	KIND_METRIC,
	KIND_SAMPLE,
	KIND_CHECK,
	KIND_ITEM,
	KIND_OPERATION,
	KIND_REMARK
};

enum ktap_state { KTAP_NOTHING, KTAP_VERSION, KTAP_PLAN };

struct check_record {
	const char *id, *message;              /* message may be empty */
	const struct check_evidence *evidence; /* NULL if there is none */
	enum check_result result;
};

struct operation_record {
	const struct machine *machine;
	const char *program;
	const struct operation *operation;
};

/* One form. The counters in struct output are already up to date when a function is called. */
struct form {
	void (*count)(struct output *output, const struct count_record *count);
	void (*metric)(struct output *output, const struct metric_record *metric);
	void (*sample)(struct output *output, const struct sample_record *sample);
	void (*plan)(struct output *output, uint32_t checks);
	void (*check)(struct output *output, const struct check_record *check);
	void (*item)(struct output *output, const char *kind, const struct record_pair *pairs, const char *text);
	void (*operation)(struct output *output, const struct operation_record *record);
	void (*note)(struct output *output, const char *message);
	void (*error)(struct output *output, enum verdict verdict, const char *message);
	void (*complaint)(struct output *output, const struct complaint *complaint, struct slice string);
	void (*end)(struct output *output);
};

extern const struct form form_text, form_json, form_ktap;

/* A line on its way out, in pieces, so that no line is too long. */
struct line {
	struct output *output;
	uint32_t column; /* characters so far */
	uint8_t covers;  /* so many characters of a status line */
	uint8_t used;
	char bytes[120];
};

struct line line_start(struct output *output);

/* Appends one byte as it is. */
void line_char(struct line *line, char c);

/* Appends characters; what a terminal would take for a command, and what is not ASCII, becomes '?'. */
void line_string(struct line *line, const char *string);
void line_slice(struct line *line, struct slice slice);

/* Appends by a format of text_format; for numbers and the like, up to 95 characters. */
void line_format(struct line *line, const char *format, ...) PRINTF_LIKE(2, 3);

/* Blanks up to `column`, at least one. */
void line_to(struct line *line, uint32_t column);

/* "12.345678", or `unknown`. */
void line_ratio(struct line *line, struct ratio ratio, const char *unknown);

/* "0x1f": lower-case hexadecimal; with `digits` (up to 16) digits at least. */
void line_hex(struct line *line, uint64_t value, unsigned digits);

/* "12.345 ms" */
void line_milliseconds(struct line *line, uint64_t ns);

/* "msr 0xc10", "pci 0000:7f:14.0+0x40" */
void line_location(struct line *line, const struct location *where);

/* The name of the register at a location, with the socket behind it if there are several. */
void line_register(struct line *line, const struct machine *machine, const struct location *where);

/* What of a check's evidence is shown as numbers, in that order. None: the access did not go well. */
struct evidence_value {
	const char *name;
	uint64_t value;
};
#define EVIDENCE_VALUES 3
unsigned evidence_values(const struct check_evidence *evidence, struct evidence_value values[EVIDENCE_VALUES]);

/* How a form writes name and value; behind something that is already on the line. */
struct pair_form {
	void (*string)(struct line *line, const char *name, struct slice value);
	void (*number)(struct line *line, const char *name, uint64_t value);
	void (*hex)(struct line *line, const char *name, uint64_t value);
	void (*ratio)(struct line *line, const char *name, struct ratio value);
};

/* The pairs of a record, in the order that is an interface. A NULL string is written as "-". */
void pair_string(struct line *line, const struct pair_form *form, const char *name, const char *value);
void pairs_count(struct line *line, const struct pair_form *form, const struct count_record *count);
void pairs_metric(struct line *line, const struct pair_form *form, const struct metric_record *metric);
/* "native", "proxy", "lost", "none" */
const char *sample_pmi(const struct sample_record *sample);

void pairs_sample_head(struct line *line, const struct pair_form *form, const struct sample_record *sample);
void pairs_sample_tail(struct line *line, const struct pair_form *form, const struct sample_record *sample);
void pairs_location(struct line *line, const struct pair_form *form, const struct location *where);
void pairs_item(struct line *line, const struct pair_form *form, const struct record_pair *pairs);
void pairs_operation(struct line *line, const struct pair_form *form, const struct operation_record *record);
void pairs_complaint(struct line *line, const struct pair_form *form, const struct complaint *complaint,
		     struct slice string);
void pairs_end(struct line *line, const struct pair_form *form, const struct output *output);

/* Ends the line and sends it. */
void line_end(struct line *line);

/* Cuts the next line off a text of several; false at its end. */
bool message_cut(const char **message, struct slice *line);

/* "pass", "fail", "skip" */
const char *check_result_name(enum check_result result);

/* "count", "total" */
const char *count_kind(const struct count_record *count);

/* "read", "write", "write", "check", "await" */
const char *operation_name(const struct operation *operation);

#endif
