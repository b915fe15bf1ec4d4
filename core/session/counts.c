/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/session/counts.h"

#include "lib/memory.h"

bool counts_init(struct counts *counts, struct session *session, uint64_t *slots)
{
	struct arena *arena = session->machine->arena;
	size_t n = session->counter_count;

	*counts = (struct counts){
		.session = session,
		.slots = slots ? slots : session->slots,
		.values = arena_take(arena, n, sizeof(*counts->values)),
		.previous = arena_take(arena, n, sizeof(*counts->previous)),
		.looked_ns = arena_take(arena, n, sizeof(*counts->looked_ns)),
		.modulo = arena_take(arena, n, sizeof(*counts->modulo)),
		.went_back = arena_take(arena, n, sizeof(*counts->went_back)),
	};
	if (!counts->values || !counts->previous || !counts->looked_ns || !counts->modulo || !counts->went_back)
		return false;
	for (size_t i = 0; i < n; i++)
		counts->previous[i] = session->counters[i].preload;
	counts_clear(counts);
	return true;
}

void counts_from_first(struct counts *counts)
{
	for (uint16_t i = 0; i < counts->session->counter_count; i++)
		counts->previous[i] = counts->session->counters[i].first;
}

void counts_clear(struct counts *counts)
{
	size_t bytes = counts->session->counter_count * sizeof(*counts->values);

	memset(counts->values, 0, bytes);
	memset(counts->modulo, 0, bytes);
	memset(counts->went_back, 0, counts->session->counter_count * sizeof(*counts->went_back));
}

bool counts_clear_overflows(struct counts *counts)
{
	bool came_round = counts->came_round;

	counts->came_round = false;
	return !came_round || session_run_in(counts->session, &counts->session->clear, counts->slots);
}

void counts_resume(struct counts *counts, uint64_t now_ns)
{
	for (uint16_t i = 0; i < counts->session->counter_count; i++)
		if (!counts->resumed)
			counts->looked_ns[i] = now_ns;
		else if (counts->paused_ns && !counts->session->counters[i].free)
			counts->looked_ns[i] += now_ns - counts->paused_ns;
	counts->resumed = true;
	counts->paused_ns = 0;
}

void counts_pause(struct counts *counts, uint64_t now_ns)
{
	counts->paused_ns = now_ns;
}

bool counts_have_free(const struct counts *counts)
{
	for (uint16_t i = 0; i < counts->session->counter_count; i++)
		if (counts->session->counters[i].free)
			return true;
	return false;
}

bool counts_pass_free(struct counts *counts)
{
	const struct session *session = counts->session;
	struct hw *hw = session->machine->hw;

	if (!counts_have_free(counts))
		return true;
	if (!session_poll(counts->session, 0, session->counter_count, counts->slots))
		return false;
	for (uint16_t i = 0; i < session->counter_count; i++) {
		if (!session->counters[i].free)
			continue;
		counts->previous[i] = counts->slots[i];
		counts->looked_ns[i] = hw->now_ns(hw);
	}
	return true;
}

#define LOOK_NS UINT64_C(2000000) /* between looks at postings; a few are due at a time */

/* Waiting ends when the next look is due, so a counter advances by at most half of its range between two looks. */
static uint64_t look_after_ns(const struct session_counter *counter)
{
	return counter->framed ? LOOK_NS : counter->round_ns / 4;
}

uint64_t counts_soonest_ns(const struct counts *counts)
{
	uint64_t soonest_ns = UINT64_MAX;

	for (uint16_t i = 0; i < counts->session->counter_count; i++)
		if (!counts->session->counters[i].sampled)
			soonest_ns = min_u64(soonest_ns, look_after_ns(&counts->session->counters[i]));
	return soonest_ns;
}

void counts_take(struct counts *counts, unsigned index, uint64_t raw, bool older)
{
	struct session_counter *counter = &counts->session->counters[index];
	const uint64_t mask = session_counter_mask(counter),
		       value = session_corrected(counter, raw, &counts->corrected);
	const uint64_t events = (value - counts->previous[index]) & mask;

	counts->came_round |= value < counts->previous[index];
	/* A 64-bit counter does not wrap. */
	if (value < counts->previous[index] && counter->box.type->postings && !counter->distrust)
		counter->distrust = "the counter went back";
	counts->values[index] += older && events > mask / 2 ? events - mask - 1 : events;
	counts->previous[index] = value;
}

/* Within half of the time in which it could wrap, a counter cannot advance by more than half of its range. */
static void take_look(struct counts *counts, unsigned index, uint64_t now_ns, bool older)
{
	const struct session_counter *counter = &counts->session->counters[index];
	const uint64_t before = counts->values[index], passed_ns = now_ns - counts->looked_ns[index];
	const uint64_t mask = session_counter_mask(counter);

	counts_take(counts, index, counts->slots[index], older);
	if (passed_ns > counter->round_ns)
		counts->modulo[index] = mask + 1;
	if (!older && passed_ns <= counter->round_ns / 2 && counts->values[index] - before > mask / 2)
		counts->went_back[index] = true;
	counts->looked_ns[index] = now_ns;
}

static bool is_due(const struct counts *counts, unsigned index, uint64_t now_ns)
{
	const struct session_counter *counter = &counts->session->counters[index];

	return !counter->sampled && now_ns - counts->looked_ns[index] >= look_after_ns(counter);
}

bool counts_are_due(const struct counts *counts, uint64_t now_ns)
{
	for (uint16_t i = 0; i < counts->session->counter_count; i++)
		if (is_due(counts, i, now_ns))
			return true;
	return false;
}

/* Reads only the counters that are due: one of hundreds may be narrow. */
bool counts_keep_up(struct counts *counts, uint64_t now_ns, bool older)
{
	uint16_t count = counts->session->counter_count, end;

	if (counts->session->frame) {
		bool due = counts_are_due(counts, now_ns), done;

		/* If a session has framed counters, all its other counters have 64 bits. */
		for (uint16_t i = 0; i < counts->session->counter_count && due; i++)
			counts->looked_ns[i] = now_ns;
		return !due || session_look(counts->session, &done);
	}
	for (uint16_t first = 0; first < count; first = end) {
		for (end = first; end < count && is_due(counts, end, now_ns);)
			end++;
		if (end == first) {
			end++;
			continue;
		}
		if (!session_poll(counts->session, first, (uint16_t)(end - first), counts->slots))
			return false;
		for (uint16_t i = first; i < end; i++) {
			take_look(counts, i, now_ns, older);
		}
	}
	return true;
}

bool counts_read(struct counts *counts, uint64_t now_ns)
{
	if (!session_run_in(counts->session, &counts->session->read, counts->slots))
		return false;
	for (uint16_t i = 0; i < counts->session->counter_count; i++) {
		if (counts->session->counters[i].framed)
			continue;
		take_look(counts, i, now_ns, false);
	}
	return session_check_kept(counts->session);
}

const char *counts_distrust(const struct counts *counts, unsigned index)
{
	return counts->went_back[index] ? "the counter went back" : counts->session->counters[index].distrust;
}

void counts_take_framed(struct counts *counts, enum session_edge edge)
{
	const struct session *session = counts->session;

	for (uint16_t i = 0; i < session->counter_count; i++) {
		const struct session_counter *counter = &session->counters[i];

		if (counter->framed && edge == SESSION_BEGINS)
			counts->previous[i] = counter->first;
		else if (counter->framed)
			counts_take(counts, i, session->slots[i], false);
	}
}
