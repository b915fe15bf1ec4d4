/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the three forms of records. Only for core/record/. */
#ifndef CORE_RECORD_FORM_H
#define CORE_RECORD_FORM_H

#include "core/record/record.h"

/* The part of a KTAP document's head that was written. */
enum ktap_state { KTAP_NOTHING, KTAP_VERSION, KTAP_PLAN };

/* Write a whole record. The counts in struct output are already up to date. */
void record_as_text(struct output *output, const struct record *record);
void record_as_json(struct output *output, const struct record *record);
void record_as_ktap(struct output *output, const struct record *record);

/* The field of a name; NULL if the record has none. */
const struct record_field *record_find(const struct record *record, const char *name);

/* The text of a text field; "" if the record has no such field. */
const char *record_text_of(const struct record *record, const char *name);

/* A line that is written in pieces, so that it may have any length. */
struct line {
	struct output *output;
	uint32_t column; /* characters so far */
	uint8_t covers;  /* length of the status line that it overwrites, in characters */
	uint8_t used;
	char bytes[120];
};

struct line line_start(struct output *output);

/* Appends one byte as it is. */
void line_char(struct line *line, char c);

/* Append characters; control characters and non-ASCII characters become '?'. */
void line_printable(struct line *line, char c);
void line_string(struct line *line, const char *string);

/* Appends a text in text_format's format, at most 95 characters. */
void line_format(struct line *line, const char *format, ...) PRINTF_LIKE(2, 3);

/* Ends the line and sends it. */
void line_end(struct line *line);

/* Appends "12.345" with `places` decimal places, or `unknown` if the ratio is not known. */
void line_ratio(struct line *line, struct ratio ratio, unsigned places, const char *unknown);

#endif
