/* SPDX-License-Identifier: BSD-2-Clause */
/* A fixed counter agrees with boxes elsewhere that count the same clock. */
#include "checks/lib/nested.h"
#include "checks/x86/all.h"

#define RUN_NS     UINT64_C(10000000)
#define REFERENCES 2 /* which must agree with each other before anything is held against them */

static const struct shared_clock *clock_of(const struct machine *machine, const struct check_target *target)
{
	return check_shared_clock(machine, target->place->box.type);
}

/* Those of the first and the last box that the event is of. False if there are not so many. */
static bool find_references(const struct check_context *context, const struct event_config *config,
			    struct counter references[REFERENCES])
{
	const struct machine_box *place;
	unsigned count = 0, walk = 0;

	while ((place = next_box(context, &walk)))
		if (place->box.type == config->type)
			references[count < REFERENCES ? count++ : REFERENCES - 1] = counter_for(&place->box, config);
	return count == REFERENCES;
}

static void start_clocks(struct check_context *context, const struct counter *fixed,
			 const struct counter references[REFERENCES], uint64_t event)
{
	quiet_box(context, &fixed->box);
	for (unsigned i = 0; i < REFERENCES; i++)
		quiet_box(context, &references[i].box);
	for (unsigned i = 0; i < REFERENCES; i++)
		counter_prepare(context, &references[i], event, 0);
	counter_prepare(context, fixed, 0, 0);
	start(context, 0);
}

static void judge_fixed_clock(struct check_context *context, const struct counter *fixed,
			      const struct counter references[REFERENCES])
{
	struct nested others = nested_count(context, &references[0], &references[1], RUN_NS);
	struct nested nested = nested_count(context, fixed, &references[0], RUN_NS);
	struct check_difference difference = {.reg = &fixed->count, .expected = nested.inner_b, .got = nested.outer_a};

	if (!check_going(context))
		return;
	if (!nested_agree(&others) || !others.outer_a) {
		check_skip(context, "the counters to compare with do not agree");
		return;
	}
	if (nested.inner_a > nested.outer_b) {
		difference.expected = nested.outer_b;
		difference.got = nested.inner_a;
	}
	if (!nested_agree(&nested) && clock_of(context->machine, &context->target)->inferred)
		check_doubt_at(context, &difference,
			       &(struct check_doubt){"clock", "it counts otherwise", "it counts as other boxes do"});
	else if (!nested_agree(&nested))
		check_fail_at(context, &difference, "counts otherwise than other boxes on the same clock");
	check_pass(context, "%llu cycles, as elsewhere", (unsigned long long)nested.outer_a);
}

static void run_fixed_clock(struct check_context *context)
{
	struct counter fixed = counter_of_target(context), references[REFERENCES];
	const char *event = clock_of(context->machine, &context->target)->event;
	struct event_config config;
	struct diagnostic diagnostic;

	if (!event_parse(context->machine->processor, slice_of(event), &config, &diagnostic)) {
		check_fail(context, "%s: %s", event, diagnostic.reason);
		return;
	}
	if (!find_references(context, &config, references)) {
		check_skip(context, "no two boxes to compare with answer");
		return;
	}
	start_clocks(context, &fixed, references, config.select);
	judge_fixed_clock(context, &fixed, references);
	stop(context);
}

static bool has_clock(const struct machine *machine, const struct check_target *target)
{
	return clock_of(machine, target);
}

const struct check check_fixed_clock = {
	.name = "clock",
	.title = "the fixed counter counts the clock that other boxes count",
	.about = "Lets the fixed counter run together with counters of two other boxes on the same\n"
		 "clock, and reads one before and after the other: the outer one must have\n"
		 "counted no less than the inner, whichever is which. The two others must agree\n"
		 "with each other first. A failure means that the fixed counter loses cycles,\n"
		 "counts some twice, or counts another clock.",
	.scope = CHECK_OF_FIXED,
	.applies = has_clock,
	.run = run_fixed_clock,
};
