/* SPDX-License-Identifier: BSD-2-Clause */
#include "arch/ppc64/trace.h"

#define WORDS        (TRACE_RECORD_BYTES / 8)
#define WORD_TIME    0
#define WORD_IP      1
#define WORD_PID     2
#define WORD_CPMC    3
#define WORD_TIME2   7
#define STAMP_SHARED MASK(0, 42) /* the bits that both time stamps have */

static uint64_t word_at(const struct trace_view *view, uint32_t record, unsigned word)
{
	const uint8_t *bytes = view->ring + (size_t)record * TRACE_RECORD_BYTES + word * 8;
	uint64_t value = 0;

	for (unsigned i = 0; i < 8; i++)
		value = value << 8 | bytes[i];
	return value;
}

static bool is_valid(const struct trace_view *view, uint32_t record)
{
	uint64_t time = word_at(view, record, WORD_TIME);

	return time && (time & STAMP_SHARED) == word_at(view, record, WORD_TIME2);
}

static bool is_empty(const struct trace_view *view, uint32_t record)
{
	for (unsigned i = 0; i < WORDS; i++)
		if (word_at(view, record, i))
			return false;
	return true;
}

/* Time goes back between the newest record and the oldest one that is not overwritten yet. */
struct trace_view trace_view_of(const void *ring, uint32_t records)
{
	struct trace_view view = {.ring = ring, .records = records, .full = true};
	uint64_t before = 0;

	for (uint32_t i = 0; i < records; i++) {
		uint64_t time = word_at(&view, i, WORD_TIME);

		if (!is_valid(&view, i)) {
			view.torn += !is_empty(&view, i);
			view.full &= !is_empty(&view, i);
			view.lead += view.lead == i && is_empty(&view, i);
			continue;
		}
		view.valid++;
		if (time < before) {
			view.first = i;
			view.drops++;
		}
		before = time;
	}
	view.wrapped = view.drops > 0;
	return view;
}

bool trace_next(const struct trace_view *view, uint32_t *at, struct trace_sample *sample)
{
	for (; *at < view->records; (*at)++) {
		uint32_t record = (view->first + *at) % view->records;

		if (!is_valid(view, record))
			continue;
		*sample = (struct trace_sample){
			.time = word_at(view, record, WORD_TIME),
			.ip = word_at(view, record, WORD_IP),
			.process = word_at(view, record, WORD_PID),
		};
		for (unsigned i = 0; i < TRACE_COUNTERS; i++)
			sample->counters[i] = word_at(view, record, WORD_CPMC + i);
		(*at)++;
		return true;
	}
	return false;
}
