/* SPDX-License-Identifier: BSD-2-Clause */
/* The PMI goes to the core that was selected. */
#include "tests/target/all.h"
#include "tests/target/support.h"

/* One core's PMI. True if a window could be opened there. */
static bool try_core(struct check_context *context, const struct cpu *cpu,
		     const struct counter *counter, const struct stimulus *stimulus)
{
	const struct global_control *global = context->machine->processor->global;
	struct check_register control = check_global(context, global->control);
	struct overflow_request request = {
		.counter = counter,
		.stimulus = stimulus,
		.select_extra = counter->select_pmi,
		.global_extra = global->freeze_on_pmi | core_select_of(context, cpu),
	};
	struct check_difference difference = {.reg = &control, .expected = request.global_extra};
	uint32_t index = (uint32_t)(cpu - context->machine->cpus);

	quiet_box(context, &counter->box);
	check_clear_overflows(context);
	if (!check_watch_open(context, index))
		return false;
	expect_overflow(context, &request);
	wait_for_pmi(context);
	difference.got = check_watch_strays(context);
	if (!context->watch.count)
		check_fail_at(context, &difference, "no PMI at core %u; %llu went elsewhere",
			      cpu->core, (unsigned long long)difference.got);
	else if (context->watch.cpu != index || difference.got)
		check_fail_at(context, &difference, "core %u was selected, processor %u took it",
			      cpu->core, context->watch.cpu);
	check_watch_close(context);
	return true;
}

static bool is_first_thread(const struct check_context *context, const struct cpu *cpu)
{
	return cpu->usable && cpu->thread == 0 &&
	       cpu->socket == context->target.place->box.socket && core_select_of(context, cpu);
}

static void run(struct check_context *context)
{
	const struct machine *machine = context->machine;
	struct counter counter;
	struct stimulus stimulus;
	unsigned tried = 0;

	if (!reference_find(context, &counter, &stimulus))
		return;
	for (unsigned i = 0; i < machine->cpu_count && check_going(context); i++)
		if (is_first_thread(context, &machine->cpus[i]))
			tried += try_core(context, &machine->cpus[i], &counter, &stimulus);
	if (tried < 2)
		check_skip(context, "only %u core to steer to", tried);
	check_pass(context, "%u cores, each in turn", tried);
}

const struct check check_pmi_core = {
	.name = "pmi.core",
	.title = "the PMI goes to the core that is selected, each in turn",
	.about = "Selects one core after the other, lets a counter overflow, and looks which "
		 "processor\n"
		 "takes the PMI. The encoding of the field is an assumption: one bit a core. If "
		 "every\n"
		 "PMI goes to the same place, the field is ignored; if they go to wrong but "
		 "different\n"
		 "cores, the encoding or the numbering of cores is another, and the messages tell "
		 "which.",
	.fact = "323535 p.86: the U-Box sends the PMI to the selected cores; one bit a core is "
		"assumed",
	.scope = CHECK_OF_SOCKET,
	.run = run,
};
