/* SPDX-License-Identifier: BSD-2-Clause */
/* The part of `info` that is for machines which describe themselves. */
#ifndef CORE_INFO_DISCOVERY_H
#define CORE_INFO_DISCOVERY_H

#include "core/hardware/machine.h"
#include "core/record/record.h"

/* The discovery tables, and what of them is not used, and why; nothing if nobody looked for any. */
void info_discovery(struct output *output, const struct machine *machine);

/* The boxes, those that stand side by side and answered alike in one line. */
void info_groups(struct output *output, const struct machine *machine);

#endif
