/* SPDX-License-Identifier: BSD-2-Clause */
/* Rules for programs that use the uncore of a Xeon E5-2600 v3 or v4. */
#include "silicon/models/xeon_e5_2600_v3.h"
#include "silicon/rules/rules.h"

/* An S-Box may answer with #GP unless its control is initialised bit by bit (Linux 6.12, uncore_snbep.c). */
void rules_of_xeon_e5_2600_v3(struct rules *rules, const struct model_write *write)
{
	const struct model *model = rules->model;
	const struct model_register *at = &model->reg[write->reg];
	uint64_t set = write->raw & V3_INIT & ~model_value(model, write->socket, write->reg);

	if (at->bank->role == MODEL_GLOBAL_CTL && model->unit[at->box].type->control == model_e5_v3_control_sbox &&
	    count_bits(set) > 1)
		rules_violation(rules, write, "bits 0x%llx must be set one after the other (Linux 6.12)",
				(unsigned long long)set);
}
