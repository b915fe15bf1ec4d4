/* SPDX-License-Identifier: BSD-2-Clause */
/* Words of other programs that users paste and that have no meaning here: their meaning there, and the word to use instead. Names
 * of boxes, events and modifiers are looked up first, so that they win over these words. */
#ifndef CORE_EVENT_FOREIGN_H
#define CORE_EVENT_FOREIGN_H

#include "lib/parse.h"

/* The place of a word in an event string. */
enum foreign_place {
	FOREIGN_BOX = 1,
	FOREIGN_EVENT = 2,
	FOREIGN_MODIFIER = 4,
	FOREIGN_COUNTER = 8 /* a modifier that marks a string of another program */
};

struct foreign_word {
	uint8_t places;             /* enum foreign_place */
	const char *patterns;       /* separated by blanks; '*' matches any characters, '?' one */
	const char *what, *instead; /* completes "'WORD' is ..."; a hint */
};

/* The entry for the word `text` at a place, up to a '='; NULL if there is none. */
const struct foreign_word *foreign_word_of(struct slice text, enum foreign_place place);

#endif
