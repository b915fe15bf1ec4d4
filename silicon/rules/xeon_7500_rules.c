/* SPDX-License-Identifier: BSD-2-Clause */
/* Rules for programs that use the Xeon 7500's uncore. */
#include "silicon/models/xeon_7500.h"
#include "silicon/rules/rules.h"

static void check_counter(struct rules *rules, const struct model_write *write)
{
	const struct model *model = rules->model;
	const struct model_register *at = &model->reg[write->reg];
	unsigned global = model->box[model->global].reg[MODEL_GLOBAL_CTL];
	uint64_t low = write->value & MASK(0, 24);

	if (!faults_in(rules->faults, model->global) && model_value(model, write->socket, global) & U_CTL_RST_ALL)
		rules_violation(rules, write, "counter written while rst_all holds it at 0 (323535 p.15)");

	/* A program can know the erratum only if the guide mentions it. */
	if (model->counter[at->counter].erratum && model->unit[at->box].type->erratum &&
	    (low == 0xfffffe || low == 0xffffff))
		rules_violation(rules, write, "preload ends in 0x%llx (323535 p.140)", (unsigned long long)low);
}

static void check_global(struct rules *rules, const struct model_write *write)
{
	const struct model *model = rules->model;
	char name[24];
	struct text text = TEXT_OVER(name);

	if (!(write->value & U_CTL_EN_ALL))
		return;
	if (write->value & U_CTL_RST_ALL)
		rules_violation(rules, write, "en_all together with rst_all (323535 p.15)");
	if (model_value(rules->model, write->socket, write->reg) & U_CTL_EN_ALL)
		return;
	/* The first uncore box whose counters have overflow bits that are not cleared. */
	for (unsigned i = 0; i < model->counters; i++) {
		unsigned box = model->counter[i].box;
		uint64_t owed = model_core_is(model, box) ? 0 : rules_owed(rules, write->socket, box);

		if (!(owed >> model->counter[i].flag & 1))
			continue;
		model_put_box(&text, model, box);
		rules_violation(rules, write,
				"a new interval begins with overflow bits 0x%llx of %s not cleared (323535 p.15)",
				(unsigned long long)owed, name);
		return;
	}
}

void rules_of_xeon_7500(struct rules *rules, const struct model_write *write)
{
	const struct model_register *at = &rules->model->reg[write->reg];

	if (at->bank->role == MODEL_COUNTER)
		check_counter(rules, write);
	else if (at->bank->role == MODEL_GLOBAL_CTL && at->box == rules->model->global)
		check_global(rules, write);
}
