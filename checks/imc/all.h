/* SPDX-License-Identifier: BSD-2-Clause */
/* The checks of in-memory counters, one in each file. */
#ifndef CHECKS_IMC_ALL_H
#define CHECKS_IMC_ALL_H

#include "core/check/check.h"

extern const struct check check_answers, check_catalog, check_posts, check_calls, check_nest_commands,
	check_nest_groups, check_counts, check_clock_rate, check_ldbar, check_thread_gate, check_trace_samples,
	check_trace_quiet, check_chips_apart, check_left_off, check_guards, check_kinds, check_nest_bits,
	check_page_bits, check_threads, check_interval;

#endif
