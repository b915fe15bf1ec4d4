/* SPDX-License-Identifier: BSD-2-Clause */
/* Counters move while they are started, and only then. */
#include "arch/ppc64/opal.h"
#include "checks/imc/all.h"
#include "checks/imc/support.h"

#define STILL_NS  (20 * NS_PER_MS)
#define STEP_NS   (5 * NS_PER_MS)
#define WINDOW_NS (200 * NS_PER_MS) /* in which some counter must have moved */

/* Posts made before the engine stopped may still be on their way. */
#define SETTLE_NS (2 * NS_PER_MS)

struct run {
	struct check_context *context;
	const struct box *box;
	uint64_t *before, *now;
};

static void expect_still(const struct run *run, const char *when)
{
	struct check_context *context = run->context;

	check_pause(context, SETTLE_NS);
	read_all(context, run->box, run->before);
	check_pause(context, STILL_NS);
	read_all(context, run->box, run->now);
	for (unsigned i = 0; i < run->box->type->event_count && check_going(context); i++) {
		struct finding finding = {
			.where = counter_at(run->box, i), .expected = run->before[i], .got = run->now[i]};

		if (run->before[i] != run->now[i])
			fail_at(context, &finding, "the counter moves %s", when);
	}
}

/* True for a counter that the catalog places where nothing is known to be posted: it need not move. */
static bool is_doubtful(const struct run *run, unsigned event)
{
	const struct posting *posting = &run->box->type->postings[event];

	return posting->posted_at != posting->offset;
}

static unsigned count_doubtful(const struct run *run)
{
	unsigned doubtful = 0;

	for (unsigned i = 0; i < run->box->type->event_count; i++)
		doubtful += is_doubtful(run, i);
	return doubtful;
}

/* Counts the counters, except doubtful ones, that moved since `before`. Fails if a counter went back. */
static unsigned count_moved(const struct run *run)
{
	unsigned moved = 0;

	read_all(run->context, run->box, run->now);
	for (unsigned i = 0; i < run->box->type->event_count; i++) {
		struct finding finding = {
			.where = counter_at(run->box, i), .expected = run->before[i], .got = run->now[i]};

		if (check_going(run->context) && run->now[i] < run->before[i])
			fail_at(run->context, &finding, "the counter went back while it ran");
		moved += run->now[i] != run->before[i] && !is_doubtful(run, i);
	}
	return moved;
}

static unsigned watch(const struct run *run)
{
	struct check_context *context = run->context;
	unsigned moved = 0;

	for (uint64_t passed = 0; passed < WINDOW_NS && check_going(context); passed += STEP_NS) {
		check_pause(context, STEP_NS);
		moved = count_moved(run);
		if (moved + count_doubtful(run) == run->box->type->event_count)
			break;
	}
	return moved;
}

/* ---- all threads at once ----------------------------------------------------------------------------- */

/* Movements of a box's counters while all threads counted. */
struct moved_counts {
	uint16_t moved, back; /* number that moved; 1 + index of a counter that went back */
	uint64_t before, got; /* of that counter */
};

static bool is_thread_box(const struct machine_box *place)
{
	return place->state == BOX_FOUND && kind_of(&place->box) == IMC_THREAD;
}

/* Updates the counts. Returns true if a counter has not moved yet. */
static bool look_at_thread(struct check_context *context, const struct box *box, const uint64_t *before,
			   struct moved_counts *counts)
{
	struct run run = {.context = context, .box = box};

	counts->moved = 0;
	for (unsigned i = 0; i < box->type->event_count; i++) {
		uint64_t now = read_at(context, counter_at(box, i));

		if (now < before[i])
			*counts = (struct moved_counts){counts->moved, (uint16_t)(i + 1), before[i], now};
		counts->moved = (uint16_t)(counts->moved + (now != before[i] && !is_doubtful(&run, i)));
	}
	return counts->moved + count_doubtful(&run) < box->type->event_count;
}

/* A thread counts events in user state, and there may be none. So threads are compared with each other: all count in
 * the same window. Returns the results by number of box, or NULL if the check is over. */
static const struct moved_counts *count_threads(struct check_context *context)
{
	const struct machine *machine = context->machine;
	struct imc_notes *notes = notes_of(context);
	size_t stride = subject(context)->type->event_count, mark;
	uint64_t *before;
	bool left = true;

	if (!notes || notes->threads)
		return notes ? notes->threads : NULL;
	notes->threads = arena_take(machine->arena, machine->box_count, sizeof(*notes->threads));
	mark = arena_mark(machine->arena);
	before = arena_take(machine->arena, machine->box_count * stride, sizeof(*before));
	if (!notes->threads || !before) {
		check_fail(context, "not enough memory for the counters of all threads");
		return NULL;
	}
	for (unsigned b = 0; b < machine->box_count; b++) {
		if (!is_thread_box(&machine->boxes[b]))
			continue;
		read_all(context, &machine->boxes[b].box, before + b * stride);
		start(context, &machine->boxes[b].box);
	}
	for (uint64_t passed = 0; left && passed < WINDOW_NS && check_going(context); passed += WINDOW_NS / 4) {
		check_pause(context, WINDOW_NS / 4);
		left = false;
		for (unsigned b = 0; b < machine->box_count; b++)
			if (is_thread_box(&machine->boxes[b]))
				left |= look_at_thread(context, &machine->boxes[b].box, before + b * stride,
						       &notes->threads[b]);
	}
	for (unsigned b = 0; b < machine->box_count; b++)
		if (is_thread_box(&machine->boxes[b]))
			stop(context, &machine->boxes[b].box);
	arena_release(machine->arena, mark);
	return notes->threads;
}

static void judge_thread(const struct run *run, const struct moved_counts *threads)
{
	struct check_context *context = run->context;
	const struct machine *machine = context->machine;
	const struct moved_counts *own = &threads[context->target.place - machine->boxes];
	unsigned count = run->box->type->event_count - count_doubtful(run);
	struct finding finding = {.where = counter_at(run->box, own->back ? own->back - 1u : 0),
				  .expected = own->before,
				  .got = own->got};

	bool others = false;

	for (unsigned b = 0; b < machine->box_count; b++)
		others |= threads[b].moved > 0;
	if (own->back)
		fail_at(context, &finding, "the counter went back while it ran");
	else if (own->moved)
		check_pass(context, "%u of %u counters move, and only while they are started", own->moved, count);
	else if (others)
		fail_at(context, &finding, "no counter moves, though those of others do");
	else
		check_skip(context, "no counter of any thread moves: what they count may not happen here");
}

/* ---- one box ----------------------------------------------------------------------------------------- */

/* Returns the first counter that did not move. */
static unsigned first_still(const struct run *run)
{
	unsigned i = 0;

	while (i + 1 < run->box->type->event_count && (run->now[i] != run->before[i] || is_doubtful(run, i)))
		i++;
	return i;
}

static void judge_posted_counts(const struct run *run, unsigned moved)
{
	struct check_context *context = run->context;
	unsigned still = first_still(run);
	unsigned count = run->box->type->event_count - count_doubtful(run);
	struct finding finding = {
		.where = counter_at(run->box, still), .expected = run->before[still] + 1, .got = run->now[still]};

	if (!check_going(context))
		return;
	if (!count)
		check_skip(context, "the catalog has no counter where it is known to be posted");
	if (moved)
		check_pass(context, "%u of %u counters move, and only while they are started%s", moved, count,
			   count_doubtful(run) ? "; others are not where they are known to be posted" : "");
	else if (subject_kind(context) == IMC_CORE)
		fail_at(context, &finding, "no counter moves, not even cycles");
	else
		check_untested(context, "no counter moves: the unit may be idle");
}

void run_counts(struct check_context *context)
{
	const struct box *box = subject(context);
	struct arena *arena = context->machine->arena;
	struct imc_notes *notes = notes_of(context); /* taken before the mark, since it outlives the check */
	const struct moved_counts *threads = notes && kind_of(box) == IMC_THREAD ? count_threads(context) : NULL;
	size_t mark = arena_mark(arena);
	struct run run = {context, box, room_for(context, box), room_for(context, box)};
	unsigned moved = 0;

	if (!box->type->event_count)
		check_skip(context, "the PMU has no events");
	stop(context, box);
	if (kind_of(box) == IMC_THREAD) {
		expect_still(&run, "while it is stopped");
		if (check_going(context) && threads)
			judge_thread(&run, threads);
		arena_release(arena, mark);
		return;
	}
	expect_still(&run, "while it is stopped");
	start(context, box);
	moved = check_going(context) ? watch(&run) : 0;
	stop(context, box);
	judge_posted_counts(&run, moved);
	expect_still(&run, "after it was stopped");
	arena_release(arena, mark);
}
