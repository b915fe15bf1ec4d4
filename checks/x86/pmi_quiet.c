/* SPDX-License-Identifier: BSD-2-Clause */
/* No PMI comes that was not asked for. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define LISTEN_NS UINT64_C(20000000) /* while nothing counts */

static void expect_silence(struct check_context *context, const char *when)
{
	struct check_register control = check_socket_control(context);
	unsigned long long strays = check_watch_strays(context);
	unsigned long long all = context->watch.count + strays;

	if (all)
		fail_got(context, &control, 0, all, "%llu PMIs %s", all, when);
}

/* An overflow that may show, but must not interrupt. */
static void overflow_silently(struct check_context *context, const struct overflow_request *request, const char *when)
{
	quiet_box(context, &request->counter->box);
	check_clear_overflows(context);
	expect_overflow(context, request);
	check_pause(context, PMI_QUIET_NS);
	expect_silence(context, when);
}

void run_pmi_quiet(struct check_context *context)
{
	const struct global_control *global = control_global(context->machine);
	const struct cpu *cpu = home_cpu(context);
	unsigned long long strays = context->strays[context->target.place->box.socket];
	struct reference reference;
	struct overflow_request request = {.counter = &reference.counter, .stimulus = &reference.stimulus};

	if (!reference_find(context, &reference))
		return;
	(void)gate_find(context);
	if (!reference_watch(context, &reference, cpu))
		return;
	start(context, global->freeze_on_pmi | core_select_of(context, cpu));
	check_pause(context, LISTEN_NS);
	expect_silence(context, "while nothing counts");

	request.global_extra = global->freeze_on_pmi | core_select_of(context, cpu);
	overflow_silently(context, &request, "from an overflow whose PMI is not enabled");
	request.global_extra = global->freeze_on_pmi;
	request.select_extra = reference.counter.select_pmi;
	if (context->machine->core_select == CORE_SELECT_BITS) {
		overflow_silently(context, &request, "with no core selected");
		/* The processor that took stray PMIs cannot tell their sender, perhaps a core's counter. Where a core is always
		 * selected, it takes those that checks of overflows ask for. */
		if (strays && check_going(context))
			check_fail(context, "%llu PMIs came in earlier checks that waited for none", strays);
	}
	check_pass(context, "no PMI but those asked for");
}
