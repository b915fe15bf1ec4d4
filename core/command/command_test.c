/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/check/check.h"
#include "core/command/command.h"

struct test_options {
	bool list, verbose;
	struct slice filter;
};

static void list_check(struct shell *shell, const struct check_target *target, bool verbose)
{
	const struct check *check = target->check;
	const char *like = check_fact_of(shell->machine, target);
	struct record record;

	record_begin(&record, shell->output, "check");
	check_id(shell->machine, target, record_compose(&record, "id"));
	record_text(&record, "title", check->title);
	if (verbose) {
		record_text(&record, "about", check->about);
		record_text(&record, "fact", check_fact(shell->machine, target));
	}
	if (verbose && like)
		record_text(&record, "fact_of", like);
	record_end(&record);
}

/* With -l -v, the text of each check is shown once, at its first ID. */
static unsigned list(struct shell *shell, const struct test_options *options)
{
	struct check_plan plan = check_plan_of(shell->machine, options->filter);
	const struct check *last = NULL;
	struct check_target target;
	unsigned count = 0;

	while (check_plan_next(&plan, &target)) {
		list_check(shell, &target, options->verbose && target.check != last);
		last = target.check;
		count++;
	}
	return count;
}

bool command_test_explain(struct shell *shell, struct slice name)
{
	struct check_target target;
	struct check_plan plan;
	bool found;

	if (!shell->machine)
		return false;
	/* The first planned check whose ID matches, or which has exactly this name. */
	plan = check_plan_of(shell->machine, name);
	found = check_plan_next(&plan, &target);
	if (!found)
		plan = check_plan_of(shell->machine, slice_of(""));
	while (!found && check_plan_next(&plan, &target))
		found = slice_is(name, target.check->name);
	if (found)
		list_check(shell, &target, true);
	return found;
}

static bool read_options(struct shell *shell, struct test_options *test, int argc, char **argv)
{
	struct options options = options_of(argc, argv);
	int letter;

	while ((letter = option_next(&options, "lv", shell->output))) {
		if (letter == '?')
			return false;
		test->list |= letter == 'l';
		test->verbose |= letter == 'v';
	}
	if (options.index < argc)
		test->filter = slice_of(argv[options.index++]);
	if (options.index < argc) {
		record_error(shell->output, VERDICT_ERROR, "test: one CHECK at most; quote it");
		return false;
	}
	return true;
}

static void run_test(struct shell *shell, int argc, char **argv)
{
	struct test_options options = {0};
	unsigned count;

	if (!read_options(shell, &options, argc, argv))
		return;
	if (options.list) {
		count = list(shell, &options);
	} else {
		shell->output->every_check = options.verbose;
		count = checks_run(shell->machine, shell->output, options.filter, shell_interrupted, shell);
		shell->output->every_check = false;
	}
	if (!count)
		record_error(shell->output, VERDICT_ERROR, "test: no check matches '%.*s'; `test -l` lists all",
			     (int)options.filter.length, options.filter.at);
}

const struct command command_test = {
	.name = "test",
	.usage = "[-l] [-v] [CHECK]",
	.summary = "check the silicon: registers, counters, freeze, overflow, PMI",
	.details = "-l      list the checks without touching a counter\n"
		   "-v      show every check; otherwise text shows failed checks in full, a line of totals\n"
		   "        for each box, and a line for each reason why checks were skipped. JSON and\n"
		   "        KTAP always have every check\n"
		   "-l -v   list, and describe each check: its purpose, the documents it rests on, the\n"
		   "        meaning of a failure\n"
		   "CHECK   only checks whose id matches this glob, with or without the processor's name:\n"
		   "        test 'cbox3.*'    test '*.width'    test ubox.freeze.holds\n"
		   "Every register is put back as it was found. If an access never comes back, another CPU\n"
		   "reports its check as failed after 0.9 s; with only one CPU and no stick, the console shows\n"
		   "each check, and the first access to each register, before it is made.\n",
	.next = "peek REGISTER        look at the register that a failure names\n"
		"help CHECK           purpose of a check, its documents, the meaning of a failure\n",
	.of_machine = true,
	.run = run_test,
};
