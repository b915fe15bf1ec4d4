/* SPDX-License-Identifier: BSD-2-Clause */
/* An overflow shows in the status of a box that controls itself, under a bit of its own, until that is cleared. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define WAITS 64

struct group {
	struct together all; /* the counter under test, and another that counts the same if there is one */
	struct check_register flags;
	uint64_t own, bits; /* that the first counter has there, and all of them */
};

static uint64_t flag_of(const struct check_register *flags, unsigned number)
{
	return BIT(layout_field(flags->row->layout, FIELD_OVERFLOWS)->low + number);
}

static struct group group_of_counter(const struct counter *counter, const struct stimulus *stimulus)
{
	struct group group = {.all = {.of = {{.counter = *counter}}, .count = 1}};
	struct counting *of = group.all.of;

	group.flags = check_register_of(&counter->box, ROLE_FLAGS, 0);
	group.own = flag_of(&group.flags, counter->number);
	group.all.count += find_sibling(counter, stimulus, &of[1].counter);
	for (unsigned i = 0; i < group.all.count; i++) {
		group.bits |= flag_of(&group.flags, of[i].counter.number);
		of[i].select = stimulus->select;
		of[i].from = overflow_preload(&of[i].counter);
	}
	return group;
}

static void clear(struct check_context *context, const struct group *group, uint64_t bits, uint64_t expected)
{
	uint64_t held = check_read(context, &group->all.of[0].counter.count), got;

	check_write(context, &group->flags, bits);
	expect_value(context, &group->all.of[0].counter.count, held, "clearing its overflow changed it");
	got = check_read(context, &group->flags);
	if (got != expected)
		fail_got(context, &group->flags, expected, got, "after bits 0x%llx were written to clear them",
			 (unsigned long long)bits);
}

static bool have_wrapped(struct check_context *context, const struct group *group)
{
	for (unsigned i = 0; i < group->all.count; i++) {
		const struct counter *counter = &group->all.of[i].counter;

		if (counter_value(context, counter) > counter_mask(context, counter) >> 1)
			return false;
	}
	return true;
}

/* Lets them overflow in the same stretch of time. */
static void overflow_group(struct check_context *context, const struct group *group, const struct stimulus *stimulus)
{
	uint64_t got;

	together_prepare(context, &group->all);
	start(context, 0);
	for (unsigned i = 0; i < WAITS && !have_wrapped(context, group); i++)
		check_pause(context, stimulus->window_ns);
	stop(context);
	got = counter_value(context, &group->all.of[0].counter);
	if (!have_wrapped(context, group))
		fail_got(context, &group->all.of[0].counter.count, 0, got, "the counter does not get to its overflow");
}

static void judge_counter_flags(struct check_context *context, const struct group *group)
{
	struct check_difference difference = {.reg = &group->flags, .expected = group->bits};

	difference.got = check_read(context, &group->flags);
	if (!difference.got)
		check_doubt_at(context, &difference, &(struct check_doubt){"flags", "no overflow shows", "it shows"});
	expect_got(context, &group->flags, group->bits, difference.got, "the overflows do not show as they should");
	clear(context, group, group->own, group->bits & ~group->own);
	clear(context, group, group->bits, 0);
}

void run_counter_flags(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	struct stimulus stimulus;
	struct group group;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	group = group_of_counter(&counter, &stimulus);
	quiet_box(context, &counter.box);
	clear(context, &group,
	      layout_bits(group.flags.row->layout, FIELD_OVERFLOWS) |
		      layout_bits(group.flags.row->layout, FIELD_FIXED_OVERFLOW),
	      0);
	overflow_group(context, &group, &stimulus);
	judge_counter_flags(context, &group);
	check_pass(context, "shows its overflow, until that is cleared");
}
