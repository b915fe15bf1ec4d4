/* SPDX-License-Identifier: BSD-2-Clause */
/* program: shows the register programs of stat or record without running them. */
#include "core/command/command.h"
#include "core/hardware/bus.h"
#include "core/session/measure.h"

static void show_program(const struct measure *measure, const struct program *program)
{
	uint32_t reads = 0, writes = 0, guarded = 0;
	struct record record;

	for (unsigned i = 0; i < program->count; i++) {
		const struct operation *operation = &program->operations[i];

		if (operation->kind == OPERATION_READ || operation->kind == OPERATION_CHECK)
			reads += bus_reads(&operation->where);
		else if (operation->kind != OPERATION_TICKS)
			writes += bus_writes(&operation->where, operation->value);
		guarded += operation->guard != NO_GUARD;
		record_operation(measure->output, measure->machine, program->name, operation);
	}
	record_begin(&record, measure->output, "program");
	record_text(&record, "name", program->name);
	record_u64(&record, "accesses", program_accesses(program));
	record_u64(&record, "reads", reads);
	record_u64(&record, "writes", writes);
	record_u64(&record, "guarded", guarded);
	record_end(&record);
}

static bool take_options(struct measure *measure, int argc, char **argv, uint64_t *period)
{
	struct options options = options_of(argc, argv);
	int letter;

	while ((letter = option_next(&options, "e:c:", measure->output))) {
		if (letter == 'e' && measure_add_events(measure, slice_of(options.value)))
			continue;
		if (letter == 'c' && measure_number(measure, letter, options.value, 1, UINT64_MAX, period))
			continue;
		return false;
	}
	if (!options_took_all(&options, measure->output))
		return false;
	if (measure->config_count)
		return true;
	record_error(measure->output, VERDICT_ERROR, "program: -e EVENT is missing");
	return false;
}

static void run_program(struct shell *shell, int argc, char **argv)
{
	struct measure_plan plan = {.cpu = machine_bootstrap_cpu(shell->machine)};
	struct measure measure;
	struct session session;
	const struct program *const programs[] = {
		&session.save, &session.arm,  &session.look, &session.start,  &session.freeze, &session.status,
		&session.hold, &session.read, &session.ack,  &session.resume, &session.disarm,
	};
	bool good = measure_start(&measure, shell->machine, shell->output, true) && measure_socket(&measure, 0) &&
		    take_options(&measure, argc, argv, &plan.period) && measure_compile(&measure, &plan, &session);

	for (unsigned i = 0; good && i < ARRAY_SIZE(programs); i++)
		if (programs[i]->count)
			show_program(&measure, programs[i]);
	measure_end(&measure);
}

const struct command command_program = {
	.name = "program",
	.usage = "-e EVENT[,EVENT...] [-c PERIOD]",
	.summary = "show the register programs of a measurement without running them",
	.details = "  -e EVENT,...  the events to count\n"
		   "  -c PERIOD     sample the first event, as record does\n"
		   "\n"
		   "Prints a line for each operation, in the order in which stat or record would do it on\n"
		   "socket 0, and assumes that all boxes are present. Without -c: save, arm, start, then\n"
		   "freeze, read and resume for each interval, and disarm. With -c the PMI handler runs\n"
		   "status, hold, read, ack and resume. Example:\n"
		   "  program -e cbox0::LLC_HITS:M,wbox::FIXED_UNCORE_CLK\n",
	.next = "stat -e EVENT        run them\n"
		"peek REGISTER        the value of one of these registers now\n",
	.run = run_program,
};
