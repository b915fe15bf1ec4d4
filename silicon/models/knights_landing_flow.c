/* SPDX-License-Identifier: BSD-2-Clause */
/* What boxes of a Knights Landing count for a line of memory: perfmon's texts of the EDC's events, LIKWID's groups. The
 * model's own: MCDRAM in front of DDR has no bounds and begins empty; a write-back passes no CHA. */
#include "lib/basic.h"
#include "silicon/models/flow.h"

enum { TOR = 0x35, IRQ_MISS = 1 + 4, LOCAL_NEAR = 1 + 0 };
enum { LOOKUP = 0x34, DATA_READ = 1 + 0, STATE_S = 1 + 0 };
enum { OFFCORE = 0xb7, DATA_RD = 1 + 0, DEMAND_RFO = 1 + 1, MCDRAM_NEAR = 1 + 9, DDR_NEAR = 1 + 11 };
enum { UOPS = 0x0004, L1_MISS_LOADS = 1, L2_MISS_LOADS = 3, ALL_LOADS = 7 };
enum { RPQ = 0x01, WPQ = 0x02, ACCESS = 0x02, HIT_CLEAN = 1, HIT_DIRTY = 2, MISS_CLEAN = 3 };

/* clang-format off */
static const struct flow_row cha[] = {
	{FLOW_FETCH, TOR, IRQ_MISS, LOCAL_NEAR, 1},
	{FLOW_FETCH, 0x13, 1, 0, 1}, /* INGRESS_INSERTS.IRQ */
	{FLOW_FETCH, LOOKUP, DATA_READ, STATE_S, 1},
};
static const struct flow_row core[] = {
	{FLOW_FETCH, 0x412e, 0, 0, 1}, /* L2_REQUESTS.MISS */
	{FLOW_FETCH, 0x4f2e, 0, 0, 1}, /* L2_REQUESTS.REFERENCE */
	{FLOW_READ | FLOW_DDR, OFFCORE, DATA_RD, DDR_NEAR, 1},
	{FLOW_OWN | FLOW_DDR, OFFCORE, DEMAND_RFO, DDR_NEAR, 1},
	{FLOW_READ | FLOW_MCDRAM, OFFCORE, DATA_RD, MCDRAM_NEAR, 1},
	{FLOW_OWN | FLOW_MCDRAM, OFFCORE, DEMAND_RFO, MCDRAM_NEAR, 1},
	{FLOW_READ | FLOW_CACHED, OFFCORE, DATA_RD, MCDRAM_NEAR, 1},
	{FLOW_OWN | FLOW_CACHED, OFFCORE, DEMAND_RFO, MCDRAM_NEAR, 1},
	{FLOW_READ, UOPS, L1_MISS_LOADS, 0, 1},
	{FLOW_READ, UOPS, L2_MISS_LOADS, 0, 1},
	{FLOW_READ, UOPS, ALL_LOADS, 0, 1},
};
static const struct flow_row imc[] = {
	{FLOW_FETCH | FLOW_DDR, 0x03, 1, 0, 1},  /* CAS_COUNT.RD */
	{FLOW_WRITE | FLOW_DDR, 0x03, 2, 0, 1},  /* CAS_COUNT.WR */
	{FLOW_FETCH | FLOW_MISS, 0x03, 1, 0, 1},
};
static const struct flow_row eclk[] = {
	{FLOW_FETCH | FLOW_MCDRAM, RPQ, 1, 0, 1},
	{FLOW_WRITE | FLOW_MCDRAM, WPQ, 1, 0, 1},
	{FLOW_FETCH | FLOW_CACHED, RPQ, 1, 0, 1},
	{FLOW_FETCH | FLOW_MISS, WPQ, 1, 0, 1},
	{FLOW_WRITE | FLOW_CACHED, WPQ, 1, 0, 1},
};
static const struct flow_row uclk[] = {
	{FLOW_FETCH | FLOW_MISS, ACCESS, MISS_CLEAN, 0, 1},
	{FLOW_FETCH | FLOW_HIT_CLEAN, ACCESS, HIT_CLEAN, 0, 1},
	{FLOW_FETCH | FLOW_HIT_DIRTY, ACCESS, HIT_DIRTY, 0, 1},
};

#define ROWS(rows) rows, ARRAY_SIZE(rows)
static const struct flow_station stations[] = {
	{"cha", FLOW_REQUESTER, FLOW_BY_SLICE, ROWS(cha)},
	{"core", FLOW_REQUESTER, FLOW_BY_CORE, ROWS(core)},
	{"imc", FLOW_HOME, FLOW_BY_CHANNEL, ROWS(imc)},
	{"edc_eclk", FLOW_HOME, FLOW_BY_CHANNEL, ROWS(eclk)},
	{"edc_uclk", FLOW_HOME, FLOW_BY_CHANNEL, ROWS(uclk)},
};
/* clang-format on */

/* Counts that PCM, LIKWID and perfmon document, and the bits that choose them: CAS_COUNT; RPQ_INSERTS and WPQ_INSERTS;
 * by name, of the reading core, L2_REQUESTS.MISS and MEM_UOPS_RETIRED.L2_MISS_LOADS; CHA counts, by name. */
static const struct flow_documented documented[] = {
	{.type = "core", .named = true, .when = FLOW_FETCH, .bits = 0x412e},
	{.type = "core", .named = true, .when = FLOW_READ, .bits = 0x0404},
	{.type = "imc", .when = FLOW_FETCH | FLOW_DDR, .bits = 0x0103},
	{.type = "imc", .when = FLOW_WRITE | FLOW_DDR, .bits = 0x0203},
	{.type = "edc_eclk", .when = FLOW_FETCH | FLOW_MCDRAM, .bits = 0x0101},
	{.type = "edc_eclk", .when = FLOW_WRITE | FLOW_MCDRAM, .bits = 0x0102},
};

const struct flow_part model_flow_knights_landing = {
	.station = stations,
	.stations = ARRAY_SIZE(stations),
	.documented = documented,
	.documented_count = ARRAY_SIZE(documented),
	.slices = "cha",
	.whole = true,
	.prefetch = 0x3,
};
