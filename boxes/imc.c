/* SPDX-License-Identifier: BSD-2-Clause */
#include "boxes/imc.h"

#include "lib/memory.h"
#include "lib/parse.h"

static const struct processor unknown = {
	.name = "power",
	.title = "a POWER processor that is in no table (in-memory collection counters)",
	.vendor = "IBM",
	.strings = "",
	.default_events = "",
	.clock_event = "",
};

const struct imc_facts imc_unknown = {.processor = &unknown, .title = "unknown"};

/* The narrower comes first. */
static const struct imc_facts *const tables[] = {&imc_power9, &imc_power10_dd1, &imc_power10, &imc_power11};

const struct imc_facts *imc_facts_of(uint32_t pvr)
{
	for (unsigned i = 0; i < ARRAY_SIZE(tables); i++)
		if ((pvr & tables[i]->mask) == tables[i]->key)
			return tables[i];
	return &imc_unknown;
}

/* ---- names ------------------------------------------------------------------------------------------- */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The rest of the name after the prefix; NULL if the name is not of that family. */
static const char *behind(const char *name, const char *prefix)
{
	const char *rest = name + strlen(prefix), *at;

	if (!slice_starts(slice_of(name), prefix))
		return NULL;
	for (at = rest; is_digit(*at) || *at == '_'; at++)
		;
	return *at ? NULL : rest;
}

const struct imc_known *imc_known_of(const struct imc_facts *facts, const char *name)
{
	const struct imc_known *known = facts->known;

	for (; known && known->prefix; known++)
		if (behind(name, known->prefix))
			return known;
	return NULL;
}

bool imc_is_of_another(const struct imc_facts *facts, const char *name, uint64_t factor)
{
	const struct imc_known *own = imc_known_of(facts, name);

	if (!facts->known || (own && (!factor || own->factor == factor)))
		return false;
	for (unsigned i = 0; i < ARRAY_SIZE(tables); i++) {
		const struct imc_known *other = imc_known_of(tables[i], name);

		if (tables[i] != facts && other && (!own || other->factor == factor))
			return true;
	}
	return false;
}

/* ---- the availability word --------------------------------------------------------------------------- */

static bool is_unit_there(const struct imc_units *units, unsigned number, uint64_t available)
{
	unsigned shift = 64 - units->first - units->width * (number + 1u);

	return (available >> shift & MASK(0, units->width)) == units->state;
}

/* False if a digit is no unit's number. */
static bool read_units(const struct imc_units *units, const char *digits, uint64_t available, bool *there)
{
	bool any = false;

	if (!*digits)
		return false;
	for (; *digits; digits++) {
		if (!is_digit(*digits) || *digits - '0' >= units->count)
			return false;
		any |= is_unit_there(units, (unsigned)(*digits - '0'), available);
	}
	*there = any;
	return true;
}

bool imc_unit_there(const struct imc_facts *facts, const char *name, uint64_t available, bool *there)
{
	const struct imc_units *units = facts->units;
	const char *digits;

	for (; units && units->prefix && available; units++) {
		unsigned number = 0;

		digits = behind(name, units->prefix);
		if (!digits)
			continue;
		if (units->combined)
			return read_units(units, digits, available, there);

		/* The unit's number is up to '_' or the end. */
		if (units->count > 1 && !*digits)
			return false;
		for (; is_digit(*digits) && number < units->count; digits++)
			number = number * 10 + (unsigned)(*digits - '0');
		if (number >= units->count || is_digit(*digits))
			return false;
		*there = is_unit_there(units, number, available);
		return true;
	}
	return false;
}

uint32_t imc_posted_at(const struct imc_facts *facts, const char *pmu, uint32_t base, uint32_t offset)
{
	return facts->posted_at ? facts->posted_at(pmu, base, offset) : base + offset;
}
