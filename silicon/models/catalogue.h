/* SPDX-License-Identifier: BSD-2-Clause */
/* The fault catalogue: everything that can be broken about a machine, made from the tables of its model. Which
 * bits, values and neighbours are in it is in docs/faults.md. */
#ifndef SILICON_MODELS_CATALOGUE_H
#define SILICON_MODELS_CATALOGUE_H

#include "lib/basic.h"

/* One fault. */
struct silicon_fault {
	char text[96]; /* as a scenario has it: BOX[.REGISTER].KIND[=ARG] */
	char box[16];
	char reg[40];  /* of that box; empty: the box as a whole */
	char kind[24]; /* without argument: "stuck1", "pmi.lost" */
	bool msr;      /* the register is an MSR, at `address` */
	uint32_t address;
};

/* Where a walk through the catalogue is. All zeros: at its beginning. */
struct silicon_fault_cursor {
	uint32_t box, subject, kind, variant;
};

/* How many bytes silicon_catalogue needs. */
size_t silicon_catalogue_size(void);

/* Calls `tell` with each fault of `machine` ("xeon-7500", "power9"), always in the same order. `scenario` is text as
 * the machine's own, for what depends on it: boxes that it takes away have no faults. `memory` is 8-byte
 * aligned. False, with one line of reason in `error`, for an unknown machine or a wrong scenario. */
MUST_CHECK bool silicon_catalogue(void *memory, const char *machine, const char *scenario,
				  void (*tell)(void *context, const struct silicon_fault *fault),
				  void *context, char *error, size_t error_size);

#endif
