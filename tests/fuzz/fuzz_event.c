/* SPDX-License-Identifier: BSD-2-Clause */
/* Event strings: no input crashes the parser; what it accepts has a canonical string that means the
 * same; what it refuses, it refuses with a place inside the string and a reason. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/event/event.h"
#include "tools/uncork/libpfm4/libpfm4.h"

static void check_refused(struct slice string, const struct complaint *complaint)
{
	char bytes[4 * EVENT_STRING_MAX];
	struct text text = TEXT_OVER(bytes);

	assert(complaint->kind > COMPLAINT_NONE && complaint->kind < COMPLAINT_KINDS);
	assert(complaint->column <= string.length);
	assert(complaint->length >= 1);
	assert(complaint->column + complaint->length <= string.length + 1);
	assert(complaint->reason[0]);
	complaint_text(complaint, string, &text);
	for (const char *at = bytes; *at; at++)
		assert((*at >= ' ' && *at <= '~') || *at == '\n');
}

static void check_same(const struct event_choice *a, const struct event_choice *b)
{
	assert(a->type == b->type && a->event == b->event && a->select == b->select);
	assert(a->counters == b->counters && a->fixed == b->fixed);
	assert(a->resource == b->resource && a->group == b->group && a->unit == b->unit);
	assert(a->setting_count == b->setting_count);
	for (unsigned i = 0; i < a->setting_count; i++) {
		assert(a->settings[i].row == b->settings[i].row);
		assert(a->settings[i].mask == b->settings[i].mask);
		assert(a->settings[i].value == b->settings[i].value);
	}
}

/* No unit of its resource leads a choice out of the box's registers, or to bits that must be 0. */
static void check_placed(const struct event_choice *choice)
{
	unsigned units = choice->resource ? choice->resource->units : 1;

	for (unsigned i = 0; i < choice->setting_count * units; i++) {
		struct event_placed placed =
			event_setting_at(choice, i / units, i % units, choice->type->counters - 1u);

		assert(placed.row >= choice->type->registers);
		assert(placed.row < choice->type->registers + choice->type->register_count);
		assert(placed.index < placed.row->count);
		assert(!(placed.mask & ~layout_writable(placed.row->layout)));
		assert(!(placed.value & ~placed.mask));
	}
}

static void check_accepted(const struct event_choice *choice)
{
	uint64_t instances = choice->instances;
	const struct register_row *select = box_row_of_role(choice->type, ROLE_SELECT);

	assert(instances && !(instances & ~MASK(0, choice->type->instances)));
	assert(choice->fixed == !choice->counters);
	assert(!(choice->select & ~layout_writable(select->layout)));
	check_placed(choice);
	for (unsigned i = 0; i < choice->type->instances; i++) {
		char bytes[EVENT_STRING_MAX + 1];
		struct text text = TEXT_OVER(bytes);
		struct event_choice back;
		struct complaint complaint;

		if (!(instances & BIT(i)))
			continue;
		event_canonical(choice, i, &text);
		assert(!text.truncated);
		if (!event_parse(choice->processor, slice_of(bytes), &back, &complaint))
			__builtin_trap();
		assert(back.instances == BIT(i));
		check_same(choice, &back);
	}
}

/* libpfm4's language: no string crashes it; what is taken has a code, and what is refused has none. */
static void check_library(const struct processor *processor, struct slice string)
{
	struct libpfm4_answer answer;

	libpfm4_ask(processor, string, &answer);
	assert(answer.error < LIBPFM4_ERRORS && libpfm4_error_name((enum libpfm4_error)answer.error));
	assert(answer.count <= ARRAY_SIZE(answer.codes));
	assert(!answer.error || !answer.count);
}

static void parse_all(const struct processor *processor, struct slice rest)
{
	size_t size = rest.length;

	while (rest.at) {
		struct slice string = event_list_cut(&rest);
		struct event_choice choice;
		struct complaint complaint;

		assert(string.length <= size);
		if (event_parse(processor, string, &choice, &complaint))
			check_accepted(&choice);
		else
			check_refused(string, &complaint);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	size_t count = 0;

	while (processors[count])
		count++;
	parse_all(processors[size % count], (struct slice){(const char *)data, size});
	check_library(processors[size % count], (struct slice){(const char *)data, size});
	return 0;
}
