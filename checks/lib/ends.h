/* SPDX-License-Identifier: BSD-2-Clause */
/* Judges where a counter stands when its overflow shows: before or after its end, the step from all ones to 0. */
#ifndef CHECKS_LIB_ENDS_H
#define CHECKS_LIB_ENDS_H

#include "checks/lib/support.h"

/* Returns the value that is `counts` below the end. */
uint64_t ending_below(uint64_t mask, uint64_t counts);

/* Fails the check, with the counts that were left, if a counter whose overflow shows stands before its end. Callers let
 * no counter count a quarter of its range from 0. */
void ending_expect_behind(struct check_context *context, const struct check_register *reg, uint64_t mask,
			  uint64_t value);

/* Judges a stopped counter that holds `value`. `shows`: its overflow shows, and ending_expect_behind() judges. Otherwise, if an overflow
 * is `due`, fails if the counter stands after its end. */
void ending_judge(struct check_context *context, const struct check_register *reg, uint64_t mask, uint64_t value,
		  bool shows, bool due);

#endif
