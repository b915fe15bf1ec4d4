/* SPDX-License-Identifier: BSD-2-Clause */
/* Every event of the firmware's lists, programmed by the firmware, counts what silicon has under its name: it counts, and
 * it stands still where a scenario says that this one thing never happens. So codes, umasks and filters of one side are
 * held to what the other side makes of them. */
#include "core/event/event.h"
#include "tests/unit/support/shell_bench.h"
#include "tests/unit/support/unit.h"

#define LINES 2048 /* characters of the lines that silence an event */

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
static const char *whole_part(const struct processor *processor)
{
	static const char *const parts[][2] = {
		{"skylake-sp", "capid6 = 0xfffffff\n"},
		{"cascade-lake-sp", "capid6 = 0xfffffff\n"},
		{"cooper-lake-sp", "capid6 = 0xfffffff\n"},
		{"ice-lake-sp", "capid6 = 0xffffffff\ncapid7 = 0xff\n"},
	};

	for (unsigned i = 0; i < ARRAY_SIZE(parts); i++)
		if (!strcmp(parts[i][0], processor->name))
			return parts[i][1];
	return "background = 1000\n";
}

static bool is_accepted(const struct processor *processor, const char *scenario)
{
	static const struct silicon_extent size = {1, 4};
	static const struct silicon_owner owner;
	static uint64_t memory[(4 << 20) / sizeof(uint64_t)];
	char error[256];

	assert_true(silicon_size(processor->name, &size, scenario, strlen(scenario)) <= sizeof(memory));
	return silicon_create(memory, processor->name, &size, scenario, strlen(scenario), &owner, error,
			      sizeof(error)) != NULL;
}

/* Lines of a scenario in which what the event counts never happens; false if silicon has no such name. */
static bool silence(const struct row *row, char lines[LINES])
{
	static void (*const ways[])(const struct row *row, struct text *text) = {put_name, put_numbers, put_bits};

	for (unsigned i = 0; i < ARRAY_SIZE(ways); i++) {
		struct text text = text_over(lines, LINES);

		ways[i](row, &text);
		assert_false(text.truncated);
		if (text.length && is_accepted(row->processor, lines))
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

/* A row that is to be counted, on the first instance and, if there are more, on the last. */
struct trial {
	struct row row;
	char lines[LINES];
	char string[2][256];
	unsigned long long loud[2], silent[2];
};

/* The trials of a machine, type by type. One run counts one of each type: boxes of other types count nothing of it. */
struct trials {
	const struct processor *processor;
	struct {
		struct trial *at; /* by malloc */
		unsigned count;
	} of_type[16];
	unsigned most;    /* of a type */
	unsigned unnamed; /* silicon has another name, or one name for several */
};

static void add_trial(struct trials *trials, unsigned type, const struct row *row)
{
	struct trial *trial = &trials->of_type[type].at[trials->of_type[type].count];
	bool several = row->type->instances > 1;

	*trial = (struct trial){.row = *row};
	if (!(row->event->counters & ~EVENT_FIXED_MASK) || row->event->flags & EVENT_CLOCK || is_apart(row) ||
	    !spell(row, false, trial->string[0]) || (several && !spell(row, true, trial->string[1])))
		return;
	if (silence(row, trial->lines))
		trials->of_type[type].count++;
	else
		trials->unnamed += several ? 2 : 1;
}

static void add_type(struct trials *trials, unsigned index)
{
	const struct box_type *type = trials->processor->types[index];

	trials->of_type[index].at = calloc(type->event_count + 1u, sizeof(struct trial));
	assert_non_null(trials->of_type[index].at);
	for (unsigned i = 0; i < type->event_count; i++)
		add_trial(trials, index, &(struct row){trials->processor, type, &type->events[i]});
	if (trials->of_type[index].count > trials->most)
		trials->most = trials->of_type[index].count;
}

static struct trial *trial_of(const struct trials *trials, unsigned type, unsigned number)
{
	return number < trials->of_type[type].count ? &trials->of_type[type].at[number] : NULL;
}

/* What the row counted in the run that was said, on its first or last instance. */
static unsigned long long count_of(const struct row *row, bool last)
{
	const struct box_type *type = row->type;
	char needle[64];
	struct text text = TEXT_OVER(needle);

	text_format(&text, "\"record\":\"count\",\"socket\":0,\"box\":\"%s", type->name);
	if (type->instances > 1 || type->scope != BOX_OF_SOCKET)
		text_format(&text, "%u", last ? type->instances - 1u : 0);
	text_char(&text, '"');
	assert_int_equal(shell_said_times(needle), 1);
	return shell_number(needle, "\"value\":");
}

/* What each type's trial of that number counts in 10 ms. */
static void count_trials(const struct trials *trials, unsigned number, bool loud)
{
	char line[2048];
	struct text text = TEXT_OVER(line);

	text_string(&text, "stat -t 10 -e ");
	for (unsigned i = 0; i < trials->processor->type_count; i++) {
		const struct trial *trial = trial_of(trials, i, number);

		for (unsigned j = 0; trial && j < 2 && *trial->string[j]; j++)
			text_format(&text, "%s%s", line[text.length - 1] == ' ' ? "" : ",", trial->string[j]);
	}
	assert_false(text.truncated);
	said_length = 0;
	shell_line(&shell, slice_of(line));
	if (output.verdict != VERDICT_PASS)
		fail_msg("%s\n%s", line, said);
	for (unsigned i = 0; i < trials->processor->type_count; i++) {
		struct trial *trial = trial_of(trials, i, number);

		for (unsigned j = 0; trial && j < 2 && *trial->string[j]; j++)
			(loud ? trial->loud : trial->silent)[j] = count_of(&trial->row, j);
	}
}

static void start_machine(const char *name, const char *scenario)
{
	if (!shell_try(name, 1, scenario))
		fail_msg("%s\n%s", scenario, said);
}

static void end_machine(void)
{
	if (output_end(&output) != VERDICT_PASS)
		fail_msg("%s", said);
	assert_int_equal(host_stop(&host), 0);
}

static void count_loud(const struct trials *trials, const char *whole)
{
	start_machine(trials->processor->name, whole);
	for (unsigned i = 0; i < trials->most; i++)
		count_trials(trials, i, true);
	end_machine();
}

static void count_silent(const struct trials *trials, const char *whole)
{
	for (unsigned i = 0; i < trials->most; i++) {
		char scenario[16 * LINES];
		struct text text = TEXT_OVER(scenario);

		text_string(&text, whole);
		for (unsigned j = 0; j < trials->processor->type_count; j++)
			if (trial_of(trials, j, i))
				text_string(&text, trial_of(trials, j, i)->lines);
		start_machine(trials->processor->name, scenario);
		count_trials(trials, i, false);
		end_machine();
	}
}

static unsigned judge(const struct trial *trial, unsigned *wrong)
{
	unsigned right = 0;

	for (unsigned i = 0; i < 2 && *trial->string[i]; i++) {
		if (trial->loud[i] && !trial->silent[i]) {
			right++;
			continue;
		}
		(*wrong)++;
		print_message("%s counts %llu, and %llu with\n%s", trial->string[i], trial->loud[i], trial->silent[i],
			      trial->lines);
	}
	return right;
}

/* All rows of its lists: so many at least must be right, and no more may be without a name. */
static void check_machine(const char *name, unsigned least, unsigned unnamed)
{
	struct trials trials = {.processor = processor_by_name(name)};
	unsigned right = 0, wrong = 0;

	assert_true(trials.processor->type_count <= ARRAY_SIZE(trials.of_type));
	for (unsigned i = 0; i < trials.processor->type_count; i++)
		add_type(&trials, i);
	count_loud(&trials, whole_part(trials.processor));
	count_silent(&trials, whole_part(trials.processor));
	for (unsigned i = 0; i < trials.processor->type_count; i++) {
		for (unsigned j = 0; j < trials.of_type[i].count; j++)
			right += judge(&trials.of_type[i].at[j], &wrong);
		free(trials.of_type[i].at);
	}
	print_message("# %s: %u right, %u wrong, %u unnamed\n", name, right, wrong, trials.unnamed);
	assert_int_equal(wrong, 0);
	assert_true(right >= least);
	assert_true(trials.unnamed <= unnamed);
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
