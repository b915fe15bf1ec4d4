/* SPDX-License-Identifier: BSD-2-Clause */
/* Which machine to play. */
#ifndef SILICON_SVM_SCENARIO_H
#define SILICON_SVM_SCENARIO_H

#include "lib/basic.h"

/* Looks for lines `machine = NAME` in a scenario, copies the name of the last one and overwrites the
 * lines with blanks, so that line numbers stay right for the model. False if there is none, or if the
 * name is empty or has no room in `size` bytes. */
MUST_CHECK bool scenario_take_machine(char *scenario, size_t length, char *name, size_t size);

/* The machine that goes with a processor, by CPUID.1:EAX; NULL if none does. */
const char *scenario_default_machine(uint32_t signature);

#endif
