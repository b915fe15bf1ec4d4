/* SPDX-License-Identifier: BSD-2-Clause */
/* An overflow with its PMI enabled sets the status bits of its box and its socket, until software clears each. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* If the documents leave open which of several bits of the socket is the box's, any of them is accepted. If they give
 * none, the socket's status is not judged. */
static uint64_t expected_above(const struct counter *counter, uint64_t before, uint64_t got)
{
	uint64_t summary = summary_of(counter);

	if (count_bits(summary) > 1 && got & summary)
		return before | (got & summary);
	return summary ? before | summary : got;
}

/* Written to the counter before its overflow is cleared; a freeze may have stopped it at 0. */
#define HELD UINT64_C(0x1000)

/* Clears the counter's bits, first in the box and then above: neither clear may affect the other. */
static void clear_each(struct check_context *context, const struct counter *counter, uint64_t box_before,
		       uint64_t above_before)
{
	struct check_register above = check_socket_status(context), clear = check_socket_clear(context);
	uint64_t shown = check_read(context, &above), others;

	check_write(context, &counter->count, HELD);
	if (counter->status.row) {
		others = check_read(context, &counter->status) & ~counter->overflow;
		check_write(context, &counter->clear, counter->overflow);
		expect_value(context, &counter->count, HELD, "clearing its overflow changed it");
		expect_value(context, &counter->status, others, "after a 1 was written to clear its bit");
		if (others & ~box_before)
			check_write(context, &counter->clear, others & ~box_before);
		if (control_global(context->machine)->status_stays)
			expect_value(context, &above, shown, "the socket's bit did not stay until it was cleared");
	}
	check_write(context, &clear, shown & ~above_before);
	expect_value(context, &above, above_before, "after a 1 was written to clear the socket's bit");
	expect_value(context, &counter->count, HELD, "clearing its overflow above changed it");
}

/* Reads the socket's status. A bit that does not follow the box's status must have cleared. */
static uint64_t read_cleared(struct check_context *context, const struct counter *counter)
{
	struct check_register above = check_socket_status(context);
	uint64_t got = check_read(context, &above);

	if (control_global(context->machine)->status_stays)
		expect_got(context, &above, got & ~summary_of(counter), got,
			   "an overflow of before shows still, though a 1 was written to clear it");
	return got;
}

void run_counter_status(struct check_context *context)
{
	struct counter counter = counter_of_target(context), sibling;
	struct check_register above = check_socket_status(context);
	struct stimulus stimulus;
	struct overflow_request request = {.counter = &counter,
					   .stimulus = &stimulus,
					   .select_extra = counter.select_pmi,
					   .global_extra = control_global(context->machine)->freeze_on_pmi};
	uint64_t box_before, above_before, got, beside = 0;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	quiet_clear(context, &counter.box);
	box_before = counter.status.row ? check_read(context, &counter.status) : 0;
	above_before = read_cleared(context, &counter);
	/* A sibling overflows at the same moment, if a freeze leaves it time. */
	if (find_sibling(&counter, &stimulus, &sibling)) {
		counter_prepare(context, &sibling, stimulus.select | sibling.select_pmi, overflow_preload(&sibling));
		beside = sibling.overflow;
	}
	expect_overflow(context, &request);
	if (counter.status.row)
		expect_got(context, &counter.status, box_before | counter.overflow,
			   check_read(context, &counter.status) & ~(beside & ~box_before),
			   "the overflow does not show under its bit, and that alone");
	got = check_read(context, &above);
	expect_got(context, &above, expected_above(&counter, above_before, got), got,
		   "the overflow does not show under its box's bit, and that alone");
	clear_each(context, &counter, box_before, above_before);
	check_pass(context, "shows as 0x%llx above, until that is cleared", (unsigned long long)(got & ~above_before));
}

/* Where an overflow is also reported without its PMI, `overflow` and `clear` test more. */
bool shows_with_pmi(const struct machine *machine, const struct check_target *target)
{
	const struct box *box = &target->place->box;

	return control_scope(machine, box->type) == CONTROL_BY_SOCKET && !control_global(machine)->latches &&
	       counter_of(box, target->counter).select_pmi;
}

/* ---- under a bit of its own in a box that controls itself ----------------------------------------------- */

#define WAITS 64

struct group {
	struct together all; /* the counter under test, and a sibling that counts the same, if any */
	struct check_register flags;
	uint64_t own, bits; /* flag of the first counter, and flags of all */
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

/* Makes them overflow in the same run. */
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

void run_counter_flags(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	struct check_difference difference;
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

	difference = (struct check_difference){
		.reg = &group.flags, .expected = group.bits, .got = check_read(context, &group.flags)};
	if (!difference.got)
		check_doubt_at(context, &difference, &(struct check_doubt){"flags", "no overflow shows", "it shows"});
	expect_got(context, &group.flags, group.bits, difference.got, "the overflows do not show as they should");
	clear(context, &group, group.own, group.bits & ~group.own);
	clear(context, &group, group.bits, 0);
	check_pass(context, "shows its overflow, until that is cleared");
}
