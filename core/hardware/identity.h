/* SPDX-License-Identifier: BSD-2-Clause */
/* What the processor of each socket says of itself. */
#ifndef CORE_IDENTITY_H
#define CORE_IDENTITY_H

#include "core/hardware/machine.h"

/* 0: it does not say. */
struct socket_identity {
	uint32_t microcode; /* revision of the update that is loaded */
	uint64_t number;    /* PPIN, if the firmware has left it readable */
	/* What those registers of struct processor hold that answer, and which do: a bit for each. */
	uint32_t capabilities[CAPABILITIES_MOST];
	uint8_t answering;
	/* How many CHAs the socket has: by the bits of all those registers, and by an MSR. */
	uint16_t chas_set, chas_said;
};

/* Asks, once, and fills in machine->identities; they stay NULL on processors of others, and if the arena is full. */
void identity_ask(struct machine *machine);

#endif
