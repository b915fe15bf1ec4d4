/* SPDX-License-Identifier: BSD-2-Clause */
/* Event strings: no input crashes the parser; what it accepts has a canonical string that means the
 * same; what it refuses, it refuses with a place inside the string and a reason. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "core/encode.h"
#include "core/event.h"

static void check_refused(struct slice string, const struct complaint *complaint)
{
	char bytes[4 * EVENT_STRING_MAX];
	struct text text = TEXT_OVER(bytes);

	assert(complaint->kind > COMPLAINT_NONE && complaint->kind < COMPLAINT_KINDS);
	assert(complaint->column <= string.length);
	assert(complaint->length >= 1);
	assert(complaint->column + complaint->length <= string.length + 1);
	assert(complaint->reason[0]);
	assert(encode_error((enum complaint_kind)complaint->kind));
	complaint_text(complaint, string, &text);
	for (const char *at = bytes; *at; at++)
		assert((*at >= ' ' && *at <= '~') || *at == '\n');
}

static void check_same(const struct event_choice *a, const struct event_choice *b)
{
	assert(a->type == b->type && a->event == b->event && a->select == b->select);
	assert(a->counters == b->counters && a->fixed == b->fixed);
	assert(a->setting_count == b->setting_count);
}

static void check_accepted(const struct event_choice *choice)
{
	uint64_t instances = choice->instances;
	const struct register_row *select = box_row_of_role(choice->type, ROLE_SELECT);

	assert(instances && !(instances & ~MASK(0, choice->type->instances)));
	assert(choice->fixed == !choice->counters);
	assert(!(choice->select & ~layout_writable(select->layout)));
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice rest = {(const char *)data, size};

	while (rest.at) {
		struct slice string = event_list_cut(&rest);
		struct event_choice choice;
		struct complaint complaint;

		assert(string.length <= size);
		if (event_parse(processors[0], string, &choice, &complaint))
			check_accepted(&choice);
		else
			check_refused(string, &complaint);
	}
	return 0;
}
