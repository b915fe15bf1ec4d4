/* SPDX-License-Identifier: BSD-2-Clause */
/* Keys at the prompt, of a terminal or of something that is none: the screen shows one line behind the prompt and
 * nothing leaves its 80 columns; a completion says again what was typed; and what is shown is what comes back
 * from the history.
 *
 * Keys that end a line are left out, so that no command is run: tests/fuzz/fuzz_command.c does that. */
#include <ctype.h>

#include "arch/host/host.h"
#include "core/command/complete.h"
#include "tests/fuzz/fuzz.h"

#define ARENA_BYTES (8u << 20)
#define KEYS_MOST   160
#define TABS_MOST   4
#define BOXES       3 /* of the machine's: the names of all its checks take long */
#define COLUMNS     80

static struct machine machine;

/* A terminal of one line; what scrolled away is forgotten. */
static struct {
	char line[COLUMNS + 1];
	size_t column;
	uint64_t characters;
} screen;

static void show(void *context, const char *bytes, size_t length)
{
	(void)context;
	for (; length--; bytes++) {
		screen.characters++;
		if (*bytes == '\n') {
			memset(&screen.line, 0, sizeof(screen.line));
			screen.column = 0;
		} else if (*bytes == '\b') {
			assert(screen.column > 0);
			screen.column--;
		} else if (*bytes != '\a') {
			assert(*bytes >= ' ' && *bytes <= '~');
			assert(screen.column < COLUMNS);
			screen.line[screen.column++] = *bytes;
		}
	}
}

/* What the keys are, one behind the other; behind them the line becomes a comment, is kept, and comes back. */
static struct {
	const uint8_t *at, *end;
	unsigned stage, tabs;
	char before[COLUMNS + 1];
} keys;

/* The line without the blanks that rubbing out leaves. */
static void trim(char *line)
{
	size_t length = strlen(line);

	while (length && line[length - 1] == ' ')
		line[--length] = 0;
}

static int last_key(void)
{
	static const char endings[] = "\x05\b\x01#\x01\r\x10\x01\x15";
	enum { ENTER = 5, DROP = 8, END = 9 };
	unsigned stage = keys.stage++;

	if (stage == ENTER || stage == DROP) {
		assert(!strncmp(screen.line, "uncork> #", 9));
		trim(screen.line);
	}
	if (stage == ENTER)
		memcpy(keys.before, screen.line, sizeof(keys.before));
	/* The recalled line, seen from its start, is the one that was. */
	if (stage == DROP)
		assert(!strcmp(keys.before, screen.line));
	return stage < END ? endings[stage] : 4;
}

static int type(void *context, unsigned timeout_ms)
{
	(void)context;
	/* An escape sequence that was begun ends with the input. */
	if (timeout_ms == 50 && keys.at == keys.end)
		return -1;
	while (keys.at < keys.end) {
		uint8_t key = *keys.at++;

		if (key == '\t' && keys.tabs++ >= TABS_MOST)
			continue;
		if (key != '\r' && key != '\n' && key != 3 && key != 4)
			return key;
	}
	return last_key();
}

/* What is typed is what all candidates begin with. */
static void judge_completion(struct slice line)
{
	struct completion completion = {.machine = &machine};

	complete(&completion, line);
	assert(completion.typed.at + completion.typed.length == line.at + line.length);
	assert(completion.typed.at >= line.at);
	for (size_t i = 0; completion.count && i < completion.typed.length; i++)
		assert(tolower((unsigned char)completion.typed.at[i]) == tolower((unsigned char)completion.common[i]));
}

static void start(void)
{
	static struct arena arena;
	static struct host host;
	struct host_options options = {.machine = "xeon-7500"};
	char error[256];

	arena = (struct arena){calloc(1, ARENA_BYTES), ARENA_BYTES, 0};
	machine.arena = &arena;
	if (!host_start(&host, &machine, &options, error, sizeof(error)))
		abort();
	machine.box_count = BOXES;
}

static void fuzz(const uint8_t *data, size_t size)
{
	struct output output;
	struct shell shell = {.machine = &machine, .output = &output, .read_char = type};

	if (!machine.hw)
		start();
	size = size < KEYS_MOST ? size : KEYS_MOST;
	judge_completion((struct slice){(const char *)data, size});
	memset(&screen, 0, sizeof(screen));
	memset(&keys, 0, sizeof(keys));
	keys.at = data;
	keys.end = data + size;
	output_start(&output, show, NULL, FORM_TEXT);
	shell_prompt(&shell);
	assert(output_end(&output) == VERDICT_PASS);
}
