/* SPDX-License-Identifier: BSD-2-Clause */
/* CPUID between a processor that is played and the one that executes. */
#ifndef SILICON_SVM_FEATURES_H
#define SILICON_SVM_FEATURES_H

#include "silicon/silicon.h"

/* Takes out of `played`, which a processor would answer, what another one, which answers `executed`, cannot do for it: instructions,
 * registers and modes that a bit announces. What the silicon plays itself stays: the core PMU's. */
void features_restrict(uint32_t leaf, uint32_t subleaf, const struct silicon_cpuid *executed,
		       struct silicon_cpuid *played);

#endif
