/* SPDX-License-Identifier: BSD-2-Clause */
/* CPUID of a modelled processor on another processor. */
#ifndef SILICON_SVM_FEATURES_H
#define SILICON_SVM_FEATURES_H

#include "silicon/silicon.h"

/* Clears feature bits in `played`, the modelled processor's answer to CPUID, for instructions, registers and modes that the
 * executing processor lacks: `executed` is its own answer. Bits of the core PMU stay, since the silicon itself implements it. */
void features_restrict(uint32_t leaf, uint32_t subleaf, const struct silicon_cpuid *executed,
		       struct silicon_cpuid *played);

#endif
