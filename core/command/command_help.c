/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/command.h"
#include "core/version.h"
#include "lib/memory.h"

/* Describes a command: one line in the list, or all details. */
static void describe_command(struct shell *shell, const struct command *command, bool whole)
{
	struct record record;

	record_begin(&record, shell->output, "command");
	record_text(&record, "name", command->name);
	record_text(&record, "usage", command->usage);
	record_text(&record, "summary", command->summary);
	if (whole)
		record_text(&record, "details", command->details);
	if (whole && command->next)
		record_text(&record, "next", command->next);
	record_end(&record);
}

static void list_commands(struct shell *shell)
{
	char head[128];
	struct text line = TEXT_OVER(head);

	text_format(&line, "uncork %s: bare-metal tests of performance counters outside the core\n\n", uncork_version);
	record_prose(shell->output, head);
	for (const struct command *const *command = commands; *command; command++)
		describe_command(shell, *command, false);
	record_prose(shell->output,
		     "\nhelp COMMAND, or COMMAND -h, shows options and examples; help events, help forms\n"
		     "and help keys describe what all commands share. Separate several commands on a\n"
		     "line by ';'. '#' starts a comment. Ctrl-C stops a command.\n"
		     "\n"
		     "First steps: info    what this machine has\n"
		     "             test    whether it works\n"
		     "             list    what can be counted\n"
		     "             stat    count it");
}

/* Topics of help that are not commands. */
static const struct {
	const char *name, *text;
} topics[] = {
	{"events",
	 "An event is BOX::NAME:UMASK, and modifiers may follow:\n"
	 "  cbox3::LLC_HITS:M        one box\n"
	 "  cbox*::LLC_HITS:M        each of them\n"
	 "  LLC_HITS:M               the same, if only one kind of box has the event\n"
	 "  cbox0::LLC_HITS:M:t=4    a modifier; `list` shows all modifiers\n"
	 "  LLC_HITS:M:counter=2     only on that counter\n"
	 "Full names follow libpfm4 (nhmex_unc_cbox0::LLC_HITS:M). Also understood: perf's\n"
	 "spelling (uncore_cbox_0/event=0x15,umask=0x1/, cbox/config=0x115/ for all boxes of\n"
	 "a kind, config1=... for filters, groups in braces, uncore_imc_0/cas_count_read/),\n"
	 "perfmon's dots (LLC_HITS.M) and raw values (cbox0:0x4000115). Counters that are\n"
	 "posted to memory are named PMU/EVENT/. Separate several events by commas; names may\n"
	 "be typed in lower case.\n"
	 "\nNext:\nlist LLC_*           events with such names\nprogram -e EVENT     what would be written to registers"},
	{"forms", "-F text|json|ktap after a command sets the form of its output; before a command,\n"
		  "the form of all output from there on. The record of the run's end has the form\n"
		  "that was set last.\n"
		  "-F framed, or -F framed,json, puts all lines into numbered frames with a CRC for\n"
		  "`uncork watch` at the other end of a serial line. Set it on the command line or in\n"
		  "uncork.cfg.\n"
		  "\n  -F json test; stat\n  test -F ktap"},
	{"keys", "Tab         completes commands, options, events, umasks, registers, checks; lists\n"
		 "            the matches if there are several\n"
		 "Ctrl-C      stops a command and puts all registers back; drops a typed line\n"
		 "up, down    earlier lines (Ctrl-P, Ctrl-N)\n"
		 "left, right, Home, End (Ctrl-B, Ctrl-F, Ctrl-A, Ctrl-E)\n"
		 "Ctrl-W, Ctrl-U, Ctrl-K   delete the word before, the line, the rest of the line\n"
		 "Ctrl-L      redraws the line\n"
		 "Ctrl-D      ends the run (on an empty line)"},
};

static bool explain(struct shell *shell, const char *name)
{
	struct record record;

	for (size_t i = 0; i < ARRAY_SIZE(topics); i++) {
		if (strcmp(topics[i].name, name))
			continue;
		record_begin(&record, shell->output, "help");
		record_text(&record, "text", topics[i].text);
		record_end(&record);
		return true;
	}
	return false;
}

static void refuse_unknown(struct shell *shell, const char *name)
{
	const char *nearest = command_near(name);

	if (nearest)
		record_error(shell->output, VERDICT_ERROR, "no command or check \"%s\"; did you mean \"%s\"?", name,
			     nearest);
	else
		record_error(
			shell->output, VERDICT_ERROR,
			"no command or check \"%s\"; `help` lists all commands, `test -l` all checks, `list` events",
			name);
}

static void run_help(struct shell *shell, int argc, char **argv)
{
	if (argc == 1)
		list_commands(shell);
	for (int i = 1; i < argc; i++) {
		const struct command *command = command_by_name(argv[i]);

		if (command)
			describe_command(shell, command, true);
		else if (!explain(shell, argv[i]) && !command_test_explain(shell, slice_of(argv[i])))
			refuse_unknown(shell, argv[i]);
	}
}

const struct command command_help = {
	.name = "help",
	.usage = "[COMMAND|CHECK...]",
	.summary = "explain commands, options and checks",
	.details = "Without arguments: lists all commands. For a command: purpose, options, examples.\n"
		   "help events, help forms and help keys describe what all commands share.\n"
		   "For a check: purpose, the documents it rests on, the meaning of a failure.\n"
		   "\n"
		   "  help stat    help cbox3.ctr1.width    help width\n",
	.run = run_help,
};
