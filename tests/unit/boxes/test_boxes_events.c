/* SPDX-License-Identifier: BSD-2-Clause */
/* The event tables that the firmware carries, against what the documents list: one line here is one
 * event with its umasks, typed without looking at boxes/events. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "boxes/box.h"

struct expected {
	const char *box, *event;
	unsigned code;
	const char *counters;
	unsigned max; /* 0: not known */
	const char *umasks;
};

/* clang-format off */
static const struct expected xeon_7500_events[] = {
	{"ubox", "BUF_VALID_LOCAL_INT", 0x00, "0", 0, "-=00"},
	{"ubox", "BUF_VALID_REMOTE_INT", 0x01, "0", 0, "-=00"},
	{"ubox", "BUF_VALID_LOCK", 0x02, "0", 0, "-=00"},
	{"ubox", "BUF_VALID_STST", 0x03, "0", 0, "-=00"},
	{"ubox", "BUF_VALID_SPC_CYCLES", 0x04, "0", 0, "-=00"},
	{"ubox", "U2R_REQUESTS", 0x50, "0", 0, "-=00"},
	{"ubox", "U2R_REQUEST_CYCLES", 0x51, "0", 0, "-=00"},
	{"ubox", "WOKEN", 0xf8, "0", 0, "-=00"},
	{"ubox", "IPIS_SENT", 0xf9, "0", 0, "-=00"},
	{"ubox", "RECOV", 0x1df, "0", 0, "-=00"},
	{"ubox", "CORRECTED_ERR", 0x1e4, "0", 0, "-=00"},
	{"ubox", "UNCORRECTED_ERR", 0x1e5, "0", 0, "-=00"},
	{"ubox", "FATAL_ERR", 0x1e6, "0", 0, "-=00"},
	{"wbox", "C_THROTTLE_TMP", 0x00, "0-3", 1, "C0=01 C1=02 C2=04 C3=08 C4=10 C5=20 C6=40 C7=80 C_ALL=ff"},
	{"wbox", "C_C0_THROTTLE_DIE", 0x01, "0-3", 1, "C0=01 C1=02 C2=04 C3=08 C4=10 C5=20 C6=40 C7=80 C_ALL=ff"},
	{"wbox", "PROCHOT", 0x02, "0-3", 1, "-=00"},
	{"wbox", "C0_THROTTLE_PROCHOT", 0x03, "0-3", 1, "C0=01 C1=02 C2=04 C3=08 C4=10 C5=20 C6=40 C7=80 C_ALL=ff"},
	{"wbox", "C_CYCLES_TURBO", 0x04, "0-3", 1, "C0=01 C1=02 C2=04 C3=08 C4=10 C5=20 C6=40 C7=80 C_ALL=ff"},
	{"wbox", "TM1_ON", 0x07, "0-3", 1, "C0=01 C1=02 C2=04 C3=08 C4=10 C5=20 C6=40 C7=80 C_ALL=ff"},
	{"wbox", "RATIO_CHANGE_ABORT", 0x08, "0-3", 1, "C0=01 C1=02 C2=04 C3=08 C4=10 C5=20 C6=40 C7=80 C_ALL=ff"},
	{"wbox", "FIXED_UNCORE_CLK", 0x00, "fixed", 1, "-=00"},
	{"cbox", "BOUNCES_P2C_AD", 0x01, "0-5", 0, "SB=01 NSB=02 ALL=03"},
	{"cbox", "BOUNCES_C2P_AK", 0x02, "0-5", 0, "SB=01 NSB=02 ALL=03"},
	{"cbox", "BOUNCES_C2P_BL", 0x03, "0-5", 0, "SB=01 NSB=02 ALL=03"},
	{"cbox", "BOUNCES_C2P_IV", 0x04, "0-5", 0, "-=00"},
	{"cbox", "SINKS_P2C", 0x05, "0-5", 0, "IV=01 AK=02 BL=04"},
	{"cbox", "SINKS_C2P", 0x06, "0-5", 0, "IV=01 AK=02 BL=04"},
	{"cbox", "SINKS_S2C", 0x07, "0-5", 0, "AD=01 AK=02 BL=04"},
	{"cbox", "SINKS_S2P_BL", 0x08, "0-5", 0, "-=00"},
	{"cbox", "ARB_WINS", 0x09, "0-5", 0, "AD_SB=01 AD_NSB=02 AD_ALL=03 AK_SB=04 AK_NSB=08 AK_ALL=0c BL_SB=10 BL_NSB=20 BL_ALL=30 IV=40 ALL=7f"},
	{"cbox", "ARB_LOSSES", 0x0a, "0-5", 0, "AD_SB=01 AD_NSB=02 AD_ALL=03 AK_SB=04 AK_NSB=08 AK_ALL=0c BL_SB=10 BL_NSB=20 BL_ALL=30 IV=40 ALL=7f"},
	{"cbox", "STARVED_EGRESS", 0x0b, "0-5", 8, "P2C_AD_SB=01 C2S_AD_SB=02 AD_SB=03 AD_NSB=04 AD=07 AK_SB=08 AK_NSB=10 AK=18 BL_SB=20 BL_NSB=40 BL=60 IV=80"},
	{"cbox", "EGRESS_BYPASS_WINS", 0x0c, "0-5", 0, "AD_BYP0=01 AD_BYP1=02 AK_BYP0=04 AK_BYP1=08 BL_BYP0=10 BL_BYP1=20 IV_BYP0=40 IV_BYP1=80"},
	{"cbox", "INGRESS_BYPASS_WINS_AD", 0x0e, "0-5", 0, "IRQ_BYP0=01 IRQ_BYP1=02 IPQ_BYP0=04 IPQ_BYP1=08"},
	{"cbox", "MAF_ACK", 0x10, "0-5", 0, "-=00"},
	{"cbox", "MAF_NACK1", 0x11, "0-5", 0, "GO_PENDING=01 VIC_PENDING=02 SNP_PENDING=04 AC_PENDING=08 IDX_BLOCK=10 PA_BLOCK=20 IDLE_QPI=40 ALL_MAF_NACK1=80 TOTAL_MAF_NACKS=ff"},
	{"cbox", "MAF_NACK2", 0x12, "0-5", 0, "MAF_FULL=01 EGRESS_FULL=02 VIQ_FULL=04 NO_TRACKER_CREDITS=08 NO_S_FIFO_CREDITS=10 NO_S_REQTBL_ENTRIES=20 WB_PENDING=40 NACK2_ELSE=80"},
	{"cbox", "LLC_MISSES", 0x14, "0-5", 0, "S=01 F=02 I=04 ALL=07"},
	{"cbox", "LLC_HITS", 0x15, "0-5", 0, "M=01 E=02 S=04 F=08 ALL=0f"},
	{"cbox", "LLC_S_FILLS", 0x16, "0-5", 0, "M=01 E=02 S=04 F=08 ALL=0f"},
	{"cbox", "LLC_VICTIMS", 0x17, "0-5", 0, "M=01 E=02 S=04 F=08 I=10 ALL=1f"},
	{"cbox", "OCCUPANCY_IRQ", 0x18, "0-5", 0, "-=00"},
	{"cbox", "TRANS_IRQ", 0x19, "0-5", 0, "-=00"},
	{"cbox", "OCCUPANCY_IPQ", 0x1a, "0-5", 0, "-=00"},
	{"cbox", "TRANS_IPQ", 0x1b, "0-5", 1, "-=00"},
	{"cbox", "OCCUPANCY_VIQ", 0x1c, "0-5", 0, "-=00"},
	{"cbox", "TRANS_VIQ", 0x1d, "0-5", 0, "-=00"},
	{"cbox", "OCCUPANCY_MAF", 0x1e, "0-5", 0, "-=00"},
	{"cbox", "TRANS_MAF", 0x1f, "0-5", 0, "-=00"},
	{"cbox", "OCCUPANCY_RWRF", 0x20, "0-5", 0, "-=00"},
	{"cbox", "TRANS_RWRF", 0x21, "0-5", 0, "-=00"},
	{"cbox", "OCCUPANCY_RSPF", 0x22, "0-5", 0, "-=00"},
	{"cbox", "TRANS_RSPF", 0x23, "0-5", 0, "-=00"},
	{"cbox", "SNPS", 0x27, "0-5", 1, "REMOTE_RD=01 REMOTE_RFO=02 REMOTE_ANY=03"},
	{"cbox", "SNP_HITS", 0x28, "0-5", 0, "REMOTE_RD_HITM=01 REMOTE_RD_HITE=02 REMOTE_RD_HITS=04 REMOTE_RD_HITF=08 REMOTE_RFO_HITM=10 REMOTE_RFO_HITE=20 REMOTE_RFO_HITS=40 REMOTE_RFO_HITF=80 REMOTE_HITM=11 REMOTE_HITE=22 REMOTE_HITS=44 REMOTE_HITF=88 REMOTE_ANY=ff"},
};
/* clang-format on */

static const struct processor *processor;

static int find_processor(void **state)
{
	(void)state;
	processor = processor_by_name("xeon-7500");
	return processor ? 0 : -1;
}

static const struct box_type *type_named(const char *name)
{
	for (unsigned i = 0; i < processor->type_count; i++)
		if (!strcmp(processor->types[i]->name, name))
			return processor->types[i];
	return NULL;
}

static const struct event *row_named(const struct box_type *type, const char *event, const char *umask)
{
	for (unsigned i = 0; i < type->event_count; i++) {
		const struct event *row = &type->events[i];

		if (!strcmp(processor_string(processor, row->name), event) &&
		    !strcmp(processor_string(processor, row->umask_name), umask))
			return row;
	}
	return NULL;
}

static unsigned counter_mask(const char *list)
{
	unsigned low, high;

	if (sscanf(list, "%u-%u", &low, &high) == 2)
		return (1u << (high + 1)) - (1u << low);
	return sscanf(list, "%u", &low) == 1 ? 1u << low : 0;
}

static void check_row(const struct expected *expected, const char *umask, unsigned value)
{
	const struct event *row = row_named(type_named(expected->box), expected->event, umask);
	bool fixed = !strcmp(expected->counters, "fixed");

	if (!row)
		fail_msg("%s %s %s is missing", expected->box, expected->event, umask);
	assert_int_equal(row->code, expected->code);
	assert_int_equal(row->umask, value);
	assert_int_equal(row->counters, counter_mask(expected->counters));
	assert_int_equal(!!(row->flags & EVENT_FIXED), fixed);
	if (expected->max)
		assert_int_equal(row->max_increment, expected->max);
	if (expected->max > 1)
		assert_true(row->flags & EVENT_MULTI);
	assert_true(row->description);
}

/* Checks the rows of one event and returns how many there are. */
static unsigned check_event(const struct expected *expected)
{
	const char *at = expected->umasks;
	char umask[32];
	unsigned value, rows = 0;
	int length;

	while (sscanf(at, " %31[^=]=%x%n", umask, &value, &length) == 2) {
		check_row(expected, strcmp(umask, "-") ? umask : "", value);
		at += length;
		rows++;
	}
	return rows;
}

static void xeon_7500_has_the_documented_events_and_no_others(void **state)
{
	unsigned rows = 0, events = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(xeon_7500_events); i++)
		rows += check_event(&xeon_7500_events[i]);
	for (unsigned i = 0; i < processor->type_count; i++)
		events += processor->types[i]->event_count;
	/* The events of the other boxes have a list of their own: test_xeon_7500_events. */
	assert_int_equal(rows, 13 + 56 + 132);
	assert_int_equal(events, 756);
	assert_int_equal(type_named("ubox")->event_count, 13);
	assert_int_equal(type_named("wbox")->event_count, 56);
	assert_int_equal(type_named("cbox")->event_count, 132);
}

static void queue_tallies_may_add_more_than_one_a_cycle(void **state)
{
	static const char *const events[] = {"OCCUPANCY_IRQ", "OCCUPANCY_IPQ",  "OCCUPANCY_VIQ",
					     "OCCUPANCY_MAF", "OCCUPANCY_RWRF", "OCCUPANCY_RSPF"};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(events); i++) {
		const struct event *row = row_named(type_named("cbox"), events[i], "");

		assert_non_null(row);
		assert_true(row->flags & EVENT_MULTI);
	}
}

static void the_uncore_clock_is_the_only_clock(void **state)
{
	unsigned clocks = 0;

	(void)state;
	for (unsigned i = 0; i < processor->type_count; i++)
		for (unsigned j = 0; j < processor->types[i]->event_count; j++)
			clocks += !!(processor->types[i]->events[j].flags & EVENT_CLOCK);
	assert_int_equal(clocks, 1);
	assert_int_equal(row_named(type_named("wbox"), "FIXED_UNCORE_CLK", "")->flags, EVENT_FIXED | EVENT_CLOCK);
}

/* A default must count what every other umask of the event counts. */
static void defaults_include_all_their_umasks(void **state)
{
	(void)state;
	for (unsigned i = 0; i < processor->type_count; i++) {
		const struct box_type *type = processor->types[i];

		for (unsigned j = 0; j < type->event_count; j++) {
			const struct event *row = &type->events[j];

			for (unsigned k = 0; row->flags & EVENT_DEFAULT && k < type->event_count; k++)
				if (type->events[k].name == row->name)
					assert_int_equal(type->events[k].umask & ~row->umask, 0);
		}
	}
}

/* What the generator packed comes out as it stands in the list. */
static void check_description(char *line)
{
	char *cells[11], words[200];
	struct text text = TEXT_OVER(words);
	const struct event *row;

	for (unsigned i = 0; i < 11; i++)
		cells[i] = strsep(&line, "\t");
	if (!type_named(cells[0]))
		return;
	row = row_named(type_named(cells[0]), cells[1], strcmp(cells[2], "-") ? cells[2] : "");
	assert_non_null(row);
	processor_words(processor, row->description, &text);
	assert_string_equal(words, cells[9]);
}

static void descriptions_are_unpacked_as_they_were(void **state)
{
	FILE *file = fopen("boxes/events/xeon-7500.tsv", "r");
	char line[2048];
	unsigned rows = 0;

	(void)state;
	assert_non_null(file);
	while (fgets(line, sizeof(line), file)) {
		if (*line == '#' || *line == '%' || *line == '\n' || !strncmp(line, "box\t", 4))
			continue;
		line[strcspn(line, "\n")] = 0;
		check_description(line);
		rows++;
	}
	fclose(file);
	assert_true(rows >= 756);
}

/* ---- the generator ------------------------------------------------------------------------------- */

#define HEADING                                                                                   \
	"box\tevent\tumask\tcode\tumask_code\tcounters\tmax\tflags\tneeds\tdescription\tsource\n" \
	"%abox\tcode=8\tumask=8\tcounters=4\tfixed\n"
#define GOOD "abox\tA\t-\t0x01\t0x00\t0-3\t1\t-\t-\tWords\tguide\n"

/* What gen-events says of a list; *status is its exit status. */
static void generate(const char *list, char *said, size_t size, int *status)
{
	char directory[] = "/tmp/gen-events-XXXXXX", path[64], command[256];
	FILE *file;
	size_t length;

	assert_non_null(mkdtemp(directory));
	snprintf(path, sizeof(path), "%s/some-list.tsv", directory);
	file = fopen(path, "w");
	assert_non_null(file);
	fputs(list, file);
	fclose(file);
	snprintf(command, sizeof(command), "tools/gen-events %s %s/out.c 2>&1; s=$?; rm -r %s; exit $s", path,
		 directory, directory);
	file = popen(command, "r");
	assert_non_null(file);
	length = fread(said, 1, size - 1, file);
	said[length] = 0;
	*status = pclose(file);
}

static void assert_refused(const char *list, const char *line, const char *reason)
{
	char said[1024];
	int status;

	generate(list, said, sizeof(said), &status);
	if (!status || !strstr(said, line) || !strstr(said, reason))
		fail_msg("expected '%s' and '%s', got: %s", line, reason, said);
}

static void the_generator_takes_a_good_list(void **state)
{
	char said[1024];
	int status;

	(void)state;
	generate(HEADING GOOD, said, sizeof(said), &status);
	assert_string_equal(said, "");
	assert_int_equal(status, 0);
}

/* What a row with these needs is refused for. */
static void assert_needs_refused(const char *needs, const char *reason)
{
	char list[1024];

	snprintf(list, sizeof(list), "%sabox\tB\t-\t0x02\t0x00\t0\t1\t-\t%s\tWords\tg\n", HEADING, needs);
	assert_refused(list, ":3:", reason);
}

static void the_generator_reads_what_events_need(void **state)
{
	char said[1024];
	int status;

	(void)state;
	generate(
		HEADING
		"abox\tB\t-\t0x02\t0x00\t0\t1\t-\tthing: row.field=0x3 row.other?=ones row.more?; and so on\tWords\tg\n"
		"abox\tC\t-\t0x02\t0x00\t0\t1\tscale=32\tjust words\tWords\tg\n",
		said, sizeof(said), &status);
	assert_string_equal(said, "");
	assert_int_equal(status, 0);
	assert_needs_refused("field=3", "not as ROW.FIELD=VALUE");
	assert_needs_refused("row.field=3 words", "is not a list of ROW.FIELD=VALUE");
	assert_needs_refused("row.field=3 row.field=4", "sets a field twice");
	assert_needs_refused("row.field=0x100000000", "more than 32 bits");
	assert_needs_refused("row.field=ones", "only a default can be 'ones'");
	assert_refused(HEADING "abox\tB\t-\t0x02\t0x00\t0\t1\tscale=3\t-\tWords\tg\n", ":3:", "is not a power of two");
}

static void a_box_may_be_like_another(void **state)
{
	char said[1024];
	int status;

	(void)state;
	generate(HEADING "%bbox\tlike=abox\n" GOOD "abox\tB\t-\t0x02\t0x00\t0\t1\t-\t-\tWords\tg\n"
			 "bbox\tB\t-\t0x03\t0x00\t0\t1\t-\t-\tWords\tg\n",
		 said, sizeof(said), &status);
	assert_string_equal(said, "");
	assert_int_equal(status, 0);
	assert_refused(HEADING "%bbox\tlike=cbox\n" GOOD, ":3:", "is like 'cbox', which has no line");
	assert_refused(HEADING "%bbox\tlike=abox\n" GOOD "bbox\tC\t-\t0x01\t0x00\t0-3\t1\t-\t-\tWords\tg\n",
		       "some-list.tsv", "same code, umask_code, counters and needs as C");
}

static void the_generator_names_line_and_reason(void **state)
{
	(void)state;
	assert_refused("", "some-list.tsv", "no boxes");
	assert_refused("box\tevent\n", ":1:", "the first line is to be box event");
	assert_refused(HEADING, "some-list.tsv", "has no rows");
	assert_refused(HEADING GOOD GOOD, ":4:", "with and without umasks, or twice");
	assert_refused(HEADING GOOD "abox\tB\t-\t0x100\t0x00\t0\t1\t-\t-\tWords\tg\n", ":4:", "does not fit 8 bits");
	assert_refused(HEADING GOOD "abox\tB\t-\t0x02\t0x00\t0-4\t1\t-\t-\tWords\tg\n", ":4:", "the box has 0 to 3");
	assert_refused(HEADING GOOD "abox\tB\tlow\t0x02\t0x01\t0\t1\t-\t-\tWords\tg\n", ":4:", "umask name 'low'");
	assert_refused(HEADING GOOD "abox\tB\t-\t0x02\t0x00\t0\t1\t-\t-\t\tg\n", ":4:", "description is empty");
	assert_refused(HEADING GOOD "abox\tB\t-\t0x02\t0x00\t0\t1\t-\t-\tWords\n", ":4:", "10 columns instead of 11");
	assert_refused(HEADING GOOD "bbox\tB\t-\t0x02\t0x00\t0\t1\t-\t-\tWords\tg\n", ":4:", "has no line with '%'");
	assert_refused(HEADING GOOD "abox\tB\t-\t0x02\t0x00\t0\t9\t-\t-\tWords\tg\n", ":4:", "without the flag multi");
	assert_refused(HEADING GOOD "abox\tB\t-\t0x02\t0x00\t0\t1\tloud\t-\tWords\tg\n",
		       ":4:", "flag 'loud' is none of");
	assert_refused(HEADING GOOD "abox\tB\t-\t0x01\t0x00\t0-3\t1\t-\t-\tWords\tg\n",
		       ":4:", "same code, umask_code, counters and needs as A");
	assert_refused(HEADING GOOD "abox\tB\tX\t0x02\t0x01\t0\t1\tdefault\t-\tWords\tg\n"
				    "abox\tB\tY\t0x02\t0x02\t0\t1\tdefault\t-\tWords\tg\n",
		       ":5:", "two defaults");
}

static void check_neighbours(const struct box_type *type)
{
	for (unsigned i = 0, before = 0; i < type->event_count; i++) {
		const struct event *row = &type->events[i];
		bool last = i + 1u == type->event_count || row[1].name != row->name;

		assert_int_equal(row->before, before);
		assert_int_equal(!row->after, last);
		before = last ? 0 : before + 1;
	}
}

static void rows_know_the_others_of_their_event(void **state)
{
	(void)state;
	for (const struct processor *const *at = processors; *at; at++)
		for (unsigned i = 0; i < (*at)->type_count; i++)
			check_neighbours((*at)->types[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(xeon_7500_has_the_documented_events_and_no_others),
		cmocka_unit_test(queue_tallies_may_add_more_than_one_a_cycle),
		cmocka_unit_test(the_uncore_clock_is_the_only_clock),
		cmocka_unit_test(defaults_include_all_their_umasks),
		cmocka_unit_test(descriptions_are_unpacked_as_they_were),
		cmocka_unit_test(rows_know_the_others_of_their_event),
		cmocka_unit_test(the_generator_takes_a_good_list),
		cmocka_unit_test(the_generator_reads_what_events_need),
		cmocka_unit_test(a_box_may_be_like_another),
		cmocka_unit_test(the_generator_names_line_and_reason),
	};

	return cmocka_run_group_tests(tests, find_processor, NULL);
}
