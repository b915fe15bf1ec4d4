/* SPDX-License-Identifier: BSD-2-Clause */
/* A processor that nobody has a table of, but that describes itself: family 6, and a model number that no source gives to
 * anything. All addresses are the model's own, and its table is as awkward as a right one can be: blocks that describe
 * nothing, identifiers out of order and with gaps, types that nobody knows, of another width and number of counters,
 * places in a second global status, more blocks than a page holds, another capability in front, a base address register
 * that is not the first. */
#include "silicon/models/described.h"

enum { SET_TABLE = DESCRIBED_SETTINGS, UNKNOWN_SETTINGS };
enum { TABLE_BY_FUNCTION, TABLE_BY_REGISTER, TABLE_BY_BOTH };

#define TABLE_REGISTER 0x201e
#define OTHER_ENTRY    0x40010003

#define OWN            "the model's own"

enum { CHA = 0x00, IMC = 0x06, UPI = 0x08, STRANGE_MEMORY = 0x5c, STRANGE = 0x7f };

/* clang-format off */
static const struct model_bank global_banks[] = {
	DESCRIBED_GLOBAL_CTL(0x2700, OWN),
	DESCRIBED_GLOBAL_STATUS("global_status0", 0x2704, MASK(0, 64), OWN),
};
static const struct model_bank more_global_banks[] = {
	DESCRIBED_GLOBAL_STATUS("global_status1", 0x2705, MASK(0, 2), OWN),
};
static const struct model_bank cha_banks[] = {
	DESCRIBED_MSRS(1, 2, 8, 4, 48, DESCRIBED_SELECT, &model_described_layout, OWN),
};
static const struct model_bank strange_banks[] = {
	DESCRIBED_MSRS(7, 3, 5, 2, 32, DESCRIBED_SELECT, &model_described_layout, OWN),
};
static const struct model_bank imc_banks[] = {DESCRIBED_NARROW(0x5c, 0x40, 0x08, 4, 48, OWN)};
static const struct model_bank strange_memory_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_AT_BASE, 0xf8, 0x80, 0x10, 8, 40, DESCRIBED_SELECT, OWN),
};
static const struct model_bank upi_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_IN_FUNCTION, 0x60, 0x38, 0x08, 4, 48, DESCRIBED_SELECT, OWN),
};

/* PCI Express: an endpoint of the root complex. Two vendor-specific extended capabilities: telemetry, then the table. */
enum { DISCOVERY_ENTRY = 7 };
static const struct model_bank discovery_banks[] = {
	DESCRIBED_FACT("express_cap", 0x40, 0x00920010, "PCI Express base specification"),
	DESCRIBED_FACT("other_cap", 0x100, 0x14010023, "Linux 6.12"),
	DESCRIBED_FACT("other_vendor", 0x104, 0x01018086, "Linux 6.12"),
	DESCRIBED_FACT("other_entry", 0x108, 0x04010042, "Linux 6.12"),
	DESCRIBED_FACT("other_table", 0x10c, 0x00000000, "Linux 6.12"),
	DESCRIBED_FACT("pmon_cap", 0x140, 0x00010023, "Linux 6.12"),
	DESCRIBED_FACT("pmon_vendor", 0x144, 0x01018086, "Linux 6.12"),
	[DISCOVERY_ENTRY] = DESCRIBED_FACT("pmon_entry", 0x148, 0x40010001, "Linux 6.12"),
	DESCRIBED_FACT("pmon_table", 0x14c, 0x00000002, "Linux 6.12"),
};
#define BANKS(banks_) .bank = banks_, .banks = ARRAY_SIZE(banks_)

static const struct model_type global = {.name = "global", .single = true, DESCRIBED_GLOBAL_TYPE(global_banks)};
static const struct model_type more_global = {
	.name = "global1", .single = true, .has = MODEL_HAS_MSRS, BANKS(more_global_banks),
};
static const struct model_type cha = {
	.name = "type0_", DESCRIBED_IN_MSRS, DESCRIBED_UNIT(CHA, cha_banks), .events = &model_described_any_events,
};
static const struct model_type strange = {
	.name = "type127_", .above = 1, DESCRIBED_IN_MSRS, DESCRIBED_UNIT(STRANGE, strange_banks),
	.events = &model_described_any_events,
};
static const struct model_type imc = {
	.name = "type6_", DESCRIBED_IN_MEMORY, DESCRIBED_UNIT(IMC, imc_banks), .events = &model_described_any_events,
};
static const struct model_type strange_memory = {
	.name = "type92_", DESCRIBED_IN_MEMORY, DESCRIBED_UNIT(STRANGE_MEMORY, strange_memory_banks),
	.events = &model_described_any_events,
};
static const struct model_type upi = {
	.name = "type8_", .id = 0x7ffd, .id_undocumented = 0xff, DESCRIBED_IN_CONFIG, DESCRIBED_UNIT(UPI, upi_banks),
	.events = &model_described_any_events,
};
static const struct model_type discovery_type = {
	.name = "discovery", .single = true, .space = SILICON_CONFIG, .id = 0x09a7, .has = MODEL_HAS_HEADER,
	BANKS(discovery_banks),
};

#define MSRS(type, n, address, position)   {&(type), (n), {(address)}, BIT(position), 0, 0}
#define MEMORY(type, n, offset, position)  {&(type), (n), {(offset)}, BIT(position), 0, 0}
#define AT(type, n, bus, device, function, position)                                               \
	{&(type), (n), {MODEL_FUNCTION(bus, device, function), MODEL_FUNCTION(bus, device, function) + 0x318},        \
	 BIT(position), 0, 0}

static const struct model_box boxes[] = {
	DESCRIBED_CORE_BOXES,
	{&global, 0, {0}, 0, 0, 0},
	{&more_global, 0, {0}, 0, 0, 0},
	MSRS(cha, 2, 0x2620, 6), MSRS(cha, 0, 0x2600, 4), MSRS(cha, 3, 0x2630, 7),
	MSRS(cha, 1, 0x2610, 5),
	MSRS(strange, 9, 0x2650, 0), MSRS(strange, 4, 0x2660, 1),
	MEMORY(imc, 0, 0x80800, 10), MEMORY(imc, 1, 0x88800, 11), MEMORY(imc, 3, 0x90800, 12),
	MEMORY(strange_memory, 0, 0x98400, 63), MEMORY(strange_memory, 1, 0x9c400, 62),
	AT(upi, 1, 0, 2, 1, 21), AT(upi, 0, 0, 1, 1, 20),
	{&discovery_type, 0, {MODEL_FUNCTION(1, 3, 2)}, 0, 0, 0},
};

/* Blocks that every program must pass over. */
static const struct model_odd_block odd[] = {
	{0, {~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0)}},
	{1, {0, 0, 0}},
	{3, {UINT64_C(0xc000000108300204), 0x2670, UINT64_C(0x0000000800000001)}}, /* access type 3 */
	{8, {UINT64_C(0x0000000108300004), 0x2680, UINT64_C(0x0000000900000002)}}, /* no selects */
	{13, {UINT64_C(0x0000000108300204), 0, UINT64_C(0x0000000e00000003)}},     /* no address */
};
static const struct model_discovery discovery = {
	.type = &discovery_type, .window = 0xf0000000, .window_bytes = 1 << 20, .table_bytes = 512 << 10, .stride = 32,
	.bar = 2, .odd = odd, .odds = ARRAY_SIZE(odd),
};

static const struct model_claim claims[] = {
	DESCRIBED_CORE_CLAIMS, {{TABLE_REGISTER, TABLE_REGISTER}, 0}, {{0x2600, 0x266f}, 0}, {{0x2700, 0x2705}, 0},
};
static const struct model_setting settings[UNKNOWN_SETTINGS] = {
	DESCRIBED_SETTING_ROWS(2000000000),
	[SET_TABLE] = {"discovery.by", "function register both", 0, 0, TABLE_BY_FUNCTION},
};
/* clang-format on */

/* If the register alone says where the table is, the function's second capability is one for something else, too. */
static void settle(struct model *model)
{
	model_described_settle(model);
	for (unsigned i = 0; i < model->registers; i++)
		if (model->reg[i].bank == &discovery_banks[DISCOVERY_ENTRY] &&
		    model->setting[SET_TABLE] == TABLE_BY_REGISTER)
			model->reg[i].initial = OTHER_ENTRY;
}

/* Where the table of the socket is; 0: that a PCI function says. */
static enum silicon_answer extra(struct model *model, const struct silicon_access *access, bool write, uint64_t *value)
{
	if (access->address != TABLE_REGISTER)
		return SILICON_NOT_MINE;
	if (write || access->bytes != 8 || access->socket >= model->sockets)
		return SILICON_FAULT;
	*value = 0;
	if (model->setting[SET_TABLE] != TABLE_BY_FUNCTION)
		*value = discovery.window + (uint64_t)access->socket * discovery.window_bytes;
	return SILICON_OK;
}

const struct model_part model_unknown_xeon = {
	.name = "unknown-xeon",
	DESCRIBED_PART,
	.number = 0xfe,
	.box = boxes,
	.boxes = ARRAY_SIZE(boxes),
	.setting = settings,
	.settings = ARRAY_SIZE(settings),
	.claim = claims,
	.claims = ARRAY_SIZE(claims),
	.clock = 2000000000,
	.settle = settle,
	.discovery = &discovery,
	.extra = extra,
};
