/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/event_pair.h"

/* The configuration's setting of the filter register in that row; NULL if it does not use the register. */
static const struct event_setting *setting_in(const struct event_config *config, unsigned row)
{
	for (unsigned i = 0; i < config->setting_count; i++)
		if (config->settings[i].row == &config->type->registers[row])
			return &config->settings[i];
	return NULL;
}

static bool pair_matches(const struct event_config *sum, const struct event_config *count, struct text *diagnostic)
{
	const struct latency *latency = sum->type->pairs ? sum->type->pairs->latency : NULL;
	const struct event_setting *added = latency ? setting_in(sum, latency->sum) : NULL, *counted;

	/* Only the first half of a latency adds up requests. */
	if (!added || !(added->value & latency->mark) || count->type != sum->type)
		return true;
	counted = setting_in(count, latency->count);
	if (!counted || counted->value == ((added->value & latency->requests) | latency->answers))
		return true;
	event_canonical(count, EVENT_EVERY_INSTANCE, diagnostic);
	text_string(diagnostic, " does not count what ");
	event_canonical(sum, EVENT_EVERY_INSTANCE, diagnostic);
	text_string(diagnostic, " adds up: give both the same requests, and ANY_RESPONSE to the one that counts");
	return false;
}

/* ---- followers ------------------------------------------------------------------------------------- */

/* True if the configuration does not follow another, or its leader is there. */
static bool is_led(const struct event_config *configs, unsigned count, unsigned number, struct text *diagnostic)
{
	const struct event_config *follower = &configs[number];
	const struct event_pairs *pairs = follower->type->pairs;

	if (!pairs || !pairs->follower || !follower->event || follower->event->code != pairs->follower)
		return true;

	/* The leader adds up a number on counter 0 of every box that the follower counts on. */
	for (unsigned i = 0; i < count; i++) {
		const struct event_config *leader = &configs[i];

		if (leader->type == follower->type && leader->event && leader->event->flags & EVENT_MULTI &&
		    leader->counters == BIT(0) &&
		    (leader->instance == EVENT_EVERY_INSTANCE || leader->instance == follower->instance))
			return true;
	}
	event_canonical(follower, EVENT_EVERY_INSTANCE, diagnostic);
	text_string(
		diagnostic,
		" looks at the number that counter 0 adds in each cycle: count it together with an event that adds up there");
	return false;
}

bool event_pairs_match(const struct event_config *configs, unsigned count, struct text *diagnostic)
{
	for (unsigned i = 0; i < count; i++)
		if (!is_led(configs, count, i, diagnostic))
			return false;
	for (unsigned i = 0; i < count; i++)
		for (unsigned j = 0; j < count; j++)
			if (!pair_matches(&configs[i], &configs[j], diagnostic))
				return false;
	return true;
}
