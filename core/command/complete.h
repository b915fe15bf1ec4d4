/* SPDX-License-Identifier: BSD-2-Clause */
/* Completion of a line: names of commands, their options and operands, as their usage says. */
#ifndef CORE_COMPLETE_H
#define CORE_COMPLETE_H

#include "core/command/command.h"

#define COMPLETE_SIZE 96 /* maximum of a candidate, terminator included */

struct completion {
	const struct machine *machine;
	/* Receives each candidate that may replace `typed`; NULL: none is shown. */
	void (*show)(void *context, const char *candidate);
	void *context;
	/* Results of complete(). */
	struct slice typed;         /* the start of a name at the line's end; candidates replace it */
	unsigned count;             /* number of candidates */
	char common[COMPLETE_SIZE]; /* common prefix of all candidates, in their spelling */
	const char *suffix;         /* text to add after a single candidate: " ", "::", ... */
};

/* Looks for names that begin with the end of `line`, which is the line up to the cursor. Case is ignored. */
void complete(struct completion *completion, struct slice line);

#endif
