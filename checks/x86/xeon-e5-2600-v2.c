/* SPDX-License-Identifier: BSD-2-Clause */
/* What checks want to know of the Xeon E5-2600 v2 (06_3EH). Sources as in boxes/xeon-e5-2600-v2.sheet. */
#include "boxes/xeon-e5-2600-v2.h"
#include "checks/x86/all.h"
#include "checks/x86/meanings.h"

/* clang-format off */

static const struct cited_fact facts[] = {
	{&check_boxes_answer,
	 "329468-002 p.8: the boxes of a socket, MSRs and PCI functions"},
	{&check_buses_agree,
	 "CPUBUSNO as PCM and LIKWID follow it, CPUNODEID and GIDNIDMAP as Linux reads them; without these, the bus that has the functions"},
	{&check_buses_steady,
	 "CPUBUSNO as PCM and LIKWID follow it, CPUNODEID and GIDNIDMAP as Linux reads them"},
	{&check_identity,
	 "329468-002 p.55 and the datasheet; Linux and LIKWID for others"},
	{&check_present,
	 "329468-002, one table per box; Linux and LIKWID where its pages could not be read"},
	{&check_reset_state,
	 "329468-002 p.23, p.113: reset value 0 for every field"},
	{&check_fixed_freeze,
	 "329468-002 p.79: a channel's frz stops its counters; the fixed one is neither named nor excluded"},
	{&check_register_moves,
	 "329468-002 p.114: the counters of C3 and C6 residency count whatever is programmed"},
	{&check_free_writes,
	 "327043-001 p.73: PCU_MSR_CORE_C3_CTR and C6_CTR are RW-V; taken over from the part before"},
	{&check_counter_counts,
	 "329468-002 p.18: unfrz_all lets all counters of a socket go, and frz_all stops them"},
	{&check_fixed_rate,
	 "329468-002 p.23, p.79: the fixed counter counts the clock of its box"},
	{&check_fixed_clock,
	 "329468-002 p.23: the U-Box's fixed counter counts the uncore's clock, as C-Boxes do"},
	{&check_register_steady,
	 "329468-002 p.18: the register is there, whatever is done with it"},
	{&check_counter_enables,
	 "329468-002 p.18-23: a counter counts if its own en is set and neither its box nor the socket is frozen"},
	{&check_box_reads,
	 "329468-002 p.23: event_count holds the events counted; below a threshold nothing is counted"},
	{&check_counter_width,
	 "329468-002 p.23: a counter has the width of the table, and wraps to 0 with the carry out of it"},
	{&check_counter_signals,
	 "329468-002 p.21: an overflow of a counter whose ov_en is set is sent to the U-Box"},
	{&check_counter_status,
	 "329468-002 p.18, p.21, p.55, p.110 and the datasheet: an overflow with ov_en sets its own bit in the box's status and the box's in the socket's; software alone clears each, by a 1"},
	{&check_counter_modifiers,
	 "327043-001 p.20, p.28: cycles whose increment is the threshold or more; edge_det counts 0-to-1 transitions of that; taken over from the part before"},
	{&check_known_counts,
	 "329468-002 p.113, p.114: thresh, occ_invert and occ_edge_det of an occupancy; a band counts while the frequency is that or more"},
	{&check_filter_holds,
	 "Linux and libpfm4 for the CBo, 329468-002 p.55 and p.114 for home agent and PCU: what the filters compare"},
	{&check_reset_counters,
	 "329468-002 p.56, p.79: rst_ctrs clears all counter registers of the box"},
	{&check_reset_controls,
	 "329468-002 p.56, p.79: rst_ctrl clears all counter control registers of the box"},
	{&check_reset_own,
	 "327043-001 p.20, p.28, p.90: rst 1 clears the counter; taken over from the part before"},
	{&check_box_way,
	 "329468-002 p.21, p.55, p.110: a counter whose ov_en is set and that carries out of its top bit sets its bit in the status"},
	{&check_wide_load,
	 "327043-001 has counters in two halves; accesses wider than 32 bits are said to misbehave on relatives"},
	{&check_box_freeze,
	 "329468-002 p.56, p.79: counters of a box stop by frz of its control"},
	{&check_control_apart,
	 "329468-002 p.56, p.79: each box has a control of its own, which stops and clears its counters"},
	{&check_freeze_holds,
	 "329468-002 p.19: frz_all stops all counters of the socket"},
	{&check_freeze_on_overflow,
	 "329468-002 p.18, p.21: an overflow with ov_en freezes the counters of all boxes"},
	{&check_pmi_gate,
	 "SDM: bit 13 of IA32_DEBUGCTL enables the uncore PMI of Sandy Bridge's client parts; 329468-002 is silent"},
	{&check_pmi_once,
	 "329468-002 p.19, p.21: an overflow with ov_en set interrupts the cores of pmi_core_sel"},
	{&check_pmi_quiet,
	 "329468-002 p.19: with no bit of pmi_core_sel set there is no PMI"},
	{&check_pmi_core,
	 "329468-002 p.19: pmi_core_sel has one bit a core"},
};

static const struct null_filter null_filters[] = {
	/* No machine of these has sixteen nodes. */
	{"cbox", "cbox*::UNC_C_TOR_INSERTS:NID_ALL:nf=0x7fff", XEON_E5_2600_V2_CBOX_FILTER1, XEON_E5_2600_V2_CBOX_FILTER1_NID, 0x8000},
	/* No frequency is below 0, and none is 25.5 GHz. */
	{"pcu", "pcu::UNC_P_FREQ_BAND0_CYCLES:ff=0", XEON_E5_2600_V2_PCU_FILTER, XEON_E5_2600_V2_PCU_FILTER_BAND0, 0xff},
	/* No memory is that high. */
	{"ha", "ha*::UNC_H_ADDR_OPC_MATCH:FILT:lo_addr=0:opc=0", XEON_E5_2600_V2_HA_ADDRMATCH1, XEON_E5_2600_V2_HA_ADDRMATCH1_HI_ADDR, 0x3fff},
	/* Class 15 has no messages. */
	{"qpi", "qpi*::UNC_Q_CTO_COUNT:match_mc=14:mask_mc=15", XEON_E5_2600_V2_QPI_MATCH0, XEON_E5_2600_V2_QPI_MATCH0_MC, 15},
};

/* No socket has 31 cores: in every cycle fewer are in C0, and what is always so has no edges. No frequency is below 0, and none
 * is 25.5 GHz; each band has a field of its own. */
static const struct known_count known_counts[] = {
	{"pcu", "pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:t=31",                  false, false},
	{"pcu", "pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:t=31:occ_invert=1",     true,  false},
	{"pcu", "pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:t=31:occ_invert=1:e=1", false, false},
	{"pcu", "pcu::UNC_P_FREQ_BAND0_CYCLES:band0=0",                            true,  true},
	{"pcu", "pcu::UNC_P_FREQ_BAND0_CYCLES:band0=255",                          false, true},
	{"pcu", "pcu::UNC_P_FREQ_BAND1_CYCLES:band1=0",                            true,  true},
	{"pcu", "pcu::UNC_P_FREQ_BAND1_CYCLES:band1=255",                          false, true},
	{"pcu", "pcu::UNC_P_FREQ_BAND2_CYCLES:band2=0",                            true,  true},
	{"pcu", "pcu::UNC_P_FREQ_BAND2_CYCLES:band2=255",                          false, true},
	{"pcu", "pcu::UNC_P_FREQ_BAND3_CYCLES:band3=0",                            true,  true},
	{"pcu", "pcu::UNC_P_FREQ_BAND3_CYCLES:band3=255",                          false, true},
};

static const struct shared_clock shared_clocks[] = {{.box = "ubox", .event = "cbox*::UNC_C_CLOCKTICKS"}};

const struct check_facts xeon_e5_2600_v2_check_facts = {
	.processor = "xeon-e5-2600-v2",
	.facts = facts, .fact_count = ARRAY_SIZE(facts),
	.null_filters = null_filters, .null_filter_count = ARRAY_SIZE(null_filters),
	.known_counts = known_counts, .known_count_count = ARRAY_SIZE(known_counts),
	.shared_clocks = shared_clocks, .shared_clock_count = ARRAY_SIZE(shared_clocks),
	.meanings = &xeon_e5_2600_v2_meanings,
};

/* clang-format on */
