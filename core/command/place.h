/* SPDX-License-Identifier: BSD-2-Clause */
/* The register that words on a command line mean, for peek and poke. */
#ifndef CORE_PLACE_H
#define CORE_PLACE_H

#include "core/command/command.h"

/* What -w and -s said; 0 and 0 if nothing. */
struct place_options {
	uint8_t width_bits; /* 0: what is usual for the space */
	uint16_t socket;
};

/* Takes the value of -w or -s. False after reporting that it makes no sense. */
MUST_CHECK bool place_option(struct shell *shell, struct place_options *options, int letter, const char *value);

/* How many of `words` name the register: one for `cbox3.ctr1`, two for `msr 0xd11`; 0 if there are not
 * enough. */
int place_words(int count, char **words);

/* The register of those words. False after reporting what is wrong with them. */
MUST_CHECK bool place_find(struct shell *shell, char **words, const struct place_options *options,
			   struct location *where);

/* True if `value` fits the register's width; reports it otherwise. */
MUST_CHECK bool place_fits(struct shell *shell, const struct location *where, uint64_t value);

/* One access, with its entry in the journal. */
enum outcome MUST_CHECK place_read(struct machine *machine, const struct location *where, uint64_t *value);
enum outcome MUST_CHECK place_write(struct machine *machine, const struct location *where, uint64_t value);

/* Kinds of record. */
extern const char place_peek[], place_poke[];

/* The record of an access (place_peek or place_poke): its place, what came of it, and a value (NULL: there is none). An outcome
 * other than OUTCOME_OK is a failure of the run and explained. */
void place_record(struct shell *shell, const char *kind, const struct location *where, enum outcome outcome,
		  const uint64_t *value);

#endif
