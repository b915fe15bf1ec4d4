/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files that read a catalog. No other file includes this. */
#ifndef ARCH_PPC64_CATALOG_READER_H
#define ARCH_PPC64_CATALOG_READER_H

#include "arch/ppc64/catalog.h"

#define GROUP_ROOM    256
#define POOL_BYTES    65536 /* event.name has 16 bits */
#define EVENT_MOST    127   /* characters of an event's name */
#define COUNTER_BYTES 8

/* An event group, and the phandle by which PMU nodes refer to it. */
struct group {
	uint32_t phandle;
	int node;
};

struct reader {
	struct catalog *catalog;
	const void *tree;
	struct arena *arena;
	struct warnings *warnings;
	struct group groups[GROUP_ROOM];
	unsigned group_count;
	char *pool;
	uint32_t pool_used;
};

/* Counts a trouble. The first of each kind is reported with its name. */
void catalog_note(struct reader *reader, enum catalog_trouble trouble, const char *name);

/* True for 1 to `most` letters, digits, '_' and characters of `more`. */
bool catalog_is_name(const char *name, size_t most, const char *more);

/* Adds the events of a group to a PMU. Returns false only if the arena is full. */
MUST_CHECK bool catalog_add_events(struct reader *reader, struct imc_pmu *pmu, int group);

/* Finds an event of a PMU. Returns NULL if there is none of that name. */
const struct event *catalog_find_event(const struct reader *reader, const struct imc_pmu *pmu, const char *name);

/* Makes the processor's table. Returns false only if the arena is full. */
MUST_CHECK bool catalog_make_table(struct reader *reader);

#endif
