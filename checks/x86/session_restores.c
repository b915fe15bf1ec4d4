/* SPDX-License-Identifier: BSD-2-Clause */
/* A measurement leaves the socket as it found it. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"
#include "core/hardware/core_pmu.h"
#include "core/session/session.h"

#define CHOICES 8
#define RUN_NS  UINT64_C(100000)

/* A register of the socket and where the walk over them stands. */
struct walk {
	unsigned box, n, count;
};

static bool restores_step(const struct check_context *context, struct walk *walk, struct check_register *reg)
{
	const struct machine *machine = context->machine;

	for (; walk->box < machine->box_count; walk->box++, walk->n = 0) {
		const struct machine_box *place = &machine->boxes[walk->box];

		if (place->state != BOX_FOUND || place->box.socket != context->target.place->box.socket)
			continue;
		while (walk->n < check_register_count(&place->box)) {
			*reg = check_register_at(&place->box, walk->n++);
			if (!check_readable(reg) || check_is_lost(place, reg) || was_running(context, reg))
				continue;
			walk->count++;
			return true;
		}
	}
	return false;
}

static uint64_t *read_registers(struct check_context *context)
{
	struct check_register reg;
	struct walk walk = {0};
	uint64_t *values;

	while (restores_step(context, &walk, &reg))
		;
	values = arena_take(context->machine->arena, walk.count + 1, sizeof(*values));
	if (!values) {
		check_fail(context, "not enough memory");
		return NULL;
	}
	for (walk = (struct walk){0}; restores_step(context, &walk, &reg);)
		values[walk.count - 1] = check_read(context, &reg);
	return values;
}

static void compare_registers(struct check_context *context, const uint64_t *before)
{
	struct check_register reg;
	struct walk walk = {0};

	while (restores_step(context, &walk, &reg)) {
		struct check_difference difference = {.reg = &reg, .expected = before[walk.count - 1]};

		difference.got = check_read(context, &reg);
		if (difference.got != difference.expected && check_going(context))
			check_fail_at(context, &difference, "not as before the measurement");
	}
	check_pass(context, "%u registers as before", walk.count);
}

/* The default events, but those that CPUID says this processor lacks. */
static uint8_t parse_configs(const struct machine *machine, struct event_config configs[CHOICES])
{
	struct slice rest = slice_of(machine->processor->default_events);
	struct diagnostic diagnostic;
	char storage[CHECK_MESSAGE_SIZE];
	struct text lacking = TEXT_OVER(storage);
	uint8_t count = 0;

	while (rest.at && count < CHOICES)
		count += event_parse(machine->processor, event_list_cut(&rest), &configs[count], &diagnostic) &&
			 core_pmu_accepts(machine, &configs[count], &lacking);
	return count;
}

static bool compile(struct check_context *context, struct event_config configs[CHOICES], struct session *session)
{
	struct machine *machine = context->machine;
	char storage[CHECK_MESSAGE_SIZE];
	struct text diagnostic = TEXT_OVER(storage);
	struct schedule schedule;
	struct schedule_request wanted = {
		.machine = machine,
		.configs = configs,
		.config_count = parse_configs(machine, configs),
		.sockets = BIT(context->target.place->box.socket),
	};
	struct session_request request = {.machine = machine, .configs = configs, .schedule = &schedule};

	if (!wanted.config_count) {
		check_untested(context, "CPUID leaf 0xa says that this processor lacks all default events");
		return false;
	}
	if (!schedule_make(&wanted, &schedule, &diagnostic) || !session_compile(session, &request, &diagnostic)) {
		check_skip(context, "the default events cannot be measured: %s", diagnostic.at);
		return false;
	}
	return true;
}

static void fail_program(struct check_context *context, const struct session *session)
{
	const struct program *program = session->trouble_program;
	const struct operation *operation = &program->operations[session->trouble.stopped_at];
	struct check_register reg;
	struct check_difference difference = {.reg = &reg};
	unsigned index = 0;

	if (!machine_register(context->machine, &operation->where, &reg.box, &reg.row, &index))
		return;
	reg.index = (uint8_t)index;
	difference.expected = operation->value;
	difference.got = session->trouble.got;
	if (session->trouble.outcome != OUTCOME_DROPPED)
		difference.outcome = (uint8_t)session->trouble.outcome;
	check_fail_at(context, &difference, "the program `%s` stops here: %s", program->name,
		      outcome_name(session->trouble.outcome));
}

static void measure_once(struct check_context *context, struct session *session)
{
	bool running = session_begin(session) && session_run(session, &session->start);

	if (running) {
		check_pause(context, RUN_NS);
		running = session_run(session, &session->freeze) && session_run(session, &session->read);
	}
	session_end(session);
	if (!running || session->trouble_program)
		fail_program(context, session);
}

static void run_session_restores(struct check_context *context)
{
	struct arena *arena = context->machine->arena;
	struct event_config configs[CHOICES];
	size_t mark = arena_mark(arena);
	struct session session = {0};
	uint64_t *before = read_registers(context);

	if (before && compile(context, configs, &session)) {
		measure_once(context, &session);
		compare_registers(context, before);
	}
	arena_release(arena, mark);
}

const struct check check_session_restores = {
	.name = "session.restores",
	.title = "a measurement leaves every register of the socket as it was",
	.about = "Reads all registers, measures the events that `stat` counts if none are given, and\n"
		 "reads them again. A difference is a register that does not take its old value back:\n"
		 "see its `bits` check. If that passes, it is a mistake of the firmware: report it.",
	.fact = "what was touched is saved first and put back at the end",
	.advice = check_advice_left_behind,
	.scope = CHECK_OF_SOCKET,
	.run = run_session_restores,
};
