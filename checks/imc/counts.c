/* SPDX-License-Identifier: BSD-2-Clause */
/* Counters move while they are started, and only then. */
#include "arch/ppc64/opal.h"
#include "checks/imc/all.h"
#include "checks/imc/support.h"

#define STILL_NS  (20 * NS_PER_MS)
#define STEP_NS   (5 * NS_PER_MS)
#define WINDOW_NS (200 * NS_PER_MS) /* until something must have moved */

/* What was posted before the engine stopped may still be on its way. */
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

/* Counters that the catalog has where nobody is known to post them: they may stay as they are. */
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

/* How many counters have moved since `before`, without those that are doubtful; none may have gone back. */
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

/* Another thread's counters, under the same conditions: what they count may not happen here at all. */
static bool any_sibling_moves(const struct run *run)
{
	const struct machine *machine = run->context->machine;
	bool moves = false;

	for (unsigned b = 0; b < machine->box_count && !moves; b++) {
		const struct machine_box *place = &machine->boxes[b];
		struct run other = *run;

		if (place->state != BOX_FOUND || place->box.type != run->box->type || &place->box == run->box)
			continue;
		other.box = &place->box;
		read_all(run->context, other.box, other.before);
		start(run->context, other.box);
		moves = watch(&other) > 0;
		stop(run->context, other.box);
	}
	return moves;
}

/* The first counter that stayed where it was. */
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
	else if (subject_kind(context) == IMC_CORE || any_sibling_moves(run))
		fail_at(context, &finding, "no counter moves%s",
			subject_kind(context) == IMC_CORE ? ", not even cycles" : ", though those of others do");
	else
		check_skip(context, "no counter moves: what they count may not happen here");
}

static void run_check(struct check_context *context)
{
	const struct box *box = subject(context);
	struct arena *arena = context->machine->arena;
	size_t mark = arena_mark(arena);
	struct run run = {context, box, room_for(context, box), room_for(context, box)};
	unsigned moved = 0;

	if (!box->type->event_count)
		check_skip(context, "the PMU has no events");
	stop(context, box);
	expect_still(&run, "while it is stopped");
	start(context, box);
	moved = check_going(context) ? watch(&run) : 0;
	stop(context, box);
	judge_posted_counts(&run, moved);
	expect_still(&run, "after it was stopped");
	arena_release(arena, mark);
}

const struct check check_counts = {
	.name = "counts",
	.title = "counters move while started, hold while stopped, and never go back",
	.about = "Reads all counters of the box twice while it is stopped, then while it is\n"
		 "started, then twice after STOP. A counter that moves while it should hold\n"
		 "shows an engine that did not stop. If none moves while started: a core\n"
		 "has failed, since it counts cycles; a nest unit may be idle, and a thread\n"
		 "counts what happens in user state, which may be nothing: SKIP, unless the\n"
		 "counters of other boxes of the kind do move.",
	.fact = "skiboot, hw/imc.c: START and STOP switch the posting; Linux reads differences",
	.scope = CHECK_OF_BOX,
	.applies = has_counters,
	.run = run_check,
};
