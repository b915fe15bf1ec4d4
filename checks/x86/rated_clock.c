/* SPDX-License-Identifier: BSD-2-Clause */
/* The clock of a box runs as fast as a register of the box says. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define RUN_NS     UINT64_C(2000000)
#define PER_MILLE  30 /* that clocks may be off; the steps are 50 and more */
#define PER_SECOND UINT64_C(1000000)

/* Cycles of a clock between two moments, and the least and most time between them. */
struct stretch {
	uint64_t cycles, least_ns, most_ns;
};

static struct stretch count_stretch(struct check_context *context, const struct counter *counter, uint64_t event)
{
	struct hw *hw = context->machine->hw;
	uint64_t before, started, stopping;

	quiet_box(context, &counter->box);
	counter_prepare(context, counter, event, 0);
	before = hw->now_ns(hw);
	start(context, 0);
	started = hw->now_ns(hw);
	check_pause(context, RUN_NS);
	stopping = hw->now_ns(hw);
	stop(context);
	return (struct stretch){.least_ns = stopping - started,
				.most_ns = hw->now_ns(hw) - before,
				.cycles = counter_value(context, counter)};
}

static uint64_t cycles_in(uint64_t kilohertz, uint64_t ns, unsigned per_mille)
{
	return kilohertz * ns / PER_SECOND * per_mille / 1000;
}

static void judge_rated_clock(struct check_context *context, const struct check_register *reg, uint64_t kilohertz,
			      const struct stretch *stretch)
{
	uint64_t least = cycles_in(kilohertz, stretch->least_ns, 1000 - PER_MILLE);
	uint64_t most = cycles_in(kilohertz, stretch->most_ns, 1000 + PER_MILLE);

	if (stretch->cycles < least || stretch->cycles > most)
		fail_got(context, reg, cycles_in(kilohertz, stretch->least_ns, 1000), stretch->cycles,
			 "its code is that of %llu MHz, at which the clock does not run",
			 (unsigned long long)kilohertz / 1000);
	check_pass(context, "%llu MHz", (unsigned long long)kilohertz / 1000);
}

void run_rated_clock(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	const struct rated_clock *rated = check_rated_clock_of(context->machine, box->type);
	struct check_register reg = {.box = *box, .row = &box->type->registers[rated->row]};
	const struct field *fields = reg.row->layout->fields;
	struct counter counter = counter_of(box, 0);
	uint64_t value, code, event;
	struct stretch stretch;

	if (context->target.place->lost_banks & BIT(reg.row->bank)) {
		check_skip(context, "its function is not there: %s", context->target.place->how);
		return;
	}
	value = check_read(context, &reg);
	code = (value & field_mask(&fields[rated->field])) >> fields[rated->field].low;
	if (!check_going(context))
		return;
	if (!code || value & field_mask(&fields[rated->stopped]) || !box_clock_of(context, &counter, &event)) {
		check_skip(context, "no rate is said of the clock now");
		return;
	}
	stretch = count_stretch(context, &counter, event);
	if (!stretch.cycles && stimulus_left_unclocked(context, box))
		return;
	judge_rated_clock(context, &reg, rated->base_kilohertz + code * rated->kilohertz, &stretch);
}

/* ---- registers that say something and are never written ------------------------------------------------ */

/* More than it takes to be sure that the function stays. */
#define READS 160

void run_register_steady(struct check_context *context)
{
	for (unsigned i = 0; i < READS && check_going(context); i++)
		check_read(context, &context->target.reg);
	check_pass(context, "%u times", READS);
}

bool only_says(const struct machine *machine, const struct check_target *target)
{
	(void)machine;
	return target->reg.row->role == ROLE_OTHER && target->reg.row->bank &&
	       !layout_writable(target->reg.row->layout);
}
