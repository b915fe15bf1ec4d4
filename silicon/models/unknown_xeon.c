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
	DESCRIBED_WIDE(DESCRIBED_AT_BASE, 0xf8, 0x80, 0x10, 8, 40, DESCRIBED_SELECT, MASK(32, 32), OWN),
};
static const struct model_bank upi_banks[] = {
	DESCRIBED_WIDE(DESCRIBED_IN_FUNCTION, 0x60, 0x38, 0x08, 4, 48, DESCRIBED_SELECT, 0, OWN),
};

enum { DISCOVERY_ENTRY = 7 };
static const struct model_bank discovery_banks[] = {DESCRIBED_CAPABILITIES(2, ~UINT64_C(0))};
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

static const struct model_box boxes[] = {
	DESCRIBED_CORE_BOXES,
	{&global, 0, {0}, 0, 0, 0},
	{&more_global, 0, {0}, 0, 0, 0},
	DESCRIBED_AT_MSR(cha, 2, 0x2620, 6), DESCRIBED_AT_MSR(cha, 0, 0x2600, 4), DESCRIBED_AT_MSR(cha, 3, 0x2630, 7),
	DESCRIBED_AT_MSR(cha, 1, 0x2610, 5),
	DESCRIBED_AT_MSR(strange, 9, 0x2650, 0), DESCRIBED_AT_MSR(strange, 4, 0x2660, 1),
	DESCRIBED_AT_MEMORY(imc, 0, 0x80800, 10), DESCRIBED_AT_MEMORY(imc, 1, 0x88800, 11), DESCRIBED_AT_MEMORY(imc, 3, 0x90800, 12),
	DESCRIBED_AT_MEMORY(strange_memory, 0, 0x98400, 63), DESCRIBED_AT_MEMORY(strange_memory, 1, 0x9c400, 62),
	DESCRIBED_AT(upi, 1, 2, 1, 0x318, 21), DESCRIBED_AT(upi, 0, 1, 1, 0x318, 20),
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
	.type = &discovery_type, .table_bytes = 512 << 10, .stride = 32,
	.bar = 2, .odd = odd, .odds = ARRAY_SIZE(odd),
};

static const struct model_range claims[] = {
	DESCRIBED_CORE_CLAIMS, {TABLE_REGISTER, TABLE_REGISTER}, {0x2600, 0x266f}, {0x2700, 0x2705},
};
static const struct model_setting settings[UNKNOWN_SETTINGS] = {
	DESCRIBED_SETTING_ROWS(2000000000, DESCRIBED_RUNS, CPUID_OF_NONE),
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
		*value = model_memory_base(model, access->socket);
	return SILICON_OK;
}

const struct model_part model_unknown_xeon = {
	.name = "unknown-xeon",
	DESCRIBED_PART,
	.number = 0xfe,
	.most_cores = 64,
	.box = boxes,
	.boxes = ARRAY_SIZE(boxes),
	.setting = settings,
	.settings = ARRAY_SIZE(settings),
	.claim = claims,
	.claims = ARRAY_SIZE(claims),
	.clock = 2000000000,
	.settle = settle,
	.start = model_core_start,
	.discovery = &discovery,
	.extra = extra,
};
