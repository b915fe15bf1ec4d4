/* SPDX-License-Identifier: BSD-2-Clause */
/* Colours of what a run says on a terminal: the words at the start of a line that say how something ended. */
#ifndef TOOLS_UNCORK_COLOURS_H
#define TOOLS_UNCORK_COLOURS_H

#include <stddef.h>

/* Writes bytes of a run to standard output, in any pieces: in colours if that is a terminal, and neither NO_COLOR nor TERM=dumb forbids
 * it. What may become such a word is held until it is one or not. */
void colours_write(const char *bytes, size_t length);

#endif
