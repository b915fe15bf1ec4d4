/* SPDX-License-Identifier: BSD-2-Clause */
/* work: does known work and judges the counts. */
#include "core/check/check.h"
#include "core/command/command.h"
#include "core/session/measure.h"
#include "lib/memory.h"

/* 1% of the smallest amount must still be several counts. */
#define LINES_USUAL 1024
#define LINES_LEAST 256
#define LINES_MOST  (WORK_PAGES_MOST / 4)

/* The command's options. */
struct work_command {
	struct shell *shell;
	const struct meanings *meanings; /* NULL: no table for this processor */
	struct work_request asked[COMMAND_ARGUMENTS];
	bool given[COMMAND_ARGUMENTS]; /* an amount was given */
	unsigned count;
	uint32_t cpu; /* HW_NO_CPU: one of each socket */
	uint64_t repeats;
	bool brief;
};

/* ---- judged work ---------------------------------------------------------------------------------------------- */

static void say_judged(const struct work_command *command, const struct meaning_report *report, const char *id)
{
	struct output *output = command->shell->output;
	char message[96];
	struct text text = TEXT_OVER(message);

	if (!command->brief)
		meaning_record(report, output);
	if (report->work.units)
		work_record(&report->work, output);
	text_format(&text, "%u events of %llu lines, and two and four times as many, %u times", report->count,
		    (unsigned long long)report->lines, report->repeats);
	if (report->failed)
		record_check(output, id, CHECK_FAIL, report->message, NULL, NULL);
	else if (report->skipped)
		record_check(output, id, report->unseen ? CHECK_SKIP : CHECK_UNTESTED, report->skipped, NULL, NULL);
	else
		record_check(output, id, CHECK_PASS, message, NULL, NULL);
}

static void judge(const struct work_command *command, enum meaning_work work, uint64_t lines, uint32_t cpu)
{
	struct machine *machine = command->shell->machine;
	const struct meaning_request request = {
		.machine = machine,
		.meanings = command->meanings,
		.work = (uint8_t)work,
		.cpu = cpu,
		.lines = min_u64(max_u64(lines, LINES_LEAST), LINES_MOST),
		.repeats = (uint8_t)command->repeats,
	};
	size_t mark = arena_mark(machine->arena);
	struct meaning_report *report = arena_take(machine->arena, 1, sizeof(*report));
	char bytes[CHECK_ID_SIZE];
	struct text id = TEXT_OVER(bytes);

	text_format(&id, "%s.", machine->processor->name);
	if (machine->cpus[cpu].socket)
		text_format(&id, "socket%u.", machine->cpus[cpu].socket);
	text_format(&id, "work.%s", meaning_work_name(work));
	if (report) {
		meaning_judge(&request, report);
		say_judged(command, report, id.at);
	} else
		record_check(command->shell->output, id.at, CHECK_SKIP, "out of memory", NULL, NULL);
	arena_release(machine->arena, mark);
}

/* ---- work without verdict --------------------------------------------------------------------------------------- */

static void do_only(const struct work_command *command, const struct work_request *asked, uint32_t cpu)
{
	struct machine *machine = command->shell->machine;
	struct hw *hw = machine->hw;
	struct window window = {.cpu = machine_bootstrap_cpu(machine)};
	struct work_request request = *asked;
	char bytes[200];
	struct text why = TEXT_OVER(bytes);
	struct work work;
	bool good;

	request.cpu = cpu;
	good = work_begin(&work, machine, &request, &why);
	if (good && hw->window_open(hw, &window) == OUTCOME_OK) {
		good = work_ready(&work) && work_do(&work, request.amount);
		hw->window_close(hw);
		if (!good)
			text_format(&why, "%s: a processor did not answer", request.kind->name);
	} else if (good) {
		good = false;
		text_format(&why, "%s: interrupts cannot be deferred", request.kind->name);
	}
	work_end(&work);
	if (good)
		work_record(&work, command->shell->output);
	else
		record_error(command->shell->output, VERDICT_ERROR, "%s", why.at);
}

/* ---- the command --------------------------------------------------------------------------------------------------- */

/* True if the processor's table has expected counts for this work. */
static bool is_judged(const struct work_command *command, const struct work_kind *kind, enum meaning_work *work)
{
	for (unsigned w = 0; w < MEANING_WORKS; w++)
		if (meaning_work_kind(w) == kind && meaning_knows(command->meanings, (enum meaning_work)w)) {
			*work = (enum meaning_work)w;
			return true;
		}
	return false;
}

static uint32_t next_cpu(const struct work_command *command, uint16_t socket)
{
	struct hw *hw = command->shell->machine->hw;

	if (command->cpu != HW_NO_CPU)
		return socket ? HW_NO_CPU : command->cpu;
	return hw->cpu_of_socket(hw, socket);
}

static unsigned sockets_meant(const struct work_command *command)
{
	unsigned count = 0;

	for (uint16_t s = 0; s < command->shell->machine->socket_count; s++)
		count += next_cpu(command, s) != HW_NO_CPU;
	return count;
}

/* If the processor has no table, the work is done and not judged. */
static void work_on_all(const struct work_command *command)
{
	enum meaning_work work;
	unsigned planned = 0;

	for (unsigned i = 0; i < command->count; i++)
		planned += is_judged(command, command->asked[i].kind, &work) ? sockets_meant(command) : 0;
	if (planned)
		record_plan(command->shell->output, planned);
	for (unsigned i = 0; i < command->count; i++) {
		const struct work_request *asked = &command->asked[i];
		uint64_t lines = command->given[i] ? asked->amount : LINES_USUAL;
		bool judged = is_judged(command, asked->kind, &work);

		for (uint16_t s = 0; s < command->shell->machine->socket_count; s++) {
			uint32_t cpu = next_cpu(command, s);

			if (cpu == HW_NO_CPU || shell_interrupted(command->shell))
				continue;
			if (judged)
				judge(command, work, lines, cpu);
			else
				do_only(command, asked, cpu);
		}
	}
}

static bool is_known(const struct work_command *command, enum meaning_work work)
{
	return meaning_knows(command->meanings, work) &&
	       (work != MEANING_REMOTE || command->shell->machine->socket_count > 1);
}

/* Does all work that can be judged, including that on memory of nodes without processors. */
static void work_on_known(const struct work_command *command)
{
	unsigned works = 0;

	for (unsigned w = 0; w < MEANING_WORKS; w++)
		works += is_known(command, (enum meaning_work)w);
	if (!works) {
		record_error(command->shell->output, VERDICT_ERROR,
			     "no sheet says what this processor's events count: name a KIND of work to do (help work)");
		return;
	}
	record_plan(command->shell->output, works * sockets_meant(command));
	for (unsigned w = 0; w < MEANING_WORKS; w++)
		for (uint16_t s = 0; s < command->shell->machine->socket_count; s++)
			if (is_known(command, (enum meaning_work)w) && next_cpu(command, s) != HW_NO_CPU &&
			    !shell_interrupted(command->shell))
				judge(command, (enum meaning_work)w, LINES_USUAL, next_cpu(command, s));
}

static bool take_number(const struct work_command *command, int letter, const char *value, uint64_t least,
			uint64_t most, uint64_t *number)
{
	if (parse_u64(slice_of(value), number) && *number >= least && *number <= most)
		return true;
	record_error(command->shell->output, VERDICT_ERROR, "-%c takes a number from %llu to %llu, not %s", letter,
		     (unsigned long long)least, (unsigned long long)most, value);
	return false;
}

static bool take_words(struct work_command *command, int argc, char **argv)
{
	struct options options = options_of(argc, argv);
	const struct machine *machine = command->shell->machine;
	char bytes[256];
	struct text why = TEXT_OVER(bytes);
	uint64_t number = 0;
	int letter;

	while ((letter = option_next(&options, "C:n:q", command->shell->output))) {
		if (letter == 'q')
			command->brief = true;
		else if (letter == 'C' &&
			 take_number(command, letter, options.value, 0, machine->cpu_count - 1u, &number))
			command->cpu = (uint32_t)number;
		else if (letter != 'n' ||
			 !take_number(command, letter, options.value, 1, MEANING_REPEATS, &command->repeats))
			return false;
	}
	for (; options.index < argc; options.index++) {
		const char *word = argv[options.index];
		struct work_request *asked = &command->asked[command->count];

		if (!work_parse(slice_of(word), asked, &why)) {
			record_error(command->shell->output, VERDICT_ERROR, "%s", why.at);
			return false;
		}
		command->given[command->count++] = strcmp(word, asked->kind->name) != 0;
	}
	return true;
}

static void run_work(struct shell *shell, int argc, char **argv)
{
	const struct check_facts *facts = check_facts_of(shell->machine);
	struct work_command command = {
		.shell = shell,
		.meanings = facts ? facts->meanings : NULL,
		.cpu = HW_NO_CPU,
		.repeats = MEANING_REPEATS,
	};

	if (!take_words(&command, argc, argv))
		return;
	if (command.count)
		work_on_all(&command);
	else
		work_on_known(&command);
}

const struct command command_work = {
	.name = "work",
	.usage = "[-C CPU] [-n TIMES] [-q] [KIND[:AMOUNT]]...",
	.summary = "do known work, and check how events count it",
	.details = "Without KIND it does all work for which this processor's table gives counts: a number of\n"
		   "lines (1024, or AMOUNT), two and four times as many, and none. The growth of a count per\n"
		   "line is compared with the table. Other KINDs are done, but not judged.\n"
		   "  -C CPU    the CPU that works; default: one of each socket, in turn\n"
		   "  -n TIMES  number of repetitions, 1 to 5 (5)\n"
		   "  -q        show only judged results, not every count\n"
		   "Kinds (also for `stat -w`):\n"
		   "  read          read lines of the socket's own memory, one of each page\n"
		   "  write         write lines, and flush them out\n"
		   "  copy          read lines and write others\n"
		   "  nontemporal   write whole lines past the caches\n"
		   "  remote        read lines of another socket's memory, or of a node without CPUs\n"
		   "  share         pass one line back and forth between two CPUs\n"
		   "  lock          locked additions to a cached word\n"
		   "  ipi           send interrupts to another CPU\n"
		   "  uncached      read a register of a device\n"
		   "  pci           read configuration space\n"
		   "  instructions, branches, loads   run a loop of known instructions\n"
		   "AMOUNT is a number of these. For lines, a number with K, M or G is bytes: read:64M.\n",
	.next = "stat -e EVENT -w KIND:AMOUNT    how any event counts it\n"
		"test 'work.*'                   the same as checks, briefly\n",
	.of_machine = true,
	.run = run_work,
};
