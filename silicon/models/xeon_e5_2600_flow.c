/* SPDX-License-Identifier: BSD-2-Clause */
/* What boxes of a Xeon E5-2600 count for a line of memory: 327043 pp. 35, 43, 54, 62, 102, 109. Assumed without a
 * document for or against it: nothing bypasses the queues, pages are closed after each access, a local miss snoops the
 * next socket, and write-backs pass no C-Box. */
#include "lib/basic.h"
#include "silicon/models/flow.h"

/* Values of choices: TOR opcodes, and a miss. */
enum { TOR = 0x35, RFO = 1 + 0, DRD = 1 + 2, MISS = 2 };
enum { LOOKUP = 0x34, DATA_READ = 1 + 0, REMOTE_SNOOP = 1 + 2, STATE_I = 1 + 0 };
enum { INSERTS = 0x13, IRQ = 1, IPQ = 3 };
/* Flits of QPI, sent and received. */
enum { TX_G0 = 0x00, RX_G0 = 0x01, TX_G1 = 0x100, RX_G1 = 0x102 };
enum { G0_DATA = 2, G0_OTHER = 3 };
enum { SNP = 1, HOM_REQ = 2, HOM_NONREQ = 3, DRS_DATA = 4, DRS_HEADER = 5 };

/* Fields of a C-Box's filter (p.29), and the bit that makes another event of a QPI event (p.96). */
#define OPC(opcode) ((uint64_t)(opcode) << 23)
#define NODE(mask)  ((uint64_t)(mask) << 10)
#define EXTRA       BIT(21)

#define LOCAL       (FLOW_FETCH | FLOW_LOCAL)
#define REMOTE      (FLOW_FETCH | FLOW_REMOTE)
#define SNOOPED     (FLOW_FETCH | FLOW_SNOOPED)
#define WRITTEN     (FLOW_WRITE | FLOW_REMOTE)
#define ANY         (FLOW_FETCH | FLOW_WRITE)

/* clang-format off */
static const struct flow_row cbox[] = {
	{FLOW_READ,  TOR, DRD, MISS, 1},
	{FLOW_OWN,   TOR, RFO, MISS, 1},
	{FLOW_FETCH, INSERTS, IRQ, 0, 1},
	{FLOW_FETCH, LOOKUP, DATA_READ, STATE_I, 1},
};
static const struct flow_row cbox_peer[] = {
	{SNOOPED, INSERTS, IPQ, 0, 1},
	{SNOOPED, LOOKUP, REMOTE_SNOOP, STATE_I, 1},
};
static const struct flow_row ha[] = {
	{FLOW_FETCH, 0x0301, 0, 0, 1}, /* REQUESTS.READS */
	{FLOW_WRITE, 0x0c01, 0, 0, 1}, /* REQUESTS.WRITES */
	{FLOW_WRITE, 0x1a, 1, 0, 1},   /* IMC_WRITES.FULL */
	{ANY,        0x0306, 0, 0, 1}, /* TRACKER_INSERTS.ALL */
	{ANY,        0x1b, 1, 0, 1},   /* TAD_REQUESTS_G0.REGION0 */
	{FLOW_FETCH, 0x14, 2, 0, 1},   /* BYPASS_IMC.NOT_TAKEN */
	{LOCAL,      0x10, 2, 0, 1},   /* TxR_BL.DRS_CORE */
	{LOCAL,      0x11, 0, 0, 1},   /* DIRECT2CORE_COUNT */
	{REMOTE,     0x10, 3, 0, 1},   /* TxR_BL.DRS_QPI */
};
static const struct flow_row imc[] = {
	{FLOW_FETCH, 0x10, 0, 0, 1}, /* RPQ_INSERTS */
	{FLOW_FETCH, 0x04, 1, 0, 1}, /* CAS_COUNT.RD_REG */
	{FLOW_WRITE, 0x20, 0, 0, 1}, /* WPQ_INSERTS */
	{FLOW_WRITE, 0x04, 3, 0, 1}, /* CAS_COUNT.WR_WMM */
	{ANY,        0x01, 0, 0, 1}, /* ACT_COUNT */
};
static const struct flow_row qpi_requester[] = {
	{SNOOPED, TX_G1, SNP, 0, 1},
	{SNOOPED, RX_G1, HOM_NONREQ, 0, 1},
	{REMOTE,  TX_G1, HOM_REQ, 0, 1},
	{REMOTE,  TX_G0, G0_OTHER, 0, 1},
	{REMOTE,  RX_G1, DRS_DATA, 0, 8},
	{REMOTE,  RX_G1, DRS_HEADER, 0, 1},
	{REMOTE,  RX_G0, G0_DATA, 0, 8},
	{REMOTE,  RX_G0, G0_OTHER, 0, 1},
	{REMOTE,  0x138, 1, 0, 1}, /* CTO_COUNT of a DataC */
	{REMOTE,  0x13, 1, 0, 1},  /* DIRECT2CORE.SUCCESS */
	{WRITTEN, TX_G1, HOM_REQ, 0, 1},
	{WRITTEN, TX_G1, DRS_DATA, 0, 8},
	{WRITTEN, TX_G1, DRS_HEADER, 0, 1},
};
static const struct flow_row qpi_home[] = {
	{REMOTE,  RX_G1, HOM_REQ, 0, 1},
	{REMOTE,  RX_G0, G0_OTHER, 0, 1},
	{REMOTE,  TX_G1, DRS_DATA, 0, 8},
	{REMOTE,  TX_G1, DRS_HEADER, 0, 1},
	{REMOTE,  TX_G0, G0_DATA, 0, 8},
	{REMOTE,  TX_G0, G0_OTHER, 0, 1},
	{WRITTEN, RX_G1, HOM_REQ, 0, 1},
	{WRITTEN, RX_G1, DRS_DATA, 0, 8},
	{WRITTEN, RX_G1, DRS_HEADER, 0, 1},
};
static const struct flow_row qpi_peer[] = {
	{SNOOPED, RX_G1, SNP, 0, 1},
	{SNOOPED, TX_G1, HOM_NONREQ, 0, 1},
};
static const struct flow_row r3qpi[] = {
	{REMOTE, 0x11, 4, 0, 1}, /* RxR_INSERTS.DRS */
};
static const struct flow_row ubox[] = {
	{FLOW_IPI, 0x42, 3, 0, 1}, /* EVENT_MSG.IPI_RCVD */
};

#define ROWS(rows) rows, ARRAY_SIZE(rows)
static const struct flow_station stations[] = {
	{"cbox", FLOW_REQUESTER, FLOW_BY_SLICE, ROWS(cbox)},
	{"cbox", FLOW_PEER, FLOW_BY_SLICE, ROWS(cbox_peer)},
	{"ha", FLOW_HOME, FLOW_ONLY, ROWS(ha)},
	{"imc", FLOW_HOME, FLOW_BY_CHANNEL, ROWS(imc)},
	{"qpi", FLOW_REQUESTER, FLOW_BY_LINK, ROWS(qpi_requester)},
	{"qpi", FLOW_HOME, FLOW_BY_LINK, ROWS(qpi_home)},
	{"qpi", FLOW_PEER, FLOW_BY_LINK, ROWS(qpi_peer)},
	{"r3qpi", FLOW_REQUESTER, FLOW_BY_LINK, ROWS(r3qpi)},
	{"ubox", FLOW_REQUESTER, FLOW_ONLY, ROWS(ubox)},
};
/* clang-format on */

/* Counts that the guide and perfmon document, and the bits that choose them: TOR_INSERTS.MISS_OPCODE of reads and RFOs, by opcode
 * and node (pp. 42, 43); of the home agent REQUESTS and IMC_WRITES.FULL (p.54), by name TRACKER_INSERTS.ALL and TxR_BL; WPQ_INSERTS
 * and CAS_COUNT (p.62), RPQ_INSERTS; flits of DRS (p.102). A umask of two sub-events stands for the one that happens. */
static const struct flow_documented documented[] = {
	{.type = "cbox", .when = FLOW_FETCH, .bits = 0x0135},
	{.type = "cbox", .reg = "box_filter", .when = FLOW_READ, .bits = OPC(0x182), .open = OPC(0x002)},
	{.type = "cbox", .reg = "box_filter", .when = FLOW_READ | FLOW_LOCAL, .bits = NODE(1)},
	{.type = "cbox", .reg = "box_filter", .when = FLOW_READ | FLOW_REMOTE, .bits = NODE(2)},
	{.type = "ha", .when = FLOW_FETCH, .bits = 0x0301},
	{.type = "ha", .when = FLOW_WRITE, .bits = 0x0c01 | 0x011a},
	{.type = "ha", .named = true, .when = FLOW_FETCH, .bits = 0x0306 | 0x0210},
	{.type = "imc", .when = FLOW_FETCH, .bits = 0x0104},
	{.type = "imc", .when = FLOW_WRITE, .bits = 0x0404 | 0x0020},
	{.type = "qpi", .when = FLOW_READ | FLOW_REMOTE, .bits = EXTRA | 0x0802 | 0x1002},
};

const struct flow_part model_flow_xeon_e5_2600 = {
	.station = stations,
	.stations = ARRAY_SIZE(stations),
	.documented = documented,
	.documented_count = ARRAY_SIZE(documented),
	.slices = "cbox",
	.prefetch = 0xf,
	.pairs = true,
};
