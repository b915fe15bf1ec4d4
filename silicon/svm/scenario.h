/* SPDX-License-Identifier: BSD-2-Clause */
/* Choice of the machine to model. */
#ifndef SILICON_SVM_SCENARIO_H
#define SILICON_SVM_SCENARIO_H

#include "lib/basic.h"

/* Finds lines `machine = NAME` in a scenario, copies the name of the last one, and overwrites the lines with blanks, so that the
 * model's errors name the right line numbers. False if there is no such line, or the last name is empty or does not fit into `size`
 * bytes with its terminator. */
MUST_CHECK bool scenario_take_machine(char *scenario, size_t length, char *name, size_t size);

/* Name of the machine for the processor whose CPUID.1:EAX is `signature`; NULL if there is none. */
const char *scenario_default_machine(uint32_t signature);

#endif
