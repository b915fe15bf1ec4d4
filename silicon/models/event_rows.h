/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of tables of events. */
#ifndef SILICON_MODELS_EVENT_ROWS_H
#define SILICON_MODELS_EVENT_ROWS_H

#include "silicon/models/part.h"

/* How many cycles a state lasts, and how many entries a queue has; the models' own. */
enum { STATE = 8, QUEUE = 20 };

/* clang-format off */
#define ROW(code_, subs_, increment_, run_, counters_, name_, names_)                              \
	{.code = (code_), .subs = (subs_), .increment = (increment_), .run = (run_),               \
	 .counters = (counters_), .name = (name_), .sub_names = (names_)}
/* Umask 0 counts something of its own. */
#define BARE(code_, subs_, increment_, run_, counters_, name_, names_)                             \
	{.code = (code_), .subs = (subs_), .increment = (increment_), .run = (run_),               \
	 .counters = (counters_), .name = (name_), .sub_names = (names_), .flags = MODEL_BARE}
#define CLOCK(code_, subs_, name_)                                                                 \
	{.code = (code_), .subs = (subs_), .increment = 1, .run = STATE, .flags = MODEL_CLOCKED, .name = (name_)}
/* Whose umask is a number, of which `choice_` has the names. */
#define NUMBERED(code_, subs_, name_, choice_)                                                     \
	{.code = (code_), .subs = (subs_), .increment = 1, .run = 1, .flags = MODEL_NUMBERED,      \
	 .name = (name_), .choice = (choice_), .choices = 1}
#define LIST(rows) {rows, ARRAY_SIZE(rows), NULL}
/* The same, and those of another list. */
#define LIST_AND(rows, also_) {rows, ARRAY_SIZE(rows), &(also_)}
/* clang-format on */

#endif
