/* SPDX-License-Identifier: BSD-2-Clause */
/* One access: which register it means, whether it may be made, and the register's answer. */
#include "silicon/models/model.h"

/* The upper half of a torn counter follows so many counts late. */
#define TORN_COUNTS BIT(24)

uint64_t model_value(const struct silicon *silicon, unsigned socket, unsigned reg)
{
	const struct model_register *at = &silicon->reg[reg];

	return (silicon->socket[socket].value[reg] | at->stuck1) & ~at->stuck0;
}

uint64_t model_counter_read(const struct silicon *silicon, unsigned socket, unsigned reg, uint64_t t, bool erratum)
{
	const struct model_register *at = &silicon->reg[reg];
	const struct model_counter *counter = &silicon->socket[socket].counter[at->counter];
	uint64_t value = model_counter_value(counter, t);

	/* 323535 p.140: a value that ends in 0x000000 or 0x000001 reads 0x1000000 too high. */
	if (erratum && (value & MASK(0, 24)) <= 1 && model_counter_moved(counter, t))
		value = (value + BIT(24)) & MASK(0, counter->width);
	if (silicon->counter[at->counter].torn && counter->run.running && (value ^ counter->base) >> 32 &&
	    (value & MASK(0, 32)) < TORN_COUNTS)
		value = (value - BIT(32)) & MASK(0, counter->width);
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
static enum silicon_answer stray(struct silicon *silicon, const struct silicon_access *access, bool write)
{
	if (!is_claimed(silicon, access->address))
		return SILICON_NOT_MINE;
	if (write)
		model_violation_line(silicon, "socket %u core %u write msr 0x%llx: no such register", access->socket,
				     access->core, (unsigned long long)access->address);
	return SILICON_FAULT;
}

/* A processor reads and writes model-specific registers whole, in sockets and, where each has its own,
 * cores that there are. */
static bool is_possible(struct silicon *silicon, const struct silicon_access *access, unsigned reg)
{
	bool own = silicon->part->box[silicon->reg[reg].box].type->per_core;

	if (access->bytes == 8 && access->socket < silicon->sockets &&
	    access->core < (own ? silicon->cores : MODEL_CORES))
		return true;
	model_violation_line(silicon, "socket %u core %u msr 0x%llx: impossible access of %u bytes", access->socket,
			     access->core, (unsigned long long)access->address, access->bytes);
	return false;
}

/* The register at an address of the access, in the box of core 0 if each core has one. */
static unsigned find_register(const struct silicon *silicon, const struct silicon_access *access)
{
	if (access->space == SILICON_PMC)
		return silicon->part->rdpmc ? silicon->part->rdpmc(silicon, access->address) : MODEL_NONE;
	return model_find_address(silicon, SILICON_MSR, access->address);
}

/* What nobody can reach any more enables nothing. */
static void abandon(struct silicon *silicon, unsigned box)
{
	unsigned control = silicon->box[box].reg[MODEL_GLOBAL_CTL];

	for (unsigned socket = 0; control != MODEL_NONE && socket < silicon->sockets; socket++) {
		silicon->socket[socket].value[control] = 0;
		model_refresh(silicon, socket, silicon->now, MODEL_NONE, false);
		model_look_ahead(silicon, socket);
	}
}

/* What has become of a box by the time of this access to it: it may fault, or never answer. */
static enum silicon_answer knock(struct silicon *silicon, unsigned reg)
{
	unsigned number = silicon->reg[reg].box;
	struct model_box_place *box = &silicon->box[number];

	box->accesses++;
	if (box->vanishes && box->accesses > box->vanishes) {
		box->vanishes = 0;
		box->hidden = silicon->reg[reg].space == SILICON_CONFIG;
		box->gp = !box->hidden;
		abandon(silicon, number);
	}
	if (box->hangs && box->accesses == box->hangs + 1)
		abandon(silicon, number);
	if (box->hangs && box->accesses > box->hangs)
		return SILICON_HANG;
	return silicon->reg[reg].gp || box->gp ? SILICON_FAULT : SILICON_OK;
}

/* The register that answers an access; its ordinal and, in *at, that of the one that was meant. */
static enum silicon_answer find_target(struct silicon *silicon, const struct silicon_access *access, bool write,
				       unsigned *at, unsigned *reg)
{
	*at = find_register(silicon, access);
	if (*at != MODEL_NONE && silicon->part->box[silicon->reg[*at].box].type->per_core)
		*at += min_u64(access->core, MODEL_CORES - 1) * silicon->core_registers;
	if (*at == MODEL_NONE && access->space == SILICON_PMC)
		return silicon->part->rdpmc ? SILICON_FAULT : SILICON_NOT_MINE;
	if (*at == MODEL_NONE || silicon->reg[*at].absent)
		return stray(silicon, access, write);
	if (!is_possible(silicon, access, *at))
		return SILICON_FAULT;
	*reg = silicon->reg[*at].alias;
	return knock(silicon, *at);
}

static enum silicon_answer tally(struct silicon *silicon, enum silicon_answer answer, uint64_t *accesses)
{
	if (answer != SILICON_NOT_MINE)
		(*accesses)++;
	if (answer == SILICON_FAULT)
		silicon->statistics.faults++;
	return answer;
}

static uint64_t stick(const struct model_register *at, uint64_t value)
{
	return (value | at->stuck1) & ~at->stuck0;
}

/* What is read at the place of a register that is meant, and may be another's. */
static uint64_t value_of(const struct silicon *silicon, unsigned socket, unsigned meant)
{
	unsigned reg = silicon->reg[meant].alias;
	uint64_t value = stick(&silicon->reg[reg], silicon->part->read(silicon, socket, reg, silicon->now));

	return reg == meant ? value : stick(&silicon->reg[meant], value);
}

static enum silicon_answer read_register(struct silicon *silicon, const struct silicon_access *access, uint64_t *value)
{
	enum silicon_answer answer = SILICON_NOT_MINE;
	unsigned at, reg = 0;

	if (silicon->part->extra && access->space == SILICON_MSR)
		answer = silicon->part->extra(silicon, access, false, value);
	if (answer != SILICON_NOT_MINE)
		return answer;
	answer = find_target(silicon, access, false, &at, &reg);
	if (answer == SILICON_OK)
		*value = value_of(silicon, access->socket, at);
	return answer;
}

uint64_t model_writable(const struct model_register *reg)
{
	return reg->bank->writable & ~reg->missing;
}

uint64_t model_excused(const struct model_register *reg)
{
	return reg->stuck1 | reg->initial;
}

uint64_t model_acting(const struct model_write *write)
{
	return stick(&write->silicon->reg[write->reg], write->value);
}

/* Reserved bits, and those beyond the register's width, must be written as 0. */
static void check_bits(const struct model_write *write, const struct model_register *at)
{
	uint64_t bits = write->raw & ~model_excused(at), width = MASK(0, at->bank->bits);

	if (bits & ~width)
		model_violation(write, "bits 0x%llx lie beyond its %u bits (%s)", (unsigned long long)(bits & ~width),
				at->bank->bits, at->bank->source);
	if (bits & width & at->bank->zero)
		model_violation(write, "bits 0x%llx must be written as 0 (%s)",
				(unsigned long long)(bits & width & at->bank->zero), at->bank->source);
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
		return !box->lock_ignored && model_value(silicon, write->socket, lock) >> at->bank->lock_bit & 1;
	if (silicon->socket[write->socket].value[lock] & ~model_excused(&silicon->reg[lock]) & BIT(at->bank->lock_bit))
		model_violation(write, "written while bit %u of its mm_cfg has it in use", at->bank->lock_bit);
	return false;
}

/* Whether the register or the part has the write fault. */
static bool is_refused(const struct model_write *write)
{
	const struct model_part *part = write->silicon->part;

	return refuses(write) || (part->refuses && part->refuses(write));
}

/* `meant` is the register that the write was for. */
static void perform(const struct model_write *write, unsigned meant)
{
	struct silicon *silicon = write->silicon;

	if (!silicon->reg[write->reg].dropped && !silicon->reg[meant].dropped)
		silicon->part->write(write);
	model_touch(silicon, write->socket, silicon->reg[write->reg].box);
	model_look_ahead(silicon, write->socket);
}

static enum silicon_answer write_register(struct silicon *silicon, const struct silicon_access *access, uint64_t value)
{
	struct model_write write = {
		.silicon = silicon, .socket = access->socket, .core = access->core, .raw = value, .t = silicon->now};
	enum silicon_answer answer = SILICON_NOT_MINE;
	unsigned at;

	if (silicon->part->extra)
		answer = silicon->part->extra(silicon, access, true, &value);
	if (answer != SILICON_NOT_MINE)
		return answer;
	answer = find_target(silicon, access, true, &at, &write.reg);
	if (answer != SILICON_OK)
		return answer;
	write.window = silicon->reg[at].bank->role == MODEL_WINDOW;
	/* What a window shows wrongly may be written back through it. */
	if (write.window)
		write.raw &= ~silicon->reg[at].stuck1;
	write.aliased = write.reg != at && !write.window;
	write.value = value & model_writable(&silicon->reg[write.reg]);
	check_bits(&write, &silicon->reg[write.reg]);
	if (is_refused(&write))
		return SILICON_FAULT;
	perform(&write, at);
	return SILICON_OK;
}

/* ---- configuration space -------------------------------------------------------------------------- */

/* What an access to configuration space is about. */
struct config_target {
	unsigned socket, reg; /* MODEL_NONE: no register */
	uint32_t place;
	unsigned low; /* the register's bit that the first byte begins with */
};

/* False if it is on none of our buses. Registers are made of 32-bit words, counters of two. */
static bool find_config(const struct silicon *silicon, const struct silicon_access *access,
			struct config_target *target)
{
	if (!model_locate(silicon, access->address, &target->socket, &target->place))
		return false;
	target->low = 8 * (target->place & 3);
	target->reg = model_find_address(silicon, SILICON_CONFIG, target->place & ~3u);
	if (target->reg != MODEL_NONE || !(target->place & 0xffc))
		return true;
	target->reg = model_find_address(silicon, SILICON_CONFIG, (target->place & ~3u) - 4);
	if (target->reg != MODEL_NONE && silicon->reg[target->reg].bank->role != MODEL_COUNTER)
		target->reg = MODEL_NONE;
	if (target->reg != MODEL_NONE)
		target->low += 32;
	return true;
}

static bool is_hidden(const struct silicon *silicon, unsigned reg)
{
	return silicon->box[silicon->reg[reg].box].hidden;
}

/* What lies within one dword, or in a counter of two. */
static enum silicon_answer read_piece(struct silicon *silicon, const struct silicon_access *access, uint64_t *value)
{
	struct config_target target;
	unsigned bits = 8u * access->bytes;

	if (!find_config(silicon, access, &target))
		return SILICON_NOT_MINE;
	if (target.reg == MODEL_NONE)
		*value = model_config_read(silicon, target.place, access->bytes);
	else if (knock(silicon, target.reg) == SILICON_HANG)
		return SILICON_HANG;
	else if (is_hidden(silicon, target.reg))
		*value = MASK(0, bits);
	else
		*value = value_of(silicon, target.socket, target.reg) >> target.low & MASK(0, bits);
	return SILICON_OK;
}

/* Whether 8 bytes can be read at once no document says for certain: the scenario does. */
static enum silicon_answer read_wide(struct silicon *silicon, const struct silicon_access *access, uint64_t *value)
{
	unsigned setting = silicon->part->wide_setting;
	bool half = setting && silicon->setting[setting - 1] == MODEL_WIDE_HALF;
	struct silicon_access piece = *access;
	uint64_t high = MASK(0, 32);
	enum silicon_answer answer;

	piece.bytes = 4;
	answer = read_piece(silicon, &piece, value);
	if (answer != SILICON_OK)
		return answer;
	model_log(silicon, "socket %u core %u read config 0x%llx, 8 bytes at once", access->socket, access->core,
		  (unsigned long long)access->address);
	piece.address += 4;
	if (!half)
		answer = read_piece(silicon, &piece, &high);
	*value |= high << 32;
	return answer;
}

static enum silicon_answer read_config(struct silicon *silicon, const struct silicon_access *access, uint64_t *value)
{
	enum silicon_answer answer =
		access->bytes == 8 ? read_wide(silicon, access, value) : read_piece(silicon, access, value);

	if (answer == SILICON_OK && access->address & (access->bytes - 1u))
		model_violation_line(silicon, "socket %u core %u read config 0x%llx, %u bytes: not aligned",
				     access->socket, access->core, (unsigned long long)access->address, access->bytes);
	return answer;
}

/* A write to what is no register, or not as registers are written. Nothing comes of it. */
static void stray_config(struct silicon *silicon, const struct silicon_access *access,
			 const struct config_target *target)
{
	if (target->reg == MODEL_NONE && model_config_ignores(silicon, target->place))
		return;
	model_violation_line(silicon, "socket %u core %u write config 0x%llx, %u bytes: %s", access->socket,
			     access->core, (unsigned long long)access->address, access->bytes,
			     target->reg == MODEL_NONE ? "no such register"
						       : "registers are written 4 bytes at a time");
}

/* The half of a counter that is not written keeps its value. */
static uint64_t merge(const struct model_write *write, uint64_t kept)
{
	const struct model_register *at = &write->silicon->reg[write->reg];

	if (at->bank->role != MODEL_COUNTER)
		return write->raw;
	return (model_counter_read(write->silicon, write->socket, write->reg, write->t, false) & kept) | write->raw;
}

static enum silicon_answer write_config(struct silicon *silicon, const struct silicon_access *access, uint64_t value)
{
	struct model_write write = {.silicon = silicon, .core = access->core, .t = silicon->now};
	struct config_target target;

	if (!find_config(silicon, access, &target))
		return SILICON_NOT_MINE;
	if (target.reg == MODEL_NONE || access->bytes != 4 || target.place & 3) {
		stray_config(silicon, access, &target);
		return SILICON_OK;
	}
	if (knock(silicon, target.reg) == SILICON_HANG)
		return SILICON_HANG;
	if (is_hidden(silicon, target.reg))
		return SILICON_OK;
	write.socket = target.socket;
	write.reg = silicon->reg[target.reg].alias;
	write.aliased = write.reg != target.reg;
	write.raw = (value & UINT32_MAX) << target.low;
	check_bits(&write, &silicon->reg[write.reg]);
	write.value = merge(&write, ~(MASK(0, 32) << target.low)) & model_writable(&silicon->reg[write.reg]);
	perform(&write, target.reg);
	return SILICON_OK;
}

/* ---- all spaces ------------------------------------------------------------------------------------- */

enum silicon_answer silicon_read(struct silicon *silicon, uint64_t now_ns, const struct silicon_access *access,
				 uint64_t *value)
{
	enum silicon_answer answer;

	silicon_advance(silicon, now_ns);
	if (access->space == SILICON_MMIO)
		return SILICON_NOT_MINE;
	if (access->space == SILICON_CONFIG)
		answer = read_config(silicon, access, value);
	else
		answer = read_register(silicon, access, value);
	return tally(silicon, answer, &silicon->statistics.reads);
}

enum silicon_answer silicon_write(struct silicon *silicon, uint64_t now_ns, const struct silicon_access *access,
				  uint64_t value)
{
	enum silicon_answer answer;

	silicon_advance(silicon, now_ns);
	if (access->space != SILICON_MSR && access->space != SILICON_CONFIG)
		return SILICON_NOT_MINE;
	if (access->space == SILICON_CONFIG)
		answer = write_config(silicon, access, value);
	else
		answer = write_register(silicon, access, value);
	return tally(silicon, answer, &silicon->statistics.writes);
}
