/* SPDX-License-Identifier: BSD-2-Clause */
/* Every writable bit of a register takes a 1 and a 0 by itself. */
#include "tests/target/all.h"
#include "tests/target/support.h"

/* Keeps a counter's low bits clear of values that errata are about. */
#define COMPANION BIT(5)

/* Resetting all counters has a check of its own. */
static uint64_t bits_to_walk(const struct check_context *context, const struct check_register *reg)
{
	const struct global_control *global = context->machine->processor->global;
	uint64_t bits = layout_writable(reg->row->layout);

	if (global && check_governs(context->machine, &reg->box) && reg->row->role == ROLE_CONTROL)
		bits &= ~global->reset_all;
	return bits;
}

/* Bits that must read as written, or 0 where writes have no effect. */
static uint64_t bits_to_compare(const struct register_layout *layout)
{
	uint64_t bits = layout_writable(layout);

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access == ACCESS_IGNORED)
			bits |= field_mask(&layout->fields[i]);
	return bits;
}

static bool is_counter(const struct check_register *reg)
{
	return reg->row->role == ROLE_COUNTER || reg->row->role == ROLE_FIXED_COUNTER;
}

/* Set along with a bit that must not stand alone: errata are about low values of counters, and a select
 * that is enabled must name an event. */
static uint64_t company_of(const struct check_context *context, const struct check_register *reg,
			   uint64_t bit)
{
	const struct counter_erratum *erratum = &reg->box.type->erratum;

	if (is_counter(reg) && erratum->low_mask &&
	    (bit & erratum->low_mask) <= erratum->mend_up_to)
		return COMPANION;
	if (reg->row->role == ROLE_SELECT) {
		struct counter counter = counter_of(&reg->box, reg->index);

		return bit == counter.select_enable ? event_of(context, &counter) : 0;
	}
	return 0;
}

static void try_pattern(struct check_context *context, const struct check_register *reg,
			uint64_t pattern)
{
	uint64_t got;

	check_write(context, reg, pattern);
	got = check_read(context, reg) & bits_to_compare(reg->row->layout);
	if (got != pattern && check_going(context)) {
		struct check_difference difference = {.reg = reg, .expected = pattern, .got = got};

		check_fail_at(context, &difference, "read back differs in bits 0x%llx",
			      (unsigned long long)(got ^ pattern));
	}
}

static void run(struct check_context *context)
{
	struct check_register reg = context->target.reg;
	uint64_t bits = bits_to_walk(context, &reg);
	unsigned walked = 0;

	quiet_box(context, &reg.box);
	for (unsigned bit = 0; bit < 64; bit++) {
		if (!(bits & BIT(bit)))
			continue;
		try_pattern(context, &reg, BIT(bit) | company_of(context, &reg, BIT(bit)));
		walked++;
	}
	check_pass(context, "%u bits", walked);
}

const struct check check_register_bits = {
	.name = "bits",
	.title = "each writable bit takes 1 and 0 alone",
	.about = "With everything stopped, writes each bit that software may set, alone,\n"
		 "and reads the register back: the bit must be set, and every other\n"
		 "defined bit clear. Reserved bits are not written. `xor` shows the bits\n"
		 "at fault: one bit in every pattern is a bit stuck at 1, a bit missing in\n"
		 "its own pattern is stuck at 0 or not implemented.",
	.fact = "the field table of the register; fields marked RW keep what is written",
	.scope = CHECK_OF_REGISTER,
	.run = run,
};
