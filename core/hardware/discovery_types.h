/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes box types from discovery tables. */
#ifndef CORE_DISCOVERY_TYPES_H
#define CORE_DISCOVERY_TYPES_H

#include "core/hardware/discovery_find.h"

/* Sets machine->processor to one made from `table` and the units in machine->discovered. Units of one type that are alike become a
 * box type, with the numbers of the table; if units of a second die repeat the numbers of the first, they are numbered after them.
 * A unit that cannot be used, or is not safe to touch, is left out (discovery_unit.unused has the reason). False if the arena is
 * full. Touches only identifiers of PCI functions and the register that counts CHAs. */
MUST_CHECK bool discovery_make(struct machine *machine, const struct processor *table);

/* A processor with the types that such machines are expected to have, each with as many boxes as are known: for encoding events
 * without a machine. NULL if the arena is full. */
MUST_CHECK const struct processor *discovery_usual(struct arena *arena, const struct processor *table);

#endif
