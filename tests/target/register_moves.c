/* SPDX-License-Identifier: BSD-2-Clause */
/* A register that changes by itself does. */
#include "tests/target/all.h"
#include "tests/target/support.h"

#define WAIT_NS  UINT64_C(10000)
#define LOOKS    8 /* it may come round to the same value */

/* Reads of a register with few bits that count, this far apart. */
#define FEW_BITS 16
#define READS    500
#define READ_NS  UINT64_C(1009)
/* Not all of them are so far apart: the register must not be looked at in step with it. */
#define UNEVEN   97
/* Bits of which nothing is said: emulated clocks move in steps of so many counts. */
#define IN_STEP  MASK(0, 4)

/* Bits that change by themselves. */
static uint64_t moving_bits(const struct register_layout *layout)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access == ACCESS_VOLATILE)
			bits |= field_mask(&layout->fields[i]);
	return bits;
}

/* A counter of few bits comes round so often that each bit shows both its values. */
static void watch_bits(struct check_context *context, const struct check_register *reg)
{
	uint64_t moving = moving_bits(reg->row->layout), ones = 0, zeros = 0;
	struct check_difference difference = {.reg = reg, .expected = moving};

	if (moving > MASK(0, FEW_BITS))
		return;
	for (unsigned i = 0;
	     i < READS && ((ones & zeros) | IN_STEP) != (moving | IN_STEP) && check_going(context);
	     i++) {
		uint64_t value = check_read(context, reg);

		ones |= value;
		zeros |= ~value & moving;
		check_pause(context, READ_NS + i * i % UNEVEN);
	}
	difference.got = (ones & (zeros | ~moving)) | (moving & IN_STEP);
	if (difference.got != moving && check_going(context))
		check_fail_at(context, &difference,
			      "bits 0x%llx never change, or do not belong there",
			      (unsigned long long)(difference.got ^ moving));
}

static void run(struct check_context *context)
{
	struct check_register reg = context->target.reg;
	uint64_t first = check_read(context, &reg);
	struct check_difference difference = {.reg = &reg, .expected = first, .got = first};

	for (unsigned i = 0; i < LOOKS && check_going(context); i++) {
		check_pause(context, WAIT_NS);
		if (check_read(context, &reg) == first)
			continue;
		watch_bits(context, &reg);
		check_pass(context, "it changes");
		return;
	}
	if (reg.row->role == ROLE_FREE_COUNTER && !context->machine->virtual_silicon)
		check_skip(context, "stands still: nothing to count while this runs, or dead");
	else
		check_fail_at(context, &difference, "stands still");
}

static bool is_volatile(const struct machine *machine, const struct check_target *target)
{
	const struct register_layout *layout = target->reg.row->layout;

	/* What shows a state need not change; a clock must. */
	if (!machine->processor->global && target->reg.row->role != ROLE_FREE_COUNTER)
		return false;
	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access == ACCESS_VOLATILE)
			return true;
	return false;
}

const struct check check_register_moves = {
	.name = "moves",
	.title = "a register that is said to change by itself does",
	.about = "Reads the register a few times. One that never changes is dead, or its\n"
		 "clock stands still. Of one with up to 16 bits each bit but the lowest four\n"
		 "must be seen as 0 and as 1, and all others as 0: `got` lacks the bits that\n"
		 "stand still.",
	.fact = "323535 p.113: TIMESTAMP_UNIT counts the M-Box's clocks, whatever the counters do",
	.fact_box =
		"327043-001 p.73: the counters of C3 and C6 residency count whatever is programmed",
	.scope = CHECK_OF_REGISTER,
	.applies = is_volatile,
	.run = run,
};
