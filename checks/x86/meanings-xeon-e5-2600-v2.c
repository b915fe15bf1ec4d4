/* SPDX-License-Identifier: BSD-2-Clause */
/* What events of the Xeon E5-2600 v2 (06_3EH) count while known work is done: as of the Xeon E5-2600, whose uncore it has but for what its
 * manual (329468-002) says, and perfmon's list. That tells requests of the own socket's processors and memory from those of others. Whether
 * its memory makes two commands of one no document that could be read says. */
#include "checks/x86/meanings.h"

#define CBO "cbox*::UNC_C_"
#define HA  "ha*::UNC_H_"
#define IMC "imc*::UNC_M_"

/* clang-format off */

static const struct meaning rows[] = {
	{MEANING_READ, 2, MEANING_HOME, MEANING_ANSWER, 1, .events = IMC "ACT_COUNT:RD," IMC "ACT_COUNT:BYP",
	 .others = "scrub", .source = "C: perfmon; 1 where pages are closed"},
	{MEANING_READ, 4, MEANING_HERE, MEANING_NAMED, 1, .events = CBO "TOR_INSERTS:MISS_LOCAL_OPCODE:opc=0x182",
	 .others = "page walks", .source = "B: perfmon and libpfm4: the memory is this socket's"},
	{MEANING_READ, 4, MEANING_HERE, MEANING_ANSWER, 0, .events = CBO "TOR_INSERTS:MISS_REMOTE_OPCODE:opc=0x182",
	 .others = "reads of other sockets' memory", .source = "B: perfmon and libpfm4: the memory is another socket's"},
	{MEANING_READ, 4, MEANING_HOME, MEANING_NAMED, 1, .events = HA "REQUESTS:READS_LOCAL",
	 .others = "DMA, code, page walks", .source = "B: perfmon and libpfm4: the reader is of this socket"},
	{MEANING_READ, 4, MEANING_HOME, MEANING_ANSWER, 0, .events = HA "REQUESTS:READS_REMOTE",
	 .others = "other sockets", .source = "B: perfmon and libpfm4: the reader is of another socket"},
	{MEANING_READ, 3, MEANING_HOME, MEANING_ANSWER, 1, .events = HA "IMC_READS:NORMAL," HA "BYPASS_IMC:TAKEN",
	 .others = "DMA, code, page walks", .source = "C: LIKWID adds the two on the part behind this one"},

	{MEANING_WRITE, 1, MEANING_HOME, MEANING_NAMED, 1, .events = HA "REQUESTS:WRITES_LOCAL",
	 .others = "other modified lines", .source = "B: perfmon and libpfm4: the writer is of this socket"},
	{MEANING_WRITE, 1, MEANING_HOME, MEANING_ANSWER, 0, .events = HA "REQUESTS:WRITES_REMOTE",
	 .others = "other sockets", .source = "B: perfmon and libpfm4: the writer is of another socket"},

	{MEANING_REMOTE, 4, MEANING_HERE, MEANING_NAMED, 1, .events = CBO "TOR_INSERTS:MISS_REMOTE_OPCODE:opc=0x182",
	 .others = "page walks", .source = "B: perfmon and libpfm4: the memory is another socket's"},
	{MEANING_REMOTE, 4, MEANING_HERE, MEANING_ANSWER, 0, .events = CBO "TOR_INSERTS:MISS_LOCAL_OPCODE:opc=0x182",
	 .others = "code, page walks", .source = "B: perfmon and libpfm4: the memory is this socket's"},
	{MEANING_REMOTE, 4, MEANING_HOME, MEANING_NAMED, 1, .events = HA "REQUESTS:READS_REMOTE",
	 .others = "other readers", .source = "B: perfmon and libpfm4: the reader is of another socket"},
	{MEANING_REMOTE, 2, MEANING_HERE, MEANING_ANSWER, 0, .events = CBO "LLC_LOOKUP:DATA_READ:state=0x3e",
	 .others = "code, data, lookups that come again", .source = "C: perfmon: the filter has lines that are there, in six states"},
};

#define PARTS "B: perfmon and libpfm4, umask 0x3 is 0x1 and 0x2"

static const struct meaning_law laws[] = {
	{MEANING_READ, 4, HA "REQUESTS:READS", {HA "REQUESTS:READS_LOCAL", HA "REQUESTS:READS_REMOTE"}, PARTS},
	{MEANING_WRITE, 1, HA "REQUESTS:WRITES", {HA "REQUESTS:WRITES_LOCAL", HA "REQUESTS:WRITES_REMOTE"},
	 "B: perfmon and libpfm4, umask 0xc is 0x4 and 0x8"},
	{MEANING_REMOTE, 4, HA "REQUESTS:READS", {HA "REQUESTS:READS_LOCAL", HA "REQUESTS:READS_REMOTE"}, PARTS},
};

/* Not in perfmon's list of this part; or told apart otherwise. */
static const char *const without[] = {
	"*TRACKER_INSERTS*", "*RPQ_OCCUPANCY*", "*TOR_INSERTS:MISS_ALL*", "*ACT_COUNT*", "*:state=0x1e", NULL,
};

/* clang-format on */

const struct meanings xeon_e5_2600_v2_meanings = {
	.like = &xeon_e5_2600_meanings,
	.like_says = "as the Xeon E5-2600: ",
	.without = without,
	.rows = rows,
	.row_count = ARRAY_SIZE(rows),
	.laws = laws,
	.law_count = ARRAY_SIZE(laws),
};
