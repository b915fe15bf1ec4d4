/* SPDX-License-Identifier: BSD-2-Clause */
/* The register that words on a command line mean, for peek and poke. */
#ifndef CORE_REGISTER_WORDS_H
#define CORE_REGISTER_WORDS_H

#include "core/command/command.h"

/* What -w and -s said; 0 and 0 if nothing. */
struct register_options {
	uint8_t width_bits; /* 0: what is usual for the space */
	uint16_t socket;
};

/* Takes the value of -w or -s. False after reporting that it makes no sense. */
MUST_CHECK bool register_option(struct shell *shell, struct register_options *options, int letter, const char *value);

/* How many of `words` name the register: one for `cbox3.ctr1`, two for `msr 0xd11`; 0 if there are not
 * enough. */
int register_words(int count, char **words);

/* The register of those words. False after reporting what is wrong with them. */
MUST_CHECK bool register_find(struct shell *shell, char **words, const struct register_options *options,
			      struct location *where);

/* True if `value` fits the register's width; reports it otherwise. */
MUST_CHECK bool register_fits(struct shell *shell, const struct location *where, uint64_t value);

/* One access, with its entry in the journal. */
enum outcome MUST_CHECK register_read(struct machine *machine, const struct location *where, uint64_t *value);
enum outcome MUST_CHECK register_write(struct machine *machine, const struct location *where, uint64_t value);

/* The record of an access, "peek" or "poke": the register, what came of it, and a value (NULL: there is none). An outcome
 * other than OUTCOME_OK is a failure of the run and explained; OUTCOME_DENIED an error. */
void register_record(struct shell *shell, const char *kind, const struct location *where, enum outcome outcome,
		     const uint64_t *value);

#endif
