/* SPDX-License-Identifier: BSD-2-Clause */
/* Skylake-SP and Cascade Lake-SP (06_55, steppings 0 to 4 and 5 to 11). The sources of registers and status bits stand
 * next to them. PCI buses of functions are the model's own unless MSR 0x300 gives them. */
#include "silicon/models/skylake_sp.h"

enum { CHAS = 28, BUSES = 4, CPU_BUSES = 6 };
enum { UBOX_BUS };

/* clang-format off */
static const struct model_range claims[] = {
	{0x300, 0x300}, DESCRIBED_CORE_CLAIMS, {0x700, 0x71a}, {0xa40, 0xb5f}, {0xe00, 0xfbf},
};
#define SETTING_ROWS(dumps_, errata_) SKX_SETTING_ROWS(2400000000, 1333000000, MASK(0, CHAS), dumps_, errata_)
#define STACK_ROW {"stacks", NULL, 4, 6, 6}
static const struct model_setting settings[SKX_OWN_SETTINGS] = {
	SETTING_ROWS(CPUID_OF_SKYLAKE_SP, "none SKL90"), [SKX_STACKS] = STACK_ROW
};
static const struct model_setting clx_settings[SKX_OWN_SETTINGS] = {
	SETTING_ROWS(CPUID_OF_CASCADE_LAKE_SP, "none SKL90"), [SKX_STACKS] = STACK_ROW
};
/* There is no dump of CPUID: the counters of its cores are assumed to be Cascade Lake's. */
static const struct model_setting cpx_settings[CPX_SETTINGS] = {
	SETTING_ROWS(CPUID_OF_CASCADE_LAKE_SP, CORE_NO_ERRATA), [SKX_STACKS] = STACK_ROW, [CPX_LINKS] = {"links", NULL, 0, 6, 6}
};
_Static_assert((int)ICX_SETTINGS <= (int)MODEL_SETTINGS, "room for settings");
/* clang-format on */

/* ---- the machine -------------------------------------------------------------------------------------- */

/* Sockets have equal shares of the buses, and the buses of a socket are spread evenly over its share. */
static uint8_t bus(const struct model *model, unsigned socket, unsigned index)
{
	unsigned share = 256 / model->sockets;

	return (uint8_t)(share * socket + share / 8 * index);
}

static uint64_t bus_numbers(const struct model *model, unsigned socket)
{
	uint64_t value = BIT(63);

	for (unsigned i = 0; i < CPU_BUSES; i++)
		value |= (uint64_t)(model_bus(model, socket, i) & 0xff) << 8 * i;
	return value;
}

void model_skx_settle(struct model *model, unsigned chas)
{
	model_described_settle(model);

	/* For a box with neither a status nor a global status bit, no source says where an overflow would be reported. */
	for (unsigned i = 0; i < model->counters; i++) {
		struct model_counter_place *place = &model->counter[i];
		const struct model_box_place *box = &model->box[place->box];

		if (box->reg[MODEL_STATUS] == MODEL_NONE && !box->summary && !place->summary)
			place->quirks |= COUNTER_SILENT;
	}
	model_lack(model, "cha", chas);
}

uint64_t model_skx_capids(const struct model *model, uint64_t usual)
{
	unsigned cores = (unsigned)(model->cores / model->setting[CORE_THREADS]);

	return cores > count_bits(usual) ? MASK(0, cores) : usual;
}

/* MSRs of CHAs are consecutive, whichever bits of the capabilities are clear. */
static void settle_skylake_sp(struct model *model)
{
	if (!model->setting[SKX_CAPID6])
		model->setting[SKX_CAPID6] = model_skx_capids(model, 0x3c3c3c);
	model_skx_settle(model, count_bits(model->setting[SKX_CAPID6]));
	model_lack(model, "iio", (unsigned)model->setting[SKX_STACKS]);
	model_lack(model, "irp", (unsigned)model->setting[SKX_STACKS]);
}

static void settle_links(struct model *model)
{
	settle_skylake_sp(model);
	model_lack(model, "upi", (unsigned)model->setting[CPX_LINKS]);
	model_lack(model, "m3upi", (unsigned)model->setting[CPX_LINKS]);
	for (unsigned i = 0; i < model->boxes; i++)
		model->box[i].unwired = (model_is_type(model, i, "upi") || model_is_type(model, i, "m3upi")) &&
					model->unit[i].number >= model->setting[CPX_LINKS];
}

static void start_skylake_sp(struct model *model, unsigned socket)
{
	uint64_t *value = model->socket[socket].value;

	model_core_start(model, socket);
	model_described_set_nodes(model, socket);
	for (unsigned i = 0; i < model->registers; i++) {
		if (model_is_bank(model, i, "cpubusno"))
			value[i] = bus_numbers(model, socket);
		if (model_is_bank(model, i, "global_config"))
			value[i] = count_bits(model->setting[SKX_CAPID6]);
		if (model_is_bank(model, i, "capid6"))
			value[i] = model->setting[SKX_CAPID6];
	}
}

void model_skx_control(const struct model_write *write)
{
	if (write->value & SKX_UNFREEZE_ALL && !(write->value & SKX_FREEZE_ALL))
		write->model->socket[write->socket].timer[MODEL_TIMER_SOCKET] = MODEL_NEVER;
	model_pmon_control(write);
}

void model_skx_overflow(struct model *model, unsigned socket, uint64_t t)
{
	if (model->setting[SKX_OVERFLOW] == SKX_FREEZES)
		model_described_overflow(model, socket, t);
	else
		model_core_overflow(model, socket, t);
}

/* clang-format off */
#define PART                                                                                       \
	SKX_PART, .number = 0x55, .buses = BUSES, .shared_buses = BIT(UBOX_BUS), .bus = bus,       \
	.claim = claims, .claims = ARRAY_SIZE(claims), .clock = 2400000000, .start = start_skylake_sp, .most_cores = CHAS
/* clang-format on */

const struct model_part model_skylake_sp = {
	PART,
	.name = "skylake-sp",
	.steppings = MASK(0, 5),
	.box = model_skx_boxes,
	.boxes = ARRAY_SIZE(model_skx_boxes),
	.setting = settings,
	.settings = SKX_OWN_SETTINGS,
	.settle = settle_skylake_sp,
};
const struct model_part model_cascade_lake_sp = {
	PART,
	.name = "cascade-lake-sp",
	.steppings = MASK(5, 3),
	.box = model_clx_boxes,
	.boxes = ARRAY_SIZE(model_clx_boxes),
	.setting = clx_settings,
	.settings = SKX_OWN_SETTINGS,
	.settle = settle_skylake_sp,
};
const struct model_part model_cooper_lake_sp = {
	PART,
	.name = "cooper-lake-sp",
	.steppings = MASK(10, 2),
	.box = model_cpx_boxes,
	.boxes = ARRAY_SIZE(model_cpx_boxes),
	.setting = cpx_settings,
	.settings = CPX_SETTINGS,
	.settle = settle_links,
};
