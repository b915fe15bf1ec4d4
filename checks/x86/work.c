/* SPDX-License-Identifier: BSD-2-Clause */
/* Events count what their names say: known work is done on each socket, and its counts are compared with the
 * processor's table (checks/x86/NAME.facts). */
#include "checks/lib/support.h"
#include "checks/x86/all.h"
#include "checks/x86/facts.h"

#define LISTED(PROCESSOR) &PROCESSOR##_check_facts,
const struct check_facts *const check_facts[] = {PROCESSORS(LISTED) & described_check_facts, NULL};

/* Enough to measure a slope to 1%. */
#define LINES 1024

static void fail_meaning(struct check_context *context, const struct meaning_report *report)
{
	struct check_register reg = {0};
	struct check_difference difference = {.reg = &reg, .outcome = report->outcome, .got = report->got};
	unsigned index = 0;

	if (report->broken.type)
		check_roots_use_box(context, &report->broken);
	if (report->outcome == OUTCOME_OK ||
	    !machine_register(context->machine, &report->stopped_at, &reg.box, &reg.row, &index)) {
		check_fail(context, "%s", report->message);
		return;
	}
	reg.index = (uint8_t)index;
	check_roots_use(context, &reg);
	check_fail_at(context, &difference, "%s", report->message);
}

static enum meaning_work work_of(const struct check_target *target)
{
	static const struct {
		const struct check *check;
		enum meaning_work work;
	} works[] = {
		{&check_work_write, MEANING_WRITE},
		{&check_work_remote, MEANING_REMOTE},
		{&check_work_alone_read, MEANING_ALONE_READ},
		{&check_work_alone_write, MEANING_ALONE_WRITE},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(works); i++)
		if (target->check == works[i].check)
			return works[i].work;
	return MEANING_READ;
}

void run_meaning(struct check_context *context)
{
	struct machine *machine = context->machine;
	const struct meaning_request request = {
		.machine = machine,
		.meanings = check_facts_of(machine)->meanings,
		.work = (uint8_t)work_of(&context->target),
		.cpu = machine->hw->cpu_of_socket(machine->hw, context->target.place->box.socket),
		.lines = LINES,
		.repeats = 1,
	};
	struct meaning_report *report = arena_take(machine->arena, 1, sizeof(*report));

	if (!report || request.cpu == HW_NO_CPU) {
		check_skip(context, report ? "no processor of the socket works" : "not enough memory");
		return;
	}
	/* Counters that were found enabled in other boxes would run along. */
	quiet_box(context, &context->target.place->box);
	meaning_judge(&request, report);
	if (report->failed && report->broken.type && stimulus_left_unclocked(context, &report->broken))
		return;
	if (report->failed)
		fail_meaning(context, report);
	else if (report->unseen)
		check_skip(context, "%s", report->skipped);
	else if (report->skipped)
		check_untested(context, "%s", report->skipped);
	else
		check_pass(context, "%u events of %u, %u and %u lines", report->count, LINES, 2 * LINES, 4 * LINES);
}

bool is_known(const struct machine *machine, const struct check_target *target)
{
	const struct check_facts *facts = check_facts_of(machine);
	enum meaning_work work = work_of(target);

	return facts && machine->hw->take_memory && meaning_knows(facts->meanings, work) &&
	       (work != MEANING_REMOTE || machine->socket_count > 1);
}
