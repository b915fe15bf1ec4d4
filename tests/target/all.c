/* SPDX-License-Identifier: BSD-2-Clause */
/* The order of the run: what later checks rely on comes first. */
#include "tests/target/all.h"

const struct check *const checks[] = {
	&check_boxes_answer,       &check_buses_agree,
	&check_identity,           &check_present,
	&check_reset_state,        &check_register_bits,
	&check_register_alias,     &check_register_moves,
	&check_counter_counts,     &check_fixed_rate,
	&check_counter_enables,    &check_counter_width,
	&check_counter_overflow,   &check_counter_clear,
	&check_counter_signals,    &check_counter_halves,
	&check_counter_modifiers,  &check_reset_counters,
	&check_reset_controls,     &check_reset_own,
	&check_hunt_threshold,     &check_hunt_overflow,
	&check_hunt_erratum,       &check_overflow_all,
	&check_reset_all,          &check_wide_load,
	&check_box_freeze,         &check_box_freeze_enable,
	&check_freeze_skew,        &check_freeze_holds,
	&check_freeze_on_overflow, &check_pmi_status,
	&check_pmi_gate,           &check_pmi_once,
	&check_pmi_quiet,          &check_pmi_core,
	&check_core_counts,        &check_core_enables,
	&check_core_overflow,      &check_core_window,
	&check_core_freeze,        &check_core_pmi,
	&check_core_work,          &check_session_restores,
	&check_restored,           NULL,
};
