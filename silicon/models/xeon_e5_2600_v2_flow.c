/* SPDX-License-Identifier: BSD-2-Clause */
/* What boxes of a Xeon E5-2600 v2, v3 and v4 count for a line of memory: as in the Xeon E5-2600, whose events the v2's
 * manual (329468) keeps, with two home agents of four channels each. Requests from the own socket are distinguished
 * (perfmon). The model's own: nothing bypasses the queues, and the line's number gives channel and link. */
#include "lib/basic.h"
#include "silicon/models/flow.h"

/* For sub-events: the number of the umask's bit, counted from 1. */
enum { REQUESTS = 0x01, READS_LOCAL = 1, READS_REMOTE, WRITES_LOCAL, WRITES_REMOTE };
enum { CAS = 0x04, CAS_RD_REG = 1, CAS_WR_WMM = 3, ACT = 0x01, ACT_RD = 1, ACT_WR };

#define LOCAL       (FLOW_FETCH | FLOW_LOCAL)
#define REMOTE      (FLOW_FETCH | FLOW_REMOTE)
#define WRITTEN     (FLOW_WRITE | FLOW_REMOTE)
#define ANY         (FLOW_FETCH | FLOW_WRITE)

/* Fields of a C-Box's second filter, and the bit that makes another event of a QPI event. */
#define OPC(opcode) ((uint64_t)(opcode) << 20)
#define NODE(mask)  ((uint64_t)(mask))
#define EXTRA       BIT(21)

/* clang-format off */
static const struct flow_row ha[] = {
	{LOCAL,      REQUESTS, READS_LOCAL, 0, 1},
	{REMOTE,     REQUESTS, READS_REMOTE, 0, 1},
	{FLOW_WRITE | FLOW_LOCAL, REQUESTS, WRITES_LOCAL, 0, 1},
	{WRITTEN,    REQUESTS, WRITES_REMOTE, 0, 1},
	{FLOW_FETCH, 0x17, 1, 0, 1},   /* IMC_READS.NORMAL */
	{FLOW_WRITE, 0x1a, 1, 0, 1},   /* IMC_WRITES.FULL */
	{ANY,        0x1b, 1, 0, 1},   /* TAD_REQUESTS_G0.REGION0 */
	{FLOW_FETCH, 0x14, 2, 0, 1},   /* BYPASS_IMC.NOT_TAKEN */
	{LOCAL,      0x10, 2, 0, 1},   /* TxR_BL.DRS_CORE */
	{LOCAL,      0x11, 0, 0, 1},   /* DIRECT2CORE_COUNT */
	{REMOTE,     0x10, 3, 0, 1},   /* TxR_BL.DRS_QPI */
};
static const struct flow_row imc[] = {
	{FLOW_FETCH, 0x10, 0, 0, 1}, /* RPQ_INSERTS */
	{FLOW_FETCH, CAS, CAS_RD_REG, 0, 1},
	{FLOW_FETCH, ACT, ACT_RD, 0, 1},
	{FLOW_WRITE, CAS, CAS_WR_WMM, 0, 1},
	{FLOW_WRITE, ACT, ACT_WR, 0, 1},
	{FLOW_WRITE, 0x20, 0, 0, 1}, /* WPQ_INSERTS, which perfmon does not list of the v3 and v4 */
};

#define ROWS(rows) rows, ARRAY_SIZE(rows)
static const struct flow_station stations[] = {
	{"ha", FLOW_HOME, FLOW_BY_AGENT, ROWS(ha)},
	{"imc", FLOW_HOME, FLOW_BY_CHANNEL, ROWS(imc)},
};
static const struct flow_station v3_stations[] = {
	{"ha", FLOW_HOME, FLOW_BY_AGENT, ROWS(ha)},
	{"imc", FLOW_HOME, FLOW_BY_CHANNEL, imc, ARRAY_SIZE(imc) - 1},
};
/* clang-format on */

/* As for the Xeon E5-2600; the last one only for the v2. */
static const struct flow_documented documented[] = {
	{.type = "cbox", .when = FLOW_FETCH, .bits = 0x0135},
	{.type = "cbox", .reg = "filter1", .when = FLOW_READ, .bits = OPC(0x182), .open = OPC(0x002)},
	{.type = "cbox", .reg = "filter1", .when = FLOW_READ | FLOW_LOCAL, .bits = NODE(1)},
	{.type = "cbox", .reg = "filter1", .when = FLOW_READ | FLOW_REMOTE, .bits = NODE(2)},
	{.type = "ha", .when = FLOW_FETCH | FLOW_LOCAL, .bits = 0x0101},
	{.type = "ha", .when = FLOW_FETCH | FLOW_REMOTE, .bits = 0x0201},
	{.type = "ha", .when = FLOW_WRITE, .bits = 0x0401 | 0x011a},
	{.type = "imc", .when = FLOW_FETCH, .bits = 0x0104},
	{.type = "imc", .when = FLOW_WRITE, .bits = 0x0404},
	{.type = "qpi", .when = FLOW_READ | FLOW_REMOTE, .bits = EXTRA | 0x0802 | 0x1002},
	{.type = "imc", .when = FLOW_WRITE, .bits = 0x0020},
};

/* clang-format off */
#define FLOW(stations_, documented_count_)                                                                    \
	{                                                                                          \
		.like = &model_flow_xeon_e5_2600, .station = (stations_),                          \
		.stations = ARRAY_SIZE(stations_), .documented = documented, .documented_count = (documented_count_),                \
		.slices = "cbox", .prefetch = 0xf, .pairs = true                                   \
	}
/* clang-format on */
const struct flow_part model_flow_xeon_e5_2600_v2 = FLOW(stations, ARRAY_SIZE(documented));
const struct flow_part model_flow_xeon_e5_2600_v3 = FLOW(v3_stations, ARRAY_SIZE(documented) - 1);
