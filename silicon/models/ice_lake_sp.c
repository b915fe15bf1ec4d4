/* SPDX-License-Identifier: BSD-2-Clause */
/* Ice Lake-SP (06_6A): Skylake-SP's uncore with boxes at other places, extensions of umasks instead of a CHA's second filter, and memory
 * channels in device memory. Of overflows no source knows more than the statuses of UBox and PCU. Where functions are that Linux finds by
 * their identifiers alone is the model's own: UBox, the base addresses of memory controllers, the capabilities. */
#include "silicon/models/skylake_sp.h"

enum { CHAS = 40, CONTROLLERS = 4 };

#define CHA_EXTENSION MASK(32, 26)
#define M2M_EXTENSION MASK(32, 8)
#define UPI_EXTENSION MASK(32, 24)
enum { CHANNELS = 3 }; /* of a memory controller */
#define IIO_CHANNELS MASK(36, 12)
#define IIO_CLASSES  MASK(48, 3)
#define IIO_SELECT   (SKX_COMMON | MASK(24, 12) | IIO_CHANNELS | IIO_CLASSES)

static const struct model_layout cha_layout = SKX_LAYOUT(8, CHA_EXTENSION);
static const struct model_layout m2m_layout = SKX_LAYOUT(8, M2M_EXTENSION);
static const struct model_layout upi_layout = SKX_LAYOUT(8, UPI_EXTENSION);
static const struct model_layout iio_layout = SKX_LAYOUT(12, IIO_CHANNELS, IIO_CLASSES);

/* Memory controllers have equal shares of a socket's device memory, which is far from that of the next socket. */
/* No controller begins where MMIO_BASE says: other devices of the socket may. */
enum { CONTROLLER_PAGES = 0x40, BASE_LOW = 23, PAGE_LOW = 12 };
static const struct model_window window = {.first = 0xf0040000, .stride = 8 << 20, .bytes = 1 << 20};
#define CONTROLLER(n) ((uint32_t)(n)*CONTROLLER_PAGES << PAGE_LOW)

/* clang-format off */
static const struct model_bank global_banks[] = {
	SKX_GLOBAL_CTL,
	/* Which bit is whose no source knows: they read 0. */
	{.name = "global_status", .role = MODEL_STATUS, .count = 2, .stride = 1, .numbered = true,
	 .offset = 0x70e, .bits = 64, .writable = ~UINT64_C(0), .undocumented = ~UINT64_C(0),
	 .start_undocumented = true, .source = "LIKWID"},
	SKX_GLOBAL_CONFIG,
};
static const struct model_bank ubox_banks[] = {SKX_UBOX_BANKS(0)};
static const struct model_bank cha_banks[] = {
	SKX_FILTER("filter0", 5, MASK(0, 9), 0, "Linux"),
	SKX_BOX_CTL(0, 0, "Linux"),
	SKX_CTL(1, 4, 1, 64, SKX_SELECT | SKX_SELECT_TID | CHA_EXTENSION, cha_layout, "Linux"),
	SKX_CTR(8, 4, 1, 0, "Linux"),
};
static const struct model_field cha_fields[] = {[SKX_TID] = {0, 0, 9, false, false, "tid"}};
static const struct model_bank iio_banks[] = {
	SKX_BOX_CTL(0, 0, "Linux"), SKX_CTL(8, 4, 1, 64, IIO_SELECT, iio_layout, "Linux"),
	SKX_CTR(1, 4, 1, 0, "Linux"),
	SKX_FREE("free_clock", 1, 0, 5, 0, 48, "Linux"), SKX_FREE("free_in", 8, 1, 0, 1, 48, "Linux"),
};
static const struct model_bank irp_banks[] = {
	SKX_BOX_CTL(0, 0, "Linux"), SKX_CTL(3, 2, 1, 32, SKX_SELECT, model_skx_layout, "Linux"),
	SKX_CTR(1, 2, 1, 0, "Linux"),
};
static const struct model_bank m2pcie_banks[] = {
	SKX_BOX_CTL(0, 0, "Linux"), SKX_CTL(6, 4, 1, 32, SKX_SELECT, model_skx_layout, "Linux"),
	SKX_CTR(1, 4, 1, 0, "Linux"),
};
static const struct model_bank pcu_banks[] = {SKX_PCU_BANKS};
static const struct model_bank imc_banks[] = {
	SKX_BLOCK(0, 0x00, 0x40, 0x08, 4, 4, 32, SKX_SELECT, model_skx_layout),
	SKX_FIXED_CTL(0x54, 4, BIT(22), model_skx_dclk_layout, "Linux"),
	SKX_FIXED_CTR(0x38, 4, MODEL_NO_BIT, 0, "Linux"),
};
/* Of a controller: what is read and written, of memory and of persistent memory. */
static const struct model_bank imc_free_banks[] = {
	SKX_FREE("free_ddr", 2, 0, 0x2290, 8, 48, "Linux"), SKX_FREE("free_ddrt", 2, 0, 0x22a0, 8, 48, "Linux"),
	SKX_FREE("free_clock", 1, 0, 0x22b0, 0, 48, "Linux"),
};
static const struct model_bank m2m_banks[] = {
	SKX_BLOCK(0, 0x438, 0x468, 0x440, 4, 8, 64, SKX_SELECT | M2M_EXTENSION, m2m_layout),
};
static const struct model_bank upi_banks[] = {
	SKX_BLOCK(0, 0x318, 0x350, 0x320, 4, 8, 64, SKX_SELECT | UPI_EXTENSION, upi_layout),
};
static const struct model_bank m3upi_banks[] = {
	SKX_BLOCK(0, 0xa0, 0xd8, 0xa8, 4, 4, 32, SKX_SELECT, model_skx_layout),
};
static const struct model_bank ubox_config_banks[] = {SKX_NODE_BANKS};
/* In units of 8 MiB, and, of each controller, 4 KiB from there on. */
static const struct model_bank imc_config_banks[] = {
	DESCRIBED_FACT("mmio_base", 0xd0, 0, ~MASK(0, 29), "Linux, PCM"),
	{.name = "mem", .role = MODEL_STORE, .count = CONTROLLERS, .stride = 4, .numbered = true,
	 .offset = 0xd8, .bits = 32, .access = MODEL_KEEPS, .undocumented = ~MASK(0, 11), .source = "Linux, PCM"},
};
static const struct model_bank capid_banks[] = {
	DESCRIBED_FACT("capid6", 0x9c, 0, 0, "Linux"), DESCRIBED_FACT("capid7", 0xa0, 0, ~MASK(0, 8), "Linux"),
};

static const struct model_type global = SKX_GLOBAL_TYPE(global_banks);
static const struct model_type ubox = SKX_UBOX_TYPE(ubox_banks, model_icx_ubox_events);
static const struct model_type cha = {
	.name = "cha", .spread = 2, .space = SILICON_MSR, .has = MODEL_HAS_MSRS | SKX_HAS | MODEL_HAS_FILTER,
	.field = cha_fields, SKX_SILENT_PMON(cha_banks, model_icx_cha_events, model_skx_mean_cha),
};
static const struct model_type iio = {
	.name = "iio", SKX_IN_MSRS, SKX_SILENT_PMON(iio_banks, model_icx_iio_events, model_described_mean),
};
static const struct model_type irp = {
	.name = "irp", SKX_IN_MSRS, SKX_SILENT_PMON(irp_banks, model_icx_irp_events, model_described_mean),
};
static const struct model_type m2pcie = {
	.name = "m2pcie", SKX_IN_MSRS, SKX_SILENT_PMON(m2pcie_banks, model_icx_m2pcie_events, model_described_mean),
};
static const struct model_type pcu = {
	.name = "pcu", .single = true, .clock = 1 + SKX_PCLK, SKX_IN_MSRS,
	SKX_PMON(pcu_banks, model_icx_pcu_events, model_skx_mean_pcu),
};
static const struct model_type imc = {
	.name = "imc", .clock = 1 + SKX_DCLK, .space = SILICON_MMIO, .has = MODEL_HAS_MEMORY | SKX_HAS,
	SKX_SILENT_PMON(imc_banks, model_icx_imc_events, model_described_mean),
};
static const struct model_type imc_free = {
	.name = "imc_free", .clock = 1 + SKX_DCLK, .space = SILICON_MMIO, .has = MODEL_HAS_MEMORY,
	SKX_BANKS(imc_free_banks),
};
static const struct model_type m2m = {
	.name = "m2m", .id = 0x344a, SKX_IN_CONFIG, SKX_SILENT_PMON(m2m_banks, model_icx_m2m_events, model_described_mean),
};
static const struct model_type upi = {
	.name = "upi", .clock = 1 + SKX_UPI_CLOCK, .id = 0x3441, SKX_IN_CONFIG,
	SKX_SILENT_PMON(upi_banks, model_icx_upi_events, model_described_mean),
};
static const struct model_type m3upi = {
	.name = "m3upi", .id = 0x3446, SKX_IN_CONFIG,
	SKX_SILENT_PMON(m3upi_banks, model_icx_m3upi_events, model_described_mean),
};
static const struct model_type ubox_config = SKX_FACTS_TYPE("ubox_config", 0x3450, ubox_config_banks);
static const struct model_type imc_config = SKX_FACTS_TYPE("imc_config", 0x3451, imc_config_banks);
static const struct model_type capid = SKX_FACTS_TYPE("capid", 0x345b, capid_banks);

enum { UBOX_BUS, CAPID_BUS, BUSES };

/* Of six stacks the second three are elsewhere; of their counters that run by themselves, too. */
#define STACK(n)   ((n) < 3 ? 0x20 * (n) : 0x30 + 0x20 * (n))
#define TRAFFIC(n) ((n) < 3 ? 0x10 * (n) : 0x60 + 0x10 * (n))
#define CHA(n) {&cha, (n), {(n) < 18 ? 0xe00 + 0xe * (n) : (n) < 34 ? 0xf0a + 0xe * ((n) - 18) : 0xb60 + 0xe * ((n) - 34)}, 0, 0, 0}
#define IIO(n) {&iio, (n), {0xa50 + STACK(n), 0xaa0 + TRAFFIC(n)}, 0, 0, 0}
#define IRP(n) {&irp, (n), {0xa4a + STACK(n)}, 0, 0, 0}
#define M2PCIE(n) {&m2pcie, (n), {0xa40 + STACK(n)}, 0, 0, 0}
#define IMC(n) {&imc, (n), {CONTROLLER((n) / CHANNELS) + 0x22800 + 0x4000 * ((n) % CHANNELS)}, 0, 0, 0}
#define IMC_FREE(n) {&imc_free, (n), {CONTROLLER(n)}, 0, 0, 0}
#define AT(type, n, device, function) {&(type), (n), {MODEL_FUNCTION(UBOX_BUS, device, function)}, 0, 0, 0}
static const struct model_box boxes[] = {
	DESCRIBED_CORE_BOXES,
	{&global, 0, {0}, 0, 0, 0}, {&ubox, 0, {0}, 0, 0, 0}, {&pcu, 0, {0x710}, 0, 0, 0},
	CHA(0), CHA(1), CHA(2), CHA(3), CHA(4), CHA(5), CHA(6), CHA(7), CHA(8), CHA(9), CHA(10), CHA(11), CHA(12), CHA(13),
	CHA(14), CHA(15), CHA(16), CHA(17), CHA(18), CHA(19), CHA(20), CHA(21), CHA(22), CHA(23), CHA(24), CHA(25), CHA(26),
	CHA(27), CHA(28), CHA(29), CHA(30), CHA(31), CHA(32), CHA(33), CHA(34), CHA(35), CHA(36), CHA(37), CHA(38), CHA(39),
	IIO(0), IIO(1), IIO(2), IIO(3), IIO(4), IIO(5), IRP(0), IRP(1), IRP(2), IRP(3), IRP(4), IRP(5),
	M2PCIE(0), M2PCIE(1), M2PCIE(2), M2PCIE(3), M2PCIE(4), M2PCIE(5),
	IMC(0), IMC(1), IMC(2), IMC(3), IMC(4), IMC(5), IMC(6), IMC(7), IMC(8), IMC(9), IMC(10), IMC(11),
	IMC_FREE(0), IMC_FREE(1), IMC_FREE(2), IMC_FREE(3),
	AT(m2m, 0, 12, 0), AT(m2m, 1, 13, 0), AT(m2m, 2, 14, 0), AT(m2m, 3, 15, 0),
	AT(upi, 0, 2, 1), AT(upi, 1, 3, 1), AT(upi, 2, 4, 1), AT(m3upi, 0, 5, 1), AT(m3upi, 1, 6, 1), AT(m3upi, 2, 7, 1),
	AT(ubox_config, 0, 0, 0), AT(imc_config, 0, 0, 1), {&capid, 0, {MODEL_FUNCTION(CAPID_BUS, 30, 3)}, 0, 0, 0},
};

static const struct model_range claims[] = {
	DESCRIBED_CORE_CLAIMS, {0x700, 0x71a}, {0xa40, 0xb5f}, {0xb60, 0xbb3}, {0xe00, 0xfe9},
};
static const struct model_setting settings[ICX_SETTINGS] = {
	SKX_SETTING_ROWS(2200000000, 1600000000, MASK(0, 32), CPUID_OF_ICE_LAKE_SP),
	[SKX_CAPID7] = {"capid7", NULL, 0, MASK(0, CHAS - 32), 0},
	[ICX_CHANNELS] = {"channels", NULL, 2, CHANNELS, CHANNELS},
};
/* clang-format on */

/* ---- the machine -------------------------------------------------------------------------------------- */

/* The U-Box's bus and the one behind it: 7e and 7f, fe and ff on boards with two sockets. */
static uint8_t bus(const struct model *model, unsigned socket, unsigned index)
{
	return (uint8_t)(model_described_bus(model, socket, 0) + index);
}

static unsigned count_chas(const struct model *model)
{
	return count_bits(model->setting[SKX_CAPID6]) + count_bits(model->setting[SKX_CAPID7]);
}

static void settle_capids(struct model *model)
{
	uint64_t capids = model_skx_capids(model, 0x0f0f0f0f0f);

	if (model->setting[SKX_CAPID6])
		return;
	model->setting[SKX_CAPID6] = capids & MASK(0, 32);
	if (!model->setting[SKX_CAPID7])
		model->setting[SKX_CAPID7] = capids >> 32;
}

static void settle(struct model *model)
{
	settle_capids(model);
	model_skx_settle(model, &cha, count_chas(model));
	for (unsigned i = 0; i < model->registers; i++) {
		const struct model_box *box = &model->unit[model->reg[i].box];

		model->reg[i].absent |= box->type == &imc && box->number % CHANNELS >= model->setting[ICX_CHANNELS];
	}
}

/* What functions of the socket say of it. */
static uint64_t told(const struct model *model, unsigned socket, const struct model_register *at)
{
	if (at->bank == &imc_config_banks[0])
		return model_memory_base(model, socket) >> BASE_LOW;
	if (at->bank == &imc_config_banks[1])
		return ((model_memory_base(model, socket) & MASK(0, BASE_LOW)) >> PAGE_LOW) +
		       at->index * CONTROLLER_PAGES;
	if (at->bank == &global_banks[ARRAY_SIZE(global_banks) - 1])
		return count_chas(model);
	return model->setting[at->bank == &capid_banks[0] ? SKX_CAPID6 : SKX_CAPID7];
}

static void start(struct model *model, unsigned socket)
{
	model_core_start(model, socket);
	for (unsigned i = 0; i < model->registers; i++) {
		const struct model_type *type = model->unit[model->reg[i].box].type;

		if (type == &imc_config || type == &capid ||
		    model->reg[i].bank == &global_banks[ARRAY_SIZE(global_banks) - 1])
			model->socket[socket].value[i] = told(model, socket, &model->reg[i]);
	}
	model_described_tell_nodes(model, socket, ubox_config_banks);
}

/* clang-format off */
const struct model_part model_ice_lake_sp = {
	SKX_PART, .most_cores = CHAS, .name = "ice-lake-sp", .number = 0x6a, .box = boxes, .boxes = ARRAY_SIZE(boxes),
	.setting = settings, .settings = ARRAY_SIZE(settings), .claim = claims, .claims = ARRAY_SIZE(claims),
	.clock = 2200000000, .buses = BUSES, .bus = bus, .window = &window, .settle = settle, .start = start,
};
/* clang-format on */
