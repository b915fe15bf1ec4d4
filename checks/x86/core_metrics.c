/* SPDX-License-Identifier: BSD-2-Clause */
/* IA32_PERF_METRICS says of the slots that fixed counter 3 has counted which share each of four reasons has, in 255ths. */
#include "boxes/core-pmu.h"
#include "checks/lib/core.h"
#include "checks/x86/all.h"
#include "core/hardware/bus.h"

#define PARTS \
	4 /* retiring, bad speculation, front end bound, back end bound: a byte each; next to them a part of each */
#define WHOLE   255
#define ROUNDED 4 /* a part is rounded to a 255th */
#define LEAST   65536

static uint64_t read_metrics(struct check_context *context, const struct check_place *place)
{
	struct accessed accessed = bus_read(context->machine->hw, &place->where);
	struct check_difference difference = {.place = place, .outcome = accessed.outcome};

	if (accessed.outcome != OUTCOME_OK && check_going(context))
		check_fail_at(context, &difference, "IA32_PERF_CAPABILITIES says that it is there");
	return accessed.value;
}

static void write_metrics(struct check_context *context, const struct check_place *place, uint64_t value)
{
	struct check_difference difference = {.place = place};

	difference.outcome = bus_write(context->machine->hw, &place->where, value).outcome;
	if (difference.outcome != OUTCOME_OK && check_going(context))
		check_fail_at(context, &difference, "it takes no 0");
}

/* Lets the slots be counted from 0 on, `times` as long as once, and returns how many there were. */
static uint64_t count_slots(struct check_context *context, const struct core *core, const struct check_place *place,
			    unsigned times)
{
	const struct core_counter slots = core_counter_of(context, core, core->counters + CORE_PMU_SLOTS);

	core_quiet(context, core);
	core_load(context, &slots, &(struct core_load){0});
	write_metrics(context, place, 0);
	if (read_metrics(context, place) && check_going(context))
		check_fail_at(context, &(struct check_difference){.place = place}, "it does not take 0");
	core_run_busy(context, core, slots.bit | CORE_PMU_METRICS_ENABLE, times);
	return check_read(context, &slots.count);
}

static unsigned part_of(uint64_t metrics, unsigned part)
{
	return metrics >> 8 * part & MASK(0, 8);
}

/* All parts together are all slots, and none of the second level is more than the one that it is of. */
static void judge_metrics(struct check_context *context, const struct check_place *place, uint64_t metrics)
{
	struct check_difference difference = {.place = place, .expected = WHOLE, .got = metrics};
	unsigned sum = 0;

	for (unsigned i = 0; i < PARTS; i++)
		sum += part_of(metrics, i);
	if (!metrics)
		check_fail_at(context, &difference, "dead: slots were counted, and no share of them is said");
	else if (sum + ROUNDED < WHOLE || sum > WHOLE + ROUNDED)
		check_fail_at(context, &difference, "its four parts are %u of %u slots", sum, WHOLE);
	for (unsigned i = 0; i < PARTS && check_going(context); i++)
		if (part_of(metrics, PARTS + i) > part_of(metrics, i) + 1)
			check_fail_at(context, &difference, "part %u of level 2 is %u, more than the %u that it is of",
				      i, part_of(metrics, PARTS + i), part_of(metrics, i));
}

void run_core_metrics(struct check_context *context)
{
	const struct core core = core_of_target(context);
	char box[BOX_NAME_SIZE], reg[BOX_NAME_SIZE + 16];
	struct text reg_name = TEXT_OVER(reg);
	const struct check_place place = {
		box,
		reg,
		{.space = SPACE_MSR,
		 .width_bits = 64,
		 .socket = core.box.socket,
		 .cpu = core.box.cpu,
		 .address = CORE_PMU_METRICS},
	};
	uint64_t found, metrics = 0;

	box_name(&core.box, box);
	text_format(&reg_name, "%s.perf_metrics", box);
	found = read_metrics(context, &place);

	/* Shares do not grow with the time, as counts do. */
	for (unsigned times = 1; times <= 2 && check_going(context); times++) {
		uint64_t slots = count_slots(context, &core, &place, times);

		if (slots < LEAST)
			slots = count_slots(context, &core, &place, times * CORE_SLOW_TIMES * CORE_SLOW_TIMES);
		if (slots < LEAST)
			check_skip(context, "%llu slots: its clock hardly runs", (unsigned long long)slots);
		if (!check_going(context))
			break;
		metrics = read_metrics(context, &place);
		judge_metrics(context, &place, metrics);
		if (read_metrics(context, &place) != metrics && check_going(context))
			check_fail_at(context, &(struct check_difference){.place = &place, .expected = metrics},
				      "it changes while the counters are stopped");
	}
	core_quiet(context, &core);
	if (bus_write(context->machine->hw, &place.where, found).outcome != OUTCOME_OK)
		check_fail(context, "it does not take what was found in it");
	check_pass(context, "%u, %u, %u and %u of %u slots retire, are of no avail, lack instructions, wait",
		   part_of(metrics, 0), part_of(metrics, 1), part_of(metrics, 2), part_of(metrics, 3), WHOLE);
}

bool has_metrics(const struct machine *machine, const struct check_target *target)
{
	return core_pmu_has(target->place->box.type) && machine->core_pmu.metrics &&
	       target->place->box.fixed_counters > CORE_PMU_SLOTS;
}
