/* SPDX-License-Identifier: BSD-2-Clause */
/* What boxes of a Xeon 7500 or E7 count for a line of memory. PCM and LIKWID: a read is one command on one M-Box, and
 * one insert in a B-Box. Most other numbers are not documented. Pages are closed after each access. */
#include "lib/basic.h"
#include "silicon/models/flow.h"

/* Keys of B-Box events have the counter above their code; choices of M-Box events begin with 0. */
enum { IMT = 1 << 8, MESSAGES = 2 << 8 };
enum { FVC = 0x0d, BBOX_CMDS = 1 + 5, READS = 1 + 0, WRITES = 1 + 1 };
enum { DRAM_CMD = 0x0a, RAS = 1 + 2, CAS_RD_CLS = 1 + 5, CAS_WR_CLS = 1 + 6, TRADE_OFF = 1 + 0 };
enum { NEW_PACKETS = 0, FLITS_SENT = 31, HOM = 1 + 5, DRS = 1 + 2, VN0 = 1 + 0 };

#define LOCAL     (FLOW_FETCH | FLOW_LOCAL)
#define REMOTE    (FLOW_FETCH | FLOW_REMOTE)

/* clang-format off */
static const struct flow_row cbox[] = {
	{FLOW_FETCH, 0x19, 0, 0, 1}, /* TRANS_IRQ */
	{FLOW_FETCH, 0x14, 3, 0, 1}, /* LLC_MISSES.I */
	{FLOW_FETCH, 0x1f, 0, 0, 1}, /* TRANS_MAF */
	{FLOW_FETCH, 0x16, 2, 0, 1}, /* LLC_S_FILLS.E */
};
static const struct flow_row sbox[] = {
	{LOCAL,  0x60, 2, 0, 1}, /* PKTS_SENT_HOM.BBOX */
	{LOCAL,  0x6c, 1, 0, 1}, /* TO_R_B_REQUESTS.LOCAL */
	{LOCAL,  0x73, 0, 0, 1}, /* PKTS_RCVD_DRS_FROM_B */
	{REMOTE, 0x60, 1, 0, 1}, /* PKTS_SENT_HOM.RBOX */
	{REMOTE, 0x6c, 2, 0, 1}, /* TO_R_B_REQUESTS.REMOTE */
	{REMOTE, 0x72, 0, 0, 1}, /* PKTS_RCVD_DRS_FROM_R */
};
static const struct flow_row rbox_home[] = {
	{REMOTE, NEW_PACKETS, HOM, VN0, 1},
	{REMOTE, FLITS_SENT, 0, 0, 9},
};
static const struct flow_row rbox_requester[] = {
	{REMOTE, NEW_PACKETS, DRS, VN0, 1},
	{REMOTE, FLITS_SENT, 0, 0, 1},
};
static const struct flow_row bbox[] = {
	{FLOW_FETCH, IMT | 0x1d, 0, 0, 1}, /* IMT_INSERTS_RD */
	{FLOW_FETCH, IMT | 0x1f, 0, 0, 1}, /* IMT_INSERTS_NON_IOH_RD */
	{FLOW_WRITE, IMT | 0x0c, 0, 0, 1}, /* IMT_INSERTS_WR */
	{FLOW_WRITE, IMT | 0x0e, 0, 0, 1}, /* IMT_INSERTS_NON_IOH_WR */
	{FLOW_FETCH | FLOW_WRITE, IMT | 0x07, 0, 0, 1}, /* IMT_INSERTS_ALL */
	{FLOW_FETCH | FLOW_WRITE, IMT | 0x0b, 0, 0, 1}, /* IMT_INSERTS_NON_IOH */
	{FLOW_FETCH, MESSAGES | 0x02, 0, 0, 1}, /* MSGS_S_TO_B */
};
static const struct flow_row mbox[] = {
	{FLOW_FETCH, FVC, BBOX_CMDS, READS, 1},
	{FLOW_WRITE, FVC, BBOX_CMDS, WRITES, 1},
	{FLOW_FETCH | FLOW_WRITE, 0x1a, 0, 0, 1}, /* BBOX_CMDS_ALL */
	{FLOW_FETCH | FLOW_WRITE, DRAM_CMD, RAS, TRADE_OFF, 1},
	{FLOW_FETCH, DRAM_CMD, CAS_RD_CLS, TRADE_OFF, 1},
	{FLOW_WRITE, DRAM_CMD, CAS_WR_CLS, TRADE_OFF, 1},
	{FLOW_FETCH | FLOW_WRITE, 0x15, 0, 0, 1}, /* PAGE_EMPTY */
};
static const struct flow_row ubox[] = {
	{FLOW_IPI, 0xf9, 0, 0, 1}, /* IPIS_SENT */
};

#define ROWS(rows) rows, ARRAY_SIZE(rows)
static const struct flow_station stations[] = {
	{"cbox", FLOW_REQUESTER, FLOW_BY_SLICE, ROWS(cbox)},
	{"sbox", FLOW_REQUESTER, FLOW_BY_SLICE_HALF, ROWS(sbox)},
	{"rbox", FLOW_HOME, FLOW_BY_HALF, ROWS(rbox_home)},
	{"rbox", FLOW_REQUESTER, FLOW_BY_HALF, ROWS(rbox_requester)},
	{"bbox", FLOW_HOME, FLOW_BY_HALF, ROWS(bbox)},
	{"mbox", FLOW_HOME, FLOW_BY_HALF, ROWS(mbox)},
	{"ubox", FLOW_REQUESTER, FLOW_ONLY, ROWS(ubox)},
};
/* clang-format on */

/* Bits of an S-Box's mask that ignore address bits (p.63) in which lines of any kind have both values. */
#define ADDRESS_6 BIT(1)
#define ADDRESS_7 BIT(2)

/* Counts that PCM, LIKWID and the guide document, and the bits that choose them: IMT_INSERTS_WR, whose code begins at
 * bit 1; FVC_EV0 of reading commands, and BBOX_CMDS_ALL, whose codes begin at bit 9; NEW_PACKETS_RECV.ANY.DRS; what an
 * S-Box's mask ignores. Counts known only by name are each in several boxes. */
static const struct flow_documented documented[] = {
	{.type = "bbox", .when = FLOW_WRITE, .bits = 0x0c << 1},
	{.type = "mbox", .when = FLOW_FETCH | FLOW_WRITE, .bits = (0x0d | 0x1a) << 9},
	{.type = "mbox", .reg = "zdp_ctl_fvc", .shifted = true, .when = FLOW_FETCH, .bits = 5 << 11},
	{.type = "sbox", .reg = "mask", .when = FLOW_READ | FLOW_REMOTE, .bits = ADDRESS_6 | ADDRESS_7},
	{.type = "rbox", .when = FLOW_READ | FLOW_REMOTE},
	{.type = "rbox", .reg = "port%_iperf_cfg0", .when = FLOW_READ | FLOW_REMOTE, .bits = 0xc4},
};

const struct flow_part model_flow_xeon_7500 = {
	.station = stations,
	.stations = ARRAY_SIZE(stations),
	.documented = documented,
	.documented_count = ARRAY_SIZE(documented),
	.slices = "cbox",
	.prefetch = 0xf,
	.pairs = true,
};
