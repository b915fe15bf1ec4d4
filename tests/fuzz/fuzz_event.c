/* SPDX-License-Identifier: BSD-2-Clause */
/* Event strings: no input crashes the parser; what it accepts has a canonical string that means the
 * same; what it refuses, it refuses with a place inside the string and a reason. */
#include "core/event/event.h"
#include "tests/fuzz/fuzz.h"
#include "tools/uncork/libpfm4/libpfm4.h"

static void check_refused(struct slice string, const struct diagnostic *diagnostic)
{
	char bytes[4 * EVENT_STRING_MAX];
	struct text text = TEXT_OVER(bytes);

	assert(diagnostic->kind > DIAGNOSTIC_NONE && diagnostic->kind < DIAGNOSTIC_KINDS);
	assert(diagnostic->column <= string.length);
	assert(diagnostic->length >= 1);
	assert(diagnostic->column + diagnostic->length <= string.length + 1);
	assert(diagnostic->reason[0]);
	diagnostic_text(diagnostic, string, &text);
	for (const char *at = bytes; *at; at++)
		assert((*at >= ' ' && *at <= '~') || *at == '\n');
}

static void check_same(const struct event_config *a, const struct event_config *b)
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

/* No unit of its resource leads a configuration out of the box's registers, or to bits that must be 0. */
static void check_placed(const struct event_config *config)
{
	unsigned units = config->resource ? config->resource->units : 1;

	for (unsigned i = 0; i < config->setting_count * units; i++) {
		struct event_assigned placed =
			event_setting_at(config, i / units, i % units, config->type->counters - 1u);

		assert(placed.row >= config->type->registers);
		assert(placed.row < config->type->registers + config->type->register_count);
		assert(placed.index < placed.row->count);
		assert(!(placed.mask & ~layout_writable(placed.row->layout)));
		assert(!(placed.value & ~placed.mask));
	}
}

static void check_accepted(const struct event_config *config)
{
	const struct register_row *select = box_row_of_role(config->type, ROLE_SELECT);

	assert(config->instance == EVENT_EVERY_INSTANCE || config->instance < config->type->instances);
	assert(config->fixed == !config->counters);
	assert(!(config->select & ~layout_writable(select->layout)));
	check_placed(config);
	for (unsigned i = 0; i < config->type->instances; i++) {
		char bytes[EVENT_STRING_MAX + 1];
		struct text text = TEXT_OVER(bytes);
		struct event_config back;
		struct diagnostic diagnostic;

		if (!event_means_instance(config, i))
			continue;
		event_canonical(config, i, &text);
		assert(!text.truncated);
		if (!event_parse(config->processor, slice_of(bytes), &back, &diagnostic))
			__builtin_trap();
		assert(back.instance == (config->type->instances > 1 ? i : EVENT_EVERY_INSTANCE));
		check_same(config, &back);
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
		struct event_config config;
		struct diagnostic diagnostic;

		assert(string.length <= size);
		if (event_parse(processor, string, &config, &diagnostic))
			check_accepted(&config);
		else
			check_refused(string, &diagnostic);
	}
}

static void fuzz(const uint8_t *data, size_t size)
{
	size_t count = 0;

	while (processors[count])
		count++;
	parse_all(processors[size % count], (struct slice){(const char *)data, size});
	check_library(processors[size % count], (struct slice){(const char *)data, size});
}
