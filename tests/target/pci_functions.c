/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions in PCI configuration space: on which bus, which they are, and how wide an access may be. */
#include "core/hardware/access.h"
#include "core/hardware/buses.h"
#include "core/program/program.h"
#include "tests/target/all.h"
#include "tests/target/support.h"

static bool has_buses(const struct machine *machine, const struct check_target *target)
{
	(void)target;
	return machine->processor && machine->processor->buses;
}

/* ---- buses ----------------------------------------------------------------------------------------------- */

static void run_buses(struct check_context *context)
{
	const struct machine *machine = context->machine;
	const struct socket_bus *bus = &machine->buses[context->target.place->box.socket];
	const char *complaint = buses_complaint(machine, bus);
	char bytes[16];
	struct text text = TEXT_OVER(bytes);

	buses_text(bus->base, &text);
	if (complaint)
		check_fail(context, "%s: %s", bytes, complaint);
	else
		check_pass(context, "%s", bytes);
}

const struct check check_buses_agree = {
	.name = "bus",
	.title = "all ways to the bus of the socket's boxes lead there",
	.about = "Compares what the registers say that name the bus: a chain of bus numbers,\n"
		 "and a map of nodes. `info` shows what each says. Where one says nothing or\n"
		 "something else, the platform firmware has not set it up, hides it, or\n"
		 "numbered its buses again.",
	.fact_box = "CPUBUSNO as PCM and LIKWID follow it, CPUNODEID and GIDNIDMAP as Linux reads "
		    "them; "
		    "without these, the bus that has the functions",
	.scope = CHECK_OF_SOCKET,
	.applies = has_buses,
	.absent_too = true,
	.run = run_buses,
};

/* ---- who is there ---------------------------------------------------------------------------------------- */

static void run_identity(struct check_context *context)
{
	const struct machine_box *place = context->target.place;
	bool wrong = place->state == BOX_HIDDEN || place->state == BOX_STRANGE || place->lost_banks;

	if (place->state == BOX_ABSENT)
		check_skip(context, "no bus to look on");
	else if (wrong)
		check_fail(context, "%s", place->how ? place->how : "not as it should be");
	else
		check_pass(context, "%s", "as the table has it");
}

static bool is_function(const struct machine *machine, const struct check_target *target)
{
	return has_buses(machine, target) && target->place->box.type->space == SPACE_PCI;
}

const struct check check_identity = {
	.name = "identity",
	.title = "the box's functions say that they are what the table has there",
	.about = "Reads vendor and device id of the functions that make up the box. All ones\n"
		 "mean that a function is hidden by the platform firmware, or absent. Another\n"
		 "id means another device, or another stepping than the table knows.",
	.fact_box = "327043-001 p.14 and the tables of the boxes; Linux and LIKWID for others",
	.scope = CHECK_OF_BOX,
	.applies = is_function,
	.absent_too = true,
	.run = run_identity,
};

/* ---- width of an access ---------------------------------------------------------------------------------- */

#define PATTERN UINT64_C(0x0000051a2b3c4d5e)

/* What one load of eight bytes gives, where there are two registers of four. */
static const char *wide_answer(struct check_context *context, const struct check_register *reg,
			       uint64_t held)
{
	struct location where = box_location(&reg->box, reg->row, reg->index);
	struct accessed accessed;

	where.width_bits = 64;
	where.halves = HALVES_NONE;
	accessed = access_read_whole(context->machine->hw, &where, OPERATION_READ);
	if (accessed.outcome != OUTCOME_OK && accessed.outcome != OUTCOME_ALL_ONES)
		return "refused";
	return accessed.value == held ? "both" : "wrong";
}

/* A counter whose address one load can reach. */
static bool find_counter(const struct box *box, struct counter *counter)
{
	for (unsigned i = 0; i < box->type->counters; i++) {
		struct location where;

		*counter = counter_of(box, i);
		where = box_location(box, counter->count.row, i);
		if (where.address % 8 == 0)
			return true;
	}
	return false;
}

static void run_wide(struct check_context *context)
{
	const struct box *box = &context->target.place->box;
	struct counter counter;
	uint64_t held;

	if (!find_counter(box, &counter)) {
		check_skip(context, "no counter is at a multiple of eight");
		return;
	}
	quiet_box(context, box);
	check_write(context, &counter.count, PATTERN & counter_mask(&counter));
	held = check_read(context, &counter.count);
	if (check_going(context))
		check_answer(context, "wide-load", wide_answer(context, &counter.count, held));
}

const struct check check_wide_load = {
	.name = "wide",
	.title = "what a load of 64 bits makes of two 32-bit registers",
	.about = "Reads a counter with one access of eight bytes, and compares with what\n"
		 "two of four say. Nothing here uses such accesses: the answer is for those\n"
		 "who would like to.",
	.fact_box =
		"327043-001 has counters in two halves; accesses wider than 32 bits are said to "
		"misbehave on relatives",
	.scope = CHECK_OF_BOX,
	.applies = is_function,
	.run = run_wide,
};

/* ---- counting across the halves -------------------------------------------------------------------------- */

#define LOOKS 24

/* Each look must be at least the one before, and no further on than time allows. */
static void run_halves(struct check_context *context)
{
	struct counter counter = counter_of_target(context);
	uint64_t last = MASK(0, 32) - 64, from = last, now;
	struct stimulus stimulus;

	if (!stimulus_find(context, &counter, &stimulus))
		return;
	quiet_box(context, &counter.box);
	counter_load(context, &counter, stimulus.select | counter.select_enable, from);
	counter_enable(context, &counter);
	start(context, 0);
	for (unsigned i = 0; i < LOOKS && check_going(context); i++) {
		struct check_difference difference = {.reg = &counter.count, .expected = last};

		check_pause(context, stimulus.window_ns / 8);
		difference.got = now = counter_value(context, &counter);
		if (now < last || now - from > BIT(31))
			check_fail_at(context, &difference,
				      "read while it counts, it goes back or jumps ahead");
		last = now;
	}
	stop(context);
	now = counter_value(context, &counter);
	if (now <= MASK(0, 32) && check_going(context))
		check_skip(context, "it did not get to the carry");
	check_pass(context, "0x%llx to 0x%llx", (unsigned long long)from, (unsigned long long)now);
}

const struct check check_counter_halves = {
	.name = "halves",
	.title = "a counter read while it counts never goes back",
	.about = "Starts the counter just below the carry from its lower half to its upper,\n"
		 "and reads it again and again, high, low, high: values must only grow.",
	.fact_box = "counters are two registers of 32 bits; no order of reading them is documented",
	.scope = CHECK_OF_COUNTER,
	.applies = is_function,
	.run = run_halves,
};
