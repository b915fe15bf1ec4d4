/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/event/event_pair.h"

/* What a choice has in the companion of that row; NULL if it does not use it. */
static const struct event_setting *setting_in(const struct event_choice *choice, unsigned row)
{
	for (unsigned i = 0; i < choice->setting_count; i++)
		if (choice->settings[i].row == &choice->type->registers[row])
			return &choice->settings[i];
	return NULL;
}

/* What the choice adds up if it is the first half of a latency; NULL if it is not. */
static const struct event_setting *sum_of(const struct event_choice *choice)
{
	const struct latency *latency = choice->type->pairs ? choice->type->pairs->latency : NULL;
	const struct event_setting *setting = latency ? setting_in(choice, latency->sum) : NULL;

	return setting && setting->value & latency->mark ? setting : NULL;
}

static void complain(const struct event_choice *sum, const struct event_choice *count, struct text *complaint)
{
	event_canonical(count, EVENT_EVERY_INSTANCE, complaint);
	text_string(complaint, " does not count what ");
	event_canonical(sum, EVENT_EVERY_INSTANCE, complaint);
	text_string(complaint, " adds up: both take the same requests, and the one that counts takes ANY_RESPONSE");
}

static bool pair_matches(const struct event_choice *sum, const struct event_choice *count, struct text *complaint)
{
	const struct event_setting *added = sum_of(sum), *counted;
	const struct latency *latency;

	if (!added || count->type != sum->type)
		return true;
	latency = sum->type->pairs->latency;
	counted = setting_in(count, latency->count);
	if (!counted || counted->value == ((added->value & latency->requests) | latency->answers))
		return true;
	complain(sum, count, complaint);
	return false;
}

/* ---- followers ------------------------------------------------------------------------------------- */

static bool is_follower(const struct event_choice *choice)
{
	const struct event_pairs *pairs = choice->type->pairs;

	return pairs && pairs->follower && choice->event && choice->event->code == pairs->follower;
}

/* True if the choice adds something up on counter 0 of every box that the follower is on. */
static bool leads(const struct event_choice *choice, const struct event_choice *follower)
{
	return choice->type == follower->type && choice->event && choice->event->flags & EVENT_MULTI &&
	       choice->counters == BIT(0) && !(follower->instances & ~choice->instances);
}

static bool is_led(const struct event_choice *choices, unsigned count, unsigned follower, struct text *complaint)
{
	for (unsigned i = 0; i < count; i++)
		if (leads(&choices[i], &choices[follower]))
			return true;
	event_canonical(&choices[follower], EVENT_EVERY_INSTANCE, complaint);
	text_string(complaint,
		    " looks at what counter 0 adds up in each cycle: count an event with it that does so there");
	return false;
}

bool event_pairs_match(const struct event_choice *choices, unsigned count, struct text *complaint)
{
	for (unsigned i = 0; i < count; i++)
		if (is_follower(&choices[i]) && !is_led(choices, count, i, complaint))
			return false;
	for (unsigned i = 0; i < count; i++)
		for (unsigned j = 0; j < count; j++)
			if (!pair_matches(&choices[i], &choices[j], complaint))
				return false;
	return true;
}
