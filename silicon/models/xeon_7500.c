/* SPDX-License-Identifier: BSD-2-Clause */
/* The uncore of the Xeon 7500 (06_2E) and E7 (06_2F): enables in three levels, overflows that travel up to the
 * U-Box, freeze and PMI. "323535" is Intel's programming guide for it. */
#include "silicon/models/xeon_7500.h"

#define MSR_DEBUGCTL        0x1d9
#define DEBUGCTL_UNCORE_PMI BIT(13) /* documented for 06_1A; here as the scenario says */

static unsigned global_ctl(const struct silicon *silicon)
{
	return silicon->box[silicon->global].reg[MODEL_GLOBAL_CTL];
}

static const struct model_faults *faults_of(const struct silicon *silicon)
{
	return &silicon->box[silicon->global].faults;
}

static uint64_t controls(const struct silicon *silicon, unsigned socket)
{
	return model_value(silicon, socket, global_ctl(silicon));
}

static bool in_reset(const struct silicon *silicon, unsigned socket)
{
	return controls(silicon, socket) & U_CTL_RST_ALL && !faults_of(silicon)->reset_ignored;
}

static unsigned fixed_pmi_bit(const struct silicon *silicon)
{
	static const uint8_t bits[] = {1, 2, 20};

	return bits[silicon->setting[SET_FIXED_PMI_BIT]];
}

/* Of the bits that may be pmi_en the scenario's is. */
static void settle(struct silicon *silicon)
{
	for (unsigned i = 0; i < silicon->registers; i++)
		silicon->reg[i].untold &= ~BIT(fixed_pmi_bit(silicon));
}

static struct model_selection selection_of(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	unsigned select = silicon->counter[counter].select;
	const struct model_layout *layout = silicon->counter[counter].layout;
	uint64_t value = model_value(silicon, socket, select);
	struct model_selection selection = model_decode(layout, value);

	if (layout->clock)
		selection.pmi = value >> fixed_pmi_bit(silicon) & 1;
	return selection;
}

static uint64_t read_role(const struct silicon *silicon, unsigned socket, unsigned reg, uint64_t t)
{
	const struct model_register *at = &silicon->reg[reg];

	switch (at->bank->role) {
	case MODEL_STATUS:
		if (silicon->box[at->box].status_missing)
			return 0;
		return silicon->socket[socket].box[at->box].latched;
	case MODEL_OVF_CTL: return 0;
	case MODEL_COUNTER:
		return model_counter_read(silicon, socket, reg, t, model_xeon_7500_has_erratum(silicon, at->counter));
	case MODEL_TICKER: return model_ticks(silicon->clock, t) & MASK(0, at->bank->width);
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
	       value[place->select] >> place->layout->enable & 1;
}

/* 323535 p.43, p.59, p.137: a counter counts if its own, its box's and the master enable are set. p.113:
 * one without wrap_mode stops when it overflows; until the overflow bit is cleared, it is assumed. */
static bool is_enabled(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &silicon->counter[counter];
	const struct model_box_place *box = &silicon->box[place->box];
	uint64_t enables = model_value(silicon, socket, box->reg[MODEL_GLOBAL_CTL]);
	uint64_t select = model_value(silicon, socket, place->select);

	if (!(select >> place->layout->enable & 1) || in_reset(silicon, socket))
		return false;
	if (!(controls(silicon, socket) & U_CTL_EN_ALL) && !faults_of(silicon)->master_ignored)
		return false;
	if (!(enables >> place->bit & 1) && !box->enable_ignored)
		return false;
	return !(silicon->socket[socket].box[place->box].latched >> place->flag & 1) ||
	       !model_decode(place->layout, select).stops;
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
		model_log(silicon, "socket %u: PMI not taken by cores 0x%llx: DEBUGCTL bit 13 is 0", socket,
			  (unsigned long long)(cores & ~ready));
	return cores & ready;
}

static uint64_t selected_cores(const struct silicon *silicon, unsigned socket)
{
	uint64_t cores = controls(silicon, socket) >> U_CTL_CORE_LOW & MASK(0, U_CTL_CORE_BITS);

	if (silicon->setting[SET_CORE_SEL] == CORE_SEL_NUMBER)
		cores = cores < MODEL_CORES ? BIT(cores) : 0;
	return faults_of(silicon)->pmi_misrouted && cores ? BIT(faults_of(silicon)->pmi_core) : cores;
}

static void interrupt(struct silicon *silicon, unsigned socket, uint64_t t)
{
	uint64_t cores = selected_cores(silicon, socket), delay = silicon->setting[SET_PMI_DELAY];

	if (faults_of(silicon)->pmi_lost)
		return;
	if (faults_of(silicon)->pmi_doubled)
		model_set_timer(silicon, socket, MODEL_TIMER_AGAIN, t + delay + faults_of(silicon)->doubled_ns, cores);
	if (faults_of(silicon)->pmi_stuck)
		model_set_timer(silicon, socket, MODEL_TIMER_AGAIN, t + delay + faults_of(silicon)->stuck_ns, cores);
	if (delay)
		model_set_timer(silicon, socket, MODEL_TIMER_PMI, t + delay, cores);
	else
		model_send_pmi(silicon, socket, willing(silicon, socket, cores));
}

static void freeze(struct silicon *silicon, unsigned socket, uint64_t t)
{
	struct model_socket *at = &silicon->socket[socket];

	at->value[global_ctl(silicon)] &= ~U_CTL_EN_ALL;
	for (unsigned i = 0; i < silicon->counters; i++)
		at->begun[i] = false;
	if (silicon->setting[SET_STATUS_COND] == COND_FREEZE)
		model_latch(silicon, socket, silicon->global, U_STATUS_COND, true);
	model_refresh(silicon, socket, t, MODEL_NONE, false);
}

/* The U-Box takes a PMI request: 323535 p.13. */
static void take_request(struct silicon *silicon, unsigned socket, uint64_t t)
{
	uint64_t delay = silicon->setting[SET_FREEZE_DELAY] + faults_of(silicon)->freeze_ns;

	model_latch(silicon, socket, silicon->global, BIT(silicon->setting[SET_STATUS_PMI_BIT]), true);
	if (silicon->setting[SET_STATUS_COND] == COND_PMI)
		model_latch(silicon, socket, silicon->global, U_STATUS_COND, true);
	interrupt(silicon, socket, t);
	if (!(controls(silicon, socket) & U_CTL_FRZ_ALL) || faults_of(silicon)->freeze_ignored)
		return;
	if (delay)
		model_set_timer(silicon, socket, MODEL_TIMER_FREEZE, t + delay, 0);
	else
		freeze(silicon, socket, t);
}

static void overflow(struct silicon *silicon, unsigned socket, uint64_t t)
{
	bool seen = sees_pmi(silicon, socket), asked = false;

	if (silicon->setting[SET_STATUS_COND] == COND_OVERFLOW)
		model_latch(silicon, socket, silicon->global, U_STATUS_COND, true);
	for (unsigned i = 0; i < silicon->counters; i++) {
		const struct model_counter_place *place = &silicon->counter[i];
		struct model_box_state *box = &silicon->socket[socket].box[place->box];

		if (!(box->overflowed >> place->flag & 1) || !asks_pmi(silicon, socket, i))
			continue;
		asked = true;
		if (seen)
			box->cause |= BIT(place->flag);
	}
	if (asked && seen)
		take_request(silicon, socket, t);
	else if (asked)
		model_log(
			silicon,
			"socket %u: PMI request not seen, the overflow bit that caused the last one is still set (323535 p.86)",
			socket);
}

static void expire(struct silicon *silicon, unsigned socket, unsigned timer, uint64_t t)
{
	uint64_t cores = silicon->socket[socket].cores[timer];

	silicon->socket[socket].cores[timer] = 0;
	if (timer == MODEL_TIMER_AGAIN && faults_of(silicon)->pmi_stuck)
		model_set_timer(silicon, socket, timer, t + faults_of(silicon)->stuck_ns, cores);
	if (timer == MODEL_TIMER_FREEZE)
		freeze(silicon, socket, t);
	else if (timer == MODEL_TIMER_SPURIOUS)
		model_send_pmi(silicon, socket, willing(silicon, socket, selected_cores(silicon, socket)));
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
	else if (!(old & U_CTL_EN_ALL) && faults_of(silicon)->pmi_spurious)
		model_set_timer(silicon, write->socket, MODEL_TIMER_SPURIOUS,
				write->t + faults_of(silicon)->spurious_ns, 0);
	model_refresh(silicon, write->socket, write->t, MODEL_NONE, false);
	if (in_reset(silicon, write->socket))
		clear_counters(silicon, write->socket, write->t);
	model_check_started(write, MODEL_NONE);
}

static void write_counter(const struct model_write *write)
{
	unsigned counter = write->silicon->reg[write->reg].counter;

	model_xeon_7500_check_counter(write);
	if (!in_reset(write->silicon, write->socket))
		model_counter_set(&write->silicon->socket[write->socket].counter[counter], write->t, write->value);
}

/* What a control holds; what that lets count, and what of it. */
static void store(const struct model_write *write, bool anew)
{
	struct silicon *silicon = write->silicon;
	unsigned box = silicon->reg[write->reg].box;

	silicon->socket[write->socket].value[write->reg] = write->value;
	model_refresh(silicon, write->socket, write->t, box, anew);
	model_check_started(write, box);
}

/* The occupancy tally of a counter follows, from a reset on, the queue that is selected then. */
static void reset_tally(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];
	struct model_selection selection = model_decode(at->bank->layout, model_acting(write));

	if (selection.reset_tally && !write->silicon->box[at->box].tally_ignored)
		write->silicon->socket[write->socket].tally[at->counter] =
			1 + (uint64_t)selection.event + ((uint64_t)selection.umask << 16);
}

static void write_select(const struct model_write *write)
{
	model_check_select(write);
	reset_tally(write);
	store(write, true);
}

static void write_companion(const struct model_write *write)
{
	model_check_companion(write);
	store(write, true);
}

/* clr_pmi goes where the scenario puts the pmi bit. */
static void write_ovf_ctl(const struct model_write *write)
{
	unsigned box = write->silicon->reg[write->reg].box;
	uint64_t bits = model_acting(write);

	if (box == write->silicon->global)
		bits |= write->raw & BIT(write->silicon->setting[SET_STATUS_PMI_BIT]) &
			~write->silicon->reg[write->reg].stuck0;
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
			store(write, false);
		break;
	case MODEL_STATUS: /* even where the access code is RW_RW: no page gives a write an effect */
		model_violation(write, "the status is cleared through ovf_ctl, not written (%s)", at->bank->source);
		break;
	case MODEL_OVF_CTL: write_ovf_ctl(write); break;
	case MODEL_SELECT: write_select(write); break;
	case MODEL_COMPANION: write_companion(write); break;
	case MODEL_TICKER:
		model_violation(write, "it runs freely, and no page says that it can be written (%s)",
				at->bank->source);
		break;
	default: write_counter(write);
	}
}

/* DEBUGCTL, one per core, is ours only if the scenario makes its bit 13 count. */
static enum silicon_answer extra(struct silicon *silicon, const struct silicon_access *access, bool write,
				 uint64_t *value)
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
				"socket %u core %u leaving with DEBUGCTL msr 0x1d9 = 0x%llx, at the start 0x0: everything must be left as it was found",
				socket, i, (unsigned long long)silicon->socket[socket].core_control[i]);
}

/* clang-format off */
#define SETTINGS                                                                                   \
	[SET_FIXED_PMI_BIT]  = {"fixed.pmi_bit", "1 2 20", 0, 0, 0},                               \
	[SET_DEBUGCTL]       = {"debugctl", "not-needed needed", 0, 0, 0},                         \
	[SET_ERRATUM]        = {"erratum", "none wbox fixed all", 0, 0, ERRATUM_WBOX},             \
	[SET_FREEZE_DELAY]   = {"freeze.delay", NULL, 0, 1000000000, 0},                           \
	[SET_PMI_DELAY]      = {"pmi.delay", NULL, 0, 1000000000, 0},                              \
	[SET_STATUS_PMI_BIT] = {"status.pmi_bit", NULL, 4, 31, 30},                                \
	[SET_STATUS_COND]    = {"status.cond", "never pmi overflow freeze", 0, 0, COND_NEVER},     \
	[SET_CORE_SEL_WIDTH] = {"pmi_core_sel.width", NULL, 1, U_CTL_CORE_BITS, U_CTL_CORE_BITS},  \
	[SET_CORE_SEL]       = {"pmi_core_sel.encoding", "mask number", 0, 0, CORE_SEL_MASK},      \
	[SET_OVERFLOW]       = {"overflow", "carry early late", 0, 0, MODEL_SHIFT_CARRY},          \
	[SET_THRESHOLD]      = {"threshold", "at-least above", 0, 0, MODEL_TEST_AT_LEAST},         \
	[SET_INVERT]         = {"invert", "below swapped above", 0, 0, MODEL_INVERT_BELOW},        \
	[SET_S_MATCH]        = {"sbox.match", "opaque address", 0, 0, S_MATCH_OPAQUE},             \
	[SET_B_MASK]         = {"bbox.mask", "compare ignore", 0, 0, MASK_COMPARES},               \
	[SET_M_MASK]         = {"mbox.mask", "compare ignore", 0, 0, MASK_COMPARES}
static const struct model_setting settings[] = {SETTINGS};
static const struct model_setting e7_settings[] = {
	SETTINGS,
	[SET_C8]             = {"summary.cbox8", "s0 s1", 0, 0, 0},
	[SET_C9]             = {"summary.cbox9", "s0 s1", 0, 0, 1},
};
_Static_assert((int)XEON_7500_SETTINGS <= (int)MODEL_SETTINGS, "room for settings");

/* The fixed counter's neighbours hold the uncore PMU of other Nehalem parts, which this part lacks. */
static const struct model_claim claims[] = {
	{{MSR_DEBUGCTL, MSR_DEBUGCTL}, 1 + SET_DEBUGCTL},
	{{0x391, 0x397}, 0},
	{{0xc00, 0xfff}, 0},
};

#define BEHAVIOUR                                                                                  \
	.claim = claims, .claims = ARRAY_SIZE(claims), .shift_setting = 1 + SET_OVERFLOW,          \
	.test_setting = 1 + SET_THRESHOLD, .invert_setting = 1 + SET_INVERT, .read = read_role,    \
	.write = write_role, .extra = extra, .enabled = is_enabled, .started = is_started,         \
	.settle = settle, .asks_pmi = asks_pmi, .sees_pmi = sees_pmi, .overflow = overflow, .expire = expire,        \
	.leave = leave

const struct model_part model_xeon_7500 = {
	.name = "xeon-7500",
	.box = model_xeon_7500_boxes,
	.boxes = XEON_7500_BOXES,
	.sockets = MODEL_SOCKETS,
	.cores = 8,
	.clock = 2000000000,
	.setting = settings,
	.settings = ARRAY_SIZE(settings),
	BEHAVIOUR,
};

const struct model_part model_xeon_e7 = {
	.name = "xeon-e7",
	.box = model_xeon_e7_boxes,
	.boxes = XEON_E7_BOXES,
	.sockets = MODEL_SOCKETS,
	.cores = 10,
	.clock = 2000000000,
	.setting = e7_settings,
	.settings = ARRAY_SIZE(e7_settings),
	BEHAVIOUR,
};
/* clang-format on */
