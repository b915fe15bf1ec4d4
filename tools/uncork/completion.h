/* SPDX-License-Identifier: BSD-2-Clause */
/* Words that a shell may offer on Tab. */
#ifndef TOOLS_UNCORK_COMPLETION_H
#define TOOLS_UNCORK_COMPLETION_H

#include <stdbool.h>

struct option;

/* Prints each word, one a line, that could replace the last word of `line`: the text typed after this program's name,
 * up to the cursor. `machine` is used unless the line names another. Returns false if that machine cannot be made. */
bool completion_print(const char *machine, const struct option *options, const char *line);

#endif
