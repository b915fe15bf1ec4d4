/* SPDX-License-Identifier: BSD-2-Clause */
/* film: shows known work cycle by cycle. */
#include "core/check/check.h"
#include "core/command/command.h"
#include "core/film/film.h"
#include "lib/memory.h"
#include "lib/text.h"

#define WORK_USUAL "read:8"

struct film_command {
	struct film film;
	struct measure measure;
	bool worked, evented, filmed; /* -w, -e and -s were given */
};

/* ---- default counters ---------------------------------------------------------------------------------------- */

static bool has_clock_of_socket(const struct measure *measure)
{
	return control_scope(measure->machine, measure->configs[0].type) == CONTROL_BY_SOCKET;
}

/* Adds events that are known to count this work, if the clock freezes them. */
static bool add_known(struct film_command *command, bool *any)
{
	const struct check_facts *facts = check_facts_of(command->measure.machine);
	const struct meanings *meanings = facts ? facts->meanings : NULL;
	const struct meaning *row;

	if (!meanings || !has_clock_of_socket(&command->measure))
		return true;
	for (unsigned i = 0; (row = meaning_row(meanings, i)); i++) {
		/* Events with words in braces are left out: they are not valid event strings. */
		if (meaning_work_kind(row->work) != command->film.request.kind || row->run ||
		    glob_match(slice_of("*{*"), row->events))
			continue;
		if (!measure_add_events(&command->measure, slice_of(row->events)))
			return false;
		*any = true;
	}
	return true;
}

/* Adds the default events if they are core events, like the clock: its overflow freezes no others. */
static bool add_usual_own(struct film_command *command)
{
	const struct processor *processor = command->measure.machine->processor;
	struct measure *measure = &command->measure;

	if (!measure_add_own(measure, processor->default_events))
		return false;
	for (unsigned i = 1; i < measure->config_count; i++) {
		if (measure->configs[i].type == measure->configs[0].type)
			continue;
		record_error(measure->output, VERDICT_ERROR,
			     "no clock can freeze the uncore of %s: name core events with -e (`list core`)",
			     processor->name);
		return false;
	}
	return true;
}

/* Adds events if the user named none. Without known ones, the default events are used, but only with a core's clock: an
 * uncore's may be the clock itself. */
static bool add_usual(struct film_command *command)
{
	const struct processor *processor = command->measure.machine->processor;
	bool any = false;

	if (!add_known(command, &any) || any)
		return any;
	if (*processor->default_events && !has_clock_of_socket(&command->measure))
		return add_usual_own(command);
	record_error(command->measure.output, VERDICT_ERROR,
		     "uncork knows no events of %s that count this work: name some with -e", processor->name);
	return false;
}

/* ---- the command ------------------------------------------------------------------------------------------------ */

static bool take_filmed_work(struct film_command *command, const char *value)
{
	uint32_t cpu = command->film.request.cpu;
	char bytes[256];
	struct text why = TEXT_OVER(bytes);

	command->worked = work_parse(slice_of(value), &command->film.request, &why);
	command->film.request.cpu = cpu;
	if (!command->worked)
		record_error(command->measure.output, VERDICT_ERROR, "%s", why.at);
	return command->worked;
}

static bool take_film_option(struct film_command *command, int letter, const char *value)
{
	struct measure *measure = &command->measure;
	struct film *film = &command->film;
	uint64_t number;

	switch (letter) {
	case 'e':
		/* The clock is always filmed; if it is named too, the duplicate is dropped. */
		command->evented = true;
		if (!measure_add_events(measure, slice_of(value)))
			return false;
		measure_drop_doubles(measure);
		return true;
	case 'w': return take_filmed_work(command, value);
	case 't': return measure_number(measure, letter, value, 1, FILM_CYCLES_MOST, &film->end);
	case 'd': return measure_number(measure, letter, value, 1, FILM_CYCLES_MOST, &film->step);
	case 'b': return measure_number(measure, letter, value, 0, FILM_CYCLES_MOST - 1, &film->begin);
	case 'C':
		if (!measure_number(measure, letter, value, 0, measure->machine->cpu_count - 1u, &number))
			return false;
		film->request.cpu = (uint32_t)number;
		return true;
	case 's':
		command->filmed = true;
		return measure_number(measure, letter, value, 0, UINT16_MAX, &number) &&
		       measure_socket(measure, number);
	default: return false;
	}
}

/* Adds the clock, which must be the first event. */
static bool add_clock(const struct film_command *command)
{
	const struct processor *processor = command->measure.machine->processor;
	struct measure *measure = command->film.measure;

	if (!*processor->clock_event || !measure_add_events(measure, slice_of(processor->clock_event)) ||
	    !session_samples(measure->machine, measure->configs[0].type)) {
		record_error(measure->output, VERDICT_ERROR,
			     "a film needs a clock whose overflow freezes all counters of a socket: %s has none",
			     processor->name);
		return false;
	}
	return true;
}

static bool take_film_words(struct film_command *command, int argc, char **argv)
{
	struct options options = options_of(argc, argv);
	struct measure *measure = &command->measure;
	struct film *film = &command->film;
	const struct cpu *worker;
	int letter;

	while ((letter = option_next(&options, "e:w:t:d:b:C:s:", measure->output)))
		if (!take_film_option(command, letter, options.value))
			return false;
	if (!options_took_all(&options, measure->output))
		return false;
	worker = &measure->machine->cpus[film->request.cpu];
	if (!command->filmed && !measure_socket(measure, worker->socket))
		return false;
	/* Core events are counted on the CPU that works. */
	if (measure->sockets == BIT(worker->socket) && !measure_cpu(measure, film->request.cpu))
		return false;
	if (!command->worked && !take_filmed_work(command, WORK_USUAL))
		return false;
	film->end = film->end ? film->begin + film->end : 0;
	return command->evented || add_usual(command);
}

static void run_film(struct shell *shell, int argc, char **argv)
{
	struct film_command command = {.film.request.cpu = machine_bootstrap_cpu(shell->machine)};
	bool good = measure_start(&command.measure, shell->machine, shell->output, false);

	command.film.measure = &command.measure;
	command.measure.interruption = (struct interruption){shell_interrupted, shell};
	if (good && add_clock(&command) && take_film_words(&command, argc, argv))
		film_run(&command.film);
	measure_end(&command.measure);
}

const struct command command_film = {
	.name = "film",
	.usage = "[-e EVENT[,EVENT...]]... [-w KIND[:AMOUNT]] [-t CYCLES] [-d STEP] [-b CYCLES] [-C CPU] [-s SOCKET]",
	.summary = "show cycle by cycle what known work does",
	.details = "Repeats the same work from the same state. In each run the uncore's clock overflows a few\n"
		   "cycles later than in the run before, and its overflow freezes all counters of the socket.\n"
		   "The difference between two runs is what happened in these cycles.\n"
		   "  -e EVENT,...  what to film; default: events known to count this work (help work)\n"
		   "  -w KIND       the work, with an AMOUNT (read:8)\n"
		   "  -t CYCLES     length of the film; default: as long as the work takes\n"
		   "  -d STEP       cycles from one frame to the next; default: 100 frames in all\n"
		   "  -b CYCLES     start of the film, in cycles after the start of the counters (0)\n"
		   "  -C CPU        the CPU that does the work\n"
		   "  -s SOCKET     the socket to film; default: that of the CPU that does the work\n"
		   "\n"
		   "The work starts some cycles after the counters. Each frame takes one run of the work; a\n"
		   "film has at most 1000 frames. It needs counters that the overflow of a clock freezes: Xeon\n"
		   "7500, E7, E5-2600 v2, and the core counters of Knights Landing.\n"
		   "A report of its records (-F json) shows a picture, with a row for each box and cycles across.\n"
		   "Examples:\n"
		   "  film -w read:8\n"
		   "  film -e cbox*::LLC_MISSES:ALL,mbox*::BBOX_CMDS_ALL -w write:4 -t 2000 -d 20\n",
	.next = "stat -e EVENT -w KIND:AMOUNT    what all of the work counts\n",
	.of_machine = true,
	.run = run_film,
};
