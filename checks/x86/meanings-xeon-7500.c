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

#define SCRUB  "patrol scrub, page walks, code, DMA"
#define LIKWID "C: LIKWID's name"

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
};

/* clang-format on */

const struct meanings xeon_7500_meanings = {.rows = rows, .row_count = ARRAY_SIZE(rows)};
