/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/discovery.h"

#define ONES         UINT64_MAX
#define PLACE_BITS   31 /* 3 segment bits, 8 bus, 8 device and function, 12 offset */

/* Types of units whose select stride in device memory is known: selects of memory channels have 32 bits. For others the
 * usual stride is assumed. */
#define TYPE_IMC     6
#define TYPE_CXLCM   12
#define TYPE_CXLDP   13
#define TYPE_HBM     14
#define TYPE_B2CXL   17

#define STRIDE_SMALL 4
#define STRIDE_USUAL 8

static uint64_t bits_of(uint64_t word, unsigned low, unsigned width)
{
	return word >> low & MASK(0, width);
}

/* ---- fields common to global blocks and units ------------------------------------------------------------- */

/* The last encoding is invalid. */
static const uint8_t spaces[] = {SPACE_MSR, SPACE_MMIO, SPACE_PCI, SPACE_COUNT};

static uint8_t space_of(uint64_t word)
{
	return spaces[bits_of(word, 62, 2)];
}

/* The table encodes an address in configuration space as uncork does. */
static uint64_t control_of(const uint64_t words[DISCOVERY_WORDS])
{
	return space_of(words[0]) == SPACE_PCI ? bits_of(words[1], 0, PLACE_BITS) : words[1];
}

/* Faults for which other programs skip a unit. */
static enum discovery_fault fault_of_words(const uint64_t words[DISCOVERY_WORDS])
{
	if (!words[0] && !words[1])
		return DISCOVERY_EMPTY;
	if (words[0] == ONES || words[1] == ONES || words[2] == ONES)
		return DISCOVERY_ONES;
	if (!control_of(words))
		return DISCOVERY_NO_ADDRESS;
	return space_of(words[0]) == SPACE_COUNT ? DISCOVERY_NO_SPACE : DISCOVERY_GOOD;
}

static uint8_t oddities_of_words(const uint64_t words[DISCOVERY_WORDS])
{
	bool high = space_of(words[0]) == SPACE_PCI && words[1] >> PLACE_BITS;

	return (uint8_t)((words[0] & BIT(61) ? DISCOVERY_BIT_61 : 0) | (high ? DISCOVERY_HIGH_BITS : 0));
}

/* ---- the global block ------------------------------------------------------------------------------------- */

struct discovery_global discovery_read_global(const uint64_t words[DISCOVERY_WORDS], uint64_t bytes)
{
	struct discovery_global global = {
		.control = control_of(words),
		.stride = (uint32_t)bits_of(words[0], 8, 8) * 8,
		.units = (uint16_t)bits_of(words[0], 16, 10),
		.statuses = (uint16_t)bits_of(words[2], 8, 16),
		.status_offset = (uint8_t)words[2],
		.type = (uint8_t)words[0],
		.space = space_of(words[0]),
		.oddities = oddities_of_words(words),
	};

	global.fault = (uint8_t)fault_of_words(words);
	if (global.fault != DISCOVERY_GOOD)
		return global;
	if (global.stride < DISCOVERY_WORDS * sizeof(*words))
		global.fault = DISCOVERY_SHORT_STRIDE;
	else if ((global.units + UINT64_C(1)) * global.stride > bytes)
		global.fault = DISCOVERY_TOO_LONG;
	return global;
}

/* ---- units ------------------------------------------------------------------------------------------------ */

static enum discovery_fault fault_of_unit(const uint64_t words[DISCOVERY_WORDS], const struct archetype *archetype)
{
	enum discovery_fault fault = fault_of_words(words);

	if (fault != DISCOVERY_GOOD)
		return fault;
	if (!archetype->counters)
		return DISCOVERY_NO_COUNTERS;
	if (!archetype->counter_bits || archetype->counter_bits > 64)
		return DISCOVERY_NO_COUNTER_BITS;
	if (!archetype->select)
		return DISCOVERY_SELECTS_AT_CONTROL;
	return archetype->counter ? DISCOVERY_GOOD : DISCOVERY_COUNTERS_AT_CONTROL;
}

struct discovery_unit discovery_read_unit(const uint64_t words[DISCOVERY_WORDS])
{
	uint16_t type = (uint16_t)words[2];
	uint8_t space = space_of(words[0]);
	bool small = space == SPACE_MMIO && (type == TYPE_IMC || type == TYPE_HBM);
	bool stride_is_known =
		space != SPACE_MMIO || small || type == TYPE_CXLCM || type == TYPE_CXLDP || type == TYPE_B2CXL;
	struct discovery_unit unit = {
		.archetype =
			{
				.control = control_of(words),
				.select = (int32_t)bits_of(words[0], 8, 8),
				.counter = (int32_t)bits_of(words[0], 24, 8),
				.status = (int32_t)bits_of(words[0], 32, 8),
				.select_stride = space == SPACE_MSR ? 1
						 : small            ? STRIDE_SMALL
								    : STRIDE_USUAL,
				.counter_stride = space == SPACE_MSR ? 1 : STRIDE_USUAL,
				.space = space,
				.counters = (uint8_t)words[0],
				.counter_bits = (uint8_t)bits_of(words[0], 16, 8),
				.number = (uint16_t)bits_of(words[2], 16, 16),
				.position = (uint16_t)bits_of(words[2], 32, 16),
			},
		.type = type,
		.oddities = oddities_of_words(words),
	};

	unit.fault = (uint8_t)fault_of_unit(words, &unit.archetype);
	if (!stride_is_known)
		unit.oddities |= DISCOVERY_STRIDE_GUESS;
	return unit;
}

/* ---- the table -------------------------------------------------------------------------------------------- */

struct discovery *discovery_read(struct arena *arena, const struct discovery_source *source)
{
	struct discovery *table = arena_take(arena, 1, sizeof(*table));
	uint64_t words[DISCOVERY_WORDS] = {0};
	struct discovery_unit *units;

	if (!table)
		return NULL;
	if (source->bytes < sizeof(words) || !source->read(source->context, 0, words)) {
		table->global.fault = DISCOVERY_UNREAD;
		return table;
	}
	table->global = discovery_read_global(words, source->bytes);
	if (table->global.fault != DISCOVERY_GOOD)
		table->global.units = 0;
	if (!table->global.units)
		return table;
	units = arena_take(arena, table->global.units, sizeof(*units));
	if (!units)
		return NULL;
	for (uint16_t i = 0; i < table->global.units; i++) {
		uint64_t block[DISCOVERY_WORDS] = {0};

		if (!source->read(source->context, (i + UINT64_C(1)) * table->global.stride, block))
			block[0] = ONES;
		units[i] = discovery_read_unit(block);
		units[i].block = i;
		/* Within a die, type and number identify a unit. */
		for (uint16_t j = 0; units[i].fault == DISCOVERY_GOOD && j < i; j++)
			if (units[j].fault == DISCOVERY_GOOD && units[j].type == units[i].type &&
			    units[j].archetype.number == units[i].archetype.number)
				units[i].fault = DISCOVERY_TWICE;
	}
	table->units = units;
	return table;
}

/* ---- words ------------------------------------------------------------------------------------------------ */

static const char *const faults[DISCOVERY_FAULTS] = {
	[DISCOVERY_GOOD] = "is good",
	[DISCOVERY_EMPTY] = "is empty",
	[DISCOVERY_ONES] = "has a word of all ones",
	[DISCOVERY_NO_ADDRESS] = "has its control register at 0",
	[DISCOVERY_NO_SPACE] = "is in no known space",
	[DISCOVERY_NO_COUNTERS] = "has no counters",
	[DISCOVERY_NO_COUNTER_BITS] = "has counters of 0 bits, or of more than 64",
	[DISCOVERY_SELECTS_AT_CONTROL] = "has its counters' control registers where its own is",
	[DISCOVERY_COUNTERS_AT_CONTROL] = "has its counters where its control register is",
	[DISCOVERY_TWICE] = "has the type and number of an earlier unit",
	[DISCOVERY_SHORT_STRIDE] = "has blocks that overlap",
	[DISCOVERY_TOO_LONG] = "has more blocks than its memory can hold",
	[DISCOVERY_UNREAD] = "cannot be read",
};

const char *discovery_fault_text(enum discovery_fault fault)
{
	return fault < DISCOVERY_FAULTS ? faults[fault] : "?";
}

const char *discovery_oddity_text(unsigned oddity)
{
	switch (oddity) {
	case DISCOVERY_BIT_61: return "has bit 61 set: its address space may differ";
	case DISCOVERY_STRIDE_GUESS:
		return "is of a type whose counters' control registers may be 4 or 8 bytes apart: 8 is assumed";
	case DISCOVERY_HIGH_BITS: return "has bits set above its address in configuration space: they are ignored";
	case DISCOVERY_MANY_COUNTERS: return "has more than 8 counters: the first 8 are used";
	default: return "?";
	}
}
