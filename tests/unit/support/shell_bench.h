/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands as a user types them, on virtual silicon in this process; what they say is kept as JSON. */
#ifndef TESTS_UNIT_SUPPORT_SHELL_BENCH_H
#define TESTS_UNIT_SUPPORT_SHELL_BENCH_H

#include "arch/host/host.h"
#include "core/command/command.h"
#include "tests/unit/support/said.h"
#include "tests/unit/support/unit.h"

#define SHELL_ARENA_BYTES (32u << 20)

static struct host host;
static struct machine machine;
static struct arena arena;
static struct output output;
static struct shell shell;

static inline void shell_blame(void *context, const char *line)
{
	(void)context;
	print_message("violation: %s\n", line);
}

/* Starts a machine with a shell on it. False, with the reason in what was said, if the scenario is refused. */
static inline bool shell_try(const char *name, unsigned sockets, const char *scenario)
{
	struct host_options options = {
		.machine = name,
		.sockets = sockets,
		.cores = strstr(scenario, "cores = ") ? 0 : 4,
		.scenario = slice_of(scenario),
		.violation = shell_blame,
	};

	if (!arena.at)
		arena = (struct arena){.at = malloc(SHELL_ARENA_BYTES), .size = SHELL_ARENA_BYTES};
	arena.used = 0;
	said_length = 0;
	said[0] = 0;
	machine = (struct machine){.arena = &arena};
	memset(&host, 0, sizeof(host));
	if (!host_start(&host, &machine, &options, said, 256))
		return false;
	output_start(&output, said_keep, NULL, FORM_JSON);
	shell = (struct shell){.machine = &machine, .output = &output};
	return true;
}

/* Runs a line on it, the last one; the silicon must have no diagnostic, and the arena must be as it was. */
static inline enum verdict shell_run(const char *line)
{
	size_t mark = arena_mark(&arena);
	enum verdict verdict;

	shell_line(&shell, slice_of(line));
	assert_int_equal(arena_mark(&arena), mark);
	verdict = output_end(&output);
	assert_int_equal(host_stop(&host), 0);
	return verdict;
}

/* The number after `name` in the first output line that holds `needle`. */
static inline unsigned long long shell_number(const char *needle, const char *name)
{
	const char *at = strstr(said, needle);

	assert_non_null(at);
	at = strstr(at, name);
	assert_non_null(at);
	return strtoull(at + strlen(name), NULL, 0);
}

/* Number of times that the output holds `needle`. */
static inline unsigned shell_said_times(const char *needle)
{
	unsigned count = 0;

	for (const char *at = strstr(said, needle); at; at = strstr(at + 1, needle))
		count++;
	return count;
}

/* A line on a new machine, and what is said. */
struct talk {
	const char *machine;
	unsigned sockets;
	const char *scenario, *line;
	enum verdict verdict;
	const char *said[3];
	struct {
		const char *words;
		unsigned times;
	} counted[3];
};

static inline void expect_talks(const struct talk talks[], size_t count)
{
	for (const struct talk *talk = talks; talk < talks + count; talk++) {
		if (!shell_try(talk->machine, talk->sockets, talk->scenario))
			fail_msg("%s", said);
		if (shell_run(talk->line) != talk->verdict)
			fail_msg("%s, %s: not %s:\n%s", talk->scenario, talk->line, verdict_name(talk->verdict), said);
		for (unsigned i = 0; i < ARRAY_SIZE(talk->said); i++)
			if (talk->said[i] && !strstr(said, talk->said[i]))
				fail_msg("%s, %s: \"%s\" is not in:\n%s", talk->scenario, talk->line, talk->said[i],
					 said);
		for (unsigned i = 0; i < ARRAY_SIZE(talk->counted); i++)
			if (talk->counted[i].words &&
			    shell_said_times(talk->counted[i].words) != talk->counted[i].times)
				fail_msg("%s, %s: %s is not said %u times:\n%s", talk->scenario, talk->line,
					 talk->counted[i].words, talk->counted[i].times, said);
	}
}

#define EXPECT_TALKS(TALKS) expect_talks((TALKS), ARRAY_SIZE(TALKS))

#endif
