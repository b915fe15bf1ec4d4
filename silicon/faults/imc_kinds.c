/* SPDX-License-Identifier: BSD-2-Clause */
/* What the engine of faults has to know of In-Memory Collection: its boxes, whose registers are words of memory, and the kinds. */
#include "lib/memory.h"
#include "silicon/faults/engine.h"
#include "silicon/faults/imc_faults.h"

enum { NEST, CORE, THREAD, TRACE, LDBAR, CATALOG, BOXES };
static const char *const box_names[BOXES] = {"nest", "core", "thread", "trace", "ldbar", "catalog"};

/* Ordinals of registers: words by their places among all that a box posts, after those of the nest its units, and
 * one for numbers where nothing is posted. */
enum { FIRST_CORE_WORD = 512, FIRST_THREAD_WORD = 1024, NO_WORD = 2048, NO_REGISTERS };

/* ---- what there is ---------------------------------------------------------------------------------- */

static unsigned boxes(const struct aim *aim)
{
	(void)aim;
	return BOXES;
}

static bool is_box(struct aim *aim, unsigned box, struct slice name)
{
	struct imc_box meant = imc_parse_box(name);

	aim->number = meant.number;
	return slice_is(meant.kind, box_names[box]);
}

/* The words of a box, and the first one's ordinal; NULL: it has none. */
static const struct imc_slots *words_of(const struct aim *aim, unsigned box, unsigned *first)
{
	const struct imc_model *imc = aim->imc->imc;

	*first = box == CORE ? FIRST_CORE_WORD : box == THREAD ? FIRST_THREAD_WORD : 0;
	return box == NEST     ? &imc->nest_slots
	       : box == CORE   ? &imc->core_slots
	       : box == THREAD ? &imc->thread_slots
			       : NULL;
}

static const struct imc_layout *layout_of(const struct aim *aim)
{
	return aim->imc->imc->layout;
}

/* The unit that an ordinal is; unit_count of the layout or more: none. */
static unsigned unit_of(const struct aim *aim, unsigned reg)
{
	return reg - aim->imc->imc->nest_slots.count;
}

static unsigned box_of(const struct aim *aim, unsigned reg)
{
	unsigned first;

	(void)aim;
	for (unsigned box = NEST; box <= THREAD; box++)
		if (reg - (words_of(aim, box, &first), first) < words_of(aim, box, &first)->count)
			return box;
	return unit_of(aim, reg) < layout_of(aim)->unit_count || reg == NO_WORD ? NEST : FAULT_NONE;
}

static unsigned first_register(const struct aim *aim, unsigned box)
{
	unsigned first;

	(void)aim;
	return words_of(aim, box, &first) ? first : NO_REGISTERS;
}

static unsigned find_register(const struct aim *aim, struct slice box, struct slice name)
{
	const struct imc_slots *words;
	unsigned first, word;
	uint64_t offset;

	(void)box;
	words = words_of(aim, aim->box, &first);
	if (words && parse_u64(name, &offset)) {
		word = imc_slot(words, offset);
		return word == IMC_NONE ? NO_WORD : first + word;
	}
	for (unsigned i = 0; aim->box == NEST && i < layout_of(aim)->unit_count; i++)
		if (slice_is(name, layout_of(aim)->units[i].name))
			return aim->imc->imc->nest_slots.count + i;
	return FAULT_NONE;
}

static uint16_t has(const struct aim *aim)
{
	return (uint16_t)BIT(aim->box);
}

static bool is_sort(const struct aim *aim, unsigned place)
{
	bool unit = unit_of(aim, aim->reg) < layout_of(aim)->unit_count;

	return place == (unit ? UNIT_REGISTER : ANY_REGISTER);
}

static unsigned bits(const struct aim *aim)
{
	(void)aim;
	return 64;
}

/* Units of one name are one. */
static bool is_first_of_name(const struct aim *aim)
{
	unsigned unit = unit_of(aim, aim->reg);

	for (unsigned i = 0; aim->reg != FAULT_NONE && unit < layout_of(aim)->unit_count && i < unit; i++)
		if (!strcmp(layout_of(aim)->units[i].name, layout_of(aim)->units[unit].name))
			return false;
	return true;
}

static void put_box(struct text *text, const struct aim *aim, unsigned box)
{
	(void)aim;
	text_string(text, box_names[box]);
}

static void put_register(struct text *text, const struct aim *aim, unsigned reg)
{
	unsigned first, box = box_of(aim, reg);
	const struct imc_slots *words = words_of(aim, box, &first);

	if (unit_of(aim, reg) < layout_of(aim)->unit_count)
		text_format(text, "%s.%s", box_names[box], layout_of(aim)->units[unit_of(aim, reg)].name);
	else
		text_format(text, "%s.0x%x", box_names[box], words->offset[reg - first]);
}

static void put_boxes(struct text *text, const struct aim *aim)
{
	(void)aim;
	for (unsigned i = 0; i < BOXES; i++)
		text_format(text, " %s", box_names[i]);
}

/* ---- objects: what a box of a name stands for --------------------------------------------------------- */

/* True if a fault means chip, core or thread number `index`. */
static bool means_chip(const struct aim *aim, unsigned index)
{
	return aim->number == IMC_EVERY || aim->number == index;
}

static bool means_core(const struct aim *aim, unsigned index)
{
	return aim->number == IMC_EVERY || aim->number == (aim->imc->imc->core[index].number & 0x3f);
}

static bool means_thread(const struct aim *aim, unsigned index)
{
	return aim->number == IMC_EVERY || aim->number == (aim->imc->imc->thread[index].pir & 0xff);
}

static bool means_any(const struct aim *aim)
{
	const struct imc_model *imc = aim->imc->imc;
	bool any = aim->box == CATALOG;

	for (unsigned i = 0; aim->box == NEST && i < imc->chips; i++)
		any |= means_chip(aim, i);
	for (unsigned i = 0; aim->box == CORE && i < imc->cores; i++)
		any |= means_core(aim, i);
	for (unsigned i = 0; aim->box >= THREAD && aim->box <= LDBAR && i < imc->threads; i++)
		any |= means_thread(aim, i);
	return any;
}

static void mark(const struct aim *aim)
{
	const struct imc_model *imc = aim->imc->imc;

	for (unsigned i = 0; aim->box == NEST && i < imc->chips; i++)
		aim->imc->chip_faulty[i] |= means_chip(aim, i);
	for (unsigned i = 0; aim->box == CORE && i < imc->cores; i++)
		aim->imc->core_faulty[i] |= means_core(aim, i);
	for (unsigned i = 0; aim->box >= THREAD && aim->box <= LDBAR && i < imc->threads; i++)
		aim->imc->core_faulty[imc->thread[i].core] |= means_thread(aim, i);
}

/* ---- kinds -------------------------------------------------------------------------------------------- */

/* Sets a byte at `kind->member` of an object to the argument, or to 1. */
static void set_byte(const struct aim *aim, void *object)
{
	*((uint8_t *)object + aim->kind->member) =
		aim->kind->argument == NO_ARGUMENT ? 1 : (uint8_t)(aim->argument + aim->kind->value);
}

static void set_chips(const struct aim *aim)
{
	for (unsigned i = 0; i < aim->imc->imc->chips; i++)
		if (means_chip(aim, i))
			set_byte(aim, &aim->imc->imc->chip[i].quirks);
}

static void set_chip_time(const struct aim *aim)
{
	for (unsigned i = 0; i < aim->imc->imc->chips; i++)
		if (means_chip(aim, i))
			*(uint16_t *)((uint8_t *)&aim->imc->imc->chip[i].quirks + aim->kind->member) =
				(uint16_t)aim->argument;
}

static void set_chip_calls(const struct aim *aim)
{
	for (unsigned i = 0; i < aim->imc->imc->chips; i++)
		if (means_chip(aim, i))
			set_byte(aim, &aim->imc->chip[i]);
}

static void set_cores(const struct aim *aim)
{
	for (unsigned i = 0; i < aim->imc->imc->cores; i++)
		if (means_core(aim, i))
			set_byte(aim, &aim->imc->imc->core[i].quirks);
}

static void set_core_calls(const struct aim *aim)
{
	for (unsigned i = 0; i < aim->imc->imc->cores; i++)
		if (means_core(aim, i))
			set_byte(aim, &aim->imc->core[i]);
}

static void set_threads(const struct aim *aim)
{
	for (unsigned i = 0; i < aim->imc->imc->threads; i++)
		if (means_thread(aim, i))
			set_byte(aim, &aim->imc->imc->thread[i]);
}

static void set_trace_calls(const struct aim *aim)
{
	for (unsigned i = 0; i < aim->imc->imc->threads; i++)
		if (means_thread(aim, i))
			set_byte(aim, &aim->imc->trace[aim->imc->imc->thread[i].core]);
}

static void trace_late(const struct aim *aim)
{
	for (unsigned i = 0; i < aim->imc->imc->threads; i++)
		if (means_thread(aim, i))
			aim->imc->imc->thread[i].ring.first = (uint16_t)aim->argument;
}

static void ldbar_ignored(const struct aim *aim)
{
	for (unsigned i = 0; i < aim->imc->imc->threads; i++)
		aim->imc->ldbar_ignored[i] |= means_thread(aim, i);
}

static void catalog_fault(const struct aim *aim)
{
	aim->imc->catalog[aim->kind->member] = true;
}

/* Units of one name die together. */
static void unit_dead(const struct aim *aim)
{
	const char *name = layout_of(aim)->units[unit_of(aim, aim->reg)].name;

	for (unsigned i = 0; i < aim->imc->imc->chips; i++)
		for (unsigned j = 0; means_chip(aim, i) && j < layout_of(aim)->unit_count; j++)
			aim->imc->imc->chip[i].quirks.without[j] |= !strcmp(layout_of(aim)->units[j].name, name);
}

/* The next counter of the word from *cursor on; NULL: there are no more. */
static struct imc_counter *next_word(const struct aim *aim, unsigned *cursor)
{
	unsigned first;
	const struct imc_slots *words = words_of(aim, aim->box, &first);
	const struct imc_box box = {slice_of(box_names[aim->box]), aim->number};

	return imc_next_counter(aim->imc->imc, &box, words->offset[aim->reg - first], cursor);
}

static void word_rate(const struct aim *aim)
{
	struct imc_counter *counter;
	unsigned cursor = 0;

	while ((counter = next_word(aim, &cursor)))
		counter->rate *= aim->argument;
}

static void word_stuck1(const struct aim *aim)
{
	struct imc_counter *counter;
	unsigned cursor = 0;

	while ((counter = next_word(aim, &cursor)))
		counter->high |= BIT(aim->argument);
}

static void word_stuck0(const struct aim *aim)
{
	struct imc_counter *counter;
	unsigned cursor = 0;

	while ((counter = next_word(aim, &cursor)))
		counter->low |= BIT(aim->argument);
}

/* ---- why a fault would be none, and what the list of faults has of a kind -------------------------------------- */

static const char *refuse_box(const struct aim *aim)
{
	return means_any(aim) ? NULL : "this machine has no such box";
}

static const char *refuse_torn(const struct aim *aim)
{
	return layout_of(aim)->groups ? refuse_box(aim) : "of update counts on this processor nothing is known";
}

static const char *refuse_word(const struct aim *aim)
{
	if (aim->reg == NO_WORD)
		return "nothing is posted there";
	return refuse_box(aim);
}

static const char *refuse_rate(const struct aim *aim)
{
	return aim->argument == 1 ? "it counts as fast anyway" : refuse_word(aim);
}

static bool pick(struct aim *aim, const uint8_t *list, unsigned count, unsigned index)
{
	if (index < count)
		aim->argument = list[index];
	return index < count;
}

static bool vary_rate(struct aim *aim, unsigned index)
{
	static const uint8_t rates[] = {2};

	return pick(aim, rates, ARRAY_SIZE(rates), index);
}

static bool vary_stuck1(struct aim *aim, unsigned index)
{
	static const uint8_t stuck[] = {0, 20, 40};

	return pick(aim, stuck, ARRAY_SIZE(stuck), index);
}

static bool vary_stuck0(struct aim *aim, unsigned index)
{
	static const uint8_t stuck[] = {0, 4};

	return pick(aim, stuck, ARRAY_SIZE(stuck), index);
}

/* Of numbers the ends of what is allowed. */
static bool vary_errors(struct aim *aim, unsigned index)
{
	static const uint8_t ends[] = {1, 64};

	return pick(aim, ends, ARRAY_SIZE(ends), index);
}

static bool vary_status(struct aim *aim, unsigned index)
{
	static const uint8_t ends[] = {0, 4};

	return pick(aim, ends, ARRAY_SIZE(ends), index);
}

static bool vary_skips(struct aim *aim, unsigned index)
{
	static const uint8_t milliseconds[] = {250};

	return pick(aim, milliseconds, ARRAY_SIZE(milliseconds), index);
}

static bool vary_restarts(struct aim *aim, unsigned index)
{
	static const uint8_t milliseconds[] = {30, 250};

	return pick(aim, milliseconds, ARRAY_SIZE(milliseconds), index);
}

static bool vary_every(struct aim *aim, unsigned index)
{
	static const uint8_t periods[] = {4};

	return pick(aim, periods, ARRAY_SIZE(periods), index);
}

static bool vary_late(struct aim *aim, unsigned index)
{
	aim->argument = index ? 4095 : 1;
	return index < 2;
}

#define CHIP(member)         set_chips, refuse_box, NULL, GROUND_TOLD, offsetof(struct imc_chip_quirks, member)
#define CORE_(member)        set_cores, refuse_box, NULL, GROUND_TOLD, offsetof(struct imc_engine_quirks, member)
#define THREAD_(member)      set_threads, refuse_box, NULL, GROUND_TOLD, offsetof(struct imc_thread, member)
#define FLAG(calls, member)  calls, refuse_box, NULL, GROUND_TOLD, offsetof(struct imc_call_faults, member)
#define ERROR(calls, member) calls, refuse_box, vary_errors, GROUND_TOLD, offsetof(struct imc_call_faults, member)
#define SHOW(kind, fault)                                                                                              \
	{                                                                                                              \
		ANY_BOX, BIT(CATALOG), NULL, kind, NO_ARGUMENT, 0, 0, 0, catalog_fault, NULL, NULL, GROUND_TOLD, fault \
	}
#define LACK(box, fault)                                                                                               \
	{                                                                                                              \
		ANY_BOX, BIT(box), NULL, "absent", NO_ARGUMENT, 0, 0, 0, catalog_fault, NULL, NULL, GROUND_TOLD, fault \
	}

/* clang-format off */
static const struct fault_kind kinds[] = {
	{ANY_BOX, BIT(NEST), NULL, "status", NUMBER, 0, 4, 1, set_chips, refuse_box, vary_status, GROUND_TOLD, offsetof(struct imc_chip_quirks, shows)},
	{ANY_BOX, BIT(NEST), NULL, "torn", NO_ARGUMENT, 0, 0, 0, set_chips, refuse_torn, NULL, GROUND_TOLD, offsetof(struct imc_chip_quirks, no_tails)},
	{ANY_BOX, BIT(NEST), NULL, "dead", NO_ARGUMENT, 0, 0, 0, CHIP(asleep)},
	{ANY_BOX, BIT(NEST), NULL, "stale", NO_ARGUMENT, 0, 0, 0, CHIP(runs_dry)},
	{ANY_BOX, BIT(NEST), NULL, "skips", NUMBER, 1, 10000, 0, set_chip_time, refuse_box, vary_skips, GROUND_TOLD, offsetof(struct imc_chip_quirks, skips)},
	{ANY_BOX, BIT(NEST), NULL, "restarts", NUMBER, 1, 10000, 0, set_chip_time, refuse_box, vary_restarts, GROUND_TOLD, offsetof(struct imc_chip_quirks, restarts)},
	{ANY_BOX, BIT(NEST), NULL, "every", NUMBER, 2, 100, 0, set_chips, refuse_box, vary_every, GROUND_TOLD, offsetof(struct imc_chip_quirks, every)},
	{BOX_PART, BIT(NEST), "command", "stuck", NO_ARGUMENT, 0, 0, 0, CHIP(keeps_commands)},
	{BOX_PART, BIT(NEST), "command", "ignored", NO_ARGUMENT, 0, 0, 0, CHIP(skips_commands)},
	{BOX_PART, BIT(NEST), "start", "error", NUMBER, 1, 64, 0, ERROR(set_chip_calls, start_error)},
	{BOX_PART, BIT(NEST), "stop", "error", NUMBER, 1, 64, 0, ERROR(set_chip_calls, stop_error)},
	{BOX_PART, BIT(NEST), "start", "ignored", NO_ARGUMENT, 0, 0, 0, FLAG(set_chip_calls, start_ignored)},
	{BOX_PART, BIT(NEST), "stop", "ignored", NO_ARGUMENT, 0, 0, 0, FLAG(set_chip_calls, stop_ignored)},
	{ANY_BOX, BIT(CORE), NULL, "dead", NO_ARGUMENT, 0, 0, 0, CORE_(silent)},
	{ANY_BOX, BIT(CORE), NULL, "stray", NO_ARGUMENT, 0, 0, 0, CORE_(overruns)},
	{ANY_BOX, BIT(CORE), NULL, "every", NUMBER, 2, 100, 0, set_cores, refuse_box, vary_every, GROUND_TOLD, offsetof(struct imc_engine_quirks, every)},
	{BOX_PART, BIT(CORE), "init", "error", NUMBER, 1, 64, 0, ERROR(set_core_calls, init_error)},
	{BOX_PART, BIT(CORE), "start", "error", NUMBER, 1, 64, 0, ERROR(set_core_calls, start_error)},
	{BOX_PART, BIT(CORE), "stop", "error", NUMBER, 1, 64, 0, ERROR(set_core_calls, stop_error)},
	{BOX_PART, BIT(CORE), "start", "ignored", NO_ARGUMENT, 0, 0, 0, FLAG(set_core_calls, start_ignored)},
	{BOX_PART, BIT(CORE), "stop", "ignored", NO_ARGUMENT, 0, 0, 0, FLAG(set_core_calls, stop_ignored)},
	{ANY_BOX, BIT(THREAD), NULL, "dead", NO_ARGUMENT, 0, 0, 0, THREAD_(quirks.silent)},
	{ANY_BOX, BIT(THREAD), NULL, "stray", NO_ARGUMENT, 0, 0, 0, THREAD_(quirks.overruns)},
	{ANY_BOX, BIT(THREAD), NULL, "every", NUMBER, 2, 100, 0, set_threads, refuse_box, vary_every, GROUND_TOLD, offsetof(struct imc_thread, quirks.every)},
	{ANY_BOX, BIT(LDBAR), NULL, "ignored", NO_ARGUMENT, 0, 0, 0, ldbar_ignored, refuse_box, NULL, GROUND_TOLD, 0},
	{ANY_BOX, BIT(TRACE), NULL, "dead", NO_ARGUMENT, 0, 0, 0, THREAD_(ring.quirks.silent)},
	{ANY_BOX, BIT(TRACE), NULL, "wrap", NO_ARGUMENT, 0, 0, 0, THREAD_(ring.hasty)},
	{ANY_BOX, BIT(TRACE), NULL, "every", NUMBER, 2, 100, 0, set_threads, refuse_box, vary_every, GROUND_TOLD, offsetof(struct imc_thread, ring.quirks.every)},
	{ANY_BOX, BIT(TRACE), NULL, "torn", NO_ARGUMENT, 0, 0, 0, THREAD_(ring.uneven)},
	{ANY_BOX, BIT(TRACE), NULL, "disorder", NO_ARGUMENT, 0, 0, 0, THREAD_(ring.backwards)},
	{ANY_BOX, BIT(TRACE), NULL, "state", NO_ARGUMENT, 0, 0, 0, THREAD_(ring.user)},
	{ANY_BOX, BIT(TRACE), NULL, "stray", NO_ARGUMENT, 0, 0, 0, THREAD_(ring.quirks.overruns)},
	{ANY_BOX, BIT(TRACE), NULL, "late", NUMBER, 1, 4095, 0, trace_late, refuse_box, vary_late, GROUND_TOLD, 0},
	{BOX_PART, BIT(TRACE), "init", "error", NUMBER, 1, 64, 0, ERROR(set_trace_calls, init_error)},
	{BOX_PART, BIT(TRACE), "start", "error", NUMBER, 1, 64, 0, ERROR(set_trace_calls, start_error)},
	{BOX_PART, BIT(TRACE), "stop", "error", NUMBER, 1, 64, 0, ERROR(set_trace_calls, stop_error)},
	{BOX_PART, BIT(TRACE), "start", "ignored", NO_ARGUMENT, 0, 0, 0, FLAG(set_trace_calls, start_ignored)},
	{BOX_PART, BIT(TRACE), "stop", "ignored", NO_ARGUMENT, 0, 0, 0, FLAG(set_trace_calls, stop_ignored)},
	{UNIT_REGISTER, BIT(NEST), NULL, "dead", NO_ARGUMENT, 0, 0, 0, unit_dead, refuse_box, NULL, GROUND_RATE, 0},
	{ANY_REGISTER, 0, NULL, "dead", NO_ARGUMENT, 0, 0, 0, word_rate, refuse_word, NULL, GROUND_RATE, 0},
	{ANY_REGISTER, 0, NULL, "rate", NUMBER, 0, 1000, 0, word_rate, refuse_rate, vary_rate, GROUND_RATE, 0},
	{ANY_REGISTER, 0, NULL, "stuck1", BIT_NUMBER, 0, 63, 0, word_stuck1, refuse_word, vary_stuck1, GROUND_TOLD, 0},
	{ANY_REGISTER, 0, NULL, "stuck0", BIT_NUMBER, 0, 63, 0, word_stuck0, refuse_word, vary_stuck0, GROUND_TOLD, 0},
	LACK(NEST, IMC_CATALOG_NO_NEST),
	LACK(CORE, IMC_CATALOG_NO_CORE),
	LACK(THREAD, IMC_CATALOG_NO_THREAD),
	LACK(TRACE, IMC_CATALOG_NO_TRACE),
	LACK(CATALOG, IMC_CATALOG_ABSENT),
	SHOW("badoffset", IMC_CATALOG_BAD_OFFSET),
	SHOW("duplicate", IMC_CATALOG_DUPLICATE),
	SHOW("overlap", IMC_CATALOG_OVERLAP),
	SHOW("noevents", IMC_CATALOG_NO_EVENTS),
	SHOW("noprefix", IMC_CATALOG_NO_PREFIX),
	SHOW("noname", IMC_CATALOG_NO_NAME),
	SHOW("badscale", IMC_CATALOG_BAD_SCALE),
	SHOW("badtype", IMC_CATALOG_BAD_TYPE),
	SHOW("shortreg", IMC_CATALOG_SHORT_REG),
	SHOW("chips", IMC_CATALOG_CHIPS),
	SHOW("wrongoffset", IMC_CATALOG_MOVED),
	SHOW("wrongscale", IMC_CATALOG_SCALED),
};
/* clang-format on */

/* ---- what contradicts a fault ------------------------------------------------------------------------------ */

/* True if `tells` is true of a counter of the nest unit. */
static bool any_of_unit(const struct aim *aim, const char *name,
			bool (*tells)(const struct imc_model *imc, const struct imc_slots *slots, unsigned offset))
{
	for (unsigned i = 0; i < layout_of(aim)->unit_count; i++)
		for (unsigned j = 0; j < layout_of(aim)->units[i].counters; j++)
			if (!strcmp(layout_of(aim)->units[i].name, name) &&
			    tells(aim->imc->imc, &aim->imc->imc->nest_slots, layout_of(aim)->units[i].first + 8 * j))
				return true;
	return false;
}

static void judge_word(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault)
{
	unsigned first;
	const struct imc_slots *words = words_of(aim, aim->box, &first);
	unsigned offset = words->offset[aim->reg - first];

	if (!imc_is_told(aim->imc->imc, words, offset))
		fault_judged(fault, SILICON_BY_NOTHING, "no event of the catalog tells of this word");
	else if (kind->ground == GROUND_RATE && !imc_is_clock(aim->imc->imc, words, offset))
		fault_judged(fault, SILICON_BY_NOTHING, "how often its event happens no document says");
}

static void judge_unit(const struct fault_kind *kind, const char *name, const struct aim *aim,
		       struct silicon_fault *fault)
{
	if (!any_of_unit(aim, name, imc_is_told))
		fault_judged(fault, SILICON_BY_NOTHING, "no event of the catalog tells of its words");
	else if (kind->ground == GROUND_RATE && !any_of_unit(aim, name, imc_is_clock))
		fault_judged(fault, SILICON_BY_NOTHING, "whether anything happens there no document says");
}

static void judge_imc_kinds(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault)
{
	bool absent = kind->apply == catalog_fault &&
		      (kind->member == IMC_CATALOG_NO_NEST || kind->member == IMC_CATALOG_NO_TRACE);

	/* Parts of these boxes (a command, a call) stand where others have registers. */
	if (kind->part) {
		struct text reg = TEXT_OVER(fault->reg), name = TEXT_OVER(fault->kind);

		text_string(&reg, kind->part);
		text_string(&name, kind->kind);
	}
	if (!strcmp(kind->kind, "wrap") || !strcmp(kind->kind, "every"))
		fault_judged(fault, SILICON_BY_NOTHING,
			     "how often that happens no document says, and all of the list are alike");
	if (aim->box == TRACE && kind->member == offsetof(struct imc_thread, ring.user) && kind->apply == set_threads &&
	    !layout_of(aim)->records_say_state)
		fault_judged(fault, SILICON_BY_NOTHING,
			     "what that word of a record says on this processor is not known");
	if (absent)
		fault_judged(fault, SILICON_BY_NOTHING, "skiboot leaves it out on sound machines");
	if (aim->reg == FAULT_NONE)
		return;
	if (unit_of(aim, aim->reg) >= layout_of(aim)->unit_count)
		judge_word(kind, aim, fault);
	else
		judge_unit(kind, layout_of(aim)->units[unit_of(aim, aim->reg)].name, aim, fault);
}

static const struct fault_machine machine = {
	.kind = kinds,
	.kinds = ARRAY_SIZE(kinds),
	.boxes = boxes,
	.is_box = is_box,
	.find_register = find_register,
	.box_of = box_of,
	.first_register = first_register,
	.has = has,
	.is_sort = is_sort,
	.bits = bits,
	.is_there = is_first_of_name,
	.put_box = put_box,
	.put_register = put_register,
	.put_boxes = put_boxes,
	.mark = mark,
	.judge = judge_imc_kinds,
};

bool imc_faults_add(struct imc_faults *faults, struct slice fault, struct text *error)
{
	struct aim aim = {.machine = &machine, .imc = faults};

	return fault_make(&aim, fault, faults->list, sizeof(faults->list), error);
}

bool imc_faults_next(struct imc_faults *faults, struct silicon_fault_cursor *cursor, struct silicon_fault *fault)
{
	struct aim aim = {.machine = &machine, .imc = faults, .number = IMC_EVERY};

	return fault_next(&aim, cursor, fault);
}
