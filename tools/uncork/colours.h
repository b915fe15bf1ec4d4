/* SPDX-License-Identifier: BSD-2-Clause */
/* Colours in a run's output on a terminal: words at the start of a line that give an outcome. */
#ifndef TOOLS_UNCORK_COLOURS_H
#define TOOLS_UNCORK_COLOURS_H

#include <stddef.h>

/* Writes bytes of a run to standard output, in any pieces: in colours if that is a terminal, and neither NO_COLOR nor
 * TERM=dumb forbids it. Bytes that may become such a word are held until that is decided. */
void colours_write(const char *bytes, size_t length);

#endif
