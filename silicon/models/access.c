/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds the register of an access, and the register's answer. */
#include "silicon/models/pmon.h"

/* Counts by which the upper half of a counter lags, if its halves do not move together. */
#define HALF_COUNTS BIT(24)

uint64_t model_counter_holds(const struct model *model, unsigned socket, unsigned reg, uint64_t t)
{
	return model_counter_value(&model->socket[socket].counter[model->reg[reg].counter], t);
}

uint64_t model_counter_reads(const struct model *model, unsigned socket, unsigned reg, uint64_t t)
{
	const struct model_counter_place *place = &model->counter[model->reg[reg].counter];
	const struct model_counter *counter = &model->socket[socket].counter[model->reg[reg].counter];
	uint64_t value = model_counter_value(counter, t);

	/* 323535 p.140: a value that ends in 0x000000 or 0x000001 reads 0x1000000 too high. */
	if (place->erratum && (value & MASK(0, 24)) <= 1 && model_counter_moved(counter, t))
		value = (value + BIT(24)) & MASK(0, counter->width);
	if (place->quirks & COUNTER_TWO_HALVES && counter->run.running && (value ^ counter->base) >> 32 &&
	    (value & MASK(0, 32)) < HALF_COUNTS)
		value = (value - BIT(32)) & MASK(0, counter->width);
	if (place->quirks & COUNTER_LEAPS && counter->run.running && !(value & 0xff))
		value = (value + 0x100) & MASK(0, counter->width);
	if (place->quirks & COUNTER_LAGS && counter->run.running && (value & 0xff) == 0xff)
		value--;
	return value;
}

/* ---- where accesses go ---------------------------------------------------------------------------- */

static bool is_claimed(const struct model *model, uint64_t address)
{
	uint32_t first, last;

	for (unsigned i = 0; model_msr_range(model, i, &first, &last); i++)
		if (address >= first && address <= last)
			return true;
	return false;
}

bool model_is_possible(const struct model *model, const struct silicon_access *access)
{
	return access->bytes == 8 && access->socket < model->sockets && access->core < model->cores;
}

static enum silicon_answer find_msr(const struct model *model, const struct silicon_access *access,
				    struct model_target *target)
{
	bool counter = access->space == SILICON_PMC;
	unsigned reg = MODEL_NONE;

	if (counter && !model->part->rdpmc)
		return SILICON_NOT_MINE;
	if (counter)
		reg = model->part->rdpmc(model, access->address);
	else
		reg = model_find_address(model, SILICON_MSR, access->address);
	if (reg != MODEL_NONE && model->unit[model->reg[reg].box].type->per_core)
		reg += min_u64(access->core, model->cores - 1) * model->core_registers;
	if (reg == MODEL_NONE || model->reg[reg].absent)
		return counter || is_claimed(model, access->address) ? SILICON_FAULT : SILICON_NOT_MINE;
	target->reg = reg;
	target->box = model->reg[reg].box;
	return model_is_possible(model, access) ? SILICON_OK : SILICON_FAULT;
}

/* Finds the register that contains the dword at a place, either from its lowest bit on or, of a counter's two dwords, in its upper
 * half. */
static void find_dword(const struct model *model, struct model_target *target)
{
	uint32_t place = target->place & ~3u;

	target->low = 8 * (target->place & 3);
	target->reg = model_find_address(model, target->space, place);
	if (target->reg != MODEL_NONE || place < 4)
		return;
	target->reg = model_find_address(model, target->space, place - 4);
	if (target->reg != MODEL_NONE && model->reg[target->reg].bank->bits <= 32)
		target->reg = MODEL_NONE;
	if (target->reg != MODEL_NONE)
		target->low += 32;
}

static enum silicon_answer find_config(const struct model *model, const struct silicon_access *access,
				       struct model_target *target)
{
	if (!model_locate(model, access->address, &target->socket, &target->place))
		return SILICON_NOT_MINE;
	target->box = model_box_at(model, target->socket, target->place);
	find_dword(model, target);
	if (target->box == MODEL_NONE && !model_shows(model, target->socket, target->place))
		target->reg = MODEL_NONE;
	return SILICON_OK;
}

/* Registers of device memory are read as they come, and written by 4 or 8 bytes. */
static enum silicon_answer find_memory(const struct model *model, const struct silicon_access *access,
				       struct model_target *target)
{
	if (!model_locate_memory(model, access->address, &target->socket, &target->place))
		return SILICON_NOT_MINE;
	find_dword(model, target);
	if (target->reg != MODEL_NONE)
		target->box = model->reg[target->reg].box;
	target->lacks = target->reg != MODEL_NONE && model->reg[target->reg].absent;
	if (target->lacks)
		target->reg = MODEL_NONE;
	return SILICON_OK;
}

enum silicon_answer model_find_target(const struct model *model, const struct silicon_access *access,
				      struct model_target *target)
{
	*target = (struct model_target){.socket = access->socket,
					.core = access->core,
					.reg = MODEL_NONE,
					.box = MODEL_NONE,
					.space = access->space};
	switch (access->space) {
	case SILICON_CONFIG: return find_config(model, access, target);
	case SILICON_MMIO: return find_memory(model, access, target);
	case SILICON_MSR:
	case SILICON_PMC: return find_msr(model, access, target);
	default: return SILICON_NOT_MINE;
	}
}

/* ---- writes --------------------------------------------------------------------------------------- */

struct model_write model_write_to(struct model *model, const struct model_target *target, unsigned meant, uint64_t raw,
				  uint64_t kept)
{
	struct model_write write = {
		.model = model,
		.socket = target->socket,
		.core = target->core,
		.meant = meant,
		.reg = model->reg[meant].original,
		.raw = raw,
		.kept = kept,
		.t = model->now,
	};
	const struct model_register *at = &model->reg[write.reg];
	uint64_t value = raw;

	if (kept && at->bank->role == MODEL_COUNTER)
		value |= model_counter_holds(model, write.socket, write.reg, write.t) & kept;
	else if (at->bank->bits > 32)
		value |= model_value(model, write.socket, write.reg) & kept;
	write.value = value & at->writable;
	return write;
}

/* True if another register locks this one, so that the processor refuses a write. */
static bool is_locked(const struct model_write *write)
{
	const struct model *model = write->model;
	const struct model_register *at = &model->reg[write->reg];
	const struct model_box_place *box = &model->box[at->box];

	return at->bank->lock_gp && !(box->quirks & QUIRK_LOCK_OPEN) &&
	       model_value(model, write->socket, box->bank[at->bank->lock - 1u]) >> at->bank->lock_bit & 1;
}

bool model_refuses(const struct model_write *write)
{
	const struct model_register *at = &write->model->reg[write->meant];

	return at->bank->access == MODEL_RAISES_GP || write->raw & at->refuses || is_locked(write);
}

enum silicon_answer model_write(const struct model_write *write)
{
	struct model *model = write->model;

	if (model_refuses(write))
		return SILICON_FAULT;
	model_pmon_write(write);
	model_touch(model, write->socket, model->reg[write->reg].box);
	model_look_ahead(model, write->socket);
	return SILICON_OK;
}
