/* SPDX-License-Identifier: BSD-2-Clause */
/* An event for every counter of a socket; what looking at all of them costs; and that the events of every
 * metric find counters. Nothing runs here, so no box needs to answer. */
#include "tests/unit/support/checks_bench.h"

#include "core/metric/metric.h"
#include "core/session/schedule.h"
#include "core/session/session.h"
#include "tests/unit/support/unit.h"

struct plan {
	struct event_config configs[SCHEDULE_CONFIGS];
	unsigned config_count;
	struct schedule schedule;
	struct session session;
};

static void add(struct plan *plan, const struct processor *processor, struct slice string)
{
	struct diagnostic diagnostic = {0};

	assert_true(plan->config_count < SCHEDULE_CONFIGS);
	if (!event_parse(processor, string, &plan->configs[plan->config_count], &diagnostic))
		fail_msg("%.*s: %s", (int)string.length, string.at, diagnostic.reason);
	plan->config_count++;
}

static void add_all(struct plan *plan, const struct processor *processor)
{
	struct slice rest = slice_of(processor->full_events);

	while (rest.at)
		add(plan, processor, event_list_cut(&rest));
}

static void compile(struct plan *plan, struct bench *bench, const char *what)
{
	char bytes[512];
	struct text diagnostic = TEXT_OVER(bytes);
	struct schedule_request schedule = {
		.machine = &bench->machine,
		.configs = plan->configs,
		.config_count = (uint8_t)plan->config_count,
		.sockets = 1,
		.dry = true,
	};
	struct session_request request = {
		.machine = &bench->machine,
		.configs = plan->configs,
		.schedule = &plan->schedule,
	};

	if (!schedule_make(&schedule, &plan->schedule, &diagnostic) ||
	    !session_compile(&plan->session, &request, &diagnostic))
		fail_msg("%s: %s", what, bytes);
}

/* Of its uncore. */
static unsigned counters_of(const struct processor *processor)
{
	unsigned count = 0;

	for (unsigned i = 0; i < processor->type_count; i++) {
		const struct box_type *type = processor->types[i];

		if (type->scope == BOX_OF_SOCKET)
			count += type->instances * (type->counters + (unsigned)type->fixed);
	}
	return count;
}

/* As many accesses as there are counters, one that stops and one that resumes. */
static void look_at_all_counters(const char *machine, unsigned counters)
{
	struct bench bench;
	struct plan plan = {.config_count = 0};

	set_up(&bench, machine, "");
	assert_int_equal(counters_of(bench.machine.processor), counters);
	add_all(&plan, bench.machine.processor);
	assert_true(plan.configs[0].event->flags & EVENT_CLOCK);
	compile(&plan, &bench, machine);
	assert_int_equal(plan.session.counter_count, counters);
	assert_int_equal(plan.session.freeze.count, 1);
	assert_int_equal(plan.session.read.count, counters);
	assert_int_equal(plan.session.resume.count, 1);
	tear_down(&bench);
}

/* Of each logical processor 2 and 3 fixed; of 38 CHAs, 8 EDCs in both clocks, 2 memory controllers, their 6 channels and
 * M2PCIe 4 each. No document has an event for the U-Box, the PCU and the fixed counters of clocks. */
TEST(all_counters_of_knights_landing_that_have_events_get_one)
{
	struct bench bench;
	struct plan plan = {.config_count = 0};

	set_up(&bench, "knights-landing", "");
	add_all(&plan, bench.machine.processor);
	compile(&plan, &bench, "knights-landing");
	assert_int_equal(plan.session.counter_count, bench.machine.cpu_count * 5u + (38 + 8 + 8 + 2 + 6 + 1) * 4);
	tear_down(&bench);
}

TEST(all_counters_cost_one_access_each)
{
	look_at_all_counters("xeon-7500", 98);
}

/* One metric at a time: some of them compete for counters. */
TEST(every_metric_finds_its_counters)
{
	const struct metric_table *table = processor_by_name("xeon-7500")->metrics;

	for (unsigned i = 0; i < table->count; i++) {
		const char *name = table->strings + table->metrics[i].name;
		struct bench bench;
		struct plan plan = {.config_count = 0};
		struct metric_formula formula;
		struct diagnostic diagnostic;

		set_up(&bench, "xeon-7500", "");
		if (!metric_parse(slice_of(table->strings + table->metrics[i].formula), &formula, &diagnostic))
			fail_msg("%s: %s", name, diagnostic.reason);
		for (unsigned e = 0; e < formula.event_count; e++)
			if (!slice_is(formula.events[e], "clock"))
				add(&plan, bench.machine.processor, formula.events[e]);
		compile(&plan, &bench, name);
		tear_down(&bench);
	}
}
