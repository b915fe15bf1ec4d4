/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds a machine's discovery tables, by a capability of PCI functions, one for each die, and by a register. Linux 6.12 and 7.2,
 * PCM and LIKWID agree on this method, but not on the socket of each die. */
#ifndef CORE_DISCOVERY_FIND_H
#define CORE_DISCOVERY_FIND_H

#include "core/hardware/discovery.h"
#include "core/hardware/machine.h"

/* A place that may hold a discovery table. */
struct discovery_place {
	uint64_t address;        /* of the table's global block, in device memory; 0: unknown */
	struct location from;    /* the source of the address: a function's capability, or a register */
	uint16_t socket;         /* the socket that has the units */
	uint16_t die;            /* number of the table among that socket's */
	bool card;               /* the function is below a bridge: it belongs to a card, not to a die */
	const char *wrong;       /* why the table is not used; NULL: the place is good */
	struct discovery *table; /* NULL if it was not read */
	uint16_t chas_said;      /* number of CHAs (units of type 0) of the socket, by a register; 0: unknown */
};

struct discovered {
	struct discovery_place *places;
	uint16_t count;
	bool more; /* there were more places than room for them */
};

/* True if the table was read and its global block is valid. */
bool discovery_is_usable(const struct discovery_place *place);

/* Finds the tables, reads them, and sets machine->discovered. Touches no address that the memory map lists as memory. Returns false
 * if the arena is full. Needs machine->hw, ecam, functions, memory, and socket_count. */
MUST_CHECK bool discovery_find(struct machine *machine, const struct described *described);

/* The socket of the function at `address`, by the processor's bus map: the map function on that bus, or on the next higher bus that
 * has one. UINT16_MAX if it is unknown. */
uint16_t discovery_socket(const struct machine *machine, const struct described *described, uint64_t address);

/* Like discovery_socket(), with the next lower bus instead of the next higher one. */
uint16_t discovery_socket_before(const struct machine *machine, const struct described *described, uint64_t address);

#endif
