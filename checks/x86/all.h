/* SPDX-License-Identifier: BSD-2-Clause */
/* Every check. A new one is a file of its own, a line here and a line in all.c; of which processors it is true is in their files. */
#ifndef TESTS_TARGET_ALL_H
#define TESTS_TARGET_ALL_H

#include "boxes/processors.h"
#include "core/check/check.h"

extern const struct check check_boxes_answer, check_present, check_reset_state;
extern const struct check check_register_bits, check_register_alias, check_register_moves, check_register_reserved;
extern const struct check check_counter_counts, check_counter_enables, check_counter_width;
extern const struct check check_counter_overflow, check_counter_clear, check_counter_signals, check_counter_status;
extern const struct check check_fixed_rate;
extern const struct check check_reset_all, check_freeze_holds, check_freeze_on_overflow;
extern const struct check check_pmi_gate, check_pmi_once, check_pmi_core, check_pmi_quiet, check_pmi_status;
extern const struct check check_overflow_all;
extern const struct check check_hunt_threshold, check_hunt_overflow, check_hunt_erratum;
extern const struct check check_core_counts, check_core_enables, check_core_overflow;
extern const struct check check_core_levels, check_core_modifiers, check_core_clear, check_core_way;
extern const struct check check_core_pmi_entry, check_core_pmi_each, check_pmi_beside, check_core_reads,
	check_core_rdpmc, check_box_way;
extern const struct check check_box_reads;
extern const struct check check_core_ratio, check_core_metrics, check_core_window, check_core_freeze, check_core_pmi,
	check_core_work;
extern const struct check check_work_read, check_work_write, check_work_remote, check_work_alone_read,
	check_work_alone_write;
extern const struct check check_buses_agree, check_identity, check_wide_load;
extern const struct check check_box_freeze, check_box_freeze_enable;
extern const struct check check_reset_counters, check_reset_controls, check_reset_own;
extern const struct check check_counter_modifiers, check_selects, check_filter_holds, check_known_counts;
extern const struct check check_free_writes, check_clear_beside, check_control_apart;
extern const struct check check_counter_modes, check_timestamp_rate;
extern const struct check check_global_box_count, check_global_freeze, check_global_summary;
extern const struct check check_overflow_freezes, check_overflow_interrupt;
extern const struct check check_restored;

/* What only checks want to know of each processor. */
#define CHECK_FACTS_DECLARED(PROCESSOR) extern const struct check_facts PROCESSOR##_check_facts;
PROCESSORS(CHECK_FACTS_DECLARED)
extern const struct check_facts described_check_facts; /* of all that describe themselves */

extern const struct check check_counter_flags, check_siblings, check_fixed_freeze, check_fixed_clock, check_clock_alike;
extern const struct check check_rated_clock, check_register_steady, check_buses_steady;

#endif
