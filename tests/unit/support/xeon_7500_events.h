/* SPDX-License-Identifier: BSD-2-Clause */
/* What is right of every event of the Xeon 7500 and the Xeon E7, from its name to the values in the registers:
 * worked out from xeon-7500-events.tsv beside this file, a list of what the documents say, with the addresses
 * and bits of the documents' tables typed anew. Nothing is taken from boxes/. */
#ifndef TESTS_UNIT_SUPPORT_XEON_7500_EVENTS_H
#define TESTS_UNIT_SUPPORT_XEON_7500_EVENTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/event/event.h"

#define ADDRESSES 0x1000
#define ROWS      756

/* ---- the documents' list ------------------------------------------------------------------------- */

struct line {
	char bytes[320];
	char *box, *event, *umask, *needs;
	unsigned code, max;
	uint64_t value;
	unsigned counters; /* 0: the fixed one */
};

static struct line lines[ROWS];

/* More than one C-Box at a time, where the guide says which is not defined. */
static bool is_undefined(const struct line *line)
{
	return !strncmp(line->needs, "select exactly one", 18) && line->umask && !strcmp(line->umask, "ALL");
}

static unsigned counter_bits_of(const char *list, char box)
{
	unsigned low, high;

	if (box == 'R')
		return 0xff;
	if (sscanf(list, "%u-%u", &low, &high) == 2)
		return (2u << high) - (1u << low);
	return sscanf(list, "%u", &low) == 1 ? 1u << low : 0;
}

static void read_line(struct line *line)
{
	char *cells[8], *at = line->bytes;

	at[strcspn(at, "\n")] = 0;
	for (unsigned i = 0; i < 8; i++) {
		cells[i] = at;
		at += strcspn(at, "\t");
		if (*at)
			*at++ = 0;
	}
	line->box = cells[0];
	line->event = cells[1];
	line->umask = strcmp(cells[2], "-") ? cells[2] : NULL;
	line->code = (unsigned)strtoul(cells[3], NULL, 16);
	line->value = strtoull(cells[4], NULL, 16);
	line->counters = counter_bits_of(cells[5], *line->box);
	line->max = (unsigned)strtoul(cells[6], NULL, 10);
	line->needs = cells[7];
}

static int read_lines(void **state)
{
	FILE *file = fopen("tests/unit/support/xeon-7500-events.tsv", "r");
	char skipped[320];
	unsigned count = 0;

	(void)state;
	if (!file)
		return -1;
	while (fgets(skipped, sizeof(skipped), file) && strncmp(skipped, "box\t", 4))
		;
	while (count < ROWS && fgets(lines[count].bytes, sizeof(lines[0].bytes), file))
		read_line(&lines[count++]);
	fclose(file);
	return count == ROWS ? 0 : -1;
}

/* ---- what is right ------------------------------------------------------------------------------- */

/* One way to count an event. */
struct way {
	const struct line *line;
	unsigned instance; /* of the box */
	unsigned port;     /* of the whole R-Box */
	unsigned unit;     /* sub-counter of an R-Box event */
	bool e7;
};

/* Values of registers by address. */
struct values {
	uint64_t value[ADDRESSES];
	bool set[ADDRESSES];
};

static void expect(struct values *values, uint64_t address, uint64_t value)
{
	values->value[address] |= value;
	values->set[address] = true;
}

static bool is_flag_mode(const struct line *line)
{
	return strstr(line->needs, "flag_mode=1");
}

/* Codes that LIKWID's list for 06_2FH has otherwise. */
static unsigned code_of(const struct way *way)
{
	static const struct {
		const char *event;
		unsigned code;
	} of_e7[] = {
		{"TO_RING_R2S_MSGQ_CYCLES_NE", 0x2b},
		{"TO_RING_R2S_MSGQ_OCCUPANCY", 0x2c},
		{"TO_RING_B2S_MSGQ_CYCLES_FULL", 0x2d},
		{"TO_RING_B2S_MSGQ_CYCLES_NE", 0x2e},
	};

	for (unsigned i = 0; way->e7 && i < ARRAY_SIZE(of_e7); i++)
		if (!strcmp(way->line->event, of_e7[i].event))
			return of_e7[i].code;
	return way->line->code;
}

static uint64_t expected_select(const struct way *way)
{
	const struct line *line = way->line;
	uint64_t code = code_of(way);

	switch (*line->box) {
	case 'U': return code | BIT(22);
	case 'B': return code << 1 | 1;
	case 'M': return (is_flag_mode(line) ? BIT(7) | code << 19 : code << 9) | BIT(6) | 1;
	case 'R': return (code + 6 * (way->port % 4) + way->unit) << 1 | 1;
	default: return line->counters ? code | line->value << 8 | BIT(22) : 1;
	}
}

/* Offset of a companion of an M-Box from its control. */
static unsigned mbox_register(const char *name)
{
	static const char *const names[] = {"DSP", "ISS", "MAP", "THR", "PGT", "PLD", "FVC"};

	for (unsigned i = 0; i < ARRAY_SIZE(names); i++)
		if (!strcmp(name, names[i]))
			return 5 + i;
	fail_msg("what is %s?", name);
	return 0;
}

/* "value", a number, or "dimm_sel (likwid writes 2; ..." */
static uint64_t needed_value(const char *text, const struct line *line)
{
	const char *writes = strstr(text, "writes ");

	if (!strncmp(text, "value", 5))
		return line->value;
	return strtoull(writes ? writes + 7 : text, NULL, 0);
}

static unsigned field_low(const struct way *way, const char *name)
{
	static const struct {
		const char *name;
		unsigned low;
	} fields[] = {
		{"evnt0", 11}, {"evnt1", 14}, {"evnt2", 17}, {"evnt3", 20}, {"resp", 8}, {"bcmd", 5},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(fields); i++)
		if (!strcmp(name, fields[i].name))
			return fields[i].low + way->e7;
	fail_msg("what is %s?", name);
	return 0;
}

/* One of "FVC.bcmd=3", "DSP[10:7]=value", "THR[3]=1", "ISS[3:0]". */
static void expect_need(const struct way *way, const char *need, struct values *values)
{
	unsigned base = way->instance ? 0xce0 : 0xca0, high, low;
	char name[8], field[8], text[80] = "value";

	if (sscanf(need, "%3[A-Z].%7[a-z0-9]=%79[^;]", name, field, text) == 3) {
		low = field_low(way, field);
	} else if (sscanf(need, "%3[A-Z][%u:%u]=%79[^;]", name, &high, &low, text) >= 3) {
		low += way->e7 && !strcmp(name, "MAP");
	} else if (sscanf(need, "%3[A-Z][%u]=%79[^;]", name, &low, text) < 2) {
		return; /* words */
	}
	expect(values, base + mbox_register(name), needed_value(text, way->line) << low);
}

static void expect_mbox(const struct way *way, struct values *values)
{
	const char *at = way->line->needs;

	/* "FVID form needs PLD field": where it is on these parts was not found. */
	for (bool more = true; more && *at;) {
		expect_need(way, at, values);
		at = strchr(at, ';');
		more = at;
		if (more)
			at += 1 + strspn(at + 1, " ");
	}
	if (strstr(way->line->needs, "PLD") || strstr(way->line->event, "RETRIES"))
		expect(values, way->instance ? 0xe5c : 0xe54, 0);
}

static void expect_rbox(const struct way *way, struct values *values)
{
	static const unsigned qlx[] = {0xe0c, 0xe0d, 0xe0e, 0xe0f, 0xe2c, 0xe2d, 0xe2e, 0xe2f};
	unsigned port = way->port;

	if (strstr(way->line->needs, "IPERF")) {
		expect(values, (way->unit ? 0xe24 : 0xe04) + port, way->line->value);
	} else if (strstr(way->line->needs, "QLX")) {
		expect(values, qlx[port], way->line->value << (way->unit ? 8 : 0));
	} else {
		unsigned set = (port < 4 ? 0xe60 : 0xe80) + 4 * (port % 4) + 0x10 * way->unit;

		/* Enabled, counting first flits of packets; nothing compared. */
		expect(values, set, BIT(21) | BIT(16));
		expect(values, set + 1, 0);
		expect(values, set + 2, 0);
	}
}

static void expect_companions(const struct way *way, struct values *values)
{
	switch (*way->line->box) {
	case 'S':
		if (!strstr(way->line->needs, "MM_CFG"))
			return;
		/* A set bit of the mask ignores: by default everything passes. */
		expect(values, way->instance ? 0xe58 : 0xe48, BIT(63));
		expect(values, way->instance ? 0xe59 : 0xe49, 0);
		expect(values, way->instance ? 0xe5a : 0xe4a, 0x7fffffffff);
		return;
	case 'B':
		if (!strstr(way->line->needs, "MATCH"))
			return;
		expect(values, way->instance ? 0xe4d : 0xe45, 0);
		expect(values, way->instance ? 0xe4e : 0xe46, 0);
		return;
	case 'M': expect_mbox(way, values); return;
	case 'R': expect_rbox(way, values); return;
	default: return;
	}
}

/* Where the select of a counter is. */
static unsigned select_address(const struct way *way, unsigned counter)
{
	static const unsigned cboxes[] = {0xd10, 0xd90, 0xd50, 0xdd0, 0xd30, 0xdb0, 0xd70, 0xdf0, 0xf50, 0xfd0};

	switch (*way->line->box) {
	case 'U': return 0xc10;
	case 'W': return way->line->counters ? 0xc90 + 2 * counter : 0x395;
	case 'C': return cboxes[way->instance] + 2 * counter;
	case 'S': return (way->instance ? 0xcd0 : 0xc50) + 2 * counter;
	case 'B': return (way->instance ? 0xc70 : 0xc30) + 2 * counter;
	case 'M': return (way->instance ? 0xcf0 : 0xcb0) + 2 * counter;
	default: return (way->instance ? 0xe30 : 0xe10) + 2 * counter;
	}
}

/* ---- ways and their spellings -------------------------------------------------------------------- */

static unsigned instances_of(char box, bool e7)
{
	if (box == 'C')
		return e7 ? 10 : 8;
	return box == 'U' || box == 'W' ? 1 : 2;
}

static struct way way_of(unsigned row, unsigned turn, bool e7)
{
	struct way way = {.line = &lines[row], .e7 = e7};

	way.instance = (row + turn) % instances_of(*way.line->box, e7);
	if (*way.line->box != 'R')
		return way;
	way.port = (row * 3 + turn) % 8;
	way.unit = (row + turn / 8) % 2;
	way.instance = way.port / 4;
	return way;
}

static void put_box(const struct way *way, const char *prefix, const char *between, struct text *text)
{
	char box = *way->line->box;

	text_format(text, "%s%cbox", prefix, box + ('a' - 'A'));
	if (instances_of(box, way->e7) > 1)
		text_format(text, "%s%u", between, way->instance);
}

static void put_name(const struct way *way, struct text *text)
{
	put_box(way, "nhmex_unc_", "", text);
	text_format(text, "::%s", way->line->event);
	if (way->line->umask)
		text_format(text, ":%s", way->line->umask);
	if (*way->line->box == 'R')
		text_format(text, ":port=%u", way->port);
	if (way->unit)
		text_format(text, ":unit=%u", way->unit);
}

/* ---- comparing ----------------------------------------------------------------------------------- */

static void compare(const struct way *way, const struct values *expected, const struct values *got, const char *string)
{
	for (unsigned a = 0; a < ADDRESSES; a++) {
		if (expected->set[a] && !got->set[a])
			fail_msg("%s: 0x%x is not written", string, a);
		if (got->set[a] && got->value[a] != expected->value[a])
			fail_msg("%s (%s): 0x%x is 0x%llx, not 0x%llx", string, way->line->event, a,
				 (unsigned long long)got->value[a], (unsigned long long)expected->value[a]);
	}
}

static const struct processor *processor_of(bool e7)
{
	return processor_by_name(e7 ? "xeon-e7" : "xeon-7500");
}

static struct event_choice choice_of(const struct way *way, void (*spell)(const struct way *, struct text *))
{
	char bytes[EVENT_STRING_MAX + 1];
	struct text text = TEXT_OVER(bytes);
	struct event_choice choice;
	struct complaint complaint;

	spell(way, &text);
	if (!event_parse(processor_of(way->e7), slice_of(bytes), &choice, &complaint))
		fail_msg("%s: %s", bytes, complaint.reason);
	return choice;
}

#endif
