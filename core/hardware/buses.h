/* SPDX-License-Identifier: BSD-2-Clause */
/* On which PCI bus each socket has the functions of its boxes, and whether the functions there are those that
 * the tables mean. What finds the buses is in the processor's table (struct base_finder). */
#ifndef CORE_BUSES_H
#define CORE_BUSES_H

#include "core/hardware/machine.h"

/* Fills in machine->buses from machine->ecam and machine->functions; does nothing for a processor without
 * such boxes. False if the arena is full. Needs machine->hw. */
MUST_CHECK bool buses_find(struct machine *machine);

/* The way of that kind in the processor's table; NULL if it has none, or there is no processor. */
const struct base_finder *buses_finder(const struct machine *machine, enum base_way way);

/* The function of an id that is the socket's, in order of segment and bus: as struct box.base, with BOX_FUNCTION; BUS_NOWHERE if
 * there are not so many. */
uint64_t buses_function(const struct machine *machine, uint16_t id, unsigned socket);

/* What a field of that function holds. False if it is not there, or does not answer. */
MUST_CHECK bool buses_field(const struct machine *machine, uint16_t id, unsigned socket, const struct bus_field *field,
			    uint32_t *value);

/* The number that packets and filters know a socket by, as the function of its own bus says it. False if there is none that says it. */
MUST_CHECK bool buses_node(const struct machine *machine, uint16_t socket, uint32_t *node);

/* What the box's addresses are counted from (enum base_kind): struct box.base; 0 if that is not known. */
uint64_t buses_base(const struct machine *machine, const struct box *box);

/* Looks whether the functions of a box are there, and what they say they are. The box becomes BOX_ABSENT if its
 * bus is not known, BOX_HIDDEN or BOX_WRONG_DEVICE if its first function is not as it should be, and is
 * BOX_FOUND otherwise, with `lost_banks` for other functions that are not. False if it needs no more asking. */
MUST_CHECK bool buses_confirm(struct machine *machine, struct machine_box *box);

/* The first function of a box that buses_confirm found to be another or none: where its identifiers are read, and what they
 * should be, device id above vendor (device id 0: not known). False if all functions are as they should be. */
bool buses_misfit(const struct machine *machine, const struct machine_box *box, struct location *where,
		  uint32_t *expected);

/* What is wrong with the ways to a socket's bus; NULL if nothing is. */
const char *buses_diagnostic(const struct machine *machine, const struct socket_bus *bus);

/* "0000:7f", or "nowhere". */
void buses_text(uint64_t base, struct text *text);

#endif
