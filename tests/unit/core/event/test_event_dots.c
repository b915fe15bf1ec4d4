/* SPDX-License-Identifier: BSD-2-Clause */
/* perfmon's lists have dots in their names, of which some stand where our names have underscores: every one is taken. */
#include "core/event/event.h"
#include "core/event/table.h"
#include "tests/unit/support/unit.h"

static bool same(const struct event_config *a, const struct event_config *b)
{
	return a->type == b->type && a->select == b->select && a->counters == b->counters && a->event == b->event &&
	       a->setting_count == b->setting_count;
}

static bool parse(const struct processor *processor, const char *string, struct event_config *config)
{
	struct diagnostic diagnostic;

	return event_parse(processor, slice_of(string), config, &diagnostic);
}

/* Each underscore in turn as a dot, and all but those of the prefix: "UNC_IIO_...". */
static unsigned try_dots(const struct processor *processor, const struct box_type *type, const struct event *event)
{
	char plain[256], dotted[256];
	struct text name = TEXT_OVER(plain);
	struct event_config wanted, got;
	unsigned tried = 0;
	size_t colon;

	text_format(&name, "%s*::", type->name);
	event_row_name(processor, event, &name);
	if (!parse(processor, plain, &wanted))
		return 0;
	colon = strlen(type->name) + 3;
	for (size_t i = colon; plain[i]; i++) {
		if (plain[i] != '_' && plain[i] != ':')
			continue;
		memcpy(dotted, plain, sizeof(dotted));
		dotted[i] = '.';
		if (!parse(processor, dotted, &got) || !same(&wanted, &got))
			fail_msg("%s: %s is not taken for %s", processor->name, dotted, plain);
		tried++;
	}
	return tried;
}

static unsigned try_all(const struct processor *processor)
{
	unsigned tried = 0;

	for (unsigned t = 0; t < processor->type_count; t++)
		for (unsigned i = 0; i < processor->types[t]->event_count; i++)
			tried += try_dots(processor, processor->types[t], &processor->types[t]->events[i]);
	return tried;
}

TEST(any_underscore_may_be_a_dot)
{
	for (const struct processor *const *known = processors; *known; known++)
		assert_true(try_all(*known) > 500);
}
