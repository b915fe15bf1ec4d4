/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/check/meaning_clock.h"

#include "core/check/meaning_counting.h"
#include "lib/text.h"

/* A count is a clock's if it differs by at most one in this many: counters that are stopped one by one differ by the
 * time of an access. */
#define ALIKE        256
/* Fewer cycles are too few to compare. */
#define CYCLES_LEAST (16 * ALIKE)

/* Without work, with work, and without it for the same time. */
enum clock_window { BRIEF, WORKING, RESTING, WINDOWS };

static const enum meaning_amount amounts[WINDOWS] = {
	[BRIEF] = MEANING_IDLE_LONG,
	[WORKING] = MEANING_FOUR,
	[RESTING] = MEANING_IDLE_LONG,
};

/* A box's counters of the event and of its clock, and their counts in each window. */
struct beside {
	const struct session_counter *event, *clock;
	const uint64_t *event_count, *clock_count; /* of the last window */
	uint64_t events[WINDOWS], cycles[WINDOWS];
	bool alike;
};

#define BESIDE_MOST MEANING_BOXES

struct clocks {
	struct counting counting; /* must be first: clocks_of converts */
	unsigned row;
	uint8_t first_clock, first_other; /* order of configurations: the row's, clocks, other rows' */
	bool alone;                       /* without other rows, because there are too few counters */
	bool counted;
	struct beside beside[BESIDE_MOST];
	unsigned count;
	unsigned boxes; /* with a counter of the event */
};

static struct clocks *clocks_of(struct counting *counting)
{
	return (struct clocks *)counting;
}

/* ---- choosing clocks --------------------------------------------------------------------------------------------- */

/* Counts the other rows of the run, too, if there are enough counters. Then all boxes are in the session, and no box
 * with a leftover enable counts when the socket's counters start. */
static void plan_clocks(struct counting *counting)
{
	struct clocks *clocks = clocks_of(counting);
	const struct meaning_report *report = counting->report;
	const struct box_type *type;

	counting_add_row(counting, clocks->row);
	clocks->first_clock = counting->config_count;
	if (!counting->config_count)
		return;
	type = counting->configs[0].type;
	for (unsigned i = 0; i < type->event_count; i++) {
		char *bytes;
		struct text text;

		if (!(type->events[i].flags & EVENT_CLOCK))
			continue;
		bytes = arena_take(counting->machine->arena, EVENT_STRING_MAX, 1);
		if (!bytes)
			continue;
		text = text_over(bytes, EVENT_STRING_MAX);
		text_format(&text, "%s*::", type->name);
		event_row_name(counting->machine->processor, &type->events[i], &text);
		(void)counting_add(counting, slice_of(bytes));
	}
	clocks->first_other = counting->config_count;
	for (unsigned r = 0; r < report->count && !clocks->alone; r++)
		if (report->results[r].row->run == report->results[clocks->row].row->run)
			counting_add_row(counting, r);
}

static void pair(struct clocks *clocks, const struct session_counter *event, const uint64_t *count)
{
	const struct counting *counting = &clocks->counting;

	for (unsigned s = 0; s < counting->session_count; s++)
		for (unsigned i = 0; i < counting->sessions[s].counter_count; i++) {
			const struct session_counter *clock = &counting->sessions[s].counters[i];

			if (clock->config - counting->configs < clocks->first_clock ||
			    clock->config - counting->configs >= clocks->first_other ||
			    !counting_same_box(&clock->box, &event->box) || clock->box.socket != event->box.socket ||
			    clocks->count == BESIDE_MOST)
				continue;
			clocks->beside[clocks->count++] = (struct beside){.event = event,
									  .clock = clock,
									  .event_count = count,
									  .clock_count = &counting->counts[s].values[i],
									  .alike = true};
		}
}

static void pair_all(struct clocks *clocks)
{
	const struct counting *counting = &clocks->counting;

	for (unsigned s = 0; s < counting->session_count; s++)
		for (unsigned i = 0; i < counting->sessions[s].counter_count; i++) {
			const struct session_counter *counter = &counting->sessions[s].counters[i];

			if (counter->config - counting->configs >= clocks->first_clock ||
			    !counting_row_counts(counting, clocks->row, counter->box.socket))
				continue;
			clocks->boxes++;
			pair(clocks, counter, &counting->counts[s].values[i]);
		}
}

/* ---- comparing clocks -------------------------------------------------------------------------------------------- */

/* Returns true if any counter may still be a clock. */
static bool keep_window(struct clocks *clocks, enum clock_window window)
{
	bool any = false;

	for (unsigned i = 0; i < clocks->count; i++) {
		struct beside *beside = &clocks->beside[i];
		uint64_t events = *beside->event_count, cycles = *beside->clock_count;

		beside->events[window] = events;
		beside->cycles[window] = cycles;
		beside->alike = beside->alike && cycles >= CYCLES_LEAST &&
				(events > cycles ? events - cycles : cycles - events) <= cycles / ALIKE;
		any = any || beside->alike;
	}
	return any;
}

/* Real traffic at a clock's rate would be increased by the work's lines. True if the increase is below a quarter of the
 * box's even share. */
static bool ignores_work(const struct clocks *clocks, const struct beside *beside)
{
	const struct counting *counting = &clocks->counting;
	const struct meaning *row = counting->report->results[clocks->row].row;
	uint64_t share = counting->request->lines * (uint64_t)meaning_expected(row) / 1000000 / clocks->boxes;
	int64_t working = (int64_t)(beside->events[WORKING] - beside->cycles[WORKING]);
	int64_t resting = (int64_t)(beside->events[RESTING] - beside->cycles[RESTING]);
	int64_t more = working - resting;

	return (uint64_t)(more < 0 ? -more : more) < share;
}

static void tell(struct clocks *clocks)
{
	struct meaning_clocked *clocked = &clocks->counting.counted->clocked[clocks->row];

	for (unsigned i = 0; i < clocks->count; i++) {
		const struct beside *beside = &clocks->beside[i];
		struct text text;

		if (!beside->alike || !ignores_work(clocks, beside))
			continue;
		*clocked = (struct meaning_clocked){
			.box = beside->event->box, .count = beside->events[WORKING], .cycles = beside->cycles[WORKING]};
		text = text_over(clocked->clock, sizeof(clocked->clock));
		event_row_name(clocks->counting.machine->processor, beside->clock->config->event, &text);
		return;
	}
}

static bool compare_clocks(struct counting *counting)
{
	struct clocks *clocks = clocks_of(counting);
	uint64_t longest_ns = LOOK_NS;

	clocks->counted = true;
	pair_all(clocks);
	if (!clocks->count)
		return true;
	for (enum clock_window window = BRIEF; window < WINDOWS; window++) {
		if (!counting_window(counting, amounts[window], longest_ns, &longest_ns))
			return false;
		if (!keep_window(clocks, window))
			return true;
	}
	tell(clocks);
	return true;
}

/* ---- choosing rows ----------------------------------------------------------------------------------------------- */

/* True for a row whose expected lines are hidden by noise. */
static bool is_in_doubt(const struct meaning_result *result)
{
	return result->counted && result->row->expected && result->row->kind <= MEANING_AT_MOST &&
	       result->verdict == MEANING_HIDDEN;
}

/* Returns false if there are too few counters. */
static bool compare_beside(struct clocks *clocks, const struct counting *counting, unsigned row, bool alone)
{
	*clocks = (struct clocks){.counting = *counting, .row = row, .alone = alone};
	counting_run(&clocks->counting, plan_clocks, compare_clocks);
	return clocks->counted;
}

static void compare_row(const struct meaning_request *request, struct meaning_report *report,
			struct meaning_counted *counted, unsigned row)
{
	const struct counting counting = {
		.request = request, .report = report, .counted = counted, .machine = request->machine, .quiet = true};
	struct arena *arena = request->machine->arena;
	size_t mark = arena_mark(arena);
	struct clocks *clocks = arena_take(arena, 1, sizeof(*clocks));

	if (clocks && !compare_beside(clocks, &counting, row, false))
		(void)compare_beside(clocks, &counting, row, true);
	arena_release(arena, mark);
}

void meaning_clocks(const struct meaning_request *request, struct meaning_report *report,
		    struct meaning_counted *counted)
{
	bool any = false;

	for (unsigned i = 0; i < report->count && !any; i++)
		any = is_in_doubt(&report->results[i]);
	if (!any)
		return;
	if (counting_begin_work(request, report))
		for (unsigned i = 0; i < report->count; i++)
			if (is_in_doubt(&report->results[i]))
				compare_row(request, report, counted, i);
	work_end(&report->work);
}
