/* SPDX-License-Identifier: BSD-2-Clause */
#include "core/hardware/plan.h"

#include "core/hardware/deny.h"
#include "core/hardware/flight.h"
#include "core/hardware/write_ahead.h"
#include "lib/memory.h"
#include "lib/text.h"

#define BUCKETS      16384u
#define STEP_NS      128u /* time of an access, and of reading the clock */
#define STEP_DOUBLES 14u  /* the step doubles up to this often: a caller that looks repeatedly is waiting */
#define COMMAND      0x04 /* of a PCI function */

/* SDM volume 2, RDPMC; volume 4: the MSRs of the counters that it reads. */
#define PMC_FIXED    BIT(30)
#define MSR_PMC      0xc1
#define MSR_PMC_WIDE 0x4c1
#define MSR_FIXED    0x309

/* A register in the plan. */
struct planned {
	struct planned *next; /* with the same hash */
	struct location where;
	uint64_t value;
	uint64_t kept, cleared, hidden;  /* bits that keep a written value, that writing 1 clears, that read 0 */
	struct plan_access *listed[2];   /* read, written */
	uint8_t outcome;                 /* enum outcome of reading it */
	bool known, asked, written;      /* a table has it; it was read; it was written */
	const struct machine_box *place; /* its box, if a table has it */
	const struct register_row *row;
	uint8_t index;
};

static struct {
	bool wanted, opened, asks, once, blind;
	struct hw real;
	struct machine *machine, found; /* `found`: as it was before */
	struct arena own;
	struct planned **buckets;
	struct plan_access *first, *last;
	const char *override, *program, *why;
	uint64_t now_ns;
	uint32_t home, cpu; /* `home`: makes the plan; `cpu`: the current one in it */
	uint32_t looks, lost;
} plan;

void plan_want(void)
{
	plan.wanted = true;
}

bool plan_is_wanted(void)
{
	return plan.wanted;
}

/* ---- registers ------------------------------------------------------------------------------------------- */

/* Memory and configuration space are the same from every socket. A CPU's own register has the CPU in its key. */
static struct planned *register_of(const struct location *where)
{
	bool shared = where->space == SPACE_PCI || where->space == SPACE_MMIO || where->space == SPACE_MEMORY;
	struct location key = {
		.space = where->space,
		.width_bits = where->width_bits,
		.cpu = shared ? 0 : where->cpu,
		.socket = shared || where->cpu ? 0 : where->socket,
		.address = where->address,
	};
	uint64_t mixed = (key.address ^ (uint64_t)key.cpu << 44 ^ (uint64_t)key.socket << 36 ^ key.space) *
			 UINT64_C(0x9e3779b97f4a7c15);
	struct planned **at = &plan.buckets[mixed >> 40 & (BUCKETS - 1)];

	for (; *at; at = &(*at)->next)
		if ((*at)->where.address == key.address && (*at)->where.space == key.space &&
		    (*at)->where.cpu == key.cpu && (*at)->where.socket == key.socket)
			return *at;
	*at = arena_take(&plan.own, 1, sizeof(**at));
	if (!*at)
		return NULL;
	(*at)->where = key;
	(*at)->kept = ~UINT64_C(0);
	return *at;
}

static void learn_register(const struct planned *of, const struct location *where, unsigned shift)
{
	const struct register_layout *layout = of->row->layout;
	struct planned *reg = register_of(where);

	if (!reg || reg->known)
		return;
	reg->known = true;
	reg->place = of->place;
	reg->row = of->row;
	reg->index = of->index;
	reg->kept = 0;
	for (unsigned i = 0; i < layout->field_count; i++) {
		uint64_t mask = box_field_mask(&of->place->box, of->row, &layout->fields[i]);

		switch (layout->fields[i].access) {
		case ACCESS_W1C: reg->cleared |= mask; break;
		case ACCESS_RO:
		case ACCESS_VOLATILE:
		case ACCESS_IGNORED:
		case ACCESS_RESERVED: break;
		default: reg->kept |= mask;
		}
	}
	if (of->row->role == ROLE_COUNTER || of->row->role == ROLE_FIXED_COUNTER)
		reg->kept &= MASK(0, box_counter_bits(of->place->box.type, of->row));
	reg->value = layout->reset >> shift;
	reg->kept >>= shift;
	reg->cleared >>= shift;
	reg->hidden = layout_hidden(layout) >> shift;
}

void plan_learn(const struct machine_box *place)
{
	struct planned of = {.place = place};

	for (unsigned r = 0; plan.machine && r < place->box.type->register_count; r++) {
		of.row = &place->box.type->registers[r];
		for (unsigned i = 0; i < box_row_count(&place->box, of.row); i++) {
			struct location where = box_location(&place->box, of.row, i);
			unsigned halves = where.halves == HALVES_NONE ? 1 : 2;

			of.index = (uint8_t)i;
			where.halves = HALVES_NONE;
			for (unsigned half = 0; half < halves; half++) {
				learn_register(&of, &where, half * where.width_bits);
				where.address += where.width_bits / 8u;
			}
		}
	}
}

/* ---- the list ---------------------------------------------------------------------------------------------- */

/* Returns a copy of the current reason that stays valid. */
static const char *keep_why(void)
{
	const char *check = write_ahead_check();
	const char *why = plan.override ? plan.override : *check ? check : plan.program ? plan.program : "";
	char *copy;

	if (plan.why && !strcmp(plan.why, why))
		return plan.why;
	copy = arena_take(&plan.own, strlen(why) + 1, 1);
	if (copy)
		plan.why = memcpy(copy, why, strlen(why) + 1);
	return copy ? copy : "";
}

static struct plan_access *list_access(struct planned *reg, const struct location *where, bool write)
{
	static struct plan_access none;
	struct plan_access *access = plan.once ? reg->listed[write] : NULL;

	if (access)
		return &none;
	access = arena_take(&plan.own, 1, sizeof(*access));
	if (!access) {
		plan.lost++;
		return &none;
	}
	*access = (struct plan_access){.where = *where, .why = keep_why(), .write = write, .inventory = plan.asks};
	if (reg->place) {
		access->box = &reg->place->box;
		access->box_number = (uint16_t)(1 + (reg->place - plan.machine->boxes));
		access->row = reg->row;
		access->index = reg->index;
	}
	if (plan.last)
		plan.last->next = access;
	else
		plan.first = access;
	plan.last = access;
	reg->listed[write] = access;
	return access;
}

/* ---- replacing the hardware ----------------------------------------------------------------------------------- */

/* A real read, sent to the CPU that would make it. */
struct question {
	struct hw *hw;
	const struct location *where;
	uint64_t value;
	enum outcome outcome;
};

static void plan_ask_here(void *context)
{
	struct question *question = context;
	struct flight_access *note = flight_begin(plan.cpu, question->where, false, 0);

	question->outcome = plan.real.read(question->hw, question->where, &question->value);
	flight_end(plan.cpu, note, question->outcome, question->value);
}

/* Reads from the machine. A function whose memory decoding the plan only pretended to enable does not answer. */
static void ask_machine(struct hw *hw, struct planned *reg, const struct location *where)
{
	struct question question = {.hw = hw, .where = where, .outcome = OUTCOME_ABSENT};

	if (plan.blind && where->space == SPACE_MMIO) {
		reg->outcome = OUTCOME_ABSENT;
		return;
	}
	if (plan.cpu == plan.home) {
		plan_ask_here(&question);
	} else {
		enum outcome sent = plan.real.send(hw, plan.cpu, plan_ask_here, &question);

		if (sent == OUTCOME_OK)
			sent = plan.real.await(hw, plan.cpu);
		if (sent != OUTCOME_OK)
			question.outcome = sent;
	}
	reg->asked = true;
	reg->outcome = (uint8_t)question.outcome;
	reg->value = question.value;
}

/* Before a write, and after a read of all ones, the vendor ID is read to see whether the function exists. */
static void list_look(const struct location *where)
{
	struct location vendor = {.space = SPACE_PCI, .width_bits = 16, .address = where->address & ~MASK(0, 12)};
	struct planned *ids = register_of(&vendor);

	if (ids && where->space == SPACE_PCI && plan.real.looks_at_vendor)
		list_access(ids, &vendor, false)->value = ids->value & MASK(0, 16);
}

static void pass_step(void)
{
	plan.now_ns += (uint64_t)STEP_NS << min_u64(plan.looks++, STEP_DOUBLES);
}

/* The CPU's register at this MSR if a table has it; else NULL. */
static const struct planned *known_msr(const struct planned *pmc, uint64_t address)
{
	struct location where = pmc->where;
	const struct planned *reg;

	where.space = SPACE_MSR;
	where.address = address;
	reg = register_of(&where);
	return reg && reg->known ? reg : NULL;
}

/* RDPMC reads the same counter as one of two MSRs, and faults if there is no such counter. */
static void read_counted(struct planned *pmc)
{
	uint64_t number = pmc->where.address & ~PMC_FIXED;
	const struct planned *counter = known_msr(pmc, (pmc->where.address & PMC_FIXED ? MSR_FIXED : MSR_PMC) + number);

	if (!counter && !(pmc->where.address & PMC_FIXED))
		counter = known_msr(pmc, MSR_PMC_WIDE + number);
	pmc->outcome = counter ? OUTCOME_OK : OUTCOME_FAULT;
	pmc->value = counter ? counter->value : 0;
}

static bool answers(const struct planned *reg)
{
	return reg->outcome == OUTCOME_OK || reg->outcome == OUTCOME_ALL_ONES;
}

static enum outcome plan_read(struct hw *hw, const struct location *where, uint64_t *value)
{
	struct planned *reg = register_of(where);
	struct plan_access *access;
	bool asked, of_machine;

	pass_step();
	if (!reg) {
		plan.lost++;
		return OUTCOME_ABSENT;
	}
	if (where->space == SPACE_PMC)
		read_counted(reg);
	/* Only the machine knows a value that no table has, that is the number of boxes, that may hold them frozen, or
	 * whose box is not in every part. */
	of_machine = !reg->known || reg->row->role == ROLE_BOX_COUNT || reg->row->role == ROLE_GLOBAL_FREEZE ||
		     reg->place->box.type->present;
	asked = plan.asks && !reg->asked && !reg->written && of_machine;
	if (asked)
		ask_machine(hw, reg, where);
	access = list_access(reg, where, false);
	access->asked = asked && reg->asked;
	access->outcome = reg->outcome;
	if (reg->outcome == OUTCOME_ALL_ONES)
		list_look(where);
	if (!answers(reg))
		return (enum outcome)reg->outcome;
	*value = access->value = reg->value & ~reg->hidden & MASK(0, where->width_bits);
	return (enum outcome)reg->outcome;
}

static enum outcome plan_write(struct hw *hw, const struct location *where, uint64_t value)
{
	struct planned *reg = register_of(where);

	(void)hw;
	plan.looks = 0;
	pass_step();
	if (!reg) {
		plan.lost++;
		return OUTCOME_ABSENT;
	}
	if (where->space == SPACE_PMC)
		return OUTCOME_ABSENT;
	list_look(where);
	list_access(reg, where, true)->value = value;
	reg->written = true;
	reg->value = (reg->value & ~reg->kept & ~(value & reg->cleared)) | (value & reg->kept);
	plan.blind |= plan.asks && where->space == SPACE_PCI && (where->address & MASK(0, 12)) == COMMAND;
	return answers(reg) ? OUTCOME_OK : (enum outcome)reg->outcome;
}

static uint32_t plan_cpu_of_socket(struct hw *hw, uint16_t socket)
{
	if (plan.machine->cpus[plan.cpu].socket == socket)
		return plan.cpu;
	return plan.real.cpu_of_socket(hw, socket);
}

/* Sends nothing: all work runs on this CPU. */
static enum outcome plan_send(struct hw *hw, uint32_t cpu, hw_work *work, void *context)
{
	uint32_t own = plan.cpu;

	(void)hw;
	if (cpu >= plan.machine->cpu_count || !plan.machine->cpus[cpu].usable || (cpu != own && own != plan.home))
		return OUTCOME_ABSENT;
	plan.cpu = cpu;
	work(context);
	plan.cpu = own;
	return OUTCOME_OK;
}

static enum outcome plan_await(struct hw *hw, uint32_t cpu)
{
	(void)hw;
	(void)cpu;
	return OUTCOME_OK;
}

static uint64_t plan_now_ns(struct hw *hw)
{
	(void)hw;
	pass_step();
	return plan.now_ns;
}

static uint64_t plan_ticks(struct hw *hw)
{
	return plan_now_ns(hw) * max_u64(plan.machine->ticks_per_second / 1000000, 1) / 1000;
}

static void plan_wait(struct hw *hw, uint64_t until_ns)
{
	(void)hw;
	plan.looks = 0;
	plan.now_ns = max_u64(plan.now_ns, until_ns);
}

static enum outcome plan_window_open(struct hw *hw, const struct window *window)
{
	(void)hw;
	return window->cpu < plan.machine->cpu_count && plan.machine->cpus[window->cpu].usable ? OUTCOME_OK
											       : OUTCOME_ABSENT;
}

static void plan_nothing(struct hw *hw)
{
	(void)hw;
}

static enum outcome plan_window_unmask(struct hw *hw, uint32_t cpu, enum unmask when)
{
	(void)hw;
	(void)cpu;
	(void)when;
	return OUTCOME_OK;
}

static uint64_t plan_stray_pmis(struct hw *hw, uint32_t cpu)
{
	(void)hw;
	(void)cpu;
	return 0;
}

/* Offers no memory, which prevents known work: it would really be executed. */
static const struct hw in_place = {
	.planned = true,
	.read = plan_read,
	.write = plan_write,
	.cpu_of_socket = plan_cpu_of_socket,
	.send = plan_send,
	.await = plan_await,
	.now_ns = plan_now_ns,
	.ticks = plan_ticks,
	.wait = plan_wait,
	.window_open = plan_window_open,
	.window_close = plan_nothing,
	.window_unmask = plan_window_unmask,
	.acknowledged = plan_nothing,
	.stray_pmis = plan_stray_pmis,
};

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

bool plan_enter(struct machine *machine)
{
	size_t bytes = (machine->arena->size - machine->arena->used) / 2;

	if (!plan.wanted || plan.machine)
		return true;

	/* Memory is taken once and kept, because later users take from the arena, too. A test of eight sockets has
	 * 110,000 accesses. */
	if (!plan.own.at)
		plan.own = (struct arena){.at = arena_take(machine->arena, bytes, 1), .size = bytes};
	plan.own.used = 0;
	plan.buckets = plan.own.at ? arena_take(&plan.own, BUCKETS, sizeof(*plan.buckets)) : NULL;
	if (!plan.buckets)
		return false;

	plan.opened = machine->boxes;
	plan.found = *machine;
	plan.real = *machine->hw;
	plan.machine = machine;
	plan.home = plan.cpu = machine_bootstrap_cpu(machine);
	plan.now_ns = machine->hw->now_ns(machine->hw);
	plan.looks = 0;
	plan.blind = false;
	plan.why = NULL;
	plan_forget();
	*machine->hw = in_place;
	machine->hw->unmask = plan.real.unmask;
	write_ahead_state.planned = true;
	return true;
}

bool plan_begin(struct machine *machine)
{
	if (plan.machine)
		return true;
	plan.wanted = true;
	return machine_inventory(machine);
}

void plan_ask(bool asks)
{
	plan.asks = asks;
	plan.override = asks ? "inventory" : NULL;
}

/* Restores the machine, but keeps settings that were made meanwhile. */
static void put_back(struct machine *machine)
{
	struct machine now = *machine;

	*machine->hw = plan.real;
	*machine = plan.found;
	machine->console = now.console;
	machine->warnings = now.warnings;
	machine->warning_count = now.warning_count;
	machine->expects = now.expects;
	machine->watched = now.watched;
	write_ahead_state.planned = false;
	plan.machine = NULL;
}

bool plan_leave(void)
{
	struct machine *machine = plan.machine;

	plan.wanted = false;
	if (!machine)
		return true;
	put_back(machine);
	return plan.opened ? machine_deny(machine) : machine_inventory(machine);
}

void plan_end(void)
{
	plan.wanted = false;
	if (plan.machine)
		put_back(plan.machine);
	plan.own.at = NULL;
	plan.first = NULL;
}

void plan_list_once(bool once)
{
	plan.once = once;
}

void plan_say_why(const char *why)
{
	plan.override = why;
}

void plan_say_program(const char *name)
{
	plan.program = name;
}

const struct plan_access *plan_list(void)
{
	return plan.first;
}

/* Lists accesses again that were listed before. */
void plan_forget(void)
{
	for (unsigned i = 0; plan.first && i < BUCKETS; i++)
		for (struct planned *reg = plan.buckets[i]; reg; reg = reg->next)
			reg->listed[0] = reg->listed[1] = NULL;
	plan.first = plan.last = NULL;
	plan.lost = 0;
}

uint32_t plan_lost(void)
{
	return plan.lost;
}

bool plan_is_blind(void)
{
	return plan.blind;
}
