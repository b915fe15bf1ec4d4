/* SPDX-License-Identifier: BSD-2-Clause */
/* The IMC catalog, a device tree: finds events in it, and copies it, with or without faults, into another tree as its node
 * /imc-counters. */
#ifndef SILICON_OPAL_CATALOG_H
#define SILICON_OPAL_CATALOG_H

#include "lib/parse.h"
#include "silicon/imc.h"
#include "silicon/opal/tree.h"

/* A chip, for the nest nodes. */
struct catalog_chip {
	uint32_t id;
	uint64_t homer; /* physical address of its HOMER */
};

/* Parameters of the copy of the catalog. */
struct catalog_plan {
	const struct tree *catalog;
	const struct catalog_chip *chip;
	unsigned chips;
	uint32_t phandle;      /* added to each phandle of the catalog, so that it differs from all of the other tree */
	uint32_t string_shift; /* offset of the catalog's strings in the other tree's strings */
	bool fault[IMC_CATALOG_FAULTS];
};

/* Finds an event by the node name of its PMU, without unit address, and by its full name: prefix and name. *offset is relative to
 * the region: the PMU's base plus the event's offset. */
MUST_CHECK bool catalog_find(const struct tree *catalog, struct slice pmu, struct slice event, enum imc_type *type,
			     uint32_t *offset);

/* Returns the highest phandle in a tree. */
uint32_t catalog_last_phandle(const struct tree *tree);

/* Writes the node /imc-counters; nothing with the fault IMC_CATALOG_ABSENT. */
void catalog_put(struct tree_writer *writer, const struct catalog_plan *plan);

#endif
