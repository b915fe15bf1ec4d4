/* SPDX-License-Identifier: BSD-2-Clause */
/* First step: finds the spelling of a string, and its terms, without the tables. */
#ifndef CORE_EVENT_SYNTAX_H
#define CORE_EVENT_SYNTAX_H

#include "core/event/refusal.h"

enum spelling {
	SPELLING_BOX, /* head::rest: a box, and an event with its attributes */
	SPELLING_SHORT, /* head or head:rest: an event without box, or a box and a raw value; only the tables can decide */
	SPELLING_PERF /* head/rest/ or head@rest@: a box, and perf's terms */
};

struct syntax {
	struct slice string;
	uint8_t spelling;     /* enum spelling */
	struct slice head;    /* the text before the first ':' or '/' */
	struct slice rest;    /* the text after it; a null `at` if nothing separates the two */
	struct slice letters; /* perf's letters after the second slash */
};

/* name=value. */
struct term {
	struct slice text;  /* the whole term */
	struct slice name;  /* the text before the first '=' */
	struct slice value; /* the text after '='; a null `at` if there is no '=' */
};

/* Parses a string. Returns false, with *refusal filled in, if it has none of the spellings. */
MUST_CHECK bool syntax_read(struct slice string, struct syntax *syntax, struct refusal *refusal);

/* Cuts the first term off a list: of attributes, separated by ':' or '.'; or, if `perf`, of terms separated by commas, which may
 * have a backslash before them. The list is exhausted when rest->at is NULL. */
struct term term_cut(struct slice *rest, bool perf);

/* The term extended by more characters. */
struct term term_longer(struct term term, size_t length);

#endif
