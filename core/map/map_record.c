/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/map/map.h"
#include "lib/text.h"

#define LINES_A_RECORD 64

/* Lists the functions, and the address bits that decide. */
static void put_functions(struct record *record, const struct rule *rule)
{
	struct text *text = record_compose(record, "functions");
	uint64_t bits = 0;

	for (unsigned i = 0; i < rule->function_count; i++) {
		text_format(text, "%s0x%llx", i ? " " : "", (unsigned long long)rule->functions[i]);
		bits |= rule->functions[i];
	}
	text = record_compose(record, "bits");
	for (unsigned bit = 0, put = 0; bit < 64; bit++)
		if (bits >> bit & 1)
			text_format(text, "%s%u", put++ ? " " : "", bit);
}

static void put_owner(struct text *text, bool first, int owner)
{
	text_string(text, first ? "" : " ");
	if (owner == RULE_UNTOLD || owner == RULE_NOBODY)
		text_string(text, owner == RULE_NOBODY ? "-" : "?");
	else
		text_format(text, "%d", owner);
}

static void put_published(struct record *record, const struct map_report *report)
{
	static const char *const words[] = {[MAP_UNPUBLISHED] = "none", [MAP_SAME] = "same", [MAP_OTHER] = "other"};

	record_text(record, "published", words[report->likeness]);
	if (!report->published)
		return;
	record_text(record, "published_by", report->published->source);
	record_hex(record, "compared", report->compared);
	if (report->likeness != MAP_SAME)
		return;
	struct text *text = record_compose(record, "numbering");

	for (unsigned i = 0; i < report->published->boxes; i++)
		put_owner(text, !i, report->numbering[i]);
}

static void record_map(const struct map_report *report, struct output *output)
{
	const struct rule *rule = &report->rule;
	const struct work *work = &report->work;
	struct record record;

	record_begin(&record, output, "map");
	record_u64(&record, "socket", work->machine->cpus[work->cpu].socket);
	record_u64(&record, "cpu", work->cpu);
	record_text(&record, "box", report->target->box);
	record_text(&record, "event", report->target->event);
	record_u64(&record, "boxes", report->box_count);
	record_text(&record, "rule", rule_name((enum rule_kind)rule->kind));
	record_u64(&record, "entries", rule->entries);
	if (rule->function_count)
		put_functions(&record, rule);
	if (rule->known)
		record_hex(&record, "known", rule->known);
	if (rule->granule)
		record_u64(&record, "granule_bytes", rule->granule);
	put_published(&record, report);
	record_u64(&record, "lines", rule->asked);
	record_u64(&record, "untold", rule->untold);
	record_u64(&record, "shared", report->several);
	record_u64(&record, "nobody", rule->served[RULE_NOBODY]);
	record_u64(&record, "proofs", rule->proofs);
	record_u64(&record, "misfits", rule->misfits);
	record_u64(&record, "rounds", report->rounds);
	record_end(&record);
}

static void record_boxes(const struct map_report *report, struct output *output, bool all)
{
	const struct rule *rule = &report->rule;
	struct record record;

	for (int box = 0; box < RULE_BOXES; box++) {
		unsigned share = rule_share(rule, box);

		if (!share && !rule->served[box])
			continue;
		record_begin(&record, output, "map_box");
		record_u64(&record, "socket", report->work.machine->cpus[report->work.cpu].socket);
		record_format(&record, "box", "%s%d", report->target->box, box);
		record_u64(&record, "served", rule->served[box]);
		record_u64(&record, "share", share);
		record_u64(&record, "of", rule->entries);
		record_aside(&record);
		record_u64(&record, "shown", all);
		record_end(&record);
	}
}

/* Lists the owners of consecutive lines, which the functions do not give. */
static void record_lines(const struct map_report *report, struct output *output, bool all)
{
	const struct rule *rule = &report->rule;
	unsigned entries = rule->kind == RULE_PERIOD || rule->kind == RULE_TABLE ? rule->entries : 0;
	struct record record;

	for (unsigned first = 0; first < entries; first += LINES_A_RECORD) {
		struct text *text;

		record_begin(&record, output, "map_lines");
		record_u64(&record, "socket", report->work.machine->cpus[report->work.cpu].socket);
		record_text(&record, "box", report->target->box);
		record_u64(&record, "line", first);
		text = record_compose(&record, "owners");
		for (unsigned i = first; i < first + LINES_A_RECORD && i < entries; i++)
			put_owner(text, i == first, rule->owner[i]);
		record_aside(&record);
		record_u64(&record, "shown", all);
		record_end(&record);
	}
}

void map_record(const struct map_report *report, struct output *output, bool all)
{
	record_map(report, output);
	record_boxes(report, output, all);
	record_lines(report, output, all);
}
