/* SPDX-License-Identifier: BSD-2-Clause */
/* An overflow with its PMI enabled shows in the status of its box and in that of its socket, until software clears each. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* Where the documents do not say under which of several bits of the socket the box appears, any of them will do; of one of
 * which they say nothing the socket's status is not looked at. */
static uint64_t expected_above(const struct counter *counter, uint64_t before, uint64_t got)
{
	uint64_t summary = summary_of(counter);

	if (count_bits(summary) > 1 && got & summary)
		return before | (got & summary);
	return summary ? before | summary : got;
}

/* Value of the counter when its overflow is cleared; a freeze may have stopped it at 0. */
#define HELD UINT64_C(0x1000)

/* Another counter of the box that overflows in the same moment, if the freeze leaves it time for that: its bit; 0: there is none. */
static uint64_t load_sibling(struct check_context *context, const struct counter *counter,
			     const struct stimulus *stimulus)
{
	struct counter sibling;

	if (!find_sibling(counter, stimulus, &sibling))
		return 0;
	counter_prepare(context, &sibling, stimulus->select | sibling.select_pmi, overflow_preload(&sibling));
	return sibling.overflow;
}

/* Clears the counter's bits, first at the box and then above: neither clears the other. */
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

/* Reads the socket's bits of the box after a 1 was written to each of them, where they follow nothing else. */
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
	struct counter counter = counter_of_target(context);
	struct check_register above = check_socket_status(context);
	struct stimulus stimulus;
	struct overflow_request request = {.counter = &counter,
					   .stimulus = &stimulus,
					   .select_extra = counter.select_pmi,
					   .global_extra = control_global(context->machine)->freeze_on_pmi};
	uint64_t box_before, above_before, got, sibling;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	quiet_box(context, &counter.box);
	check_clear_overflows(context);
	box_before = counter.status.row ? check_read(context, &counter.status) : 0;
	above_before = read_cleared(context, &counter);
	sibling = load_sibling(context, &counter, &stimulus);
	expect_overflow(context, &request);
	if (counter.status.row)
		expect_got(context, &counter.status, box_before | counter.overflow,
			   check_read(context, &counter.status) & ~(sibling & ~box_before),
			   "the overflow does not show under its bit, and that alone");
	got = check_read(context, &above);
	expect_got(context, &above, expected_above(&counter, above_before, got), got,
		   "the overflow does not show under its box's bit, and that alone");
	clear_each(context, &counter, box_before, above_before);
	check_pass(context, "shows as 0x%llx above, until that is cleared", (unsigned long long)(got & ~above_before));
}

/* Where an overflow shows without its PMI, too, `overflow` and `clear` look closer. */
bool shows_with_pmi(const struct machine *machine, const struct check_target *target)
{
	const struct box *box = &target->place->box;

	return control_scope(machine, box->type) == CONTROL_BY_SOCKET && !control_global(machine)->latches &&
	       counter_of(box, target->counter).select_pmi;
}
