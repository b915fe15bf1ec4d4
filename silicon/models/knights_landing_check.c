/* SPDX-License-Identifier: BSD-2-Clause */
/* What programs must not do to those registers of a Knights Landing that others do not have. */
#include "silicon/models/knights_landing.h"

/* Whether they fault is not known: the scenario says. */
static bool refuses_filter(const struct model_write *write, unsigned bank)
{
	uint64_t known = bank == KNL_RSP0 ? KNL_RSP0_BITS : KNL_RSP1_BITS;
	uint64_t bits = write->raw & ~(known | model_excused(&write->silicon->reg[write->reg]));

	if (!bits || write->silicon->setting[SET_RESERVED] == RESERVED_IGNORED)
		return false;
	model_violation(write, "bits 0x%llx are not known to mean anything (Linux 6.1)", (unsigned long long)bits);
	return true;
}

static bool refuses_core(const struct model_write *write)
{
	unsigned bank = model_core_bank(write);

	if (bank == KNL_RSP0 || bank == KNL_RSP1)
		return refuses_filter(write, bank);
	if (bank == KNL_PEBS_ENABLE && write->raw & BIT(0) & ~model_excused(&write->silicon->reg[write->reg]))
		model_violation(write, "there is no PEBS (MSR 0x1a0 bit 12 is 1)");
	return model_core_refuses(write);
}

bool model_knl_refuses(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	unsigned box = silicon->reg[write->reg].box;

	if (model_core_is(silicon, box))
		return refuses_core(write);
	return box == silicon->global && silicon->reg[write->reg].bank->role == MODEL_STORE &&
	       model_core_refuses_read_only(write);
}
