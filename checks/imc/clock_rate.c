/* SPDX-License-Identifier: BSD-2-Clause */
/* The core's counters of a fixed clock run at the rate of that clock: offset and scale are right. */
#include "checks/imc/all.h"
#include "checks/imc/support.h"
#include "lib/memory.h"

#define WINDOW_NS     (200 * NS_PER_MS)
#define TOLERANCE     5  /* one part in TOLERANCE: posting takes time at both ends */
#define UNSURE        10 /* a window with an uncertainty above one part in UNSURE is repeated */
#define TRIES         16
#define HZ_PER_MHZ    1000000
#define NS_PER_SECOND UINT64_C(1000000000)

#define CLOCKS_MOST   8

struct clock {
	unsigned event;
	uint64_t before;
};

/* Time that the engine ran. A call starts or stops it at some moment before it returns, and the calling processor may
 * be held up in between. */
struct span {
	uint64_t least_ns, most_ns;
};

static unsigned find_event(const struct check_context *context, const char *name)
{
	const struct box_type *type = subject(context)->type;

	for (unsigned i = 0; i < type->event_count; i++)
		if (!strcmp(processor_string(context->machine->processor, type->events[i].name), name))
			return i;
	return type->event_count;
}

static void judge_posted_clock_rate(struct check_context *context, const struct clock *clock, const char *name,
				    const struct span *span)
{
	const struct posting *posting = &subject(context)->type->postings[clock->event];
	struct finding finding = {.where = counter_at(subject(context), clock->event)};
	uint64_t hz = posted_state.catalog.facts->clock_hz;
	uint64_t least = hz * span->least_ns / NS_PER_SECOND, most = hz * span->most_ns / NS_PER_SECOND;

	finding.got = read_at(context, finding.where) - clock->before;
	if (posting->scale && !posting->decimals)
		finding.got *= posting->scale;
	finding.expected = finding.got < least ? least : most;
	if (!check_going(context))
		return;
	if (finding.got < least - least / TOLERANCE || finding.got > most + most / TOLERANCE)
		fail_at(context, &finding, "%llu ticks of a clock of %llu MHz in %llu to %llu us: %s",
			(unsigned long long)finding.got, (unsigned long long)(hz / HZ_PER_MHZ),
			(unsigned long long)(span->least_ns / 1000), (unsigned long long)(span->most_ns / 1000), name);
	else
		check_pass(context, "%llu ticks of a clock of %llu MHz in %llu us", (unsigned long long)finding.got,
			   (unsigned long long)(hz / HZ_PER_MHZ), (unsigned long long)(span->least_ns / 1000));
}

static struct span run_window(struct check_context *context)
{
	const struct box *box = subject(context);
	struct hw *hw = context->machine->hw;
	uint64_t before_start, started, before_stop;

	before_start = hw->now_ns(hw);
	start(context, box);
	started = hw->now_ns(hw);
	check_pause(context, WINDOW_NS);
	before_stop = hw->now_ns(hw);
	stop(context, box);
	return (struct span){before_stop - started, hw->now_ns(hw) - before_start};
}

/* The clocks of this processor that the catalog lists. */
struct clocks {
	struct clock at[CLOCKS_MOST];
	const char *name[CLOCKS_MOST];
	unsigned count;
};

void run_clock_rate(struct check_context *context)
{
	struct clocks found = {.count = 0};
	struct span span = {0, 0};
	const char *const *name = posted_state.catalog.facts->clocks;

	for (; name && *name && found.count < CLOCKS_MOST; name++) {
		found.at[found.count].event = find_event(context, *name);
		found.name[found.count] = *name;
		found.count += found.at[found.count].event < subject(context)->type->event_count;
	}
	if (!found.count) {
		check_skip(context, "the catalog has no clock whose rate is known");
		return;
	}
	for (unsigned i = 0; i < TRIES && check_going(context); i++) {
		for (unsigned c = 0; c < found.count; c++)
			found.at[c].before = read_at(context, counter_at(subject(context), found.at[c].event));
		span = run_window(context);
		if (span.most_ns - span.least_ns <= WINDOW_NS / UNSURE)
			break;
	}
	for (unsigned i = 0; i < found.count; i++)
		judge_posted_clock_rate(context, &found.at[i], found.name[i], &span);
}
