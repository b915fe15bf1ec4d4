/* SPDX-License-Identifier: BSD-2-Clause */
/* The IMC catalog in the device tree, /imc-counters, as a processor's table: each PMU node is a box type, each event
 * a counter posted at an offset. Pure. Does not trust the tree: invalid parts are left out and reported. Binding:
 * skiboot, doc/device-tree/imc.rst; Linux, arch/powerpc/perf/imc-pmu.c. */
#ifndef ARCH_PPC64_CATALOG_H
#define ARCH_PPC64_CATALOG_H

#include "boxes/imc.h"
#include "core/arena.h"
#include "core/record/warnings.h"

/* Offset of the control block in a nest's region if the node gives none (skiboot, imc.h). */
#define CATALOG_CONTROL_USUAL 0x3fc00

/* Bytes used of a page of core or thread counters, whatever size its node gives (Linux, imc-pmu.c). */
#define CATALOG_PAGE          8192

enum imc_kind { IMC_NEST, IMC_CORE, IMC_THREAD, IMC_TRACE, IMC_KINDS };

/* One PMU node. */
struct imc_pmu {
	struct box_type type;
	uint8_t kind;     /* enum imc_kind */
	uint32_t base;    /* added to the events' offsets: the node's `reg` */
	uint32_t control; /* nest: offset of the control block in the region */
	uint64_t offset;  /* nest: offset of the region from the node's base-addr */
	int node;
};

/* Kinds of trouble with single entries. */
enum catalog_trouble {
	CATALOG_PMU,       /* a node lacks a required property, or its type is unknown */
	CATALOG_NAME,      /* a name is missing, too long, or has characters that are not allowed */
	CATALOG_OUTSIDE,   /* an offset is not in the region, or not a multiple of 8 */
	CATALOG_DUPLICATE, /* a name occurs twice */
	CATALOG_OVERLAP,   /* two events of a PMU share an offset; both are kept */
	CATALOG_SCALE,     /* a scale is not a decimal number; 1 is used */
	CATALOG_PREFIX,    /* a PMU has no events-prefix, which may be empty but must exist */
	CATALOG_CELLS,     /* an event's reg is not an offset and a length */
	CATALOG_CHIPS,     /* chip-id and base-addr do not both have one entry for each chip */
	CATALOG_FACTOR,    /* a scale is not the unit's prescaler */
	CATALOG_FOREIGN,   /* a name or scale is that of another processor's catalog */
	CATALOG_FULL,      /* there is no room for a name */
	CATALOG_TROUBLES
};

struct catalog {
	bool present;                  /* the node exists */
	const struct imc_facts *facts; /* of the processor that the catalog is read for */
	uint64_t version;
	struct imc_pmu *pmus;
	uint16_t pmu_count;
	uint16_t event_count;      /* of all PMUs */
	uint16_t kinds[IMC_KINDS]; /* number of PMUs of each kind */
	uint32_t troubles[CATALOG_TROUBLES];
	const char *first_trouble[CATALOG_TROUBLES]; /* name of the first entry of each kind */
	struct processor *processor;                 /* the table, with types[i] = pmus[i].type */
};

/* Reads the catalog of a sound tree. `facts` has what the table needs besides boxes. Memory comes from the arena;
 * strings may stay in the tree. Returns false only if the arena is full. Without a catalog the processor has no
 * boxes. */
MUST_CHECK bool catalog_read(struct catalog *catalog, const void *tree, const struct imc_facts *facts,
			     struct arena *arena, struct warnings *warnings);

/* A trouble in words, such as "names occur twice, and the first one is used". */
const char *catalog_trouble_text(enum catalog_trouble trouble);

/* True if the catalog's names and scales belong to another processor: then the hardware is not to blame for wrong
 * counts. */
bool catalog_is_foreign(const struct catalog *catalog);

/* PMU of a box type of the catalog. */
const struct imc_pmu *catalog_pmu(const struct catalog *catalog, const struct box_type *type);

/* Finds the address of a nest PMU's region on a chip. Returns false if the node gives none. */
MUST_CHECK bool catalog_region(const void *tree, const struct imc_pmu *pmu, uint32_t chip, uint64_t *address);

/* Parses "12" or "0.5", with at most 18 digits. Returns false and changes nothing for other text. */
MUST_CHECK bool catalog_scale(const char *string, uint64_t *scale, uint8_t *decimals);

#endif
