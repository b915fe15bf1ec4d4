/* SPDX-License-Identifier: BSD-2-Clause */
/* Words of other programs that people paste and that name nothing here: what each is there, and what to write instead. Names of
 * boxes, events and modifiers are looked up first, so a word that means something here is not looked for. */
#ifndef CORE_EVENT_FOREIGN_H
#define CORE_EVENT_FOREIGN_H

#include "lib/parse.h"

/* Where a word stands in an event string. */
enum foreign_place {
	FOREIGN_BOX = 1,
	FOREIGN_EVENT = 2,
	FOREIGN_MODIFIER = 4,
	FOREIGN_COUNTER = 8 /* a modifier by which another program's strings are known */
};

struct foreign_word {
	uint8_t places;             /* enum foreign_place */
	const char *patterns;       /* with a blank between them: '*' is any run of characters, '?' one */
	const char *what, *instead; /* completes "'WORD' is ..."; a hint */
};

/* The word at a place; NULL if it is no other program's. What follows a '=' is no part of it. */
const struct foreign_word *foreign_word_of(struct slice text, enum foreign_place place);

#endif
