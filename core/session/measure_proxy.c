/* SPDX-License-Identifier: BSD-2-Clause */
/* Sampling of boxes that raise no PMI: a core counter raises it in their place. */
#include "core/hardware/core_pmu.h"
#include "core/session/measure.h"
#include "lib/memory.h"

/* The box type of a CPU's own counters; NULL if there is none. */
static const struct box_type *core_type(const struct processor *processor)
{
	for (unsigned i = 0; i < processor->type_count; i++)
		if (core_pmu_has(processor->types[i]))
			return processor->types[i];
	return NULL;
}

/* Configures the event of unhalted cycles, in its form for general counters. */
static bool choose_clock(const struct measure *measure, const struct box_type *type, struct event_config *config)
{
	const struct processor *processor = measure->machine->processor;
	const struct event *event = type->events;
	struct diagnostic diagnostic;
	char bytes[64];
	struct text string = TEXT_OVER(bytes);

	while (!(event->flags & EVENT_CLOCK) || !(event->counters & ~EVENT_FIXED_MASK))
		event++;
	text_format(&string, "%s::", type->pmu);
	event_row_name(processor, event, &string);
	return event_parse(processor, slice_of(bytes), config, &diagnostic);
}

/* Samples a CPU's cycles instead, and captures all requested events. */
static bool add_proxy(struct measure *measure, const struct measure_plan *plan)
{
	const struct box_type *type = core_type(measure->machine->processor);
	struct event_config *configs = measure->configs;

	if (!type || measure->config_count == SCHEDULE_CONFIGS) {
		record_error(measure->output, VERDICT_ERROR, "%s raises no PMI, and no counter can raise it instead",
			     configs->type->name);
		return false;
	}
	memmove(configs + 1, configs, measure->config_count * sizeof(*configs));
	if (!choose_clock(measure, type, configs))
		return false;
	measure->config_count++;
	measure->proxy = true;
	record_note(
		measure->output,
		"%s raises no PMI: proxy PMI, a sample after every %llu core cycles of a processor that is not halted",
		configs[1].type->name, (unsigned long long)plan->period);
	return true;
}

/* If an erratum makes a counter raise several PMIs for one overflow, it samples only if no other counter can. */
static void keep_off_repeating(const struct machine *machine, struct event_config *sampled)
{
	const struct counter_quirk *quirk = core_pmu_quirk(machine, sampled->type, QUIRK_REPEATS);
	uint16_t others = (uint16_t)(sampled->counters & ~(quirk ? BIT(EVENT_FIXED_FIRST + quirk->from) : 0));

	if (core_pmu_allowed(machine, sampled->type, others))
		sampled->counters = others;
}

bool measure_arrange_sampling(struct measure *measure, const struct measure_plan *plan)
{
	if (plan->period)
		keep_off_repeating(measure->machine, &measure->configs[0]);
	if (!plan->period || measure->proxy || session_samples(measure->machine, measure->configs[0].type))
		return true;
	return add_proxy(measure, plan);
}
