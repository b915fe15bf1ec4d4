/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/check/check.h"
#include "core/command/command.h"

struct test_options {
	bool list, verbose;
	struct slice filter;
};

static void list_one(struct shell *shell, const struct check_target *target, bool verbose)
{
	const struct check *check = target->check;
	const char *fact = check_fact(shell->machine, target);
	const char *like = check_fact_of(shell->machine, target);
	char id_storage[CHECK_ID_SIZE], line_storage[1536];
	struct text id = TEXT_OVER(id_storage), line = TEXT_OVER(line_storage);
	const struct record_pair pairs[] = {
		{"id", id.at, 0},  {"title", check->title, 0},         {verbose ? "about" : NULL, check->about, 0},
		{"fact", fact, 0}, {like ? "fact_of" : NULL, like, 0}, {NULL, NULL, 0},
	};

	check_id(shell->machine, target, &id);
	text_format(&line, "%-40s %s", id.at, check->title);
	if (verbose)
		text_format(&line, "\n%s\nRests on: %s%s%s\n", check->about, fact, like ? "\nThat is of " : "",
			    like ? like : "");
	record_item(shell->output, "check", pairs, line.at);
}

/* With -v each check's text is shown once, at the first id that has it. */
static unsigned list(struct shell *shell, const struct test_options *options)
{
	struct check_plan plan = check_plan_of(shell->machine, options->filter);
	const struct check *last = NULL;
	struct check_target target;
	unsigned count = 0;

	while (check_plan_next(&plan, &target)) {
		list_one(shell, &target, options->verbose && target.check != last);
		last = target.check;
		count++;
	}
	return count;
}

/* The first planned check that matches, or that has exactly that name. */
static bool find_check(const struct machine *machine, struct slice name, struct check_target *target)
{
	struct check_plan plan = check_plan_of(machine, name);

	if (check_plan_next(&plan, target))
		return true;
	plan = check_plan_of(machine, slice_of(""));
	while (check_plan_next(&plan, target))
		if (slice_is(name, target->check->name))
			return true;
	return false;
}

bool command_test_explain(struct shell *shell, struct slice name)
{
	struct check_target target;

	if (!shell->machine || !find_check(shell->machine, name, &target))
		return false;
	list_one(shell, &target, true);
	return true;
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

static void run(struct shell *shell, int argc, char **argv)
{
	struct test_options options = {0};
	unsigned count;

	if (!read_options(shell, &options, argc, argv))
		return;
	if (options.list || options.verbose)
		count = list(shell, &options);
	else
		count = checks_run(shell->machine, shell->output, options.filter, shell_interrupted, shell);
	if (!count)
		record_error(shell->output, VERDICT_ERROR, "test: no check matches '%.*s'; `test -l` lists all",
			     (int)options.filter.length, options.filter.at);
}

const struct command command_test = {
	.name = "test",
	.usage = "[-l] [-v] [CHECK]",
	.summary = "check the silicon: registers, counters, freeze, overflow, PMI",
	.details = "-l      list what would run, without touching a counter\n"
		   "-v      list, and tell of each check what it does, what it rests on and what a\n"
		   "        failure means\n"
		   "CHECK   only checks whose id matches, a glob with or without the processor's name:\n"
		   "        test 'cbox3.*'    test '*.width'    test ubox.freeze.holds\n"
		   "Every register is put back as it was found. An access that never comes back fails its\n"
		   "check after 5 s, said by another processor; with one processor alone and no stick, the\n"
		   "console shows each check, and each first access to a register, before it is made.\n",
	.next = "peek REGISTER        look at the register that a failure names\n"
		"test -v CHECK        what a check does, rests on, and what its failure means\n",
	.run = run,
};
