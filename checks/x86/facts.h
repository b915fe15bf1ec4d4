/* SPDX-License-Identifier: BSD-2-Clause */
/* What only checks want to know of each processor: NAME.facts, of which the build makes C. */
#ifndef CHECKS_X86_FACTS_H
#define CHECKS_X86_FACTS_H

#include "boxes/processors.h"
#include "core/check/check.h"

#define CHECK_FACTS_DECLARED(PROCESSOR) extern const struct check_facts PROCESSOR##_check_facts;
PROCESSORS(CHECK_FACTS_DECLARED)
extern const struct check_facts described_check_facts; /* of all that describe themselves */

#endif
