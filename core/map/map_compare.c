/* SPDX-License-Identifier: BSD-2-Clause */
/* Compares the rule with the published one: functions by the sums that they form, a table by a checksum that does not
 * depend on box numbers. */
#include "core/map/map.h"
#include "lib/crc.h"
#include "lib/gf2.h"
#include "lib/memory.h"

static bool same_functions(const struct map_published *published, const struct map_report *report)
{
	uint64_t found[RULE_FUNCTIONS], wanted[RULE_FUNCTIONS];
	const struct rule *rule = &report->rule;

	for (unsigned i = 0; i < rule->function_count; i++)
		found[i] = rule->functions[i] & report->compared;
	for (unsigned i = 0; i < published->function_count; i++)
		wanted[i] = published->functions[i] & report->compared;
	if (rule->kind == RULE_XOR)
		return gf2_same(found, rule->function_count, wanted, published->function_count);
	/* A table's words are indices of lines: equivalent sums would not do. */
	return rule->function_count == published->function_count &&
	       !memcmp(found, wanted, rule->function_count * sizeof(*found));
}

/* The published table begins where all of its functions are 0. */
static bool same_table(struct map_report *report)
{
	const struct map_published *published = report->published;
	const struct rule *rule = &report->rule;
	uint64_t base = report->work.memory.physical;
	unsigned shift = rule_sums(published->functions, published->function_count, base) ^
			 rule_sums(rule->functions, rule->function_count, base);
	unsigned seen = 0;
	int8_t place[RULE_BOXES + 1];
	uint32_t crc = 0;

	memset(place, RULE_UNTOLD, sizeof(place));
	for (unsigned i = 0; i < RULE_LINES; i++) {
		int owner = rule->owner[i ^ shift];
		char byte;

		if (owner == RULE_UNTOLD)
			return false;
		if (place[owner] == RULE_UNTOLD && seen < published->boxes) {
			report->numbering[published->order[seen]] = (int8_t)owner;
			place[owner] = (int8_t)seen++;
		}
		byte = (char)place[owner];
		crc = crc32_of(crc, &byte, 1);
	}
	return crc == published->crc;
}

void map_compare(const struct map_facts *facts, struct map_report *report)
{
	const struct map_published *published = NULL;
	const struct rule *rule = &report->rule;

	for (unsigned i = 0; report->target == facts->targets && i < facts->published_count && !published; i++)
		if (facts->published[i].boxes == report->box_count)
			published = &facts->published[i];
	memset(report->numbering, RULE_UNTOLD, sizeof(report->numbering));
	report->published = published;
	report->likeness = MAP_UNPUBLISHED;
	if (!published)
		return;

	report->likeness = MAP_OTHER;
	report->compared = published->valid & rule->known;
	if (rule->kind != published->kind || !same_functions(published, report))
		return;
	if (published->kind != RULE_XOR && !same_table(report))
		return;
	report->likeness = MAP_SAME;

	/* The box of each published slice, from lines whose box is known. */
	for (unsigned line = 0; published->kind == RULE_XOR && line < RULE_LINES; line++) {
		uint64_t address = report->work.memory.physical + ((uint64_t)line << RULE_LINE_SHIFT);
		unsigned slice = rule_sums(published->functions, published->function_count, address);

		report->numbering[slice] = (int8_t)rule_owner(rule, address);
	}
}
