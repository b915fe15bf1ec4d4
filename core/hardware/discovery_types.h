/* SPDX-License-Identifier: BSD-2-Clause */
/* Box types of what discovery tables say. */
#ifndef CORE_DISCOVERY_TYPES_H
#define CORE_DISCOVERY_TYPES_H

#include "core/hardware/discovery_find.h"

/* Gives the machine a processor of its own, made of `table` and of the units in machine->discovered. Units of one type that are alike are
 * a box type; their numbers are the tables', but of a second die of a socket, whose units may have those of the first: they go on
 * behind them. A unit that cannot be used, or that it would not be safe to touch, is left out, and says why (discovery_unit.unused).
 * False if the arena is full. Touches nothing but the identifiers of PCI functions. */
MUST_CHECK bool discovery_make(struct machine *machine, const struct processor *table);

/* A processor with the types that machines of its kind are expected to have, each with as many boxes as are known, for those who ask
 * what events mean and have no machine. NULL if the arena is full. */
MUST_CHECK const struct processor *discovery_usual(struct arena *arena, const struct processor *table);

#endif
