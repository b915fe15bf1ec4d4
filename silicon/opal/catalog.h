/* SPDX-License-Identifier: BSD-2-Clause */
/* The IMC catalog, a device tree: finding events in it, and copying it, whole or broken, into another
 * tree as its node /imc-counters. */
#ifndef SILICON_OPAL_CATALOG_H
#define SILICON_OPAL_CATALOG_H

#include "lib/parse.h"
#include "silicon/imc.h"
#include "silicon/opal/tree.h"

/* A chip as the nest nodes name it. */
struct catalog_chip {
	uint32_t id;
	uint64_t homer;
};

/* Parameters of the copy of the catalog. */
struct catalog_plan {
	const struct tree *catalog;
	const struct catalog_chip *chip;
	unsigned chips;
	uint32_t phandle;      /* added to every phandle, to be above all of the other tree's */
	uint32_t string_shift; /* where the catalog's strings lie in the other tree's */
	bool fault[IMC_CATALOG_FAULTS];
};

/* Finds an event by its PMU's node name, without unit address, and its own full name: prefix and name. Its
 * offset is that of the PMU node and of the event together. */
MUST_CHECK bool catalog_find(const struct tree *catalog, struct slice pmu, struct slice event, enum imc_type *type,
			     uint32_t *offset);

/* Returns the highest phandle in a tree. */
uint32_t catalog_last_phandle(const struct tree *tree);

/* Writes the node /imc-counters, unless a fault says that there is none. */
void catalog_put(struct tree_writer *writer, const struct catalog_plan *plan);

#endif
