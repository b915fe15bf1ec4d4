/* SPDX-License-Identifier: BSD-2-Clause */
/* Hostile command lines on a whole machine: whatever is typed, the run ends with a verdict, says only
 * what a terminal can bear, keeps JSON well formed, and leaves the silicon as it was found.
 *
 * The first byte chooses the machine and whether the rest is text, or picks words from a vocabulary: so
 * that every command is reached with arguments that nearly make sense. */
#define _GNU_SOURCE /* memmem */
#include "arch/host/host.h"
#include "core/command/settings.h"
#include "core/hardware/deny.h"
#include "lib/text.h"
#include "tests/fuzz/fuzz.h"

#define ARENA_BYTES  (16u << 20)
#define SCRIPT_BYTES 2048

static const char vocabulary[] =
	"profile timeout journal all writes off safe uncore full info list stat record program test peek poke "
	"help version reset poweroff exit ; \n # ' \" -- -a -l -m -v -k -h -e -c -n -t -I -w -s -C -M -F -Fjson "
	"text json ktap 0 1 2 7 32 1000 100000 18446744073709551615 0xc00 0xffffffffffff -1 msr pci mmio "
	"0:1f.7+0x40 ubox.global_ctl cbox3.ctr1 wbox.fixed_ctr wbox0.ctl3 cbox0::LLC_HITS:M cbox*::LLC_HITS:ALL "
	"wbox::FIXED_UNCORE_CLK cbox1:0x400115 uncore_cbox_0/event=0x15,umask=0x01/ LLC_MISSES , cbox3.* * "
	"*.width idle spin memory deny allow = 0xc00-0xc02 7f:1e.3";

static const char *const machines[] = {"xeon-7500", "bare-xeon-7500"};

/* Output is judged as it comes, so that it needs no room: the current line, and the latest whole one. */
static struct {
	char line[256];
	size_t length; /* of the whole line, which may be longer than what is kept */
	char latest[256];
	char previous; /* character */
} heard;

static void judge_line(void)
{
	heard.line[heard.length < sizeof(heard.line) ? heard.length : sizeof(heard.line) - 1] = 0;
	if (!strncmp(heard.line, "{\"record\":", 10))
		assert(heard.previous == '}');
	memcpy(heard.latest, heard.line, sizeof(heard.latest));
	heard.length = 0;
}

static void hear(void *context, const char *bytes, size_t length)
{
	(void)context;
	for (; length--; bytes++) {
		if (*bytes == '\n') {
			judge_line();
			continue;
		}
		fuzz_printable(bytes, 1);
		if (heard.length < sizeof(heard.line) - 1)
			heard.line[heard.length] = *bytes;
		heard.length++;
		heard.previous = *bytes;
	}
}

static uint64_t asked;

/* Somebody loses patience after a while, as with a real machine. */
static int impatient(void *context, unsigned timeout_ms)
{
	(void)context;
	(void)timeout_ms;
	return ++asked > 20 ? 3 : -1;
}

static void write_script(struct text *script, const uint8_t *data, size_t size, bool words)
{
	for (size_t i = 0; i < size; i++) {
		struct slice word = fuzz_word(vocabulary, ' ', data[i]);

		if (!words) {
			text_char(script, (char)data[i]);
			continue;
		}
		text_bytes(script, word.at, word.length);
		/* Some words are glued to the next one. */
		if (data[i] < 0xc0)
			text_char(script, ' ');
	}
}

static bool is_end(const char *line)
{
	return strstr(line, " passed, ") || strstr(line, "{\"record\":\"end\",\"result\":\"") == line ||
	       strstr(line, "# end result=") == line;
}

/* `crash` is there to crash, `poke` may do what it likes to the silicon. */
static bool may_run(const struct text *script)
{
	return !memmem(script->at, script->length, "crash", 5);
}

static void judge_run(const struct text *script, struct output *output, uint64_t violations)
{
	enum verdict verdict = output_end(output);

	assert(heard.length == 0);
	assert(is_end(heard.latest));
	assert(strstr(heard.latest, verdict_name(verdict)));
	assert(verdict != VERDICT_CRASH);
	assert(verdict != VERDICT_PASS || !output->failed);
	if (!memmem(script->at, script->length, "poke", 4) && violations)
		abort();
}

static void fuzz(const uint8_t *data, size_t size)
{
	static uint8_t memory[ARENA_BYTES];
	static struct host host;
	struct arena arena = {memory, sizeof(memory), 0};
	struct machine machine = {.arena = &arena};
	struct output output;
	struct shell shell = {.machine = &machine, .output = &output, .read_char = impatient};
	struct settings settings;
	char bytes[SCRIPT_BYTES], error[256];
	struct text script = TEXT_OVER(bytes);

	if (!size)
		return;
	struct host_options options = {.machine = machines[data[0] & 1], .sockets = 1 + (data[0] >> 1 & 1)};

	write_script(&script, data + 1, size - 1, data[0] & 4);
	if (!may_run(&script))
		return;
	memset(&heard, 0, sizeof(heard));
	asked = 0;
	settings_take(&settings, slice_between(bytes, bytes + script.length));
	if (settings.wrong[0]) {
		deny_clear();
		return;
	}
	if (!host_start(&host, &machine, &options, error, sizeof(error)))
		abort();
	output_start(&output, hear, NULL, FORM_TEXT);
	shell_script(&shell, slice_between(bytes, bytes + script.length));
	shell_restore(&shell);
	judge_run(&script, &output, host_stop(&host));
}
