/* SPDX-License-Identifier: BSD-2-Clause */
#include "silicon/models/core.h"

uint64_t model_core_seen(const struct silicon *silicon, unsigned socket, unsigned reg, bool written)
{
	return written ? silicon->socket[socket].value[reg] : model_value(silicon, socket, reg);
}

/* A counter counts if its bit of IA32_PERF_GLOBAL_CTRL is set and its own enable, or of fixed counters one of
 * the two for privilege levels. */
bool model_core_enabled(const struct silicon *silicon, unsigned socket, unsigned counter, bool written)
{
	const struct model_counter_place *place = &silicon->counter[counter];
	const struct model_box_place *box = &silicon->box[place->box];
	uint64_t select = model_core_seen(silicon, socket, place->select, written);

	if (place->number < CORE_GENERIC
		    ? !(select & CORE_SELECT_EN)
		    : !(CORE_FIXED_FIELD(select, place->number - CORE_FIRST_FIXED) & (CORE_FIXED_OS | CORE_FIXED_USR)))
		return false;
	if (box->enable_ignored && !written)
		return true;
	return model_core_seen(silicon, socket, box->reg[MODEL_GLOBAL_CTL], written) >> place->bit & 1;
}

/* ---- overflow, PMI and freeze ---------------------------------------------------------------------- */

bool model_core_asks_pmi(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &silicon->counter[counter];

	return place->layout->pmi != MODEL_NO_BIT &&
	       model_value(silicon, socket, place->select) >> place->layout->pmi & 1;
}

/* Whether the local APIC lets a PMI through is the owner's affair. */
bool model_core_sees_pmi(const struct silicon *silicon, unsigned socket)
{
	(void)silicon;
	(void)socket;
	return true;
}

static void interrupt(struct silicon *silicon, unsigned socket, unsigned box, uint64_t t)
{
	const struct model_faults *faults = &silicon->box[box].faults;
	uint64_t cores = BIT(silicon->part->box[box].number);

	if (faults->pmi_lost)
		return;
	if (faults->pmi_misrouted)
		cores = BIT(faults->pmi_core);
	if (faults->pmi_doubled)
		model_set_timer(silicon, socket, MODEL_TIMER_AGAIN, t + faults->doubled_ns, cores);
	if (faults->pmi_stuck)
		model_set_timer(silicon, socket, MODEL_TIMER_AGAIN, t + faults->stuck_ns, cores);
	model_send_pmi(silicon, socket, cores);
}

static void stop(struct silicon *silicon, unsigned socket, unsigned box, uint64_t t)
{
	const struct model_box_place *place = &silicon->box[box];
	struct model_socket *at = &silicon->socket[socket];

	at->value[place->reg[MODEL_GLOBAL_CTL]] = 0;
	for (unsigned i = 0; i < place->counters; i++)
		at->begun[place->counter + i] = false;
	model_refresh(silicon, socket, t, box, false);
}

/* IA32_DEBUGCTL as version 3 has it: on a PMI request the enables are cleared, and stay so until software
 * sets them again. */
static void freeze(struct silicon *silicon, unsigned socket, unsigned box, uint64_t t)
{
	const struct model_box_place *place = &silicon->box[box];
	unsigned debugctl = place->bank[CORE_DEBUGCTL];
	uint64_t control = model_value(silicon, socket, debugctl);

	if (control & CORE_DEBUGCTL_FREEZE_LBRS)
		silicon->socket[socket].value[debugctl] &= ~CORE_DEBUGCTL_LBR;
	if (!(control & CORE_DEBUGCTL_FREEZE) || place->faults.freeze_ignored)
		return;
	if (place->faults.freeze_ns)
		model_set_timer(silicon, socket, MODEL_TIMER_FREEZE, t + place->faults.freeze_ns,
				BIT(silicon->part->box[box].number));
	else
		stop(silicon, socket, box, t);
}

static void overflow_one(struct silicon *silicon, unsigned socket, unsigned box, uint64_t t)
{
	const struct model_box_place *place = &silicon->box[box];
	uint64_t bits = silicon->socket[socket].box[box].overflowed;
	bool asked = false;

	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		asked |= bits >> silicon->counter[i].flag & 1 && model_core_asks_pmi(silicon, socket, i);
	if (!asked)
		return;
	interrupt(silicon, socket, box, t);
	freeze(silicon, socket, box, t);
}

void model_core_overflow(struct silicon *silicon, unsigned socket, uint64_t t)
{
	for (unsigned i = silicon->core_box; i < silicon->core_box + silicon->cores; i++)
		if (silicon->socket[socket].box[i].overflowed)
			overflow_one(silicon, socket, i, t);
}

/* A request that is stuck comes for ever. */
static void repeat(struct silicon *silicon, unsigned socket, uint64_t cores, uint64_t t)
{
	for (unsigned i = 0; i < silicon->cores; i++) {
		const struct model_faults *faults = &silicon->box[silicon->core_box + i].faults;

		if (cores >> i & 1 && faults->pmi_stuck)
			model_set_timer(silicon, socket, MODEL_TIMER_AGAIN, t + faults->stuck_ns, BIT(i));
	}
}

void model_core_expire(struct silicon *silicon, unsigned socket, unsigned timer, uint64_t t)
{
	uint64_t cores = silicon->socket[socket].cores[timer];

	silicon->socket[socket].cores[timer] = 0;
	if (timer == MODEL_TIMER_AGAIN)
		repeat(silicon, socket, cores, t);
	if (timer != MODEL_TIMER_FREEZE) {
		model_send_pmi(silicon, socket, cores);
		return;
	}
	for (unsigned i = 0; i < silicon->cores; i++)
		if (cores >> i & 1)
			stop(silicon, socket, silicon->core_box + i, t);
}

/* ---- reads ---------------------------------------------------------------------------------------- */

uint64_t model_core_read(const struct silicon *silicon, unsigned socket, unsigned reg, uint64_t t)
{
	const struct model_register *at = &silicon->reg[reg];
	const struct model_box_place *box = &silicon->box[at->box];

	switch (at->bank->role) {
	case MODEL_STATUS: return box->status_missing ? 0 : silicon->socket[socket].box[at->box].latched;
	case MODEL_OVF_CTL: return 0;
	case MODEL_COUNTER: return model_counter_read(silicon, socket, reg, t, false);
	default:
		if (reg == box->bank[CORE_PERF_CAPABILITIES] && !at->preset)
			return silicon->setting[CORE_CAPABILITIES];
		return silicon->socket[socket].value[reg];
	}
}

unsigned model_core_rdpmc(const struct silicon *silicon, uint64_t index)
{
	const struct model_box_place *box = &silicon->box[silicon->core_box];
	const uint64_t first_fixed = 0x40000000;

	if (index < silicon->setting[CORE_COUNTERS])
		return box->bank[CORE_CTR] + (unsigned)index;
	if (index >= first_fixed && index < first_fixed + CORE_FIXED)
		return box->bank[CORE_FIXED_CTR] + (unsigned)(index - first_fixed);
	return MODEL_NONE;
}

/* ---- writes ----------------------------------------------------------------------------------------- */

void model_core_store(const struct model_write *write, uint64_t value, bool anew)
{
	struct silicon *silicon = write->silicon;
	unsigned box = silicon->reg[write->reg].box;

	silicon->socket[write->socket].value[write->reg] = value;
	model_refresh(silicon, write->socket, write->t, box, anew);
	model_check_started(write, box);
}

static void write_global(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	const struct model_faults *faults = &silicon->box[silicon->reg[write->reg].box].faults;
	struct model_socket *at = &silicon->socket[write->socket];
	unsigned core = silicon->part->box[silicon->reg[write->reg].box].number;
	bool first = !at->value[write->reg] && write->value;

	model_core_check_begin(write);
	if (first && faults->pmi_spurious)
		model_set_timer(silicon, write->socket, MODEL_TIMER_SPURIOUS, write->t + faults->spurious_ns,
				BIT(core));
	if (!write->value)
		at->cores[MODEL_TIMER_FREEZE] &= ~BIT(core);
	model_core_store(write, write->value, false);
}

static void write_select(const struct model_write *write)
{
	if (write->silicon->reg[write->reg].bank->shared)
		model_core_check_fixed(write);
	else
		model_check_select(write);
	model_core_store(write, write->value, true);
}

/* Through the legacy address a generic counter takes 32 bits, the topmost of which fills the rest. */
static void write_counter(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	unsigned counter = silicon->reg[write->reg].counter;
	uint64_t value = write->value;

	model_core_check_counter(write);
	if (!write->window && silicon->counter[counter].number < CORE_GENERIC)
		value = (uint64_t)(int64_t)(int32_t)value;
	model_counter_set(&silicon->socket[write->socket].counter[counter], write->t, value);
}

static void write_overflow_control(const struct model_write *write)
{
	model_core_check_clear(write);
	model_clear_overflow(write->silicon, write->socket, write->silicon->reg[write->reg].box, model_acting(write),
			     write->t);
}

void model_core_write(const struct model_write *write)
{
	const struct model_bank *bank = write->silicon->reg[write->reg].bank;

	switch (bank->role) {
	case MODEL_GLOBAL_CTL: write_global(write); break;
	case MODEL_OVF_CTL: write_overflow_control(write); break;
	case MODEL_SELECT: write_select(write); break;
	case MODEL_COUNTER: write_counter(write); break;
	case MODEL_COMPANION:
		model_check_companion(write);
		model_core_store(write, write->value, true);
		break;
	default:
		write->silicon->socket[write->socket].value[write->reg] =
			write->value | (bank->reset & ~bank->writable);
	}
}

/* ---- the machine ------------------------------------------------------------------------------------ */

/* Enable and overflow bits of counters that there are not, and what needs a capability. */
static void take_away(struct silicon *silicon, unsigned box)
{
	static const uint8_t banks[] = {CORE_GLOBAL_CTL, CORE_STATUS, CORE_OVF_CTL};
	const uint16_t *bank = silicon->box[box].bank;

	for (unsigned i = 0; i < ARRAY_SIZE(banks); i++) {
		struct model_register *at = &silicon->reg[bank[banks[i]]];

		at->missing = CORE_GENERIC_BITS & ~MASK(0, silicon->setting[CORE_COUNTERS]);
		at->initial &= ~at->missing;
	}
	if (!(silicon->setting[CORE_CAPABILITIES] & CORE_CAPABILITY_SMM))
		silicon->reg[bank[CORE_DEBUGCTL]].missing = CORE_DEBUGCTL_SMM;
}

static void settle_one(struct silicon *silicon, unsigned box)
{
	const struct model_box_place *place = &silicon->box[box];
	bool full = silicon->setting[CORE_CAPABILITIES] & CORE_CAPABILITY_FULL_WIDTH;

	for (unsigned i = 0; i < CORE_GENERIC; i++) {
		bool absent = i >= silicon->setting[CORE_COUNTERS];

		silicon->reg[place->bank[CORE_CTL] + i].absent = absent;
		silicon->reg[place->bank[CORE_CTR] + i].absent = absent;
		silicon->reg[place->bank[CORE_FULL] + i].absent = absent || !full;
	}
	for (unsigned i = place->counter; i < place->counter + place->counters; i++)
		silicon->counter[i].width = (uint8_t)silicon->setting[CORE_WIDTH];
	take_away(silicon, box);
}

void model_core_settle(struct silicon *silicon)
{
	for (unsigned i = 0; i < silicon->part->boxes; i++)
		if (model_core_is(silicon, i))
			settle_one(silicon, i);
}

uint64_t model_core_usual(const struct silicon *silicon, const struct model_event *event)
{
	uint64_t shift = silicon->setting[CORE_ICOUNT];

	return event->code == 0x00c0 && shift != ICOUNT_OFF ? UINT64_C(1000000000) >> (shift - 1) : 0;
}

/* Version 3; all seven architectural events; AnyThread not deprecated. */
void model_core_cpuid(const struct silicon *silicon, uint32_t leaf, uint32_t subleaf, struct silicon_cpuid *answer)
{
	uint32_t width = (uint32_t)silicon->setting[CORE_WIDTH];

	(void)subleaf;
	if (leaf == 1)
		answer->ecx |= (uint32_t)BIT(15);
	if (leaf == 0x0a)
		*answer = (struct silicon_cpuid){
			.eax = 7u << 24 | width << 16 | (uint32_t)silicon->setting[CORE_COUNTERS] << 8 | 3,
			.edx = width << 5 | CORE_FIXED,
		};
}
