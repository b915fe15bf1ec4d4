/* SPDX-License-Identifier: BSD-2-Clause */
/* Every event of the firmware's lists, programmed by the firmware, counts what silicon has under its name: it counts, and
 * it stands still where a scenario says that this one thing never happens. So codes, umasks and filters of one side are
 * held to what the other side makes of them. */
#include "core/event/event.h"
#include "tests/unit/support/shell_bench.h"
#include "tests/unit/support/unit.h"

/* What events need to be given that have no value of their own. */
static const char *const given[] = {"",
				    ":nf=0x1",
				    ":ff=0x1",
				    ":opc=0x182",
				    ":opc=0x182:nf=0x1",
				    ":state=0x1f:nf=0x1",
				    ":lo_addr=0x0:hi_addr=0x0:opc=0x0"};

/* Events of which silicon's name is no use: globs. */
static const char *const apart[][2] = {
	{"UNC_P_FREQ_BAND?_CYCLES", "the frequency is what a scenario sets"},
	{"RETRIES:FVID", "which field tells it from RETRIES:ALL was not found"},
	{"NO_ALLOC_CYCLES:ANY", "silicon has the code under the name of ALL alone"},
	{"UNC_R3_RING_A?_USED:CW", "half of its bits have no names"},
	{"UNC_R3_RING_A?_USED:CCW", "the same"},
	{"UNC_R3_RING_BL_USED:CW", "the same"},
	{"UNC_R3_RING_BL_USED:CCW", "the same"},
	{"UNC_C_LLC_VICTIMS:LOCAL", "a name of an earlier list: by the later one it is another umask"},
	{"UNC_C_TOR_*:IRQ", "the same"},
	{"UNC_C_COUNTER0_OCCUPANCY", "it counts only beside what counter 0 counts"},
};

/* One row of a list. */
struct row {
	const struct processor *processor;
	const struct box_type *type;
	const struct event *event;
};

static const char *short_name(const struct row *row)
{
	const char *name = processor_string(row->processor, row->event->name);

	return strncmp(name, "UNC_", 4) ? name : strchr(name + 4, '_') + 1;
}

/* "rate.cbox*.LLC_HITS.M = 0" */
static void put_rate(const struct row *row, const char *umask, struct text *text)
{
	const char *type = row->type->name;

	text_format(text, "rate.%s%s.", type, row->type->instances > 1 || row->type->scope != BOX_OF_SOCKET ? "*" : "");
	if (!strcmp(type, "rbox"))
		text_string(text, "port*.");
	text_format(text, "%s%s%s = 0\n", short_name(row), *umask ? "." : "", umask);
}

/* A rate of 0 for each umask of one bit that the event's umask has. */
static void put_bits(const struct row *row, struct text *text)
{
	const struct event *first = row->event - row->event->before;

	for (unsigned i = 0; i <= first->after; i++)
		if (count_bits(first[i].umask) == 1 && first[i].umask & row->event->umask)
			put_rate(row, processor_string(row->processor, first[i].umask_name), text);
}

/* Silicon may know bits of the umask by their numbers alone. */
static void put_numbers(const struct row *row, struct text *text)
{
	char number[24];

	for (unsigned bit = 0; bit < 8 && row->event->umask_name; bit++) {
		struct text umask = TEXT_OVER(number);

		text_format(&umask, "0x%x", 1u << bit);
		if (row->event->umask >> bit & 1)
			put_rate(row, number, text);
	}
}

static void put_name(const struct row *row, struct text *text)
{
	put_rate(row, processor_string(row->processor, row->event->umask_name), text);
}

/* What a part with all of its boxes says of itself, on machines that have fewer unless they are told otherwise; else that everything happens. */
static const char *whole_part(const struct row *row)
{
	static const char *const parts[][2] = {
		{"skylake-sp", "capid6 = 0xfffffff\n"},
		{"cascade-lake-sp", "capid6 = 0xfffffff\n"},
		{"cooper-lake-sp", "capid6 = 0xfffffff\n"},
		{"ice-lake-sp", "capid6 = 0xffffffff\ncapid7 = 0xff\n"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(parts); i++)
		if (!strcmp(parts[i][0], row->processor->name))
			return parts[i][1];
	return "background = 1000\n";
}

/* The scenario in which what the event counts never happens; false if silicon has no such name. */
static bool silence(const struct row *row, char scenario[2048])
{
	static void (*const ways[])(const struct row *row, struct text *text) = {put_name, put_numbers, put_bits};
	const char *whole = whole_part(row);
	struct text text = text_over(scenario, 2048);

	for (unsigned i = 0; i < ARRAY_SIZE(ways); i++) {
		text_clear(&text);
		text_string(&text, whole);
		ways[i](row, &text);
		if (text.length == strlen(whole) || !shell_try(row->processor->name, 1, scenario))
			continue;
		host_stop(&host);
		return true;
	}
	return false;
}

/* What a string that means the row is: with its needs, on the first instance or on the last, and there on the last unit
 * of what there is several times. False: it cannot be counted. */
static bool spell(const struct row *row, bool last, char string[256])
{
	const struct resource *resource = row->event->resource ? &row->type->resources[row->event->resource - 1] : NULL;
	struct event_config config;
	struct diagnostic diagnostic;

	for (unsigned i = 0; i < ARRAY_SIZE(given); i++) {
		struct text text = text_over(string, 256);

		text_string(&text, row->type->pmu);
		if (row->type->instances > 1)
			text_format(&text, "%u", last ? row->type->instances - 1u : 0);
		text_string(&text, "::");
		event_row_name(row->processor, row->event, &text);
		if (last && resource && resource->group_modifier)
			text_format(&text, ":%s=%u", resource->group_modifier,
				    row->type->instances * resource->groups - 1u);
		if (last && resource && resource->unit_modifier)
			text_format(&text, ":%s=%u", resource->unit_modifier, resource->units - 1u);
		text_string(&text, given[i]);
		if (event_parse(row->processor, slice_of(string), &config, &diagnostic))
			return true;
	}
	return false;
}

/* What it counts in 10 ms. */
static unsigned long long count_of(const struct row *row, const char *string, const char *scenario)
{
	char line[300];

	snprintf(line, sizeof(line), "stat -t 10 -e %s", string);
	assert_true(shell_try(row->processor->name, 1, scenario));
	if (shell_run(line) != VERDICT_PASS)
		fail_msg("%s\n%s", line, said);
	return shell_number("\"record\":\"count\"", "\"value\":");
}

static bool is_apart(const struct row *row)
{
	char name[128];
	struct text text = TEXT_OVER(name);

	event_row_name(row->processor, row->event, &text);
	for (unsigned i = 0; i < ARRAY_SIZE(apart); i++)
		if (glob_match(slice_of(apart[i][0]), name))
			return true;
	return false;
}

struct tally {
	unsigned right, wrong;
	unsigned unnamed; /* silicon has another name, or one name for several */
};

static void check_row(const struct row *row, bool last, struct tally *tally)
{
	char string[256], scenario[2048];
	unsigned long long loud, silent;

	if (!(row->event->counters & ~EVENT_FIXED_MASK) || row->event->flags & EVENT_CLOCK || is_apart(row) ||
	    !spell(row, last, string))
		return;
	if (!silence(row, scenario)) {
		tally->unnamed++;
		return;
	}
	loud = count_of(row, string, whole_part(row));
	silent = count_of(row, string, scenario);
	if (loud && !silent) {
		tally->right++;
		return;
	}
	tally->wrong++;
	print_message("%s counts %llu, and %llu with\n%s", string, loud, silent, scenario);
}

static void check_type(const struct processor *processor, const struct box_type *type, struct tally *tally)
{
	for (unsigned i = 0; i < type->event_count; i++) {
		const struct row row = {processor, type, &type->events[i]};

		check_row(&row, false, tally);
		if (type->instances > 1)
			check_row(&row, true, tally);
	}
}

/* All rows of its lists: so many at least must be right, and no more may be without a name. */
static void check_machine(const char *name, unsigned right, unsigned unnamed)
{
	const struct processor *processor = processor_by_name(name);
	struct tally tally = {0};

	for (unsigned i = 0; i < processor->type_count; i++)
		check_type(processor, processor->types[i], &tally);
	print_message("# %s: %u right, %u wrong, %u unnamed\n", name, tally.right, tally.wrong, tally.unnamed);
	assert_int_equal(tally.wrong, 0);
	assert_true(tally.right >= right);
	assert_true(tally.unnamed <= unnamed);
}

TEST(every_event_of_the_xeon_7500)
{
	check_machine("xeon-7500", 1410, 27);
}

TEST(every_event_of_the_xeon_e7)
{
	check_machine("xeon-e7", 1474, 27);
}

TEST(every_event_of_the_xeon_e5_2600)
{
	check_machine("xeon-e5-2600", 739, 55);
}

TEST(every_event_of_the_xeon_e5_2600_v2)
{
	check_machine("xeon-e5-2600-v2", 1774, 182);
}

TEST(every_event_of_the_xeon_e5_2600_v3)
{
	check_machine("xeon-e5-2600-v3", 2294, 83);
}

TEST(every_event_of_the_xeon_e5_2600_v4)
{
	check_machine("xeon-e5-2600-v4", 2310, 83);
}

TEST(every_event_of_knights_landing)
{
	check_machine("knights-landing", 938, 137);
}

TEST(every_event_of_skylake_sp)
{
	check_machine("skylake-sp", 6535, 17);
}

TEST(every_event_of_cascade_lake_sp)
{
	check_machine("cascade-lake-sp", 6757, 17);
}

TEST(every_event_of_ice_lake_sp)
{
	check_machine("ice-lake-sp", 7654, 205);
}
