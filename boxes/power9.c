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
	{"powerbus", 0,  1},
        {"mcs",      1,  8},
        {"mba",      9,  8},
        {"xlink",    25, 3},
	{"mcd",      28, 2},
        {"phb",      30, 6},
        {"nx",       36, 1},
        {"capp",     37, 2},
	{"vas",      39, 1},
        {"int",      40, 1},
        {"alink",    41, 4},
        {"nvlink",   45, 6},
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

/* Microcode in the OCC, public source: groups 1 to 5. In the group behind those it counts up the wrong
 * word, so that and the next one say nothing. */
const struct posting_group power9_groups[] = {
	{0x000, 0x108},
        {0x110, 0x218},
        {0x220, 0x328},
        {0x330, 0x438},
        {0x440, 0x548},
};
const unsigned power9_group_count = ARRAY_SIZE(power9_groups);
