/* SPDX-License-Identifier: BSD-2-Clause */
/* A register that changes by itself keeps changing, and continues from a written value. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

#define WAIT_NS       UINT64_C(10000)
#define LONG_NS       UINT64_C(5000123) /* for registers that move slowly */
#define LOOKS         8                 /* repeated, as it may wrap to the same value */

/* Reads of a moving register. */
#define READS         500
#define READ_NS       UINT64_C(1009)
/* Most reads are farther apart, and increasingly so, since they must not be in step with the register. Reads of a
 * register of few bits are spread over the time that it needs to wrap. */
#define FEW_BITS      16
#define UNEVEN_FEW_NS 40009
#define UNEVEN_NS     97
#define STRIDE        7919
/* A pause may end in steps of the time that bounds the wait, and the register may move in the same steps. If half of
 * the reads did not show all bits, additional reads of the clock vary the rest. */
#define CLOCK_LOOKS   7
/* Registers that all processors share are read at longer intervals: they may be slow. */
#define WIDER         4
/* Low bits that are not judged: emulated clocks move in such steps. */
#define STEP_BITS     4
#define IN_STEP       MASK(0, STEP_BITS)

/* Returns the bits that change by themselves. */
static uint64_t moving_bits(const struct register_layout *layout)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < layout->field_count; i++)
		if (layout->fields[i].access == ACCESS_VOLATILE || layout->fields[i].access == ACCESS_COUNTING)
			bits |= field_mask(&layout->fields[i]);
	return bits;
}

/* Returns all bits below the highest set bit. */
static uint64_t below_highest(uint64_t bits)
{
	for (unsigned shift = 1; shift < 64; shift *= 2)
		bits |= bits >> shift;
	return bits >> 1;
}

/* Observations of a register in many reads. */
struct sight {
	uint64_t ones, zeros, advance;
	uint64_t travel;            /* the sum of the steps from read to read: the least that it has moved */
	uint64_t leap;              /* the longest of these steps */
	unsigned changes;           /* number of reads that differ from the read before */
	unsigned within[STEP_BITS]; /* number of steps that are no multiple of 2, of 4, ... */
};

/* Free-running counters of described units belong to the socket; others exist for each processor at one address. */
static bool is_of_unit(const struct machine *machine, const struct check_register *reg)
{
	return machine->processor->described && reg->row->role == ROLE_FREE_COUNTER;
}

static bool has_few_bits(uint64_t moving)
{
	return moving <= MASK(0, FEW_BITS);
}

static void pause_unevenly(struct check_context *context, uint64_t ns, unsigned looks)
{
	struct hw *hw = context->machine->hw;

	check_pause(context, ns);
	while (looks--)
		(void)hw->now_ns(hw);
}

static struct sight watch(struct check_context *context, const struct check_register *reg, uint64_t moving)
{
	uint64_t uneven_ns = has_few_bits(moving) ? UNEVEN_FEW_NS : UNEVEN_NS;
	uint64_t apart = is_of_unit(context->machine, reg) ? WIDER : 1;
	uint64_t first = check_read(context, reg), last = first, value;
	struct sight sight = {.ones = first, .zeros = ~first};

	for (uint64_t i = 0; i < READS && check_going(context); i++) {
		bool saw_all = has_few_bits(moving) && !(moving & ~IN_STEP & ~(sight.ones & sight.zeros));

		if (saw_all)
			break; /* more reads add nothing */
		pause_unevenly(context, apart * (READ_NS + i + i * STRIDE % uneven_ns),
			       has_few_bits(moving) && i > READS / 2 ? i % CLOCK_LOOKS : 0);
		value = check_read(context, reg);
		sight.ones |= value;
		sight.zeros |= ~value;
		sight.changes += value != last;
		sight.travel += (value - last) & moving;
		sight.leap = max_u64(sight.leap, (value - last) & moving);
		for (unsigned bit = 0; bit < STEP_BITS; bit++)
			sight.within[bit] += ((value - last) & MASK(0, bit + 1)) != 0;
		last = value;
	}
	sight.advance = last - first;
	return sight;
}

/* Returns the lowest bit that moves and all bits above it. A clock that moves in steps is sometimes out of step. */
static uint64_t above_steps(const struct sight *sight)
{
	uint64_t moving = sight->ones & sight->zeros, bits = ~(moving & -moving) + 1;

	for (unsigned bit = 0; bit < STEP_BITS; bit++)
		if (sight->within[bit] < sight->changes / 16)
			bits &= ~MASK(0, bit + 1);
	return bits;
}

/* Returns the bits that must have been seen as 0 and as 1. A small counter that moved far enough wraps so often that
 * all its bits qualify; of a large one, the bits that it has passed, unless in few large leaps. The step of its counts
 * is not documented, nor that of the time of reads: bits below the lowest moving one are not judged. */
static uint64_t due_bits(uint64_t moving, const struct sight *sight)
{
	uint64_t seen = sight->advance;

	if (has_few_bits(moving))
		return moving & ~IN_STEP & above_steps(sight) & below_highest(sight->travel);
	if (sight->changes < READS / 2)
		return 0;
	/* If the reading processor was held up for most of the time, it missed those counts: the longer of the two
	 * phases before and after has at least half of the rest. */
	if (sight->leap > sight->advance / 8)
		seen = (sight->advance - sight->leap) / 2;
	return above_steps(sight) & below_highest(seen);
}

static void watch_bits(struct check_context *context, const struct check_register *reg)
{
	uint64_t moving = moving_bits(reg->row->layout);
	struct sight sight = watch(context, reg, moving);
	uint64_t still = due_bits(moving, &sight) & ~(sight.ones & sight.zeros);
	uint64_t got = (moving & ~still) | (sight.ones & ~moving);

	if (got != moving)
		fail_got(context, reg, moving, got, "bits 0x%llx never change, or do not belong there",
			 (unsigned long long)(got ^ moving));
}

static bool moves(struct check_context *context, const struct check_register *reg)
{
	uint64_t first = check_read(context, reg);

	for (unsigned i = 0; i < 2 * LOOKS && check_going(context); i++) {
		check_pause(context, i < LOOKS ? WAIT_NS : LONG_NS);
		if (check_read(context, reg) != first)
			return true;
	}
	return false;
}

static void run_free(struct check_context *context, struct check_register reg)
{
	const struct machine *machine = context->machine;
	bool still = false;
	uint64_t first;

	for (unsigned i = 0; i < machine->cpu_count && check_going(context); i++) {
		reg.box.cpu = reg.box.type->space == SPACE_MSR ? (uint16_t)(i + 1) : 0;
		if (!machine->cpus[i].usable || machine->cpus[i].socket != reg.box.socket)
			continue;
		first = check_read(context, &reg);
		check_pause(context, LOOKS * WAIT_NS);
		if (check_read(context, &reg) != first)
			watch_bits(context, &reg);
		else
			still = true;
	}
	if (still)
		check_skip(context, "stands still: nothing to count while this runs, or dead");
}

void run_register_moves(struct check_context *context)
{
	const struct check_register *reg = &context->target.reg;
	bool of_unit = is_of_unit(context->machine, reg);

	if (reg->row->role == ROLE_FREE_COUNTER && !of_unit) {
		run_free(context, *reg);
	} else if (moves(context, reg)) {
		watch_bits(context, reg);
	} else if (of_unit) {
		check_skip(context, "stands still: nothing to count while this runs, or dead");
	} else {
		uint64_t got = check_read(context, reg);

		fail_got(context, reg, got, got, "stands still");
	}
	check_pass(context, "it changes");
}

bool is_volatile(const struct machine *machine, const struct check_target *target)
{
	const struct register_layout *layout = target->reg.row->layout;

	/* A register that shows a state need not change; a clock must. */
	if (control_scope(machine, target->reg.box.type) != CONTROL_BY_SOCKET &&
	    target->reg.row->role != ROLE_FREE_COUNTER)
		return false;
	return moving_bits(layout) != 0;
}

/* ---- a counter that is never stopped goes on from what is written --------------------------------------- */

/* Most counts between write and read: a rate above any clock, and some for the accesses. */
#define COUNTS_A_NS 8
#define COUNTS_MORE 4096

/* Each bit is once 1 and once 0. The lowest bits change too fast to be judged. */
static const uint64_t patterns[] = {UINT64_C(0x5a5a5a5a5a5a5a5a), UINT64_C(0xa5a5a5a5a5a5a5a5)};

enum taken { TAKES, REFUSES, IGNORES };

struct findings {
	unsigned took, ignored;
	struct check_register reg; /* the first that did not take the written value */
	struct check_difference difference;
};

static enum outcome read_after(struct check_context *context, const struct check_register *reg, uint64_t value,
			       uint64_t *got, uint64_t *most)
{
	struct hw *hw = context->machine->hw;
	uint64_t begun = hw->now_ns(hw);
	enum outcome outcome = check_try_write(context, reg, value);

	*got = check_read(context, reg);
	*most = (hw->now_ns(hw) - begun) * COUNTS_A_NS + COUNTS_MORE;
	return outcome;
}

static enum taken try_pattern(struct check_context *context, const struct check_register *reg, uint64_t pattern,
			      struct findings *findings)
{
	uint64_t before = check_read(context, reg), got, most;

	if (read_after(context, reg, pattern, &got, &most) != OUTCOME_OK)
		return REFUSES;
	if (got - pattern <= most)
		return TAKES;
	if (!findings->reg.row) {
		findings->reg = *reg;
		findings->difference = (struct check_difference){.expected = pattern, .got = got};
	}
	return got - before <= most ? IGNORES : TAKES;
}

static void try_all(struct check_context *context, const struct check_register *reg, struct findings *findings)
{
	uint64_t before = check_read(context, reg), got, most;

	for (unsigned i = 0; i < ARRAY_SIZE(patterns) && check_going(context); i++) {
		enum taken taken = try_pattern(context, reg, patterns[i], findings);

		if (taken == REFUSES)
			return;
		findings->took += taken == TAKES;
		findings->ignored += taken == IGNORES;
	}
	if (read_after(context, reg, before, &got, &most) != OUTCOME_OK && check_going(context))
		check_fail(context, "it took a write and refuses the next");
}

/* Each processor has its own at the same address: if some take writes, all must. */
void run_free_writes(struct check_context *context)
{
	const struct machine *machine = context->machine;
	struct check_register reg = context->target.reg;
	struct findings findings = {0};

	for (unsigned i = 0; i < machine->cpu_count && check_going(context); i++) {
		reg.box.cpu = (uint16_t)(i + 1);
		if (machine->cpus[i].usable && machine->cpus[i].socket == reg.box.socket)
			try_all(context, &reg, &findings);
	}
	findings.difference.reg = &findings.reg;
	if (!findings.took)
		check_answer_to(context, "writes", findings.ignored ? "ignored" : "refused", NULL);
	else if (findings.reg.row && check_going(context))
		check_fail_at(context, &findings.difference,
			      "read through processor %u it does not go on from what was written",
			      findings.reg.box.cpu - 1u);
	check_pass(context, "goes on from what is written");
}

bool is_free(const struct machine *machine, const struct check_target *target)
{
	const struct check_register *reg = &target->reg;

	(void)machine;
	return reg->row->role == ROLE_FREE_COUNTER && reg->box.type->space == SPACE_MSR &&
	       reg->row->layout->fields[0].access == ACCESS_COUNTING;
}
