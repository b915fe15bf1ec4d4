/* SPDX-License-Identifier: BSD-2-Clause */
/* Subcommands of the host tool that are Python programs: `uncork NAME` is tools/NAME/__main__.py. */
#ifndef TOOLS_UNCORK_SCRIPT_H
#define TOOLS_UNCORK_SCRIPT_H

#include <stdbool.h>

#include "lib/text.h"

/* True if `name` is a subcommand that is a Python program. */
bool script_exists(const char *name);

/* Becomes the Python program of subcommand arguments[0], with the arguments behind it; `arguments`
 * ends with NULL. The program is looked for below tools/ and share/uncork/tools/ in the directories
 * above the running executable, nearest first. Returns only if it cannot be started, after saying why on standard error. */
void script_run(char *const *arguments);

/* Runs it as script_run does, and adds what it prints to `text`. False if it cannot be started or ends with a status other than 0, after
 * a line on standard error. */
bool script_output(char *const *arguments, struct text *text);

#endif
