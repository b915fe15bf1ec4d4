/* SPDX-License-Identifier: BSD-2-Clause */
/* What checks want to know of the Xeon 7500 series and of the Xeon E7 (06_2FH): the statements of their guide. "323535 p.n" is
 * Intel's Xeon Processor 7500 Series Uncore Programming Guide, 323535-001, page n of the PDF. */
#include "checks/x86/all.h"
#include "checks/x86/meanings.h"

/* clang-format off */

static const struct cited_fact facts[] = {
	{&check_boxes_answer,
	 "323535 p.9: the uncore PMU of a socket is reached by MSRs from any of its cores"},
	{&check_present,
	 "the register tables of 323535, one per box; the SDM lists the same addresses"},
	{&check_reset_state,
	 "reset value 0 for every field on every page of 323535 that gives one"},
	{&check_register_alias,
	 "the address tables of 323535 and the SDM give each register an address of its own"},
	{&check_register_moves,
	 "323535 p.113: TIMESTAMP_UNIT counts the M-Box's clocks, whatever the counters do"},
	{&check_register_reserved,
	 "323535: ignored bits read as zero; the field tables have no others"},
	{&check_counter_counts,
	 "323535 p.15: en_all enables and disables the counters of all boxes at once"},
	{&check_fixed_rate,
	 "323535 p.138: a threshold of 1 counts cycles with the event, inverted those without"},
	{&check_counter_enables,
	 "323535 p.43, p.59, p.137: a counter counts only if its own en, its box's ctr_en bit and en_all are set"},
	{&check_box_reads,
	 "323535 p.27, p.138: event_count holds the events counted; below a threshold nothing is counted"},
	{&check_control_apart,
	 "323535 p.26, p.43, p.59, p.112, p.137: each box has a control of its own, with the enables of its counters"},
	{&check_counter_width,
	 "323535 p.27, p.140: event_count is bits 47:0; overflow is the carry out of bit 47"},
	{&check_counter_overflow,
	 "323535 p.13, p.15, p.59: an overflow is latched in the box and in each level above; without pmi_en it neither freezes nor interrupts"},
	{&check_counter_clear,
	 "323535 p.15: writing ov bits to the box's OVF_CTL clears them, and the bits above that summarise them clear by themselves"},
	{&check_clear_beside,
	 "323535 p.13, p.15: an overflow is latched at each level; clearing it in its box clears that alone, and the bit above once nothing below it is left"},
	{&check_counter_signals,
	 "323535 p.13: with pmi_en set an overflow sends a PMI request to the U-Box"},
	{&check_counter_modifiers,
	 "323535 p.26, p.60, p.138: with a threshold the cycles count that pass it, inverted the others; p.17: edge_detect counts 0-to-1 transitions"},
	{&check_counter_modes,
	 "323535 p.113: count_mode 01 counts down; wrap_mode 0 stops at an overflow, 1 goes on; storage_mode 1 counts while the flag of set_flag_sel is 1"},
	{&check_timestamp_rate,
	 "323535 p.113: TIMESTAMP_UNIT counts the M-Box's clocks"},
	{&check_hunt_threshold,
	 "323535 p.26, p.60, p.138: prose and bit tables differ"},
	{&check_hunt_overflow,
	 "323535 p.27: preload 2^48 - N; p.43, p.112, p.138: (2^48 - 1) - N"},
	{&check_hunt_erratum,
	 "323535 p.140: which counters it concerns is not said"},
	{&check_box_way,
	 "323535 p.27, p.140: overflow is the carry out of bit 47; p.13: it is latched in the box"},
	{&check_overflow_all,
	 "323535 p.13: an overflow is latched in the box and in each level above"},
	{&check_reset_all,
	 "323535 p.13, p.15: rst_all clears all counters; it is a level, taken back by software"},
	{&check_freeze_holds,
	 "323535 p.15: with en_all clear all counting stops"},
	{&check_freeze_on_overflow,
	 "323535 p.13: with frz_all set the U-Box clears en_all when a PMI request reaches it"},
	{&check_pmi_status,
	 "323535 p.14: the status shows that a PMI was received; bit 30 from one source only"},
	{&check_pmi_gate,
	 "SDM: bit 13 of IA32_DEBUGCTL enables the uncore PMI on 06_1AH; 323535 is silent"},
	{&check_pmi_once,
	 "323535 p.13: with pmi_en and pmi_core_sel set an overflow interrupts the selected core"},
	{&check_pmi_beside,
	 "323535 p.13: with pmi_en set an overflow sends a PMI request to the U-Box; p.86: what keeps one from being seen is the bit that caused the last"},
	{&check_pmi_quiet,
	 "323535 p.13: a PMI needs both pmi_en and pmi_core_sel"},
	{&check_pmi_core,
	 "323535 p.86: the U-Box sends the PMI to the selected cores; one bit a core is assumed"},
};

const struct check_facts xeon_7500_check_facts = {
	.processor = "xeon-7500", .facts = facts, .fact_count = ARRAY_SIZE(facts),
	.meanings = &xeon_7500_meanings,
	.maps = &xeon_7500_maps,
};

/* The SDM applies the 7500's uncore programming interface to this part as a whole. */
const struct check_facts xeon_e7_check_facts = {
	.processor = "xeon-e7", .facts = facts, .fact_count = ARRAY_SIZE(facts),
	.meanings = &xeon_7500_meanings,
	.maps = &xeon_7500_maps,
};

/* clang-format on */
