/* SPDX-License-Identifier: BSD-2-Clause */
/* POWER9: what is known of it besides its catalog. */
#include "boxes/imc.h"

#include "lib/memory.h"
#include "lib/parse.h"

static const struct processor power9 = {
	.name = "power9",
	.title = "IBM POWER9 (in-memory collection counters)",
	.vendor = "IBM",
	.family = 0x004e,
	.strings = "",
	.default_events = "",
	.clock_event = "",
};

/* Prescalers as every known catalog of the processor has them. */
static const struct imc_known known[] = {
	{"powerbus", "fabric", 256},
	{"mcs", "memory controllers, fabric side", 256},
	{"mba", "memory controller, memory side", 1},
	{"centaur", "memory buffer", 1},
	{"xlink", "link between chips of a node", 4096},
	{"alink", "link between nodes", 4096},
	{"phb", "PCI host bridge", 1},
	{"nx", "accelerators for compression and encryption", 256},
	{"capp", "coherent accelerator proxy", 256},
	{"nvlink", "NVLink and its address translation", 256},
	{"core", "counters of a core", 512},
	{"thread", "counters of a thread", 512},
	{"trace", "samples of a thread", 0},
	{NULL, NULL, 0},
};

/* skiboot, hw/imc.c, list of nest units; the bits of the memory buffers differ between skiboot and the
 * microcode's source, so they say nothing here. */
static const struct imc_units units[] = {
	{"powerbus", 0, 1, 1, 1, false}, {"mcs", 1, 8, 1, 1, true},     {"mba", 9, 8, 1, 1, false},
	{"xlink", 25, 3, 1, 1, false},   {"mcd", 28, 2, 1, 1, false},   {"phb", 30, 6, 1, 1, false},
	{"nx", 36, 1, 1, 1, false},      {"capp", 37, 2, 1, 1, false},  {"vas", 39, 1, 1, 1, false},
	{"int", 40, 1, 1, 1, false},     {"alink", 41, 4, 1, 1, false}, {"nvlink", 45, 6, 1, 1, false},
	{NULL, 0, 0, 0, 0, false},
};

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

static uint32_t posted_at(const char *pmu, uint32_t base, uint32_t offset)
{
	const struct posted_unit *unit;
	uint32_t at;

	if (slice_starts(slice_of(pmu), "centaur"))
		return POSTED_NOWHERE;
	if (slice_starts(slice_of(pmu), "nvlink")) {
		if (is_nvlink_offset(offset))
			return offset;
		return is_nvlink_offset(base + offset) ? base + offset : POSTED_NOWHERE;
	}
	unit = find_posted(pmu, &at);
	if (!unit)
		return base + offset;
	return offset + 8 <= unit->bytes ? at + offset : POSTED_NOWHERE;
}

/* Microcode in the OCC, public source: groups 1 to 7. A pass of the seventh counts up the head of the sixth. A third of the host
 * bridges is posted with each pass of the fourth, and what is between the fifth's and the sixth's words for links with the second. One call every
 * 500 us walks through eight states. */
static const struct posting_group groups[] = {
	{0x000, 0x108, 0, 0, 0x008, 0x108, 1000, 1, 16},         {0x110, 0x218, 0, 0, 0x118, 0x218, 1000, 1, 16},
	{0x220, 0x328, 0, 0, 0x228, 0x328, 1000, 1, 16},         {0x330, 0x438, 0, 0, 0x338, 0x438, 4000, 3, 0},
	{0x440, 0x548, 0, 0, 0x448, 0x4a8, 4000, 1, 0},          {0x110, 0x218, 0, 0, 0x4a8, 0x548, 1000, 1, 16},
	{0x550, 0x658, 0x660, 0x768, 0x558, 0x5b8, 4000, 1, 0},  {0x110, 0x218, 0, 0, 0x5b8, 0x658, 1000, 1, 16},
	{0x550, 0x768, 0x660, 0x658, 0x668, 0x748, 4000, 1, 16},
};

static const struct imc_usual counted[] = {
	{"powerbus0", "PM_PB_CYC"},
	{"mcs01", "PM_MCS01_128B_RD_DISP_PORT01"},
	{"mcs01", "PM_MCS01_128B_WR_DISP_PORT01"},
	{"core", "CPM_CCYC"},
	{"core", "CPM_INST"},
	{"thread", "CPM_CS_INST_USER"},
	{NULL, NULL},
};

static const struct imc_usual sampled[] = {{"trace", "trace_cycles"}, {NULL, NULL}};

/* The catalog: fixed reference ticks of 32 MHz, for calibration. All of the same clock. */
static const char *const clocks[] = {"CPM_32MHZ_CYC", "CPM_CCYC", "CPM_CS_32MHZ_CYC", NULL};

const struct imc_facts imc_power9 = {
	.processor = &power9,
	.title = "POWER9",
	.key = 0x004e0000,
	.mask = 0xffff0000,
	.chip = 1,
	.chip_title = "Nimbus",
	.trace_from = 0x202,
	.trace_needs = "DD2.2",
	.clocks = clocks,
	.clock_hz = 32000000,
	.known = known,
	.units = units,
	.groups = groups,
	.group_count = ARRAY_SIZE(groups),
	.counted = counted,
	.sampled = sampled,
	.posted_at = posted_at,
};
