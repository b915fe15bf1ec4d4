/* SPDX-License-Identifier: BSD-2-Clause */
/* Lists as text: faults of virtual silicon, settings of scenarios, PCI functions. */
#ifndef TOOLS_UNCORK_FAULTS_H
#define TOOLS_UNCORK_FAULTS_H

#include "lib/basic.h"

/* Prints the faults of `machine` with `scenario` (text), one per line, separated by tabs: fault, box, register ("-":
 * the whole box), kind, the register's address ("-": not an MSR). Returns false, with a reason on standard error, for
 * an unknown machine or a wrong scenario. */
MUST_CHECK bool faults_print(const char *machine, const char *scenario, uint64_t seed);

/* Prints the settings of `machine`'s scenarios, one per line: the name, a tab, and its words (separated by blanks) or
 * its lowest and highest number ("1..8"); a clock's rate is followed by a tab and "clock". Returns false, with a
 * reason on standard error, for an unknown machine. */
MUST_CHECK bool settings_print(const char *machine);

/* Prints the PCI functions of all machines' models, one per line, separated by tabs: machine, family, model number,
 * steppings (bit i: stepping i; 0: all), bus among the socket's buses, its usual number, device, function, ID (0: the
 * machine itself; 0xffff: any), box ("-": none). */
void functions_print(void);

#endif
