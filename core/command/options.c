/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/command/command.h"
#include "lib/memory.h"

struct options options_of(int argc, char **argv)
{
	return (struct options){.argc = argc, .index = 1, .argv = argv};
}

/* Moves argument `from` forward to `to`. Those between move back by one. */
static void move_forward(char **argv, int from, int to)
{
	char *argument = argv[from];

	memmove(argv + to + 1, argv + to, (size_t)(from - to) * sizeof(*argv));
	argv[to] = argument;
}

/* Moves the next option to argv[index], before the operands that it follows. */
static bool find_option(struct options *options)
{
	int at = options->index;

	while (at < options->argc && (options->argv[at][0] != '-' || !options->argv[at][1]))
		at++;
	if (at >= options->argc)
		return false;
	move_forward(options->argv, at, options->index);
	options->passed = at - options->index;
	if (!strcmp(options->argv[options->index], "--")) {
		options->index++;
		return false;
	}
	options->within = options->argv[options->index++] + 1;
	return true;
}

static bool find_value(struct options *options)
{
	int at = options->index + options->passed;

	if (*options->within) {
		options->value = options->within;
		options->within = NULL;
		return true;
	}
	options->within = NULL;
	if (at >= options->argc)
		return false;
	move_forward(options->argv, at, options->index);
	options->value = options->argv[options->index++];
	return true;
}

int option_next(struct options *options, const char *letters, struct output *output)
{
	const char *name = options->argv[0], *found = letters;
	char letter;

	options->value = NULL;
	if ((!options->within || !*options->within) && !find_option(options))
		return 0;
	letter = *options->within++;
	while (*found && *found != letter)
		found++;
	if (!*found || letter == ':') {
		if (letter == '-')
			record_error(output, VERDICT_ERROR,
				     "%s has no option -%s: options with two dashes go before the command", name,
				     options->within - 1);
		else
			record_error(output, VERDICT_ERROR, "%s has no option -%c; see `help %s`", name, letter, name);
		return '?';
	}
	if (found[1] != ':')
		return letter;
	if (find_value(options))
		return letter;
	record_error(output, VERDICT_ERROR, "%s: -%c needs a value; see `help %s`", name, letter, name);
	return '?';
}

bool options_took_all(const struct options *options, struct output *output)
{
	if (options->index >= options->argc)
		return true;
	record_error(output, VERDICT_ERROR, "%s does not take '%s': name events with -e", options->argv[0],
		     options->argv[options->index]);
	return false;
}
