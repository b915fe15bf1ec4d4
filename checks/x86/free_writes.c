/* SPDX-License-Identifier: BSD-2-Clause */
/* A counter that is never stopped continues from a value written to it. */
#include "checks/lib/support.h"
#include "checks/x86/all.h"

/* Most counts between write and read: faster than any clock, and some for the accesses. */
#define COUNTS_A_NS 8
#define COUNTS_MORE 4096

/* Each bit is once 1 and once 0; of the lowest it soon says nothing any more. */
static const uint64_t patterns[] = {UINT64_C(0x5a5a5a5a5a5a5a5a), UINT64_C(0xa5a5a5a5a5a5a5a5)};

enum taken { TAKES, REFUSES, IGNORES };

struct findings {
	unsigned took, ignored;
	struct check_register reg; /* of the first that did not take what was written */
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

/* One of each processor, under the same address: where some take writes, all do. */
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
