/* SPDX-License-Identifier: BSD-2-Clause */
/* What checks want to know of processors that describe their uncore themselves. Intel's guides to these uncores were not read: each
 * statement is one on relatives in which all programs agree that drive these, or says that there is one source alone. Sources as in
 * boxes/described.sheet. */
#include "checks/x86/all.h"

/* clang-format off */

#define TABLE "the machine's own discovery table"

static const struct cited_fact facts[] = {
	{&check_boxes_answer,
	 TABLE " has a block for each unit"},
	{&check_present,
	 TABLE ": where a unit's control, selects, counters and status are"},
	{&check_register_moves,
	 "Linux: the free-running counters of a stack count without being programmed"},
	{&check_register_reserved,
	 "817760 5.4.6: a status has a bit for each counter; LIKWID: that of a die one for each unit"},
	{&check_counter_counts,
	 "817760 5.4.5, 5.4.7: a counter of a unit that is not frozen counts the event of its control; Linux, PCM and LIKWID use it so"},
	{&check_fixed_rate,
	 "Linux, PCM, LIKWID: the fixed counter counts the clock of its channel"},
	{&check_counter_enables,
	 "Linux, PCM: there is no enable; a control of 0 counts nothing, and a frozen unit stands"},
	{&check_box_reads,
	 "817760 5.4.7: a threshold of n counts the cycles that reach it; a counter holds the events counted"},
	{&check_counter_width,
	 TABLE ": the width of the counters; Linux takes differences modulo that width"},
	{&check_counter_flags,
	 "817760 5.4.6: a bit for each counter that overflowed, from bit 0 on, cleared by a 1; no program tests it on these parts"},
	{&check_box_way,
	 "817760 5.4.6: a bit for each counter that overflowed"},
	{&check_global_freeze,
	 "PCM, LIKWID, Linux 7.2: bit 0 of the global control freezes all units"},
	{&check_global_summary,
	 "LIKWID: a unit's block says which bit of the global status is its; 817760 5.4.7 and 831649: an overflow is reported there if bit 20 of the counter's control is set"},
	{&check_overflow_freezes,
	 "817760 5.4.7, 831649: with bit 20 of its control set, an overflow tells the global control to freeze all units"},
	{&check_overflow_interrupt,
	 "817760, 831649: an overflow and a freeze; an interrupt is described nowhere"},
	{&check_counter_modifiers,
	 "817760 5.4.7, Linux, PCM: threshold, invert and edge detection of a counter's control"},
	{&check_modifiers_alike,
	 "817760 5.4.5, 5.4.7: all counters of a unit stop and go with one bit, and have the same control"},
	{&check_hunt_threshold,
	 "817760 5.4.7: threshold and invert; which cycles pass at the threshold itself no document says"},
	{&check_reset_counters,
	 "817760 5.4.5, Linux, PCM: bit 9 of a unit's control clears all its counters"},
	{&check_reset_controls,
	 "817760 5.4.5, Linux, PCM: bit 8 of a unit's control clears all its counter controls"},
	{&check_reset_own,
	 "817760 5.4.7: bit 17 of a counter's control clears the counter"},
	{&check_box_freeze,
	 "817760 5.4.5, Linux, PCM, LIKWID: while bit 0 of its control is set all counters of a unit stand"},
	{&check_control_apart,
	 TABLE ": each unit has a control of its own"},
	{&check_freeze_skew,
	 TABLE ": each unit has a control of its own, and they are written one after the other"},
};

const struct check_facts described_check_facts = {.facts = facts, .fact_count = ARRAY_SIZE(facts)};

/* clang-format on */
