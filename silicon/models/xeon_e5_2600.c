/* SPDX-License-Identifier: BSD-2-Clause */
/* Xeon E5-2600 (06_2D): the uncore of each socket, in MSRs and PCI functions, without interrupts, and the core PMU of
 * each logical processor, which has the only PMI. scenario.h lists what no source says. */
#include "silicon/models/xeon_e5_2600.h"

/* Returns the banks of the box's type. Parts of this kind share those of read-only registers. */
static const struct model_bank *banks_of(const struct model *model, unsigned box)
{
	return model->unit[box].type->bank;
}

/* ---- discovery ------------------------------------------------------------------------------------ */

unsigned model_e5_node(const struct model *model, unsigned socket)
{
	if (model->setting[SET_NODES] != NODES_REVERSED || socket >= model->sockets)
		return socket;
	return model->sockets - 1 - socket;
}

/* GIDNIDMAP: the nodes of eight sockets. Platform firmware may leave fields without a socket unset. */
static uint64_t node_map(const struct model *model)
{
	unsigned fields = model->setting[SET_NODES] == NODES_HOLE && model->sockets < 8 ? 7 : 8;
	uint64_t map = 0;

	for (unsigned i = 0; i < fields; i++)
		map |= (uint64_t)model_e5_node(model, i) << 3 * i;
	return map;
}

/* True if a register is GIDNIDMAP. */
static bool is_node_map(const struct model *model, const struct model_register *at)
{
	const struct model_box_place *box = &model->box[at->box];

	return banks_of(model, at->box) == model_e5_config_banks && at == &model->reg[box->bank[E5_CONFIG_MAP]];
}

/* Returns the highest bus of a socket's share: firmware makes 1, 2 or 4 equal shares. */
static uint8_t uncore_bus(const struct model *model, unsigned socket)
{
	unsigned shares = model->sockets > 2 ? 4 : model->sockets;
	uint64_t given = model->setting[SET_BUS + socket];

	return (uint8_t)(given ? given : 256 / shares * (socket + 1) - 1);
}

/* Returns a bus. The IIO's bus is 0 on socket 0, and otherwise the one after the uncore bus of the previous socket. */
uint8_t model_e5_bus(const struct model *model, unsigned socket, unsigned index)
{
	if (!index)
		return uncore_bus(model, socket);
	return socket ? (uint8_t)(uncore_bus(model, socket - 1) + 1) : 0;
}

/* ---- the machine ------------------------------------------------------------------------------------ */

/* qfclk is an eighth of a link's transfer rate. The codes of QPI_RATE_STATUS mean 4 GT/s plus 0.8 GT/s for each step (PCM). */
void model_e5_settle(struct model *model)
{
	const uint64_t base = 500000000, step = 100000000;

	model_core_settle(model);
	model->setting[SET_QFCLK] = base + step * model->setting[SET_QPI_RATE];
	for (unsigned i = 0; i < model->counters; i++) {
		struct model_counter_place *place = &model->counter[i];

		/* The UBox's fixed counter has a width; a frozen channel's may run on. */
		if (place->layout->clock && model->box[place->box].reg[MODEL_GLOBAL_CTL] == MODEL_NONE)
			place->width = (uint8_t)model->setting[SET_UCLK_WIDTH];
		else if (place->layout->clock)
			place->never_frozen = model->setting[SET_DCLK_COUNTER] == DCLK_COUNTER_RUNS;
	}
	for (unsigned i = 0; i < model->registers; i++) {
		struct model_register *at = &model->reg[i];
		const struct model_box *box = &model->unit[at->box];
		bool c3 = i == model->box[at->box].bank[E5_C3];

		/* Times spent in C-states, and whether controls of boxes can be read. */
		if (at->bank->role == MODEL_TICKER)
			at->rate = model->setting[c3 ? SET_C3 : SET_C6] * (64 + box->number) / 64;
		if (at->bank->role == MODEL_GLOBAL_CTL && !box->type->per_core && at->box != model->global)
			at->write_only = model->setting[SET_BOX_CTL] == BOX_CTL_WRITE_ONLY;

		/* The fields of GIDNIDMAP for sockets that do not exist are unspecified. */
		if (is_node_map(model, at))
			at->undocumented |= ~MASK(0, 3 * model->sockets);
		if (box->type->mean == model_e5_mean_cbox)
			at->absent |= box->number >= model->setting[SET_CBOXES];
	}
}

/* Returns the value of a read-only register that gives the socket's place and properties. */
static uint64_t reported_content(const struct model *model, unsigned socket, const struct model_register *at)
{
	const struct model_bank *bank = banks_of(model, at->box);

	if (bank == model_e5_iio_banks)
		return (uint64_t)(model_bus(model, socket, 0) & 0xff) << 8;
	if (bank == model_e5_misc_banks)
		return model->setting[SET_QPI_SLOW] << 4 | model->setting[SET_QPI_RATE];
	return is_node_map(model, at) ? node_map(model) : model_e5_node(model, socket);
}

void model_e5_start(struct model *model, unsigned socket)
{
	model_core_start(model, socket);
	for (unsigned i = 0; i < model->registers; i++) {
		const struct model_register *at = &model->reg[i];

		if (at->bank->role == MODEL_STORE && at->space == SILICON_CONFIG)
			model->socket[socket].value[i] = reported_content(model, socket, at);
	}
}

/* clang-format off */
static const struct model_setting settings[E5_OWN_SETTINGS] = {
	E5_SETTING_ROWS(CPUID_OF_XEON_E5_2600, E5_CBOXES, 44, CORE_EDGE, "none BJ58"),
	[SET_E5_MEMORY] = {"memory", "independent lockstep mirrored", 0, 0, MEMORY_INDEPENDENT},
};
_Static_assert((int)E5_OWN_SETTINGS < (int)MODEL_SETTINGS, "room for settings");

const struct model_range model_e5_claims[E5_CLAIMS] = {
	E5_CORE_CLAIM_ROWS,
	{0xc00, 0xfff},
};

/* Without the first two, enumeration finds no home agent, R2PCIe and R3QPI. MCMTR and RASENABLES are as Linux's EDAC
 * reads them. Their identifiers are the model's own: systems would do more with known ones. */
static const struct model_filler fillers[] = {
	{MODEL_FUNCTION(0, 14, 0), 0x3ca0, 0, 0, 0, 0},
	{MODEL_FUNCTION(0, 19, 0), 0x3ce4, 0, 0, 0, 0},
	{MODEL_FUNCTION(0, 15, 0), 0x7ffd, 0x7c, 1, 1 + SET_E5_MEMORY, MEMORY_LOCKSTEP},
	{MODEL_FUNCTION(0, 15, 1), 0x7ffc, 0xac, 0, 1 + SET_E5_MEMORY, MEMORY_MIRRORED},
};
/* clang-format on */

/* Lockstep pairs channel c with c + 1, mirroring with c + 2 (Linux's EDAC). */
static void settle_memory(struct model *model)
{
	static const unsigned paired[] = {[MEMORY_LOCKSTEP] = 1, [MEMORY_MIRRORED] = 2};

	model_e5_settle(model);
	model->work.paired = paired[model->setting[SET_E5_MEMORY]];
}

const struct model_part model_xeon_e5_2600 = {
	.name = "xeon-e5-2600",
	.family = 6,
	.number = 0x2d,
	.box = model_e5_boxes,
	.boxes = E5_BOXES,
	.setting = settings,
	.settings = ARRAY_SIZE(settings),
	.box_setting = 1 + SET_CBOXES,
	.claim = model_e5_claims,
	.claims = E5_CLAIMS,
	.sockets = E5_SOCKETS,
	.cores = 8,
	.most_cores = E5_CBOXES,
	.buses = 2,
	.shared_buses = 2,
	.filler = fillers,
	.fillers = ARRAY_SIZE(fillers),
	.any_shape = true,
	.clock = 2700000000,
	.wide_setting = 1 + SET_WIDE,
	.settle = settle_memory,
	.start = model_e5_start,
	.bus = model_e5_bus,
	.flow = &model_flow_xeon_e5_2600,
	.node = model_e5_node,
	.rdpmc = model_core_rdpmc,
	.usual = model_core_usual,
	.overflow = model_core_overflow,
	.targets = model_core_targets,
	.expire = model_core_expire,
	.cpuid = model_core_cpuid,
};
