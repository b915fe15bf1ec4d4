/* SPDX-License-Identifier: BSD-2-Clause */
/* Skylake-SP and Cascade Lake-SP (06_55, steppings 0 to 4 and 5 to 11). Where a register is, and which bits a status has of boxes, is
 * said beside it; the PCI buses that functions are on are the model's own but where MSR 0x300 says them. */
#include "silicon/models/skylake_sp.h"

enum { CHAS = 28, STACKS = 6, BUSES = 4, CPU_BUSES = 6 };

/* The links' extension of the umask, and the IIO's masks of channels and classes. */
#define UPI_EXTENSION (MASK(32, 12) | MASK(45, 11))
#define IIO_CHANNELS  MASK(36, 8)
#define IIO_CLASSES   MASK(44, 3)
#define IIO_SELECT    (SKX_COMMON | MASK(24, 12) | IIO_CHANNELS | IIO_CLASSES)

const struct model_layout model_skx_layout = SKX_LAYOUT(8, 0);
const struct model_layout model_skx_short_layout = SKX_LAYOUT(5, 0);
const struct model_layout model_skx_upi_layout = SKX_LAYOUT(8, UPI_EXTENSION);
const struct model_layout model_skx_fixed_layout = SKX_CLOCK_LAYOUT(20);
const struct model_layout model_skx_dclk_layout = SKX_CLOCK_LAYOUT(MODEL_NO_BIT);
static const struct model_layout iio_layout = SKX_LAYOUT(12, IIO_CHANNELS, IIO_CLASSES);

/* Bits of the global status, by LIKWID's map of boxes. An IRP has that of its IIO. */
#define OV_UBOX_FIXED 0
#define OV_UBOX       BIT(1)
#define OV_PCU        BIT(2)
#define OV_CHA(n)     BIT(3 + (n))
#define OV_MC(n)      BIT(39 + (n))
#define OV_UPI(n)     BIT(41 + (n))
#define OV_M3UPI(n)   ((n) < 2 ? BIT(46 + (n)) : 0)
#define OV_IIO(n)     ((n) < 5 ? BIT(56 + (n)) : 0)
#define OV_M2M(n)     BIT(62 + (n))
#define OV_ALL        (MASK(0, 3 + CHAS) | MASK(39, 5) | MASK(46, 2) | MASK(56, 5) | MASK(62, 2))

/* clang-format off */
static const struct model_bank global_banks[] = {
	/* The buses of the socket, eight bits each, and bit 63. */
	{.name = "cpubusno", .role = MODEL_STORE, .count = 1, .offset = 0x300, .bits = 64,
	 .access = MODEL_RAISES_GP, .undocumented = MASK(48, 15), .source = "Linux"},
	SKX_GLOBAL_CTL, SKX_STATUS("global_status", 0x701, OV_ALL, "LIKWID"),
	SKX_GLOBAL_CONFIG,
};
static const struct model_bank ubox_banks[] = {SKX_UBOX_BANKS(1 + OV_UBOX_FIXED)};
static const struct model_bank cha_banks[] = {
	SKX_FILTER("filter0", 5, MASK(0, 13) | MASK(17, 10), 0, "Linux"),
	SKX_FILTER("filter1", 6, MASK(0, 2) | MASK(3, 3) | MASK(9, 23), MASK(9, 20), "Linux, PCM"),
	SKX_BOX_CTL(0, 0, "Linux"), SKX_STATUS("status", 7, MASK(0, 4), "SDM volume 3C, Haswell-EP"),
	SKX_CTL(1, 4, 1, 32, SKX_SELECT | SKX_SELECT_TID, model_skx_layout, "Linux"),
	SKX_CTR(8, 4, 1, 0, "Linux"),
};
enum { FILTER0, FILTER1 };
static const struct model_field cha_fields[SKX_CHA_FIELDS] = {
	[SKX_TID]         = {FILTER0, 0, 9, false, false, "tid"},
	[SKX_LINK]        = {FILTER0, 9, 4, false, false, "link"},
	[SKX_STATE]       = {FILTER0, 17, 10, false, false, "state"},
	[SKX_REMOTE]      = {FILTER1, 0, 1, false, false, "rem"},
	[SKX_LOCAL]       = {FILTER1, 1, 1, false, false, "loc"},
	[SKX_ALL_OPCODES] = {FILTER1, 3, 1, false, false, "all_opc"},
	[SKX_NEAR]        = {FILTER1, 4, 1, false, false, "nm"},
	[SKX_NOT_NEAR]    = {FILTER1, 5, 1, false, false, "not_nm"},
	[SKX_OPCODE0]     = {FILTER1, 9, 10, false, false, "opc0"},
	[SKX_OPCODE1]     = {FILTER1, 19, 10, false, false, "opc1"},
	[SKX_C6]          = {FILTER1, 29, 1, false, false, "c6"},
	[SKX_NC]          = {FILTER1, 30, 1, false, false, "nc"},
	[SKX_ISOC]        = {FILTER1, 31, 1, false, false, "isoc"},
};
/* What ports bring in and take out, and how busy each is in either direction, which alternate. */
static const struct model_bank iio_banks[] = {
	SKX_BOX_CTL(0, 0, "Linux"), SKX_STATUS("status", 7, MASK(0, 4), "PCM"),
	SKX_CTL(8, 4, 1, 64, IIO_SELECT, iio_layout, "Linux"), SKX_CTR(1, 4, 1, 0, "Linux"),
	SKX_FREE("free_clock", 1, 0, 5, 0, 36, "Linux"),
	SKX_FREE("free_in", 4, 1, 0, 1, 36, "Linux"), SKX_FREE("free_out", 4, 1, 4, 1, 36, "Linux"),
	SKX_FREE("free_util_in", 4, 1, 8, 2, 36, "Linux"), SKX_FREE("free_util_out", 4, 1, 9, 2, 36, "Linux"),
};
static const struct model_bank irp_banks[] = {
	SKX_BOX_CTL(0, 0, "Linux"), SKX_CTL(3, 2, 1, 32, SKX_SELECT, model_skx_layout, "Linux"),
	SKX_CTR(1, 2, 1, 0, "Linux"),
};
static const struct model_bank pcu_banks[] = {SKX_PCU_BANKS};
static const struct model_bank imc_banks[] = {
	SKX_BLOCK(0, 0xf4, 0xd8, 0xa0, 4, 4, 32, SKX_SELECT, model_skx_layout),
	SKX_FIXED_CTL(0xf0, 4, BIT(22), model_skx_dclk_layout, "Linux"),
	SKX_FIXED_CTR(0xd0, 4, MODEL_NO_BIT, 0, "Linux"),
};
static const struct model_bank m2m_banks[] = {
	SKX_BLOCK(0, 0x258, 0x228, 0x200, 4, 8, 32, SKX_SELECT, model_skx_layout),
};
static const struct model_bank upi_banks[] = {
	SKX_BLOCK(0, 0x378, 0x350, 0x318, 4, 8, 64, SKX_SELECT | UPI_EXTENSION, model_skx_upi_layout),
};
static const struct model_bank m2pcie_banks[] = {
	SKX_BLOCK(0, 0xf4, 0xd8, 0xa0, 4, 4, 32, SKX_SELECT, model_skx_layout),
};
static const struct model_bank m3upi_banks[] = {
	SKX_BLOCK(0, 0xf4, 0xd8, 0xa0, 3, 4, 32, SKX_SELECT, model_skx_layout),
};
static const struct model_bank ubox_config_banks[] = {SKX_NODE_BANKS};
static const struct model_bank capid_banks[] = {
	DESCRIBED_FACT("capid6", 0x9c, 0, ~MASK(0, CHAS), "Linux"),
};

static const uint16_t imc_ids[] = {0x2042, 0x2046, 0x204a, 0x2042, 0x2046, 0x204a};
static const uint16_t m3upi_ids[] = {0x204d, 0x204e, 0x204d, 0x204e, 0x204d, 0x204e};

static const struct model_type global = SKX_GLOBAL_TYPE(global_banks);
static const struct model_type ubox = SKX_UBOX_TYPE(ubox_banks, model_skx_ubox_events);
#define CHA_TYPE(events_)                                                                          \
	{.name = "cha", .spread = 2, .space = SILICON_MSR,                                         \
	 .has = MODEL_HAS_MSRS | SKX_HAS | MODEL_HAS_FILTER, .field = cha_fields,                  \
	 SKX_PMON(cha_banks, events_, model_skx_mean_cha)}
#define IMC_TYPE(events_)                                                                          \
	{.name = "imc", .clock = 1 + SKX_DCLK, .ids = imc_ids, SKX_IN_CONFIG,                      \
	 SKX_SILENT_PMON(imc_banks, events_, model_described_mean)}
#define M2M_TYPE(events_)                                                                          \
	{.name = "m2m", .id = 0x2066, SKX_IN_CONFIG, SKX_SILENT_PMON(m2m_banks, events_, model_described_mean)}
#define UPI_TYPE(events_)                                                                          \
	{.name = "upi", .clock = 1 + SKX_UPI_CLOCK, .id = 0x2058, SKX_IN_CONFIG,                   \
	 SKX_SILENT_PMON(upi_banks, events_, model_described_mean)}
static const struct model_type cha = CHA_TYPE(model_skx_cha_events), clx_cha = CHA_TYPE(model_clx_cha_events);
static const struct model_type imc = IMC_TYPE(model_skx_imc_events), clx_imc = IMC_TYPE(model_clx_imc_events);
static const struct model_type m2m = M2M_TYPE(model_skx_m2m_events), clx_m2m = M2M_TYPE(model_clx_m2m_events);
static const struct model_type upi = UPI_TYPE(model_skx_upi_events), clx_upi = UPI_TYPE(model_clx_upi_events);
static const struct model_type iio = {
	.name = "iio", SKX_IN_MSRS, SKX_PMON(iio_banks, model_skx_iio_events, model_described_mean),
};
static const struct model_type irp = {
	.name = "irp", SKX_IN_MSRS, SKX_SILENT_PMON(irp_banks, model_skx_irp_events, model_described_mean),
};
static const struct model_type pcu = {
	.name = "pcu", .single = true, .clock = 1 + SKX_PCLK, SKX_IN_MSRS,
	SKX_PMON(pcu_banks, model_skx_pcu_events, model_skx_mean_pcu),
};
static const struct model_type m2pcie = {
	.name = "m2pcie", .id = 0x2088, SKX_IN_CONFIG,
	SKX_SILENT_PMON(m2pcie_banks, model_skx_m2pcie_events, model_described_mean),
};
static const struct model_type m3upi = {
	.name = "m3upi", .ids = m3upi_ids, SKX_IN_CONFIG,
	SKX_SILENT_PMON(m3upi_banks, model_skx_m3upi_events, model_described_mean),
};
static const struct model_type ubox_config = SKX_FACTS_TYPE("ubox_config", 0x2014, ubox_config_banks);
static const struct model_type capid = SKX_FACTS_TYPE("capid", 0x2083, capid_banks);

/* Devices and functions in decimal; their buses by index. */
enum { UBOX_BUS, PCU_BUS, MEMORY_BUS, MESH_BUS };
#define CHA(type, n) {(type), (n), {0xe00 + 0x10 * (n)}, OV_CHA(n), 0, 0}
#define IIO(n) {&iio, (n), {0xa40 + 0x20 * (n), 0xb00 + 0x10 * (n)}, OV_IIO(n), 0, 0}
#define IRP(n) {&irp, (n), {0xa58 + 0x20 * (n)}, OV_IIO(n), 0, 0}
#define AT(type, n, bus, device, function, summary)                                                \
	{(type), (n), {MODEL_FUNCTION(bus, device, function)}, (summary), 0, 0}
#define BOXES(cha_, imc_, m2m_, ...)                                                               \
	DESCRIBED_CORE_BOXES,                                                                      \
	{&global, 0, {0}, 0, 0, 0}, {&ubox, 0, {0}, OV_UBOX, 0, 0}, {&pcu, 0, {0x710}, OV_PCU, 0, 0}, \
	CHA(cha_, 0), CHA(cha_, 1), CHA(cha_, 2), CHA(cha_, 3), CHA(cha_, 4), CHA(cha_, 5), CHA(cha_, 6), \
	CHA(cha_, 7), CHA(cha_, 8), CHA(cha_, 9), CHA(cha_, 10), CHA(cha_, 11), CHA(cha_, 12), CHA(cha_, 13), \
	CHA(cha_, 14), CHA(cha_, 15), CHA(cha_, 16), CHA(cha_, 17), CHA(cha_, 18), CHA(cha_, 19), CHA(cha_, 20), \
	CHA(cha_, 21), CHA(cha_, 22), CHA(cha_, 23), CHA(cha_, 24), CHA(cha_, 25), CHA(cha_, 26), CHA(cha_, 27), \
	IIO(0), IIO(1), IIO(2), IIO(3), IIO(4), IIO(5), IRP(0), IRP(1), IRP(2), IRP(3), IRP(4), IRP(5), \
	AT(imc_, 0, MEMORY_BUS, 10, 2, OV_MC(0)), AT(imc_, 1, MEMORY_BUS, 10, 6, OV_MC(0)),        \
	AT(imc_, 2, MEMORY_BUS, 11, 2, OV_MC(0)), AT(imc_, 3, MEMORY_BUS, 12, 2, OV_MC(1)),        \
	AT(imc_, 4, MEMORY_BUS, 12, 6, OV_MC(1)), AT(imc_, 5, MEMORY_BUS, 13, 2, OV_MC(1)),        \
	AT(m2m_, 0, MEMORY_BUS, 8, 0, OV_M2M(0)), AT(m2m_, 1, MEMORY_BUS, 9, 0, OV_M2M(1)),        \
	__VA_ARGS__,                                                                               \
	AT(&m2pcie, 0, MESH_BUS, 21, 1, 0), AT(&m2pcie, 1, MESH_BUS, 22, 1, 0),                    \
	AT(&m2pcie, 2, MESH_BUS, 23, 1, 0),                                                        \
	AT(&m3upi, 0, MESH_BUS, 18, 1, OV_M3UPI(0)), AT(&m3upi, 1, MESH_BUS, 18, 2, OV_M3UPI(1)),  \
	AT(&ubox_config, 0, UBOX_BUS, 8, 0, 0), AT(&capid, 0, PCU_BUS, 30, 3, 0)
#define THREE_UPI(upi_)                                                                            \
	AT(upi_, 0, MESH_BUS, 14, 0, OV_UPI(0)), AT(upi_, 1, MESH_BUS, 15, 0, OV_UPI(1)),          \
	AT(upi_, 2, MESH_BUS, 16, 0, OV_UPI(2))
/* Three links, and one more mesh stop of PCI Express. */
#define SMALL(upi_)                                                                                \
	THREE_UPI(upi_), AT(&m3upi, 2, MESH_BUS, 18, 5, OV_M3UPI(2)), AT(&m2pcie, 3, MESH_BUS, 22, 5, 0)
/* Cooper Lake: six (PCM). Where those beyond the third show their overflows no source says. */
#define SIX(upi_)                                                                                  \
	THREE_UPI(upi_), AT(upi_, 3, MESH_BUS, 14, 4, 0), AT(upi_, 4, MESH_BUS, 15, 4, 0), AT(upi_, 5, MESH_BUS, 16, 4, 0), \
	AT(&m3upi, 2, MESH_BUS, 19, 1, 0), AT(&m3upi, 3, MESH_BUS, 19, 2, 0),                      \
	AT(&m3upi, 4, MESH_BUS, 20, 1, 0), AT(&m3upi, 5, MESH_BUS, 20, 2, 0)
static const struct model_box boxes[] = {BOXES(&cha, &imc, &m2m, SMALL(&upi))};
static const struct model_box clx_boxes[] = {BOXES(&clx_cha, &clx_imc, &clx_m2m, SMALL(&clx_upi))};
static const struct model_box cpx_boxes[] = {BOXES(&clx_cha, &clx_imc, &clx_m2m, SIX(&clx_upi))};

static const struct model_range claims[] = {
	{0x300, 0x300}, DESCRIBED_CORE_CLAIMS, {0x700, 0x71a}, {0xa40, 0xb5f}, {0xe00, 0xfbf},
};
#define SETTING_ROWS(dumps_) SKX_SETTING_ROWS(2400000000, 1333000000, MASK(0, CHAS), dumps_)
#define STACK_ROW {"stacks", NULL, 4, 6, 6}
static const struct model_setting settings[SKX_OWN_SETTINGS] = {
	SETTING_ROWS(CPUID_OF_SKYLAKE_SP), [SKX_STACKS] = STACK_ROW
};
static const struct model_setting clx_settings[SKX_OWN_SETTINGS] = {
	SETTING_ROWS(CPUID_OF_CASCADE_LAKE_SP), [SKX_STACKS] = STACK_ROW
};
/* No dump of CPUID is at hand: its counters of cores are taken to be those of Cascade Lake. */
static const struct model_setting cpx_settings[CPX_SETTINGS] = {
	SETTING_ROWS(CPUID_OF_CASCADE_LAKE_SP), [SKX_STACKS] = STACK_ROW, [CPX_LINKS] = {"links", NULL, 0, 6, 6}
};
_Static_assert((int)ICX_SETTINGS <= (int)MODEL_SETTINGS, "room for settings");
/* clang-format on */

/* ---- the machine -------------------------------------------------------------------------------------- */

/* Sockets have equal shares of the buses, and in them a socket's are equally far apart. */
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

/* Of a box that has neither a status nor a bit in the global one no source says where an overflow would show. */
static void settle_overflows(struct model *model)
{
	for (unsigned i = 0; i < model->counters; i++) {
		struct model_counter_place *place = &model->counter[i];
		const struct model_box_place *box = &model->box[place->box];

		place->silent |= box->reg[MODEL_STATUS] == MODEL_NONE && !box->summary && !place->summary;
	}
}

void model_skx_settle(struct model *model, const struct model_type *chas, unsigned count)
{
	model_described_settle(model);
	settle_overflows(model);
	model_lack(model, chas, count);
}

uint64_t model_skx_capids(const struct model *model, uint64_t usual)
{
	unsigned cores = (unsigned)(model->cores / model->setting[CORE_THREADS]);

	return cores > count_bits(usual) ? MASK(0, cores) : usual;
}

/* MSRs of CHAs follow one another, whichever bits of the capabilities are clear. */
static void settle(struct model *model)
{
	const struct model_type *chas = model->part->box == boxes ? &cha : &clx_cha;

	if (!model->setting[SKX_CAPID6])
		model->setting[SKX_CAPID6] = model_skx_capids(model, 0x3c3c3c);
	model_skx_settle(model, chas, count_bits(model->setting[SKX_CAPID6]));
	model_lack(model, &iio, (unsigned)model->setting[SKX_STACKS]);
	model_lack(model, &irp, (unsigned)model->setting[SKX_STACKS]);
}

static void settle_links(struct model *model)
{
	settle(model);
	model_lack(model, &clx_upi, (unsigned)model->setting[CPX_LINKS]);
	model_lack(model, &m3upi, (unsigned)model->setting[CPX_LINKS]);
	for (unsigned i = 0; i < model->boxes; i++) {
		const struct model_box *box = &model->unit[i];

		model->box[i].unwired =
			(box->type == &clx_upi || box->type == &m3upi) && box->number >= model->setting[CPX_LINKS];
	}
}

static void start(struct model *model, unsigned socket)
{
	uint64_t *value = model->socket[socket].value;

	model_core_start(model, socket);
	model_described_tell_nodes(model, socket, ubox_config_banks);
	for (unsigned i = 0; i < model->registers; i++) {
		if (model->reg[i].bank == &global_banks[0])
			value[i] = bus_numbers(model, socket);
		if (model->reg[i].bank == &global_banks[ARRAY_SIZE(global_banks) - 1])
			value[i] = count_bits(model->setting[SKX_CAPID6]);
		if (model->reg[i].bank == &capid_banks[0])
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
	.claim = claims, .claims = ARRAY_SIZE(claims), .clock = 2400000000, .start = start, .most_cores = CHAS
/* clang-format on */

const struct model_part model_skylake_sp = {
	PART,
	.name = "skylake-sp",
	.steppings = MASK(0, 5),
	.box = boxes,
	.boxes = ARRAY_SIZE(boxes),
	.setting = settings,
	.settings = SKX_OWN_SETTINGS,
	.settle = settle,
};
const struct model_part model_cascade_lake_sp = {
	PART,
	.name = "cascade-lake-sp",
	.steppings = MASK(5, 3),
	.box = clx_boxes,
	.boxes = ARRAY_SIZE(clx_boxes),
	.setting = clx_settings,
	.settings = SKX_OWN_SETTINGS,
	.settle = settle,
};
const struct model_part model_cooper_lake_sp = {
	PART,
	.name = "cooper-lake-sp",
	.steppings = MASK(10, 2),
	.box = cpx_boxes,
	.boxes = ARRAY_SIZE(cpx_boxes),
	.setting = cpx_settings,
	.settings = CPX_SETTINGS,
	.settle = settle_links,
};
