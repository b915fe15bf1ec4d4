/* SPDX-License-Identifier: BSD-2-Clause */
/* Ice Lake-SP (06_6A): Skylake-SP's uncore with boxes at other places, extensions of umasks instead of a CHA's second
 * filter, and memory channels in device memory. Of overflows, sources know only the statuses of UBox and PCU. Functions
 * that Linux finds only by identifier have places of the model's own: UBox, memory base addresses, capabilities. */
#include "silicon/models/skylake_sp.h"

enum { CHAS = 40, CHANNELS = 3 /* of a memory controller */ };

/* Memory controllers have equal shares of a socket's device memory, which is far from the next socket's. */
/* No controller begins at MMIO_BASE itself: other devices of the socket may. */
enum { CONTROLLER_PAGES = 0x40, BASE_LOW = 23, PAGE_LOW = 12 };
static const struct model_window window = {.first = 0xf0040000, .stride = 8 << 20, .bytes = 1 << 20};

enum { BUSES = 2 };

/* clang-format off */
static const struct model_range claims[] = {
	DESCRIBED_CORE_CLAIMS, {0x700, 0x71a}, {0xa40, 0xb5f}, {0xb60, 0xbb3}, {0xe00, 0xfe9},
};
static const struct model_setting settings[ICX_SETTINGS] = {
	SKX_SETTING_ROWS(2200000000, 1600000000, MASK(0, 32), CPUID_OF_ICE_LAKE_SP, CORE_NO_ERRATA),
	[SKX_CAPID7] = {"capid7", NULL, 0, MASK(0, CHAS - 32), 0},
	[ICX_CHANNELS] = {"channels", NULL, 2, CHANNELS, CHANNELS},
};
/* clang-format on */

/* ---- the machine -------------------------------------------------------------------------------------- */

/* Returns the U-Box's bus or the next one: 7e and 7f, fe and ff on boards with two sockets. */
static uint8_t bus(const struct model *model, unsigned socket, unsigned index)
{
	return (uint8_t)(model_described_bus(model, socket, 0) + index);
}

static unsigned count_chas(const struct model *model)
{
	return count_bits(model->setting[SKX_CAPID6]) + count_bits(model->setting[SKX_CAPID7]);
}

static void settle_ice_lake_sp(struct model *model)
{
	uint64_t capids = model_skx_capids(model, 0x0f0f0f0f0f);

	if (!model->setting[SKX_CAPID6]) {
		model->setting[SKX_CAPID6] = capids & MASK(0, 32);
		if (!model->setting[SKX_CAPID7])
			model->setting[SKX_CAPID7] = capids >> 32;
	}
	model_skx_settle(model, count_chas(model));
	for (unsigned i = 0; i < model->registers; i++) {
		unsigned box = model->reg[i].box;

		model->reg[i].absent |= model_is_type(model, box, "imc") &&
					model->unit[box].number % CHANNELS >= model->setting[ICX_CHANNELS];
	}
}

static void start_ice_lake_sp(struct model *model, unsigned socket)
{
	uint64_t base = model_memory_base(model, socket), *value = model->socket[socket].value;

	model_core_start(model, socket);
	for (unsigned i = 0; i < model->registers; i++) {
		if (model_is_bank(model, i, "mmio_base"))
			value[i] = base >> BASE_LOW;
		if (model_is_bank(model, i, "mem"))
			value[i] = ((base & MASK(0, BASE_LOW)) >> PAGE_LOW) + model->reg[i].index * CONTROLLER_PAGES;
		if (model_is_bank(model, i, "global_config"))
			value[i] = count_chas(model);
		if (model_is_bank(model, i, "capid6"))
			value[i] = model->setting[SKX_CAPID6];
		if (model_is_bank(model, i, "capid7"))
			value[i] = model->setting[SKX_CAPID7];
	}
	model_described_set_nodes(model, socket);
}

/* clang-format off */
const struct model_part model_ice_lake_sp = {
	SKX_PART, .most_cores = CHAS, .name = "ice-lake-sp", .number = 0x6a, .box = model_icx_boxes, .boxes = ARRAY_SIZE(model_icx_boxes),
	.setting = settings, .settings = ARRAY_SIZE(settings), .claim = claims, .claims = ARRAY_SIZE(claims),
	.clock = 2200000000, .buses = BUSES, .bus = bus, .window = &window, .settle = settle_ice_lake_sp, .start = start_ice_lake_sp,
};
/* clang-format on */
