/* SPDX-License-Identifier: BSD-2-Clause */
/* What the processor of each socket says of itself. */
#ifndef CORE_IDENTITY_H
#define CORE_IDENTITY_H

#include "core/hardware/machine.h"

/* 0: it does not say. */
struct socket_identity {
	uint32_t microcode; /* revision of the update that is loaded */
	uint64_t number;    /* PPIN, if the firmware has left it readable */
};

/* Asks, once, and fills in machine->identities; they stay NULL on processors of others, and if the arena is full. */
void identity_ask(struct machine *machine);

#endif
