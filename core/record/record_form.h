/* SPDX-License-Identifier: BSD-2-Clause */
/* What the three forms of records have in common. For core/record/ alone. */
#ifndef CORE_RECORD_FORM_H
#define CORE_RECORD_FORM_H

#include "core/record/record.h"

/* How far the head of a KTAP document is out. */
enum ktap_state { KTAP_NOTHING, KTAP_VERSION, KTAP_PLAN };

/* Each writes a whole record. The counts in struct output are already up to date. */
void record_as_text(struct output *output, const struct record *record);
void record_as_json(struct output *output, const struct record *record);
void record_as_ktap(struct output *output, const struct record *record);

/* The field of a name; NULL if the record has none. */
const struct record_field *record_find(const struct record *record, const char *name);

/* The text of a field that is one; "" if the record has no such field. */
const char *record_text_of(const struct record *record, const char *name);

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
void line_printable(struct line *line, char c);
void line_string(struct line *line, const char *string);
void line_slice(struct line *line, struct slice slice);

/* Appends by a format of text_format; for numbers and the like, up to 95 characters. */
void line_format(struct line *line, const char *format, ...) PRINTF_LIKE(2, 3);

/* Ends the line and sends it. */
void line_end(struct line *line);

/* Appends "12.345" with so many places, or `unknown`. */
void line_ratio(struct line *line, struct ratio ratio, unsigned places, const char *unknown);

#endif
