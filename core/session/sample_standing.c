/* SPDX-License-Identifier: BSD-2-Clause */
/* The state of counters when time is over and samples are missing. A rare or absent event is not a defect. */
#include "core/hardware/expect.h"
#include "core/session/sample.h"

/* A counter that was not restarted after a sample holds its preload, which says nothing about its event. */
static enum standing standing_of(const struct sampler *sampler, const struct session_counter *counter, uint64_t events)
{
	if (events >= session_counter_period(counter))
		return STANDING_UNSHOWN;
	if (events || __atomic_load_n(&sampler->resting, __ATOMIC_ACQUIRE))
		return STANDING_NOT_YET;

	/* A clock that no board can stop must have advanced. */
	if (event_is_clock(counter->config) &&
	    (!box_is_the_boards(counter->box.type) || expects_box(sampler->session->machine, &counter->box)))
		return STANDING_STILL;
	return sampler->sequence ? STANDING_NOT_YET : STANDING_UNTESTED;
}

bool standing_is_defect(enum standing standing)
{
	return standing == STANDING_STILL || standing == STANDING_UNSHOWN;
}

bool sampler_stand(struct sampler *sampler)
{
	const struct session *session = sampler->session;
	uint32_t ignored = 0;

	sampler->standing = STANDING_UNKNOWN;
	if (!session_run_in(sampler->session, &session->read, sampler->poll_slots))
		return false;
	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];
		uint64_t value = session_corrected(counter, sampler->poll_slots[i], &ignored);
		uint64_t events = (value - counter->preload) & session_counter_mask(counter);
		enum standing standing;

		if (!counter->sampled)
			continue;
		standing = standing_of(sampler, counter, events);
		if (standing_is_defect((enum standing)sampler->standing) ||
		    (sampler->standing != STANDING_UNKNOWN && !standing_is_defect(standing) &&
		     events <= sampler->progress))
			continue;
		sampler->standing = (uint8_t)standing;
		sampler->stands = i;
		sampler->progress = events;
	}
	return true;
}

/* ---- the report ----------------------------------------------------------------------------------- */

void sampler_report_standing(const struct sampler *sampler, const char *when, struct output *output)
{
	const struct session_counter *counter = &sampler->session->counters[sampler->stands];
	const unsigned long long period = session_counter_period(counter), progress = sampler->progress;
	char came[96], where[24], advice[128];
	struct text came_text = TEXT_OVER(came), where_text = TEXT_OVER(where), advice_text = TEXT_OVER(advice);
	char box[BOX_NAME_SIZE];

	text_format(&came_text, "%llu of %llu samples came %s", (unsigned long long)sampler->sequence,
		    (unsigned long long)sampler->wanted, when);
	if (counter->box.cpu)
		text_format(&where_text, " on cpu %u", counter->box.cpu - 1u);
	else if (sampler->session->machine->socket_count > 1)
		text_format(&where_text, " on socket %u", session_socket(sampler->session));

	/* How to distinguish an event that does not occur from a counter that does not count it. */
	box_name(&counter->box, box);
	if (event_is_clock(counter->config))
		text_format(&advice_text, "a board may leave %s without a clock; `expect %s` makes that a failure", box,
			    box);
	else
		text_format(&advice_text, "`test %s.*` checks the counters themselves", box);

	switch (sampler->standing) {
	case STANDING_NOT_YET:
		record_note(output, "not yet, %u %% of the period: %s counted %llu of %llu%s; %s",
			    (unsigned)(period > UINT64_MAX / 100 ? sampler->progress / (period / 100)
								 : sampler->progress * 100 / period),
			    counter->event, progress, period, where, came);
		break;
	case STANDING_UNTESTED:
		record_note(output, "untested, %s has not come at all%s: %s; %s", counter->event, where, came, advice);
		break;
	case STANDING_STILL:
		record_error(output, VERDICT_FAIL, "%s is a clock and does not count%s: %s", counter->event, where,
			     came);
		break;
	case STANDING_UNSHOWN:
		record_error(output, VERDICT_FAIL,
			     "%s counted %llu events of a period of %llu%s, and no status shows its overflow: %s",
			     counter->name, progress, period, where, came);
		break;
	default: break;
	}
}
