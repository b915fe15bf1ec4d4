/* SPDX-License-Identifier: BSD-2-Clause */
/* The core's counters of a fixed clock run at the rate of that clock: offset and scale are right. */
#include "checks/power9/all.h"
#include "checks/power9/support.h"
#include "lib/memory.h"

#define WINDOW_NS     (200 * NS_PER_MS)
#define CLOCK_HZ      UINT64_C(32000000)
#define TOLERANCE     5 /* a part in so many: posting takes its time at both ends */
#define NS_PER_SECOND UINT64_C(1000000000)

/* All of the same clock. */
static const char *const clocks[] = {"CPM_32MHZ_CYC", "CPM_CCYC", "CPM_CS_32MHZ_CYC"};

struct clock {
	unsigned event; /* event_count: the catalog has none of that name */
	uint64_t before;
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
				    uint64_t passed_ns)
{
	const struct posting *posting = &subject(context)->type->postings[clock->event];
	struct finding finding = {.where = counter_at(subject(context), clock->event),
				  .expected = CLOCK_HZ * passed_ns / NS_PER_SECOND};
	uint64_t difference;

	finding.got = read_at(context, finding.where) - clock->before;
	if (posting->scale && !posting->decimals)
		finding.got *= posting->scale;
	difference = finding.got > finding.expected ? finding.got - finding.expected : finding.expected - finding.got;
	if (!check_going(context))
		return;
	if (difference * TOLERANCE > finding.expected)
		fail_at(context, &finding, "%llu ticks of a clock of 32 MHz in %llu us: %s",
			(unsigned long long)finding.got, (unsigned long long)(passed_ns / 1000), name);
	else
		check_pass(context, "%llu ticks of a clock of 32 MHz in %llu us", (unsigned long long)finding.got,
			   (unsigned long long)(passed_ns / 1000));
}

static void run_clock_rate(struct check_context *context)
{
	const struct box *box = subject(context);
	struct clock found[ARRAY_SIZE(clocks)];
	struct hw *hw = context->machine->hw;
	uint64_t began, passed_ns;
	unsigned missing = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(clocks); i++) {
		found[i].event = find_event(context, clocks[i]);
		if (found[i].event == box->type->event_count)
			missing++;
		else
			found[i].before = read_at(context, counter_at(box, found[i].event));
	}
	if (missing == ARRAY_SIZE(clocks)) {
		check_skip(context, "the catalog has no CPM_32MHZ_CYC");
		return;
	}
	start(context, box);
	began = hw->now_ns(hw);
	check_pause(context, WINDOW_NS);
	stop(context, box);
	passed_ns = hw->now_ns(hw) - began;
	for (unsigned i = 0; i < ARRAY_SIZE(clocks); i++)
		if (found[i].event < box->type->event_count)
			judge_posted_clock_rate(context, &found[i], clocks[i], passed_ns);
}

const struct check check_clock_rate = {
	.name = "clock-rate",
	.title = "the 32 MHz clocks of the core count 32 million a second, scaled",
	.about = "Counts CPM_32MHZ_CYC, CPM_CCYC and CPM_CS_32MHZ_CYC for a while, multiplies\n"
		 "by the catalog's scale and compares with the time base. A wrong factor of\n"
		 "two or more means a wrong scale or another counter's offset; 0 a dead\n"
		 "counter.",
	.fact = "catalog: fixed reference ticks of 32 MHz, for calibration; the time base is 512 MHz",
	.scope = CHECK_OF_BOX,
	.applies = is_core,
	.run = run_clock_rate,
};
