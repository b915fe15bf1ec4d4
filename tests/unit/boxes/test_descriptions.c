/* SPDX-License-Identifier: BSD-2-Clause */
/* Descriptions of events: every event of every machine has one, and it tells its umasks apart. What they are made of is
 * boxes/events/words.txt; tests/build/test_event_words.py tests how. */
#include "boxes/archetype.h"
#include "boxes/box.h"
#include "lib/text.h"
#include "tests/unit/support/unit.h"

#define DESCRIPTION_MAX 160 /* of tools/gen/events */

static unsigned seen;

static void describe(const struct processor *processor, const struct event *event, char bytes[DESCRIPTION_MAX + 2])
{
	struct text text = text_over(bytes, DESCRIPTION_MAX + 2);

	processor_description(processor, event, &text);
}

static void check_description(const struct processor *processor, const struct box_type *type, const struct event *event)
{
	char bytes[DESCRIPTION_MAX + 2];

	describe(processor, event, bytes);
	if (strlen(bytes) < 5 || strlen(bytes) > DESCRIPTION_MAX)
		fail_msg("%s %s %s %s: '%s'", processor->name, type->name, processor_string(processor, event->name),
			 processor_string(processor, event->umask_name), bytes);
	for (const char *at = bytes; *at; at++)
		assert_true(*at >= ' ' && *at <= '~');
	seen++;
}

/* True if two rows of an event count the same by what they program, or one is another name of the other. */
static bool mean_the_same(const struct box_type *type, const struct event *a, const struct event *b)
{
	if ((a->group | b->group) & UMASK_ALIAS)
		return true;
	return a->code == b->code && a->umask == b->umask && a->requirement_count == b->requirement_count &&
	       (!a->requirement_count ||
		!memcmp(&type->requirements[a->requirements], &type->requirements[b->requirements],
			a->requirement_count * sizeof(*type->requirements)));
}

static void check_against_later_rows(const struct processor *processor, const struct box_type *type,
				     const struct event *event)
{
	char own[DESCRIPTION_MAX + 2], other[DESCRIPTION_MAX + 2];

	describe(processor, event, own);
	for (unsigned i = 1; i <= event->after; i++) {
		describe(processor, event + i, other);
		if (!strcmp(own, other) && !mean_the_same(type, event, event + i))
			fail_msg("%s %s %s: %s and %s are both '%s'", processor->name, type->name,
				 processor_string(processor, event->name),
				 processor_string(processor, event->umask_name),
				 processor_string(processor, event[i].umask_name), own);
	}
}

typedef void row_check(const struct processor *processor, const struct box_type *type, const struct event *event);

static void for_events(const struct processor *processor, const struct box_type *type, row_check *check)
{
	for (unsigned i = 0; i < type->event_count; i++)
		check(processor, type, &type->events[i]);
}

/* For all rows of all machines, those that describe their uncore themselves as well. */
static void for_all(row_check *check)
{
	static const struct processor *const *const lists[] = {processors, described_processors};

	for (unsigned i = 0; i < ARRAY_SIZE(lists); i++)
		for (const struct processor *const *at = lists[i]; *at; at++) {
			for (unsigned j = 0; j < (*at)->type_count; j++)
				for_events(*at, (*at)->types[j], check);
			for (unsigned j = 0; (*at)->described && j < (*at)->described->kind_count; j++)
				for_events(*at, (*at)->described->kinds[j].kind.type, check);
		}
}

TEST(every_event_of_every_machine_is_described)
{
	seen = 0;
	for_all(check_description);
	assert_true(seen > 20000);
}

TEST(umasks_that_count_something_else_are_described_otherwise)
{
	for_all(check_against_later_rows);
}
