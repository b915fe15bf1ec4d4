/* SPDX-License-Identifier: BSD-2-Clause */
/* What programs must not do to the PMU of a core. Rules without a source are the models' own, stricter than
 * silicon. */
#include "silicon/models/core.h"

unsigned model_core_bank(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];

	return (unsigned)(at->bank - write->silicon->part->box[at->box].type->bank);
}

static bool refuses_missing(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];
	uint64_t bits = write->raw & at->missing & ~model_excused(at);

	if (bits)
		model_violation(write, "bits 0x%llx do not exist here", (unsigned long long)bits);
	return bits != 0;
}

/* Counters take no bits beyond their width, but at the legacy address, where the upper half is ignored. */
static bool refuses_value(const struct model_write *write, unsigned bank)
{
	uint64_t raw = write->raw & ~model_excused(&write->silicon->reg[write->reg]);
	uint64_t beyond = raw >> write->silicon->setting[CORE_WIDTH];

	if ((bank == CORE_CTR && !write->window) || !beyond)
		return false;
	model_violation(write, "a value wider than %u bits", (unsigned)write->silicon->setting[CORE_WIDTH]);
	return true;
}

bool model_core_refuses_read_only(const struct model_write *write)
{
	model_violation(write, "it can only be read");
	return true;
}

bool model_core_refuses(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];
	unsigned bank = model_core_bank(write);

	switch (bank) {
	case CORE_STATUS:
	case CORE_PERF_CAPABILITIES: return model_core_refuses_read_only(write);
	case CORE_CTR:
	case CORE_FIXED_CTR: return refuses_value(write, bank);
	case CORE_CTL: return write->raw & at->bank->zero & ~(CORE_SELECT_PC | model_excused(at));
	default: break;
	}
	return (write->raw & at->bank->zero & ~model_excused(at)) != 0 || refuses_missing(write);
}

/* ---- writes of controls ---------------------------------------------------------------------------- */

static bool is_started(const struct model_write *write, unsigned counter)
{
	return model_started(write->silicon, write->socket, counter);
}

void model_core_check_fixed(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	unsigned first = silicon->reg[write->reg].counter;
	uint64_t old = silicon->socket[write->socket].value[write->reg];

	for (unsigned i = 0; i < CORE_FIXED; i++) {
		unsigned field = CORE_FIXED_FIELD(write->value, i);

		if (is_started(write, first + i) && field & (CORE_FIXED_OS | CORE_FIXED_USR) &&
		    field != CORE_FIXED_FIELD(old, i))
			model_violation(write, "field %u changed while its counter is counting", i);
	}
}

void model_core_check_counter(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	const struct model_register *at = &silicon->reg[write->reg];
	uint64_t width = MASK(0, silicon->setting[CORE_WIDTH]);
	uint64_t kept = (uint64_t)(int64_t)(int32_t)write->raw;

	if (is_started(write, at->counter))
		model_violation(write, "counter written while it is counting");
	if (model_core_is(silicon, at->box) && !write->window && silicon->counter[at->counter].number < CORE_GENERIC &&
	    (write->raw ^ kept) & width)
		model_violation(write, "the legacy address takes 32 bits: the counter is set to 0x%llx",
				(unsigned long long)(kept & width));
}

/* A counter whose overflow bit is still set cannot show another overflow. */
void model_core_check_begin(const struct model_write *write)
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
void model_core_check_clear(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	const struct model_box_place *box = &silicon->box[silicon->reg[write->reg].box];

	for (unsigned i = box->counter; i < box->counter + box->counters; i++) {
		if (!(write->value >> silicon->counter[i].flag & 1) || !is_started(write, i))
			continue;
		model_violation(write, "overflow bits cleared while their counters count");
		return;
	}
}
