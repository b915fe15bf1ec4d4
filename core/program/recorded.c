/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/program/recorded.h"

#define FORMAT_VERSION 1

/* Cuts off the next word, which is empty at the end. */
static struct slice next_word(struct slice *rest)
{
	const char *end = rest->at + rest->length, *from = rest->at, *to;

	while (from < end && is_blank(*from))
		from++;
	for (to = from; to < end && !is_blank(*to); to++)
		;
	*rest = slice_between(to, end);
	return slice_between(from, to);
}

bool recorded_line(struct slice *rest, struct slice *line, uint32_t *number)
{
	while (rest->at) {
		struct slice words, all = slice_cut(rest, '\n');

		++*number;
		words = *line = slice_cut(&all, '#');
		if (next_word(&words).length)
			return true;
	}
	return false;
}

const char *recorded_head(struct slice line, struct slice *machine)
{
	struct slice kind = next_word(&line), version = next_word(&line), name = next_word(&line);
	uint64_t number;

	if (!slice_is(kind, "register-program"))
		return "a register program must begin with `register-program 1 MACHINE`";
	if (!parse_u64(version, &number) || number != FORMAT_VERSION)
		return "a register program of a version other than 1";
	if (!name.length || next_word(&line).length)
		return "the machine's name must follow, and nothing else";
	*machine = name;
	return NULL;
}

/* ---- an access ----------------------------------------------------------------------------------------- */

static const char *take_time(struct slice word, struct recorded_access *access)
{
	if (!slice_starts(word, "+"))
		return "a line must begin with +NS, the time since the line before";
	if (!parse_u64(slice_between(word.at + 1, word.at + word.length), &access->after_ns))
		return "a number of nanoseconds must follow the plus";
	return NULL;
}

static const char *take_processor(struct slice word, struct recorded_access *access)
{
	struct slice rest = word, socket = slice_cut(&rest, '.');
	uint64_t s, p;

	if (!parse_u64(socket, &s) || s > UINT16_MAX || !rest.at || !parse_u64(rest, &p) || p > UINT16_MAX)
		return "the second word is not SOCKET.PROCESSOR";
	access->where.socket = (uint16_t)s;
	access->processor = (uint16_t)p;
	return NULL;
}

static const char *take_direction(struct slice word, struct recorded_access *access)
{
	access->write = slice_is(word, "write");
	return access->write || slice_is(word, "read") ? NULL : "the third word is neither read nor write";
}

static const char *take_space(struct slice word, struct recorded_access *access)
{
	static const struct {
		const char *name;
		uint8_t space;
	} spaces[] = {{"msr", SPACE_MSR}, {"pmc", SPACE_MSR}, {"pci", SPACE_PCI}, {"mmio", SPACE_MMIO}};

	for (size_t i = 0; i < ARRAY_SIZE(spaces); i++) {
		if (!slice_is(word, spaces[i].name))
			continue;
		access->where.space = spaces[i].space;
		access->by_number = slice_is(word, "pmc");
		return access->by_number && access->write ? "counters by number (pmc) can only be read" : NULL;
	}
	return "the fourth word is not a space: msr, pci, mmio or pmc";
}

static const char *take_address(struct slice word, struct recorded_access *access)
{
	static const uint8_t bits[] = {[SPACE_MSR] = 32, [SPACE_PCI] = 44, [SPACE_MMIO] = 64};

	if (!parse_u64(word, &access->where.address))
		return "the address is not a number";
	if (access->where.address & ~MASK(0, bits[access->where.space]))
		return "the address is too large for the space";
	return NULL;
}

static const char *take_width(struct slice word, struct recorded_access *access)
{
	uint64_t bits;

	if (!parse_u64(word, &bits) || (bits != 8 && bits != 16 && bits != 32 && bits != 64))
		return "an access has 8, 16, 32 or 64 bits";
	if (access->where.space == SPACE_MSR && bits != 64)
		return "an MSR has 64 bits";
	if (access->where.space != SPACE_MSR && access->where.address % (bits / 8))
		return "the address is not aligned to the width of the access";
	access->where.width_bits = (uint8_t)bits;
	return NULL;
}

static const char *take_value(struct slice word, struct recorded_access *access)
{
	access->fault = slice_is(word, "fault");
	if (access->fault)
		return NULL;
	if (!parse_u64(word, &access->value))
		return "the last word is neither a value nor `fault`";
	if (access->value & ~MASK(0, access->where.width_bits))
		return "the value has more bits than the access";
	return NULL;
}

const char *recorded_parse(struct slice line, struct recorded_access *access)
{
	static const char *(*const takes[])(struct slice, struct recorded_access *) = {
		take_time, take_processor, take_direction, take_space, take_address, take_width, take_value};
	const char *wrong = NULL;

	*access = (struct recorded_access){0};
	for (size_t i = 0; i < ARRAY_SIZE(takes) && !wrong; i++)
		wrong = takes[i](next_word(&line), access);
	if (!wrong && next_word(&line).length)
		wrong = "nothing may follow the value";
	return wrong;
}
