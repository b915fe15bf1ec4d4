/* SPDX-License-Identifier: BSD-2-Clause */
/* The core's counter of a fixed clock runs at the rate of that clock: offset and scale are right. */
#include "lib/memory.h"
#include "tests/target/power9/all.h"
#include "tests/target/power9/support.h"

#define WINDOW_NS     (200 * NS_PER_MS)
#define CLOCK_HZ      UINT64_C(32000000)
#define TOLERANCE     5 /* a part in so many: posting takes its time at both ends */
#define NS_PER_SECOND UINT64_C(1000000000)

static unsigned find_event(const struct check_context *context, const char *name)
{
	const struct box_type *type = subject(context)->type;

	for (unsigned i = 0; i < type->event_count; i++)
		if (!strcmp(processor_string(context->machine->processor, type->events[i].name),
			    name))
			return i;
	return type->event_count;
}

static void judge(struct check_context *context, const struct finding *finding, uint64_t passed_ns)
{
	uint64_t expected = finding->expected, got = finding->got;
	uint64_t difference = got > expected ? got - expected : expected - got;

	if (!check_going(context))
		return;
	if (difference * TOLERANCE > expected)
		fail_at(context, finding, "%llu ticks of a clock of 32 MHz in %llu us",
			(unsigned long long)got, (unsigned long long)(passed_ns / 1000));
	else
		check_pass(context, "%llu ticks of a clock of 32 MHz in %llu us",
			   (unsigned long long)got, (unsigned long long)(passed_ns / 1000));
}

static void run(struct check_context *context)
{
	const struct box *box = subject(context);
	unsigned event = find_event(context, "CPM_32MHZ_CYC");
	struct hw *hw = context->machine->hw;
	struct finding finding = {.expected = 0};
	uint64_t before, began, passed_ns;

	if (event == box->type->event_count) {
		check_skip(context, "the catalog has no CPM_32MHZ_CYC");
		return;
	}
	finding.where = counter_at(box, event);
	before = read_at(context, finding.where);
	start(context, box);
	began = hw->now_ns(hw);
	check_pause(context, WINDOW_NS);
	stop(context, box);
	passed_ns = hw->now_ns(hw) - began;
	finding.got = read_at(context, finding.where) - before;
	if (box->type->postings[event].scale && !box->type->postings[event].decimals)
		finding.got *= box->type->postings[event].scale;
	finding.expected = CLOCK_HZ * passed_ns / NS_PER_SECOND;
	judge(context, &finding, passed_ns);
}

const struct check check_clock_rate = {
	.name = "clock-rate",
	.title = "the 32 MHz clock of the core counts 32 million a second, scaled",
	.about = "Counts CPM_32MHZ_CYC for a while, multiplies by the catalog's scale and\n"
		 "compares with the time base. A wrong factor of two or more means a wrong\n"
		 "scale or another counter's offset; 0 a dead counter.",
	.fact = "catalog: fixed reference ticks of 32 MHz, for calibration; the time base is 512 "
		"MHz",
	.scope = CHECK_OF_BOX,
	.applies = is_core,
	.run = run,
};
