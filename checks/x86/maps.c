/* SPDX-License-Identifier: BSD-2-Clause */
/* The boxes that serve lines of memory, the event that shows it, and published facts. `judged`: the event's meaning is
 * the maker's text, or two programs agree on it; then a box that counts nothing for its lines is broken. Published
 * facts were measured on similar machines: whether they hold here is an answer, never a verdict. */
#include "checks/x86/facts.h"

/* ---- slices of ring parts -------------------------------------------------------------------------------------- */

#define MAURICE "Maurice et al., RAID 2015; measured on sibling parts"

static const uint64_t ring[] = {0x1b5f575440, 0x2eb5faa880, 0x3cccc93100};

/* clang-format off */
static const struct map_published ring_published[] = {
	{.kind = RULE_XOR, .boxes = 2, .function_count = 1, .functions = ring, .valid = MASK(6, 32), .source = MAURICE},
	{.kind = RULE_XOR, .boxes = 4, .function_count = 2, .functions = ring, .valid = MASK(6, 32), .source = MAURICE},
	{.kind = RULE_XOR, .boxes = 8, .function_count = 3, .functions = ring, .valid = MASK(6, 32), .source = MAURICE},
};

static const struct map_target xeon_e5_2600_targets[] = {
	{"cbox", "snbep_unc_cbo*::UNC_C_TOR_INSERTS:MISS_OPCODE:opc=0x182", WORK_OWN, true,
	 "327043-001 p.43, opcode 0x182: data reads that go to memory"},
	{"ha", "snbep_unc_ha::UNC_H_REQUESTS:READS", WORK_OWN, true, "327043-001 p.54, all reads"},
	{"imc", "snbep_unc_imc*::UNC_M_CAS_COUNT:RD", WORK_OWN, true, "327043-001, metric MEM_BW_READS: 64 bytes each"},
};

/* Nothing is published about the slices of Nehalem-EX and Westmere-EX. */
static const struct map_target xeon_7500_targets[] = {
	{"cbox", "nhmex_unc_cbox*::LLC_MISSES:ALL", WORK_OWN, false, "LIKWID, group L3CACHE"},
	{"sbox", "nhmex_unc_sbox*::PKTS_RCVD_DRS_FROM_B", WORK_OWN, false, "LIKWID's name"},
	{"bbox", "nhmex_unc_bbox*::IMT_INSERTS_RD", WORK_OWN, false, "LIKWID's name"},
	{"mbox", "nhmex_unc_mbox*::FVC_EV0:BBOX_CMDS.READS", WORK_OWN, true, "PCM and LIKWID, 64 bytes each"},
};

/* ---- Knights Landing ----------------------------------------------------------------------------------------------- */

/* The bits of the word that permutes the lines of 256 KiB. */
static const uint64_t cha_words[] = {
	0x32770C0000, 0x2BBAC80000, 0x39A2900000, 0x1B964C0000, 0x055B940000, 0x05E3F80000,
	0x1767FC0000, 0x3B3F480000, 0x258A4C0000, 0x3033280000, 0x2936EC0000, 0x1469B40000,
};

static const uint8_t cha_order[] = {
	0, 19, 2, 17, 15, 28, 13, 30, 5, 22, 7, 20, 10, 25, 8, 27, 1, 18, 3, 16,
	14, 29, 12, 31, 4, 23, 26, 37, 11, 24, 33, 34, 21, 6, 36, 9, 32, 35,
};

static const struct map_published cha_published[] = {
	{.kind = RULE_TABLE, .boxes = 38, .function_count = 12, .functions = cha_words, .valid = MASK(6, 32),
	 .order = cha_order, .crc = 0x437d6e67, .source = "McCalpin, Intel_Address_Hash; measured"},
};

/* If MCDRAM is a cache in front of DDR, channels see only misses. */
static const struct map_target knights_landing_targets[] = {
	{"cha", "knl_unc_cha*::UNC_H_TOR_INSERTS:IRQ_MISS", WORK_OWN, false, "perfmon; what a miss is here is not said"},
	{"imc", "knl_unc_imc*::UNC_M_CAS_COUNT:RD", WORK_OWN, false, "LIKWID, PCM and perfmon, 64 bytes each"},
	{"edc_eclk", "knl_unc_edc_eclk*::UNC_E_RPQ_INSERTS", WORK_ALONE, true, "perfmon text, valid in all modes"},
};
/* clang-format on */

const struct map_facts xeon_e5_2600_maps = {
	.targets = xeon_e5_2600_targets,
	.target_count = ARRAY_SIZE(xeon_e5_2600_targets),
	.published = ring_published,
	.published_count = ARRAY_SIZE(ring_published),
};

const struct map_facts xeon_7500_maps = {
	.targets = xeon_7500_targets,
	.target_count = ARRAY_SIZE(xeon_7500_targets),
};

const struct map_facts knights_landing_maps = {
	.targets = knights_landing_targets,
	.target_count = ARRAY_SIZE(knights_landing_targets),
	.published = cha_published,
	.published_count = ARRAY_SIZE(cha_published),
};
