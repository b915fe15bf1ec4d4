/* SPDX-License-Identifier: BSD-2-Clause */
/* What events of the Xeon 7500 and E7 (06_2EH, 06_2FH) count while known work is done. Commands of both kinds share one field of an
 * M-Box, and inserts have one counter of a B-Box: they take turns. */
#include "checks/x86/meanings.h"

#define C "nhmex_unc_cbox*::"
#define S "nhmex_unc_sbox*::"
#define B "nhmex_unc_bbox*::"
#define M "nhmex_unc_mbox*::"

/* The external ports, as PCM sums them. */
#define RECEIVED(WHAT)                                                                                         \
	"nhmex_unc_rbox0::NEW_PACKETS_RECV:" WHAT ":port=0,nhmex_unc_rbox0::NEW_PACKETS_RECV:" WHAT ":port=1," \
	"nhmex_unc_rbox1::NEW_PACKETS_RECV:" WHAT ":port=4,nhmex_unc_rbox1::NEW_PACKETS_RECV:" WHAT ":port=5"

/* Packets to the system that pass an S-Box's filter. A MATCH of 0 means any opcode, class and response, and addresses whose compared bits
 * are 0, wherever it has its fields (p.61); a set bit of the mask ignores one (p.63). Any home node. */
#define TO_R(IGNORED) S "TO_R_PROG_EV:addr_mask=" IGNORED ":hnid_mask=1"

#define SCRUB         "patrol scrub, page walks, code, DMA"
#define LIKWID        "C: LIKWID's name"

/* clang-format off */

static const struct meaning rows[] = {
	{MEANING_READ, 0, MEANING_HOME, MEANING_SUM, 1, .events = M "FVC_EV0:BBOX_CMDS.READS",
	 .others = SCRUB, .source = "B: PCM and LIKWID, 64 bytes each"},
	{MEANING_READ, 0, MEANING_HOME, MEANING_SUM, 1, .events = M "BBOX_CMDS_ALL",
	 .others = "commands that move no line", .source = "A: 323535-001: commands from the B-Box"},
	{MEANING_READ, 0, MEANING_HERE, MEANING_NAMED, 1, .events = C "LLC_MISSES:ALL",
	 .others = "code, page walks", .source = "C: LIKWID, group L3CACHE"},
	{MEANING_READ, 0, MEANING_HERE, MEANING_ANSWER, 1, .events = C "TRANS_IRQ",
	 .others = "every other request", .source = LIKWID},
	{MEANING_READ, 0, MEANING_HOME, MEANING_NAMED, 1, .events = B "IMT_INSERTS_RD",
	 .others = SCRUB, .source = LIKWID},
	{MEANING_READ, 0, MEANING_HERE, MEANING_NAMED, 1, .events = S "TO_R_B_REQUESTS:ALL",
	 .others = "code, page walks", .source = LIKWID},
	{MEANING_READ, 0, MEANING_HERE, MEANING_NAMED, 1, .events = S "PKTS_RCVD_DRS_FROM_B",
	 .others = "none known", .source = LIKWID},
	{MEANING_READ, 1, MEANING_HOME, MEANING_NAMED, 1, .events = B "IMT_INSERTS_NON_IOH_RD",
	 .others = "nothing of I/O", .source = LIKWID},
	{MEANING_READ, 1, MEANING_HERE, MEANING_ANSWER, 1, .events = S "PKTS_SENT_HOM:RBBOX",
	 .others = "write-backs, answers to snoops", .source = "D: 323535-001"},

	{MEANING_READ, 1, MEANING_HERE, MEANING_ANSWER, 1, .events = S "PKTS_SENT_HOM:RBOX," S "PKTS_SENT_HOM:BBOX",
	 .others = "write-backs, answers to snoops", .source = "D: 323535-001"},
	{MEANING_READ, 1, MEANING_HERE, MEANING_ANSWER, 1, .events = C "LLC_MISSES:S," C "LLC_MISSES:F," C "LLC_MISSES:I",
	 .others = "code, page walks", .source = LIKWID},
	{MEANING_READ, 1, MEANING_HERE, MEANING_CYCLES, 0, .events = C "OCCUPANCY_MAF",
	 .others = "snoops, write-backs", .source = LIKWID},
	{MEANING_READ, 1, MEANING_HERE, MEANING_ANSWER, 1, .events = C "TRANS_MAF",
	 .others = "snoops, write-backs", .source = LIKWID},

	{MEANING_WRITE, 0, MEANING_HOME, MEANING_SUM, 1, .events = M "FVC_EV0:BBOX_CMDS.READS",
	 .others = SCRUB, .source = "B: PCM and LIKWID: ownership is a read"},
	{MEANING_WRITE, 0, MEANING_HOME, MEANING_SUM, 2, .events = M "BBOX_CMDS_ALL",
	 .others = "commands that move no line", .source = "A: 323535-001: a read, and a write"},
	{MEANING_WRITE, 0, MEANING_HOME, MEANING_SUM, 1, .events = B "IMT_INSERTS_WR",
	 .others = "other modified lines", .source = "B: PCM takes writes from here, 64 bytes each"},
	{MEANING_WRITE, 0, MEANING_HERE, MEANING_NAMED, 1, .events = C "LLC_MISSES:ALL",
	 .others = "code, page walks", .source = "C: LIKWID, group L3CACHE"},
	{MEANING_WRITE, 1, MEANING_HOME, MEANING_NAMED, 1, .events = M "FVC_EV0:BBOX_CMDS.WRITES",
	 .others = "scrub's corrections", .source = LIKWID},
	{MEANING_WRITE, 1, MEANING_HOME, MEANING_NAMED, 1, .events = B "IMT_INSERTS_RD",
	 .others = SCRUB, .source = LIKWID},
	{MEANING_WRITE, 2, MEANING_HOME, MEANING_NAMED, 1, .events = B "IMT_INSERTS_NON_IOH_WR",
	 .others = "nothing of I/O", .source = LIKWID},

	{MEANING_REMOTE, 0, MEANING_HERE, MEANING_SUM, 1, .events = RECEIVED("ANY.DRS"),
	 .others = "DMA, packets that only pass", .source = "B: PCM and LIKWID, a packet for 64 bytes"},
	{MEANING_REMOTE, 0, MEANING_HOME, MEANING_SUM, 1, .events = M "FVC_EV0:BBOX_CMDS.READS",
	 .others = SCRUB, .source = "B: PCM and LIKWID, 64 bytes each"},
	{MEANING_REMOTE, 0, MEANING_HERE, MEANING_SUM, 0, .events = M "FVC_EV0:BBOX_CMDS.READS",
	 .others = SCRUB, .source = "B: PCM and LIKWID: the memory of the line is elsewhere"},
	{MEANING_REMOTE, 0, MEANING_HOME, MEANING_SUM, 1, .events = M "BBOX_CMDS_ALL",
	 .others = "commands that move no line", .source = "A: 323535-001: commands from the B-Box"},
	{MEANING_REMOTE, 0, MEANING_HERE, MEANING_NAMED, 1, .events = C "LLC_MISSES:ALL",
	 .others = "code, page walks", .source = "C: LIKWID, group L3CACHE"},
	{MEANING_REMOTE, 0, MEANING_HERE, MEANING_NAMED, 1, .events = S "PKTS_RCVD_DRS_FROM_R",
	 .others = "data from caches", .source = LIKWID},
	{MEANING_REMOTE, 0, MEANING_HOME, MEANING_NAMED, 1, .events = B "IMT_INSERTS_NON_IOH_RD",
	 .others = "nothing of I/O", .source = LIKWID},
	{MEANING_REMOTE, 1, MEANING_HOME, MEANING_ANSWER, 1, .events = RECEIVED("ANY.HOM"),
	 .others = "answers to snoops", .source = "D: 323535-001 p.142"},
	{MEANING_REMOTE, 1, MEANING_HERE, MEANING_ANSWER, 1, .events = TO_R("0x3fffffffff"),
	 .others = "every other packet to the system", .source = "A: 323535-001 p.61, p.63: every address bit ignored"},
	{MEANING_REMOTE, 2, MEANING_HERE, MEANING_ANSWER, 1, .of = 2, .events = TO_R("0x3ffffffffe"),
	 .others = "every other packet to the system", .source = "A: 323535-001 p.61, p.63: address bit 6 must be 0"},
	{MEANING_REMOTE, 3, MEANING_HERE, MEANING_ANSWER, 1, .of = 2, .events = TO_R("0x3ffffffffd"),
	 .others = "every other packet to the system", .source = "A: 323535-001 p.61, p.63: address bit 7 must be 0"},
};

#define MISSES    {MEANING_HERE, C "LLC_MISSES:ALL"}
#define READS     {MEANING_HOME, M "FVC_EV0:BBOX_CMDS.READS"}
#define INSERTS   {MEANING_HOME, B "IMT_INSERTS_RD"}
#define FROM_HERE {MEANING_HOME, B "IMT_INSERTS_NON_IOH_RD"}
#define NAMES     "D: LIKWID's names, one for each line"

/* Which lines are read is known. */
#define HALF "A: 323535-001 p.61, p.63: a clear bit of the mask must match"

/* Most of it hangs on names alone: what would be judged is judged in the rows. */
static const struct meaning_balance balances[] = {
	{MEANING_READ, MEANING_LIKELY, MISSES, {MEANING_HERE, S "TO_R_B_REQUESTS:ALL"}, "what C-Boxes miss, S-Boxes ask for", NAMES},
	{MEANING_READ, MEANING_LIKELY, MISSES, FROM_HERE, "what C-Boxes miss, B-Boxes track", NAMES},
	{MEANING_READ, MEANING_PAIRS, INSERTS, READS, "what B-Boxes track, M-Boxes read", "D: LIKWID's name; B: PCM and LIKWID"},
	{MEANING_READ, MEANING_EQUAL, {MEANING_HOME, M "BBOX_CMDS_ALL"}, READS, "all commands of M-Boxes are reads", "A: 323535-001; B: PCM and LIKWID"},
	{MEANING_READ, MEANING_LIKELY, MISSES, {MEANING_HERE, C "LLC_MISSES:S," C "LLC_MISSES:F," C "LLC_MISSES:I"},
	 "misses are those of each state", "C: LIKWID's umasks, 0x7 is 0x1, 0x2 and 0x4"},
	{MEANING_READ, MEANING_LIKELY, {MEANING_HERE, S "PKTS_SENT_HOM:RBBOX"}, {MEANING_HERE, S "PKTS_SENT_HOM:RBOX," S "PKTS_SENT_HOM:BBOX"},
	 "home packets are those to either box", "D: 323535-001, umask 0x3 is 0x1 and 0x2; two of a cycle may count once"},
	{MEANING_READ, MEANING_STAY, {MEANING_HERE, C "OCCUPANCY_MAF"}, {MEANING_HERE, C "TRANS_MAF"},
	 "how long a transaction is in the miss address file", LIKWID},

	{MEANING_WRITE, MEANING_PAIRS, INSERTS, READS, "what B-Boxes track, M-Boxes read", "D: LIKWID's name; B: PCM and LIKWID"},
	{MEANING_WRITE, MEANING_LIKELY, {MEANING_HOME, B "IMT_INSERTS_WR"}, {MEANING_HOME, M "FVC_EV0:BBOX_CMDS.WRITES"},
	 "what B-Boxes track, M-Boxes write", "B: PCM; D: LIKWID's name"},

	{MEANING_REMOTE, MEANING_LIKELY, MISSES, FROM_HERE, "what C-Boxes miss, the other socket's B-Boxes track", NAMES},
	{MEANING_REMOTE, MEANING_LIKELY, {MEANING_HERE, RECEIVED("ANY.DRS")}, {MEANING_HERE, S "PKTS_RCVD_DRS_FROM_R"},
	 "data that come over links, S-Boxes receive", "B: PCM and LIKWID; C: LIKWID's name"},
	{MEANING_REMOTE, MEANING_SHARE, {MEANING_HERE, TO_R("0x3fffffffff")}, {MEANING_HERE, TO_R("0x3ffffffffe")},
	 "half of the packets have an address whose bit 6 is 0", HALF},
	{MEANING_REMOTE, MEANING_SHARE, {MEANING_HERE, TO_R("0x3fffffffff")}, {MEANING_HERE, TO_R("0x3ffffffffd")},
	 "half of the packets have an address whose bit 7 is 0", HALF},
	{MEANING_REMOTE, MEANING_EQUAL, READS, {MEANING_HERE, RECEIVED("ANY.DRS")}, "what one socket reads of its memory, the other receives", "B: PCM and LIKWID, 64 bytes each"},
};

/* clang-format on */

const struct meanings xeon_7500_meanings = {
	.rows = rows, .row_count = ARRAY_SIZE(rows), .balances = balances, .balance_count = ARRAY_SIZE(balances)};
