/* SPDX-License-Identifier: BSD-2-Clause */
/* An overflow with the PMI enabled makes its way to the global control. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

static void fail_unknown(struct check_context *context, const struct counter *counter)
{
	const struct assumption *assumed = context->machine->processor->fixed_pmi;

	if (!assumed)
		check_skip(context, "this counter has no PMI enable");
	else
		fail_got(context, &counter->select, assumed->candidates[0], 0,
			 "none of %u candidates for its PMI enable has an effect", assumed->candidate_count);
}

void run_counter_signals(struct check_context *context)
{
	struct counter counter = counter_of_target(context), witness;
	struct stimulus stimulus;
	uint64_t written, got;
	struct overflow_request request = {
		.counter = &counter,
		.stimulus = &stimulus,
		.global_extra = control_global(context->machine)->freeze_on_pmi,
		.keep_running = true,
	};

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	request.select_extra = signal_find(context, &counter);
	if (!request.select_extra) {
		fail_unknown(context, &counter);
		return;
	}
	quiet_box(context, &counter.box);
	check_clear_overflows(context);
	witness = freeze_witness(context, &counter);
	expect_overflow(context, &request);
	written = check_written(context, &counter.select);
	got = check_read(context, &counter.select);
	/* The freeze or the note in the global status: either shows that the request arrived. What becomes of it there is for
	 * the checks of the global control. */
	if (!request_arrives(context, &witness))
		fail_got(context, &counter.select, written, got,
			 "overflowed with its PMI enabled, and nothing arrived");
	if (counter.fixed && context->machine->processor->fixed_pmi)
		check_answer_field(context, &counter.select, &(struct field){.name = "pmi_en"}, request.select_extra);
	check_pass(context, "PMI enable is 0x%llx of its select", (unsigned long long)request.select_extra);
}
