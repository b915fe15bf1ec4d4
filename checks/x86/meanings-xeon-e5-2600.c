/* SPDX-License-Identifier: BSD-2-Clause */
/* What events of the Xeon E5-2600 (06_2DH) count while known work is done. A C-Box has one filter: its events of a run have one opcode. */
#include "checks/x86/meanings.h"

#define CBO         "cbox*::UNC_C_"
#define HA          "ha*::UNC_H_"
#define IMC         "imc*::UNC_M_"
#define QPI         "qpi*::UNC_Q_"

#define OTHER_READS "DMA, code, page walks"
#define SCRUB       "patrol scrub, page walks, code, DMA"

/* clang-format off */

static const struct meaning rows[] = {
	/* A read that misses: C-Box of the line, home agent, queue of reads, DRAM. */
	{MEANING_READ, 0, MEANING_HERE, MEANING_SUM, 1, .events = CBO "TOR_INSERTS:MISS_OPCODE:opc=0x182",
	 .others = "page walks", .source = "A: 327043-001 p.43, opcode 0x182: data reads that go to memory"},
	{MEANING_READ, 0, MEANING_HERE, MEANING_SUM, 1, .events = CBO "TOR_INSERTS:NID_MISS_OPCODE:opc=0x182:nf={home}",
	 .others = "page walks", .source = "A: 327043-001 p.43: the filter has the node of the memory"},
	{MEANING_READ, 0, MEANING_HOME, MEANING_SUM, 1, .events = HA "REQUESTS:READS",
	 .others = OTHER_READS, .source = "A: 327043-001 p.54, all reads"},
	{MEANING_READ, 0, MEANING_HOME, MEANING_ANSWER, 0, .events = HA "REQUESTS:WRITES",
	 .others = "write-backs of others", .source = "A: 327043-001 p.54"},
	{MEANING_READ, 0, MEANING_HOME, MEANING_NAMED, 1, .events = HA "TRACKER_INSERTS:ALL",
	 .others = "remote requests, perhaps", .source = "A: perfmon text; D: that all are in it"},
	{MEANING_READ, 0, MEANING_HOME, MEANING_AT_MOST, 1, .twice = true, .events = IMC "RPQ_INSERTS",
	 .others = SCRUB, .source = "A: perfmon text; reads may pass the queue by"},
	{MEANING_READ, 0, MEANING_HOME, MEANING_SUM, 1, .twice = true, .events = IMC "CAS_COUNT:RD",
	 .others = SCRUB, .source = "A: 327043-001, metric MEM_BW_READS: 64 bytes each"},
	{MEANING_READ, 0, MEANING_HOME, MEANING_ANSWER, 0, .events = IMC "CAS_COUNT:WR",
	 .others = "write-backs of others", .source = "A: 327043-001, metric MEM_BW_WRITES"},
	{MEANING_READ, 1, MEANING_HOME, MEANING_NAMED, 1, .events = HA "TXR_BL:DRS_CORE," HA "TXR_BL:DRS_CACHE",
	 .others = "DMA", .source = "A: perfmon text; D: the sum of the two"},
	{MEANING_READ, 1, MEANING_HOME, MEANING_ANSWER, 0, .events = IMC "CAS_COUNT:RD_UNDERFILL",
	 .others = "partial writes", .source = "A: perfmon text"},
	{MEANING_READ, 1, MEANING_HOME, MEANING_ANSWER, 1, .twice = true, .events = IMC "ACT_COUNT",
	 .others = "refresh, scrub", .source = "A: 327043-001; 1 where pages are closed"},
	{MEANING_READ, 1, MEANING_HERE, MEANING_ANSWER, 1, .events = CBO "TOR_INSERTS:MISS_ALL",
	 .others = "every other miss", .source = "A: 327043-001 p.43"},

	{MEANING_READ, 1, MEANING_HERE, MEANING_SUM, 0, .events = CBO "TOR_INSERTS:NID_MISS_OPCODE:opc=0x182:nf={else}",
	 .others = "reads of other sockets' memory", .source = "A: 327043-001 p.43: the filter has all other nodes"},
	{MEANING_READ, 2, MEANING_HERE, MEANING_ANSWER, 1, .events = CBO "TOR_INSERTS:OPCODE:opc=0x182",
	 .others = "page walks, retries", .source = "A: 327043-001 p.43"},
	{MEANING_READ, 3, MEANING_HERE, MEANING_SUM, 0, .events = CBO "TOR_INSERTS:MISS_OPCODE:opc=0x180",
	 .others = "others' stores", .source = "A: 327043-001 p.43: the filter has reads for ownership, and there are none"},
	{MEANING_READ, 3, MEANING_HERE, MEANING_NAMED, 1, .events = CBO "LLC_LOOKUP:DATA_READ:state=0x1",
	 .others = "code, lookups that come again", .source = "A: 327043-001 p.35: the filter has lines that are not there; a lookup may count more than once"},
	{MEANING_READ, 2, MEANING_HERE, MEANING_CYCLES, 0, .events = CBO "TOR_OCCUPANCY:MISS_OPCODE:opc=0x182",
	 .others = "page walks", .source = "A: 327043-001, metric AVG_TOR_DRD_MISS_LATENCY"},
	{MEANING_READ, 2, MEANING_HOME, MEANING_CYCLES, 0, .events = IMC "RPQ_OCCUPANCY",
	 .others = SCRUB, .source = "A: 327043-001: entries of each cycle"},

	/* A write: a read for ownership, and the write-back. */
	{MEANING_WRITE, 0, MEANING_HERE, MEANING_SUM, 1, .events = CBO "TOR_INSERTS:MISS_OPCODE:opc=0x180",
	 .others = "others' stores", .source = "A: 327043-001 p.43, opcode 0x180: reads for ownership"},
	{MEANING_WRITE, 0, MEANING_HOME, MEANING_SUM, 1, .events = HA "REQUESTS:READS",
	 .others = OTHER_READS, .source = "A: 327043-001 p.54: ownership is a read"},
	{MEANING_WRITE, 0, MEANING_HOME, MEANING_SUM, 1, .events = HA "REQUESTS:WRITES",
	 .others = "other modified lines", .source = "A: 327043-001 p.54, all writes"},
	{MEANING_WRITE, 0, MEANING_HOME, MEANING_SUM, 1, .events = HA "IMC_WRITES:FULL",
	 .others = "other modified lines", .source = "A: 327043-001 p.54, whole lines to memory"},
	{MEANING_WRITE, 0, MEANING_HOME, MEANING_ANSWER, 0, .events = HA "IMC_WRITES:PARTIAL",
	 .others = "uncached stores", .source = "A: 327043-001 p.54"},
	{MEANING_WRITE, 0, MEANING_HOME, MEANING_SUM, 1, .twice = true, .events = IMC "WPQ_INSERTS",
	 .others = "partial writes", .source = "A: perfmon text: one for each write"},
	{MEANING_WRITE, 0, MEANING_HOME, MEANING_SUM, 1, .twice = true, .events = IMC "CAS_COUNT:RD",
	 .others = SCRUB, .source = "A: 327043-001, metric MEM_BW_READS: ownership is a read"},
	{MEANING_WRITE, 0, MEANING_HOME, MEANING_SUM, 1, .twice = true, .events = IMC "CAS_COUNT:WR",
	 .others = "writes that merge in the queue", .source = "A: 327043-001, metric MEM_BW_WRITES: 64 bytes each"},
	{MEANING_WRITE, 1, MEANING_HOME, MEANING_AT_MOST, 1, .twice = true, .events = IMC "RPQ_INSERTS",
	 .others = SCRUB, .source = "A: perfmon text; reads may pass the queue by"},
	{MEANING_WRITE, 1, MEANING_HERE, MEANING_ANSWER, 0, .events = CBO "LLC_VICTIMS:M_STATE",
	 .others = "lines beyond the ways of their set", .source = "A: 327043-001: victims of fills"},

	/* A read of another socket's memory: 1 header and 8 flits of data come over the link. */
	{MEANING_REMOTE, 0, MEANING_HERE, MEANING_SUM, 1, .events = CBO "TOR_INSERTS:MISS_OPCODE:opc=0x182",
	 .others = "page walks", .source = "A: 327043-001 p.43, opcode 0x182: data reads that go to memory"},
	{MEANING_REMOTE, 0, MEANING_HERE, MEANING_SUM, 8, .events = QPI "RXL_FLITS_G1:DRS_DATA",
	 .others = "DMA, data from caches", .source = "A: 327043-001 p.102: 8 flits of data for a line"},
	{MEANING_REMOTE, 0, MEANING_HOME, MEANING_ANSWER, 8, .events = QPI "TXL_FLITS_G1:DRS_DATA",
	 .others = "retries of the link", .source = "A: 327043-001 p.102, p.109"},
	{MEANING_REMOTE, 0, MEANING_HERE, MEANING_SUM, 1, .events = QPI "RXL_FLITS_G1:DRS_NONDATA",
	 .others = "DMA, data from caches", .source = "A: 327043-001 p.102: 1 header for a line"},
	{MEANING_REMOTE, 0, MEANING_HOME, MEANING_SUM, 1, .events = HA "REQUESTS:READS",
	 .others = OTHER_READS, .source = "A: 327043-001 p.54, all reads"},
	{MEANING_REMOTE, 0, MEANING_HERE, MEANING_SUM, 0, .events = HA "REQUESTS:READS",
	 .others = OTHER_READS, .source = "A: 327043-001 p.54: the home agent of the line is elsewhere"},
	{MEANING_REMOTE, 0, MEANING_HOME, MEANING_SUM, 1, .twice = true, .events = IMC "CAS_COUNT:RD",
	 .others = SCRUB, .source = "A: 327043-001, metric MEM_BW_READS: 64 bytes each"},
	{MEANING_REMOTE, 0, MEANING_HERE, MEANING_SUM, 0, .events = IMC "CAS_COUNT:RD",
	 .others = SCRUB, .source = "A: 327043-001: the memory of the line is elsewhere"},
	{MEANING_REMOTE, 1, MEANING_HERE, MEANING_SUM, 1, .events = CBO "TOR_INSERTS:NID_MISS_OPCODE:opc=0x182:nf={home}",
	 .others = "page walks", .source = "A: 327043-001 p.43: the filter has the node of the memory"},
	{MEANING_REMOTE, 2, MEANING_HERE, MEANING_SUM, 0, .events = CBO "TOR_INSERTS:NID_MISS_OPCODE:opc=0x182:nf={else}",
	 .others = "code, page walks", .source = "A: 327043-001 p.43: the filter has all other nodes"},
	{MEANING_REMOTE, 2, MEANING_HERE, MEANING_ANSWER, 0, .events = CBO "LLC_LOOKUP:DATA_READ:state=0x1e",
	 .others = "code, data, lookups that come again", .source = "A: 327043-001 p.35: the filter has lines that are there"},
	{MEANING_REMOTE, 3, MEANING_HERE, MEANING_ANSWER, 1, .events = QPI "CTO_COUNT:match0=0x1c00:mask0=0x1f80",
	 .others = "DMA, data from caches", .source = "A: 327043-001 table 2-92: lines of data; which end matches is not said"},
	{MEANING_REMOTE, 3, MEANING_HOME, MEANING_ANSWER, 0, .events = QPI "CTO_COUNT:match0=0x1c00:mask0=0x1f80",
	 .others = "DMA, data from caches", .source = "A: 327043-001 table 2-92: lines of data; which end matches is not said"},
	{MEANING_REMOTE, 1, MEANING_HERE, MEANING_ANSWER, 1, .events = QPI "TXL_FLITS_G1:HOM_REQ",
	 .others = "other requests", .source = "D: 327043-001 p.109"},
	{MEANING_REMOTE, 1, MEANING_HOME, MEANING_ANSWER, 1, .events = QPI "RXL_FLITS_G1:HOM_REQ",
	 .others = "retries of the link", .source = "D: 327043-001 p.109"},
	{MEANING_REMOTE, 2, MEANING_HOME, MEANING_ANSWER, 1, .events = QPI "TXL_FLITS_G1:DRS_NONDATA",
	 .others = "retries of the link", .source = "A: 327043-001 p.102, p.109"},
};

static const struct meaning_law laws[] = {
	{MEANING_READ, 0, IMC "CAS_COUNT:ALL", {IMC "CAS_COUNT:RD", IMC "CAS_COUNT:WR"}, "A: 327043-001, umask 0xf is 0x3 and 0xc"},
	{MEANING_READ, 1, IMC "CAS_COUNT:RD", {IMC "CAS_COUNT:RD_REG", IMC "CAS_COUNT:RD_UNDERFILL"}, "A: 327043-001, umask 0x3 is 0x1 and 0x2"},
	{MEANING_WRITE, 0, IMC "CAS_COUNT:ALL", {IMC "CAS_COUNT:RD", IMC "CAS_COUNT:WR"}, "A: 327043-001, umask 0xf is 0x3 and 0xc"},
	{MEANING_WRITE, 1, IMC "CAS_COUNT:WR", {IMC "CAS_COUNT:WR_WMM", IMC "CAS_COUNT:WR_RMM"}, "A: 327043-001, umask 0xc is 0x4 and 0x8"},
	{MEANING_REMOTE, 0, QPI "RXL_FLITS_G1:DRS", {QPI "RXL_FLITS_G1:DRS_DATA", QPI "RXL_FLITS_G1:DRS_NONDATA"}, "A: 327043-001 p.102, umask 0x18"},
	{MEANING_REMOTE, 1, QPI "RXL_FLITS_G1:HOM", {QPI "RXL_FLITS_G1:HOM_REQ", QPI "RXL_FLITS_G1:HOM_NONREQ"}, "A: 327043-001 p.102, umask 0x6"},
	{MEANING_REMOTE, 2, QPI "TXL_FLITS_G1:DRS", {QPI "TXL_FLITS_G1:DRS_DATA", QPI "TXL_FLITS_G1:DRS_NONDATA"}, "A: 327043-001 p.109, umask 0x18"},
};

#define MISSES(OPCODE) {MEANING_HERE, CBO "TOR_INSERTS:MISS_OPCODE:opc=" OPCODE}
#define READS          {MEANING_HOME, HA "REQUESTS:READS"}
#define WRITES         {MEANING_HOME, HA "REQUESTS:WRITES"}
#define CAS_READS      {MEANING_HOME, IMC "CAS_COUNT:RD"}
#define CAS_WRITES     {MEANING_HOME, IMC "CAS_COUNT:WR"}
#define ALONG          "A: both are one for each line (327043-001 p.43, p.54)"
#define ENDS           "A: 327043-001 p.102, p.109: what one end of a link sends the other receives"

static const struct meaning_balance balances[] = {
	{MEANING_READ, MEANING_EQUAL, MISSES("0x182"), READS, "what C-Boxes miss, home agents read", ALONG},
	{MEANING_READ, MEANING_PAIRS, READS, CAS_READS, "what home agents read, channels read", ALONG},
	{MEANING_READ, MEANING_LIKELY, {MEANING_HOME, HA "TRACKER_INSERTS:ALL"}, READS, "home agents track what they read", "D: the local pool may be all of them"},
	{MEANING_READ, MEANING_STAY, {MEANING_HERE, CBO "TOR_OCCUPANCY:MISS_OPCODE:opc=0x182"}, MISSES("0x182"),
	 "how long a read that misses is in its C-Box", "A: 327043-001, metric AVG_TOR_DRD_MISS_LATENCY"},
	{MEANING_READ, MEANING_STAY, {MEANING_HOME, IMC "RPQ_OCCUPANCY"}, {MEANING_HOME, IMC "RPQ_INSERTS"},
	 "how long a read is in its channel's queue", "A: 327043-001: entries of each cycle, by entries"},

	{MEANING_WRITE, MEANING_EQUAL, MISSES("0x180"), READS, "what C-Boxes miss, home agents read", ALONG},
	{MEANING_WRITE, MEANING_PAIRS, READS, CAS_READS, "what home agents read, channels read", ALONG},
	{MEANING_WRITE, MEANING_EQUAL, WRITES, {MEANING_HOME, HA "IMC_WRITES:FULL"}, "home agents send on what they write", ALONG},
	{MEANING_WRITE, MEANING_EQUAL, {MEANING_HOME, HA "IMC_WRITES:FULL"}, {MEANING_HOME, IMC "WPQ_INSERTS"},
	 "what home agents send, channels queue", "A: perfmon text: one for each write"},
	{MEANING_WRITE, MEANING_LIKELY, {MEANING_HOME, IMC "WPQ_INSERTS"}, CAS_WRITES, "what channels queue, they write", "D: but for writes that merge in the queue"},

	{MEANING_REMOTE, MEANING_EQUAL, MISSES("0x182"), READS, "what C-Boxes miss, the other socket's home agents read", ALONG},
	{MEANING_REMOTE, MEANING_PAIRS, READS, CAS_READS, "what home agents read, channels read", ALONG},
	{MEANING_REMOTE, MEANING_EQUAL, {MEANING_HOME, QPI "TXL_FLITS_G1:DRS_DATA"}, {MEANING_HERE, QPI "RXL_FLITS_G1:DRS_DATA"},
	 "data that one socket sends, the other receives", ENDS},
	{MEANING_REMOTE, MEANING_EQUAL, {MEANING_HOME, QPI "TXL_FLITS_G1:DRS_NONDATA"}, {MEANING_HERE, QPI "RXL_FLITS_G1:DRS_NONDATA"},
	 "headers that one socket sends, the other receives", ENDS},
	{MEANING_REMOTE, MEANING_EQUAL, {MEANING_HERE, QPI "TXL_FLITS_G1:HOM_REQ"}, {MEANING_HOME, QPI "RXL_FLITS_G1:HOM_REQ"},
	 "requests that one socket sends, the other receives", ENDS},
};

/* Linux, drivers/edac/sb_edac.c: MCMTR of D15:F0, RASENABLES of D15:F1. */
static const struct meaning_doubling doublings[] = {
	{"lockstep", BOX_FUNCTION(15, 0), 0x7c, 1},
	{"mirroring", BOX_FUNCTION(15, 1), 0xac, 0},
};

/* clang-format on */

const struct meanings xeon_e5_2600_meanings = {
	.rows = rows,
	.row_count = ARRAY_SIZE(rows),
	.laws = laws,
	.law_count = ARRAY_SIZE(laws),
	.balances = balances,
	.balance_count = ARRAY_SIZE(balances),
	.doublings = doublings,
	.doubling_count = ARRAY_SIZE(doublings),
};
