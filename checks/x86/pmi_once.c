/* SPDX-License-Identifier: BSD-2-Clause */
/* One overflow, one PMI. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* Another logical processor of its core that would tell of a PMI. */
static bool has_sibling(const struct machine *machine, const struct cpu *cpu)
{
	for (unsigned i = 0; i < machine->cpu_count; i++) {
		const struct cpu *other = &machine->cpus[i];

		if (other != cpu && other->usable && other->socket == cpu->socket && other->core == cpu->core)
			return true;
	}
	return false;
}

static void judge_pmi_once(struct check_context *context, const struct counter *counter, const struct cpu *cpu)
{
	struct check_register control = check_socket_control(context);
	struct check_difference difference = {.reg = &control, .expected = 1, .got = context->watch.count};
	unsigned long long strays = check_watch_strays(context) - check_watch_beside(context);
	char name[COUNTER_NAME_SIZE];

	counter_name(counter, name);
	if (!context->watch.count)
		check_fail_at(context, &difference, "%s overflowed and no PMI came within %u ms; %llu went elsewhere",
			      name, (unsigned)(PMI_BOUND_NS / 1000000), strays);
	else if (context->watch.count > 1 || strays)
		check_fail_at(context, &difference, "one overflow gave %u PMIs here and %llu elsewhere",
			      context->watch.count, strays);
	if (has_sibling(context->machine, cpu))
		check_answer_to(context, "pmi-siblings", check_watch_beside(context) ? "all" : "one", NULL);
	check_pass(context, "processor %u, core %u", context->watch.cpu, cpu->core);
}

void run_pmi_once(struct check_context *context)
{
	const struct global_control *global = control_global(context->machine);
	const struct cpu *cpu = home_cpu(context);
	struct reference reference;
	struct overflow_request request = {.counter = &reference.counter, .stimulus = &reference.stimulus};

	if (!reference_find(context, &reference))
		return;
	if (!gate_expect(context) || !reference_watch(context, &reference, cpu))
		return;
	request.select_extra = reference.counter.select_pmi;
	request.global_extra = global->freeze_on_pmi | core_select_of(context, cpu);
	expect_overflow(context, &request);
	wait_for_pmi(context);
	stop(context);
	check_clear_overflows(context);
	check_pause(context, PMI_QUIET_NS);
	judge_pmi_once(context, &reference.counter, cpu);
}
