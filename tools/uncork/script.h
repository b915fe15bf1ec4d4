/* SPDX-License-Identifier: BSD-2-Clause */
/* Subcommands of the host tool that are Python programs: `uncork NAME` is tools/NAME/__main__.py. */
#ifndef TOOLS_UNCORK_SCRIPT_H
#define TOOLS_UNCORK_SCRIPT_H

#include <stdbool.h>

#include "lib/text.h"

/* True if `name` is a subcommand that is a Python program. */
bool script_exists(const char *name);

/* Replaces this process by the Python program of subcommand arguments[0], with the arguments after it; `arguments` ends
 * with NULL. The program is looked for below tools/ and share/uncork/tools/ in the directories above the running
 * executable, nearest first. Returns only if it cannot be started, after saying why on standard error. */
void script_run(char *const *arguments);

/* Runs the program that script_run would run, and appends its output to `text`. Returns false, after a line on
 * standard error, if it cannot be started or its status is not 0. */
bool script_output(char *const *arguments, struct text *text);

#endif
