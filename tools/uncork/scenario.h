/* SPDX-License-Identifier: BSD-2-Clause */
/* Files named in a scenario: the silicon has no files, so their contents replace their names. */
#ifndef TOOLS_UNCORK_SCENARIO_H
#define TOOLS_UNCORK_SCENARIO_H

#include "lib/parse.h"
#include "lib/text.h"

/* Appends a scenario, read from file `name`, to `out`. In `discovery.table = FILE`, FILE (relative to that file's
 * directory unless it begins with a slash) is replaced by its hexadecimal words, one per line. Returns NULL, or the
 * error. */
MUST_CHECK const char *scenario_add(struct text *out, struct slice scenario, const char *name);

#endif
