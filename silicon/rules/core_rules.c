/* SPDX-License-Identifier: BSD-2-Clause */
/* Rules for programs that use the PMU of a core. */
#include "silicon/models/core.h"
#include "silicon/rules/rules.h"

static void check_fixed(struct rules *rules, const struct model_write *write)
{
	const struct model_register *at = &rules->model->reg[write->reg];
	uint64_t old = model_value(rules->model, write->socket, write->reg);

	for (unsigned i = 0; i < at->bank->shared; i++) {
		unsigned field = CORE_FIXED_FIELD(write->value, i);

		if (rules_counts(rules, write->socket, at->counter + i) && field & (CORE_FIXED_OS | CORE_FIXED_USR) &&
		    field != CORE_FIXED_FIELD(old, i))
			rules_violation(rules, write, "field %u changed while its counter is counting", i);
	}
}

static void check_legacy(struct rules *rules, const struct model_write *write)
{
	const struct model *model = rules->model;
	const struct model_register *at = &model->reg[write->reg];
	uint64_t width = MASK(0, model->counter[at->counter].width);
	uint64_t kept = (uint64_t)(int64_t)(int32_t)write->raw;

	if (at->bank->extends && write->meant == write->reg && (write->raw ^ kept) & width)
		rules_violation(rules, write, "the legacy address takes 32 bits: the counter is set to 0x%llx",
				(unsigned long long)(kept & width));
}

/* SDM: an overflow at this moment may be lost. */
static void check_clear(struct rules *rules, const struct model_write *write)
{
	const struct model *model = rules->model;
	const struct model_box_place *box = &model->box[model->reg[write->reg].box];

	for (unsigned i = box->counter; i < box->counter + box->counters; i++) {
		if (!(write->value >> model->counter[i].flag & 1) || !rules_counts(rules, write->socket, i))
			continue;
		rules_violation(rules, write, "overflow bits cleared while their counters count");
		return;
	}
}

void rules_name_status(struct text *text, uint64_t status)
{
	uint64_t overflows = status & (CORE_GENERIC_BITS | CORE_FIXED_BITS | CORE_METRICS_BIT);

	if (status & CORE_STATUS_FROZEN)
		text_string(text, " CTR_FRZ");
	if (status & CORE_STATUS_LBR_FROZEN)
		text_string(text, " LBR_FRZ");
	if (overflows)
		text_format(text, " overflows 0x%llx", (unsigned long long)overflows);
}

void rules_of_core(struct rules *rules, const struct model_write *write)
{
	const struct model_register *at = &rules->model->reg[write->reg];
	uint64_t begun = write->value & ~model_value(rules->model, write->socket, write->reg);
	uint64_t owed = rules_owed(rules, write->socket, at->box);

	switch (at->bank->role) {
	case MODEL_GLOBAL_CTL:
		/* A counter whose overflow bit is still set cannot show another overflow. */
		if (begun & owed)
			rules_violation(rules, write, "counters begin with their overflow bits 0x%llx not cleared",
					(unsigned long long)(begun & owed));
		break;
	case MODEL_OVF_CTL: check_clear(rules, write); break;
	case MODEL_COUNTER: check_legacy(rules, write); break;
	case MODEL_SELECT:
		if (at->bank->shared)
			check_fixed(rules, write);
		break;
	default: break;
	}
}
