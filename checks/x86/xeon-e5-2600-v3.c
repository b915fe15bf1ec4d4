/* SPDX-License-Identifier: BSD-2-Clause */
/* What checks want to know of the Xeon E5-2600 v3 (06_3FH) and v4 (06_4FH). No page of their guides was read: statements are those of
 * programs, and of the guides to the two parts before where programs drive these alike. Sources as in boxes/xeon-e5-2600-v3.sheet. */
#include "boxes/xeon-e5-2600-v3.h"
#include "checks/x86/all.h"

/* clang-format off */

static const struct cited_fact facts[] = {
	{&check_boxes_answer,
	 "Linux, LIKWID: the boxes of a socket, MSRs and PCI functions"},
	{&check_buses_agree,
	 "CPUNODEID and GIDNIDMAP as Linux reads them; without these, the bus that has the functions"},
	{&check_buses_steady,
	 "CPUNODEID and GIDNIDMAP as Linux reads them"},
	{&check_identity,
	 "Linux, LIKWID: the ids of the functions; boot logs of boards for most of them"},
	{&check_present,
	 "Linux, LIKWID, PCM: where each box has its registers"},
	{&check_fixed_freeze,
	 "329468-002 p.79, of the part before: a channel's frz stops its counters; the fixed one is neither named nor excluded"},
	{&check_register_moves,
	 "LIKWID: the counters of C3 and C6 residency count whatever is programmed"},
	{&check_counter_counts,
	 "PCM, LIKWID: bit 29 of MSR 700H lets all counters of a socket go, and bit 31 stops them"},
	{&check_fixed_rate,
	 "LIKWID, PCM: the fixed counter counts the clock of its box"},
	{&check_fixed_clock,
	 "329468-002 p.23, of the part before: the U-Box's fixed counter counts the uncore's clock, as C-Boxes do"},
	{&check_register_steady,
	 "Inspur's header, which has the register: it is there, whatever is done with it"},
	{&check_counter_enables,
	 "Linux, PCM, LIKWID: a counter counts if its own en is set and neither its box nor the socket is frozen"},
	{&check_box_reads,
	 "327043-001, two parts before: a counter holds the events counted; below a threshold nothing is counted"},
	{&check_counter_width,
	 "Linux, LIKWID: counters have the width of the table; Linux takes differences modulo that"},
	{&check_counter_status,
	 "LIKWID: it sets ov_en, and clears the box's bit and the socket's by a 1; 329468-002 p.18, p.21, of the part before: an overflow sets its own bit, and the box's"},
	{&check_counter_modifiers,
	 "327043-001 p.20, p.28, two parts before: cycles whose increment is the threshold or more, or with invert those below; edge_det counts 0-to-1 transitions of that; Linux has the same fields here"},
	{&check_known_counts,
	 "329468-002 p.113, p.114, of the part before: thresh, occ_invert and occ_edge_det of an occupancy; a band counts while the frequency is that or more"},
	{&check_filter_holds,
	 "Linux and libpfm4 for the CBo, LIKWID and perfmon for home agent and PCU: what the filters compare"},
	{&check_reset_counters,
	 "Linux and PCM reset counters by bit 1 of the box's control; 329468-002 p.56, p.79, of the part before"},
	{&check_reset_controls,
	 "Linux and PCM reset selects by bit 0 of the box's control; 329468-002 p.56, p.79, of the part before"},
	{&check_reset_own,
	 "Inspur's header has rst in bit 17 of the selects of C-Box and memory controller; 327043-001 p.20, p.28, p.90, two parts before: it clears the counter"},
	{&check_box_way,
	 "LIKWID: a counter whose ov_en is set and that wraps sets its bit in the status"},
	{&check_wide_load,
	 "327043-001 has counters in two halves; accesses wider than 32 bits are said to misbehave on relatives"},
	{&check_box_freeze,
	 "Linux, PCM: counters of a box stop by frz of its control"},
	{&check_box_freeze_enable,
	 "327043-001 p.27, two parts before: with frz_en 0 the freeze is ignored; Linux and PCM set it here, too"},
	{&check_control_apart,
	 "Linux: each box has a control of its own, which stops and clears its counters"},
	{&check_freeze_holds,
	 "PCM, LIKWID: bit 31 of MSR 700H stops all counters of the socket"},
	{&check_freeze_on_overflow,
	 "329468-002 p.18, p.21, of the part before, whose global registers Inspur's header has here: an overflow with ov_en freezes the counters of all boxes"},
	{&check_pmi_gate,
	 "SDM: bit 13 of IA32_DEBUGCTL enables the uncore PMI of Sandy Bridge's client parts; no source says more of these"},
	{&check_pmi_once,
	 "329468-002 p.19, p.21, of the part before, whose pmi_core_sel Inspur's header and CoreFreq have here: an overflow with ov_en set interrupts the cores of pmi_core_sel"},
	{&check_pmi_quiet,
	 "329468-002 p.19, of the part before: with no bit of pmi_core_sel set there is no PMI"},
	{&check_pmi_core,
	 "Inspur's header has as many bits in pmi_core_sel as the largest v3 has cores; 329468-002 p.19, of the part before: one bit a core"},
};

#define OF_BOTH_FILTERS                                                                                                              \
	/* No machine of these has sixteen nodes. */                                                                                 \
	{"cbox", "cbox*::UNC_C_TOR_INSERTS:NID_ALL:nf=0x7fff", XEON_E5_2600_V3_CBOX_FILTER1, XEON_E5_2600_V3_CBOX_FILTER1_NID, 0x8000}, \
	/* No memory is that high. */                                                                                                \
	{"ha", "ha*::UNC_H_ADDR_OPC_MATCH:FILT:lo_addr=0:opc=0", XEON_E5_2600_V3_HA_ADDRMATCH1, XEON_E5_2600_V3_HA_ADDRMATCH1_HI_ADDR, 0x3fff}, \
	/* Class 15 has no messages. */                                                                                              \
	{"qpi", "qpi*::UNC_Q_CTO_COUNT:match_mc=14:mask_mc=15", XEON_E5_2600_V3_QPI_MATCH0, XEON_E5_2600_V3_QPI_MATCH0_MC, 15}

static const struct null_filter v3_null_filters[] = {
	OF_BOTH_FILTERS,
	/* No frequency is below 0, and none is 25.5 GHz. */
	{"pcu", "pcu::UNC_P_FREQ_BAND0_CYCLES:ff=0", XEON_E5_2600_V3_PCU_FILTER, XEON_E5_2600_V3_PCU_FILTER_BAND0, 0xff},
};
static const struct null_filter v4_null_filters[] = {OF_BOTH_FILTERS};

/* No socket has 31 cores: in every cycle fewer are in C0, and what is always so has no edges. No frequency is below 0, and none
 * is 25.5 GHz; each band has a field of its own. perfmon has no bands of the v4. */
#define OF_BOTH_COUNTS                                                                              \
	{"pcu", "pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:t=31",         false, false},            \
	{"pcu", "pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:t=31:i=1",     true,  false},            \
	{"pcu", "pcu::UNC_P_POWER_STATE_OCCUPANCY:CORES_C0:t=31:i=1:e=1", false, false}
#define BAND(N)                                                                                     \
	{"pcu", "pcu::UNC_P_FREQ_BAND" #N "_CYCLES:band" #N "=0",   true,  true},                   \
	{"pcu", "pcu::UNC_P_FREQ_BAND" #N "_CYCLES:band" #N "=255", false, true}
static const struct known_count v3_known_counts[] = {OF_BOTH_COUNTS, BAND(0), BAND(1), BAND(2), BAND(3)};
static const struct known_count v4_known_counts[] = {OF_BOTH_COUNTS};

static const struct shared_clock shared_clocks[] = {
	{.box = "ubox", .event = "cbox*::UNC_C_CLOCKTICKS", .inferred = true},
};

#define FACTS(PART)                                                                                 \
	.facts = facts, .fact_count = ARRAY_SIZE(facts),                                            \
	.null_filters = PART##_null_filters, .null_filter_count = ARRAY_SIZE(PART##_null_filters),  \
	.known_counts = PART##_known_counts, .known_count_count = ARRAY_SIZE(PART##_known_counts),  \
	.shared_clocks = shared_clocks, .shared_clock_count = ARRAY_SIZE(shared_clocks)

const struct check_facts xeon_e5_2600_v3_check_facts = {.processor = "xeon-e5-2600-v3", FACTS(v3)};
const struct check_facts xeon_e5_2600_v4_check_facts = {.processor = "xeon-e5-2600-v4", FACTS(v4)};

/* clang-format on */
