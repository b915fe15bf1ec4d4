/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the register that words on a command line name: for peek and poke. */
#ifndef CORE_REGISTER_WORDS_H
#define CORE_REGISTER_WORDS_H

#include "core/command/command.h"

/* Values of -w and -s; 0 without the option. */
struct register_options {
	uint8_t width_bits; /* 0: the default of the space */
	uint16_t socket;
};

/* Parses the value of option -w or -s. False after an error. */
MUST_CHECK bool register_option(struct shell *shell, struct register_options *options, int letter, const char *value);

/* Number of `words` that name the register: 1 for `cbox3.ctr1`, 2 for `msr 0xd11`; 0 if there are fewer. */
int register_words(int count, char **words);

/* Finds the register that these words name. False after an error. */
MUST_CHECK bool register_find(struct shell *shell, char **words, const struct register_options *options,
			      struct location *where);

/* True if `value` fits the register's width; reports it otherwise. */
MUST_CHECK bool register_fits(struct shell *shell, const struct location *where, uint64_t value);

/* Make one access, which the journal records first. */
enum outcome MUST_CHECK register_read(struct machine *machine, const struct location *where, uint64_t *value);
enum outcome MUST_CHECK register_write(struct machine *machine, const struct location *where, uint64_t value);

/* Writes the record of an access, `kind` "peek" or "poke": the register, the outcome, and the value (NULL: none). If the outcome is
 * not OUTCOME_OK, also reports the reason: as an error for OUTCOME_DENIED, else as a failure. */
void register_record(struct shell *shell, const char *kind, const struct location *where, enum outcome outcome,
		     const uint64_t *value);

#endif
