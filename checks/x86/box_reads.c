/* SPDX-License-Identifier: BSD-2-Clause */
/* An enabled counter reads what it holds. With a threshold that no event meets, it is enabled and has nothing to count.
 * If the select has no threshold, a read just after the start must be no less than the value written, and no more than
 * a later read. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define STANDING_NS UINT64_C(20000)

/* Values on both sides of a carry into bit 8 or bit 16, clear of the low values that errata concern. */
static const uint64_t values[] = {0xff, 0x100, 0xffff, 0x10000, UINT64_C(0x12345600ff), UINT64_C(0x5bcdef0100)};

static void load_standing(struct check_context *context, struct together *group, bool invert)
{
	const struct box *box = &context->target.place->box;

	quiet_box(context, box);
	group->count = 0;
	for (unsigned i = 0; i < box_counters(box); i++) {
		struct counter counter = counter_of(box, i);
		const struct register_layout *layout;
		uint64_t select;

		if (!counter_answers(context, &counter) || is_unlisted(context, &counter))
			continue;
		layout = counter.select.row->layout;
		select = event_of(context, &counter) | layout_bits(layout, FIELD_THRESHOLD) |
			 (invert ? layout_bits(layout, FIELD_INVERT) : 0);
		group->of[group->count++] = (struct counting){counter, select, values[0], 0};
	}
	together_prepare(context, group);
}

/* True if the counters do not move while they are enabled. */
static bool stand(struct check_context *context, const struct together *group)
{
	bool still = true;

	start(context, 0);
	for (unsigned i = 0; i < group->count && still; i++) {
		uint64_t before = check_read(context, &group->of[i].counter.count);

		check_pause(context, STANDING_NS);
		still = check_read(context, &group->of[i].counter.count) == before;
	}
	stop(context);
	return still && check_going(context);
}

static void start_at(struct check_context *context, const struct together *group, uint64_t value)
{
	for (unsigned i = 0; i < group->count; i++)
		check_write(context, &group->of[i].counter.count, value & counter_mask(context, &group->of[i].counter));
	start(context, 0);
}

static bool all_read(struct check_context *context, const struct together *group, uint64_t value)
{
	for (unsigned i = 0; i < group->count; i++) {
		const struct counter *counter = &group->of[i].counter;

		if (check_read(context, &counter->count) != (value & counter_mask(context, counter)))
			return false;
	}
	return true;
}

/* A clock so slow that it seemed to stand still may add one count now, but not two in a row. */
static void try_value(struct check_context *context, const struct together *group, uint64_t value)
{
	bool same;

	start_at(context, group, value);
	same = all_read(context, group, value);
	stop(context);
	if (same)
		return;
	start_at(context, group, value);
	for (unsigned i = 0; i < group->count; i++)
		expect_value(context, &group->of[i].counter.count, value & counter_mask(context, &group->of[i].counter),
			     "enabled, with nothing to count, it reads otherwise than was written");
	stop(context);
}

static void read_standing(struct check_context *context)
{
	struct together group;
	bool still = false;

	/* The documents do not always say which of the two counts nothing. */
	for (unsigned invert = 0; invert < 2 && !still && check_going(context); invert++) {
		load_standing(context, &group, invert);
		still = stand(context, &group);
	}
	if (!still || !group.count) {
		check_skip(context, "no threshold keeps its counters from counting: see their `modifiers`");
		return;
	}
	for (unsigned i = 0; i < ARRAY_SIZE(values) && check_going(context); i++)
		try_value(context, &group, values[i]);
	check_pass(context, "%u counters read what they hold", group.count);
}

/* ---- without a threshold ---------------------------------------------------------------------------------- */

static void expect_no_less(struct check_context *context, const struct counter *counter, uint64_t least, uint64_t got,
			   const char *wrong)
{
	if ((got - least) & (counter_mask(context, counter) / 2 + 1))
		fail_got(context, &counter->count, least, got, "%s", wrong);
}

static void read_moving(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	struct stimulus stimulus;
	unsigned tried = 0;

	for (unsigned i = 0; i < box_counters(box) && check_going(context); i++) {
		struct counter counter = counter_of(box, i);

		if (!counter_answers(context, &counter) || !stimulus_slowest(context, &counter, &stimulus))
			continue;
		tried++;
		for (unsigned k = 0; k < ARRAY_SIZE(values); k++) {
			uint64_t first, later;

			quiet_box(context, &counter.box);
			counter_prepare(context, &counter, stimulus.select, values[k]);
			start(context, 0);
			first = counter_value(context, &counter);
			check_pause(context, stimulus.window_ns);
			later = counter_value(context, &counter);
			stop(context);
			expect_no_less(context, &counter, values[k], first, "enabled, it reads less than was written");
			expect_no_less(context, &counter, first, later, "while it counts it reads less than before");
		}
	}
	if (!tried)
		check_skip(context, "no counter of this box advances: see their `counts`");
	check_pass(context, "%u counters never go back", tried);
}

void run_box_reads(struct check_context *context)
{
	const struct register_row *select = box_row_of_role(context->target.place->box.type, ROLE_SELECT);

	if (layout_field(select->layout, FIELD_THRESHOLD))
		read_standing(context);
	else
		read_moving(context);
}
