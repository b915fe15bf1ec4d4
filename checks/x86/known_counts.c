/* SPDX-License-Identifier: BSD-2-Clause */
/* Events of which is known how often they happen, whatever the machine does: in every cycle, or in none. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#include "core/event/event.h"

#define RUN_NS UINT64_C(20000)

/* The counter under test, and another of its box that counts the clock. */
struct pair {
	struct counter tested, every;
	uint64_t cycles;
};

static void judge_known(struct check_context *context, const struct known_count *known, const struct pair *pair,
			const struct event_config *config, uint64_t got, uint64_t every)
{
	/* The register that says what is special about the event: a filter, or the select. */
	struct check_register filter = {.box = pair->tested.box, .row = config->settings[0].row};
	const struct check_register *reg = config->setting_count ? &filter : &pair->tested.select;

	if (!check_going(context))
		return;
	if (every <= 2)
		check_skip(context, "the clock next to it does not advance: see `modifiers`");
	else if (known->every ? got >= every / 2 : got <= 2)
		return;
	else if (known->late)
		check_skip(context, "its filter takes effect with the next change of frequency: none came");
	else
		fail_got(context, reg, known->every ? every : 0, got, "%s must count %s", known->event,
			 known->every ? "every cycle" : "nothing");
}

static void try_known(struct check_context *context, const struct known_count *known, const struct pair *pair)
{
	struct together both = {.count = 2};
	struct event_config config;

	if (!parse_event(context, known->event, &config) || !(config.counters & BIT(pair->tested.number)))
		return;
	quiet_box(context, &pair->tested.box);
	for (unsigned i = 0; i < config.setting_count; i++) {
		struct check_register reg = {.box = pair->tested.box, .row = config.settings[i].row};

		check_write(context, &reg, config.settings[i].value);
	}
	both.of[0] = (struct counting){pair->tested, config.select, START_VALUE, 0};
	both.of[1] = (struct counting){pair->every, pair->cycles, START_VALUE, 0};
	together_prepare(context, &both);
	together_run(context, &both, RUN_NS);
	judge_known(context, known, pair, &config, both.of[0].counts, both.of[1].counts);
}

void run_known_counts(struct check_context *context)
{
	const struct box_type *type = context->target.place->box.type;
	const struct known_count *known;
	struct pair pair = {.tested = counter_of_target(context)};
	unsigned i = 0;

	if (!find_clock_beside(context, &pair.tested, &pair.every, &pair.cycles)) {
		check_skip(context, "no other counter of this box counts its clock");
		return;
	}
	for (; (known = check_known_count(context->machine, type, i)) && check_going(context); i++)
		try_known(context, known, &pair);
	check_pass(context, "%u events", i);
}

/* Not every counter may count each of them. */
bool has_known_counts(const struct machine *machine, const struct check_target *target)
{
	const struct known_count *known;
	struct event_config config;
	struct diagnostic diagnostic;

	if (target->counter >= box_counters(&target->place->box))
		return false;
	for (unsigned i = 0; (known = check_known_count(machine, target->place->box.type, i)); i++)
		if (!event_parse(machine->processor, slice_of(known->event), &config, &diagnostic) ||
		    config.counters & BIT(target->counter))
			return true;
	return false;
}
