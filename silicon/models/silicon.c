/* SPDX-License-Identifier: BSD-2-Clause */
/* Making silicon, describing it, and the last look at it. */
#include "silicon/models/silicon.h"

#include "lib/memory.h"
#include "silicon/models/model.h"

static const struct model_part *const parts[] = {&model_xeon_7500, &model_xeon_e7, &model_knights_landing,
						 &model_xeon_e5_2600};

size_t silicon_size(void)
{
	size_t size = 0;

	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		size = max_u64(size, model_bytes(parts[i]));
	return size;
}

static const struct model_part *find_part(const char *machine, struct text *error)
{
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		if (!strcmp(parts[i]->name, machine))
			return parts[i];
	text_format(error, "unknown machine \"%.40s\": known are", machine);
	for (size_t i = 0; i < ARRAY_SIZE(parts); i++)
		text_format(error, " %s", parts[i]->name);
	return NULL;
}

static const int8_t shifts[] = {
	[MODEL_SHIFT_CARRY] = 0,
	[MODEL_SHIFT_EARLY] = -1,
	[MODEL_SHIFT_LATE] = 1,
};

static void reset_register(struct silicon *silicon, unsigned socket, unsigned reg)
{
	const struct model_register *at = &silicon->reg[reg];
	struct model_socket *state = &silicon->socket[socket];
	const struct model_part *part = silicon->part;

	if (at->bank->role == MODEL_STATUS)
		state->box[at->box].latched = at->initial;
	if (at->bank->role != MODEL_COUNTER) {
		state->value[reg] = at->initial;
		return;
	}
	state->counter[at->counter].width = silicon->counter[at->counter].width;
	state->counter[at->counter].factor = silicon->counter[at->counter].factor;
	state->counter[at->counter].slip = silicon->counter[at->counter].slip;
	state->counter[at->counter].shift = part->shift_setting ? shifts[silicon->setting[part->shift_setting - 1]] : 0;
	model_counter_set(&state->counter[at->counter], 0, at->initial);
}

static void reset_socket(struct silicon *silicon, unsigned socket)
{
	for (unsigned i = 0; i < silicon->registers; i++)
		reset_register(silicon, socket, i);
	for (unsigned i = 0; i < MODEL_TIMERS; i++)
		silicon->socket[socket].timer[i] = MODEL_NEVER;
	model_refresh(silicon, socket, 0, MODEL_NONE, false);
	model_look_ahead(silicon, socket);
}

/* How many sockets: the caller's number, else the scenario's. They may not contradict each other. */
static bool settle_sockets(struct silicon *silicon, unsigned asked, struct text *error)
{
	unsigned given = silicon->sockets;

	if (asked && given && asked != given) {
		text_format(error, "sockets = %u in the scenario, but the machine has %u", given, asked);
		return false;
	}
	silicon->sockets = asked ? asked : given ? given : 1;
	if (silicon->sockets > silicon->part->sockets) {
		text_format(error, "%u sockets: at most %u", silicon->sockets, silicon->part->sockets);
		return false;
	}
	return true;
}

static bool settle_cores(const struct silicon *silicon, struct text *error)
{
	unsigned most = silicon->part->most_cores;

	if (most && silicon->cores > most)
		text_format(error, "cores = %u: at most %u", silicon->cores, most);
	return !most || silicon->cores <= most;
}

struct silicon *silicon_create(void *memory, const char *machine, unsigned sockets, const char *scenario,
			       size_t scenario_length, const struct silicon_owner *owner, char *error,
			       size_t error_size)
{
	struct text reason = text_over(error, error_size);
	const struct model_part *part = find_part(machine, &reason);
	struct slice text = {scenario, scenario_length};
	struct silicon *silicon = memory;

	if (!part)
		return NULL;
	memset(silicon, 0, model_bytes(part));
	silicon->part = part;
	silicon->owner = *owner;
	silicon->cores = part->cores;
	silicon->clock = part->clock;
	model_take_room(silicon);
	for (unsigned i = 0; i < part->settings; i++)
		silicon->setting[i] = part->setting[i].value;
	model_lay_out(silicon);
	if (!model_read_scenario(silicon, text, &reason) || !settle_sockets(silicon, sockets, &reason) ||
	    !settle_cores(silicon, &reason))
		return NULL;
	if (part->settle)
		part->settle(silicon);
	if (!model_read_faults(silicon, text, &reason) || !model_check_faults(silicon, &reason))
		return NULL;
	for (unsigned i = 0; i < silicon->sockets; i++)
		reset_socket(silicon, i);
	return silicon;
}

unsigned silicon_sockets(const struct silicon *silicon)
{
	return silicon->sockets;
}

bool silicon_msr_range(const struct silicon *silicon, unsigned index, uint32_t *first, uint32_t *last)
{
	for (unsigned i = 0; i < silicon->part->claims; i++) {
		const struct model_claim *claim = &silicon->part->claim[i];

		if (claim->setting && !silicon->setting[claim->setting - 1])
			continue;
		if (index--)
			continue;
		*first = claim->range.first;
		*last = claim->range.last;
		return true;
	}
	return false;
}

void silicon_cpuid(const struct silicon *silicon, uint32_t leaf, uint32_t subleaf, struct silicon_cpuid *answer)
{
	if (silicon->part->cpuid)
		silicon->part->cpuid(silicon, leaf, subleaf, answer);
}

void silicon_statistics(const struct silicon *silicon, struct silicon_statistics *statistics)
{
	*statistics = silicon->statistics;
}

void silicon_banner(const struct silicon *silicon, char *line, size_t size)
{
	struct text text = text_over(line, size);

	text_format(&text, "virtual silicon %s: %u socket%s of %u cores, clock %llu Hz", silicon->part->name,
		    silicon->sockets, silicon->sockets == 1 ? "" : "s", silicon->cores,
		    (unsigned long long)silicon->clock);
	text_format(&text, "; registers: %u; rates set: %u", silicon->registers, silicon->rates);
	text_format(&text, "; faults:%s", silicon->fault_list[0] ? "" : " none");
	text_string(&text, silicon->fault_list);
}

/* What a register's contents should be when the program leaves, and what they are. */
static uint64_t left_value(const struct silicon *silicon, unsigned socket, unsigned reg, uint64_t *wanted)
{
	const struct model_register *at = &silicon->reg[reg];
	uint64_t value = silicon->socket[socket].value[reg], start = at->initial;

	if (at->bank->role == MODEL_STATUS) {
		*wanted = 0;
		return silicon->socket[socket].box[at->box].owed;
	}
	if (at->bank->role == MODEL_COUNTER) {
		value = model_counter_read(silicon, socket, reg, silicon->now, false);
		start &= MASK(0, silicon->counter[at->counter].width);
	}
	if (at->bank->role == MODEL_WINDOW) {
		*wanted = 0;
		return 0;
	}
	*wanted = (start | at->stuck1) & ~at->stuck0;
	return (value | at->stuck1) & ~at->stuck0;
}

/* Whether software had a chance to put the register back. */
static bool is_answerable(const struct silicon *silicon, unsigned socket, unsigned reg)
{
	const struct model_register *at = &silicon->reg[reg];

	const struct model_box_place *box = &silicon->box[at->box];

	if (at->forgiven || at->absent || box->gp || box->hidden || at->bank->role == MODEL_TICKER ||
	    (box->hangs && box->accesses > box->hangs))
		return false;
	/* What would undo a write may be a bit that does nothing. */
	if (at->stuck0 & at->bank->acts)
		return false;
	if (at->bank->role != MODEL_COUNTER)
		return true;
	return !silicon->socket[socket].astray[at->counter] &&
	       !silicon->reg[silicon->counter[at->counter].select].preset;
}

static void check_left(struct silicon *silicon, unsigned socket, unsigned reg)
{
	const struct model_bank *bank = silicon->reg[reg].bank;
	uint64_t matters = bank->role == MODEL_STATUS ? ~UINT64_C(0) : model_writable(&silicon->reg[reg]) & ~bank->acts;
	uint64_t wanted, value = left_value(silicon, socket, reg, &wanted);
	char name[48];
	struct text text = TEXT_OVER(name);

	if (!((value ^ wanted) & matters) || !is_answerable(silicon, socket, reg))
		return;
	model_put_register(&text, silicon, reg);
	model_violation_line(
		silicon,
		"socket %u leaving with %s %s 0x%x = 0x%llx, at the start 0x%llx: everything must be left as it was found",
		socket, name, model_space_name(silicon, reg), silicon->reg[reg].address, (unsigned long long)value,
		(unsigned long long)wanted);
}

void silicon_leave(struct silicon *silicon, uint64_t now_ns)
{
	silicon_advance(silicon, now_ns);
	for (unsigned i = 0; i < silicon->sockets; i++) {
		for (unsigned j = 0; j < silicon->registers; j++)
			check_left(silicon, i, j);
		if (silicon->part->leave)
			silicon->part->leave(silicon, i);
	}
}
