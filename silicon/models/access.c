/* SPDX-License-Identifier: BSD-2-Clause */
/* One access: which register it means, whether it may be made, and the register's answer. */
#include "silicon/models/model.h"

uint64_t model_value(const struct silicon *silicon, unsigned socket, unsigned reg)
{
	const struct model_register *at = &silicon->reg[reg];

	return (silicon->socket[socket].value[reg] | at->stuck1) & ~at->stuck0;
}

uint64_t model_counter_read(const struct silicon *silicon, unsigned socket, unsigned reg,
			    uint64_t t, bool erratum)
{
	const struct model_register *at = &silicon->reg[reg];
	const struct model_counter *counter = &silicon->socket[socket].counter[at->counter];
	uint64_t value = model_counter_value(counter, t);

	/* 323535 p.140: a value that ends in 0x000000 or 0x000001 reads 0x1000000 too high. */
	if (erratum && (value & MASK(0, 24)) <= 1 && model_counter_moved(counter, t))
		value = (value + BIT(24)) & MASK(0, counter->width);
	return value;
}

static bool in_range(const struct model_range *range, uint64_t address)
{
	return address >= range->first && address <= range->last;
}

static bool is_claimed(const struct silicon *silicon, uint64_t address)
{
	uint32_t first, last;

	for (unsigned i = 0; silicon_msr_range(silicon, i, &first, &last); i++)
		if (in_range(&(struct model_range){first, last}, address))
			return true;
	return false;
}

/* An address that holds no register of the model. Reading one is how a program finds out; writing it
 * is not. */
static enum silicon_answer stray(struct silicon *silicon, const struct silicon_access *access,
				 bool write)
{
	if (!is_claimed(silicon, access->address))
		return SILICON_NOT_MINE;
	if (write)
		model_violation_line(
			silicon, "socket %u core %u write msr 0x%llx: no such register",
			access->socket, access->core, (unsigned long long)access->address);
	return SILICON_FAULT;
}

/* A processor reads and writes model-specific registers whole, in sockets that there are. */
static bool is_possible(struct silicon *silicon, const struct silicon_access *access)
{
	if (access->bytes == 8 && access->socket < silicon->sockets && access->core < MODEL_CORES)
		return true;
	model_violation_line(silicon, "socket %u core %u msr 0x%llx: impossible access of %u bytes",
			     access->socket, access->core, (unsigned long long)access->address,
			     access->bytes);
	return false;
}

/* The register that answers an access. */
static enum silicon_answer find_target(struct silicon *silicon, const struct silicon_access *access,
				       bool write, unsigned *reg)
{
	unsigned at = model_find_address(silicon, access->address);

	if (at == MODEL_NONE)
		return stray(silicon, access, write);
	if (!is_possible(silicon, access))
		return SILICON_FAULT;
	if (silicon->reg[at].gp || silicon->box[silicon->reg[at].box].gp)
		return SILICON_FAULT;
	*reg = silicon->reg[at].alias;
	return SILICON_OK;
}

static enum silicon_answer tally(struct silicon *silicon, enum silicon_answer answer,
				 uint64_t *accesses)
{
	if (answer != SILICON_NOT_MINE)
		(*accesses)++;
	if (answer == SILICON_FAULT)
		silicon->statistics.faults++;
	return answer;
}

static enum silicon_answer read_register(struct silicon *silicon,
					 const struct silicon_access *access, uint64_t *value)
{
	const struct model_register *at;
	enum silicon_answer answer;
	unsigned reg = 0;

	answer = silicon->part->extra(silicon, access, false, value);
	if (answer != SILICON_NOT_MINE)
		return answer;
	answer = find_target(silicon, access, false, &reg);
	if (answer != SILICON_OK)
		return answer;
	at = &silicon->reg[reg];
	*value = silicon->part->read(silicon, access->socket, reg, silicon->now);
	*value = (*value | at->stuck1) & ~at->stuck0;
	return SILICON_OK;
}

uint64_t model_excused(const struct model_register *reg)
{
	return reg->stuck1 | reg->initial;
}

/* Reserved bits, and those beyond the register's width, must be written as 0. */
static void check_bits(const struct model_write *write, const struct model_register *at)
{
	uint64_t bits = write->raw & ~model_excused(at), width = MASK(0, at->bank->bits);

	if (bits & ~width)
		model_violation(write, "bits 0x%llx lie beyond its %u bits (%s)",
				(unsigned long long)(bits & ~width), at->bank->bits,
				at->bank->source);
	if (bits & width & at->bank->zero)
		model_violation(write, "bits 0x%llx must be written as 0 (%s)",
				(unsigned long long)(bits & width & at->bank->zero),
				at->bank->source);
}

/* Whether the register is locked by another one and the write faults. */
static bool refuses(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	const struct model_register *at = &silicon->reg[write->reg];
	const struct model_box_place *box = &silicon->box[at->box];
	unsigned lock;

	if (!at->bank->lock)
		return false;
	lock = box->bank[at->bank->lock - 1u];
	if (at->bank->lock_gp)
		return !box->lock_ignored &&
		       model_value(silicon, write->socket, lock) >> at->bank->lock_bit & 1;
	if (silicon->socket[write->socket].value[lock] >> at->bank->lock_bit & 1)
		model_violation(write, "written while bit %u of its mm_cfg has it in use",
				at->bank->lock_bit);
	return false;
}

static enum silicon_answer write_register(struct silicon *silicon,
					  const struct silicon_access *access, uint64_t value)
{
	struct model_write write = {.silicon = silicon,
				    .socket = access->socket,
				    .core = access->core,
				    .raw = value,
				    .t = silicon->now};
	enum silicon_answer answer;

	answer = silicon->part->extra(silicon, access, true, &value);
	if (answer != SILICON_NOT_MINE)
		return answer;
	answer = find_target(silicon, access, true, &write.reg);
	if (answer != SILICON_OK)
		return answer;
	write.aliased = silicon->reg[write.reg].address != access->address;
	write.value = value & silicon->reg[write.reg].bank->writable;
	check_bits(&write, &silicon->reg[write.reg]);
	if (refuses(&write))
		return SILICON_FAULT;
	if (!silicon->reg[write.reg].dropped)
		silicon->part->write(&write);
	model_look_ahead(silicon, write.socket);
	return SILICON_OK;
}

enum silicon_answer silicon_read(struct silicon *silicon, uint64_t now_ns,
				 const struct silicon_access *access, uint64_t *value)
{
	if (access->space != SILICON_MSR)
		return SILICON_NOT_MINE;
	silicon_advance(silicon, now_ns);
	return tally(silicon, read_register(silicon, access, value), &silicon->statistics.reads);
}

enum silicon_answer silicon_write(struct silicon *silicon, uint64_t now_ns,
				  const struct silicon_access *access, uint64_t value)
{
	if (access->space != SILICON_MSR)
		return SILICON_NOT_MINE;
	silicon_advance(silicon, now_ns);
	return tally(silicon, write_register(silicon, access, value), &silicon->statistics.writes);
}
