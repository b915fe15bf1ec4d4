/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/hw.h"

#include "lib/memory.h"
#include "lib/text.h"

static const char *const outcome_names[OUTCOME_COUNT] = {
	[OUTCOME_OK] = "ok",         [OUTCOME_FAULT] = "fault",     [OUTCOME_ALL_ONES] = "all-ones",
	[OUTCOME_ABSENT] = "absent", [OUTCOME_DROPPED] = "dropped", [OUTCOME_TIMEOUT] = "timeout",
	[OUTCOME_DENIED] = "denied",
};

static const char *const space_names[SPACE_COUNT] = {
	[SPACE_MSR] = "msr", [SPACE_PCI] = "pci",   [SPACE_MMIO] = "mmio", [SPACE_MEMORY] = "memory",
	[SPACE_SPR] = "spr", [SPACE_OPAL] = "opal", [SPACE_PMC] = "pmc",
};

const char *outcome_name(enum outcome outcome)
{
	return outcome < OUTCOME_COUNT ? outcome_names[outcome] : "unfinished";
}

const char *space_name(enum space space)
{
	return space < SPACE_COUNT ? space_names[space] : "?";
}

enum space space_by_name(const char *name)
{
	for (unsigned i = 0; i < SPACE_COUNT; i++)
		if (!strcmp(name, space_names[i]))
			return (enum space)i;
	return SPACE_COUNT;
}

void location_text(const struct location *where, struct text *text)
{
	uint64_t address = where->address;

	text_format(text, "%s ", space_name((enum space)where->space));
	if (where->space != SPACE_PCI)
		text_format(text, "0x%llx", (unsigned long long)address);
	else
		text_format(text, "%04x:%02x:%02x.%x+0x%x", (unsigned)(address >> 28 & 0xffff),
			    (unsigned)(address >> 20 & 0xff), (unsigned)(address >> 15 & 0x1f),
			    (unsigned)(address >> 12 & 7), (unsigned)(address & 0xfff));
}
