/* SPDX-License-Identifier: BSD-2-Clause */
/* What could be typed next: commands, their options, and what these take, as their usage says. */
#ifndef CORE_COMPLETE_H
#define CORE_COMPLETE_H

#include "core/command/command.h"

#define COMPLETE_SIZE 96 /* of a candidate, terminator included */

struct completion {
	const struct machine *machine;
	/* Told of each candidate as it would stand in the place of `typed`; NULL: nobody is. */
	void (*show)(void *context, const char *candidate);
	void *context;
	/* What complete() finds out. */
	struct slice typed;         /* the end of the line: what there is of the name that could go on */
	unsigned count;             /* candidates */
	char common[COMPLETE_SIZE]; /* what all candidates begin with, in their spelling */
	const char *behind;         /* what follows if there is one only: " ", "::", ... */
};

/* Looks for names that go on where the line ends. Case is ignored; the line's end is what stands before the
 * cursor. */
void complete(struct completion *completion, struct slice line);

#endif
