/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether what hides a row is no traffic, but its box's clock: an event that is decoded as another may count cycles. */
#ifndef CORE_MEANING_CLOCK_H
#define CORE_MEANING_CLOCK_H

#include "core/check/meaning_count.h"

/* Counts each row that must count lines, and that is hidden, beside all clocks of its boxes: without work, with 4N lines, and
 * without work for as long. A box whose counts are its clock's each time, and that sees nothing of the work, is in counted->clocked.
 * Quiet machines are not counted again. */
void meaning_clocks(const struct meaning_request *request, struct meaning_report *report,
		    struct meaning_counted *counted);

#endif
