/* SPDX-License-Identifier: BSD-2-Clause */
#include "boxes/power9.h"

#include "lib/memory.h"
#include "lib/parse.h"

const struct processor power9 = {
	.name = "power9",
	.title = "IBM POWER9 (in-memory collection counters)",
	.vendor = "IBM",
	.family = POWER9_VERSION,
	.strings = "",
	.default_events = "",
	.clock_event = "",
};

/* IBM numbers bits from the most significant one. */
#define UNIT(bit) BIT(63 - (bit))

/* skiboot, hw/imc.c, list of nest units; the bits of the memory buffers differ between skiboot and the
 * microcode's source, so they say nothing here. */
static const struct {
	const char *name;
	uint8_t first, count; /* numbers follow the name if there are several */
} units[] = {
	{"powerbus", 0, 1}, {"mcs", 1, 8},   {"mba", 9, 8},  {"xlink", 25, 3}, {"mcd", 28, 2},   {"phb", 30, 6},
	{"nx", 36, 1},      {"capp", 37, 2}, {"vas", 39, 1}, {"int", 40, 1},   {"alink", 41, 4}, {"nvlink", 45, 6},
};

/* "mcs01" is units 0 and 1, "mba3" is unit 3. */
bool power9_unit_bits(const char *name, uint64_t *bits)
{
	for (unsigned i = 0; i < ARRAY_SIZE(units); i++) {
		const char *digit = name + strlen(units[i].name);

		if (!slice_starts(slice_of(name), units[i].name))
			continue;
		*bits = *digit || units[i].count > 1 ? 0 : UNIT(units[i].first);
		for (; *digit >= '0' && *digit < '0' + units[i].count; digit++)
			*bits |= UNIT(units[i].first + *digit - '0');
		return *bits && !*digit;
	}
	return false;
}

/* Microcode in the OCC, public source: where each unit's counters begin, and how many bytes it posts of
 * them. The memory controllers' part is in the catalog's order, so that it says nothing. */
static const struct posted_unit {
	const char *name;
	uint8_t number, count; /* of the first, and how many follow at `step` */
	uint16_t first, step, bytes;
} posted_units[] = {
	{"powerbus", 0, 1, 0x008, 0, 0x100}, {"xlink", 0, 3, 0x118, 0x40, 0x40}, {"nx", 0, 1, 0x1d8, 0, 0x40},
	{"phb", 0, 6, 0x338, 0x20, 0x20},    {"mba", 0, 4, 0x448, 0x18, 0x18},   {"alink", 0, 2, 0x4a8, 0x40, 0x40},
	{"mba", 4, 4, 0x558, 0x18, 0x18},    {"alink", 2, 2, 0x5b8, 0x40, 0x40}, {"capp", 0, 2, 0x6c8, 0x40, 0x40},
};

/* NVLink's events stand at offsets of their own, whatever the base: links and translation, queues. */
static const struct {
	uint16_t first, end;
} nvlink_ranges[] = {
	{0x228, 0x328},
	{0x668, 0x6c8},
};

static bool is_nvlink_offset(uint32_t offset)
{
	for (unsigned i = 0; i < ARRAY_SIZE(nvlink_ranges); i++)
		if (offset >= nvlink_ranges[i].first && offset < nvlink_ranges[i].end)
			return true;
	return false;
}

static uint32_t nvlink_posted_at(uint32_t base, uint32_t offset)
{
	if (is_nvlink_offset(offset))
		return offset;
	return is_nvlink_offset(base + offset) ? base + offset : POSTED_NOWHERE;
}

/* The row that has the PMU; *at is where its counters begin. */
static const struct posted_unit *find_posted(const char *pmu, uint32_t *at)
{
	for (unsigned i = 0; i < ARRAY_SIZE(posted_units); i++) {
		const struct posted_unit *unit = &posted_units[i];
		unsigned number = 0;

		if (!slice_starts(slice_of(pmu), unit->name))
			continue;
		if (pmu[strlen(unit->name)])
			number = (unsigned)(pmu[strlen(unit->name)] - '0');
		if (number < unit->number || number - unit->number >= unit->count)
			continue;
		*at = unit->first + (number - unit->number) * unit->step;
		return unit;
	}
	return NULL;
}

uint32_t power9_posted_at(const char *pmu, uint32_t base, uint32_t offset)
{
	const struct posted_unit *unit;
	uint32_t at;

	if (slice_starts(slice_of(pmu), "centaur"))
		return POSTED_NOWHERE;
	if (slice_starts(slice_of(pmu), "nvlink"))
		return nvlink_posted_at(base, offset);
	unit = find_posted(pmu, &at);
	if (!unit)
		return base + offset;
	return offset + 8 <= unit->bytes ? at + offset : POSTED_NOWHERE;
}

/* Microcode in the OCC, public source: groups 1 to 5. In the group behind those it counts up the wrong
 * word, so that and the next one say nothing. */
const struct posting_group power9_groups[] = {
	{0x000, 0x108}, {0x110, 0x218}, {0x220, 0x328}, {0x330, 0x438}, {0x440, 0x548},
};
const unsigned power9_group_count = ARRAY_SIZE(power9_groups);
