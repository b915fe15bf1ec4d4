/* SPDX-License-Identifier: BSD-2-Clause */
/* Knights Landing (06_57): the core PMU of each logical processor, with its PMI, and the uncore. The rules of
 * the core PMU: SDM volume 3, architectural performance monitoring version 3; those of the uncore: Linux and
 * LIKWID. What no source says is in scenario.h. */
#include "silicon/models/knights_landing.h"

/* ---- enables -------------------------------------------------------------------------------------- */

/* What a box control needs to freeze. */
static uint64_t frozen_by(const struct silicon *silicon)
{
	return silicon->setting[SET_FREEZE] == FREEZE_NEEDS_ENABLE ? PMON_FREEZE | PMON_FREEZE_ENABLE : PMON_FREEZE;
}

static bool uncore_frozen(const struct silicon *silicon, unsigned socket, unsigned box, bool written)
{
	const struct model_box_place *global = &silicon->box[silicon->global];
	bool all = model_core_seen(silicon, socket, global->reg[MODEL_GLOBAL_CTL], written) & KNL_UNCORE_FREEZE_ALL;
	bool own = model_pmon_frozen(silicon, socket, box, frozen_by(silicon), written);

	if (written)
		return all || own;
	if (silicon->box[box].faults.freeze_ignored)
		return false;
	return (all && !global->faults.freeze_ignored) || own;
}

static bool runs(const struct silicon *silicon, unsigned socket, unsigned counter, bool written)
{
	const struct model_counter_place *place = &silicon->counter[counter];
	uint64_t select;

	if (model_core_is(silicon, place->box))
		return model_core_enabled(silicon, socket, counter, written);
	select = model_core_seen(silicon, socket, place->select, written);
	return select >> place->layout->enable & 1 && !uncore_frozen(silicon, socket, place->box, written);
}

static bool is_enabled(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	return runs(silicon, socket, counter, false);
}

static bool is_started(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	return runs(silicon, socket, counter, true);
}

/* ---- reads and writes ------------------------------------------------------------------------------- */

static uint64_t read_role(const struct silicon *silicon, unsigned socket, unsigned reg, uint64_t t)
{
	const struct model_register *at = &silicon->reg[reg];

	if (model_core_is(silicon, at->box))
		return model_core_read(silicon, socket, reg, t);
	switch (at->bank->role) {
	case MODEL_STATUS:
		if (silicon->box[at->box].status_missing)
			return 0;
		return silicon->socket[socket].box[at->box].latched;
	case MODEL_COUNTER: return model_counter_read(silicon, socket, reg, t, false);
	case MODEL_STORE: return at->preset ? silicon->socket[socket].value[reg] : silicon->setting[SET_CHAS];
	default: return silicon->socket[socket].value[reg];
	}
}

/* Freezing lasts until it is undone; the bit that undoes it is not kept. */
static void write_global(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	uint64_t *value = &silicon->socket[write->socket].value[write->reg];
	uint64_t acting = model_acting(write);

	if (acting & KNL_UNCORE_FREEZE_ALL)
		*value |= KNL_UNCORE_FREEZE_ALL;
	else if (acting & KNL_UNCORE_UNFREEZE_ALL)
		*value &= ~KNL_UNCORE_FREEZE_ALL;
	model_refresh(silicon, write->socket, write->t, MODEL_NONE, false);
	model_check_started(write, MODEL_NONE);
}

static void write_control(const struct model_write *write)
{
	if (write->silicon->reg[write->reg].box == write->silicon->global)
		write_global(write);
	else
		model_pmon_write_box(write, frozen_by(write->silicon));
}

static void write_select(const struct model_write *write)
{
	model_check_select(write);
	model_pmon_write_select(write, PMON_RESET);
}

static void write_counter(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	unsigned counter = silicon->reg[write->reg].counter;

	model_core_check_counter(write);
	model_counter_set(&silicon->socket[write->socket].counter[counter], write->t, write->value);
}

static void write_role(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];

	if (model_core_is(write->silicon, at->box)) {
		model_core_write(write);
		return;
	}
	switch (at->bank->role) {
	case MODEL_GLOBAL_CTL: write_control(write); break;
	case MODEL_STATUS: model_clear_overflow(write->silicon, write->socket, at->box, write->value, write->t); break;
	case MODEL_SELECT: write_select(write); break;
	case MODEL_COUNTER: write_counter(write); break;
	default: model_check_companion(write); model_core_store(write, write->value, true);
	}
}

static void expire(struct silicon *silicon, unsigned socket, unsigned timer, uint64_t t)
{
	if (timer == MODEL_TIMER_BOX)
		model_pmon_expire(silicon, socket, t);
	else
		model_core_expire(silicon, socket, timer, t);
}

/* ---- the machine ------------------------------------------------------------------------------------ */

static void settle(struct silicon *silicon)
{
	model_core_settle(silicon);
	for (unsigned i = 0; i < silicon->registers; i++) {
		const struct model_box *box = &silicon->part->box[silicon->reg[i].box];

		silicon->reg[i].absent |= box->type == &model_knl_cha && box->number >= silicon->setting[SET_CHAS];
	}
}

static uint8_t bus(const struct silicon *silicon, unsigned socket, unsigned index)
{
	(void)socket;
	return (uint8_t)silicon->setting[index ? SET_IRP_BUS : SET_BUS];
}

/* clang-format off */
static const struct model_setting settings[KNL_SETTINGS] = {
	CORE_SETTING_ROWS(1300000000, 1200000000, 2, 40),
	[SET_DCLK]            = {"clock.dclk", NULL, 1, MODEL_CLOCK_LIMIT, 1067000000},
	[SET_ECLK]            = {"clock.eclk", NULL, 1, MODEL_CLOCK_LIMIT, 900000000},
	[SET_LATENCY]         = {"offcore.latency", NULL, 1, 2000, 200},
	[SET_LATENCY_STEP]    = {"offcore.latency.step", NULL, 0, 100, 0},
	[SET_RESERVED]        = {"offcore.reserved", "fault ignore", 0, 0, RESERVED_FAULTS},
	[SET_FREEZE]          = {"freeze", "needs-enable needs-nothing", 0, 0, FREEZE_NEEDS_ENABLE},
	[SET_CHAS]            = {"chas", NULL, 1, KNL_CHAS, KNL_CHAS},
	[SET_BUS]             = {"bus", NULL, 1, 255, 255},
	[SET_IRP_BUS]         = {"bus.irp", NULL, 1, 255, 254},
};
_Static_assert((int)KNL_SETTINGS <= (int)MODEL_SETTINGS, "room for settings");

static const struct model_claim claims[] = {
	{{0x0c1, 0x0c8}, 0},
	{{0x186, 0x18d}, 0},
	{{0x1a0, 0x1a0}, 0},
	{{0x1a6, 0x1a7}, 0},
	{{0x1d9, 0x1d9}, 0},
	{{0x309, 0x30b}, 0},
	{{0x345, 0x345}, 0},
	{{0x38d, 0x392}, 0}, /* 0x391 and 0x392 came with version 4 */
	{{0x3f1, 0x3f1}, 0},
	{{0x4c1, 0x4c8}, 0},
	{{0x600, 0x600}, 0},
	{{0x700, 0x71f}, 0},
	{{0xe00, 0xfff}, 0},
};
/* clang-format on */

const struct model_part model_knights_landing = {
	.name = "knights-landing",
	.box = model_knl_boxes,
	.boxes = KNL_BOXES,
	.setting = settings,
	.settings = ARRAY_SIZE(settings),
	.claim = claims,
	.claims = ARRAY_SIZE(claims),
	.sockets = 1,
	.cores = KNL_CORES,
	.buses = 2,
	.any_shape = true,
	.clock = 1700000000,
	.settle = settle,
	.bus = bus,
	.rdpmc = model_core_rdpmc,
	.usual = model_core_usual,
	.refuses = model_knl_refuses,
	.read = read_role,
	.write = write_role,
	.enabled = is_enabled,
	.started = is_started,
	.asks_pmi = model_core_asks_pmi,
	.sees_pmi = model_core_sees_pmi,
	.overflow = model_core_overflow,
	.expire = expire,
	.cpuid = model_core_cpuid,
};
