/* SPDX-License-Identifier: BSD-2-Clause */
/* Finds hidden rows whose apparent background traffic is the box's clock: an event decoded as another one may count cycles. */
#ifndef CORE_MEANING_CLOCK_H
#define CORE_MEANING_CLOCK_H

#include "core/check/meaning_count.h"

/* Counts each hidden row that has an expected value together with the clocks of its boxes: briefly without work, during work of
 * 4N lines, and without work for the same time. Puts a box into counted->clocked if it counts like its clock in all three windows
 * and does not respond to the work. Does nothing if no row is hidden. */
void meaning_clocks(const struct meaning_request *request, struct meaning_report *report,
		    struct meaning_counted *counted);

#endif
