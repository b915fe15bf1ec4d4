/* SPDX-License-Identifier: BSD-2-Clause */
/* What Tab offers: names that would be understood, in their places. */
#include "arch/host/host.h"
#include "core/command/complete.h"
#include "lib/text.h"
#include "tests/unit/support/unit.h"

#define ARENA_BYTES (8u << 20)

static struct machine machine;

static void start(const char *name)
{
	static struct arena arena;
	static struct host host;
	struct host_options options = {.machine = name};
	char error[256];

	if (!arena.at)
		arena = (struct arena){calloc(1, ARENA_BYTES), ARENA_BYTES, 0};
	arena.used = 0;
	machine = (struct machine){.arena = &arena};
	if (!host_start(&host, &machine, &options, error, sizeof(error)))
		fail_msg("%s", error);
}

static char shown[65536];
static struct text list;

static void note(void *context, const char *candidate)
{
	(void)context;
	text_format(&list, " %s", candidate);
}

/* The line as Tab leaves it. */
static const char *tab(const char *line)
{
	static char bytes[512];
	struct completion completion = {.machine = &machine, .show = note};
	struct text text = TEXT_OVER(bytes);

	list = TEXT_OVER(shown);
	complete(&completion, slice_of(line));
	assert_ptr_equal(completion.typed.at + completion.typed.length, line + strlen(line));
	text_bytes(&text, line, strlen(line) - completion.typed.length);
	text_string(&text, completion.count ? completion.common : completion.typed.at);
	if (completion.count == 1)
		text_string(&text, completion.suffix);
	return bytes;
}

static void becomes(const char *line, const char *wanted)
{
	assert_string_equal(tab(line), wanted);
}

/* The candidates, in a row. */
static void offers(const char *line, const char *wanted)
{
	(void)tab(line);
	assert_string_equal(shown, wanted);
}

TEST(commands_are_completed)
{
	offers("",
	       " info list stat record program expect test work map film peek poke replay plan deny allow profile help version crash reset poweroff on-crash serial-speed serial-port timeout journal cpus "
	       "exit");
	becomes("in", "info ");
	becomes("p", "p");
	offers("p", " program peek poke plan profile poweroff");
	becomes("info; VER", "info; version ");
	becomes("-F json st", "-F json stat ");
	becomes("help rec", "help record ");
	becomes("nonsense st", "nonsense st");
	becomes("# st", "# st");
}

TEST(options_are_those_of_the_command)
{
	offers("record -", " -e -a -c -n -C -s -t -w -q -F -h");
	offers("version -", " -F -h");
	becomes("stat -M", "stat -M ");
	offers("stat -F ", " text json ktap framed");
	becomes("stat -F framed,j", "stat -F framed,json ");
	becomes("stat -w m", "stat -w memory ");
	offers("stat -t ", "");
	offers("stat -t 1", "");
}

TEST(events_are_completed_step_by_step)
{
	becomes("stat -e wb", "stat -e wbox::");
	becomes("stat -e cb", "stat -e cbox");
	offers("stat -e cb", " cbox* cbox0 cbox1 cbox2 cbox3 cbox4 cbox5 cbox6 cbox7");
	becomes("stat -e cbox3", "stat -e cbox3::");
	becomes("stat -e cbox3::llc_h", "stat -e cbox3::LLC_HITS:");
	offers("stat -e cbox3::LLC_HITS:", " M E S F ALL");
	becomes("stat -e cbox3::LLC_HITS:M:a", "stat -e cbox3::LLC_HITS:M:ALL");
	becomes("record -e 'cbox*::LLC_HITS:M,wbox::fixed_u", "record -e 'cbox*::LLC_HITS:M,wbox::FIXED_UNCORE_CLK");
	becomes("stat -e nhmex_unc_cbox0::LLC_HITS:al", "stat -e nhmex_unc_cbox0::LLC_HITS:ALL");
	becomes("stat -e llc_hi", "stat -e LLC_HITS:");
	becomes("stat -e LLC_HITS:al", "stat -e LLC_HITS:ALL");
	becomes("stat -e nobox::LLC", "stat -e nobox::LLC");
}

TEST(registers_and_checks_are_completed)
{
	becomes("peek m", "peek m");
	offers("peek m", " msr mmio memory mbox0 mbox1");
	becomes("poke ub", "poke ubox.");
	becomes("peek ubox.global_c", "peek ubox.global_ctl ");
	becomes("peek cbox3.ctr", "peek cbox3.ctr");
	becomes("test ub", "test ubox.");
	becomes("test cbox3.ctr1.wid", "test cbox3.ctr1.width ");
	becomes("list wb", "list wbox::");
}

TEST(a_processor_nobody_knows_has_commands)
{
	machine = (struct machine){.arena = machine.arena};
	becomes("hel", "help ");
	offers("stat -e ", "");
	offers("test ", "");
	becomes("peek ms", "peek msr ");
}

/* What is offered for an event's place is an event, or begins one. */
TEST(what_is_offered_is_understood)
{
	char line[128], *name;
	unsigned understood = 0;

	start("xeon-7500");
	(void)tab("stat -e cbox0::");
	for (name = strtok(shown, " "); name; name = strtok(NULL, " ")) {
		struct event_config config;
		struct diagnostic diagnostic;

		strcpy(line, "cbox0::");
		strcat(line, name);
		if (event_parse(machine.processor, slice_of(line), &config, &diagnostic))
			understood++;
		else
			assert_int_equal(diagnostic.kind, DIAGNOSTIC_UMASK);
	}
	assert_true(understood > 10);
}

static int start_xeon(void **state)
{
	(void)state;
	start("xeon-7500");
	return 0;
}

BEFORE_ALL(start_xeon)
