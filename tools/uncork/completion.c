/* SPDX-License-Identifier: BSD-2-Clause */
#include "tools/uncork/completion.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/host/host.h"
#include "core/command/complete.h"

#define ARENA_BYTES (UINT64_C(64) << 20)

static const char *const subcommands[] = {"encode", "watch", "report", "export", NULL};
static const char *const forms[] = {"text", "json", "ktap", "framed", NULL};

/* Text around a candidate. */
struct last_word {
	struct slice kept;  /* the typed part to repeat before it */
	const char *suffix; /* text to print after the only candidate */
};

static void offer_word(struct slice typed, const char *word)
{
	if (!strncmp(word, typed.at, typed.length))
		puts(word);
}

static void offer_options(struct slice typed, const struct option *options)
{
	for (; options->name; options++) {
		char word[64];

		snprintf(word, sizeof(word), "--%s", options->name);
		offer_word(typed, word);
	}
}

static void offer_values(struct slice typed, struct slice option)
{
	bool machines = slice_is(option, "--machine");

	for (const struct processor *const *known = processors; machines && *known; known++)
		offer_word(typed, (*known)->name);
	for (const struct processor *const *known = described_processors; machines && *known; known++)
		offer_word(typed, (*known)->name);
	for (const char *const *form = forms; slice_is(option, "-F") && *form; form++)
		offer_word(typed, *form);
}

static void print_candidate(void *context, const char *candidate)
{
	const struct last_word *last = context;

	printf("%.*s%s%s\n", (int)last->kept.length, last->kept.at, candidate, last->suffix);
}

/* Offers the candidates of the firmware's own prompt. */
static bool offer_of_command(const char *name, struct slice line, struct slice typed)
{
	static struct host host;
	struct arena arena = {calloc(1, ARENA_BYTES), ARENA_BYTES, 0};
	struct machine machine = {.arena = &arena};
	const struct host_options options = {.machine = name};
	struct completion completion = {.machine = &machine};
	struct last_word last;
	char error[256];

	if (!arena.at || !host_start(&host, &machine, &options, error, sizeof(error)))
		return false;
	complete(&completion, line);
	if (completion.typed.length <= typed.length) {
		last.kept = slice_between(typed.at, typed.at + typed.length - completion.typed.length);
		last.suffix = completion.count == 1 && strcmp(completion.suffix, " ") ? completion.suffix : "";
		completion.show = print_candidate;
		completion.context = &last;
		complete(&completion, line);
	}
	(void)host_stop(&host);
	free(arena.at);
	return true;
}

static bool takes_value(const struct option *options, struct slice word)
{
	if (slice_is(word, "-F"))
		return true;
	for (; options->name; options++) {
		char name[64];

		snprintf(name, sizeof(name), "--%s", options->name);
		if (slice_is(word, name))
			return options->has_arg == required_argument;
	}
	return false;
}

bool completion_print(const char *machine, const struct option *options, const char *line)
{
	struct slice before = slice_of("");
	char name[64];

	for (;;) {
		size_t blanks = strspn(line, " "), length = strcspn(line + blanks, " ");
		struct slice word = slice_between(line + blanks, line + blanks + length);
		bool value = takes_value(options, before);
		bool is_last = !line[blanks + length];

		if (is_last && value) {
			offer_values(word, before);
			return true;
		}
		if (is_last && length && *word.at == '-') {
			offer_options(word, options);
			return true;
		}
		if (!value && (is_last || !length || *word.at != '-'))
			break;
		if (value && slice_is(before, "--machine") && length < sizeof(name)) {
			memcpy(name, word.at, length);
			name[length] = '\0';
			machine = name;
		}
		before = value ? slice_of("") : word;
		line += blanks + length;
	}
	line += strspn(line, " ");
	if (!strchr(line, ' '))
		for (const char *const *word = subcommands; *word; word++)
			offer_word(slice_of(line), *word);
	if (!strncmp(line, "watch ", 6) || !strncmp(line, "report ", 7) || !strncmp(line, "export ", 7))
		return true;
	return offer_of_command(machine, slice_of(line), slice_of(strrchr(line, ' ') ? strrchr(line, ' ') + 1 : line));
}
