/* SPDX-License-Identifier: BSD-2-Clause */
/* The order of the run: what later checks rely on comes first. */
#include "checks/imc/all.h"

const struct check *const checks[] = {
	&check_answers,   &check_threads,       &check_catalog,
	&check_kinds,     &check_posts,         &check_calls,
	&check_nest_bits, &check_nest_commands, &check_nest_groups,
	&check_counts,    &check_clock_rate,    &check_page_bits,
	&check_ldbar,     &check_thread_gate,   &check_trace_samples,
	&check_interval,  &check_trace_quiet,   &check_chips_apart,
	&check_guards,    &check_left_off,      NULL,
};

/* What the machine says of itself, and its firmware's source, is all that they rest on. */
const struct check_facts *const check_facts[] = {NULL};
