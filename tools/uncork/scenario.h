/* SPDX-License-Identifier: BSD-2-Clause */
/* The files that a scenario names: the silicon has none, so that what is in them takes the place of their names. */
#ifndef TOOLS_UNCORK_SCENARIO_H
#define TOOLS_UNCORK_SCENARIO_H

#include "lib/parse.h"
#include "lib/text.h"

/* Appends a scenario, read from a file called `name`, to `out`: of `discovery.table = FILE`, FILE beside that file if its name
 * has no slash in front, become the words of FILE, which has one in hexadecimal a line. NULL, or what is wrong. */
MUST_CHECK const char *scenario_add(struct text *out, struct slice scenario, const char *name);

#endif
