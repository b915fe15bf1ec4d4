/* SPDX-License-Identifier: BSD-2-Clause */
/* The hardware freezes the socket by itself when an overflow asks for it. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* The freeze may take a while, in which all go on counting. */
static void expect_stopped(struct check_context *context, const struct counter *counter)
{
	struct check_register control = check_socket_control(context);
	uint64_t got;
	bool late; /* a look at a slow counter takes longer than the bound: the last one begins after it */
	struct hw *hw = context->machine->hw;
	uint64_t until = hw->now_ns(hw) + FREEZE_BOUND_NS;

	do {
		late = hw->now_ns(hw) >= until;
		got = check_read(context, &control);
		if (!control_runs(context, got, counter))
			return;
		check_pause(context, FREEZE_BOUND_NS / 64);
	} while (check_going(context) && !late);
	fail_got(context, &control, control_shows(context, got, false), got,
		 "an overflow with the freeze armed left the master enable set");
}

/* Not armed, the same overflow must not freeze. Where it is armed by the PMI enable alone, that is left out. */
static void expect_running(struct check_context *context, const struct overflow_request *request)
{
	struct overflow_request unarmed = *request;

	unarmed.global_extra = 0;
	if (!request->global_extra)
		unarmed.select_extra = 0;
	quiet_box(context, &request->counter->box);
	check_clear_overflows(context);
	overflow(context, &unarmed);
	expect_counting(context, request->counter, "it froze though the freeze was not armed");
}

void run_freeze_on_overflow(struct check_context *context)
{
	struct reference reference;
	struct overflow_request request = {
		.counter = &reference.counter,
		.stimulus = &reference.stimulus,
		.global_extra = control_global(context->machine)->freeze_on_pmi,
		.keep_running = true,
	};
	unsigned loaded;

	if (!reference_find(context, &reference))
		return;
	loaded = load_all(context);
	check_clear_overflows(context);
	request.select_extra = reference.counter.select_pmi;
	expect_overflow(context, &request);
	expect_stopped(context, &reference.counter);
	(void)expect_frozen(context);
	expect_running(context, &request);
	check_pass(context, "%u counters froze", loaded);
}
