/* SPDX-License-Identifier: BSD-2-Clause */
/* The event tables that the firmware carries: what must hold of their rows, and the generator that makes them of lists. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boxes/box.h"
#include "tests/unit/support/unit.h"

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

/* A default must count what every other umask of the event counts. */
TEST(defaults_include_all_their_umasks)
{
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

/* Descriptions are those of the list. */
static void check_description(char *line)
{
	char *cells[11], bytes[200];
	struct text description = TEXT_OVER(bytes);
	const struct event *row;

	for (unsigned i = 0; i < 11; i++)
		cells[i] = strsep(&line, "\t");
	if (!type_named(cells[0]))
		return;
	row = row_named(type_named(cells[0]), cells[1], strcmp(cells[2], "-") ? cells[2] : "");
	assert_non_null(row);
	processor_description(processor, row, &description);
	assert_string_equal(bytes, cells[9]);
}

TEST(descriptions_are_those_of_the_list)
{
	FILE *file = fopen("boxes/events/xeon-7500.tsv", "r");
	char line[2048];
	unsigned rows = 0;

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

/* What gen/events says of a list; *status is its exit status. */
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
	snprintf(command, sizeof(command), "tools/gen/events %s %s/out.c 2>&1; s=$?; rm -r %s; exit $s", path,
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

static void assert_taken(const char *list)
{
	char said[1024];
	int status;

	generate(list, said, sizeof(said), &status);
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

TEST(the_generator_reads_what_events_need)
{
	assert_taken(HEADING GOOD);
	assert_taken(
		HEADING
		"abox\tB\t-\t0x02\t0x00\t0\t1\t-\tthing: row.field=0x3 row.other?=ones row.more?; and so on\tWords\tg\n"
		"abox\tC\t-\t0x02\t0x00\t0\t1\tscale=32\tjust words\tWords\tg\n");
	assert_needs_refused("field=3", "not as ROW.FIELD=VALUE");
	assert_needs_refused("row.field=3 words", "is not a list of ROW.FIELD=VALUE");
	assert_needs_refused("row.field=3 row.field=4", "sets a field twice");
	assert_needs_refused("row.field=0x10000000000000000", "more than 64 bits");
	assert_needs_refused("row.field=ones", "only a default can be 'ones'");
	assert_refused(HEADING "abox\tB\t-\t0x02\t0x00\t0\t1\tscale=3\t-\tWords\tg\n", ":3:", "is not a power of two");
}

TEST(a_box_may_be_like_another)
{
	assert_taken(HEADING "%bbox\tlike=abox\n" GOOD "abox\tB\t-\t0x02\t0x00\t0\t1\t-\t-\tWords\tg\n"
			     "bbox\tB\t-\t0x03\t0x00\t0\t1\t-\t-\tWords\tg\n");
	assert_refused(HEADING "%bbox\tlike=cbox\n" GOOD, ":3:", "is like 'cbox', which has no line");
	assert_refused(HEADING "%bbox\tlike=abox\n" GOOD "bbox\tC\t-\t0x01\t0x00\t0-3\t1\t-\t-\tWords\tg\n",
		       "some-list.tsv", "same code, umask_code, counters and needs as C");
	assert_taken(HEADING "%bbox\tlike=abox\n" GOOD "abox\tB\t-\t0x02\t0x00\t0\t1\t-\t-\tWords\tg\n"
			     "bbox\tB\t-\t-\t-\t-\t?\tgone\t-\t-\tg\n");
	assert_refused(HEADING GOOD "abox\tA\t-\t-\t-\t-\t?\tgone\t-\t-\tg\n", ":4:", "is like no other, row by row");
	assert_refused(HEADING "%bbox\tlike=abox\n" GOOD "bbox\tB\t-\t-\t-\t-\t?\tgone\t-\t-\tg\n", "some-list.tsv",
		       "cannot be gone from abox");
	assert_refused(HEADING "%bbox\tlike=abox\n" GOOD "bbox\tA\t-\t0x01\t-\t-\t?\tgone\t-\t-\tg\n",
		       ":5:", "what is gone says nothing else");
}

TEST(the_generator_names_line_and_reason)
{
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

TEST(rows_know_the_others_of_their_event)
{
	for (const struct processor *const *at = processors; *at; at++)
		for (unsigned i = 0; i < (*at)->type_count; i++)
			check_neighbours((*at)->types[i]);
}

BEFORE_ALL(find_processor)
