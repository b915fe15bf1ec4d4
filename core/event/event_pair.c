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

/* If the configuration is the first half of a latency, the setting with the requests that it adds up; else NULL. */
static const struct event_setting *sum_of(const struct event_config *config)
{
	const struct latency *latency = config->type->pairs ? config->type->pairs->latency : NULL;
	const struct event_setting *setting = latency ? setting_in(config, latency->sum) : NULL;

	return setting && setting->value & latency->mark ? setting : NULL;
}

static void complain_event_pair(const struct event_config *sum, const struct event_config *count,
				struct text *diagnostic)
{
	event_canonical(count, EVENT_EVERY_INSTANCE, diagnostic);
	text_string(diagnostic, " does not count what ");
	event_canonical(sum, EVENT_EVERY_INSTANCE, diagnostic);
	text_string(diagnostic, " adds up: give both the same requests, and ANY_RESPONSE to the one that counts");
}

static bool pair_matches(const struct event_config *sum, const struct event_config *count, struct text *diagnostic)
{
	const struct event_setting *added = sum_of(sum), *counted;
	const struct latency *latency;

	if (!added || count->type != sum->type)
		return true;
	latency = sum->type->pairs->latency;
	counted = setting_in(count, latency->count);
	if (!counted || counted->value == ((added->value & latency->requests) | latency->answers))
		return true;
	complain_event_pair(sum, count, diagnostic);
	return false;
}

/* ---- followers ------------------------------------------------------------------------------------- */

static bool is_follower(const struct event_config *config)
{
	const struct event_pairs *pairs = config->type->pairs;

	return pairs && pairs->follower && config->event && config->event->code == pairs->follower;
}

/* True if the configuration adds up a number on counter 0 of every box that the follower counts on. */
static bool leads(const struct event_config *config, const struct event_config *follower)
{
	return config->type == follower->type && config->event && config->event->flags & EVENT_MULTI &&
	       config->counters == BIT(0) &&
	       (config->instance == EVENT_EVERY_INSTANCE || config->instance == follower->instance);
}

static bool is_led(const struct event_config *configs, unsigned count, unsigned follower, struct text *diagnostic)
{
	for (unsigned i = 0; i < count; i++)
		if (leads(&configs[i], &configs[follower]))
			return true;
	event_canonical(&configs[follower], EVENT_EVERY_INSTANCE, diagnostic);
	text_string(
		diagnostic,
		" looks at the number that counter 0 adds in each cycle: count it together with an event that adds up there");
	return false;
}

bool event_pairs_match(const struct event_config *configs, unsigned count, struct text *diagnostic)
{
	for (unsigned i = 0; i < count; i++)
		if (is_follower(&configs[i]) && !is_led(configs, count, i, diagnostic))
			return false;
	for (unsigned i = 0; i < count; i++)
		for (unsigned j = 0; j < count; j++)
			if (!pair_matches(&configs[i], &configs[j], diagnostic))
				return false;
	return true;
}
