/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists as text: faults of virtual silicon, settings of scenarios, PCI functions. */
#ifndef TOOLS_UNCORK_FAULTS_H
#define TOOLS_UNCORK_FAULTS_H

#include "lib/basic.h"

/* Prints the faults of `machine` with `scenario` (text), one a line, with tabs between: fault, box, register ("-": the
 * box as a whole), kind, the register's address ("-": it is no MSR). False, with a reason on standard error, for an
 * unknown machine or a wrong scenario. */
MUST_CHECK bool faults_print(const char *machine, const char *scenario, uint64_t seed);

/* Prints the settings of scenarios of `machine`: one a line, the name, a tab, and its words (a blank between) or its lowest and
 * highest number ("1..8"); after a clock's rate one more tab and "clock". False, with a reason on standard error, for an unknown machine. */
MUST_CHECK bool settings_print(const char *machine);

/* Prints all machines and the PCI functions that their models have, one a line, with tabs between: machine, family, model number,
 * steppings (bit i: stepping i; 0: all), bus of those of a socket, its usual number, device, function, id (0: the machine itself; 0xffff: whatever is there), box ("-": none). */
void functions_print(void);

#endif
