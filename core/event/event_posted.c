/* SPDX-License-Identifier: BSD-2-Clause */
/* Events whose counters are posted to memory: a name, or the offset of the counter. There is nothing to
 * select, so nothing modifies them. */
#include "core/event/event_internal.h"

#define COUNTER_BYTES 8

static const struct posting *posting_of(const struct box_type *type, const struct event *event)
{
	return &type->postings[event - type->events];
}

static const struct event *event_at_offset(const struct box_type *type, uint64_t offset)
{
	for (unsigned i = 0; i < type->event_count; i++)
		if (type->postings[i].offset == offset)
			return &type->events[i];
	return NULL;
}

static bool refuse_offset(struct parse *parse, struct slice value)
{
	const struct box_type *type = parse->choice->type;

	refuse(parse, COMPLAINT_VALUE, value, "'%s' is no offset of a counter", quote(value).text);
	struct text hint = hint_text(parse);

	text_format(&hint, "a multiple of %u from 0x0 to 0x%x", COUNTER_BYTES, type->region_bytes - COUNTER_BYTES);
	return false;
}

bool parse_offset(struct parse *parse, struct slice value)
{
	struct event_choice *choice = parse->choice;
	const struct box_type *type = choice->type;
	uint64_t offset;

	if (parse->event_at.at)
		return refuse(parse, COMPLAINT_CONFLICT, value, "a second event");
	if (!value.at || !parse_u64(value, &offset))
		return refuse_offset(parse, value.at ? value : parse->string);
	choice->event = event_at_offset(type, offset);
	if (!choice->event && (offset % COUNTER_BYTES || type->region_bytes < COUNTER_BYTES ||
			       offset > type->region_bytes - COUNTER_BYTES))
		return refuse_offset(parse, value);
	choice->select = offset;
	parse->event_at = value;
	return true;
}

bool parse_finish_posted(struct parse *parse)
{
	struct event_choice *choice = parse->choice;

	if (parse->rows.count) {
		choice->event = parse->row;
		choice->select = posting_of(choice->type, choice->event)->offset;
	}
	choice->counters = 0;
	return true;
}

const struct posting *event_posting(const struct event_choice *choice)
{
	if (!choice->type->postings || !choice->event)
		return NULL;
	return posting_of(choice->type, choice->event);
}

void put_posted(const struct event_choice *choice, struct text *text)
{
	text_format(text, "%s/", choice->type->perf);
	if (choice->event)
		text_string(text, processor_string(choice->processor, choice->event->name));
	else
		text_format(text, "event=0x%llx", (unsigned long long)choice->select);
	text_char(text, '/');
}
