/* SPDX-License-Identifier: BSD-2-Clause */
/* Filter registers: settings that a session's events need besides their selects. */
#include "core/session/session_protocol.h"

static struct session_filter *filter_at(struct session *session, unsigned domain, struct location where,
					const struct register_row *row)
{
	uint64_t ones = layout_ones(row->layout);

	for (uint16_t i = 0; i < session->filter_count; i++)
		if (session_same_location(&session->filters[i].where, &where))
			return &session->filters[i];
	session->filters[session->filter_count] = (struct session_filter){.where = where,
									  .domain = (uint8_t)domain,
									  .ones = ones,
									  .value = ones,
									  .writable = layout_writable(row->layout)};
	return &session->filters[session->filter_count++];
}

/* A gate must be off while other filter registers are written. It is saved before them, so it is restored last. */
static void add_gate(struct session *session, const struct session_counter *counter, const struct register_row *row)
{
	const struct filter_register *filter_register = box_filter_register(counter->box.type, row);
	const struct register_row *gate;

	if (!filter_register || !filter_register->gate)
		return;
	gate = &counter->box.type->registers[filter_register->gate - 1];
	filter_at(session, counter->domain, box_location(&counter->box, gate, 0), gate)->gate = true;
}

void session_add_filters(struct session *session)
{
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		for (unsigned s = 0; s < counter->config->setting_count; s++) {
			struct event_assigned placed =
				event_setting_at(counter->config, s, counter->unit, counter->number);
			struct session_filter *filter;

			add_gate(session, counter, placed.row);
			filter = filter_at(session, counter->domain,
					   box_location(&counter->box, placed.row, placed.index), placed.row);
			/* The schedule guarantees that no other event needs other values in these bits. */
			filter->value |= placed.value;
		}
	}
}

void session_save_filters(const struct session *session, unsigned domain, struct program *program)
{
	for (uint16_t i = 0; i < session->filter_count; i++)
		if (session->filters[i].domain == domain)
			session_save(session, program, session->filters[i].where, session->filters[i].ones);
}

void session_open_filters(const struct session *session, unsigned domain, struct program *program)
{
	for (uint16_t i = 0; i < session->filter_count; i++)
		if (session->filters[i].gate && session->filters[i].domain == domain)
			program_write(program, session->filters[i].where, session->filters[i].ones);
}

/* Writes the filter registers that are gates, or the others. */
static void write_filters(const struct session *session, unsigned domain, struct program *program, bool gates)
{
	for (uint16_t i = 0; i < session->filter_count; i++) {
		const struct session_filter *filter = &session->filters[i];

		if (filter->gate == gates && filter->domain == domain)
			session_write_checked(program, filter->where, filter->value, filter->writable);
	}
}

void session_write_filters(const struct session *session, unsigned domain, struct program *program)
{
	session_open_filters(session, domain, program);
	write_filters(session, domain, program, false);
	write_filters(session, domain, program, true);
}
