/* SPDX-License-Identifier: BSD-2-Clause */
/* Companion registers: what the events of a session need set besides their selects. */
#include "core/session_internal.h"

static struct session_filter *filter_at(struct session *session, struct location where)
{
	for (uint16_t i = 0; i < session->filter_count; i++)
		if (session_same_place(&session->filters[i].where, &where))
			return &session->filters[i];
	session->filters[session->filter_count] = (struct session_filter){.where = where};
	return &session->filters[session->filter_count++];
}

static bool add_setting(struct session *session, const struct session_counter *counter,
			const struct event_setting *setting, struct text *complaint)
{
	unsigned index = setting->row->count > 1 ? counter->number : 0;
	struct session_filter *filter =
		filter_at(session, box_location(&counter->box, setting->row, index));
	uint64_t mask = field_mask(setting->field);
	uint64_t value = setting->value << setting->field->low;

	if (filter->mask & mask && (filter->value ^ value) & filter->mask & mask) {
		box_register_name(&counter->box, setting->row, index, complaint);
		text_format(complaint, ": field %s is wanted with two values, by ",
			    setting->field->name);
		event_canonical(filter->choice, counter->box.instance, complaint);
		text_format(complaint, " and %s", counter->event);
		return false;
	}
	if (!filter->choice)
		filter->choice = counter->choice;
	filter->value |= value;
	filter->mask |= mask;
	return true;
}

bool session_add_filters(struct session *session, struct text *complaint)
{
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		for (unsigned s = 0; s < counter->choice->setting_count; s++)
			if (!add_setting(session, counter, &counter->choice->settings[s],
					 complaint))
				return false;
	}
	return true;
}

void session_save_filters(const struct session *session, struct program *program)
{
	for (uint16_t i = 0; i < session->filter_count; i++)
		session_save(session, program, session->filters[i].where);
}

void session_write_filters(const struct session *session, struct program *program)
{
	for (uint16_t i = 0; i < session->filter_count; i++)
		session_write_checked(program, session->filters[i].where, session->filters[i].value,
				      session->filters[i].mask);
}
