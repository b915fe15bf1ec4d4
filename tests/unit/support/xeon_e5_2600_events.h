/* SPDX-License-Identifier: BSD-2-Clause */
/* What is right of every event of the Xeon E5-2600, from its name to the values in the registers: worked out from
 * xeon-e5-2600-events.tsv beside this file, a list of what the documents say, with the addresses and bits of the
 * documents' tables typed anew. Nothing is taken from boxes/. */
#ifndef TESTS_UNIT_SUPPORT_XEON_E5_2600_EVENTS_H
#define TESTS_UNIT_SUPPORT_XEON_E5_2600_EVENTS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/event/event.h"

#define ROWS       512
#define GUIDE_ROWS 411 /* 301 umasks, 106 events without, 4 fixed and free counters */

/* ---- the documents' list ------------------------------------------------------------------------- */

struct line {
	char bytes[200];
	char *box, *event, *umask, *filter;
	unsigned code, umask_code, counters, max;
	bool extra, guide;
	char *where; /* what counts it */
};

static struct line lines[ROWS];

static unsigned counter_bits_of(const char *list)
{
	unsigned low, high;

	if (sscanf(list, "%u-%u", &low, &high) == 2)
		return (2u << high) - (1u << low);
	return sscanf(list, "%u", &low) == 1 ? 1u << low : 0;
}

static void read_line(struct line *line)
{
	char *cells[10], *at = line->bytes;

	at[strcspn(at, "\n")] = 0;
	for (unsigned i = 0; i < 10; i++) {
		cells[i] = at;
		at += strcspn(at, "\t");
		if (*at)
			*at++ = 0;
	}
	line->box = cells[0];
	line->event = cells[1];
	line->umask = strcmp(cells[2], "-") ? cells[2] : NULL;
	line->code = (unsigned)strtoul(cells[3], NULL, 16);
	line->umask_code = (unsigned)strtoul(cells[4], NULL, 16);
	line->extra = *cells[5] == '1';
	line->where = cells[6];
	line->counters = counter_bits_of(cells[6]);
	line->max = (unsigned)strtoul(cells[7], NULL, 10);
	line->filter = cells[8];
	line->guide = *cells[9] == 'G';
}

static int read_lines(void **state)
{
	FILE *file = fopen("tests/unit/support/xeon-e5-2600-events.tsv", "r");
	char skipped[200];
	unsigned count = 0, guide = 0;

	(void)state;
	if (!file)
		return -1;
	while (fgets(skipped, sizeof(skipped), file) && strncmp(skipped, "box\t", 4))
		;
	for (; count < ROWS && fgets(lines[count].bytes, sizeof(lines[0].bytes), file); count++) {
		read_line(&lines[count]);
		guide += lines[count].guide;
	}
	fclose(file);
	return count == ROWS && guide == GUIDE_ROWS ? 0 : -1;
}

/* ---- what is right ------------------------------------------------------------------------------- */

static const struct kind {
	const char *name;   /* as the list has it */
	const char *letter; /* in events' names */
	const char *box, *pmu, *perf;
	unsigned instances;
} kinds[] = {
	{"UBOX", "U", "ubox", "snbep_unc_ubo", "uncore_ubox", 1},
	{"CBO", "C", "cbox", "snbep_unc_cbo", "uncore_cbox", 8},
	{"PCU", "P", "pcu", "snbep_unc_pcu", "uncore_pcu", 1},
	{"HA", "H", "ha", "snbep_unc_ha", "uncore_ha", 1},
	{"iMC", "M", "imc", "snbep_unc_imc", "uncore_imc", 4},
	{"QPI_LL", "Q", "qpi", "snbep_unc_qpi", "uncore_qpi", 2},
	{"R2PCIe", "R2", "r2pcie", "snbep_unc_r2pcie", "uncore_r2pcie", 1},
	{"R3QPI", "R3", "r3qpi", "snbep_unc_r3qpi", "uncore_r3qpi", 2},
};

static const struct kind *kind_of(const struct line *line)
{
	for (unsigned i = 0; i < ARRAY_SIZE(kinds); i++)
		if (!strcmp(kinds[i].name, line->box))
			return &kinds[i];
	fail_msg("what is %s?", line->box);
	return NULL;
}

static bool is(const struct line *line, const char *box, const char *event)
{
	return !strcmp(line->box, box) && !strcmp(line->event, event);
}

/* Rows that are not taken over, and why. */
static bool is_left_out(const struct line *line)
{
	/* Bit 21 of the U-Box's select is reserved. */
	if (!strcmp(line->box, "UBOX") && line->extra)
		return true;
	/* Its filter is in no document. */
	if (is(line, "UBOX", "FILTER_MATCH"))
		return true;
	/* The fixed counters have these names. */
	if ((is(line, "UBOX", "CLOCKTICKS") || is(line, "iMC", "CLOCKTICKS")) && line->counters)
		return true;
	/* perfmon's words and names disagree about the class. */
	return is(line, "QPI_LL", "RxL_STALLS") && !strncmp(line->umask, "BGF", 3);
}

/* Whether only the fixed counter, or one that always runs, counts it. */
static bool is_fixed(const struct line *line)
{
	return !line->counters;
}

/* Filters of a CBo and of the PCU, as the list says which are needed. */
static bool needs(const struct line *line, const char *filter)
{
	return strstr(line->filter, filter);
}

#define OPCODE UINT32_C(0x182)
#define NODES  UINT32_C(0x3)
#define STATES UINT32_C(0x1f)
#define BAND   UINT32_C(0x14)

static unsigned band_of(const struct line *line)
{
	return (unsigned)line->event[9] - '0'; /* FREQ_BANDi */
}

static bool is_band(const struct line *line)
{
	return !strncmp(line->event, "FREQ_BAND", 9);
}

static uint64_t expected_select(const struct line *line)
{
	if (is_fixed(line))
		return strncmp(line->where, "MSR", 3) ? BIT(22) : 0;
	return line->code | line->umask_code << 8 | (line->extra ? BIT(21) : 0) | BIT(22);
}

/* The value of a companion register by its name, and whether it is written. */
static bool expected_companion(const struct line *line, const char *row, uint64_t *value)
{
	*value = 0;
	if (!strcmp(line->box, "CBO")) {
		*value = (needs(line, "opc") ? OPCODE << 23 : 0) | (needs(line, "nid") ? NODES << 10 : 0) |
			 (needs(line, "state") ? STATES << 18 : 0);
		return *value;
	}
	if (is_band(line)) {
		*value = BAND << 8 * band_of(line);
		return true;
	}
	if (is(line, "HA", "ADDR_OPC_MATCH")) {
		*value = !strcmp(row, "addrmatch0") ? 0x12345000 : !strcmp(row, "addrmatch1") ? 0x3 : 0x2;
		return true;
	}
	if (is(line, "QPI_LL", "CTO_COUNT")) {
		*value = !strcmp(row, "match0") ? 0x1c00 : !strcmp(row, "mask0") ? 0x1f80 : 0;
		return true;
	}
	return false;
}

/* ---- spellings -------------------------------------------------------------------------------------- */

static void put_upper(const char *words, struct text *text)
{
	for (; *words; words++)
		text_char(text, *words >= 'a' && *words <= 'z' ? (char)(*words - 'a' + 'A') : *words);
}

static void put_box(const char *name, const char *between, const struct kind *kind, unsigned instance,
		    struct text *text)
{
	text_string(text, name);
	if (kind->instances > 1)
		text_format(text, "%s%u", between, instance);
}

/* "UNC_C_TXR_INSERTS"; of the fixed and free counters the names are ours. */
static void put_event(const struct line *line, struct text *text)
{
	const struct kind *kind = kind_of(line);

	text_format(text, "UNC_%s_", kind->letter);
	if (!is_fixed(line))
		put_upper(line->event, text);
	else if (!strncmp(line->event, "CORE_C", 6))
		text_format(text, "%.7s_RESIDENCY", line->event);
	else
		text_string(text, "CLOCKTICKS");
}

/* Where the guide has one umask, and it is the usual one, or none and the table needs a name. */
static const char *umask_of(const struct line *line)
{
	static const char *const minima[] = {"FREQ_TRANS_CYCLES", "FREQ_MIN_IO_P_CYCLES", "FREQ_MIN_PERF_P_CYCLES"};

	for (unsigned i = 0; i < ARRAY_SIZE(minima); i++)
		if (is(line, "PCU", minima[i]))
			return "ANY";
	return line->umask;
}

/* What the filters need, in libpfm4's style or in perf's. */
static void put_filters(const struct line *line, bool perf, struct text *text)
{
	const char *before = perf ? "," : ":";

	if (needs(line, "opc["))
		text_format(text, perf ? "%sfilter_opc=0x%x" : "%sOPC_DRD", before, OPCODE);
	else if (needs(line, "state"))
		text_format(text, perf ? "%sfilter_state=0x%x" : "%sSTATE_MESIF", before, STATES);
	if (needs(line, "nid["))
		text_format(text, "%s%s=0x%x", before, perf ? "filter_nid" : "nf", NODES);
	if (is_band(line) && perf)
		text_format(text, ",filter_band%u=0x%x", band_of(line), BAND);
	else if (is_band(line))
		text_format(text, ":ff=0x%x", BAND);
	if (is(line, "HA", "ADDR_OPC_MATCH"))
		text_format(text, "%slo_addr=0x48d140%shi_addr=0x3%sopc=0x2", before, before, before);
	if (is(line, "QPI_LL", "CTO_COUNT"))
		text_format(text, "%smatch0=0x1c00%smask0=0x1f80", before, before);
}

static void put_name(const struct line *line, unsigned instance, struct text *text)
{
	const struct kind *kind = kind_of(line);

	put_box(kind->pmu, "", kind, instance, text);
	text_string(text, "::");
	put_event(line, text);
	if (umask_of(line))
		text_format(text, ":%s", umask_of(line));
	put_filters(line, false, text);
}

static void put_perf(const struct line *line, unsigned instance, struct text *text)
{
	const struct kind *kind = kind_of(line);

	put_box(kind->perf, "_", kind, instance, text);
	if (is_fixed(line)) {
		text_string(text, "/event=0xff/");
		return;
	}
	text_format(text, "/event=0x%x", line->code | line->extra << 8);
	if (line->umask_code && !strcmp(line->box, "PCU"))
		text_format(text, ",occ_sel=%u", line->umask_code >> 6);
	else if (line->umask_code)
		text_format(text, ",umask=0x%x", line->umask_code);
	put_filters(line, true, text);
	text_char(text, '/');
}

static void put_raw(const struct line *line, unsigned instance, struct text *text)
{
	const struct kind *kind = kind_of(line);

	put_box(kind->box, "", kind, instance, text);
	text_format(text, ":0x%llx", (unsigned long long)(expected_select(line) & ~BIT(22)));
	if (needs(line, "opc["))
		text_format(text, ":opc=0x%x", OPCODE);
	else if (needs(line, "state"))
		text_format(text, ":state=0x%x", STATES);
	if (needs(line, "nid["))
		text_format(text, ":nf=0x%x", NODES);
	if (is_band(line))
		text_format(text, ":band%u=0x%x", band_of(line), BAND);
	if (is(line, "HA", "ADDR_OPC_MATCH") || is(line, "QPI_LL", "CTO_COUNT"))
		put_filters(line, false, text);
}

#endif
