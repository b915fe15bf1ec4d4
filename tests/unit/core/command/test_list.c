/* SPDX-License-Identifier: BSD-2-Clause */
/* `list`: what a glob selects, what is said where it selects nothing, and that every row is shown. */
#include "core/command/command.h"
#include "core/hardware/discovery_types.h"
#include "tests/unit/support/said.h"
#include "tests/unit/support/unit.h"

static struct output output;

/* Runs `list` with up to two words on a processor; the verdict is output.verdict. */
static void list_on(const struct processor *processor, enum record_form form, const char *first, const char *second)
{
	struct machine machine = {.processor = processor};
	struct shell shell = {.machine = &machine, .output = &output};
	char words[3][64] = {"list", "", ""};
	char *argv[] = {words[0], words[1], words[2], NULL};
	int argc = 1 + !!first + !!second;

	strncpy(words[1], first ? first : "", sizeof(words[1]) - 1);
	strncpy(words[2], second ? second : "", sizeof(words[2]) - 1);
	argv[argc] = NULL;
	said_length = 0;
	said[0] = 0;
	output_start(&output, said_keep, NULL, form);
	command_list.run(&shell, argc, argv);
}

static void list(const char *glob)
{
	list_on(processor_by_name("xeon-7500"), FORM_JSON, glob, NULL);
}

static unsigned count(const char *pattern)
{
	unsigned found = 0;

	for (const char *at = said; (at = strstr(at, pattern)); at++)
		found++;
	return found;
}

static unsigned events(void)
{
	return count("\"record\":\"event\"");
}

static unsigned boxes(void)
{
	return count("\"record\":\"box_type\"");
}

static void assert_listed(const char *glob, unsigned expected_boxes, unsigned expected_events)
{
	list(glob);
	if (boxes() != expected_boxes || events() != expected_events)
		fail_msg("%s: %u boxes, %u events", glob, boxes(), events());
	assert_int_equal(output.verdict, VERDICT_PASS);
}

TEST(everything_is_listed_unless_asked_otherwise)
{
	assert_listed(NULL, 8, 764);
	assert_int_equal(count("\"description\":\"\""), 0);
	list_on(processor_by_name("xeon-7500"), FORM_TEXT, NULL, NULL);
	/* Three lines a box, and the notes on filter registers of S, B, M and R. */
	assert_int_equal(count("\n"), 764 + 8 * 3 + 2 + 2 + 4 + 4);
}

TEST(boxes_that_no_table_has_are_said)
{
	list_on(processor_by_name("sapphire-rapids"), FORM_TEXT, NULL, NULL);
	assert_non_null(strstr(said, "note:  m2hbm (mesh to high-bandwidth memory): 175 events that nothing counts"));
	list_on(processor_by_name("granite-rapids"), FORM_TEXT, NULL, NULL);
	assert_non_null(strstr(said, "note:  chacms"));
	list_on(processor_by_name("xeon-7500"), FORM_TEXT, NULL, NULL);
	assert_null(strstr(said, "nothing counts"));
}

/* With the types that a machine's own tables are expected to have. */
static const struct processor *usual_of(const char *name)
{
	static uint64_t room[1 << 16];
	struct arena arena = {.at = (uint8_t *)room, .size = sizeof(room)};
	const struct processor *processor = processor_by_name(name);

	memset(room, 0, sizeof(room));
	return processor->described ? discovery_usual(&arena, processor) : processor;
}

/* Linux has a count as 3.0517578125e-5 MiB. */
TEST(counts_of_ports_are_of_32_bytes)
{
	static const struct {
		const char *name;
		unsigned ports;
	} rows[] = {{"ice-lake-sp", 8},
		    {"sapphire-rapids", 16},
		    {"emerald-rapids", 16},
		    {"granite-rapids", 16},
		    {"sierra-forest", 16}};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		list_on(usual_of(rows[i].name), FORM_TEXT, "*_BANDWIDTH_*_FREERUN", NULL);
		assert_int_equal(count("Bytes that port "), rows[i].ports);
		assert_int_equal(count("scale=32]"), rows[i].ports);
		assert_int_equal(count("scale="), rows[i].ports);
	}
	assert_true(32.0 / (1 << 20) == 3.0517578125e-5);
}

TEST(globs_select_boxes_events_and_umasks)
{
	assert_listed("*", 8, 764);
	assert_listed("wbox", 1, 56);
	assert_listed("CBOX*", 1, 132);
	assert_listed("cbox3", 1, 132);
	assert_listed("llc_hits", 1, 5);
	assert_listed("LLC_*:ALL", 1, 4);
	assert_listed("nhmex_unc_cbox7::LLC_HITS:M", 1, 1);
	assert_listed("cbox*::*_IRQ", 1, 2);
	assert_listed("*PROCHOT*", 1, 1 + 9);
	assert_listed("*_CLK", 1, 1);
}

TEST(event_strings_are_looked_up)
{
	assert_listed("uncore_cbox_0/event=0x14,umask=1/", 1, 1);
	assert_non_null(strstr(said, "LLC_MISSES:S"));
	assert_listed("ubox:0x1df", 1, 1);
	assert_non_null(strstr(said, "RECOV"));
}

TEST(nothing_matched_is_an_error_with_near_misses)
{
	list("LLC_HIT");
	assert_int_equal(output.verdict, VERDICT_ERROR);
	assert_int_equal(events() + boxes(), 0);
	assert_non_null(strstr(said, "did you mean LLC_HITS?"));
	list("cbox9::*");
	assert_int_equal(output.verdict, VERDICT_ERROR);
	list("");
	assert_int_equal(output.verdict, VERDICT_ERROR);
	list("cbox0:0xfe");
	assert_int_equal(output.verdict, VERDICT_ERROR);
}

TEST(wrong_use_is_an_error)
{
	const struct processor *xeon = processor_by_name("xeon-7500");

	list_on(xeon, FORM_TEXT, "a", "b");
	assert_int_equal(output.verdict, VERDICT_ERROR);
	list_on(xeon, FORM_TEXT, "-x", NULL);
	assert_int_equal(output.verdict, VERDICT_ERROR);
	list_on(NULL, FORM_TEXT, NULL, NULL);
	assert_int_equal(output.verdict, VERDICT_ERROR);
}

TEST(metrics_are_listed)
{
	const struct processor *xeon = processor_by_name("xeon-7500");

	list_on(xeon, FORM_JSON, "-m", NULL);
	assert_int_equal(output.verdict, VERDICT_PASS);
	assert_int_equal(count("\"record\":\"metric_type\""), xeon->metrics->count);
	list_on(xeon, FORM_JSON, "-m", "llc_snoop*");
	assert_int_equal(count("\"record\":\"metric_type\""), 1);
	assert_non_null(strstr(said, "\"events\":\"cbox*::SNPS:REMOTE_ANY,"));
	list_on(xeon, FORM_TEXT, "-m", "LLC_SNOP_MISSES");
	assert_int_equal(output.verdict, VERDICT_ERROR);
	assert_non_null(strstr(said, "did you mean LLC_SNOOP_MISSES?"));
}

TEST(a_processor_without_metrics_says_so)
{
	struct processor plain = *processor_by_name("xeon-7500");

	plain.metrics = NULL;
	list_on(&plain, FORM_TEXT, "-m", NULL);
	assert_int_equal(output.verdict, VERDICT_ERROR);
	assert_non_null(strstr(said, "xeon-7500 has no metrics"));
}
