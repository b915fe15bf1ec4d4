/* SPDX-License-Identifier: BSD-2-Clause */
/* Command lines as loaders, boot entries and firmware hand them over: with words that no user of ours wrote. */
#ifndef PC_LOADER_WORDS_H
#define PC_LOADER_WORDS_H

#include "lib/parse.h"
#include "lib/text.h"

/* Outcome of reading a command line. */
enum boot_line {
	BOOT_LINE_NONE,
	BOOT_LINE_GIVEN,
	BOOT_LINE_TOO_LONG, /* it must not be run in part */
	BOOT_LINE_NO_TEXT   /* what is there is no ASCII, or no memory is there */
};

/* Leaves in `line` what the user wrote. Dropped without a word is what every loader adds: the image's name before the first
 * command, "BOOT_IMAGE=..." and "initrd=...", paths with blanks in them, too. Dropped, and listed in `ignored`, are words for Linux,
 * wherever they stand, and a boot entry's label before the first command. `commands` knows
 * ours by the words that they begin with. */
struct loader_commands {
	bool (*have)(struct slice word);
	bool (*have_like)(struct slice word); /* it may be a slip of one */
};
void loader_words_drop(struct text *line, const struct loader_commands *commands, struct text *ignored);

#endif
