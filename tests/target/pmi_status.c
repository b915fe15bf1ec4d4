/* SPDX-License-Identifier: BSD-2-Clause */
/* The global status notes that a PMI request came, and forgets it when told to. */
#include "tests/target/all.h"
#include "tests/target/support.h"

/* The bits of the status that are neither overflows nor the note. What sets them is not documented. */
static uint64_t unexplained(const struct check_context *context, uint64_t status)
{
	const struct machine *machine = context->machine;

	status &= ~machine->processor->global->pmi_received;
	for (unsigned i = 0; i < machine->box_count; i++) {
		const struct box *box = &machine->boxes[i].box;

		status &= ~box->type->places[box->instance].summary;
	}
	return status;
}

static void expect(struct check_context *context, uint64_t expected)
{
	const struct global_control *global = context->machine->processor->global;
	struct check_register status = check_global(context, global->status);
	uint64_t got = check_read(context, &status);
	struct check_difference difference = {.reg = &status, .got = got};

	difference.expected = (got & ~global->pmi_received) | expected;
	if ((got & global->pmi_received) == expected || !check_going(context))
		return;
	if (expected)
		check_fail_at(context, &difference,
			      "after a PMI request 0x%llx is set, not the bit assumed",
			      (unsigned long long)unexplained(context, got));
	else
		check_fail_at(context, &difference, "the note of the PMI does not clear");
}

static void run(struct check_context *context)
{
	const struct global_control *global = context->machine->processor->global;
	struct check_register status = check_global(context, global->status);
	struct check_register clear = check_global(context, global->clear);
	struct reference reference;
	struct overflow_request request = {.counter = &reference.counter,
					   .stimulus = &reference.stimulus,
					   .global_extra = global->freeze_on_pmi};
	uint64_t before, after;

	if (!reference_find(context, &reference))
		return;
	quiet_box(context, &reference.counter.box);
	check_clear_overflows(context);
	before = check_read(context, &status);
	request.select_extra = reference.counter.select_pmi;
	expect_overflow(context, &request);
	after = check_read(context, &status);
	expect(context, global->pmi_received);
	check_write(context, &reference.counter.clear, reference.counter.overflow);
	check_write(context, &clear, global->pmi_clear);
	expect(context, 0);
	check_pass(context, "the PMI bit sets and clears; other bits that came with it: 0x%llx",
		   (unsigned long long)unexplained(context, after & ~before));
}

const struct check check_pmi_status = {
	.name = "pmi.status",
	.title = "the global status notes a PMI request, and the note clears",
	.about = "Provokes a request and looks which bits of the global status it sets:\n"
		 "the bit that tells of a PMI must be among them. Then clears the overflow\n"
		 "and the note, and looks that it went. The bit's position rests on one\n"
		 "source: if another bit appears instead, the message shows it.",
	.fact = "323535 p.14: the status shows that a PMI was received; bit 30 from one source "
		"only",
	.scope = CHECK_OF_SOCKET,
	.run = run,
};
