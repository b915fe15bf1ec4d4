/* SPDX-License-Identifier: BSD-2-Clause */
/* The Xeon 7500 (06_2E) and E7 (06_2F): the uncore ("323535" is Intel's programming guide for it), with three levels of
 * enables, overflows that propagate to the U-Box, freeze and PMI; and the core PMU of each logical processor. */
#include "silicon/models/xeon_7500.h"

static unsigned global_ctl(const struct model *model)
{
	return model->box[model->global].reg[MODEL_GLOBAL_CTL];
}

static uint64_t controls(const struct model *model, unsigned socket)
{
	return model_value(model, socket, global_ctl(model));
}

static unsigned fixed_pmi_bit(const struct model *model)
{
	static const uint8_t bits[] = {1, 2, 20};

	return bits[model->setting[SET_FIXED_PMI_BIT]];
}

/* True if a counter has the erratum of 323535 p.140, as the scenario sees it. */
static bool has_erratum(const struct model *model, const struct model_counter_place *place)
{
	if (model_core_is(model, place->box))
		return false;
	switch (model->setting[SET_ERRATUM]) {
	case ERRATUM_ALL: return true;
	case ERRATUM_WBOX: return model->unit[place->box].type->erratum;
	case ERRATUM_FIXED: return place->layout->clock;
	default: return false;
	}
}

/* The scenario chooses which of the possible bits is pmi_en, and where the pmi bit is; clr_pmi is at the same place. */
static void xeon_7500_settle(struct model *model)
{
	model_core_settle(model);
	for (unsigned i = 0; i < model->registers; i++) {
		model->reg[i].undocumented &= ~BIT(fixed_pmi_bit(model));
		if (model->reg[i].bank->role == MODEL_TICKER)
			model->reg[i].rate = model->clock;
	}
	model->reg[model->box[model->global].reg[MODEL_OVF_CTL]].writable |= BIT(model->setting[SET_STATUS_PMI_BIT]);
	for (unsigned i = 0; i < model->counters; i++) {
		struct model_counter_place *place = &model->counter[i];

		if (place->layout->clock)
			place->pmi = (uint8_t)fixed_pmi_bit(model);
		place->erratum = has_erratum(model, place);
	}
	model->box[model->global].freeze_ns = model->setting[SET_FREEZE_DELAY];
}

/* 323535 p.43, p.59, p.137: a counter counts if its own, its box's and the master enable are set. p.113: without
 * wrap_mode it stops when it overflows; it is assumed to stay so until the overflow bit is cleared. */
static bool xeon_7500_runs(const struct model *model, unsigned socket, unsigned counter)
{
	const struct model_counter_place *place = &model->counter[counter];
	const struct model_box_place *box = &model->box[place->box];
	uint64_t global = model->box[model->global].quirks;
	uint64_t enables = model_value(model, socket, box->reg[MODEL_GLOBAL_CTL]), all = controls(model, socket);

	if (!(model_value(model, socket, place->select) >> place->layout->enable & 1) ||
	    box->quirks & QUIRK_MISSES_ENABLE)
		return false;
	if (all & U_CTL_RST_ALL && !(global & QUIRK_NEVER_RESETS))
		return false;
	if (!(all & U_CTL_EN_ALL) && !(global & QUIRK_RUNS_WITHOUT_MASTER))
		return false;
	if (box->follows)
		enables |= model_value(model, socket, model->box[box->follows - 1].reg[MODEL_GLOBAL_CTL]);
	return enables >> place->bit & 1 || box->quirks & QUIRK_RUNS_WITHOUT_ENABLE;
}

/* 323535 p.86: no new request is seen until the overflow bit that caused the last one is cleared. This is read
 * strictly: no request of any counter of the socket, and unseen ones are lost. */
static bool sees_request(const struct model *model, unsigned socket)
{
	for (unsigned i = 0; i < model->boxes; i++)
		if (model->socket[socket].box[i].cause)
			return false;
	return true;
}

/* The U-Box does not handle requests of cores. */
static bool xeon_7500_sees_pmi(const struct model *model, unsigned socket, unsigned box)
{
	return model_core_is(model, box) || sees_request(model, socket);
}

/* True if an earlier overflow of a counter has not been cleared yet. */
static bool has_other_overflow(const struct model *model, unsigned socket)
{
	const struct model_box_state *box = model->socket[socket].box;

	for (unsigned i = 0; i < model->boxes; i++)
		if (i != model->global && !model_core_is(model, i) && box[i].latched & ~box[i].overflowed)
			return true;
	return false;
}

/* ---- PMI and freeze ------------------------------------------------------------------------- */

/* Cores that take an uncore PMI: all, or those with DEBUGCTL bit 13 set. */
static struct silicon_cores willing(const struct model *model, unsigned socket, const struct silicon_cores *cores)
{
	struct silicon_cores ready = *cores;

	for (unsigned i = 0; model->setting[SET_DEBUGCTL] && i < model->cores; i++)
		if (!(model_value(model, socket, model->box[model->core_box + i].bank[CORE_DEBUGCTL]) &
		      DEBUGCTL_UNCORE_PMI))
			cores_remove(&ready, i);
	return ready;
}

/* The single word suffices: there are at most ten cores of two threads. */
static void send(struct model *model, unsigned socket, const struct silicon_cores *cores, uint64_t t)
{
	struct silicon_cores taken = willing(model, socket, cores);
	uint64_t left = cores->word[0] & ~taken.word[0];

	if (left)
		model_log(model, "socket %u: PMI not taken by cores 0x%llx: DEBUGCTL bit 13 is 0", socket,
			  (unsigned long long)left);
	model_send_pmi(model, socket, model->global, &taken, t);
}

/* Returns the logical processors of the selected cores: no document says that only one of them takes a PMI. */
static struct silicon_cores selected_cores(const struct model *model, unsigned socket)
{
	uint64_t cores = controls(model, socket) >> U_CTL_CORE_LOW & MASK(0, U_CTL_CORE_BITS);
	struct silicon_cores all = {0};
	unsigned threads = (unsigned)model->setting[CORE_THREADS];

	if (model->setting[SET_CORE_SEL] == CORE_SEL_NUMBER)
		cores = cores < 64 ? BIT(cores) : 0;
	for (; cores; cores &= cores - 1)
		for (unsigned i = 0; i < threads; i++)
			cores_add(&all, (unsigned)__builtin_ctzll(cores) * threads + i);
	return all;
}

static struct silicon_cores xeon_7500_targets(const struct model *model, unsigned socket, unsigned box)
{
	struct silicon_cores selected = selected_cores(model, socket);

	if (model_core_is(model, box))
		return model_core_targets(model, socket, box);
	return willing(model, socket, &selected);
}

static void freeze_boxes(struct model *model, unsigned socket, uint64_t t)
{
	model->socket[socket].value[global_ctl(model)] &= ~U_CTL_EN_ALL;
	if (model->setting[SET_STATUS_COND] == COND_FREEZE)
		model_latch(model, socket, model->global, U_STATUS_COND);
	model_refresh(model, socket, t, MODEL_NONE, false);
}

/* The U-Box takes a PMI request: 323535 p.13. */
static void take_request(struct model *model, unsigned socket, uint64_t t)
{
	const struct model_box_place *global = &model->box[model->global];
	struct silicon_cores cores = selected_cores(model, socket);
	uint64_t delay = model->setting[SET_PMI_DELAY];

	model_latch(model, socket, model->global, BIT(model->setting[SET_STATUS_PMI_BIT]));
	if (model->setting[SET_STATUS_COND] == COND_PMI)
		model_latch(model, socket, model->global, U_STATUS_COND);
	if (delay)
		model_set_timer(model, socket, MODEL_TIMER_PMI, t + delay, &cores);
	else
		send(model, socket, &cores, t);
	if (!(controls(model, socket) & U_CTL_FRZ_ALL) || global->quirks & QUIRK_NEVER_FREEZES)
		return;
	if (global->freeze_ns)
		model_set_timer(model, socket, MODEL_TIMER_SOCKET, t + global->freeze_ns, NULL);
	else
		freeze_boxes(model, socket, t);
}

static void xeon_7500_overflow(struct model *model, unsigned socket, uint64_t t)
{
	uint64_t global = model->box[model->global].quirks;
	bool seen = sees_request(model, socket), asked = false, any = false;

	model_core_overflow(model, socket, t);
	for (unsigned i = 0; i < model->counters; i++) {
		const struct model_counter_place *place = &model->counter[i];
		struct model_box_state *box = &model->socket[socket].box[place->box];

		asked |= model_core_is_heard(model, socket, place->box);
		if (model_core_is(model, place->box) || !(box->overflowed >> place->flag & 1))
			continue;
		any = true;
		if (!model_asks_pmi(model, socket, i))
			continue;
		asked = true;
		if (seen)
			box->cause |= BIT(place->flag);
	}
	if (any && model->setting[SET_STATUS_COND] == COND_OVERFLOW)
		model_latch(model, socket, model->global, U_STATUS_COND);
	if (asked && seen && !(global & QUIRK_BLOCKS_PMIS && has_other_overflow(model, socket)))
		take_request(model, socket, t);
	else if (asked)
		model_log(
			model,
			"socket %u: PMI request not seen, the overflow bit that caused the last one is still set (323535 p.86)",
			socket);
}

static void xeon_7500_expire(struct model *model, unsigned socket, unsigned timer, uint64_t t)
{
	struct silicon_cores cores = model->socket[socket].cores[timer];

	if (timer == MODEL_TIMER_SOCKET) {
		freeze_boxes(model, socket, t);
		return;
	}
	if (timer != MODEL_TIMER_PMI) {
		model_core_expire(model, socket, timer, t);
		return;
	}
	model->socket[socket].cores[timer] = (struct silicon_cores){0};
	send(model, socket, &cores, t);
}

/* ---- writes ----------------------------------------------------------------------------------- */

void model_xeon_7500_control(const struct model_write *write)
{
	struct model *model = write->model;
	struct model_socket *at = &model->socket[write->socket];
	uint64_t cores = MASK(U_CTL_CORE_LOW, model->setting[SET_CORE_SEL_WIDTH]);
	uint64_t old = at->value[write->reg];

	at->value[write->reg] = write->value & ~(MASK(U_CTL_CORE_LOW, U_CTL_CORE_BITS) & ~cores);
	if (!(write->value & U_CTL_EN_ALL))
		at->timer[MODEL_TIMER_SOCKET] = MODEL_NEVER;
	else if (!(old & U_CTL_EN_ALL))
		model->signals.started(model->signals.context, write->socket, model->global, write->t);
	model_refresh(model, write->socket, write->t, MODEL_NONE, false);
	if (!(write->value & U_CTL_RST_ALL) || model->box[model->global].quirks & QUIRK_NEVER_RESETS)
		return;
	for (unsigned i = 0; i < model->counters; i++)
		if (!model_core_is(model, model->counter[i].box) &&
		    !(model->box[model->counter[i].box].quirks & QUIRK_MISSES_RESET))
			model_counter_set(&at->counter[i], write->t, 0);
}

/* clang-format off */
#define SETTINGS                                                                                   \
	[SET_FIXED_PMI_BIT]  = {"fixed.pmi_bit", "1 2 20", 0, 0, 0},                               \
	[SET_DEBUGCTL]       = {"debugctl", "not-needed needed", 0, 0, 0},                         \
	[SET_ERRATUM]        = {"erratum", "none wbox fixed all", 0, 0, ERRATUM_WBOX},             \
	[SET_FREEZE_DELAY]   = {"freeze.delay", NULL, 0, 500000, 0},                           \
	[SET_PMI_DELAY]      = {"pmi.delay", NULL, 0, 500000, 0},                              \
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

#define ERRATA "none AAJ107 AAJ125 AAJ143 AAJ91"

/* Kernel logs of E7 servers show no full-width writes. No source gives the rest of IA32_PERF_CAPABILITIES: it is as on
 * other parts. The clocks of cores are those of the processors in the parts' dumps. */
static const struct model_setting settings[] = {
	CORE_SETTING_ROWS(1866000000, 1866000000, CPUID_OF_XEON_7500, 2, CORE_EDGE, CORE_CAPABILITY_SMM, ERRATA),
	SETTINGS,
};
static const struct model_setting e7_settings[] = {
	CORE_SETTING_ROWS(2400000000, 2400000000, CPUID_OF_XEON_E7, 2, CORE_EDGE, CORE_CAPABILITY_SMM, ERRATA),
	SETTINGS,
	[SET_C8]             = {"summary.cbox8", "s0 s1", 0, 0, 0},
	[SET_C9]             = {"summary.cbox9", "s0 s1", 0, 0, 1},
};
_Static_assert((int)XEON_7500_SETTINGS <= (int)MODEL_SETTINGS, "room for settings");

/* The registers next to the W-Box's fixed counter, from 0x391 on, hold the uncore PMU of other Nehalem parts, which
 * this part lacks. */
static const struct model_range claims[] = {
	{0x0c1, 0x0c8},
	{0x186, 0x18d},
	{0x1a0, 0x1a0},
	{0x1a4, 0x1a4},
	{0x1d9, 0x1d9},
	{0x309, 0x30c},
	{0x329, 0x329},
	{0x345, 0x345},
	{0x38d, 0x397},
	{0x3f1, 0x3f1},
	{0x4c1, 0x4c8},
	{0xc00, 0xfff},
};

#define BEHAVIOUR                                                                                  \
	.flow = &model_flow_xeon_7500,                                                             \
	.claim = claims, .claims = ARRAY_SIZE(claims), .shift_setting = 1 + SET_OVERFLOW,          \
	.test_setting = 1 + SET_THRESHOLD, .invert_setting = 1 + SET_INVERT,                       \
	.runs = xeon_7500_runs, .settle = xeon_7500_settle, .start = model_core_start,             \
	.rdpmc = model_core_rdpmc, .usual = model_core_usual, .cpuid = model_core_cpuid,           \
	.sees_pmi = xeon_7500_sees_pmi, .overflow = xeon_7500_overflow,                            \
	.targets = xeon_7500_targets, .expire = xeon_7500_expire

const struct model_part model_xeon_7500 = {
	.name = "xeon-7500",
	.family = 6,
	.number = 0x2e,
	.box = model_xeon_7500_boxes,
	.boxes = XEON_7500_BOXES,
	.sockets = MODEL_SOCKETS,
	.cores = 8,
	.most_cores = XEON_7500_CORES,
	.clock = 2000000000,
	.setting = settings,
	.settings = ARRAY_SIZE(settings),
	BEHAVIOUR,
};

const struct model_part model_xeon_e7 = {
	.name = "xeon-e7",
	.family = 6,
	.number = 0x2f,
	.box = model_xeon_e7_boxes,
	.boxes = XEON_E7_BOXES,
	.sockets = MODEL_SOCKETS,
	.cores = 10,
	.most_cores = XEON_E7_CORES,
	.clock = 2000000000,
	.setting = e7_settings,
	.settings = ARRAY_SIZE(e7_settings),
	BEHAVIOUR,
};
/* clang-format on */
