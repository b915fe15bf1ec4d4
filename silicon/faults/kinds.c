/* SPDX-License-Identifier: BSD-2-Clause */
/* The kinds of faults, one in each row: its place, its effect, the reasons why it may have none, and its entries in the
 * list of faults. */
#include "silicon/faults/kinds.h"

#include "lib/memory.h"
#include "silicon/models/core.h"

static struct fault_register *faults_of(const struct aim *aim)
{
	return &aim->faults->reg[aim->reg];
}

static struct model_register *reg_of(const struct aim *aim)
{
	return &aim->model->reg[aim->reg];
}

static struct model_counter_place *counter_of(const struct aim *aim)
{
	return &aim->model->counter[reg_of(aim)->counter];
}

static struct model_box_place *place_of(const struct aim *aim)
{
	return &aim->model->box[aim->box];
}

static const struct model_box *unit_of(const struct aim *aim)
{
	return &aim->model->unit[aim->box];
}

static unsigned role_of(const struct aim *aim)
{
	return reg_of(aim)->bank->role;
}

/* ---- members that rows set ------------------------------------------------------------------------- */

enum object { BOX, BOX_FAULTS, REG, REG_FAULTS, COUNTER };

uint64_t *fault_member(const struct aim *aim, unsigned *cursor)
{
	unsigned member = aim->kind->member;

	if ((*cursor)++)
		return NULL;
	switch (aim->kind->object) {
	case BOX: return &place_of(aim)->parameter[member];
	case BOX_FAULTS: return &aim->faults->box[aim->box].parameter[member];
	case REG: return &reg_of(aim)->parameter[member];
	case REG_FAULTS: return &faults_of(aim)->parameter[member];
	default: return &counter_of(aim)->parameter[member];
	}
}

/* ---- further effects of rows ----------------------------------------------------------------------- */

/* A clearing bit that is always 1 keeps its overflow bit at 0. */
static void stick_at_1(const struct aim *aim)
{
	unsigned status = place_of(aim)->reg[MODEL_STATUS];

	faults_of(aim)->stuck1 |= BIT(aim->argument);
	if (role_of(aim) == MODEL_OVF_CTL && status != MODEL_NONE && reg_of(aim)->writable >> aim->argument & 1)
		aim->faults->reg[status].stuck0 |= BIT(aim->argument);
}

static void set_start(const struct aim *aim)
{
	faults_of(aim)->initial = aim->argument;
	faults_of(aim)->preset = true;
}

/* Accesses to one of the two registers go to the other. */
static void alias(const struct aim *aim)
{
	faults_of(aim)->alias = (uint16_t)aim->other;
	aim->faults->box[aim->model->reg[aim->other].box].faulty = true;
}

static void rewrite_select(const struct aim *aim)
{
	aim->faults->box[aim->box].rewrites = aim->argument;
	aim->faults->box[aim->box].rewritten = (uint16_t)aim->reg;
}

static void ignore_field(const struct aim *aim)
{
	counter_of(aim)->deaf |= fault_field_bits(aim);
}

/* Applies to all selects of the box. */
static void ignore_event_bit(const struct aim *aim)
{
	const struct model_box_place *place = place_of(aim);

	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (!aim->model->counter[i].layout->clock)
			aim->model->counter[i].deaf |= BIT(aim->argument);
}

static void couple(const struct aim *aim)
{
	unsigned next = fault_next_box(aim);

	aim->model->box[next].follows = (uint16_t)(aim->box + 1);
	aim->faults->box[next].faulty = true;
}

static void swap_lines(const struct aim *aim)
{
	unsigned next = fault_next_box(aim);

	place_of(aim)->swapped = (uint16_t)(next + 1);
	aim->model->box[next].swapped = (uint16_t)(aim->box + 1);
	aim->faults->box[next].faulty = true;
}

/* ---- reasons why a fault has no effect: the scenario must mean something else ---------------------- */

/* True if the box has counters that another box may control. */
static bool is_below(const struct aim *aim)
{
	return aim->model->global != MODEL_NONE && aim->box != aim->model->global && place_of(aim)->counters &&
	       !unit_of(aim)->type->per_core;
}

/* True if the counter has a threshold, and an event that adds more than one in a cycle. */
static bool has_threshold(const struct aim *aim)
{
	const struct model_event_list *list = unit_of(aim)->type->events;

	for (; list && counter_of(aim)->layout->threshold_low != MODEL_NO_BIT; list = list->also)
		for (unsigned i = 0; i < list->count; i++)
			if (list->row[i].increment > 1 &&
			    (!list->row[i].counters || list->row[i].counters >> counter_of(aim)->number & 1))
				return true;
	return false;
}

static bool has_clock_event(const struct aim *aim)
{
	const struct model_event_list *list = unit_of(aim)->type->events;

	for (; list; list = list->also)
		for (unsigned i = 0; i < list->count; i++)
			if (list->row[i].flags & MODEL_CLOCKED)
				return true;
	return false;
}

static bool passes(const struct aim *aim, unsigned when)
{
	return flow_passes(aim->model->part->flow, unit_of(aim)->type->name, when);
}

static const char *is_alone(const struct aim *aim)
{
	const struct model *model = aim->model;

	for (unsigned i = 0; i < model->boxes; i++)
		if (i != aim->box && model->box[i].summary == place_of(aim)->summary)
			return NULL;
	return "nothing else is below it anyway";
}

static const char *is_not_freezable(const struct aim *aim)
{
	for (unsigned i = 0; i < place_of(aim)->counters; i++)
		if (!aim->model->counter[place_of(aim)->counter + i].never_frozen)
			return NULL;
	return "its counters are never frozen";
}

static const char *has_no_cycles(const struct aim *aim)
{
	const struct model_box_place *place = place_of(aim);
	bool counts_cycles = has_clock_event(aim);

	for (unsigned i = place->counter; i < place->counter + place->counters; i++) {
		const struct model_layout *layout = aim->model->counter[i].layout;

		counts_cycles |= layout->clock || layout->invert != MODEL_NO_BIT;
	}
	return counts_cycles ? NULL : "it has no event of its clock";
}

/* Two read-only registers of one row may have the same value. */
static const char *show_the_same(const struct aim *aim)
{
	const struct model *model = aim->model;
	const struct model_register *at = reg_of(aim), *other = &model->reg[aim->other];
	bool alike = at != other && at->bank == other->bank && at->bank->role == MODEL_STORE && !at->bank->writable;

	return alike && model_read(model, 0, aim->reg) == model_read(model, 0, aim->other) ? "both show the same anyway"
											   : NULL;
}

static const char *starts_so(const struct aim *aim)
{
	uint64_t kept = role_of(aim) == MODEL_COUNTER ? MASK(0, counter_of(aim)->width) : ~reg_of(aim)->bank->acts;

	return (aim->argument ^ fault_start(aim)) & kept ? NULL : "it holds that at the start anyway";
}

/* clang-format off */
/* For boxes. */
NONE_IF(has_that_id,      aim->argument == place_of(aim)->id, "it says so anyway")
NONE_IF(is_own_core,      unit_of(aim)->type->per_core && unit_of(aim)->number == aim->argument, "that is its own core")
NONE_IF(counts_nothing,   !place_of(aim)->counters, "it counts nothing anyway")
NONE_IF(is_shown_there,   unit_of(aim)->summary && unit_of(aim)->summary == BIT(aim->argument), "they show in that bit anyway")
NONE_IF(shows_nowhere,    !unit_of(aim)->summary && !unit_of(aim)->other, "its overflows show nowhere else anyway")
NONE_IF(is_cleared_above, aim->model->global == MODEL_NONE || aim->model->unit[aim->model->global].type->keeps_summary,
			  "the summary above is cleared there alone anyway")
NONE_IF(has_no_control,   place_of(aim)->reg[MODEL_GLOBAL_CTL] == MODEL_NONE || aim->box == aim->model->global ||
			  !place_of(aim)->counters || unit_of(aim)->type->per_core,
			  "it has no control that counters of a box are under")
NONE_IF(has_no_sibling,   fault_next_box(aim) == MODEL_NONE, "no box of its type is there")
/* The registers that freeze all boxes may have the same name as a box. */
NONE_IF(is_not_above,     aim->box != aim->model->global && unit_of(aim)->type->has & MODEL_HAS_LATENCY, "no box is below it")
NONE_IF(is_not_frozen,    !is_below(aim) || !aim->model->box[aim->model->global].frozen ||
			  aim->model->part->runs || unit_of(aim)->type->runs, "no register above the box freezes it")
NONE_IF(is_not_enabled,   !is_below(aim) ||
			  !(aim->model->unit[aim->model->global].type->has & MODEL_HAS_MASTER), "no register above the box does that to it")
NONE_IF(is_own_clock,     aim->argument == 16, "it is its clock anyway")
NONE_IF(is_processor,     model_core_is(aim->model, aim->box), "how fast a processor's clock is goes with its load")
NONE_IF(has_no_clock,     !has_clock_event(aim), "it has no event of its clock")
NONE_IF(is_old,           aim->model->setting[CORE_VERSION] < 4, "up to version 3 a freeze is that it clears the enables")
NONE_IF(has_lower_only,   aim->model->setting[CORE_COUNTERS] <= 4, "it has no counters but 0 to 3")
NONE_IF(has_no_metrics,   !(aim->model->setting[CORE_CAPABILITIES] & CORE_CAPABILITY_METRICS) ||
			  aim->model->setting[CORE_FIXED_COUNTERS] != CORE_FIXED, "it has no IA32_PERF_METRICS")
NONE_IF(is_no_event_bit,  !(fault_event_bits(aim) >> aim->argument & 1), "that bit says of no event which it is")
NONE_IF(is_only_one,      fault_next_box(aim) == MODEL_NONE, "it is the only box of its type")
NONE_IF(passes_nothing,   !passes(aim, FLOW_FETCH) && !passes(aim, FLOW_WRITE), "no lines of memory pass it")
NONE_IF(passes_one_kind,  !passes(aim, FLOW_FETCH) || !passes(aim, FLOW_WRITE), "it does not count both")
NONE_IF(is_only_socket,   aim->model->sockets < 2, "there is no other socket")
NONE_IF(counts_both,      !flow_is_home(aim->model->part->flow, unit_of(aim)->type->name) &&
			  !(passes(aim, FLOW_FETCH | FLOW_LOCAL) && passes(aim, FLOW_FETCH | FLOW_REMOTE)), "it counts both alike")
/* For registers. */
NONE_IF(is_always_1,      fault_fixed_bits(aim) >> aim->argument & 1, "that bit is always 1")
NONE_IF(is_always_0,      !(fault_live_bits(aim) >> aim->argument & 1), "that bit is always 0")
NONE_IF(is_read_only,     role_of(aim) != MODEL_WINDOW && !reg_of(aim)->writable, "writes change nothing there anyway")
NONE_IF(holds_nothing,    role_of(aim) == MODEL_OVF_CTL, "it holds nothing")
NONE_IF(shows_time,       role_of(aim) == MODEL_TICKER, "it shows the time")
NONE_IF(is_window,        role_of(aim) == MODEL_WINDOW, "it is another address of a counter")
NONE_IF(other_is_window,  aim->model->reg[aim->other].bank->role == MODEL_WINDOW, "that is another address of a counter")
NONE_IF(show_one_time,    role_of(aim) == MODEL_TICKER && aim->model->reg[aim->other].bank->role == MODEL_TICKER,
			  "both show the same time")
NONE_IF(are_one,          faults_of(aim)->alias == aim->faults->reg[aim->other].alias, "they are one register anyway")
NONE_IF(shows_nothing,    !fault_status_bits(aim), "no bit of it is ever 1")
NONE_IF(is_never_cleared, place_of(aim)->reg[MODEL_OVF_CTL] == MODEL_NONE && !reg_of(aim)->bank->writable,
			  "nothing clears it anyway")
NONE_IF(is_not_looked_at, reg_of(aim)->bank->unseen, "no event looks at that register")
NONE_IF(is_not_held,      !(reg_of(aim)->writable >> aim->argument & 1), "that bit holds nothing")
NONE_IF(is_not_compared,  !(reg_of(aim)->bank->compared >> aim->argument & 1), "that bit is compared with nothing")
/* A writable one counts the sleep of cores, for which no document gives a limit. */
NONE_IF(counts_sleep,     reg_of(aim)->bank->access == MODEL_TAKES && reg_of(aim)->writable, "it counts as fast as its cores sleep")
/* For counters and their selects. */
NONE_IF(adds_one,         aim->argument == 1, "it adds 1 for each event anyway")
NONE_IF(has_that_width,   aim->argument == counter_of(aim)->width, "it has that width anyway")
NONE_IF(is_too_narrow,    aim->argument >= BIT(counter_of(aim)->width), "it never holds so little")
NONE_IF(is_whole,         counter_of(aim)->width <= 32, "it has one half only")
NONE_IF(is_silent,        counter_of(aim)->quirks & COUNTER_SILENT, "its overflows show nowhere anyway")
NONE_IF(has_no_status,    counter_of(aim)->quirks & COUNTER_SILENT ||
			  place_of(aim)->reg[MODEL_STATUS] == MODEL_NONE, "no status shows its overflows anyway")
NONE_IF(has_that_flag,    aim->argument == counter_of(aim)->flag, "they show in that bit anyway")
NONE_IF(has_no_threshold, !has_threshold(aim), "it has no threshold, or no event that adds more than one in a cycle")
NONE_IF(has_no_field,     !fault_field_bits(aim), "its select has no such field")
NONE_IF(is_no_modifier,   !((fault_deaf_bits(aim) | fault_select_bits(aim)) >> aim->argument & 1),
			  "that bit does not say how an event is counted, nor what its overflow does")
/* clang-format on */

/* ---- variants in the list of faults ---------------------------------------------------------------- */

/* A content that differs from the start's in the lowest live bit, and one that differs in the highest. */
static unsigned starts(const struct aim *aim, uint64_t list[FAULT_NUMBERS])
{
	uint64_t live = fault_live_bits(aim) & ~reg_of(aim)->bank->acts;

	list[0] = fault_start(aim) ^ (live ? live & -live : 1);
	list[1] = fault_start(aim) ^ (live ? BIT(63) >> __builtin_clzll(live) : 1);
	return 2;
}

/* The bit of the summary above its own, or below if it is the highest possible. */
static unsigned next_bit(const struct aim *aim, uint64_t list[FAULT_NUMBERS])
{
	uint64_t summary = unit_of(aim)->summary;
	unsigned bit = summary ? 63 - (unsigned)__builtin_clzll(summary) : 0;

	list[0] = bit < 31 ? bit + 1 : bit - 1;
	return 1;
}

/* The next register of the bank; for the last one, the previous. In a bank of one, the next register of the box. */
static unsigned next_register(const struct aim *aim)
{
	const struct model_register *reg = aim->model->reg;
	unsigned next = aim->reg + 1;

	if (reg[aim->reg].bank->count > 1)
		return reg[aim->reg].index + 1 < reg[aim->reg].bank->count ? next : aim->reg - 1;
	if (next < aim->model->registers && reg[next].box == aim->box)
		return next;
	return aim->reg && reg[aim->reg - 1].box == aim->box ? aim->reg - 1 : MODEL_NONE;
}

/* The same register in the next box of its type; for the last box, in the previous one. */
static unsigned same_register(const struct aim *aim)
{
	const struct model *model = aim->model;
	const struct model_type *type = unit_of(aim)->type;
	unsigned bank = (unsigned)(reg_of(aim)->bank - type->bank), there = aim->box + 1;

	if (type->per_core)
		return MODEL_NONE;
	if (there == model->boxes || model->unit[there].type != type)
		there = aim->box - 1;
	if (there >= model->boxes || model->unit[there].type != type)
		return MODEL_NONE;
	return model->box[there].bank[bank] + reg_of(aim)->index;
}

static bool is_per_core(const struct aim *aim)
{
	return unit_of(aim)->type->per_core;
}

/* clang-format off */
NUMBERS(others,    next_register(aim), same_register(aim))
NUMBERS(widths,    counter_of(aim)->width - 1, counter_of(aim)->width - 5, 32, 16)
/* Half the range, a power of two, and a number that is not one. A box may count too rarely for that, so it has the
 * power of two again. */
NUMBERS(distances, BIT(counter_of(aim)->width - 1), BIT(20), is_per_core(aim) ? 100000 : BIT(20))
/* The bit of the box's next counter; for the last one, the next bit. */
NUMBERS(next_flag, (counter_of(aim)->flag + 1) % 32)
NUMBERS(ids,       0, place_of(aim)->id ^ 1)
/* The neighbour of a box's own core; if the program selects the core, the first two. */
NUMBERS(cores,     is_per_core(aim) ? unit_of(aim)->number ^ 1u : 0, is_per_core(aim) ? unit_of(aim)->number ^ 1u : 1)
/* clang-format on */

/* ---- the kinds -------------------------------------------------------------------------------------- */

#define NEEDS(feature)   .has = MODEL_HAS_##feature

#define BOX(name)        .object = BOX, .member = FAULT_MEMBER(struct model_box_place, name)
#define BOX_FAULTS(name) .object = BOX_FAULTS, .member = FAULT_MEMBER(struct fault_box, name)
#define REG(name)        .object = REG, .member = FAULT_MEMBER(struct model_register, name)
#define REG_FAULTS(name) .object = REG_FAULTS, .member = FAULT_MEMBER(struct fault_register, name)
#define COUNTER(name)    .object = COUNTER, .member = FAULT_MEMBER(struct model_counter_place, name)

#define SECOND           UINT64_C(1000000000)
#define LATER            UINT64_C(1000000)
#define ACCESSES         UINT64_C(1000000)
#define MIDDLE           100
#define SOON             200000 /* an emulated PMI takes tens of microseconds */
#define SOONEST          100
#define SLIPS            16
#define SLIPS_MAX        1000
#define HALF             2       /* for few boxes a smaller part is within a sum's error */
#define COUPLED          64      /* boxes away */
#define CLOCKED          64      /* sixteenths */
#define WITHIN           1000000 /* counts that occur within a few milliseconds */
#define LATENESS         100
#define LATEST           1000

/* clang-format off */
static const struct fault_kind kinds[] = {
	{OF_BOX("gp"),                        NEEDS(MSRS), FLAG(BOX_FAULTS(flags), FAULT_GP)},
	{OF_BOX("hidden"),                    NEEDS(HEADER), FLAG(BOX_FAULTS(flags), FAULT_HIDDEN)},
	{OF_BOX("id"),                        NEEDS(HEADER), NUMBER_OF(0, 0xffff), SETS(BOX(id), SET), .none_if = {has_that_id}, .numbers = ids, .ground = GROUND_ID},
	{OF_BOX("vanish"),                    NEEDS(MSRS), USUALLY(MIDDLE, 1, ACCESSES), SETS(BOX_FAULTS(vanishes), SET)},
	{OF_BOX("vanish"),                    NEEDS(HEADER), USUALLY(MIDDLE, 1, ACCESSES), SETS(BOX_FAULTS(vanishes), SET)},
	{OF_BOX("hang"),                      NEEDS(MSRS), USUALLY(MIDDLE, 1, ACCESSES), SETS(BOX_FAULTS(hangs), SET)},
	{OF_BOX("hang"),                      NEEDS(HEADER), USUALLY(MIDDLE, 1, ACCESSES), SETS(BOX_FAULTS(hangs), SET)},
	{OF_BOX("hidden"),                    NEEDS(MEMORY), FLAG(BOX_FAULTS(flags), FAULT_HIDDEN)},
	{OF_BOX("vanish"),                    NEEDS(MEMORY), USUALLY(MIDDLE, 1, ACCESSES), SETS(BOX_FAULTS(vanishes), SET)},
	{OF_BOX("hang"),                      NEEDS(MEMORY), USUALLY(MIDDLE, 1, ACCESSES), SETS(BOX_FAULTS(hangs), SET)},
	{OF_PART("enable", "ignored"),        NEEDS(ENABLE), FLAG(BOX(quirks), QUIRK_RUNS_WITHOUT_ENABLE)},
	{OF_PART("summary", "missing"),       NEEDS(SUMMARY), SETS(BOX(summary), SET_ZERO), .none_if = {shows_nowhere}},
	{OF_PART("summary", "bit"),           NEEDS(SUMMARY), NUMBER_OF(0, 63), SETS(BOX(summary), SET_BIT), .none_if = {is_shown_there, shows_nowhere}, .numbers = next_bit},
	{OF_PART("summary", "hasty"),         NEEDS(SUMMARY), FLAG(BOX(quirks), QUIRK_SUMMARY_HASTY), .none_if = {is_cleared_above, is_alone, shows_nowhere}},
	{OF_PART("summary", "stays"),         NEEDS(SUMMARY), FLAG(BOX(quirks), QUIRK_SUMMARY_STAYS), .none_if = {is_cleared_above, shows_nowhere}},
	{OF_PART("control", "coupled"),       USUALLY(1, 1, COUPLED), .apply = couple, .none_if = {has_no_control, has_no_sibling}},
	{OF_PART("filter", "ignored"),        NEEDS(FILTER), FLAG(BOX(quirks), QUIRK_FILTERS_OPEN)},
	{OF_PART("lock", "ignored"),          NEEDS(LOCK), FLAG(BOX(quirks), QUIRK_LOCK_OPEN)},
	{OF_PART("tally", "ignored"),         NEEDS(TALLY), FLAG(BOX(quirks), QUIRK_TALLY_KEPT)},
	{OF_PART("clock", "dead"),            FLAG(BOX(quirks), QUIRK_CLOCK_STANDS), .none_if = {has_no_clock}},
	{OF_PART("clock", "rate"),            NUMBER_OF(1, CLOCKED), SETS(BOX(clocked), SET), .none_if = {is_own_clock, is_processor, has_no_cycles}, LISTED(8, 15, 17, 32), .ground = GROUND_CLOCK},
	{OF_PART("clock", "absent"),          FLAG(BOX(quirks), QUIRK_CLOCK_ABSENT), .none_if = {counts_nothing}, .unlisted = true},
	{OF_PART("bands", "shut"),            NEEDS(BANDS), FLAG(BOX(quirks), QUIRK_BANDS_SHUT)},
	{OF_PART("bands", "crossed"),         NEEDS(BANDS), FLAG(BOX(quirks), QUIRK_BANDS_CROSSED)},
	{OF_PART("en_all", "ignored"),        NEEDS(MASTER), FLAG(BOX(quirks), QUIRK_RUNS_WITHOUT_MASTER)},
	{OF_PART("freeze", "ignored"),        NEEDS(FREEZE), FLAG(BOX(quirks), QUIRK_NEVER_FREEZES)},
	{OF_PART("freeze", "by_core"),        NEEDS(LATENCY), FLAG(BOX(quirks), QUIRK_HEARS_CORES), .none_if = {is_not_above}},
	{OF_PART("freeze", "missed"),         FLAG(BOX(quirks), QUIRK_MISSES_FREEZE), .none_if = {is_not_frozen, is_not_freezable}},
	{OF_PART("enable", "missed"),         FLAG(BOX(quirks), QUIRK_MISSES_ENABLE), .none_if = {is_not_enabled}},
	{OF_PART("reset", "missed"),          FLAG(BOX(quirks), QUIRK_MISSES_RESET), .none_if = {is_not_enabled}},
	{OF_PART("freeze", "late"),           NEEDS(LATENCY), USUALLY(LATER, 1, SECOND), SETS(BOX(freeze_ns), ADD)},
	{OF_PART("freeze", "partial"),        NEEDS(LEVELS), FLAG(BOX(quirks), QUIRK_FREEZES_IN_PART)},
	{OF_PART("freeze", "clears"),         NEEDS(LEVELS), FLAG(BOX(quirks), QUIRK_FREEZE_CLEARS), .none_if = {is_old}},
	{OF_PART("freeze", "lower"),          NEEDS(LEVELS), FLAG(BOX(quirks), QUIRK_FREEZES_LOWER), .none_if = {is_old, has_lower_only}},
	{OF_PART("thaw", "clears"),           NEEDS(LEVELS), FLAG(BOX(quirks), QUIRK_THAW_CLEARS), .none_if = {is_old}},
	{OF_PART("thaw", "ignored"),          NEEDS(LEVELS), FLAG(BOX(quirks), QUIRK_NEVER_THAWS), .none_if = {is_old}},
	{OF_PART("metrics", "dead"),          NEEDS(LEVELS), FLAG(BOX(quirks), QUIRK_METRICS_DEAD), .none_if = {has_no_metrics}},
	{OF_PART("metrics", "exceed"),        NEEDS(LEVELS), FLAG(BOX(quirks), QUIRK_METRICS_EXCEED), .none_if = {has_no_metrics}},
	{OF_PART("pmi", "blocked"),           NEEDS(LEVELS), FLAG(BOX(quirks), QUIRK_BLOCKS_PMIS)},
	{OF_PART("pmi", "masked"),            NEEDS(LEVELS), FLAG(BOX_FAULTS(flags), FAULT_KEEPS_ENTRY)},
	{OF_PART("pmi", "blocked"),           NEEDS(MASTER), FLAG(BOX(quirks), QUIRK_BLOCKS_PMIS)},
	{OF_PART("reset", "ignored"),         NEEDS(RESET), FLAG(BOX(quirks), QUIRK_NEVER_RESETS)},
	{OF_PART("pmi", "lost"),              NEEDS(PMI), FLAG(BOX_FAULTS(flags), FAULT_PMI_LOST)},
	{OF_PART("pmi", "spurious"),          NEEDS(PMI), USUALLY(LATER, 1, SECOND), SETS(BOX_FAULTS(spurious_ns), SET)},
	{OF_PART("pmi", "doubled"),           NEEDS(PMI), USUALLY(LATER, 1, SECOND), SETS(BOX_FAULTS(doubled_ns), SET)},
	{OF_PART("pmi", "stuck"),             NEEDS(PMI), USUALLY(SOON, SOONEST, SECOND), SETS(BOX_FAULTS(stuck_ns), SET)},
	{OF_PART("pmi", "core"),              NEEDS(PMI), NUMBER_OF(0, SILICON_CORES - 1), SETS(BOX_FAULTS(pmi_core), SET_ORDINAL), .none_if = {is_own_core}, .numbers = cores},
	{OF(STATUS, "sticky"),                FLAG(BOX(quirks), QUIRK_NEVER_CLEARS), .none_if = {is_never_cleared, shows_nothing}},
	{OF(STATUS, "slow"),                  USUALLY(LATER, 1, SECOND), SETS(BOX(late_ns[MODEL_DELAY_STATUS]), SET), .none_if = {shows_nothing}},
	{OF(STATUS, "lingers"),               USUALLY(LATER, 1, SECOND), SETS(BOX(late_ns[MODEL_DELAY_CLEAR]), SET), .none_if = {is_never_cleared, shows_nothing}},
	{OF(STATUS, "missing"),               FLAG(REG_FAULTS(stuck0), ~UINT64_C(0)), .none_if = {shows_nothing}},
	{OF(COUNTER, "dead"),                 SETS(COUNTER(factor), SET_ZERO)},
	{OF(TICKER, "half"),                  SETS(REG(rate), HALVE), .none_if = {counts_sleep}, .ground = GROUND_RATE},
	{OF(TICKER, "dead"),                  FLAG(REG_FAULTS(stuck0), ~UINT64_C(0))},
	{OF(COUNTER, "rate"),                 NUMBER_OF(0, MODEL_FACTOR_LIMIT), SETS(COUNTER(factor), SET), .none_if = {adds_one}, LISTED(2, 3), .ground = GROUND_RATE},
	{OF(COUNTER, "lost"),                 USUALLY(SLIPS, 2, SLIPS_MAX), SETS(COUNTER(slip), SET_NEGATIVE), .ground = GROUND_RATE},
	{OF(COUNTER, "doubled"),              USUALLY(SLIPS, 2, SLIPS_MAX), SETS(COUNTER(slip), SET), .ground = GROUND_RATE},
	{OF(COUNTER, "width"),                NUMBER_OF(1, 48), SETS(COUNTER(width), SET), .none_if = {has_that_width}, .numbers = widths},
	{OF(COUNTER, "early"),                NUMBER_OF(1, BIT(47)), .value = WITHIN, SETS(COUNTER(ahead), SET), .none_if = {is_too_narrow, is_silent}, .numbers = distances},
	{OF(COUNTER, "late"),                 USUALLY(LATENESS, 2, LATEST), SETS(COUNTER(late), SET), .none_if = {is_silent}},
	{OF(COUNTER, "silent"),               FLAG(COUNTER(quirks), COUNTER_SILENT), .none_if = {is_silent}},
	{OF(COUNTER, "flag"),                 NUMBER_OF(0, 63), SETS(COUNTER(flag), SET), .none_if = {has_no_status, has_that_flag}, .numbers = next_flag},
	{OF(COUNTER, "torn"),                 FLAG(COUNTER(quirks), COUNTER_TWO_HALVES), .none_if = {is_whole}},
	{OF(COUNTER, "enable.ignored"),       NEEDS(LEVELS), FLAG(COUNTER(quirks), COUNTER_UNENABLED)},
	{OF(COUNTER, "level.ignored"),        NEEDS(LEVELS), FLAG(COUNTER(quirks), COUNTER_EVERY_LEVEL)},
	{OF(COUNTER, "level.swapped"),        NEEDS(LEVELS), FLAG(COUNTER(quirks), COUNTER_SWAPPED_LEVELS)},
	{OF(COUNTER, "threshold.ignored"),    NEEDS(LEVELS), .apply = ignore_field, .constant = FIELD_THRESHOLD, .none_if = {has_no_field}},
	{OF(COUNTER, "invert.ignored"),       NEEDS(LEVELS), .apply = ignore_field, .constant = FIELD_INVERT, .none_if = {has_no_field}},
	{OF(COUNTER, "edge.ignored"),         NEEDS(LEVELS), .apply = ignore_field, .constant = FIELD_EDGE, .none_if = {has_no_field}},
	{OF(COUNTER, "threshold.equal"),      FLAG(COUNTER(quirks), COUNTER_EQUALS), .none_if = {has_no_threshold}},
	{OF(COUNTER, "cleared"),              FLAG(COUNTER(quirks), COUNTER_CLEARED_TOO), .none_if = {is_silent}},
	{OF(STATUS, "together"),              FLAG(BOX(quirks), QUIRK_CLEARS_TOGETHER), .none_if = {is_never_cleared, shows_nothing}},
	{OF(COUNTER, "leaps"),                FLAG(COUNTER(quirks), COUNTER_LEAPS)},
	{OF(COUNTER, "lags"),                 FLAG(COUNTER(quirks), COUNTER_LAGS)},
	{OF(SELECT, "deaf"),                  .argument = BIT_NUMBER, SETS(COUNTER(deaf), ADD_BIT), .none_if = {is_no_modifier}, .bits = fault_deaf_bits, .ground = GROUND_CODE},
	{OF(SELECT, "rewritten"),             USUALLY(MIDDLE, 1, ACCESSES), .apply = rewrite_select, .unlisted = true},
	{OF_PART("events", "deaf"),           NUMBER_OF(0, 31), .apply = ignore_event_bit, .none_if = {is_no_event_bit}, .bits = fault_event_bits, .ground = GROUND_LINES},
	{OF(COMPANION, "deaf"),               .argument = BIT_NUMBER, SETS(REG(blind), ADD_BIT), .none_if = {is_not_looked_at, is_not_held}, .bits = fault_listed_blind, .ground = GROUND_LINES},
	{OF(COMPANION, "open"),               .argument = BIT_NUMBER, SETS(REG(open), ADD_BIT), .none_if = {is_not_compared}, .bits = fault_listed_open, .ground = GROUND_LINES},
	{OF_PART("lines", "lost"),            USUALLY(HALF, 2, SLIPS_MAX), SETS(BOX(line_slip), SET_NEGATIVE), .none_if = {passes_nothing}, .ground = GROUND_LINES},
	{OF_PART("lines", "doubled"),         USUALLY(HALF, 2, SLIPS_MAX), SETS(BOX(line_slip), SET), .none_if = {passes_nothing}, .ground = GROUND_LINES},
	{OF_PART("lines", "swapped"),         .apply = swap_lines, .none_if = {is_only_one, passes_nothing}, .ground = GROUND_LINES},
	{OF_PART("lines", "written"),         FLAG(BOX(quirks), QUIRK_READS_AS_WRITES), .none_if = {passes_one_kind}, .ground = GROUND_LINES},
	{OF_PART("lines", "local"),           FLAG(BOX(quirks), QUIRK_REMOTE_AS_LOCAL), .none_if = {is_only_socket, counts_both}, .ground = GROUND_LINES},
	{OF(ANY, "stuck1"),                   .argument = BIT_NUMBER, .apply = stick_at_1, .none_if = {is_always_1}, .bits = fault_listed_stuck1, .ground = GROUND_BIT},
	{OF(ANY, "stuck0"),                   .argument = BIT_NUMBER, SETS(REG_FAULTS(stuck0), ADD_BIT), .none_if = {is_always_0}, .bits = fault_listed_stuck0, .ground = GROUND_BIT},
	{OF(ANY, "gp"),                       NEEDS(MSRS), FLAG(REG_FAULTS(flags), FAULT_GP)},
	{OF(ANY, "dropped"),                  FLAG(REG_FAULTS(flags), FAULT_DROPPED), .none_if = {is_read_only}},
	{OF(ANY, "alias"),                    .argument = REGISTER, .apply = alias, .none_if = {other_is_window, show_the_same, show_one_time, are_one}, .numbers = others},
	{OF(ANY, "reset"),                    .argument = CONTENT, .apply = set_start, .none_if = {holds_nothing, shows_time, is_window, starts_so}, .numbers = starts, .ground = GROUND_START},
};
/* clang-format on */

const struct fault_table fault_kinds = {kinds, ARRAY_SIZE(kinds)};
