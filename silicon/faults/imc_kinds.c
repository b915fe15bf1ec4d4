/* SPDX-License-Identifier: BSD-2-Clause */
/* Describes In-Memory Collection to the fault engine: its boxes, whose registers are words of memory, and the kinds of faults. */
#include "lib/memory.h"
#include "silicon/faults/engine.h"
#include "silicon/faults/imc_faults.h"

enum { NEST, CORE, THREAD, TRACE, LDBAR, CATALOG, BOXES };
static const char *const box_names[BOXES] = {"nest", "core", "thread", "trace", "ldbar", "catalog"};

/* Register numbers: words by their index among all that a box posts; after those of the nest, its units; and one for
 * numbers where nothing is posted. */
enum { FIRST_CORE_WORD = 512, FIRST_THREAD_WORD = 1024, NO_WORD = 2048, NO_REGISTERS };

/* ---- boxes and registers ---------------------------------------------------------------------------- */

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

/* The words of a box and the number of the first one; NULL if the box has none. */
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

/* The unit of a register number. A result of unit_count or more means none. */
static unsigned unit_of(const struct aim *aim, unsigned reg)
{
	return reg - aim->imc->imc->nest_slots.count;
}

static unsigned box_of(const struct aim *aim, unsigned reg)
{
	unsigned first;

	for (unsigned box = NEST; box <= THREAD; box++)
		if (reg - (words_of(aim, box, &first), first) < words_of(aim, box, &first)->count)
			return box;
	return unit_of(aim, reg) < layout_of(aim)->unit_count || reg == NO_WORD ? NEST : FAULT_NONE;
}

static unsigned first_register(const struct aim *aim, unsigned box)
{
	unsigned first;

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

/* True for the first of units with the same name, which count as one. */
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

/* ---- objects that a box name stands for --------------------------------------------------------------- */

/* Number of chips, cores or threads; the catalog is a single object. */
static unsigned objects(const struct aim *aim)
{
	const struct imc_model *imc = aim->imc->imc;

	switch (aim->box) {
	case NEST: return imc->chips;
	case CORE: return imc->cores;
	case CATALOG: return 1;
	default: return imc->threads;
	}
}

/* True if the fault applies to object number `index`. */
static bool means(const struct aim *aim, unsigned index)
{
	const struct imc_model *imc = aim->imc->imc;

	if (aim->number == IMC_EVERY || aim->box == CATALOG)
		return true;
	switch (aim->box) {
	case NEST: return aim->number == index;
	case CORE: return aim->number == (imc->core[index].number & 0x3f);
	default: return aim->number == (imc->thread[index].pir & 0xff);
	}
}

static void mark(const struct aim *aim)
{
	for (unsigned i = 0; i < objects(aim); i++) {
		if (aim->box == CATALOG || !means(aim, i))
			continue;
		if (aim->box == NEST)
			aim->imc->chip_faulty[i] = true;
		else
			aim->imc->core_faulty[aim->box == CORE ? i : aim->imc->imc->thread[i].core] = true;
	}
}

/* ---- members that rows set ----------------------------------------------------------------------------- */

enum object { CHIP, ENGINE, RING, CALLS, IGNORED, NODE, WORD };

/* The member of chip, core or thread number `index`. */
static uint64_t *member_of(const struct aim *aim, unsigned index)
{
	struct imc_model *imc = aim->imc->imc;
	unsigned member = aim->kind->member;

	switch (aim->kind->object) {
	case CHIP: return &imc->chip[index].quirks.parameter[member];
	case ENGINE:
		return aim->box == CORE ? &imc->core[index].quirks.parameter[member]
					: &imc->thread[index].quirks.parameter[member];
	case RING: return &imc->thread[index].ring.quirks.parameter[member];
	case CALLS:
		return aim->box == NEST   ? &aim->imc->chip[index].parameter[member]
		       : aim->box == CORE ? &aim->imc->core[index].parameter[member]
					  : &aim->imc->trace[imc->thread[index].core].parameter[member];
	default: return &aim->imc->ldbar_ignored[index];
	}
}

/* The next member from *cursor on; NULL after the last. */
static uint64_t *next_member(const struct aim *aim, unsigned *cursor)
{
	const struct imc_box box = {slice_of(box_names[aim->box]), aim->number};
	const struct imc_slots *words;
	struct imc_counter *counter;
	unsigned first;

	if (aim->kind->object == NODE)
		return (*cursor)++ ? NULL : &aim->imc->catalog[aim->kind->member];
	if (aim->kind->object == WORD) {
		words = words_of(aim, aim->box, &first);
		counter = imc_next_counter(aim->imc->imc, &box, words->offset[aim->reg - first], cursor);
		return counter ? &counter->parameter[aim->kind->member] : NULL;
	}
	while (*cursor < objects(aim))
		if (means(aim, (*cursor)++))
			return member_of(aim, *cursor - 1);
	return NULL;
}

/* Units with the same name fail together. */
static void unit_dead(const struct aim *aim)
{
	const char *name = layout_of(aim)->units[unit_of(aim, aim->reg)].name;

	for (unsigned i = 0; i < objects(aim); i++)
		for (unsigned j = 0; means(aim, i) && j < layout_of(aim)->unit_count; j++)
			aim->imc->imc->chip[i].quirks.without[j] |= !strcmp(layout_of(aim)->units[j].name, name);
}

/* ---- reasons why a fault has no effect ----------------------------------------------------------------- */

static const char *is_nowhere(const struct aim *aim)
{
	for (unsigned i = 0; i < objects(aim); i++)
		if (means(aim, i))
			return NULL;
	return "this machine has no such box";
}

/* clang-format off */
NONE_IF(is_unknown,    !layout_of(aim)->groups, "of update counts on this processor nothing is known")
NONE_IF(is_not_posted, aim->reg == NO_WORD, "nothing is posted there")
NONE_IF(is_usual,      aim->argument == 1, "it counts as fast anyway")
/* clang-format on */

/* ---- the kinds ----------------------------------------------------------------------------------------- */

#define IN(box)      .has = BIT(box)
#define CHIP(name)   .object = CHIP, .member = FAULT_MEMBER(struct imc_chip_quirks, name)
#define ENGINE(name) .object = ENGINE, .member = FAULT_MEMBER(struct imc_engine_quirks, name)
#define RING(name)   .object = RING, .member = FAULT_MEMBER(struct imc_ring_quirks, name)
#define CALLS(name)  .object = CALLS, .member = FAULT_MEMBER(struct imc_call_faults, name)
#define WORD(name)   .object = WORD, .member = FAULT_MEMBER(struct imc_counter, name)

#define PERIODS      NUMBER_OF(2, 100), LISTED(4)
#define MILLISECONDS NUMBER_OF(1, 10000)
#define AN_ERROR     NUMBER_OF(1, 64), LISTED(1, 64)
#define A_BIT        .argument = BIT_NUMBER
#define CATALOG_FAULT(name, number) \
	OF_BOX(name), IN(CATALOG), .object = NODE, .member = number, .change = ADD_FLAGS, .constant = 1
#define ABSENT(box, number) \
	OF_BOX("absent"), IN(box), .object = NODE, .member = number, .change = ADD_FLAGS, .constant = 1

/* clang-format off */
static const struct fault_kind kinds[] = {
	{OF_BOX("status"),             IN(NEST), NUMBER_OF(0, 4), .value = 1, LISTED(0, 4), SETS(CHIP(shows), SET_ORDINAL), .none_if = {is_nowhere}},
	{OF_BOX("torn"),               IN(NEST), FLAG(CHIP(no_tails), 1), .none_if = {is_unknown, is_nowhere}},
	{OF_BOX("dead"),               IN(NEST), FLAG(CHIP(asleep), 1), .none_if = {is_nowhere}},
	{OF_BOX("stale"),              IN(NEST), FLAG(CHIP(runs_dry), 1), .none_if = {is_nowhere}},
	{OF_BOX("skips"),              IN(NEST), MILLISECONDS, LISTED(250), SETS(CHIP(skips), SET), .none_if = {is_nowhere}},
	{OF_BOX("restarts"),           IN(NEST), MILLISECONDS, LISTED(30, 250), SETS(CHIP(restarts), SET), .none_if = {is_nowhere}},
	{OF_BOX("every"),              IN(NEST), PERIODS, SETS(CHIP(every), SET), .none_if = {is_nowhere}, .ground = GROUND_PACE},
	{OF_PART("command", "stuck"),  IN(NEST), FLAG(CHIP(keeps_commands), 1), .none_if = {is_nowhere}},
	{OF_PART("command", "ignored"),IN(NEST), FLAG(CHIP(skips_commands), 1), .none_if = {is_nowhere}},
	{OF_PART("start", "error"),    IN(NEST), AN_ERROR, SETS(CALLS(start_error), SET), .none_if = {is_nowhere}},
	{OF_PART("stop", "error"),     IN(NEST), AN_ERROR, SETS(CALLS(stop_error), SET), .none_if = {is_nowhere}},
	{OF_PART("start", "ignored"),  IN(NEST), FLAG(CALLS(start_ignored), 1), .none_if = {is_nowhere}},
	{OF_PART("stop", "ignored"),   IN(NEST), FLAG(CALLS(stop_ignored), 1), .none_if = {is_nowhere}},
	{OF_BOX("dead"),               IN(CORE), FLAG(ENGINE(silent), 1), .none_if = {is_nowhere}},
	{OF_BOX("stray"),              IN(CORE), FLAG(ENGINE(overruns), 1), .none_if = {is_nowhere}},
	{OF_BOX("every"),              IN(CORE), PERIODS, SETS(ENGINE(every), SET), .none_if = {is_nowhere}, .ground = GROUND_PACE},
	{OF_PART("init", "error"),     IN(CORE), AN_ERROR, SETS(CALLS(init_error), SET), .none_if = {is_nowhere}},
	{OF_PART("start", "error"),    IN(CORE), AN_ERROR, SETS(CALLS(start_error), SET), .none_if = {is_nowhere}},
	{OF_PART("stop", "error"),     IN(CORE), AN_ERROR, SETS(CALLS(stop_error), SET), .none_if = {is_nowhere}},
	{OF_PART("start", "ignored"),  IN(CORE), FLAG(CALLS(start_ignored), 1), .none_if = {is_nowhere}},
	{OF_PART("stop", "ignored"),   IN(CORE), FLAG(CALLS(stop_ignored), 1), .none_if = {is_nowhere}},
	{OF_BOX("dead"),               IN(THREAD), FLAG(ENGINE(silent), 1), .none_if = {is_nowhere}},
	{OF_BOX("stray"),              IN(THREAD), FLAG(ENGINE(overruns), 1), .none_if = {is_nowhere}},
	{OF_BOX("every"),              IN(THREAD), PERIODS, SETS(ENGINE(every), SET), .none_if = {is_nowhere}, .ground = GROUND_PACE},
	{OF_BOX("ignored"),            IN(LDBAR), .object = IGNORED, .change = ADD_FLAGS, .constant = 1, .none_if = {is_nowhere}},
	{OF_BOX("dead"),               IN(TRACE), FLAG(RING(silent), 1), .none_if = {is_nowhere}},
	{OF_BOX("wrap"),               IN(TRACE), FLAG(RING(hasty), 1), .none_if = {is_nowhere}, .ground = GROUND_PACE},
	{OF_BOX("every"),              IN(TRACE), PERIODS, SETS(RING(every), SET), .none_if = {is_nowhere}, .ground = GROUND_PACE},
	{OF_BOX("torn"),               IN(TRACE), FLAG(RING(uneven), 1), .none_if = {is_nowhere}},
	{OF_BOX("disorder"),           IN(TRACE), FLAG(RING(backwards), 1), .none_if = {is_nowhere}},
	{OF_BOX("state"),              IN(TRACE), FLAG(RING(user), 1), .none_if = {is_nowhere}, .ground = GROUND_STATE},
	{OF_BOX("stray"),              IN(TRACE), FLAG(RING(overruns), 1), .none_if = {is_nowhere}},
	{OF_BOX("late"),               IN(TRACE), NUMBER_OF(1, 4095), LISTED(1, 4095), SETS(RING(first), SET), .none_if = {is_nowhere}},
	{OF_PART("init", "error"),     IN(TRACE), AN_ERROR, SETS(CALLS(init_error), SET), .none_if = {is_nowhere}},
	{OF_PART("start", "error"),    IN(TRACE), AN_ERROR, SETS(CALLS(start_error), SET), .none_if = {is_nowhere}},
	{OF_PART("stop", "error"),     IN(TRACE), AN_ERROR, SETS(CALLS(stop_error), SET), .none_if = {is_nowhere}},
	{OF_PART("start", "ignored"),  IN(TRACE), FLAG(CALLS(start_ignored), 1), .none_if = {is_nowhere}},
	{OF_PART("stop", "ignored"),   IN(TRACE), FLAG(CALLS(stop_ignored), 1), .none_if = {is_nowhere}},
	{OF(UNIT, "dead"),             IN(NEST), .apply = unit_dead, .none_if = {is_nowhere}, .ground = GROUND_RATE},
	{OF(ANY, "dead"),              SETS(WORD(rate), SET_ZERO), .none_if = {is_not_posted, is_nowhere}, .ground = GROUND_RATE},
	{OF(ANY, "rate"),              NUMBER_OF(0, 1000), LISTED(2), SETS(WORD(rate), MULTIPLY), .none_if = {is_usual, is_not_posted, is_nowhere}, .ground = GROUND_RATE},
	{OF(ANY, "stuck1"),            A_BIT, LISTED(0, 20, 40), SETS(WORD(high), ADD_BIT), .none_if = {is_not_posted, is_nowhere}},
	{OF(ANY, "stuck0"),            A_BIT, LISTED(0, 4), SETS(WORD(low), ADD_BIT), .none_if = {is_not_posted, is_nowhere}},
	{ABSENT(NEST, IMC_CATALOG_NO_NEST), .ground = GROUND_NODE},
	{ABSENT(CORE, IMC_CATALOG_NO_CORE)},
	{ABSENT(THREAD, IMC_CATALOG_NO_THREAD)},
	{ABSENT(TRACE, IMC_CATALOG_NO_TRACE), .ground = GROUND_NODE},
	{ABSENT(CATALOG, IMC_CATALOG_ABSENT)},
	{CATALOG_FAULT("badoffset", IMC_CATALOG_BAD_OFFSET)},
	{CATALOG_FAULT("duplicate", IMC_CATALOG_DUPLICATE)},
	{CATALOG_FAULT("overlap", IMC_CATALOG_OVERLAP)},
	{CATALOG_FAULT("noevents", IMC_CATALOG_NO_EVENTS)},
	{CATALOG_FAULT("noprefix", IMC_CATALOG_NO_PREFIX)},
	{CATALOG_FAULT("noname", IMC_CATALOG_NO_NAME)},
	{CATALOG_FAULT("badscale", IMC_CATALOG_BAD_SCALE)},
	{CATALOG_FAULT("badtype", IMC_CATALOG_BAD_TYPE)},
	{CATALOG_FAULT("shortreg", IMC_CATALOG_SHORT_REG)},
	{CATALOG_FAULT("chips", IMC_CATALOG_CHIPS)},
	{CATALOG_FAULT("wrongoffset", IMC_CATALOG_MOVED)},
	{CATALOG_FAULT("wrongscale", IMC_CATALOG_SCALED)},
};
/* clang-format on */

static const struct fault_table table = {kinds, ARRAY_SIZE(kinds)};

/* ---- contradictions of faults ------------------------------------------------------------------------------ */

/* True if `tells` returns true for any counter of the nest unit. */
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

static void judge_imc_kinds(const struct fault_kind *kind, const struct aim *aim, struct silicon_fault *fault)
{
	const struct imc_slots *words;
	unsigned first, unit, offset;

	/* These boxes have parts (a command, a call) where others have registers. */
	if (kind->part) {
		struct text reg = TEXT_OVER(fault->reg), name = TEXT_OVER(fault->kind);

		text_string(&reg, kind->part);
		text_string(&name, kind->kind);
	}
	if (kind->ground == GROUND_PACE)
		fault_judged(fault, SILICON_BY_NOTHING,
			     "how often that happens no document says, and all of the list are alike");
	if (kind->ground == GROUND_STATE && !layout_of(aim)->records_say_state)
		fault_judged(fault, SILICON_BY_NOTHING,
			     "what that word of a record says on this processor is not known");
	if (kind->ground == GROUND_NODE)
		fault_judged(fault, SILICON_BY_NOTHING, "skiboot leaves it out on sound machines");
	if (aim->reg == FAULT_NONE)
		return;
	unit = unit_of(aim, aim->reg);
	if (unit < layout_of(aim)->unit_count) {
		const char *name = layout_of(aim)->units[unit].name;

		if (!any_of_unit(aim, name, imc_is_listed))
			fault_judged(fault, SILICON_BY_NOTHING, "no event of the catalog tells of its words");
		else if (kind->ground == GROUND_RATE && !any_of_unit(aim, name, imc_is_clock))
			fault_judged(fault, SILICON_BY_NOTHING, "whether anything happens there no document says");
		return;
	}
	words = words_of(aim, aim->box, &first);
	offset = words->offset[aim->reg - first];
	if (!imc_is_listed(aim->imc->imc, words, offset))
		fault_judged(fault, SILICON_BY_NOTHING, "no event of the catalog tells of this word");
	else if (kind->ground == GROUND_RATE && !imc_is_clock(aim->imc->imc, words, offset))
		fault_judged(fault, SILICON_BY_NOTHING, "how often its event happens no document says");
}

static const struct fault_machine machine = {
	.kinds = &table,
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
	.member = next_member,
	.mark = mark,
	.judge = judge_imc_kinds,
};

bool imc_faults_add(struct imc_faults *faults, struct slice fault, struct text *error)
{
	struct aim aim = {.machine = &machine, .imc = faults};

	return fault_make(&aim, fault, faults->list, sizeof(faults->list), error);
}

void imc_faults_list(struct imc_faults *faults, const struct silicon_fault_listener *listener)
{
	struct aim aim = {.machine = &machine, .imc = faults, .number = IMC_EVERY};

	fault_list(&aim, listener);
}
