/* SPDX-License-Identifier: BSD-2-Clause */
/* Rules for programs that use the Xeon 7500's uncore. */
#include "silicon/models/xeon_7500.h"
#include "silicon/rules/rules.h"

/* A program can know the erratum only if the guide mentions it. */
static void check_preload(struct rules *rules, const struct model_write *write)
{
	const struct model *model = rules->model;
	const struct model_register *at = &model->reg[write->reg];
	uint64_t low = write->value & MASK(0, 24);

	if (model->counter[at->counter].erratum && model->unit[at->box].type->erratum &&
	    (low == 0xfffffe || low == 0xffffff))
		rules_violation(rules, write, "preload ends in 0x%llx (323535 p.140)", (unsigned long long)low);
}

static void check_counter(struct rules *rules, const struct model_write *write)
{
	const struct model *model = rules->model;
	unsigned global = model->box[model->global].reg[MODEL_GLOBAL_CTL];

	if (!faults_in(rules->faults, model->global) && model_value(model, write->socket, global) & U_CTL_RST_ALL)
		rules_violation(rules, write, "counter written while rst_all holds it at 0 (323535 p.15)");
	check_preload(rules, write);
}

/* The first uncore box whose counters have overflow bits that are not cleared; MODEL_NONE if there is none. */
static unsigned stale_box(const struct rules *rules, unsigned socket)
{
	for (unsigned i = 0; i < rules->model->counters; i++) {
		unsigned box = rules->model->counter[i].box;

		if (!model_core_is(rules->model, box) &&
		    rules_owed(rules, socket, box) >> rules->model->counter[i].flag & 1)
			return box;
	}
	return MODEL_NONE;
}

static void check_global(struct rules *rules, const struct model_write *write)
{
	char name[24];
	struct text text = TEXT_OVER(name);
	unsigned box;

	if (!(write->value & U_CTL_EN_ALL))
		return;
	if (write->value & U_CTL_RST_ALL)
		rules_violation(rules, write, "en_all together with rst_all (323535 p.15)");
	if (model_value(rules->model, write->socket, write->reg) & U_CTL_EN_ALL)
		return;
	box = stale_box(rules, write->socket);
	if (box == MODEL_NONE)
		return;
	model_put_box(&text, rules->model, box);
	rules_violation(rules, write, "a new interval begins with overflow bits 0x%llx of %s not cleared (323535 p.15)",
			(unsigned long long)rules_owed(rules, write->socket, box), name);
}

void rules_of_xeon_7500(struct rules *rules, const struct model_write *write)
{
	const struct model_register *at = &rules->model->reg[write->reg];

	if (at->bank->role == MODEL_COUNTER)
		check_counter(rules, write);
	else if (at->bank->role == MODEL_GLOBAL_CTL && at->box == rules->model->global)
		check_global(rules, write);
}
