/* SPDX-License-Identifier: BSD-2-Clause */
/* The part of `info` for machines that describe their own boxes. */
#ifndef CORE_INFO_DISCOVERY_H
#define CORE_INFO_DISCOVERY_H

#include "core/hardware/machine.h"
#include "core/record/record.h"

/* Writes the discovery tables, their unusual blocks, and the reasons why parts of them are not used; nothing if uncork
 * did not look for any. */
void info_discovery(struct output *output, const struct machine *machine);

/* Writes the boxes; adjacent boxes of a type with the same state share a line. */
void info_groups(struct output *output, const struct machine *machine);

#endif
