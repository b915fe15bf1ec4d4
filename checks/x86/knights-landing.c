/* SPDX-License-Identifier: BSD-2-Clause */
/* What checks want to know of Knights Landing (06_57H). No guide describes its uncore: what is said of the boxes of the Xeon
 * E5-2600 is taken for them, statement by statement. Sources as in boxes/knights-landing.sheet. */
#include "checks/x86/all.h"
#include "checks/x86/meanings.h"

/* clang-format off */

static const struct cited_fact facts[] = {
	{&check_register_reserved,
	 "LIKWID: a status of a box shows which of its counters overflowed"},
	{&check_counter_flags,
	 "LIKWID: a status of each box shows which of its counters overflowed; bit i of counter i, cleared by a 1: inferred from other parts of the family"},
	{&check_box_way,
	 "LIKWID: a status of each box shows which of its counters overflowed"},
	{&check_global_box_count,
	 "PCM: bits 5:0 of MSR 702H are the number of CHAs"},
	{&check_global_freeze,
	 "LIKWID: bit 63 of MSR 700H freezes all boxes, bit 61 lets them go"},
	{&check_global_summary,
	 "LIKWID: MSR 701H has a bit for each box, or pair of them; cleared by a 1: inferred from other parts of the family"},
	{&check_fixed_clock,
	 "327043-001 p.19: the U-Box's fixed counter counts the uncore's clock, as C-Boxes do; of Knights Landing inferred"},
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
	&check_box_freeze_enable,
	&check_control_apart,
	&check_freeze_skew,
	NULL,
};

static const struct check_likeness like_xeon_e5_2600 = {
	.facts = &xeon_e5_2600_check_facts,
	.checks = as_xeon_e5_2600,
	.guide = "327043-001",
	.of = "the Xeon E5-2600, as whose boxes Linux and LIKWID drive those of Knights Landing",
};

/* As in relatives. */
static const struct shared_clock shared_clocks[] = {
	{.box = "ubox", .event = "cha*::UNC_H_U_CLOCKTICKS", .inferred = true},
};

const struct check_facts knights_landing_check_facts = {
	.processor = "knights-landing",
	.facts = facts, .fact_count = ARRAY_SIZE(facts),
	.meanings = &knights_landing_meanings,
	.maps = &knights_landing_maps,
	.like = &like_xeon_e5_2600,
	.shared_clocks = shared_clocks, .shared_clock_count = ARRAY_SIZE(shared_clocks),
};

/* clang-format on */
