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

/* What is left of a line. */
struct words_reader {
	const char *line, *at, *end;
	uint32_t column;   /* of a diagnostic, from 1 */
	const char *wrong; /* the diagnostic; NULL as long as all is well */
};

struct words_reader words_reader_of(struct slice line);

/* Reads the next command's words; none for an empty command. False at the end of the line, and with
 * reader->wrong set if the line makes no sense; `words` are then those up to there. */
MUST_CHECK bool words_next(struct words_reader *reader, struct words *words);

/* Takes the forms (-F and its value) out that stand before a command's name. False if one has no value. */
MUST_CHECK bool words_drop_forms(struct words *words);

#endif
