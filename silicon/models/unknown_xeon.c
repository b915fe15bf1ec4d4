/* SPDX-License-Identifier: BSD-2-Clause */
/* A self-describing processor that programs have no table for: family 6, with a model number that no source uses. All addresses are
 * the model's own, and its table is as awkward as a valid one can be: blocks that describe nothing, unordered identifiers with
 * gaps, unknown types with other widths and numbers of counters, places in a second global status, more blocks than fit in a page,
 * another capability in front, a base address register that is not the first. */
#include "silicon/models/described.h"

enum { SET_TABLE = DESCRIBED_SETTINGS, UNKNOWN_SETTINGS };
enum { TABLE_BY_FUNCTION, TABLE_BY_REGISTER, TABLE_BY_BOTH };

#define TABLE_REGISTER 0x201e
#define OTHER_ENTRY    0x40010003

/* clang-format off */
/* Blocks that every program must pass over. */
static const struct model_odd_block odd[] = {
	{0, {~UINT64_C(0), ~UINT64_C(0), ~UINT64_C(0)}},
	{1, {0, 0, 0}},
	{3, {UINT64_C(0xc000000108300204), 0x2670, UINT64_C(0x0000000800000001)}}, /* access type 3 */
	{8, {UINT64_C(0x0000000108300004), 0x2680, UINT64_C(0x0000000900000002)}}, /* no selects */
	{13, {UINT64_C(0x0000000108300204), 0, UINT64_C(0x0000000e00000003)}},     /* no address */
};
static const struct model_discovery discovery = {
	.type = &model_unknown_discovery, .table_bytes = 512 << 10, .stride = 32,
	.bar = 2, .odd = odd, .odds = ARRAY_SIZE(odd),
};

static const struct model_range claims[] = {
	DESCRIBED_CORE_CLAIMS, {TABLE_REGISTER, TABLE_REGISTER}, {0x2600, 0x266f}, {0x2700, 0x2705},
};
static const struct model_setting settings[UNKNOWN_SETTINGS] = {
	DESCRIBED_SETTING_ROWS(2000000000, DESCRIBED_RUNS, CPUID_OF_NONE, CORE_NO_ERRATA),
	[SET_TABLE] = {"discovery.by", "function register both", 0, 0, TABLE_BY_FUNCTION},
};
/* clang-format on */

/* If only the register gives the place of the table, the function's second capability is for something else, too. */
static void settle_unknown_xeon(struct model *model)
{
	model_described_settle(model);
	for (unsigned i = 0; i < model->registers; i++)
		if (model_is_bank(model, i, "pmon_entry") && model->setting[SET_TABLE] == TABLE_BY_REGISTER)
			model->reg[i].initial = OTHER_ENTRY;
}

/* Reads the place of the socket's table; 0: a PCI function gives it. */
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
	.box = model_unknown_boxes,
	.boxes = ARRAY_SIZE(model_unknown_boxes),
	.setting = settings,
	.settings = ARRAY_SIZE(settings),
	.claim = claims,
	.claims = ARRAY_SIZE(claims),
	.clock = 2000000000,
	.settle = settle_unknown_xeon,
	.start = model_core_start,
	.discovery = &discovery,
	.extra = extra,
};
