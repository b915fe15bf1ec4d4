/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the PCI bus with the functions of each socket's boxes, and confirms that the functions are those of the tables. The
 * processor's table has the ways to find the buses (struct base_finder). */
#ifndef CORE_BUSES_H
#define CORE_BUSES_H

#include "core/hardware/machine.h"

/* Fills in machine->buses from machine->ecam and machine->functions; does nothing for a processor without
 * such boxes. False if the arena is full. Needs machine->hw. */
MUST_CHECK bool buses_find(struct machine *machine);

/* The entry for `way` in the processor's table; NULL if there is none, or the processor is unknown. */
const struct base_finder *buses_finder(const struct machine *machine, enum base_way way);

/* Address of function number `socket` among those with device id `id`, in order of segment and bus: like struct box.base, with
 * BOX_FUNCTION; BUS_NOWHERE if there are fewer. */
uint64_t buses_function(const struct machine *machine, uint16_t id, unsigned socket);

/* Reads a field of that function. False if the function is missing or does not answer. */
MUST_CHECK bool buses_field(const struct machine *machine, uint16_t id, unsigned socket, const struct bus_field *field,
			    uint32_t *value);

/* Reads the socket's node ID (as used in packets and filters) from the PCI function on its bus. Returns false if no function
 * reports it. */
MUST_CHECK bool buses_node(const struct machine *machine, uint16_t socket, uint32_t *node);

/* The base of the box's addresses (enum base_kind), for struct box.base; 0 if it is unknown. */
uint64_t buses_base(const struct machine *machine, const struct box *box);

/* Checks the identifiers of a box's functions. The box becomes BOX_ABSENT if its bus is unknown, BOX_HIDDEN or BOX_WRONG_DEVICE if
 * its first function is hidden or wrong; else BOX_FOUND, with `lost_banks` for other functions that are. Returns false if the box
 * need not be probed further. */
MUST_CHECK bool buses_confirm(struct machine *machine, struct machine_box *box);

/* The first function of a box that buses_confirm found hidden or wrong: the location of its identifiers, and their expected value,
 * device id above vendor id (device id 0: unknown). False if all functions are right. */
bool buses_misfit(const struct machine *machine, const struct machine_box *box, struct location *where,
		  uint32_t *expected);

/* The problem with finding a socket's bus, in words; NULL: none. */
const char *buses_diagnostic(const struct machine *machine, const struct socket_bus *bus);

/* "0000:7f", or "nowhere". */
void buses_text(uint64_t base, struct text *text);

#endif
