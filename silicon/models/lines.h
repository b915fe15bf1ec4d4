/* SPDX-License-Identifier: BSD-2-Clause */
/* The form of all scenarios: a line for each `name = value`; '#' begins a comment; blank lines, and blanks around names and
 * values, do not matter. */
#ifndef SILICON_MODELS_LINES_H
#define SILICON_MODELS_LINES_H

#include "lib/parse.h"
#include "lib/text.h"

/* Receives a line. Returning false, with a reason in `error`, ends the reading. */
typedef bool lines_taker(void *context, struct slice name, struct slice value, struct text *error);

/* Passes every line of `text` to `take`. False, with the line's number and the reason in `error`, if a line has another form or
 * `take` returns false. A line `#from NAME` names the file, or the option, that the lines after it come from. */
MUST_CHECK bool lines_read(struct slice text, lines_taker *take, void *context, struct text *error);

/* A number that a line may set: a member, of 4 or 8 bytes, of the struct that describes the machine. */
struct lines_number {
	const char *name;
	uint64_t lowest, most;
	size_t place, bytes; /* of the member */
};

#define LINES_NUMBER(name, lowest, most, type, member) \
	{name, lowest, most, offsetof(type, member), sizeof(((type *)NULL)->member)}

/* Returns the number of that name in a table, which a row without a name ends; NULL if there is none. */
const struct lines_number *lines_find(const struct lines_number *numbers, struct slice name);

/* Sets a number of `machine` to the value of a line. False with a reason in `error` if it is out of range. */
MUST_CHECK bool lines_set(const struct lines_number *number, void *machine, struct slice value, struct text *error);

/* Parses the value of the line `name`, from `lowest` to `most`. False, with a reason in `error` and *number as it was, if it is
 * anything else. */
MUST_CHECK bool lines_parse(struct slice name, struct slice value, uint64_t lowest, uint64_t most, uint64_t *number,
			    struct text *error);

/* Writes that a name is unknown, the most similar ones of `names`, and all of them. */
void lines_put_unknown(struct slice name, const char *const *names, size_t count, struct text *error);

/* Number of characters of a wrong word that an error message repeats. */
int lines_shown(struct slice word);

#endif
