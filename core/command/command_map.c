/* SPDX-License-Identifier: BSD-2-Clause */
/* map: finds the box that serves each address. */
#include "core/check/check.h"
#include "core/command/command.h"
#include "core/map/map.h"

/* The command's options. */
struct map_command {
	struct shell *shell;
	const struct map_facts *facts;
	struct slice glob; /* boxes to map; `at` NULL: all */
	uint32_t cpu;      /* HW_NO_CPU: one of each socket */
	bool all;
};

/* True if the glob selects the box type: "cbox", "cbox*" and "cbox3" select C-Boxes. */
static bool is_meant(const struct map_command *command, const struct map_target *target)
{
	struct slice type = command->glob;

	if (!type.at || glob_match(type, target->box))
		return true;
	while (type.length && type.at[type.length - 1] >= '0' && type.at[type.length - 1] <= '9')
		type.length--;
	return slice_is(type, target->box);
}

static void map_on(const struct map_command *command, const struct map_target *target, uint32_t cpu)
{
	struct machine *machine = command->shell->machine;
	struct output *output = command->shell->output;
	const struct map_request request = {.machine = machine, .facts = command->facts, .target = target, .cpu = cpu};
	size_t mark = arena_mark(machine->arena);
	struct map_report *report = arena_take(machine->arena, 1, sizeof(*report));
	char bytes[CHECK_ID_SIZE];
	struct text id = TEXT_OVER(bytes);

	text_format(&id, "%s.", machine->processor->name);
	if (machine->cpus[cpu].socket)
		text_format(&id, "socket%u.", machine->cpus[cpu].socket);
	text_format(&id, "map.%s", target->box);
	if (!report) {
		record_check(output, id.at, CHECK_SKIP, "out of memory", NULL, NULL);
		arena_release(machine->arena, mark);
		return;
	}
	map_find(&request, report);
	if (report->skipped) {
		record_check(output, id.at, report->unseen ? CHECK_SKIP : CHECK_UNTESTED, report->skipped, NULL, NULL);
	} else {
		map_record(report, output, command->all);
		record_check(output, id.at, report->failed ? CHECK_FAIL : CHECK_PASS, report->message, NULL, NULL);
	}
	arena_release(machine->arena, mark);
}

static uint32_t cpu_for(const struct map_command *command, uint16_t socket)
{
	struct hw *hw = command->shell->machine->hw;

	if (command->cpu != HW_NO_CPU)
		return command->shell->machine->cpus[command->cpu].socket == socket ? command->cpu : HW_NO_CPU;
	return hw->cpu_of_socket(hw, socket);
}

static unsigned go_through(const struct map_command *command, bool run)
{
	unsigned count = 0;

	for (uint16_t s = 0; s < command->shell->machine->socket_count; s++)
		for (unsigned i = 0; i < command->facts->target_count; i++) {
			const struct map_target *target = &command->facts->targets[i];
			uint32_t cpu = cpu_for(command, s);

			if (cpu == HW_NO_CPU || !is_meant(command, target) || shell_interrupted(command->shell))
				continue;
			count++;
			if (run)
				map_on(command, target, cpu);
		}
	return count;
}

static bool take_words(struct map_command *command, int argc, char **argv)
{
	struct options options = options_of(argc, argv);
	struct output *output = command->shell->output;
	uint64_t number = 0;
	int letter;

	while ((letter = option_next(&options, "b:C:v", output))) {
		if (letter == 'b')
			command->glob = slice_of(options.value);
		else if (letter == 'v')
			command->all = true;
		else if (letter != 'C')
			return false;
		else if (!parse_u64(slice_of(options.value), &number) || number >= command->shell->machine->cpu_count) {
			record_error(output, VERDICT_ERROR, "-C takes a number from 0 to %u, not %s",
				     command->shell->machine->cpu_count - 1u, options.value);
			return false;
		} else
			command->cpu = (uint32_t)number;
	}
	if (options.index < argc)
		record_error(output, VERDICT_ERROR, "map does not take \"%s\": name boxes with -b",
			     argv[options.index]);
	return options.index == argc;
}

static void run_map(struct shell *shell, int argc, char **argv)
{
	const struct check_facts *facts = check_facts_of(shell->machine);
	struct map_command command = {.shell = shell, .facts = facts ? facts->maps : NULL, .cpu = HW_NO_CPU};
	char bytes[96];
	struct text text = TEXT_OVER(bytes);
	unsigned planned;

	if (!take_words(&command, argc, argv))
		return;
	if (!command.facts) {
		record_error(shell->output, VERDICT_ERROR,
			     "no sheet names events of this processor that show which box serves an address");
		return;
	}
	planned = go_through(&command, false);
	if (planned) {
		record_plan(shell->output, planned);
		(void)go_through(&command, true);
		return;
	}
	for (unsigned i = 0; i < command.facts->target_count; i++)
		text_format(&text, "%s%s", i ? ", " : "", command.facts->targets[i].box);
	record_error(shell->output, VERDICT_ERROR, "no boxes \"%.*s\" serve lines of memory: these do: %s",
		     (int)command.glob.length, command.glob.at ? command.glob.at : "", text.at);
}

const struct command command_map = {
	.name = "map",
	.usage = "[-b BOX] [-C CPU] [-v]",
	.summary = "find the rule by which boxes share addresses",
	.details = "Reads lines of memory one by one and sees which box counts each: a slice of the cache, a home\n"
		   "agent or a channel. Some hundred lines (some thousand if the rule is not an XOR of address\n"
		   "bits) give the rule for all lines, which is then tried on 256 others:\n"
		   "  xor     each bit of the slice's number is an XOR of address bits (`functions`: their masks)\n"
		   "  period  boxes take turns, in the order of `map_lines`\n"
		   "  table   a table of 4096 lines; XORs of higher address bits give the number to XOR a line with\n"
		   "  one     one box has all lines\n"
		   "The rule is compared with the published one. Slices may be numbered differently from boxes:\n"
		   "`numbering` gives the box of each published number. Lines that no box counts are a failure\n"
		   "if the documents are clear about the event; a rule other than the published one is not.\n"
		   "  -b BOX  only these: cbox, imc; default: all that are known for this processor\n"
		   "  -C CPU  the CPU that reads; default: one of each socket, in turn\n"
		   "  -v      show each box's share, and lists of lines\n",
	.next = "work read            do boxes count as many lines as were read?\n"
		"list 'cbox*'         what else these boxes count\n",
	.of_machine = true,
	.run = run_map,
};
