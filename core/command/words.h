/* SPDX-License-Identifier: BSD-2-Clause */
/* Splitting a line into commands and their words. */
#ifndef CORE_WORDS_H
#define CORE_WORDS_H

#include "core/command/command.h"

struct words {
	int argc;
	char *argv[COMMAND_ARGUMENTS + 1]; /* ends with NULL */
	char bytes[COMMAND_CHARACTERS];
	size_t used;
};

/* Position in a line. */
struct words_reader {
	const char *line, *at, *end;
	uint32_t column;   /* place of the error, from 1 */
	const char *wrong; /* the error; NULL: none so far */
};

struct words_reader words_reader_of(struct slice line);

/* Reads the words of the next command; an empty command has none. Returns false at the end of the line; or, with reader->wrong set,
 * if the line is malformed: `words` are then those before the error. */
MUST_CHECK bool words_next(struct words_reader *reader, struct words *words);

/* Removes forms (-F and its value) before a command's name. False if one has no value. */
MUST_CHECK bool words_drop_forms(struct words *words);

#endif
