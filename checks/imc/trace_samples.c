/* SPDX-License-Identifier: BSD-2-Clause */
/* Samples of a thread are whole and in order. */
#include "arch/ppc64/trace_run.h"
#include "checks/imc/all.h"
#include "checks/imc/support.h"

#define WORK_MS       4   /* an eighth of the time that fills the ring, at 250 clocks of 32 MHz for each sample */
#define LONG_MS       200 /* in which there must be a sample, even if samples are rare */
#define SAMPLES_LEAST 16  /* in the shorter run; with fewer, the longer one follows */
#define SETTLE_NS     (2 * NS_PER_MS)
#define TRIES         8

/* Evidence about the ring, which is memory without a register name. */
static struct finding finding_in(const struct trace_run *run, uint64_t expected, uint64_t got)
{
	return (struct finding){
		.where = {.space = SPACE_MEMORY, .width_bits = 64, .address = (uint64_t)run->ring},
		.expected = expected,
		.got = got,
	};
}

/* Samples after STOP has returned mean that the engine did not stop. */
static void judge_stop(struct check_context *context, const struct trace_run *run)
{
	struct finding finding = finding_in(run, run->ended, 0);
	struct trace_sample sample;
	struct trace_view later;
	uint32_t at = 0;

	if (!check_going(context))
		return;
	check_pause(context, SETTLE_NS);
	later = trace_view_of(run->ring, run->records);
	while (trace_next(&later, &at, &sample))
		finding.got = max_u64(finding.got, sample.time);
	if (finding.got > run->ended)
		fail_at(context, &finding, "samples come %llu ticks of the time base after STOP",
			(unsigned long long)(finding.got - run->ended));
}

static void judge_ring(struct check_context *context, const struct trace_run *run, const struct trace_view *view)
{
	struct finding finding = finding_in(run, 0, view->torn);

	if (view->torn) {
		fail_at(context, &finding, "%u of %u records are torn: their time stamps differ", view->torn,
			view->torn + view->valid);
	} else if (view->drops > 1) {
		finding.expected = 1;
		finding.got = view->drops;
		fail_at(context, &finding, "time goes back in %u places of the ring", view->drops);
	} else if (view->wrapped && !view->full) {
		finding.expected = 0;
		finding.got = view->first;
		fail_at(context, &finding, "the first sample is in place %u of the ring, though it never was full",
			view->first);
	} else if (view->lead && view->valid) {
		finding.got = view->lead;
		fail_at(context, &finding, "the first sample is in place %u of the ring, where Linux would see none",
			view->lead);
	} else if (!view->valid) {
		finding.expected = 1;
		fail_at(context, &finding, "no sample within %u ms", LONG_MS);
	}
}

/* The firmware, and OPAL which it calls, run only in hypervisor state. */
static void judge_state(struct check_context *context, const struct trace_run *run, const struct trace_view *view)
{
	struct finding finding = finding_in(run, TRACE_STATE_OURS, 0);
	struct trace_sample sample;
	uint32_t at = 0, wrong = 0;

	if (!check_going(context) || !posted_state.catalog.facts->samples_say_state)
		return;
	while (trace_next(view, &at, &sample)) {
		if ((sample.process & TRACE_STATE) == TRACE_STATE_OURS)
			continue;
		finding.got = sample.process & TRACE_STATE;
		wrong++;
	}
	if (wrong)
		fail_at(context, &finding,
			"%u of %u samples are not of hypervisor state, in which everything here runs", wrong,
			view->valid);
}

/* For a ring that is whole and in order: time goes back at most where a full ring wrapped. */
static struct interval interval_of(const struct trace_view *view)
{
	struct trace_sample first = {.time = 0}, last = {.time = 0};
	uint32_t at = 0;

	if (view->torn || view->drops > view->full || view->valid < SAMPLES_LEAST || !trace_next(view, &at, &first))
		return (struct interval){.known = true};
	while (trace_next(view, &at, &last))
		;
	return (struct interval){true, (last.time - first.time) / (view->valid - 1)};
}

/* True if the ring wrapped and is full: it was stopped late, or samples come that fast. */
static bool was_late(const struct trace_view *view)
{
	return view->wrapped && view->full;
}

static bool sample(struct trace_run *run, struct trace_view *view)
{
	unsigned tries = 0;
	bool good;

	run->work_ns = WORK_MS * NS_PER_MS;
	do
		good = trace_run_once(run, view);
	while (good && was_late(view) && ++tries < TRIES);
	if (good && view->valid < SAMPLES_LEAST && !view->torn) {
		run->work_ns = LONG_MS * NS_PER_MS;
		good = trace_run_once(run, view);
	}
	return good;
}

void sample_interval(struct check_context *context, const struct machine_box *place)
{
	struct arena *arena = context->machine->arena;
	struct imc_notes *notes = notes_of(context);
	struct interval *interval = notes ? &notes->intervals[place - context->machine->boxes] : NULL;
	size_t mark = arena_mark(arena);
	struct trace_view view = {.records = 0};
	struct trace_run trace;

	if (!interval || interval->known)
		return;
	if (trace_run_init(&trace, context->machine, place->box.cpu - 1u)) {
		if (sample(&trace, &view))
			*interval = interval_of(&view);
		trace_run_end(&trace);
	}
	arena_release(arena, mark);
}

void run_trace_samples(struct check_context *context)
{
	struct arena *arena = context->machine->arena;
	struct imc_notes *notes = notes_of(context); /* taken before the mark, since it outlives the check */
	size_t mark = arena_mark(arena);
	struct trace_view view = {.records = 0};
	struct trace_run trace;

	if (trace_run_init(&trace, context->machine, subject(context)->cpu - 1u)) {
		if (!sample(&trace, &view))
			check_fail(context, "trace mode cannot be run: see the journal");
		judge_stop(context, &trace);
		trace_run_end(&trace);
	} else {
		check_fail(context, "not enough memory for the ring");
	}
	if (check_going(context)) {
		const volatile uint64_t *broken = posted_broken_guard((uint64_t)trace.ring + POSTED_RING);
		struct finding finding = finding_in(&trace, POSTED_GUARD_WORD, broken ? *broken : 0);

		finding.where.address = (uint64_t)broken;
		if (broken)
			fail_at(context, &finding, "the word %llu bytes after the ring was written",
				(unsigned long long)((uint64_t)broken - (uint64_t)trace.ring - POSTED_RING));
	}
	if (check_going(context))
		judge_ring(context, &trace, &view);
	judge_state(context, &trace, &view);
	if (notes && check_going(context))
		notes->intervals[context->target.place - context->machine->boxes] = interval_of(&view);
	if (check_going(context) && was_late(&view))
		check_untested(context, "the ring came round %u times of %u before it was stopped", TRIES, TRIES);
	if (check_going(context))
		check_pass(context, "%u samples are whole and in order", view.valid);
	arena_release(arena, mark);
}
