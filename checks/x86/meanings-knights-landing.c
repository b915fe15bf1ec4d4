/* SPDX-License-Identifier: BSD-2-Clause */
/* What events of Knights Landing (06_57H) count while known work is done, in flat memory: MCDRAM as a node without processors. Where
 * MCDRAM caches DDR, reads of DDR move its queues, and nothing is judged. */
#include "checks/x86/meanings.h"

#define CHA   "knl_unc_cha*::UNC_H_"
#define IMC   "knl_unc_imc*::UNC_M_"
#define EDC   "knl_unc_edc_eclk*::UNC_E_"

#define SCRUB "scrub, other cores, code"

/* clang-format off */

static const struct meaning rows[] = {
	{MEANING_READ, 0, MEANING_HOME, MEANING_SUM, 1, .events = IMC "CAS_COUNT:RD",
	 .others = SCRUB, .source = "B: LIKWID, PCM and perfmon, 64 bytes each"},
	{MEANING_READ, 0, MEANING_HOME, MEANING_ANSWER, 0, .events = IMC "CAS_COUNT:WR",
	 .others = "write-backs of others", .source = "B: LIKWID and PCM"},
	{MEANING_READ, 0, MEANING_HOME, MEANING_ANSWER, 0, .other_memory = true, .events = EDC "RPQ_INSERTS",
	 .others = "users of MCDRAM", .source = "A: perfmon: reads that MCDRAM's controller gets"},
	{MEANING_READ, 0, MEANING_HERE, MEANING_NAMED, 1, .events = CHA "TOR_INSERTS:IRQ_MISS",
	 .others = "page walks, code", .source = "D: perfmon; what a miss is here is not said"},
	{MEANING_READ, 0, MEANING_HERE, MEANING_NAMED, 1, .events = CHA "TOR_INSERTS:IRQ",
	 .others = "page walks, code", .source = "D: perfmon"},
	{MEANING_READ, 0, MEANING_HERE, MEANING_NAMED, 1, .events = "knl::MEM_UOPS_RETIRED:L2_MISS_LOADS",
	 .others = "none known", .source = "B: LIKWID and libpfm4"},
	{MEANING_READ, 0, MEANING_HERE, MEANING_NAMED, 1, .events = "knl::L2_REQUESTS:MISS",
	 .others = "prefetch, code", .source = "B: libpfm4 and perfmon"},

	{MEANING_READ, 1, MEANING_HERE, MEANING_CYCLES, 0, .events = CHA "TOR_OCCUPANCY:IRQ_MISS",
	 .others = "page walks, code", .source = "D: perfmon"},
	/* Filters of all and of none: who answers, whose memory it is. */
	{MEANING_READ, 1, MEANING_HERE, MEANING_ANSWER, 1, .events = "knl::OFFCORE_RESPONSE_0:DMND_DATA_RD:DDR",
	 .others = "loads of code's data", .source = "C: libpfm4 and perfmon: reads that DDR answers"},
	{MEANING_READ, 1, MEANING_HERE, MEANING_ANSWER, 0, .events = "knl::OFFCORE_RESPONSE_1:DMND_DATA_RD:MCDRAM_NEAR",
	 .others = "loads of code's data", .source = "C: libpfm4 and perfmon: reads that near MCDRAM answers"},
	{MEANING_READ, 2, MEANING_HERE, MEANING_ANSWER, 1, .events = CHA "TOR_INSERTS:IRQ_MISS:rem=0",
	 .others = "page walks, code", .source = "D: Linux and LIKWID: the filter has local memory"},
	{MEANING_READ, 3, MEANING_HERE, MEANING_ANSWER, 0, .events = CHA "TOR_INSERTS:IRQ_MISS:loc=0",
	 .others = "page walks, code", .source = "D: Linux and LIKWID: the filter has remote memory, and there is none"},

	{MEANING_WRITE, 0, MEANING_HOME, MEANING_SUM, 1, .events = IMC "CAS_COUNT:RD",
	 .others = SCRUB, .source = "B: LIKWID: a store is a read as well"},
	{MEANING_WRITE, 0, MEANING_HOME, MEANING_SUM, 1, .events = IMC "CAS_COUNT:WR",
	 .others = "other modified lines", .source = "B: LIKWID and PCM"},
	{MEANING_WRITE, 0, MEANING_HOME, MEANING_ANSWER, 0, .other_memory = true, .events = EDC "RPQ_INSERTS",
	 .others = "users of MCDRAM", .source = "A: perfmon: reads that MCDRAM's controller gets"},
	{MEANING_WRITE, 0, MEANING_HERE, MEANING_NAMED, 1, .events = CHA "TOR_INSERTS:IRQ_MISS",
	 .others = "page walks, code", .source = "D: perfmon; what a miss is here is not said"},

	{MEANING_ALONE_READ, 0, MEANING_HOME, MEANING_SUM, 1, .events = EDC "RPQ_INSERTS",
	 .others = "none known", .source = "A: perfmon text, valid in all modes; LIKWID, 64 bytes each"},
	{MEANING_ALONE_READ, 0, MEANING_HOME, MEANING_ANSWER, 0, .events = IMC "CAS_COUNT:RD",
	 .others = SCRUB, .source = "B: LIKWID: flat memory"},
	{MEANING_ALONE_READ, 0, MEANING_HERE, MEANING_NAMED, 1, .events = CHA "TOR_INSERTS:IRQ_MISS",
	 .others = "page walks, code", .source = "D: perfmon; what a miss is here is not said"},

	{MEANING_ALONE_READ, 1, MEANING_HERE, MEANING_ANSWER, 0, .events = "knl::OFFCORE_RESPONSE_0:DMND_DATA_RD:DDR",
	 .others = "loads of code's data", .source = "C: libpfm4 and perfmon: reads that DDR answers"},
	{MEANING_ALONE_READ, 1, MEANING_HERE, MEANING_ANSWER, 1, .events = "knl::OFFCORE_RESPONSE_1:DMND_DATA_RD:MCDRAM_NEAR",
	 .others = "loads of code's data", .source = "C: libpfm4 and perfmon: reads that near MCDRAM answers"},

	{MEANING_ALONE_WRITE, 0, MEANING_HOME, MEANING_SUM, 1, .events = EDC "RPQ_INSERTS",
	 .others = "none known", .source = "A: perfmon text: ownership is a read"},
	{MEANING_ALONE_WRITE, 0, MEANING_HOME, MEANING_SUM, 1, .events = EDC "WPQ_INSERTS",
	 .others = "other modified lines", .source = "A: perfmon text; LIKWID, 64 bytes each"},
};

static const struct meaning_law laws[] = {
	{MEANING_READ, 0, IMC "CAS_COUNT:ALL", {IMC "CAS_COUNT:RD", IMC "CAS_COUNT:WR"}, "A: perfmon, umask 0x3 is 0x1 and 0x2"},
	{MEANING_READ, 0, CHA "TOR_INSERTS:IRQ", {CHA "TOR_INSERTS:IRQ_HIT", CHA "TOR_INSERTS:IRQ_MISS"}, "A: perfmon, umask 0x31 is 0x11 and 0x21"},
	{MEANING_WRITE, 0, IMC "CAS_COUNT:ALL", {IMC "CAS_COUNT:RD", IMC "CAS_COUNT:WR"}, "A: perfmon, umask 0x3 is 0x1 and 0x2"},
	{MEANING_WRITE, 0, CHA "TOR_INSERTS:IRQ", {CHA "TOR_INSERTS:IRQ_HIT", CHA "TOR_INSERTS:IRQ_MISS"}, "A: perfmon, umask 0x31 is 0x11 and 0x21"},
	{MEANING_ALONE_READ, 0, IMC "CAS_COUNT:ALL", {IMC "CAS_COUNT:RD", IMC "CAS_COUNT:WR"}, "A: perfmon, umask 0x3 is 0x1 and 0x2"},
};

#define MISSES    {MEANING_HERE, CHA "TOR_INSERTS:IRQ_MISS"}
#define CAS_READS {MEANING_HOME, IMC "CAS_COUNT:RD"}
#define FLAT      "D: perfmon texts, flat memory"

static const struct meaning_balance balances[] = {
	{MEANING_READ, MEANING_LIKELY, MISSES, CAS_READS, "what CHAs miss, channels read", FLAT},
	{MEANING_READ, MEANING_LIKELY, {MEANING_HERE, "knl::L2_REQUESTS:MISS"}, MISSES, "what a tile misses, CHAs miss", "D: libpfm4 and perfmon"},
	{MEANING_READ, MEANING_STAY, {MEANING_HERE, CHA "TOR_OCCUPANCY:IRQ_MISS"}, MISSES, "how long a read that misses is in its CHA", "D: perfmon"},
	{MEANING_WRITE, MEANING_LIKELY, MISSES, CAS_READS, "what CHAs miss, channels read", FLAT},
	{MEANING_WRITE, MEANING_EQUAL, CAS_READS, {MEANING_HOME, IMC "CAS_COUNT:WR"}, "what is read to be written, is written", "B: LIKWID and PCM"},
	{MEANING_ALONE_READ, MEANING_LIKELY, MISSES, {MEANING_HOME, EDC "RPQ_INSERTS"}, "what CHAs miss, MCDRAM reads", FLAT},
	{MEANING_ALONE_WRITE, MEANING_EQUAL, {MEANING_HOME, EDC "RPQ_INSERTS"}, {MEANING_HOME, EDC "WPQ_INSERTS"},
	 "what is read to be written, is written", "A: perfmon text"},
};

/* clang-format on */

const struct meanings knights_landing_meanings = {
	.rows = rows,
	.row_count = ARRAY_SIZE(rows),
	.laws = laws,
	.law_count = ARRAY_SIZE(laws),
	.balances = balances,
	.balance_count = ARRAY_SIZE(balances),
};
