/* SPDX-License-Identifier: BSD-2-Clause */
/* Command lines from loaders, boot entries and firmware, which contain words that the user did not write. */
#ifndef PC_LOADER_WORDS_H
#define PC_LOADER_WORDS_H

#include "lib/parse.h"
#include "lib/text.h"

/* Outcome of reading a command line. */
enum boot_line {
	BOOT_LINE_NONE,
	BOOT_LINE_GIVEN,
	BOOT_LINE_TOO_LONG, /* it must not be run in part */
	BOOT_LINE_NO_TEXT   /* it is not ASCII, or there is no memory at its address */
};

/* Leaves only the user's words in `line`. Words that every loader adds are dropped silently: the image's name before
 * the first command, "BOOT_IMAGE=..." and "initrd=...", also paths with blanks. Words for Linux anywhere, and a boot
 * entry's label before the first command, are dropped and listed in `ignored`. `commands` recognizes uncork's
 * commands by their first word. */
struct loader_commands {
	bool (*have)(struct slice word);
	bool (*have_like)(struct slice word); /* the word may be a misspelt command */
};
void loader_words_drop(struct text *line, const struct loader_commands *commands, struct text *ignored);

#endif
