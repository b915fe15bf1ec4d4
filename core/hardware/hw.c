/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/hw.h"

#include "lib/memory.h"
#include "lib/parse.h"
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

/* Parses one hexadecimal part of "0000:7f:14.0", the usual form of PCI addresses. */
static bool parse_part(struct slice digits, uint64_t limit, uint64_t *value)
{
	char bytes[12] = "0x";

	if (!digits.length || digits.length > 8)
		return false;
	memcpy(bytes + 2, digits.at, digits.length);
	return parse_u64(slice_of(bytes), value) && *value < limit;
}

bool location_read_pci(struct slice word, uint64_t *address)
{
	struct slice function = slice_cut(&word, '+'), device, bus, segment = {0};
	uint64_t s = 0, b, d, f, offset;

	device = slice_cut(&function, '.');
	bus = slice_cut(&device, ':');
	for (size_t i = 0; i < device.length; i++) {
		if (device.at[i] != ':')
			continue;
		segment = bus;
		bus = slice_cut(&device, ':');
		break;
	}
	if (segment.at && !parse_part(segment, 0x10000, &s))
		return false;
	if (!parse_part(bus, 0x100, &b) || !parse_part(device, 0x20, &d) || !parse_part(function, 8, &f) ||
	    !parse_u64(word, &offset) || offset >= 0x1000)
		return false;
	*address = s << 28 | b << 20 | d << 15 | f << 12 | offset;
	return true;
}

bool location_read(struct slice text, struct location *where)
{
	struct slice address = text, word = slice_cut(&address, ' ');

	for (unsigned space = 0; address.at && space < SPACE_COUNT; space++) {
		if (!slice_is(word, space_name((enum space)space)))
			continue;
		*where = (struct location){.space = (uint8_t)space};
		return space == SPACE_PCI ? location_read_pci(address, &where->address)
					  : parse_u64(address, &where->address);
	}
	return false;
}
