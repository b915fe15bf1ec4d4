/* SPDX-License-Identifier: BSD-2-Clause */
/* Makes a processor's table from the PMUs and events of the catalog. */
#include "arch/ppc64/catalog_reader.h"

#include "arch/ppc64/tree.h"
#include "lib/memory.h"
#include "lib/text.h"

#define LIST_MOST 512 /* characters of a list of events */

/* Lists usual events, as in "nest_powerbus0/PM_PB_CYC/,core_imc/CPM_CCYC/"; NULL if the arena is full. */
static const char *list_usual(struct reader *reader, const struct imc_usual *usual)
{
	char bytes[LIST_MOST];
	struct text list = TEXT_OVER(bytes);
	const struct catalog *catalog = reader->catalog;
	char *kept;

	for (; usual && usual->pmu; usual++)
		for (unsigned p = 0; p < catalog->pmu_count; p++) {
			const struct imc_pmu *pmu = &catalog->pmus[p];

			if (!strcmp(pmu->type.name, usual->pmu) && catalog_find_event(reader, pmu, usual->event))
				text_format(&list, "%s%s/%s/", list.length ? "," : "", pmu->type.perf, usual->event);
		}

	/* If no usual event exists: the first event of all. */
	for (unsigned p = 0; p < catalog->pmu_count && !list.length; p++) {
		const struct imc_pmu *pmu = &catalog->pmus[p];

		if (pmu->type.event_count)
			text_format(&list, "%s/%s/", pmu->type.perf, reader->pool + pmu->type.events->name);
	}
	kept = arena_take(reader->arena, list.length + 1, 1);
	if (kept)
		memcpy(kept, bytes, list.length);
	return kept;
}

bool catalog_make_table(struct reader *reader)
{
	struct catalog *catalog = reader->catalog;
	const struct box_type **types = arena_take(reader->arena, catalog->pmu_count + 1u, sizeof(*types));
	struct processor *processor = arena_take(reader->arena, 1, sizeof(*processor));

	if (!types || !processor)
		return false;
	for (unsigned i = 0; i < catalog->pmu_count; i++)
		types[i] = &catalog->pmus[i].type;
	*processor = *catalog->facts->processor;
	processor->types = types;
	processor->type_count = (uint8_t)catalog->pmu_count;
	processor->strings = reader->pool;
	processor->default_events = list_usual(reader, catalog->facts->counted);
	processor->clock_event = list_usual(reader, catalog->facts->sampled);
	catalog->processor = processor;
	return processor->default_events && processor->clock_event;
}

/* ---- look-ups ---------------------------------------------------------------------------------------- */

bool catalog_is_foreign(const struct catalog *catalog)
{
	return catalog->troubles[CATALOG_FOREIGN] > 0;
}

const struct imc_pmu *catalog_pmu(const struct catalog *catalog, const struct box_type *type)
{
	for (unsigned i = 0; i < catalog->pmu_count; i++)
		if (&catalog->pmus[i].type == type)
			return &catalog->pmus[i];
	return NULL;
}

bool catalog_region(const void *tree, const struct imc_pmu *pmu, uint32_t chip, uint64_t *address)
{
	uint32_t number;
	uint64_t base;

	for (unsigned i = 0; tree_cell(tree, pmu->node, "chip-id", i, &number); i++) {
		if (number != chip)
			continue;
		if (!tree_pair(tree, pmu->node, "base-addr", i, &base))
			return false;
		if (!base)
			return false; /* the chip has no HOMER */
		*address = base + pmu->offset;
		return *address % COUNTER_BYTES == 0 && *address >= base;
	}
	return false;
}
