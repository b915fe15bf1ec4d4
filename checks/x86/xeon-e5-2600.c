/* SPDX-License-Identifier: BSD-2-Clause */
/* What checks want to know of the Xeon E5-2600 (06_2DH). Sources as in boxes/xeon-e5-2600.sheet. */
#include "boxes/xeon-e5-2600.h"
#include "checks/x86/all.h"
#include "checks/x86/meanings.h"

/* clang-format off */

static const struct cited_fact facts[] = {
	{&check_boxes_answer,
	 "327043-001 p.14: MSRs of a socket are reached from any of its cores, PCI functions from anywhere"},
	{&check_buses_agree,
	 "CPUBUSNO as PCM and LIKWID follow it, CPUNODEID and GIDNIDMAP as Linux reads them; without these, the bus that has the functions"},
	{&check_buses_steady,
	 "CPUBUSNO as PCM and LIKWID follow it, CPUNODEID and GIDNIDMAP as Linux reads them"},
	{&check_identity,
	 "327043-001 p.14 and the tables of the boxes; Linux and LIKWID for others"},
	{&check_present,
	 "327043-001, one table per box"},
	{&check_reset_state,
	 "327043-001: reset value 0 for every field of every register"},
	{&check_fixed_freeze,
	 "327043-001 p.60-62: a channel's frz stops its counters; the fixed one is neither named nor excluded"},
	{&check_register_moves,
	 "327043-001 p.73: the counters of C3 and C6 residency count whatever is programmed"},
	{&check_free_writes,
	 "327043-001 p.73: PCU_MSR_CORE_C3_CTR and C6_CTR are RW-V"},
	{&check_counter_counts,
	 "327043-001 p.17-18: frz of its control starts and stops all counters of a box at once"},
	{&check_fixed_rate,
	 "327043-001 p.20, p.62: the fixed counter counts the clock of its box"},
	{&check_fixed_clock,
	 "327043-001 p.19: the U-Box's fixed counter counts the uncore's clock, as C-Boxes do"},
	{&check_rated_clock,
	 "327043-001 p.94 and LIKWID, PCM: 4 + 0.8 * code GT/s; p.79: the clock is an eighth of that"},
	{&check_register_steady,
	 "327043-001 p.14: the function has the register, whatever is done with it"},
	{&check_counter_enables,
	 "327043-001 p.17-18: a counter counts if its own en is set and its box does not stand by frz with frz_en"},
	{&check_box_reads,
	 "327043-001 p.20, p.28: event_count holds the events counted; below a threshold nothing is counted"},
	{&check_counter_width,
	 "327043-001: event_count has the width of the table, and wraps to 0 with the carry out of it"},
	{&check_counter_modifiers,
	 "327043-001 p.20, p.28: cycles whose increment is the threshold or more, inverted those below it; edge_det counts 0-to-1 transitions of that"},
	{&check_known_counts,
	 "327043-001 p.74, p.76, p.77: occ_invert and occ_edge_det do to the test of an occupancy what invert and edge_det do; a band counts while the frequency is that or more"},
	{&check_filter_holds,
	 "327043-001 p.29, p.48, p.76, p.90: what the filters compare"},
	{&check_reset_counters,
	 "327043-001 p.18, p.27: rst_ctrs clears all counter registers of the box"},
	{&check_reset_controls,
	 "327043-001 p.27: rst_ctrl clears all counter control registers of the box"},
	{&check_reset_own,
	 "327043-001 p.20, p.28, p.90: rst 1 clears the counter"},
	{&check_wide_load,
	 "327043-001 has counters in two halves; accesses wider than 32 bits are said to misbehave on relatives"},
	{&check_box_freeze,
	 "327043-001 p.17-18: counters of a box stop while frz and frz_en of its control are set"},
	{&check_box_freeze_enable,
	 "327043-001 p.27: frz_en 0, and the freeze signal is ignored"},
	{&check_control_apart,
	 "327043-001 p.17-18, p.27: each box has a control of its own, which stops and clears its counters"},
	{&check_freeze_skew,
	 "327043-001 p.17: no register freezes all boxes at once"},
};

static const struct null_filter null_filters[] = {
	/* No machine of these has eight nodes. An opcode or a state that does not exist would do as well, but then the event
	 * must not be counted. */
	{"cbox", "cbox*::UNC_C_TOR_INSERTS:NID_ALL:nf=0x7f", XEON_E5_2600_CBOX_FILTER, XEON_E5_2600_CBOX_FILTER_NID, 0x80},
	/* No frequency is below 0, and none is 25.5 GHz. */
	{"pcu", "pcu::UNC_P_FREQ_BAND0_CYCLES:ff=0", XEON_E5_2600_PCU_FILTER, XEON_E5_2600_PCU_FILTER_BAND0, 0xff},
	/* No memory is that high. */
	{"ha", "ha::UNC_H_ADDR_OPC_MATCH:FILT:lo_addr=0:opc=0", XEON_E5_2600_HA_ADDRMATCH1, XEON_E5_2600_HA_ADDRMATCH1_HI_ADDR, 0x3fff},
	/* Class 15 has no messages. */
	{"qpi", "qpi*::UNC_Q_CTO_COUNT:match_mc=14:mask_mc=15", XEON_E5_2600_QPI_MATCH0, XEON_E5_2600_QPI_MATCH0_MC, 15},
};

static const struct rated_clock rated_clocks[] = {
	{.box = "qpi", .event = "qpi*::UNC_Q_CLOCKTICKS", .row = XEON_E5_2600_QPI_RATE,
	 .field = XEON_E5_2600_QPI_RATE_RATE, .stopped = XEON_E5_2600_QPI_RATE_SLOW_MODE,
	 .base_kilohertz = 500000, .kilohertz = 100000},
};

/* No socket has 31 cores: in every cycle fewer are in C0, and what is always so has no edges. No frequency is below 0, and none
 * is 25.5 GHz; each band has a field of its own. */
static const struct known_count known_counts[] = {
	{"pcu", "pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:t=31",         false, false},
	{"pcu", "pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:t=31:i=1",     true,  false},
	{"pcu", "pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:t=31:i=1:e=1", false, false},
	{"pcu", "pcu::UNC_P_FREQ_BAND0_CYCLES:band0=0",                   true,  true},
	{"pcu", "pcu::UNC_P_FREQ_BAND0_CYCLES:band0=255",                 false, true},
	{"pcu", "pcu::UNC_P_FREQ_BAND1_CYCLES:band1=0",                   true,  true},
	{"pcu", "pcu::UNC_P_FREQ_BAND1_CYCLES:band1=255",                 false, true},
	{"pcu", "pcu::UNC_P_FREQ_BAND2_CYCLES:band2=0",                   true,  true},
	{"pcu", "pcu::UNC_P_FREQ_BAND2_CYCLES:band2=255",                 false, true},
	{"pcu", "pcu::UNC_P_FREQ_BAND3_CYCLES:band3=0",                   true,  true},
	{"pcu", "pcu::UNC_P_FREQ_BAND3_CYCLES:band3=255",                 false, true},
};

static const struct shared_clock shared_clocks[] = {{.box = "ubox", .event = "cbox*::UNC_C_CLOCKTICKS"}};

const struct check_facts xeon_e5_2600_check_facts = {
	.processor = "xeon-e5-2600",
	.facts = facts, .fact_count = ARRAY_SIZE(facts),
	.meanings = &xeon_e5_2600_meanings,
	.maps = &xeon_e5_2600_maps,
	.null_filters = null_filters, .null_filter_count = ARRAY_SIZE(null_filters),
	.rated_clocks = rated_clocks, .rated_clock_count = ARRAY_SIZE(rated_clocks),
	.known_counts = known_counts, .known_count_count = ARRAY_SIZE(known_counts),
	.shared_clocks = shared_clocks, .shared_clock_count = ARRAY_SIZE(shared_clocks),
};

/* clang-format on */
