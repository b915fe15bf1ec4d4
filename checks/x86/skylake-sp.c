/* SPDX-License-Identifier: BSD-2-Clause */
/* What checks want to know of Skylake-SP and Cascade Lake-SP (06_55H) and of Ice Lake-SP (06_6AH, 06_6CH). No guide to this uncore was read: what is said of the boxes of the Xeon
 * E5-2600 is taken for them, statement by statement. Sources as in boxes/skylake-sp.sheet and ice-lake-sp.sheet. */
#include "checks/x86/all.h"

/* clang-format off */

static const struct cited_fact facts[] = {
	{&check_register_moves,
	 "Linux: the free-running counters of a stack count without being programmed"},
	{&check_register_reserved,
	 "LIKWID: a status of a box shows which of its counters overflowed"},
	{&check_counter_flags,
	 "LIKWID, PCM: a status of each such box shows which of its counters overflowed; bit i of counter i, cleared by a 1: inferred from the part before"},
	{&check_box_way,
	 "LIKWID, PCM: a status of each such box shows which of its counters overflowed"},
	{&check_global_box_count,
	 "Linux: bits 27:0 of CAPID6 have a 1 for each CHA"},
	{&check_global_freeze,
	 "PCM, LIKWID: bit 63 of MSR 700H freezes all boxes, bit 61 lets them go"},
	{&check_global_summary,
	 "LIKWID: MSR 701H has a bit for each box, or for several; the guide, as msr-safe quotes it: an overflow is noted there if bit 20 of the counter's control is set"},
	{&check_overflow_interrupt,
	 "no source says that an overflow interrupts: Linux, PCM and LIKWID use none"},
	{&check_fixed_freeze,
	 "327043-001 p.62, of the E5-2600: a channel's frz stops its counters; the fixed one is neither named nor excluded"},
	{&check_fixed_clock,
	 "327043-001 p.19: the U-Box's fixed counter counts the uncore's clock, as C-Boxes do; of CHAs inferred"},
};

/* Which statements on the Xeon E5-2600 were looked at and found to hold for boxes that are driven alike. */
static const struct check *const as_xeon_e5_2600[] = {
	&check_boxes_answer,
	&check_buses_agree,
	&check_identity,
	&check_present,
	&check_counter_counts,
	&check_fixed_rate,
	&check_counter_enables,
	&check_box_reads,
	&check_counter_width,
	&check_counter_modifiers,
	&check_reset_counters,
	&check_reset_controls,
	&check_reset_own,
	&check_wide_load,
	&check_box_freeze,
	&check_control_apart,
	&check_freeze_skew,
	NULL,
};

static const struct check_likeness like_xeon_e5_2600 = {
	.facts = &xeon_e5_2600_check_facts,
	.checks = as_xeon_e5_2600,
	.guide = "327043-001",
	.of = "the Xeon E5-2600, as whose boxes Linux drives those of Skylake-SP",
};

static const struct shared_clock shared_clocks[] = {
	{.box = "ubox", .event = "cha*::UNC_CHA_CLOCKTICKS", .inferred = true},
};

const struct check_facts skylake_sp_check_facts = {
	.processor = "skylake-sp",
	.facts = facts, .fact_count = ARRAY_SIZE(facts),
	.like = &like_xeon_e5_2600,
	.shared_clocks = shared_clocks, .shared_clock_count = ARRAY_SIZE(shared_clocks),
};
const struct check_facts cascade_lake_sp_check_facts = {
	.processor = "cascade-lake-sp",
	.facts = facts, .fact_count = ARRAY_SIZE(facts),
	.like = &like_xeon_e5_2600,
	.shared_clocks = shared_clocks, .shared_clock_count = ARRAY_SIZE(shared_clocks),
};
const struct check_facts cooper_lake_sp_check_facts = {
	.processor = "cooper-lake-sp",
	.facts = facts, .fact_count = ARRAY_SIZE(facts),
	.like = &like_xeon_e5_2600,
	.shared_clocks = shared_clocks, .shared_clock_count = ARRAY_SIZE(shared_clocks),
};

/* Of the registers that gather overflows no bit is known there. */
static const struct cited_fact ice_lake_facts[] = {
	{&check_register_moves,
	 "Linux: the free-running counters of a stack and of a memory controller count without being programmed"},
	{&check_register_reserved,
	 "LIKWID: a status of a box shows which of its counters overflowed"},
	{&check_counter_flags,
	 "LIKWID, of Skylake-SP: a status of U-Box and PCU shows which of their counters overflowed; bits inferred from the part before"},
	{&check_box_way,
	 "LIKWID, of Skylake-SP: a status of U-Box and PCU shows which of their counters overflowed"},
	{&check_global_box_count,
	 "Linux: CAPID6 and CAPID7 have a 1 for each CHA"},
	{&check_global_freeze,
	 "PCM, LIKWID: bit 63 of MSR 700H freezes all boxes, bit 61 lets them go"},
	{&check_fixed_freeze,
	 "327043-001 p.62, of the E5-2600: a channel's frz stops its counters; the fixed one is neither named nor excluded"},
	{&check_fixed_clock,
	 "327043-001 p.19: the U-Box's fixed counter counts the uncore's clock, as C-Boxes do; of CHAs inferred"},
};

static const struct check_likeness ice_lake_like_xeon_e5_2600 = {
	.facts = &xeon_e5_2600_check_facts,
	.checks = as_xeon_e5_2600,
	.guide = "327043-001",
	.of = "the Xeon E5-2600, as whose boxes Linux drives those of Ice Lake-SP",
};

const struct check_facts ice_lake_sp_check_facts = {
	.processor = "ice-lake-sp",
	.facts = ice_lake_facts, .fact_count = ARRAY_SIZE(ice_lake_facts),
	.like = &ice_lake_like_xeon_e5_2600,
	.shared_clocks = shared_clocks, .shared_clock_count = ARRAY_SIZE(shared_clocks),
};

/* clang-format on */
