/* SPDX-License-Identifier: BSD-2-Clause */
/* Xeon E5-2600 (06_2D): the uncore of each socket, in MSRs and PCI functions, without any interrupt of its own, and
 * the core PMU of each logical processor, whose PMI is all that there is. What no source says is in scenario.h. */
#include "silicon/models/xeon_e5_2600.h"

/* ---- enables -------------------------------------------------------------------------------------- */

static const struct model_type *type_of(const struct silicon *silicon, unsigned box)
{
	return silicon->part->box[box].type;
}

static bool is_frozen(const struct silicon *silicon, unsigned socket, unsigned counter, bool written)
{
	const struct model_counter_place *place = &silicon->counter[counter];

	if (silicon->box[place->box].faults.freeze_ignored && !written)
		return false;
	if (place->layout->clock && silicon->setting[SET_DCLK_COUNTER] == DCLK_COUNTER_RUNS)
		return false;
	return model_pmon_frozen(silicon, socket, place->box, E5_FROZEN, written);
}

static bool runs(const struct silicon *silicon, unsigned socket, unsigned counter, bool written)
{
	const struct model_counter_place *place = &silicon->counter[counter];
	uint64_t select;

	if (model_core_is(silicon, place->box))
		return model_core_enabled(silicon, socket, counter, written);
	select = model_core_seen(silicon, socket, place->select, written);
	return select >> place->layout->enable & 1 && !is_frozen(silicon, socket, counter, written);
}

static bool is_enabled(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	return runs(silicon, socket, counter, false);
}

static bool is_started(const struct silicon *silicon, unsigned socket, unsigned counter)
{
	return runs(silicon, socket, counter, true);
}

/* ---- discovery ------------------------------------------------------------------------------------ */

static unsigned node_of(const struct silicon *silicon, unsigned socket)
{
	if (silicon->setting[SET_NODES] == NODES_IDENTITY || socket >= silicon->sockets)
		return socket;
	return silicon->sockets - 1 - socket;
}

/* GIDNIDMAP: the node of each of eight sockets. */
static uint64_t node_map(const struct silicon *silicon)
{
	uint64_t map = 0;

	for (unsigned i = 0; i < 8; i++)
		map |= (uint64_t)node_of(silicon, i) << 3 * i;
	return map;
}

/* Whether a register is GIDNIDMAP. */
static bool is_node_map(const struct silicon *silicon, const struct model_register *at)
{
	const struct model_box_place *box = &silicon->box[at->box];

	return type_of(silicon, at->box) == &model_e5_ubox_config && at == &silicon->reg[box->bank[E5_CONFIG_MAP]];
}

/* The highest bus of an equal share for each of 1, 2 or 4 sockets, as firmware gives them. */
static uint8_t uncore_bus(const struct silicon *silicon, unsigned socket)
{
	unsigned shares = silicon->sockets > 2 ? 4 : silicon->sockets;
	uint64_t given = silicon->setting[SET_BUS + socket];

	return (uint8_t)(given ? given : 256 / shares * (socket + 1) - 1);
}

/* The IIO's bus is 0, and of other sockets the one behind the uncore's of the socket before. */
static uint8_t bus(const struct silicon *silicon, unsigned socket, unsigned index)
{
	if (!index)
		return uncore_bus(silicon, socket);
	return socket ? (uint8_t)(uncore_bus(silicon, socket - 1) + 1) : 0;
}

/* ---- reads ---------------------------------------------------------------------------------------- */

/* A time spent in a C-state runs on from what was last written; value[] is what it is ahead by. */
static uint64_t residency(const struct silicon *silicon, unsigned reg, uint64_t t)
{
	const struct model_register *at = &silicon->reg[reg];
	bool c3 = reg == silicon->box[at->box].bank[E5_C3];
	uint64_t rate = silicon->setting[c3 ? SET_C3 : SET_C6];

	return model_ticks(rate * (64 + silicon->part->box[at->box].number) / 64, t);
}

static uint64_t read_store(const struct silicon *silicon, unsigned socket, unsigned reg)
{
	const struct model_register *at = &silicon->reg[reg];
	const struct model_type *type = type_of(silicon, at->box);

	if (at->preset)
		return silicon->socket[socket].value[reg];
	if (type == &model_e5_iio)
		return (uint64_t)uncore_bus(silicon, socket) << 8;
	if (type == &model_e5_qpi_misc)
		return silicon->setting[SET_QPI_SLOW] << 4 | silicon->setting[SET_QPI_RATE];
	return is_node_map(silicon, at) ? node_map(silicon) : node_of(silicon, socket);
}

static uint64_t read_role(const struct silicon *silicon, unsigned socket, unsigned reg, uint64_t t)
{
	const struct model_register *at = &silicon->reg[reg];
	uint64_t value = silicon->socket[socket].value[reg];

	if (at->bank->role == MODEL_TICKER)
		return value + residency(silicon, reg, t);
	if (model_core_is(silicon, at->box))
		return model_core_read(silicon, socket, reg, t);
	switch (at->bank->role) {
	case MODEL_COUNTER: return model_counter_read(silicon, socket, reg, t, false);
	case MODEL_GLOBAL_CTL: return silicon->setting[SET_BOX_CTL] == BOX_CTL_WRITE_ONLY ? 0 : value;
	case MODEL_STORE: return read_store(silicon, socket, reg);
	default: return value;
	}
}

/* ---- writes ----------------------------------------------------------------------------------------- */

static bool has_control(const struct silicon *silicon, unsigned box)
{
	return silicon->box[box].reg[MODEL_GLOBAL_CTL] != MODEL_NONE;
}

/* The UBox cannot be frozen. There counters are enabled first, then told their events (p.18). */
static void write_select(const struct model_write *write)
{
	const struct silicon *silicon = write->silicon;
	const struct model_register *at = &silicon->reg[write->reg];
	uint64_t old = silicon->socket[write->socket].value[write->reg];
	bool fixed = at->bank->layout->clock;

	if (has_control(silicon, at->box) || old & MASK(0, 16) || fixed)
		model_check_select(write);
	else
		model_check_event(write, at->counter);
	model_pmon_write_select(write, fixed ? E5_CLEAR_FIXED : PMON_RESET);
}

static void write_counter(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	const struct model_register *at = &silicon->reg[write->reg];

	if (has_control(silicon, at->box) && is_started(silicon, write->socket, at->counter))
		model_violation(write, "counter written while it is counting (p.18)");
	model_counter_set(&silicon->socket[write->socket].counter[at->counter], write->t, write->value);
}

static void write_companion(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	unsigned served = model_served(silicon, silicon->reg[write->reg].box);

	model_check_companion(write);
	silicon->socket[write->socket].value[write->reg] = write->value;
	model_refresh(silicon, write->socket, write->t, served, true);
	model_check_started(write, served);
}

static void write_role(const struct model_write *write)
{
	struct silicon *silicon = write->silicon;
	const struct model_register *at = &silicon->reg[write->reg];

	if (at->bank->role == MODEL_TICKER) {
		silicon->socket[write->socket].value[write->reg] =
			write->value - residency(silicon, write->reg, write->t);
		return;
	}
	if (model_core_is(silicon, at->box)) {
		model_core_write(write);
		return;
	}
	switch (at->bank->role) {
	case MODEL_GLOBAL_CTL: model_pmon_write_box(write, E5_FROZEN); break;
	case MODEL_SELECT: write_select(write); break;
	case MODEL_COUNTER: write_counter(write); break;
	case MODEL_COMPANION: write_companion(write); break;
	default: model_violation(write, "it can only be read"); break;
	}
}

static bool refuses(const struct model_write *write)
{
	const struct model_register *at = &write->silicon->reg[write->reg];

	return model_core_is(write->silicon, at->box) && at->bank->role != MODEL_TICKER && model_core_refuses(write);
}

static void expire(struct silicon *silicon, unsigned socket, unsigned timer, uint64_t t)
{
	if (timer == MODEL_TIMER_BOX)
		model_pmon_expire(silicon, socket, t);
	else
		model_core_expire(silicon, socket, timer, t);
}

/* ---- the machine ------------------------------------------------------------------------------------ */

/* The width of the UBox's fixed counter is the scenario's. */
static void settle_width(struct silicon *silicon)
{
	for (unsigned i = 0; i < silicon->counters; i++) {
		struct model_counter_place *place = &silicon->counter[i];

		if (place->layout->clock && !has_control(silicon, place->box))
			place->width = (uint8_t)silicon->setting[SET_UCLK_WIDTH];
	}
}

/* What GIDNIDMAP says of sockets that there are not has nothing to agree with. */
static void settle_map(struct silicon *silicon)
{
	for (unsigned i = 0; i < silicon->registers; i++)
		if (is_node_map(silicon, &silicon->reg[i]))
			silicon->reg[i].untold |= ~MASK(0, 3 * silicon->sockets);
}

/* qfclk is an eighth of the transfers of a link, of which the codes of QPI_RATE_STATUS stand for 4 GT/s and so
 * many times 0.8 (PCM). */
static void settle(struct silicon *silicon)
{
	const uint64_t base = 500000000, step = 100000000;

	model_core_settle(silicon);
	settle_width(silicon);
	settle_map(silicon);
	if (!silicon->setting[SET_QFCLK])
		silicon->setting[SET_QFCLK] = base + step * silicon->setting[SET_QPI_RATE];
	for (unsigned i = 0; i < silicon->registers; i++) {
		unsigned box = silicon->reg[i].box;
		uint32_t cbox = (silicon->reg[i].address - 0xd00) / 0x20;

		if (type_of(silicon, box)->space == SILICON_MSR && cbox < E5_CBOXES)
			silicon->reg[i].absent |= cbox >= silicon->setting[SET_CBOXES];
	}
}

/* clang-format off */
static const struct model_setting settings[E5_SETTINGS] = {
	CORE_SETTING_ROWS(2700000000, 2700000000, CORE_GENERIC, 48),
	[SET_DCLK]            = {"clock.dclk", NULL, 1, MODEL_CLOCK_LIMIT, 800000000},
	[SET_PCLK]            = {"clock.pclk", NULL, 1, 4000000000, 800000000},
	[SET_QFCLK]           = {"clock.qfclk", NULL, 1, MODEL_CLOCK_LIMIT, 0},
	[SET_CBOXES]          = {"cboxes", NULL, 1, E5_CBOXES, E5_CBOXES},
	[SET_UCLK_WIDTH]      = {"uclk.width", NULL, 44, 48, 48},
	[SET_BOX_CTL]         = {"box_ctl", "readable write-only", 0, 0, BOX_CTL_READABLE},
	[SET_DCLK_COUNTER]    = {"dclk.counter", "freezes runs", 0, 0, DCLK_COUNTER_FREEZES},
	[SET_WIDE]            = {"config.wide", "whole half", 0, 0, MODEL_WIDE_WHOLE},
	[SET_QPI_RATE]        = {"qpi.rate", NULL, 0, 7, 5},
	[SET_QPI_SLOW]        = {"qpi.slow", "no yes", 0, 0, 0},
	[SET_FREQUENCY]       = {"frequency", NULL, 0, 255, 27},
	[SET_FREQUENCY_LOW]   = {"frequency.low", NULL, 0, 255, 12},
	[SET_FREQUENCY_SHARE] = {"frequency.share", NULL, 0, 1000, 600},
	[SET_C3]              = {"residency.c3", NULL, 0, MODEL_RATE_LIMIT, 300000000},
	[SET_C6]              = {"residency.c6", NULL, 0, MODEL_RATE_LIMIT, 900000000},
	[SET_NODES]           = {"nodes", "identity reversed", 0, 0, NODES_IDENTITY},
	[SET_BUS]             = {"bus.0", NULL, 1, 255, 0},
	[SET_BUS + 1]         = {"bus.1", NULL, 1, 255, 0},
	[SET_BUS + 2]         = {"bus.2", NULL, 1, 255, 0},
	[SET_BUS + 3]         = {"bus.3", NULL, 1, 255, 0},
};
_Static_assert((int)E5_SETTINGS <= (int)MODEL_SETTINGS, "room for settings");

static const struct model_claim claims[] = {
	{{0x0c1, 0x0c8}, 0},
	{{0x186, 0x18d}, 0},
	{{0x1a0, 0x1a0}, 0},
	{{0x1d9, 0x1d9}, 0},
	{{0x309, 0x30b}, 0},
	{{0x345, 0x345}, 0},
	{{0x38d, 0x392}, 0}, /* 0x391 and 0x392 came with version 4 */
	{{0x3fc, 0x3fd}, 0},
	{{0x4c1, 0x4c8}, 0},
	{{0xc00, 0xfff}, 0},
};

/* Without them enumeration finds no home agent, R2PCIe and R3QPI. */
static const struct model_filler fillers[] = {
	{MODEL_FUNCTION(0, 14, 0), 0x3ca0},
	{MODEL_FUNCTION(0, 19, 0), 0x3ce4},
};
/* clang-format on */

const struct model_part model_xeon_e5_2600 = {
	.name = "xeon-e5-2600",
	.box = model_e5_boxes,
	.boxes = E5_BOXES,
	.setting = settings,
	.settings = ARRAY_SIZE(settings),
	.claim = claims,
	.claims = ARRAY_SIZE(claims),
	.sockets = E5_SOCKETS,
	.cores = 8,
	.most_cores = E5_CORES,
	.buses = 2,
	.shared_buses = 2,
	.filler = fillers,
	.fillers = ARRAY_SIZE(fillers),
	.any_shape = true,
	.clock = 2700000000,
	.wide_setting = 1 + SET_WIDE,
	.settle = settle,
	.bus = bus,
	.rdpmc = model_core_rdpmc,
	.usual = model_core_usual,
	.refuses = refuses,
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
