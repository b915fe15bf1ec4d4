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

/* Number of characters of a wrong word that an error message repeats. */
int lines_shown(struct slice word);

#endif
