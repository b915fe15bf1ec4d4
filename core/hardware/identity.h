/* SPDX-License-Identifier: BSD-2-Clause */
/* Identity of each socket's processor, as read from it. */
#ifndef CORE_IDENTITY_H
#define CORE_IDENTITY_H

#include "core/hardware/machine.h"

/* 0: unknown. */
struct socket_identity {
	uint32_t microcode; /* revision of the loaded update */
	uint64_t number;    /* PPIN, if the firmware leaves it readable */
	/* Values of the capability registers of struct processor; `answering` has a bit for each that answers. */
	uint32_t capabilities[CAPABILITIES_MOST];
	uint8_t answering;
	/* Number of CHAs of the socket: by the bits set in all these registers, and by an MSR. */
	uint16_t chas_set, chas_said;
};

/* Reads the identities once, into machine->identities; they stay NULL on other makers' processors, and if the arena is full. */
void identity_ask(struct machine *machine);

#endif
