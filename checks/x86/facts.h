/* SPDX-License-Identifier: BSD-2-Clause */
/* Facts of each processor that only checks need: the build makes C of NAME.facts. */
#ifndef CHECKS_X86_FACTS_H
#define CHECKS_X86_FACTS_H

#include "boxes/processors.h"
#include "core/check/check.h"

#define CHECK_FACTS_DECLARED(PROCESSOR) extern const struct check_facts PROCESSOR##_check_facts;
PROCESSORS(CHECK_FACTS_DECLARED)
extern const struct check_facts described_check_facts; /* of all processors that describe themselves */

#endif
