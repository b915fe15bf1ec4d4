/* SPDX-License-Identifier: BSD-2-Clause */
#include "checks/x86/facts.h"

#define LISTED(PROCESSOR) &PROCESSOR##_check_facts,
const struct check_facts *const check_facts[] = {PROCESSORS(LISTED) & described_check_facts, NULL};
