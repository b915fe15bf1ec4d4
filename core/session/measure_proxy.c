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

/* Samples a CPU's cycles instead, and captures all requested events. */
static bool add_proxy(struct measure *measure, const struct measure_plan *plan)
{
	const struct box_type *type = core_type(measure->machine->processor);
	struct event_config *configs = measure->configs;
	const struct processor *processor = measure->machine->processor;
	const struct event *event;
	struct diagnostic diagnostic;
	char bytes[64];
	struct text string = TEXT_OVER(bytes);

	if (!type || measure->config_count == SCHEDULE_CONFIGS) {
		record_error(measure->output, VERDICT_ERROR, "%s raises no PMI, and no counter can raise it instead",
			     configs->type->name);
		return false;
	}
	memmove(configs + 1, configs, measure->config_count * sizeof(*configs));

	/* The event of unhalted cycles, in its form for general counters. */
	event = type->events;
	while (!(event->flags & EVENT_CLOCK) || !(event->counters & ~EVENT_FIXED_MASK))
		event++;
	text_format(&string, "%s::", type->pmu);
	event_row_name(processor, event, &string);
	if (!event_parse(processor, slice_of(bytes), configs, &diagnostic))
		return false;

	measure->config_count++;
	measure->proxy = true;
	record_note(
		measure->output,
		"%s raises no PMI: proxy PMI, a sample after every %llu core cycles of a processor that is not halted",
		configs[1].type->name, (unsigned long long)plan->period);
	return true;
}

bool measure_arrange_sampling(struct measure *measure, const struct measure_plan *plan)
{
	if (plan->period) {
		const struct counter_quirk *quirk =
			core_pmu_quirk(measure->machine, measure->configs[0].type, QUIRK_REPEATS);
		uint16_t others =
			(uint16_t)(measure->configs[0].counters & ~(quirk ? BIT(EVENT_FIXED_FIRST + quirk->from) : 0));

		/* If an erratum makes a counter raise several PMIs for one overflow, it samples only if no other
		 * counter can. */
		if (core_pmu_allowed(measure->machine, measure->configs[0].type, others))
			measure->configs[0].counters = others;
	}
	if (!plan->period || measure->proxy || session_samples(measure->machine, measure->configs[0].type))
		return true;
	return add_proxy(measure, plan);
}
