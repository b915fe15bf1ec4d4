/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a machine has its discovery tables: PCI functions that say so, one for each die, and a register. Linux 6.12 and 7.2, PCM and
 * LIKWID agree on the way; which die belongs to which socket, they do not. */
#ifndef CORE_DISCOVERY_FIND_H
#define CORE_DISCOVERY_FIND_H

#include "core/hardware/discovery.h"
#include "core/hardware/machine.h"

/* One place that was said to hold a table. */
struct discovery_place {
	uint64_t address;        /* of its global block, in device memory; 0: nothing says it */
	struct location from;    /* what says so: the capability of a function, or a register */
	uint16_t socket;         /* whose units it has ... */
	uint16_t die;            /* ... and which of that socket's tables it is */
	bool card;               /* its function is below a bridge: it is no die's */
	const char *wrong;       /* why nothing of it is used; NULL: nothing is wrong with the place */
	struct discovery *table; /* NULL if it was not read */
	uint16_t chas_said; /* how many units of type 0 the socket has, by a register of its own; 0: none says it */
};

struct discovered {
	struct discovery_place *places;
	uint16_t count;
	bool more; /* than there is room for */
};

/* True if its table was read, and its global block makes sense. */
bool discovery_is_usable(const struct discovery_place *place);

/* Looks for the tables and reads them: nothing that the memory map has as memory is touched. Fills in machine->discovered. False if the
 * arena is full. Needs machine->hw, ecam, functions, memory, and socket_count. */
MUST_CHECK bool discovery_find(struct machine *machine, const struct described *described);

/* Whose bus the function at an address is on, by the map of the processor; UINT16_MAX if there is none, or it does not say. */
uint16_t discovery_socket(const struct machine *machine, const struct described *described, uint64_t address);

/* The same of functions that are on the bus of the map or behind it, where the others are before it. */
uint16_t discovery_socket_before(const struct machine *machine, const struct described *described, uint64_t address);

#endif
