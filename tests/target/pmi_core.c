/* SPDX-License-Identifier: BSD-2-Clause */
/* The PMI goes to the core that was selected. */
#include "tests/target/all.h"
#include "tests/target/support.h"

/* How long is waited for a PMI that must not come here. */
#define AWAY_NS   UINT64_C(1000000)

#define CORES_MAX 64

/* PMIs that each core of the socket took without being asked to. */
static void count_strays(const struct check_context *context, uint64_t strays[CORES_MAX])
{
	const struct machine *machine = context->machine;

	for (unsigned core = 0; core < CORES_MAX; core++)
		strays[core] = 0;
	for (uint32_t i = 0; i < machine->cpu_count; i++) {
		const struct cpu *cpu = &machine->cpus[i];

		if (cpu->socket == context->target.place->box.socket && cpu->core < CORES_MAX)
			strays[cpu->core] += machine->hw->stray_pmis(machine->hw, i);
	}
}

/* Nobody took it here: says who did. */
static void fail_astray(struct check_context *context, const struct check_difference *difference,
			const struct cpu *cpu, const uint64_t before[CORES_MAX])
{
	uint64_t now[CORES_MAX];

	count_strays(context, now);
	for (unsigned core = 0; core < CORES_MAX; core++)
		if (now[core] != before[core])
			check_fail_at(context, difference,
				      "socket %u: core %u was selected, core %u took the PMI",
				      cpu->socket, cpu->core, core);
	check_fail_at(context, difference, "socket %u: no PMI at core %u, nor anywhere else",
		      cpu->socket, cpu->core);
}

/* One core's PMI. True if a window could be opened there. */
static bool try_core(struct check_context *context, const struct cpu *cpu,
		     const struct reference *reference)
{
	const struct global_control *global = context->machine->processor->global;
	struct check_register control = check_global(context, global->control);
	struct overflow_request request = {
		.counter = &reference->counter,
		.stimulus = &reference->stimulus,
		.select_extra = reference->counter.select_pmi,
		.global_extra = global->freeze_on_pmi | core_select_of(context, cpu),
	};
	struct check_difference difference = {.reg = &control, .expected = request.global_extra};
	uint32_t index = (uint32_t)(cpu - context->machine->cpus);
	uint64_t strays[CORES_MAX];

	quiet_box(context, &reference->counter.box);
	check_clear_overflows(context);
	if (!check_watch_open(context, index))
		return false;
	count_strays(context, strays);
	expect_overflow(context, &request);
	wait_for_pmi(context);
	difference.got = check_watch_strays(context);
	if (!context->watch.count)
		fail_astray(context, &difference, cpu, strays);
	else if (context->watch.cpu != index || difference.got)
		check_fail_at(context, &difference,
			      "socket %u: core %u took the PMI, and %llu others", cpu->socket,
			      cpu->core, (unsigned long long)difference.got);
	check_watch_close(context);
	return true;
}

static bool is_first_thread(const struct check_context *context, const struct cpu *cpu)
{
	return cpu->usable && cpu->thread == 0 &&
	       cpu->socket == context->target.place->box.socket && core_select_of(context, cpu);
}

/* Another core selected, whether it can take a PMI or not: none may come here. */
static void try_other(struct check_context *context, const struct cpu *home, uint64_t core_bit,
		      const struct reference *reference)
{
	const struct global_control *global = context->machine->processor->global;
	struct check_register control = check_global(context, global->control);
	struct overflow_request request = {
		.counter = &reference->counter,
		.stimulus = &reference->stimulus,
		.select_extra = reference->counter.select_pmi,
		.global_extra = global->freeze_on_pmi | core_bit,
	};
	struct check_difference difference = {.reg = &control, .expected = core_bit};

	quiet_box(context, &reference->counter.box);
	check_clear_overflows(context);
	if (!check_watch_open(context, (uint32_t)(home - context->machine->cpus)))
		return;
	expect_overflow(context, &request);
	check_pause(context, AWAY_NS);
	difference.got = core_select_of(context, home);
	if (context->watch.count)
		check_fail_at(context, &difference, "socket %u: core %u took the PMI of another",
			      home->socket, home->core);
	check_watch_close(context);
}

static unsigned try_others(struct check_context *context, const struct reference *reference)
{
	const struct field *field = &context->machine->processor->global->core_select;
	const struct cpu *home = home_cpu(context);
	unsigned tried = 0;

	for (unsigned i = 0; i < field->width && check_going(context); i++) {
		if (i == home->core)
			continue;
		try_other(context, home, BIT(field->low + i), reference);
		tried++;
	}
	return tried;
}

static void run(struct check_context *context)
{
	const struct machine *machine = context->machine;
	struct reference reference;
	unsigned tried = 0, others;

	if (!home_cpu(context) || !reference_find(context, &reference))
		return;
	for (unsigned i = 0; i < machine->cpu_count && check_going(context); i++)
		if (is_first_thread(context, &machine->cpus[i]))
			tried += try_core(context, &machine->cpus[i], &reference);
	others = try_others(context, &reference);
	check_pass(context, "%u cores took their PMI; %u others selected, none came here", tried,
		   others);
}

const struct check check_pmi_core = {
	.name = "pmi.core",
	.title = "the PMI goes to the core that is selected and to no other",
	.about =
		"Selects each core that can take a PMI, lets a counter overflow, and looks which\n"
		"processor takes it; then selects each of the others, and none may come here. The\n"
		"encoding of the field is an assumption: one bit a core. If every PMI goes to the "
		"same\n"
		"place, the field is ignored; if they go to wrong but different cores, the "
		"encoding or\n"
		"the numbering of cores is another, and the messages tell which.",
	.fact = "323535 p.86: the U-Box sends the PMI to the selected cores; one bit a core is "
		"assumed",
	.scope = CHECK_OF_SOCKET,
	.run = run,
};
