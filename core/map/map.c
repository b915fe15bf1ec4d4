/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/map/map.h"

#include "core/event/event.h"
#include "core/map/map_look.h"
#include "lib/memory.h"
#include "lib/text.h"

/* The main piece of memory; memory beyond it is sampled in small pieces. */
#define MAIN_PAGES   16384
#define PIECE_PAGES  256
#define ADDRESS_BITS 46
#define FEW_LINES    3

/* ---- memory --------------------------------------------------------------------------------------------------- */

static void add_piece(struct map_look *look, uint64_t first, uint64_t last)
{
	struct hw *hw = look->machine->hw;
	struct hw_memory *piece = &look->memory[look->memory_count];

	*piece = (struct hw_memory){.bytes = PIECE_PAGES * WORK_PAGE_BYTES};
	if (look->memory_count < RULE_BLOCKS && last > first && last - first >= piece->bytes - 1 &&
	    hw->take_memory(hw, first, last, piece))
		look->memory_count++;
}

/* Takes two pieces for each power of two, so that the addresses differ in all bits that the node's memory has. */
static void add_pieces(struct map_look *look, uint64_t base, uint64_t bytes)
{
	for (unsigned bit = 24; bit < ADDRESS_BITS && BIT(bit) < bytes; bit++) {
		uint64_t middle = BIT(bit) + BIT(bit - 1), end = min_u64(2 * BIT(bit), bytes);

		add_piece(look, base + BIT(bit), base + min_u64(middle, end) - 1);
		if (middle < end)
			add_piece(look, base + middle, base + end - 1);
	}
}

/* ---- counters -------------------------------------------------------------------------------------------------- */

static bool compile(struct map_look *look, struct text *why)
{
	struct machine *machine = look->machine;
	struct schedule schedule;
	struct schedule_request wanted = {.machine = machine,
					  .configs = look->config,
					  .config_count = 1,
					  .sockets = BIT(machine->cpus[look->cpu].socket),
					  .cpu = (uint16_t)(look->cpu + 1)};
	struct session_request request = {.machine = machine, .configs = look->config, .schedule = &schedule};
	struct diagnostic diagnostic;

	if (!event_parse(machine->processor, slice_of(look->target->event), look->config, &diagnostic)) {
		text_format(why, "this processor has no event %s", look->target->event);
		return false;
	}
	return schedule_make(&wanted, &schedule, why) && session_compile(&look->session, &request, why);
}

/* ---- conclusions ------------------------------------------------------------------------------------------------ */

static void say_rule(struct map_report *report, struct text *text)
{
	const struct rule *rule = &report->rule;

	text_format(text, "%u boxes, ", report->box_count);
	switch ((enum rule_kind)rule->kind) {
	case RULE_ONE: text_string(text, "one of which has every line"); break;
	case RULE_XOR: text_format(text, "by %u sums of address bits", rule->function_count); break;
	case RULE_PERIOD: text_format(text, "in turns of %u lines", rule->entries); break;
	case RULE_TABLE: text_string(text, "by a table of 4096 lines that higher bits permute"); break;
	default: text_string(text, "by no rule that was found");
	}
	if (rule->kind != RULE_NONE)
		text_format(text, "; right about %u of %u other lines", rule->proofs - rule->misfits, rule->proofs);
	if (report->likeness != MAP_UNPUBLISHED)
		text_format(text, "; %s what is published", report->likeness == MAP_SAME ? "it is" : "it is not");
}

static void conclude(const struct map_request *request, const struct map_look *look, struct map_report *report)
{
	const struct machine *machine = look->machine;
	const struct map_target *target = request->target;
	struct text text = text_over(report->message, sizeof(report->message));
	unsigned nobody = report->rule.served[RULE_NOBODY], told = report->rule.asked - report->rule.untold;
	bool alone = report->work.home == MEMORY_ALONE;
	bool judged = target->judged && report->work.home != MEMORY_OF_SEVERAL && alone == (target->home == WORK_ALONE);

	/* A box that does not answer may own the lines that no box counts. */
	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct machine_box *box = &machine->boxes[i];

		if (box->box.socket != machine->cpus[look->cpu].socket || strcmp(box->box.type->name, target->box))
			continue;
		report->box_count += box->state == BOX_FOUND;
		judged = judged && box->state == BOX_FOUND;
	}
	map_compare(request->facts, report);
	/* A line in a hundred that no box counts may be due to other activity. */
	if (judged && nobody >= FEW_LINES && nobody * 100 > told) {
		report->failed = true;
		text_format(&text, "%u of %u lines that were read are counted by none of the %u boxes (%s)", nobody,
			    told, report->box_count, target->source);
		return;
	}
	say_rule(report, &text);
}

static void find(const struct map_request *request, struct map_look *look, struct map_report *report)
{
	const uint64_t pair = 2 * WORK_PAGE_BYTES;
	struct rule_question question = {.ask = map_look_ask,
					 .context = look,
					 .addresses = arena_take(look->machine->arena, RULE_LINES, sizeof(uint64_t)),
					 .owners = arena_take(look->machine->arena, RULE_LINES, sizeof(int8_t))};
	bool good;

	if (!question.addresses || !question.owners) {
		report->skipped = "not enough memory";
		return;
	}
	/* Whole pairs of pages: one page is read, the other is its neighbour. */
	question.block_count = look->memory_count;
	for (unsigned i = 0; i < look->memory_count; i++) {
		const struct hw_memory *memory = &look->memory[i];
		uint64_t first = (memory->physical + pair - 1) & ~(pair - 1);

		question.blocks[i] =
			(struct rule_block){first, (memory->physical + memory->bytes - first) & ~(pair - 1)};
	}

	good = map_look_begin(look) && rule_find(&report->rule, &question);
	map_look_end(look);
	report->several = look->several;
	report->rounds = look->rounds;
	report->skipped = look->trouble;
	report->unseen = look->unseen;
	if (good)
		conclude(request, look, report);
	else if (!report->skipped)
		report->skipped = "the counters cannot be controlled";
}

static void find_in(const struct map_request *request, struct map_look *look, struct map_report *report)
{
	const struct machine *machine = look->machine;
	struct text why = text_over(report->message, sizeof(report->message));

	if (!report->work.prefetchers_off)
		report->skipped = "the prefetchers cannot be switched off (MSR 0x1a4)";
	else if (!compile(look, &why))
		report->skipped = report->message;
	else if (!look->session.counter_count)
		report->skipped = "the socket has no such box";
	if (report->skipped)
		return;

	look->memory[0] = look->work->memory;
	look->memory_count = 1;
	for (unsigned i = 0; i < machine->node_count; i++)
		if (machine->nodes[i].socket == look->work->home)
			add_pieces(look, machine->nodes[i].base, machine->nodes[i].bytes);
	if (!machine->node_count)
		add_pieces(look, 0, BIT(ADDRESS_BITS));
	find(request, look, report);
	while (look->memory_count > 1)
		machine->hw->give_memory(machine->hw, &look->memory[--look->memory_count]);
}

void map_find(const struct map_request *request, struct map_report *report)
{
	struct machine *machine = request->machine;
	size_t mark = arena_mark(machine->arena);
	struct map_look *look = arena_take(machine->arena, 1, sizeof(*look));
	struct work_request wanted = {
		.kind = &work_read, .amount = MAIN_PAGES, .cpu = request->cpu, .home = request->target->home};
	struct text why;

	*report = (struct map_report){.target = request->target};
	why = text_over(report->message, sizeof(report->message));
	if (look)
		*look = (struct map_look){.machine = machine,
					  .target = request->target,
					  .cpu = request->cpu,
					  .work = &report->work,
					  .config = arena_take(machine->arena, 1, sizeof(struct event_config))};
	if (!look || !look->config)
		report->skipped = "not enough memory";
	else {
		if (!work_begin(&report->work, machine, &wanted, &why))
			report->skipped = report->message;
		else
			find_in(request, look, report);
		work_end(&report->work);
	}
	arena_release(machine->arena, mark);
}
