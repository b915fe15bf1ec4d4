/* SPDX-License-Identifier: BSD-2-Clause */
/* the list of faults of virtual silicon, as text. */
#ifndef TOOLS_UNCORK_FAULTS_H
#define TOOLS_UNCORK_FAULTS_H

#include "lib/basic.h"

/* Prints the faults of `machine` with `scenario` (text): one a line; behind it its box, its register ("-": the box as a
 * whole), its kind and the register's address ("-": it is no MSR), with tabs between. False, with a reason on standard error, for an unknown machine or
 * a wrong scenario. */
MUST_CHECK bool faults_print(const char *machine, const char *scenario);

#endif
