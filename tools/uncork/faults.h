/* SPDX-License-Identifier: BSD-2-Clause */
/* What can be broken about virtual silicon, and what a scenario may set, as text. */
#ifndef TOOLS_UNCORK_FAULTS_H
#define TOOLS_UNCORK_FAULTS_H

#include "lib/basic.h"

/* Prints the faults of `machine` with `scenario` (text): one a line; behind it its box, its register ("-": the box as a
 * whole), its kind and the register's address ("-": it is no MSR), with tabs between. False, with a reason on standard error, for an unknown machine or
 * a wrong scenario. */
MUST_CHECK bool faults_print(const char *machine, const char *scenario, uint64_t seed);

/* Prints what a scenario of `machine` may set: one a line, the name, a tab, and its words (a blank between) or its lowest and
 * highest number ("1..8"); behind a rate that is a clock's one more tab and "clock". False, with a reason on standard error, for an unknown machine. */
MUST_CHECK bool settings_print(const char *machine);

/* Prints all machines and the PCI functions that their models have, one a line, with tabs between: machine, family, model number,
 * steppings (bit i: stepping i; 0: all), bus of those of a socket, its usual number, device, function, id (0: the machine itself; 0xffff: whatever is there), box ("-": none). */
void functions_print(void);

#endif
