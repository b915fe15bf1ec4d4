/* SPDX-License-Identifier: BSD-2-Clause */
/* What events count while known work is done: a table for each processor. Where a row says A, the meaning of the event is the maker's
 * text; B: two programs agree on it; C: one source; D: it follows from something else. docs/known-work.md. */
#ifndef CHECKS_MEANINGS_H
#define CHECKS_MEANINGS_H

#include "core/check/meaning.h"

extern const struct meanings xeon_7500_meanings, xeon_e5_2600_meanings, knights_landing_meanings;

#endif
