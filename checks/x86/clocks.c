/* SPDX-License-Identifier: BSD-2-Clause */
/* Boxes on one clock agree on it. Few documents give its rate against the TSC, and it may change with the load. So
 * clocks are compared with each other by nested reads, which allow for changes of the rate. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#include "lib/memory.h"

#define FIXED_NS UINT64_C(10000000)
#define ALIKE_NS UINT64_C(200000) /* long against the time of two accesses */

/* A counter of the box under test, and the event that counters of boxes of `type` use to count the same clock. */
struct clocks {
	struct counter own;
	uint64_t select; /* for the box under test */
	const struct box_type *type;
	uint8_t number;
	uint64_t other_select, window_ns;
};

/* True if `other` is another box of that die; each die may have clocks of its own. */
static bool is_beside(const struct box *box, const struct box *other)
{
	return box_place(box)->die == box_place(other)->die &&
	       (box->type != other->type || box->instance != other->instance);
}

static struct nested count_both(struct check_context *context, const struct clocks *clocks, const struct counter *a,
				const struct counter *b)
{
	struct nested nested;

	quiet_box(context, &a->box);
	quiet_box(context, &b->box);
	counter_prepare(context, a, a == &clocks->own ? clocks->select : clocks->other_select, START_VALUE);
	counter_prepare(context, b, clocks->other_select, START_VALUE);
	start(context, 0);
	nested = nested_count(context, a, b, clocks->window_ns);
	stop(context);
	return nested;
}

/* Compares the counter with each box that counts: agreement with one suffices, as a single other box may be broken. If
 * the others differ among themselves, their clocks may stop like those of sleeping cores. Returns false, with the
 * verdict given, if the counter is not to blame. */
static bool differs_from_all(struct check_context *context, const struct clocks *clocks,
			     struct check_difference *difference)
{
	struct counter others[2];
	const struct machine_box *place;
	unsigned walk = 0, against = 0;
	struct nested nested;

	while ((place = next_box(context, &walk)) && check_going(context)) {
		struct counter other = counter_of(&place->box, clocks->number);

		if (place->box.type != clocks->type || !is_beside(&clocks->own.box, &place->box))
			continue;
		nested = count_both(context, clocks, &clocks->own, &other);
		if (!nested.outer_b)
			continue;
		if (nested_agree(&nested))
			check_pass(context, "%llu cycles, as elsewhere", (unsigned long long)nested.outer_a);
		if (nested_agree(&nested) || !check_going(context))
			return false;
		others[against++ & 1] = other;
		nested_note_difference(&nested, difference);
	}
	if (!against)
		check_skip(context, "no box to compare with counts");
	if (against < 2)
		return against && check_going(context);
	nested = count_both(context, clocks, &others[0], &others[1]);
	if (!nested_agree(&nested))
		check_skip(context, "the boxes to compare with do not agree");
	return check_going(context);
}

/* ---- a fixed counter ----------------------------------------------------------------------------------- */

void run_fixed_clock(struct check_context *context)
{
	struct clocks clocks = {.own = counter_of_target(context), .window_ns = FIXED_NS};
	const struct shared_clock *clock = check_shared_clock(context->machine, clocks.own.box.type);
	struct check_difference difference = {.reg = &clocks.own.count};
	struct event_config config;

	if (!parse_event(context, clock->event, &config))
		return;
	clocks.type = config.type;
	clocks.number = (uint8_t)__builtin_ctz(config.counters);
	clocks.other_select = config.select;
	if (!differs_from_all(context, &clocks, &difference))
		return;
	if (clock->inferred)
		check_doubt_at(context, &difference,
			       &(struct check_doubt){"clock", "it counts otherwise", "it counts as other boxes do"});
	else
		check_fail_at(context, &difference, "counts otherwise than other boxes on the same clock");
}

/* ---- boxes of one type --------------------------------------------------------------------------------- */

/* Returns the first counter that can count the clock event, else the first counter. */
static struct counter counter_of_clock(const struct check_context *context, const struct box *box)
{
	uint64_t select;

	for (unsigned i = 0; i < box_counters(box); i++) {
		struct counter counter = counter_of(box, i);

		if (box_clock_of(context, &counter, &select))
			return counter;
	}
	return counter_of(box, 0);
}

void run_clock_alike(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	struct clocks clocks = {.own = counter_of_clock(context, box), .type = box->type, .window_ns = ALIKE_NS};
	struct check_difference difference = {.reg = &clocks.own.count};

	if (!find_every_cycle(context, &clocks.own, &clocks.select))
		return;
	clocks.number = clocks.own.number;
	clocks.other_select = clocks.select;
	if (!differs_from_all(context, &clocks, &difference))
		return;
	if (!difference.got && stimulus_left_unclocked(context, box))
		return;
	check_fail_at(context, &difference, "its clock is another than that of each other box of its type");
}

/* True for types that have a clock event and types whose invert can make one. */
static bool counts_cycles(const struct box_type *type)
{
	const struct register_row *row = box_row_of_role(type, ROLE_SELECT);

	for (unsigned i = 0; i < type->event_count; i++)
		if (type->events[i].flags & EVENT_CLOCK || (row && layout_field(row->layout, FIELD_INVERT)))
			return true;
	return false;
}

/* Links are left out: each is trained to its own clock. */
bool has_alike(const struct machine *machine, const struct check_target *target)
{
	const struct box *box = &target->place->box;
	bool link = !strcmp(box->type->name, "qpi") || !strcmp(box->type->name, "upi");

	if (link || box->type->scope != BOX_OF_SOCKET || !box_counters(box) || !counts_cycles(box->type))
		return false;
	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct box *other = &machine->boxes[i].box;

		if (other->type == box->type && other->socket == box->socket && is_beside(box, other))
			return true;
	}
	return false;
}

/* ---- a fixed clock, and what general counters make of it ------------------------------------------------ */

#define RUN_NS    UINT64_C(200000)
#define AROUND_NS UINT64_C(10000000)
#define OTHERS    2  /* general counters; they must agree before the fixed counter is blamed */
#define BETWEEN   64 /* one signal starts the counters of a box, and takes a few cycles to reach them */

/* As far as is known, the fixed counter and the box share one clock. Start and stop may put a few cycles between the
 * counts, however long they run. */
static bool agree(uint64_t a, uint64_t b)
{
	uint64_t apart = a > b ? a - b : b - a;

	return apart <= BETWEEN;
}

/* A fixed counter that does not start and stop with its box is compared by nested reads. */
static void compare_around(struct check_context *context, const struct counter *fixed, const struct counter *first,
			   uint64_t every)
{
	struct check_difference difference = {.reg = &fixed->count};
	struct nested nested;

	quiet_box(context, &fixed->box);
	counter_prepare(context, fixed, 0, START_VALUE);
	counter_prepare(context, first, every, START_VALUE);
	start(context, 0);
	nested = nested_count(context, fixed, first, AROUND_NS);
	stop(context);
	nested_note_difference(&nested, &difference);
	if (!nested_agree(&nested) && check_going(context))
		check_fail_at(context, &difference, "counts otherwise than the box's clock");
	check_pass(context, "%llu cycles, by reads around each other", (unsigned long long)nested.outer_a);
}

void run_fixed_rate(struct check_context *context)
{
	struct counter fixed = counter_of_target(context);
	struct counter first = counter_of(&fixed.box, 0);
	struct together tally = {.of = {{fixed, 0, START_VALUE, 0}}, .count = 1};
	const struct counting *clock = &tally.of[0], *others = &tally.of[1];
	uint64_t every;

	if (!find_every_cycle(context, &first, &every))
		return;
	if (starts_alone(context, &fixed)) {
		compare_around(context, &fixed, &first, every);
		return;
	}
	for (unsigned i = 0; i < OTHERS; i++)
		tally.of[tally.count++] = (struct counting){counter_of(&fixed.box, i), every, START_VALUE, 0};
	quiet_box(context, &fixed.box);
	together_prepare(context, &tally);
	together_run(context, &tally, RUN_NS);
	if (!agree(others[0].counts, others[1].counts))
		check_skip(context, "the general counters to compare with do not agree");
	if (!agree(clock->counts, others[0].counts))
		fail_got(context, &fixed.count, others[0].counts, clock->counts,
			 "counts otherwise than the box's clock");
	check_pass(context, "%llu cycles", (unsigned long long)clock->counts);
}

/* ---- a clock is as fast as a register says -------------------------------------------------------------- */

#define RATED_NS   UINT64_C(2000000)
#define PER_MILLE  30 /* tolerance of clocks; the steps of the code are 50 and more */
#define PER_SECOND UINT64_C(1000000)

/* Cycles of a clock between two moments, and the least and most time between these. */
struct stretch {
	uint64_t cycles, least_ns, most_ns;
};

static struct stretch count_stretch(struct check_context *context, const struct counter *counter, uint64_t event)
{
	struct hw *hw = context->machine->hw;
	uint64_t before, started, stopping;

	quiet_box(context, &counter->box);
	counter_prepare(context, counter, event, 0);
	before = hw->now_ns(hw);
	start(context, 0);
	started = hw->now_ns(hw);
	check_pause(context, RATED_NS);
	stopping = hw->now_ns(hw);
	stop(context);
	return (struct stretch){.least_ns = stopping - started,
				.most_ns = hw->now_ns(hw) - before,
				.cycles = counter_value(context, counter)};
}

static uint64_t cycles_in(uint64_t kilohertz, uint64_t ns, unsigned per_mille)
{
	return kilohertz * ns / PER_SECOND * per_mille / 1000;
}

void run_rated_clock(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	const struct rated_clock *rated = check_rated_clock_of(context->machine, box->type);
	struct check_register reg = {.box = *box, .row = &box->type->registers[rated->row]};
	const struct field *fields = reg.row->layout->fields;
	struct counter counter = counter_of(box, 0);
	uint64_t value, code, event, kilohertz, least, most;
	struct stretch stretch;

	if (context->target.place->lost_banks & BIT(reg.row->bank)) {
		check_skip(context, "its function is not there: %s", context->target.place->how);
		return;
	}
	value = check_read(context, &reg);
	code = (value & field_mask(&fields[rated->field])) >> fields[rated->field].low;
	if (!check_going(context))
		return;
	if (!code || value & field_mask(&fields[rated->stopped]) || !box_clock_of(context, &counter, &event)) {
		check_skip(context, "no rate is said of the clock now");
		return;
	}
	stretch = count_stretch(context, &counter, event);
	if (!stretch.cycles && stimulus_left_unclocked(context, box))
		return;

	kilohertz = rated->base_kilohertz + code * rated->kilohertz;
	least = cycles_in(kilohertz, stretch.least_ns, 1000 - PER_MILLE);
	most = cycles_in(kilohertz, stretch.most_ns, 1000 + PER_MILLE);
	if (stretch.cycles < least || stretch.cycles > most)
		fail_got(context, &reg, cycles_in(kilohertz, stretch.least_ns, 1000), stretch.cycles,
			 "its code is that of %llu MHz, at which the clock does not run",
			 (unsigned long long)kilohertz / 1000);
	check_pass(context, "%llu MHz", (unsigned long long)kilohertz / 1000);
}

/* ---- registers that say something and are never written ------------------------------------------------ */

/* Enough reads to be sure that the function stays. */
#define READS 160

void run_register_steady(struct check_context *context)
{
	for (unsigned i = 0; i < READS && check_going(context); i++)
		check_read(context, &context->target.reg);
	check_pass(context, "%u times", READS);
}

bool only_says(const struct machine *machine, const struct check_target *target)
{
	(void)machine;
	return target->reg.row->role == ROLE_OTHER && target->reg.row->bank &&
	       !layout_writable(target->reg.row->layout);
}
