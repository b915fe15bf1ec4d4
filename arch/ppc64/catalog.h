/* SPDX-License-Identifier: BSD-2-Clause */
/* The IMC catalog in the device tree, /imc-counters, turned into a processor's table: every PMU node is a type
 * of box, every event a counter posted at an offset. Pure, and trusts nothing in the tree: what makes no sense
 * is left out and said. Binding: skiboot, doc/device-tree/imc.rst; Linux, arch/powerpc/perf/imc-pmu.c. */
#ifndef ARCH_PPC64_CATALOG_H
#define ARCH_PPC64_CATALOG_H

#include "boxes/imc.h"
#include "core/arena.h"
#include "core/record/warnings.h"

/* Offset of the control block in a nest's region if the node does not say (skiboot, imc.h). */
#define CATALOG_CONTROL_USUAL 0x3fc00

/* Bytes read of the page of a core's or thread's counters, whatever size its node says (Linux, imc-pmu.c). */
#define CATALOG_PAGE          8192

enum imc_kind { IMC_NEST, IMC_CORE, IMC_THREAD, IMC_TRACE, IMC_KINDS };

/* One PMU node. */
struct imc_pmu {
	struct box_type type;
	uint8_t kind;     /* enum imc_kind */
	uint32_t base;    /* what its `reg` adds to the events' offsets */
	uint32_t control; /* nest: offset of the control block in the region */
	uint64_t offset;  /* nest: of the region from what the node calls base-addr */
	int node;
};

/* Kinds of trouble with single entries. */
enum catalog_trouble {
	CATALOG_PMU,       /* node without what it must have, or of a type unknown */
	CATALOG_NAME,      /* name missing, too long, or of characters that it may not have */
	CATALOG_OUTSIDE,   /* offset not in the region, or not a multiple of 8 */
	CATALOG_DUPLICATE, /* a second one of that name */
	CATALOG_OVERLAP,   /* two events of a PMU share an offset; both stay */
	CATALOG_SCALE,     /* scale is no decimal number; taken for 1 */
	CATALOG_PREFIX,    /* a PMU without events-prefix, which may be empty but must be there */
	CATALOG_CELLS,     /* reg of an event is not an offset and a length */
	CATALOG_CHIPS,     /* chip-id and base-addr have not one entry for each chip both */
	CATALOG_FACTOR,    /* scale is not the prescaler of that unit */
	CATALOG_FOREIGN,   /* name or scale are those of another processor's catalog */
	CATALOG_FULL,      /* no room for its name */
	CATALOG_TROUBLES
};

struct catalog {
	bool present;                  /* there is a node */
	const struct imc_facts *facts; /* of the processor that it is read for */
	uint64_t version;
	struct imc_pmu *pmus;
	uint16_t pmu_count;
	uint16_t event_count;      /* of all of them */
	uint16_t kinds[IMC_KINDS]; /* how many PMUs of each */
	uint32_t troubles[CATALOG_TROUBLES];
	const char *first_trouble[CATALOG_TROUBLES]; /* the name of the first entry of each kind */
	struct processor *processor;                 /* the table, with types[i] = pmus[i].type */
};

/* Reads the catalog of a tree that is sound. `facts` say what the table has besides boxes. Memory comes from
 * the arena, and strings may stay in the tree. False only if the arena is full; without a catalog the
 * processor has no boxes. */
MUST_CHECK bool catalog_read(struct catalog *catalog, const void *tree, const struct imc_facts *facts,
			     struct arena *arena, struct warnings *warnings);

/* "names come twice; the first counts" */
const char *catalog_trouble_text(enum catalog_trouble trouble);

/* True if the catalog's names and scales are another processor's: wrong counts are then not the hardware's fault. */
bool catalog_is_foreign(const struct catalog *catalog);

/* The PMU of a type of the catalog. */
const struct imc_pmu *catalog_pmu(const struct catalog *catalog, const struct box_type *type);

/* Finds the address of a nest PMU's region on a chip; false if the node does not say. */
MUST_CHECK bool catalog_region(const void *tree, const struct imc_pmu *pmu, uint32_t chip, uint64_t *address);

/* Parses "12" or "0.5", of at most 18 digits. False, with nothing touched, for anything else. */
MUST_CHECK bool catalog_scale(const char *string, uint64_t *scale, uint8_t *decimals);

#endif
