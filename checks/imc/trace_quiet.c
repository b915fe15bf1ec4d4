/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace mode takes samples without interrupts. */
#include "arch/ppc64/cpu.h"
#include "arch/ppc64/platform.h"
#include "arch/ppc64/trace_run.h"
#include "checks/imc/all.h"
#include "checks/imc/support.h"

#define WORK_MS 8
#define LONG_MS 200 /* if there was no sample */
#define TRIES   3   /* runs: interrupts of trace mode would come in each */

/* An interrupt provoked on the same processor, as a proof that interrupts would have been seen. */
struct provoked {
	struct hw *hw;
	uint32_t cpu;
	uint64_t taken;
};

static void provoke_trace(void *context)
{
	struct provoked *provoked = context;
	uint64_t before = platform_interrupts(provoked->cpu).ticks;
	uint64_t deadline = provoked->hw->now_ns(provoked->hw) + 2000 * NS_PER_MS;

	platform_tick_in(1000);
	while (platform_interrupts(provoked->cpu).ticks == before && provoked->hw->now_ns(provoked->hw) < deadline)
		;
	provoked->taken = platform_interrupts(provoked->cpu).ticks - before;
}

void run_trace_quiet(struct check_context *context)
{
	struct machine *machine = context->machine;
	struct provoked provoked = {machine->hw, subject(context)->cpu - 1u, 0};
	size_t mark = arena_mark(machine->arena);
	struct trace_view view = {.records = 0};
	struct trace_run trace;

	if (trace_run_init(&trace, machine, provoked.cpu)) {
		trace.work_ns = WORK_MS * NS_PER_MS;
		for (unsigned i = 0; i < TRIES && check_going(context) && (!i || trace.interrupts || !view.valid);
		     i++) {
			trace.interrupts = 0;
			if (!trace_run_once(&trace, &view))
				check_fail(context, "trace mode cannot be run: see the journal");
			if (!view.valid)
				trace.work_ns = LONG_MS * NS_PER_MS;
		}
		trace_run_end(&trace);
	} else {
		check_fail(context, "not enough memory for the ring");
	}
	if (hw_run_on(machine->hw, provoked.cpu, provoke_trace, &provoked) != OUTCOME_OK)
		check_fail(context, "the processor does not answer");

	if (check_going(context)) {
		if (!provoked.taken)
			check_fail(
				context,
				"a provoked decrementer interrupt was not taken: interrupts are off, and silence proves nothing");
		else if (!view.valid)
			check_fail(context, "no samples, so silence proves nothing");
		else if (trace.interrupts)
			check_fail(context, "%llu interrupts while %u samples were taken (last vector 0x%x)",
				   (unsigned long long)trace.interrupts, view.valid, trace.last_vector);
		else
			check_pass(context, "%u samples, no interrupt; a provoked one was counted", view.valid);
	}

	arena_release(machine->arena, mark);
}
