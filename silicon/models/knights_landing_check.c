/* SPDX-License-Identifier: BSD-2-Clause */
/* What programs must not do to a Knights Landing's PMU. Writes that set reserved bits of a core's registers
 * fault, as those of architectural registers do. Rules without a source are the model's own, stricter than
 * silicon. */
#include "silicon/models/knights_landing.h"

static unsigned bank_of(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];

	return (unsigned)(at->bank - write->silicon->part->box[at->box].type->bank);
}

/* Enable and overflow bits of counters that there are not, and others that the scenario takes away. */
static uint64_t missing_bits(const struct silicon *silicon, unsigned bank)
{
	uint64_t counters = silicon->setting[SET_COUNTERS];

	switch (bank) {
	case KNL_GLOBAL_CTL:
	case KNL_OVF_CTL: return MASK(0, KNL_GENERIC) & ~MASK(0, counters);
	case KNL_DEBUGCTL:
		return silicon->setting[SET_CAPABILITIES] & KNL_CAPABILITY_SMM ? 0
									       : KNL_DEBUGCTL_SMM;
	default: return 0;
	}
}

static bool refuses_missing(const struct model_write *write, unsigned bank)
{
	const struct model_register *at = &write->silicon->reg[write->reg];
	uint64_t bits = write->raw & missing_bits(write->silicon, bank) & ~model_excused(at);

	if (bits)
		model_violation(write, "bits 0x%llx do not exist here", (unsigned long long)bits);
	return bits != 0;
}

/* Whether they fault is not known: the scenario says. */
static bool refuses_filter(const struct model_write *write, unsigned bank)
{
	uint64_t known = bank == KNL_RSP0 ? KNL_RSP0_BITS : KNL_RSP1_BITS;
	uint64_t bits = write->raw & ~(known | model_excused(&write->silicon->reg[write->reg]));

	if (!bits || write->silicon->setting[SET_RESERVED] == RESERVED_IGNORED)
		return false;
	model_violation(write, "bits 0x%llx are not known to mean anything (Linux 6.1)",
			(unsigned long long)bits);
	return true;
}

/* Counters take no bits beyond their width, but at the legacy address, where the upper half is ignored. */
static bool refuses_value(const struct model_write *write, unsigned bank)
{
	uint64_t beyond = write->raw >> write->silicon->setting[SET_WIDTH];

	if ((bank == KNL_CTR && !write->window) || !beyond)
		return false;
	model_violation(write, "a value wider than %u bits",
			(unsigned)write->silicon->setting[SET_WIDTH]);
	return true;
}

static bool refuses_read_only(const struct model_write *write)
{
	model_violation(write, "it can only be read");
	return true;
}

static bool refuses_core(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];
	unsigned bank = bank_of(write);

	switch (bank) {
	case KNL_STATUS:
	case KNL_CAPABILITIES: return refuses_read_only(write);
	case KNL_RSP0:
	case KNL_RSP1: return refuses_filter(write, bank);
	case KNL_CTR:
	case KNL_FIXED_CTR: return refuses_value(write, bank);
	case KNL_CTL: return write->raw & at->bank->zero & ~(KNL_SELECT_PC | model_excused(at));
	case KNL_PEBS_ENABLE:
		if (write->value)
			model_violation(write, "there is no PEBS (MSR 0x1a0 bit 12 is 1)");
		break;
	default: break;
	}
	return (write->raw & at->bank->zero & ~model_excused(at)) != 0 ||
	       refuses_missing(write, bank);
}

bool model_knl_refuses(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	unsigned box = silicon->reg[write->reg].box;

	if (silicon->part->box[box].type->per_core)
		return refuses_core(write);
	return box == silicon->global && silicon->reg[write->reg].bank->role == MODEL_STORE &&
	       refuses_read_only(write);
}

/* ---- writes of controls ---------------------------------------------------------------------------- */

static bool is_started(const struct model_write *write, unsigned counter)
{
	return write->silicon->part->started(write->silicon, write->socket, counter);
}

void model_knl_check_fixed(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	unsigned first = silicon->reg[write->reg].counter;
	uint64_t old = silicon->socket[write->socket].value[write->reg];

	for (unsigned i = 0; i < KNL_FIXED; i++) {
		unsigned field = KNL_FIXED_FIELD(write->value, i);

		if (is_started(write, first + i) && field & (KNL_FIXED_OS | KNL_FIXED_USR) &&
		    field != KNL_FIXED_FIELD(old, i))
			model_violation(write, "field %u changed while its counter is counting", i);
	}
}

void model_knl_check_counter(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	const struct model_register *at = &silicon->reg[write->reg];
	uint64_t width = MASK(0, silicon->setting[SET_WIDTH]);
	uint64_t kept = (uint64_t)(int64_t)(int32_t)write->raw;

	if (is_started(write, at->counter))
		model_violation(write, "counter written while it is counting");
	if (model_knl_in_core(silicon, at->counter) && !write->window &&
	    silicon->counter[at->counter].number < KNL_GENERIC && (write->raw ^ kept) & width)
		model_violation(write,
				"the legacy address takes 32 bits: the counter is set to 0x%llx",
				(unsigned long long)(kept & width));
}

/* A counter whose overflow bit is still set cannot show another overflow. */
void model_knl_check_begin(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	const struct model_socket *at = &silicon->socket[write->socket];
	unsigned box = silicon->reg[write->reg].box;
	uint64_t begun = write->value & ~at->value[write->reg];

	if (begun & at->box[box].owed)
		model_violation(write, "counters begin with their overflow bits 0x%llx not cleared",
				(unsigned long long)(begun & at->box[box].owed));
}

/* SDM: an overflow that happens just then may be lost. */
void model_knl_check_clear(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	const struct model_box_place *box = &silicon->box[silicon->reg[write->reg].box];

	for (unsigned i = box->counter; i < box->counter + box->counters; i++) {
		if (!(write->value >> silicon->counter[i].bit & 1) || !is_started(write, i))
			continue;
		model_violation(write, "overflow bits cleared while their counters count");
		return;
	}
}

void model_knl_check_box(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	const struct model_box_place *box = &silicon->box[silicon->reg[write->reg].box];

	if (!(write->value & (KNL_BOX_RESET_CONTROLS | KNL_BOX_RESET_COUNTERS)))
		return;
	for (unsigned i = box->counter; i < box->counter + box->counters; i++) {
		if (!is_started(write, i))
			continue;
		model_violation(write, "reset while counter %u is counting",
				silicon->counter[i].number);
		return;
	}
}
