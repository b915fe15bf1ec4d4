/* SPDX-License-Identifier: BSD-2-Clause */
/* The uncore of the Xeon 7500 (06_2E): enables in three levels, overflows that travel up to the
 * U-Box, freeze and PMI. "323535" is Intel's programming guide for it. */
#include "silicon/models/xeon_7500.h"

#define MSR_DEBUGCTL        0x1d9
#define DEBUGCTL_UNCORE_PMI BIT(13) /* documented for 06_1A; here as the scenario says */

static unsigned global_ctl(const struct silicon *silicon)
{
	return silicon->box[silicon->global].reg[MODEL_GLOBAL_CTL];
}

static uint64_t controls(const struct silicon *silicon, unsigned socket)
{
	return model_value(silicon, socket, global_ctl(silicon));
}

static bool in_reset(const struct silicon *silicon, unsigned socket)
{
	return controls(silicon, socket) & U_CTL_RST_ALL && !silicon->faults.reset_ignored;
}

static unsigned fixed_pmi_bit(const struct silicon *silicon)
{
	static const uint8_t bits[] = {1, 2, 20};

	return bits[silicon->setting[SET_FIXED_PMI_BIT]];
}

static struct model_selection selection_of(const struct silicon *silicon, unsigned socket,
					   unsigned counter)
{
	unsigned select = silicon->counter[counter].select;
	const struct model_layout *layout = silicon->reg[select].bank->layout;
	uint64_t value = model_value(silicon, socket, select);
	struct model_selection selection = model_decode(layout, value);

	if (layout->clock)
		selection.pmi = value >> fixed_pmi_bit(silicon) & 1;
	return selection;
}

static uint64_t read_role(const struct silicon *silicon, unsigned socket, unsigned reg, uint64_t t)
{
	const struct model_register *at = &silicon->reg[reg];
	const struct model_type *type = silicon->part->box[at->box].type;

	switch (at->bank->role) {
	case MODEL_STATUS:
		if (silicon->box[at->box].status_missing)
			return 0;
		return silicon->socket[socket].box[at->box].latched;
	case MODEL_OVF_CTL: return 0;
	case MODEL_COUNTER:
		return model_counter_read(silicon, socket, reg, t,
					  type->erratum && silicon->setting[SET_ERRATUM]);
	default: return silicon->socket[socket].value[reg];
	}
}

static bool is_started(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &silicon->counter[counter];
	const uint64_t *value = silicon->socket[socket].value;
	uint64_t master = value[global_ctl(silicon)];
	uint64_t enables = value[silicon->box[place->box].reg[MODEL_GLOBAL_CTL]];

	return master & U_CTL_EN_ALL && !(master & U_CTL_RST_ALL) && enables >> place->bit & 1 &&
	       model_decode(silicon->reg[place->select].bank->layout, value[place->select]).enable;
}

/* 323535 p.43, p.59, p.137: a counter counts if its own, its box's and the master enable are set. */
static bool is_enabled(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &silicon->counter[counter];
	const struct model_box_place *box = &silicon->box[place->box];
	uint64_t enables = model_value(silicon, socket, box->reg[MODEL_GLOBAL_CTL]);

	if (in_reset(silicon, socket))
		return false;
	if (!(controls(silicon, socket) & U_CTL_EN_ALL) && !silicon->faults.master_ignored)
		return false;
	if (!(enables >> place->bit & 1) && !box->enable_ignored)
		return false;
	return selection_of(silicon, socket, counter).enable;
}

static bool asks_pmi(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	return selection_of(silicon, socket, counter).pmi;
}

/* 323535 p.86: no new one is seen until the overflow bit that caused the last one is cleared. Taken
 * strictly: none of any counter of the socket, and one that is not seen is lost. */
static bool sees_pmi(const struct silicon *silicon, unsigned socket)
{
	for (unsigned i = 0; i < silicon->part->boxes; i++)
		if (silicon->socket[socket].box[i].cause)
			return false;
	return true;
}

/* ---- PMI and freeze ------------------------------------------------------------------------- */

/* Cores that take an uncore PMI: all, or those with DEBUGCTL bit 13 set. */
static uint64_t willing(struct silicon *silicon, unsigned socket, uint64_t cores)
{
	uint64_t ready = 0;

	if (!silicon->setting[SET_DEBUGCTL])
		return cores;
	for (unsigned i = 0; i < silicon->cores; i++)
		if (silicon->socket[socket].core_control[i] & DEBUGCTL_UNCORE_PMI)
			ready |= BIT(i);
	if (cores & ~ready)
		model_log(silicon, "socket %u: PMI not taken by cores 0x%llx: DEBUGCTL bit 13 is 0",
			  socket, (unsigned long long)(cores & ~ready));
	return cores & ready;
}

static uint64_t selected_cores(const struct silicon *silicon, unsigned socket)
{
	uint64_t cores = controls(silicon, socket) >> U_CTL_CORE_LOW & MASK(0, U_CTL_CORE_BITS);

	return silicon->faults.pmi_misrouted && cores ? BIT(silicon->faults.pmi_core) : cores;
}

static void set_timer(struct model_socket *at, unsigned timer, uint64_t due, uint64_t cores)
{
	at->timer[timer] = min_u64(at->timer[timer], min_u64(due, MODEL_NEVER - 1));
	at->cores[timer] |= cores;
}

static void interrupt(struct silicon *silicon, unsigned socket, uint64_t t)
{
	struct model_socket *at = &silicon->socket[socket];
	uint64_t cores = selected_cores(silicon, socket), delay = silicon->setting[SET_PMI_DELAY];

	if (silicon->faults.pmi_lost)
		return;
	if (silicon->faults.pmi_doubled)
		set_timer(at, MODEL_TIMER_AGAIN, t + delay + silicon->faults.doubled_ns, cores);
	if (delay)
		set_timer(at, MODEL_TIMER_PMI, t + delay, cores);
	else
		model_send_pmi(silicon, socket, willing(silicon, socket, cores));
}

static void freeze(struct silicon *silicon, unsigned socket, uint64_t t)
{
	silicon->socket[socket].value[global_ctl(silicon)] &= ~U_CTL_EN_ALL;
	model_refresh(silicon, socket, t);
}

/* The U-Box takes a PMI request: 323535 p.13. */
static void take_request(struct silicon *silicon, unsigned socket, uint64_t t)
{
	struct model_socket *at = &silicon->socket[socket];
	uint64_t delay = silicon->setting[SET_FREEZE_DELAY];

	model_latch(silicon, socket, silicon->global, BIT(silicon->setting[SET_STATUS_PMI_BIT]),
		    true);
	interrupt(silicon, socket, t);
	if (!(controls(silicon, socket) & U_CTL_FRZ_ALL) || silicon->faults.freeze_ignored)
		return;
	if (delay)
		set_timer(at, MODEL_TIMER_FREEZE, t + delay, 0);
	else
		freeze(silicon, socket, t);
}

static void overflow(struct silicon *silicon, unsigned socket, uint64_t t,
		     const uint64_t *overflowed)
{
	bool seen = sees_pmi(silicon, socket), asked = false;

	for (unsigned i = 0; i < silicon->counters; i++) {
		const struct model_counter_place *place = &silicon->counter[i];

		if (!(overflowed[place->box] >> place->bit & 1) || !asks_pmi(silicon, socket, i))
			continue;
		asked = true;
		if (seen)
			silicon->socket[socket].box[place->box].cause |= BIT(place->bit);
	}
	if (asked && seen)
		take_request(silicon, socket, t);
	else if (asked)
		model_log(silicon,
			  "socket %u: PMI request not seen, the overflow bit that caused the last "
			  "one is still set (323535 p.86)",
			  socket);
}

static void expire(struct silicon *silicon, unsigned socket, unsigned timer, uint64_t t)
{
	uint64_t cores = silicon->socket[socket].cores[timer];

	silicon->socket[socket].cores[timer] = 0;
	if (timer == MODEL_TIMER_FREEZE)
		freeze(silicon, socket, t);
	else if (timer == MODEL_TIMER_SPURIOUS)
		model_send_pmi(silicon, socket,
			       willing(silicon, socket, selected_cores(silicon, socket)));
	else
		model_send_pmi(silicon, socket, willing(silicon, socket, cores));
}

/* ---- writes ----------------------------------------------------------------------------------- */

static void clear_counters(struct silicon *silicon, unsigned socket, uint64_t t)
{
	for (unsigned i = 0; i < silicon->counters; i++)
		model_counter_set(&silicon->socket[socket].counter[i], t, 0);
}

static void write_global(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	struct model_socket *at = &silicon->socket[write->socket];
	uint64_t cores = MASK(U_CTL_CORE_LOW, silicon->setting[SET_CORE_SEL_WIDTH]);
	uint64_t old = at->value[write->reg];

	model_xeon_7500_check_global(write, old);
	at->value[write->reg] = write->value & ~(MASK(U_CTL_CORE_LOW, U_CTL_CORE_BITS) & ~cores);
	if (!(write->value & U_CTL_EN_ALL))
		at->timer[MODEL_TIMER_FREEZE] = MODEL_NEVER;
	else if (!(old & U_CTL_EN_ALL) && silicon->faults.pmi_spurious)
		set_timer(at, MODEL_TIMER_SPURIOUS, write->t + silicon->faults.spurious_ns, 0);
	model_refresh(silicon, write->socket, write->t);
	if (in_reset(silicon, write->socket))
		clear_counters(silicon, write->socket, write->t);
}

static void write_counter(const struct model_write *write)
{
	unsigned counter = write->silicon->reg[write->reg].counter;

	model_xeon_7500_check_counter(write);
	if (!in_reset(write->silicon, write->socket))
		model_counter_set(&write->silicon->socket[write->socket].counter[counter], write->t,
				  write->value);
}

static void write_select(const struct model_write *write)
{
	model_xeon_7500_check_select(write);
	write->silicon->socket[write->socket].value[write->reg] = write->value;
	model_refresh(write->silicon, write->socket, write->t);
}

static void write_box_ctl(const struct model_write *write)
{
	write->silicon->socket[write->socket].value[write->reg] = write->value;
	model_refresh(write->silicon, write->socket, write->t);
}

/* clr_pmi goes where the scenario puts the pmi bit. */
static void write_ovf_ctl(const struct model_write *write)
{
	unsigned box = write->silicon->reg[write->reg].box;
	uint64_t bits = write->value;

	if (box == write->silicon->global)
		bits |= write->raw & BIT(write->silicon->setting[SET_STATUS_PMI_BIT]);
	model_clear_overflow(write->silicon, write->socket, box, bits, write->t);
}

static void write_role(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];

	switch (at->bank->role) {
	case MODEL_GLOBAL_CTL:
		if (at->box == write->silicon->global)
			write_global(write);
		else
			write_box_ctl(write);
		break;
	case MODEL_STATUS: /* even where the access code is RW_RW: no page gives a write an effect */
		model_violation(write, "the status is cleared through ovf_ctl, not written (%s)",
				at->bank->source);
		break;
	case MODEL_OVF_CTL: write_ovf_ctl(write); break;
	case MODEL_SELECT: write_select(write); break;
	default: write_counter(write);
	}
}

/* DEBUGCTL, one per core, is ours only if the scenario makes its bit 13 count. */
static enum silicon_answer extra(struct silicon *silicon, const struct silicon_access *access,
				 bool write, uint64_t *value)
{
	uint64_t *control;

	if (access->address != MSR_DEBUGCTL || !silicon->setting[SET_DEBUGCTL])
		return SILICON_NOT_MINE;
	if (access->socket >= silicon->sockets || access->core >= MODEL_CORES)
		return SILICON_FAULT;
	control = &silicon->socket[access->socket].core_control[access->core];
	if (write)
		*control = *value;
	else
		*value = *control;
	return SILICON_OK;
}

static void leave(struct silicon *silicon, unsigned socket)
{
	for (unsigned i = 0; i < MODEL_CORES; i++)
		if (silicon->socket[socket].core_control[i])
			model_violation_line(
				silicon,
				"socket %u core %u leaving with DEBUGCTL msr 0x1d9 = 0x%llx, at "
				"the "
				"start 0x0: everything must be left as it was found",
				socket, i,
				(unsigned long long)silicon->socket[socket].core_control[i]);
}

/* clang-format off */
static const struct model_setting settings[XEON_7500_SETTINGS] = {
	[SET_FIXED_PMI_BIT]  = {"fixed.pmi_bit", "1 2 20", 0, 0, 0},
	[SET_DEBUGCTL]       = {"debugctl", "not-needed needed", 0, 0, 0},
	[SET_ERRATUM]        = {"erratum.wbox", "off on", 0, 0, 1},
	[SET_FREEZE_DELAY]   = {"freeze.delay", NULL, 0, 1000000000, 0},
	[SET_PMI_DELAY]      = {"pmi.delay", NULL, 0, 1000000000, 0},
	[SET_STATUS_PMI_BIT] = {"status.pmi_bit", NULL, 4, 31, 30},
	[SET_CORE_SEL_WIDTH] = {"pmi_core_sel.width", NULL, 1, U_CTL_CORE_BITS, U_CTL_CORE_BITS},
};
_Static_assert((int)XEON_7500_SETTINGS <= (int)MODEL_SETTINGS, "room for settings");

/* The fixed counter's neighbours hold the uncore PMU of other Nehalem parts, which this part lacks. */
static const struct model_claim claims[] = {
	{{MSR_DEBUGCTL, MSR_DEBUGCTL}, 1 + SET_DEBUGCTL},
	{{0x391, 0x397}, 0},
	{{0xc00, 0xfff}, 0},
};
/* clang-format on */

const struct model_part model_xeon_7500 = {
	.name = "xeon-7500",
	.box = model_xeon_7500_boxes,
	.boxes = XEON_7500_BOXES,
	.setting = settings,
	.settings = XEON_7500_SETTINGS,
	.claim = claims,
	.claims = ARRAY_SIZE(claims),
	.missing = model_xeon_7500_missing,
	.missings = XEON_7500_MISSING,
	.lacks = "S, B, M, R",
	.read = read_role,
	.write = write_role,
	.extra = extra,
	.enabled = is_enabled,
	.started = is_started,
	.asks_pmi = asks_pmi,
	.sees_pmi = sees_pmi,
	.overflow = overflow,
	.expire = expire,
	.leave = leave,
};
