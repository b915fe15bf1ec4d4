/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers in event strings. */
#ifndef CORE_EVENT_NUMBER_H
#define CORE_EVENT_NUMBER_H

#include "lib/parse.h"

/* Parses a number. `octal`: a leading 0 means octal, as in libpfm4 but not in perf. Returns false if the text is no number. */
MUST_CHECK bool number_read(struct slice text, bool octal, uint64_t *value);

/* Parses a number, or one of libpfm4's letters for on and off: y, t, n, f. */
MUST_CHECK bool number_read_flag(struct slice text, uint64_t *value);

/* Parses a hexadecimal number, saturating at UINT64_MAX. Returns false if the text is no number. */
MUST_CHECK bool number_read_saturated(struct slice text, uint64_t *value);

#endif
