/* SPDX-License-Identifier: BSD-2-Clause */
/* Numbers in event strings. */
#ifndef CORE_EVENT_NUMBER_H
#define CORE_EVENT_NUMBER_H

#include "lib/parse.h"

/* A number; `octal` where a leading 0 means that, as it does for libpfm4 and not for perf. */
MUST_CHECK bool number_read(struct slice text, bool octal, uint64_t *value);

/* The same of something that is on or off, for which letters may stand as well: libpfm4's y, t, n, f. */
MUST_CHECK bool number_read_flag(struct slice text, uint64_t *value);

/* A number with 0x; what is too large is the largest. False if it is none. */
MUST_CHECK bool number_read_saturated(struct slice text, uint64_t *value);

#endif
