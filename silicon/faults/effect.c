/* SPDX-License-Identifier: BSD-2-Clause */
/* Reasons why a program could not see a fault. Such a fault is refused: the scenario must mean something
 * else. */
#include "silicon/faults/kinds.h"

#include "silicon/models/core.h"

static const struct model_register *reg_of(const struct aim *aim)
{
	return &aim->model->reg[aim->reg];
}

static const struct model_counter_place *counter_of(const struct aim *aim)
{
	return &aim->model->counter[reg_of(aim)->counter];
}

static unsigned role_of(const struct aim *aim)
{
	return reg_of(aim)->bank->role;
}

/* The bits that a box's status shows: of its counters, in the global box of other boxes too, and others. */
static uint64_t status_bits(const struct aim *aim)
{
	const struct model *model = aim->model;
	const struct model_box_place *place = &model->box[aim->box];
	unsigned status = place->reg[MODEL_STATUS];
	uint64_t bits = status == MODEL_NONE ? 0 : model->reg[status].bank->shows;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (!model->counter[i].silent && !model->reg[model->counter[i].value].absent)
			bits |= BIT(model->counter[i].flag & 63);
	for (unsigned i = 0; aim->box == model->global && i < model->boxes; i++)
		bits |= model->unit[i].summary | model->unit[i].other;
	return bits;
}

uint64_t fault_start(const struct aim *aim)
{
	return reg_of(aim)->bank->reset & ~reg_of(aim)->missing;
}

uint64_t fault_live_bits(const struct aim *aim)
{
	const struct model_register *at = reg_of(aim);

	switch (role_of(aim)) {
	case MODEL_STATUS: return status_bits(aim);
	case MODEL_OVF_CTL: return status_bits(aim) & (at->writable | at->bank->shows);
	case MODEL_COUNTER: return MASK(0, counter_of(aim)->width);
	case MODEL_WINDOW: return MASK(0, aim->model->counter[aim->model->reg[at->behind].counter].width);
	case MODEL_TICKER: return MASK(0, at->bank->width);
	default: return at->writable | fault_start(aim) | at->initial;
	}
}

/* Bits that are always 1: set at the start, and not writable. */
static uint64_t fixed_bits(const struct aim *aim)
{
	const struct model_register *at = reg_of(aim);
	unsigned role = role_of(aim);

	if (role == MODEL_STATUS || role == MODEL_COUNTER || role == MODEL_TICKER || role == MODEL_OVF_CTL ||
	    role == MODEL_WINDOW)
		return 0;
	return at->initial & ~at->writable;
}

const char *fault_refuse_stuck1(const struct aim *aim)
{
	return fixed_bits(aim) >> aim->argument & 1 ? "that bit is always 1" : NULL;
}

const char *fault_refuse_stuck0(const struct aim *aim)
{
	return fault_live_bits(aim) >> aim->argument & 1 ? NULL : "that bit is always 0";
}

const char *fault_refuse_dropped(const struct aim *aim)
{
	if (role_of(aim) == MODEL_WINDOW)
		return NULL;
	return reg_of(aim)->writable ? NULL : "writes change nothing there anyway";
}

const char *fault_refuse_reset(const struct aim *aim)
{
	const struct model_register *at = reg_of(aim);
	uint64_t kept = ~at->bank->acts;

	switch (role_of(aim)) {
	case MODEL_OVF_CTL: return "it holds nothing";
	case MODEL_TICKER: return "it shows the time";
	case MODEL_WINDOW: return "it is another address of a counter";
	case MODEL_COUNTER: kept = MASK(0, counter_of(aim)->width); break;
	default: break;
	}
	return (aim->argument ^ fault_start(aim)) & kept ? NULL : "it holds that at the start anyway";
}

/* Two of one row that can only be read, and read alike. */
static bool show_the_same(const struct aim *aim)
{
	const struct model *model = aim->model;
	const struct model_register *at = reg_of(aim), *other = &model->reg[aim->other];

	return at != other && at->bank == other->bank && at->bank->role == MODEL_STORE && !at->bank->writable &&
	       model_read(model, 0, aim->reg) == model_read(model, 0, aim->other);
}

const char *fault_refuse_alias(const struct aim *aim)
{
	const struct model_register *reg = aim->model->reg;

	if (reg[aim->other].bank->role == MODEL_WINDOW)
		return "that is another address of a counter";
	if (show_the_same(aim))
		return "both show the same anyway";
	if (role_of(aim) == MODEL_TICKER && reg[aim->other].bank->role == MODEL_TICKER)
		return "both show the same time";
	return aim->faults->reg[aim->reg].alias == aim->faults->reg[aim->other].alias ? "they are one register anyway"
										      : NULL;
}

const char *fault_refuse_rate(const struct aim *aim)
{
	return aim->argument == 1 ? "it adds 1 for each event anyway" : NULL;
}

const char *fault_refuse_width(const struct aim *aim)
{
	return aim->argument == counter_of(aim)->width ? "it has that width anyway" : NULL;
}

const char *fault_refuse_silent(const struct aim *aim)
{
	return counter_of(aim)->silent ? "its overflows show nowhere anyway" : NULL;
}

const char *fault_refuse_early(const struct aim *aim)
{
	if (aim->argument >= BIT(counter_of(aim)->width))
		return "it never holds so little";
	return fault_refuse_silent(aim);
}

const char *fault_refuse_flag(const struct aim *aim)
{
	if (counter_of(aim)->silent || aim->model->box[aim->box].reg[MODEL_STATUS] == MODEL_NONE)
		return "no status shows its overflows anyway";
	return aim->argument == counter_of(aim)->flag ? "they show in that bit anyway" : NULL;
}

const char *fault_refuse_torn(const struct aim *aim)
{
	return counter_of(aim)->width <= 32 ? "it has one half only" : NULL;
}

const char *fault_refuse_status(const struct aim *aim)
{
	return status_bits(aim) ? NULL : "no bit of it is ever 1";
}

const char *fault_refuse_sticky(const struct aim *aim)
{
	const struct model_box_place *place = &aim->model->box[aim->box];

	if (place->reg[MODEL_OVF_CTL] == MODEL_NONE && !reg_of(aim)->bank->writable)
		return "nothing clears it anyway";
	return fault_refuse_status(aim);
}

const char *fault_refuse_summary(const struct aim *aim)
{
	const struct model_box *box = &aim->model->unit[aim->box];

	return box->summary || box->other ? NULL : "its overflows show nowhere else anyway";
}

const char *fault_refuse_summary_bit(const struct aim *aim)
{
	uint64_t summary = aim->model->unit[aim->box].summary;

	if (summary && summary == BIT(aim->argument))
		return "they show in that bit anyway";
	return fault_refuse_summary(aim);
}

static bool is_alone_below(const struct aim *aim)
{
	const struct model *model = aim->model;

	for (unsigned i = 0; i < model->boxes; i++)
		if (i != aim->box && model->box[i].summary == model->box[aim->box].summary)
			return false;
	return true;
}

const char *fault_refuse_summary_clear(const struct aim *aim)
{
	const struct model *model = aim->model;

	if (model->global == MODEL_NONE || model->unit[model->global].type->keeps_summary)
		return "the summary above is cleared there alone anyway";
	if (aim->kind->member == offsetof(struct model_quirks, summary_hasty) && is_alone_below(aim))
		return "nothing else is below it anyway";
	return fault_refuse_summary(aim);
}

const char *fault_refuse_coupled(const struct aim *aim)
{
	const struct model_box_place *place = &aim->model->box[aim->box];

	if (place->reg[MODEL_GLOBAL_CTL] == MODEL_NONE || aim->box == aim->model->global || !place->counters ||
	    aim->model->unit[aim->box].type->per_core)
		return "it has no control that counters of a box are under";
	return fault_next_box(aim) == MODEL_NONE ? "no box of its type is there" : NULL;
}

/* One that can be written counts what no document bounds: how long cores sleep. */
const char *fault_refuse_missed(const struct aim *aim)
{
	const struct model *model = aim->model;
	const struct model_type *type = model->unit[aim->box].type;

	if (model->global == MODEL_NONE || !model->box[model->global].frozen || model->part->runs || type->runs ||
	    type->per_core || aim->box == model->global || !model->box[aim->box].counters)
		return "no register above the box freezes it";
	for (unsigned i = 0; i < model->box[aim->box].counters; i++)
		if (!model->counter[model->box[aim->box].counter + i].never_frozen)
			return NULL;
	return "its counters are never frozen";
}

const char *fault_refuse_passed_over(const struct aim *aim)
{
	const struct model *model = aim->model;

	if (model->global == MODEL_NONE || !(model->unit[model->global].type->has & MODEL_HAS_MASTER) ||
	    model->unit[aim->box].type->per_core || aim->box == model->global || !model->box[aim->box].counters)
		return "no register above the box does that to it";
	return NULL;
}

const char *fault_refuse_equal(const struct aim *aim)
{
	const struct model_event_list *list = aim->model->unit[aim->box].type->events;

	for (; list && counter_of(aim)->layout->threshold_low != MODEL_NO_BIT; list = list->also)
		for (unsigned i = 0; i < list->count; i++)
			if (list->row[i].increment > 1 &&
			    (!list->row[i].counters || list->row[i].counters >> counter_of(aim)->number & 1))
				return NULL;
	return "it has no threshold, or no event that adds more than one in a cycle";
}

const char *fault_refuse_half(const struct aim *aim)
{
	return reg_of(aim)->bank->access == MODEL_TAKES && reg_of(aim)->writable
		       ? "it counts as fast as its cores sleep"
		       : NULL;
}

const char *fault_refuse_clock(const struct aim *aim)
{
	const struct model_event_list *list = aim->model->unit[aim->box].type->events;

	for (; list; list = list->also)
		for (unsigned i = 0; i < list->count; i++)
			if (list->row[i].flags & MODEL_CLOCKED)
				return NULL;
	return "it has no event of its clock";
}

const char *fault_refuse_clocked(const struct aim *aim)
{
	const struct model_box_place *place = &aim->model->box[aim->box];

	if (aim->argument == 16)
		return "it is its clock anyway";
	if (model_core_is(aim->model, aim->box))
		return "how fast a processor's clock is goes with its load";
	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		if (aim->model->counter[i].layout->clock || aim->model->counter[i].layout->invert != MODEL_NO_BIT)
			return NULL;
	return fault_refuse_clock(aim);
}

const char *fault_refuse_uncounted(const struct aim *aim)
{
	return aim->model->box[aim->box].counters ? NULL : "it counts nothing anyway";
}

static uint64_t flag_bit(uint8_t bit)
{
	return bit == MODEL_NO_BIT ? 0 : BIT(bit);
}

uint64_t fault_deaf_bits(const struct aim *aim)
{
	const struct model_layout *layout = counter_of(aim)->layout;
	uint64_t bits = layout->more | flag_bit(layout->edge) | flag_bit(layout->invert) | flag_bit(layout->mode_low) |
			flag_bit(layout->wrap) | flag_bit(counter_of(aim)->pmi);

	if (aim->model->unit[aim->box].type->has & MODEL_HAS_LEVELS)
		return 0;
	if (layout->threshold_low != MODEL_NO_BIT)
		bits |= MASK(layout->threshold_low, layout->threshold_bits ? layout->threshold_bits : 8);
	return bits & reg_of(aim)->writable;
}

/* Bits of a select that say what event, and what of it, is counted. */
static uint64_t event_bits(const struct aim *aim)
{
	const struct model_layout *layout = counter_of(aim)->layout;
	uint64_t bits = layout->event_bits ? MASK(layout->event_low, layout->event_bits) : 0;

	if (layout->clock)
		return 0;
	if (layout->umask_low != MODEL_NO_BIT)
		bits |= MASK(layout->umask_low, 8);
	return bits & reg_of(aim)->writable;
}

uint64_t fault_event_bits(const struct aim *aim)
{
	const struct model_box_place *place = &aim->model->box[aim->box];
	uint64_t bits = 0, told = flow_told_bits(aim->model, aim->box, NULL).bits;
	struct aim select = *aim;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++) {
		select.reg = aim->model->counter[i].select;
		if (select.reg != MODEL_NONE && !reg_of(&select)->absent)
			bits |= event_bits(&select) | (told & reg_of(&select)->writable);
	}
	return bits;
}

const char *fault_refuse_events(const struct aim *aim)
{
	return fault_event_bits(aim) >> aim->argument & 1 ? NULL : "that bit says of no event which it is";
}

const char *fault_refuse_deaf(const struct aim *aim)
{
	return (fault_deaf_bits(aim) | event_bits(aim)) >> aim->argument & 1
		       ? NULL
		       : "that bit does not say how an event is counted, nor what its overflow does";
}

const char *fault_refuse_id(const struct aim *aim)
{
	return aim->argument == aim->model->box[aim->box].id ? "it says so anyway" : NULL;
}

const char *fault_refuse_core(const struct aim *aim)
{
	const struct model_box *box = &aim->model->unit[aim->box];

	return box->type->per_core && box->number == aim->argument ? "that is its own core" : NULL;
}

const char *fault_refuse_blind(const struct aim *aim)
{
	if (reg_of(aim)->bank->unseen)
		return "no event looks at that register";
	return reg_of(aim)->writable >> aim->argument & 1 ? NULL : "that bit holds nothing";
}

const char *fault_refuse_open(const struct aim *aim)
{
	return reg_of(aim)->bank->compared >> aim->argument & 1 ? NULL : "that bit is compared with nothing";
}

static bool passes(const struct aim *aim, unsigned when)
{
	const struct model_part *part = aim->model->part;

	return flow_passes(part->flow, aim->model->unit[aim->box].type->name, when);
}

const char *fault_refuse_lines(const struct aim *aim)
{
	return passes(aim, FLOW_FETCH) || passes(aim, FLOW_WRITE) ? NULL : "no lines of memory pass it";
}

const char *fault_refuse_swapped(const struct aim *aim)
{
	if (fault_next_box(aim) == MODEL_NONE)
		return "it is the only box of its type";
	return fault_refuse_lines(aim);
}

const char *fault_refuse_written(const struct aim *aim)
{
	return passes(aim, FLOW_FETCH) && passes(aim, FLOW_WRITE) ? NULL : "it does not count both";
}

const char *fault_refuse_local(const struct aim *aim)
{
	const struct model_part *part = aim->model->part;

	if (aim->model->sockets < 2)
		return "there is no other socket";
	if (flow_is_home(part->flow, aim->model->unit[aim->box].type->name))
		return NULL;
	return passes(aim, FLOW_FETCH | FLOW_LOCAL) && passes(aim, FLOW_FETCH | FLOW_REMOTE) ? NULL
											     : "it counts both alike";
}

const char *fault_refuse_streamlined(const struct aim *aim)
{
	return aim->model->setting[CORE_VERSION] >= 4 ? NULL : "up to version 3 a freeze is that it clears the enables";
}

const char *fault_refuse_lower(const struct aim *aim)
{
	const char *reason = fault_refuse_streamlined(aim);

	if (reason)
		return reason;
	return aim->model->setting[CORE_COUNTERS] > 4 ? NULL : "it has no counters but 0 to 3";
}

const char *fault_refuse_metrics(const struct aim *aim)
{
	const struct model *model = aim->model;

	return model->setting[CORE_CAPABILITIES] & CORE_CAPABILITY_METRICS &&
			       model->setting[CORE_FIXED_COUNTERS] == CORE_FIXED
		       ? NULL
		       : "it has no IA32_PERF_METRICS";
}

uint64_t fault_modifier_bits(const struct aim *aim)
{
	const struct model_layout *layout = counter_of(aim)->layout;
	uint8_t low = *((const uint8_t *)layout + aim->kind->member);
	unsigned bits = layout->threshold_bits ? layout->threshold_bits : 8;

	if (low == MODEL_NO_BIT)
		return 0;
	return MASK(low, aim->kind->member == offsetof(struct model_layout, threshold_low) ? bits : 1);
}

const char *fault_refuse_modifier(const struct aim *aim)
{
	return fault_modifier_bits(aim) ? NULL : "its select has no such field";
}
