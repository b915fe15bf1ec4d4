/* SPDX-License-Identifier: BSD-2-Clause */
/* What a shell may offer on Tab. */
#ifndef TOOLS_UNCORK_COMPLETION_H
#define TOOLS_UNCORK_COMPLETION_H

#include <stdbool.h>

struct option;

/* Prints each word, one a line, that could stand in the place of the last word of `line`: what has been typed after the
 * name of this program, up to the cursor. `machine` counts until the line names another. False if that machine cannot be
 * made. */
bool completion_print(const char *machine, const struct option *options, const char *line);

#endif
